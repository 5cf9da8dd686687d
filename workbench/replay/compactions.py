"""Compactions as rows of a timeline: what was taken out of what the model sees, and what took its place."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import duckdb

from workbench.model import Replaced, Value
from workbench.replay.calls import payloads
from workbench.replay.payload import decode
from workbench.replay.position import Position
from workbench.replay.query import records
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.replay.timeline import Timeline

MOST = 200
"""Replaced rows that are named one by one."""
_TITLE = 120


class Compaction(Value, frozen=True, kw_only=True):
    """The events of one compaction, or of one run of shortened results, in their order."""

    events: tuple[dict[str, Any], ...]

    def one(self, event: str) -> dict[str, Any] | None:
        """Return the first event of a kind: start, summary, prune or end."""
        return next((found for found in self.events if found["event"] == event), None)

    def all(self, event: str) -> list[dict[str, Any]]:
        """Return every event of a kind."""
        return [found for found in self.events if found["event"] == event]


def compactions(con: duckdb.DuckDBPyConnection, session_id: str, position: Position) -> dict[str, Compaction]:
    """Return the compactions of a session up to a moment, by the key of their row."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in records(con, "compaction_parts", session=session_id, **position.bounds):
        found[row.pop("card_key")].append(row)
    return {key: Compaction(events=tuple(events)) for key, events in found.items()}


def line(compaction: Compaction) -> str:
    """Return a compaction on one line."""
    prunes = compaction.all("prune")
    if prunes:
        count = sum(row["shadowed_events"] or 0 for row in prunes)
        return t("row.prune", count=count, tokens=sum(row["shadowed_tokens"] or 0 for row in prunes))
    end, summary = compaction.one("end"), compaction.one("summary")
    if end is not None and end["error"]:
        return t("row.compaction_failed", message=end["error"])
    if summary is not None:
        return t("row.compaction", count=summary["shadowed_events"], tokens=summary["shadowed_tokens"])
    return t("compaction.nothing" if end is not None else "compaction.open")


def facts(compaction: Compaction) -> tuple[tuple[str, str], ...]:
    """Return what a compaction cost and how long it took."""
    start, end, summary = compaction.one("start"), compaction.one("end"), compaction.one("summary")
    found: list[tuple[str, str]] = []
    if summary is not None and summary["model"]:
        found.append(("model", summary["model"]))
    if summary is not None and summary["input_tokens"] is not None:
        tokens = t("compaction.usage", read=summary["input_tokens"], written=summary["output_tokens"])
        found.append(("usage", tokens))
    if start is not None and end is not None and None not in (start["clock"], end["clock"]):
        found.append(("duration", t("compaction.took", ms=end["clock"] - start["clock"])))
    return tuple(found)


class Opened(Value, frozen=True, kw_only=True):
    """What only an opened compaction shows: the summary, and the rows it took the place of (`left` are not named)."""

    summary: str | None
    replaced: tuple[Replaced, ...]
    left: int


def opened(timeline: Timeline, compaction: Compaction) -> Opened:
    """Read the summary of a compaction and the rows it replaced."""
    con = timeline.library.store.cursor()
    wanted = [row["seq"] for row in compaction.events if row["event"] in ("summary", "prune")]
    bodies = [_object(data) for _, data in sorted(payloads(con, timeline.session_id, wanted).items())]
    seqs = [seq for body in bodies for seq in _seqs(body)]
    rows = records(con, "replaced", session=timeline.session_id, seqs=seqs[:MOST]) if seqs else []
    texts = [_text(body.get("summary")) for body in bodies if body.get("summary") is not None]
    return Opened(
        summary="\n\n".join(text for text in texts if text) or None,
        replaced=tuple(map(_replaced, rows)),
        left=max(len(seqs) - MOST, 0),
    )


def _seqs(body: dict[str, Any]) -> list[int]:
    found = body.get("shadowedSeqs")
    return [seq for seq in found if isinstance(seq, int) and 0 <= seq < 2**62] if isinstance(found, list) else []


def _replaced(row: dict[str, Any]) -> Replaced:
    if row["key"] is not None:
        title, chars = t("compaction.result", tool=row["name"]), row["result_chars"]
    else:
        first = " ".join((row["text_start"] or "").split())[:_TITLE]
        who = row["source_name"] or row["source_kind"] or row["role"] or row["type"]
        title, chars = f"{who} · {first}" if first else who, row["text_chars"]
    return Replaced(seq=row["seq"], type=row["type"], title=title, chars=chars, key=row["key"])


def _text(blocks: Any) -> str:
    if not isinstance(blocks, list):
        return ""
    return "\n".join(
        block["text"] for block in blocks if isinstance(block, dict) and isinstance(block.get("text"), str)
    )


def _object(data: str) -> dict[str, Any]:
    try:
        value = decode(data)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
