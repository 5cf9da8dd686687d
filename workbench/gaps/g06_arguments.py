"""G6: arguments while they are written. Not JSON until the last piece; a tolerant reader shows them as they come.

The tolerant reader is `workbench.partial`; what it showed at each moment is told from where the texts stand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from typing import Any, Literal

from workbench.gaps.asking import ask, query, table
from workbench.gaps.entries import Text
from workbench.gaps.gap import Gap
from workbench.gaps.offsets import Member, members
from workbench.store import Store

Reader = Literal["strict", "tolerant"]
READERS: dict[Reader, Text] = {
    "strict": Text(en="JSON whole or not at all", zh="只认完整的 JSON"),
    "tolerant": Text(en="what has arrived is read", zh="到多少读多少"),
}
_COLUMNS = """session_id varchar, seq bigint, key varchar, tool varchar, generation integer, has varchar, first varchar,
    pieces bigint, chars bigint, unreadable_ms bigint, gained_ms bigint, gained_whole_ms bigint, shown double"""
STEPS = 20
"""Moments at which it is told how much can be seen, evenly over the pieces, after the beginning."""


def probe(store: Store, *, reader: Reader = "strict") -> Gap:
    """Measure how long arguments cannot be read, and what a tolerant reader shows meanwhile.

    An instance is a call with a text among its arguments that came in more than one piece. To the strict reader, which
    is what the harness's own client has, it is missing until the last piece; to the tolerant one it is joined, since
    part of the text can be seen before that. The numbers are those of a tolerant reader in both cases.

    Args:
        store: the loaded sessions.
        reader: who is to read the arguments.
    """
    rows = [row for asked in ask(store.cursor(), query("g06_pieces")) if (row := _instance(asked, reader)) is not None]
    curves = [row.pop("curve") for row in rows]
    seen = [row["shown"] for row in rows if row["shown"] is not None]
    measures = {
        "unreadable_ms": _total(rows, "unreadable_ms"),
        "longest_ms": max((row["unreadable_ms"] for row in rows if row["unreadable_ms"] is not None), default=None),
        "gained_ms": _total(rows, "gained_ms"),
        "gained_most_ms": max((row["gained_ms"] for row in rows if row["gained_ms"] is not None), default=None),
        "shown_share": sum(seen) / len(seen) if seen else None,
    }
    columns = (
        "tool varchar, first varchar, calls bigint, unreadable_ms bigint, gained_ms bigint, gained_whole_ms bigint"
    )
    return Gap(
        store,
        "G6",
        table(_COLUMNS, rows),
        measures=measures,
        looks={
            "by_tool": table(columns, _by_tool(rows)),
            "curve": table("reached double, shown double, calls bigint", _curve(curves)),
        },
        settings={"reader": READERS[reader]},
    )


# ---------------------------------------------------------------------------------------------------- inside


def _instance(row: dict[str, Any], reader: Reader) -> dict[str, Any] | None:
    """One call: when its first text began to show and was whole, against the moment when everything was there."""
    times, ends = _pieces(row["runs"])
    texts = [member for member in members(row["arguments"]) if member.is_text and member.end > member.start]
    spread = [text for text in texts if _piece(ends, text.start) != _piece(ends, text.end - 1)]
    if not spread:
        return None
    first = spread[0]
    return {
        "session_id": row["session_id"],
        "seq": row["seq"],
        "key": row["key"],
        "tool": row["tool"],
        "generation": row["generation"],
        "has": "joined" if reader == "tolerant" else "missing",
        "first": first.name,
        "pieces": len(times),
        "chars": ends[-1],
        "unreadable_ms": _until_last(times, 0),
        "gained_ms": _until_last(times, _piece(ends, first.start)),
        "gained_whole_ms": _until_last(times, min(_piece(ends, first.end), len(times) - 1)),
        "shown": _shown(texts, ends),
        "curve": _shown_at(texts, ends),
    }


def _pieces(runs: list[dict[str, Any]]) -> tuple[list[int | None], list[int]]:
    """Return the time of every piece that brings something, and how many characters had come with it."""
    times: list[int | None] = []
    ends: list[int] = []
    come = 0
    for run in runs:
        now = run["time"]
        for length, gap in zip(run["lengths"], (0, *run["dt"]), strict=False):
            now = None if now is None or gap is None else now + gap
            if length:
                come += length
                times.append(now)
                ends.append(come)
    return times, ends


def _piece(ends: list[int], offset: int) -> int:
    """Return which piece brings the character at an offset."""
    return bisect_right(ends, offset)


def _until_last(times: list[int | None], piece: int) -> int | None:
    """Return the milliseconds from one piece to the last; None where a time is missing or the clock went back."""
    begun, ended = times[piece], times[-1]
    return None if begun is None or ended is None or ended < begun else ended - begun


def _total(rows: list[dict[str, Any]], name: str) -> int | None:
    known = [row[name] for row in rows if row[name] is not None]
    return sum(known) if known else None


def _shown(texts: list[Member], ends: list[int]) -> float | None:
    """Return the share of all text that can be seen, as a mean over the pieces but the last."""
    moments = ends[:-1]
    whole = sum(text.end - text.start for text in texts)
    return sum(_seen(text, moments) for text in texts) / (whole * len(moments)) if moments else None


def _shown_at(texts: list[Member], ends: list[int]) -> list[float]:
    """Return the share of all text that can be seen at each of the moments."""
    spans = [(text.start, text.end) for text in texts]
    whole = sum(end - start for start, end in spans)
    found = []
    for step in range(STEPS + 1):
        pieces = step * len(ends) // STEPS
        come = ends[pieces - 1] if pieces else 0
        seen = 0
        for start, end in spans:
            if come > start:
                seen += (min(end, come)) - start
        found.append(seen / whole)
    return found


def _curve(shown: list[list[float]]) -> list[dict[str, Any]]:
    """The mean over all calls, a row a moment."""
    return [
        {"reached": step / STEPS, "shown": sum(seen) / len(seen), "calls": len(seen)}
        for step, seen in enumerate(zip(*shown, strict=True))
    ]


def _seen(text: Member, moments: list[int]) -> int:
    """Return how many characters of a text can be seen, summed over the moments."""
    begun, done = bisect_right(moments, text.start), bisect_right(moments, text.end)
    return sum(moments[begun:done]) - (done - begun) * text.start + (len(moments) - done) * (text.end - text.start)


def _by_tool(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    groups: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row["tool"], row["first"]].append(row)
    summed = ("unreadable_ms", "gained_ms", "gained_whole_ms")
    return [
        {"tool": tool, "first": first, "calls": len(part)} | {name: _total(part, name) for name in summed}
        for (tool, first), part in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    ]
