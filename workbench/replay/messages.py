"""Timeline rows that are no cards: messages, notices, compactions, retries, stand-alone approvals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import duckdb

from workbench.model import Json, Provenance, TimelineModel
from workbench.replay.calls import payloads
from workbench.replay.payload import decode
from workbench.replay.position import END, Position
from workbench.replay.query import records
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.replay.entry import Entry

TITLE = 200
"""Most characters of a row's title; the body has the rest."""
_STREAMED = {"assistant": "text-delta", "reasoning": "reasoning-delta"}


def timeline_rows(
    con: duckdb.DuckDBPyConnection, session_id: str, entries: Sequence[Entry], position: Position = END
) -> list[TimelineModel]:
    """Return the models of some rows of one session, read with one query (and one for each broken-off answer)."""
    data = payloads(con, session_id, {entry.seq for entry in entries})
    return [_row(con, session_id, entry, data.get(entry.seq), position) for entry in entries]


def _row(
    con: duckdb.DuckDBPyConnection, session_id: str, entry: Entry, data: str | None, position: Position
) -> TimelineModel:
    body = decode(data) if data is not None else {}
    body = body if isinstance(body, dict) else {}
    if entry.kind in _STREAMED and entry.type != "assistant/message":
        text, blocks, source = _streamed(con, session_id, entry, position), (), None
    else:
        read: Callable[[Entry, dict[str, Any]], Read] = _READERS.get(entry.kind, _message)
        text, blocks, source = read(entry, body)
    badges = tuple(word for word, true in (("inherited", entry.inherited), ("interrupted", entry.interrupted)) if true)
    return TimelineModel(
        key=entry.key,
        session_id=session_id,
        kind=entry.kind,
        seq=entry.seq,
        time_ms=entry.time_ms,
        clock_ms=entry.clock_ms,
        begin_ms=entry.begin_ms,
        end_ms=entry.end_ms,
        title=_title(entry, text, source),
        text=text,
        blocks=blocks,
        source=source,
        badges=badges,
        notes=(t("note.broken_off"),) if entry.interrupted else (),
        provenance={"text": Provenance(kind="recorded", seq=entry.seq, path="data")},
    )


Read = tuple[str | None, tuple[Json, ...], str | None]


def _message(entry: Entry, body: dict[str, Any]) -> Read:
    """A user or assistant message: its text (or its reasoning), the blocks that are neither, and who sent it."""
    message = body.get("message")
    holder = message if isinstance(message, dict) else body
    content = holder.get("content")
    if isinstance(content, str):
        content = [{"type": "text", "text": content}]
    blocks = [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []
    wanted = "reasoning" if entry.kind == "reasoning" else "text"
    text = "\n".join(
        block["text"] for block in blocks if block.get("type") == wanted and isinstance(block.get("text"), str)
    )
    taken = {"text", "reasoning", "tool-call"} if entry.kind in _STREAMED else {"text"}
    others = tuple(block for block in blocks if block.get("type") not in taken)
    return text or None, () if entry.kind == "reasoning" else others, _source(holder.get("source"))


def _source(source: Any) -> str | None:
    """Who a message comes from, in the log's own words."""
    if not isinstance(source, dict) or source.get("kind") in ("user", "model"):
        return None
    kind, plugin = source.get("kind"), source.get("plugin")
    return str(plugin if kind == "plugin" and plugin else kind)


def _retry(entry: Entry, body: dict[str, Any]) -> Read:
    failure = body.get("failure")
    failure = failure if isinstance(failure, dict) else {}
    message = failure.get("message")
    text = t("row.retry", number=body.get("retry"), delay=body.get("delayMs"), message=message or "")
    return text, (), entry.type


def _compaction(entry: Entry, body: dict[str, Any]) -> Read:
    if isinstance(body.get("summary"), list):
        text = "\n".join(str(block.get("text")) for block in body["summary"] if isinstance(block, dict))
        return (
            t("row.compaction", count=len(body.get("shadowedSeqs") or ()), tokens=body.get("shadowedTokenCount"))
            + (f"\n\n{text}" if text else ""),
            (),
            entry.type,
        )
    if entry.type == "compaction/prune":
        count, tokens = len(body.get("shadowedSeqs") or ()), body.get("shadowedTokenCount")
        return t("row.prune", count=count, tokens=tokens), (), entry.type
    error = body.get("error")
    return (t("row.compaction_failed", message=str(error)) if error else entry.type), (), entry.type


def _approval(_: Entry, body: dict[str, Any]) -> Read:
    return t("row.approval", tool=body.get("toolName"), reason=body.get("reason") or ""), (), "approval"


_READERS: dict[str, Callable[[Entry, dict[str, Any]], Read]] = {
    "retry": _retry,
    "compaction": _compaction,
    "approval": _approval,
}


def _streamed(con: duckdb.DuckDBPyConnection, session_id: str, entry: Entry, position: Position) -> str | None:
    last = entry.seq if entry.last_seq is None else entry.last_seq
    parts = records(con, "streamed", session=session_id, first=entry.seq, last=last, **position.bounds)
    return next((part["text"] for part in parts if part["type"] == _STREAMED[entry.kind]), None)


def _title(entry: Entry, text: str | None, source: str | None) -> str:
    first = next((line.strip() for line in (text or "").splitlines() if line.strip()), "")
    words = [source or "", first] if entry.kind in ("context", "notice") else [first]
    return " · ".join(word for word in words if word)[:TITLE] or source or entry.kind
