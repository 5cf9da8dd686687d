"""Session logs with rows put in: numbered anew, written in appends as the harness writes them.

What a channel would add to a log is not estimated: the log is written, once without and once with the rows, by the same
writer, and the two are compared.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from workbench.errors import WorkbenchError
from workbench.logs import discover
from workbench.logs.known import ANY, PACKED, TYPES
from workbench.logs.reading import texts
from workbench.logs.zstd import CompressionParameter, compress
from workbench.model import Json

Line = dict[str, Any]
FLUSHED = frozenset({"tool/call", "step/start", "step/end", "turn/end", "request/context"})
"""Rows that the harness writes at once, with all that waited before them; others wait for the end of the window. With
these the recorded logs come out again, append by append."""
_ONE = ("sourceEventSeq", "headerSeq", "throughSeq")
_MANY = ("messageSeqs", "shadowedSeqs")
_FRAME = {int(CompressionParameter.checksum_flag): 1, int(CompressionParameter.content_size_flag): 0}


class Added(NamedTuple):
    """A row to put in at a time, behind the row with the index `after` and before the one with the index `before`."""

    at: int
    after: int
    before: int
    kind: str
    data: dict[str, Json]


class Append(NamedTuple):
    """Bytes that reach the file in one go, and when."""

    at: int
    data: bytes


def read_lines(path: str | Path) -> list[Line]:
    """Return the lines of a log as they stand, the header first.

    Raises:
        WorkbenchError: it cannot be read as it is: rows that are no JSON, or that have no number or no time.
    """
    found = discover(path).found
    whole = b"".join(text or b"" for text in texts(found[0])) if len(found) == 1 else b""
    try:
        lines = [decode(line) for line in whole.split(b"\n") if line]
        if not lines or any(
            not isinstance(time_of(line), int) or not isinstance(seq_of(line), int) for line in lines[1:]
        ):
            raise ValueError("rows without number or time")  # noqa: TRY301 - one sentence for all that is wrong
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise WorkbenchError(f"{path} cannot be written again: {error}.", code="not-writable", path=str(path)) from None
    return lines


def clocks(lines: Sequence[Line]) -> list[int]:
    """Return the clock of every row (the header has none): the latest time so far."""
    return list(accumulate((time_of(line) for line in lines[1:]), max))


def with_rows(lines: Sequence[Line], added: Iterable[Added], changed: Mapping[int, Mapping[str, Json]]) -> list[Line]:
    """Return the lines with rows put in, all numbered anew; what refers to a number refers to the new one.

    Args:
        lines: header and rows.
        added: the rows to put in; those of one time keep their order.
        changed: members to add to the data of a row, by its index.
    """
    clock = clocks(lines)
    places = sorted(
        ((min(max(bisect_right(clock, row.at), row.after + 1), row.before), order, row)
         for order, row in enumerate(added)), key=lambda place: (place[0], place[2].at, place[1]),
    )  # fmt: skip
    indices = [index for index, _, _ in places]
    firsts = [seq_of(line) for line in lines[1:]]

    def moved(seq: int) -> int:
        return seq + bisect_right(indices, bisect_right(firsts, seq) - 1)

    known = TYPES.get(lines[0].get("version", 0), ANY)
    found = [lines[0]]
    put = 0
    for index, line in enumerate([*lines[1:], None]):
        while put < len(places) and indices[put] == index:
            row = places[put][2]
            seq = put + (firsts[index] if index < len(firsts) else firsts[-1] + _members(lines[-1]))
            new: Line = {"type": row.kind, "seq": seq, "time": row.at, "data": row.data}
            found.append(new if row.kind in known else new | {"ignorable": True})
            put += 1
        if line is not None:
            found.append(_renumbered(line, moved, changed.get(index)) if put or index in changed else line)
    return found


def appends(lines: Sequence[Line], *, flush_ms: int, compressed: bool) -> Iterator[Append]:
    """Yield what the harness would write: the header, then rows as they come, those of one window together.

    Args:
        lines: header and rows.
        flush_ms: how long the writer gathers rows; those of `FLUSHED` are written at once.
        compressed: a Zstandard frame an append, else plain lines.
    """
    pack = (lambda data: compress(data, options=_FRAME)) if compressed else bytes
    clock = clocks(lines)
    yield Append(clock[0] if clock else 0, pack(encode(lines[0])))
    waiting: list[bytes] = []
    due = 0
    for line, now in zip(lines[1:], clock, strict=True):
        if waiting and now > due:
            yield Append(due, pack(b"".join(waiting)))
            waiting = []
        due = due if waiting else now + flush_ms
        waiting.append(encode(line))
        if line["type"] in FLUSHED or flush_ms == 0:
            yield Append(now, pack(b"".join(waiting)))
            waiting = []
    if waiting:
        yield Append(due, pack(b"".join(waiting)))


def encode(line: Line) -> bytes:
    """Return a line as it is written, its end with it."""
    try:
        return msgspec.json.encode(line) + b"\n"
    except (UnicodeEncodeError, OverflowError):
        return json.dumps(line, separators=(",", ":")).encode() + b"\n"


def decode(text: bytes) -> Line:
    """Return what a line says; half a surrogate pair, which JSON can write, is kept."""
    try:
        line: Line = msgspec.json.decode(text)
    except msgspec.DecodeError:
        line = json.loads(text)
    return line


def time_of(line: Line) -> int:
    """Return the time of a row; of a packed one, that of its first member."""
    time: int = line["time0"] if line["type"] in PACKED else line["time"]
    return time


def seq_of(line: Line) -> int:
    """Return the number of a row; of a packed one, that of its first member."""
    seq: int = line["seq0"] if line["type"] in PACKED else line["seq"]
    return seq


def inherited(lines: Sequence[Line]) -> int:
    """Return how many rows of a log (header first) were copied from its parent."""
    seed = lines[0].get("seedLength") or 0
    ends = (
        index
        for index, line in enumerate(lines[1:])
        if line["type"] == "session/end-seed" and isinstance(line["data"], dict) and line["data"].get("inherited")
    )
    return max(sum(seq_of(line) < seed for line in lines[1:]), max(ends, default=0))


def result_of(data: Mapping[str, Any]) -> tuple[str, str]:
    """Return the id of the call that a result settles, and the text of the result."""
    message = data.get("message") or {}
    block = (message.get("content") or [{}])[0]
    inner = block.get("content") if isinstance(block.get("content"), list) else message.get("content") or []
    words = (part.get("text", "") for part in inner if isinstance(part, dict) and part.get("type") == "text")
    return str(block.get("toolCallId") or message.get("toolCallId") or ""), "".join(words)


# ---------------------------------------------------------------------------------------------------- inside


def _members(line: Line) -> int:
    return len(line["data"].get("texts") or line["data"].get("args") or ()) if line["type"] in PACKED else 1


def _renumbered(line: Line, moved: Any, more: Mapping[str, Json] | None) -> Line:
    """Return a row with new numbers: its own, those of its sources, of what it replaces, and those in its data."""
    name = "seq0" if line["type"] in PACKED else "seq"
    new = line | {name: moved(line[name])}
    if isinstance(sources := line.get("sourceEventSeqs"), list):
        new["sourceEventSeqs"] = [moved(seq) for seq in _spread(sources)]
    if isinstance(op := line.get("surfaceOp"), dict):
        new["surfaceOp"] = {key: moved(value) if isinstance(value, int) else value for key, value in op.items()}
    data = line["data"]
    if isinstance(data, dict):
        new["data"] = {key: _moved(key, value, moved) for key, value in data.items()} | dict(more or {})
    return new


def _moved(key: str, value: Json, moved: Any) -> Json:
    if key in _ONE and isinstance(value, int):
        return moved(value)
    if key in _MANY and isinstance(value, list):
        return [moved(seq) for seq in _spread(value)]
    if key == "shadowedRange" and isinstance(value, dict):
        return {end: moved(seq) if isinstance(seq, int) else seq for end, seq in value.items()}
    return value


def _spread(seqs: Iterable[Json]) -> Iterator[int]:
    for seq in seqs:
        if isinstance(seq, list):
            yield from range(seq[0], seq[1] + 1)
        else:
            yield seq
