"""One option tried on one log: the log is written, read back and sent, and what readers got is held against it all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from workbench.gaps.channel_cases import Case
from workbench.gaps.channel_items import GRADES, Grade, Item, Source
from workbench.gaps.channel_log import Added, Append, Line, appends, clocks, encode, inherited, time_of, with_rows
from workbench.gaps.channel_options import ANCHOR, Assumptions, Option, Plan, Sent, added, plan
from workbench.gaps.channel_readers import (
    Message,
    Shown,
    followed,
    message_of,
    pieces,
    pieces_of_child,
    received,
    result_at,
    settled,
)
from workbench.model import Value

KEPT = ("row", "own")
"""Ways that a replay has too."""


class Seen(Value, frozen=True, kw_only=True):
    """What became of one item.

    Attributes:
        grade, size: as the item has them.
        feed_ms, file_ms: how long after it happened it was on the screen of one who is connected, and of one who
            follows the file; None for never. What only the result tells is there with the result.
        in_course: whether a replay can show it at its time; `off_ms` how far from its time that is.
        again: whether a replay can show it at all, were it with the result.
        missed: whether one who was away for a while did not get it as it happened, though others did.
        gone: whether nothing tells it to them afterwards either.
    """

    grade: Grade
    size: int
    feed_ms: int | None
    file_ms: int | None
    in_course: bool
    off_ms: int | None
    again: bool
    missed: bool
    gone: bool


class Trial(Value, frozen=True, kw_only=True):
    """One option on one log; sizes in bytes, `plain` of the lines themselves, `stored` of the file as it is written.

    `rows` and `frames` count what was added, by grade; `sent_bytes` is what goes to a client for both.
    """

    case: Case
    option: Option
    lines: tuple[Line, ...]
    written: tuple[Append, ...]
    base_plain: int
    base_stored: int
    plain: int
    stored: int
    rows: dict[Grade, int]
    row_bytes: dict[Grade, int]
    frames: dict[Grade, int]
    sent_bytes: dict[Grade, int]
    seen: tuple[Seen, ...]

    def write(self, folder: Path) -> Path:
        """Write the log, and those of the children, into a folder, and return the path of the log."""
        name = "session.jsonl.zstd" if self.written[0].data[:1] == b"\x28" else "session.jsonl"
        path = folder / "log" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(append.data for append in self.written))
        for number, (_, lines) in enumerate(child for source in self.case.sources for child in source.children):
            beside = folder / f"child{number}" / "session.jsonl"
            beside.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(b"".join(map(encode, lines)))
        return path


def size_today(case: Case, assumed: Assumptions) -> tuple[int, int]:
    """Return the bytes of a log's lines, and of its file, as the writer writes it without any channel."""
    written = appends(case.lines, flush_ms=assumed.flush_ms, compressed=assumed.compressed)
    return sum(len(encode(line)) for line in case.lines), sum(len(append.data) for append in written)


def try_out(case: Case, option: Option, assumed: Assumptions, base: tuple[int, int] | None = None) -> Trial:
    """Write a log by an option, read it back as readers would, and say what they had when.

    Args:
        case: the log and what happened inside its calls.
        option: what is written and sent.
        assumed: of the channel, its writer and its readers.
        base: `size_today`, where it is known already.
    """
    plans = [plan(source, case.kind, option, assumed) for source in case.sources]
    rows = [row for source, made in zip(case.sources, plans, strict=True) for row in added(source, made.rows)]
    lines = with_rows(case.lines, rows, _changed(case, plans))
    written = tuple(appends(lines, flush_ms=assumed.flush_ms, compressed=assumed.compressed))
    read = list(followed(written, assumed.poll_ms))
    kept = [row for made in plans for row in made.rows]
    sent = [frame for made in plans for frame in made.frames]
    base = base or size_today(case, assumed)
    return Trial(
        case=case,
        option=option,
        lines=tuple(lines),
        written=written,
        base_plain=base[0],
        base_stored=base[1],
        plain=sum(len(encode(line)) for line in lines),
        stored=sum(len(append.data) for append in written),
        rows={grade: sum(row.grade == grade for row in kept) for grade in GRADES},
        row_bytes={grade: sum(_row_bytes(rows, kept, grade)) for grade in GRADES},
        frames={grade: sum(frame.grade == grade for frame in sent) for grade in GRADES},
        sent_bytes={
            grade: _sent_bytes(case, kept, grade, kept=True) + _sent_bytes(case, sent, grade, kept=False)
            for grade in GRADES
        },
        seen=tuple(
            seen
            for source, made in zip(case.sources, plans, strict=True)
            for seen in _seen(case, source, made, read, assumed)
        ),
    )


# ---------------------------------------------------------------------------------------------------- inside


def _changed(case: Case, plans: Sequence[Plan]) -> dict[int, dict[str, str]]:
    """Members that rows of the log get more: the id of the call, where a run begins and where a child is named."""
    calls = {name: source.call_id for source, made in zip(case.sources, plans, strict=True) for name in made.named}
    named = {"tool-workflow/run-start": "runId", ANCHOR: "childId"}
    return {
        index: {"callId": calls[name]}
        for index, line in enumerate(case.lines[1:])
        if line["type"] in named
        and isinstance(line["data"], dict)
        and (name := str(line["data"].get(named[line["type"]]))) in calls
    }


def _row_bytes(rows: Sequence[Added], kept: Sequence[Sent], grade: Grade) -> Iterator[int]:
    for row, one in zip(rows, kept, strict=True):
        if one.grade == grade:
            yield len(encode({"type": row.kind, "seq": 0, "time": row.at, "data": row.data, "ignorable": True}))


def _sent_bytes(case: Case, gone: Sequence[Sent], grade: Grade, *, kept: bool) -> int:
    messages = (
        message_of(case.session_id, {"type": one.kind, "data": one.data}, kept=kept, at=0)
        for one in gone
        if one.grade == grade
    )
    return sum(len(message.data) for message in messages)


def _seen(
    case: Case, source: Source, made: Plan, read: Sequence[tuple[int, Line]], assumed: Assumptions
) -> Iterator[Seen]:
    away = source.began + round((source.ended - source.began) * assumed.away_at)
    absent = (away, min(away + assumed.away_ms, source.ended))
    lines = [line for _, line in read]
    messages = sorted(_messages(case, source, made, lines), key=lambda message: message.at)
    got = {
        "feed": list(pieces(received(messages, assumed, None), source)),
        "broken": list(pieces(received(messages, assumed, absent), source)),
        "file": list(pieces(read, source)),
        "again": list(pieces(((time_of(line), line) for line in lines), source)),
    }
    for child_id, child in source.children:
        rows, clock = child[1:], clocks(child)
        sent = [message_of(child_id, row, kept=True, at=time) for row, time in zip(rows, clock, strict=True)]
        grown = appends(child, flush_ms=assumed.flush_ms, compressed=assumed.compressed)
        ways = {
            "feed": received(sent, assumed, None),
            "broken": received(sent, assumed, absent),
            "file": followed(grown, assumed.poll_ms),
            "again": zip(clock, rows, strict=True),
        }
        for name, seen in ways.items():
            got[name] += pieces_of_child(seen, child_id, inherited(child))
    told = settled(source.items, source)
    shown = {name: Shown(found) for name, found in got.items()}
    ends = (result_at(got["feed"]), result_at(got["file"]))
    for item in source.items:
        by_result = any(
            stream == item.place[0] and start <= item.place[1] and item.place[2] <= stop for stream, start, stop in told
        )
        yield _one(item, shown, ends if by_result else (None, None))


def _one(item: Item, shown: dict[str, Shown], result: tuple[int | None, int | None]) -> Seen:
    """What became of one item; `result` is when a result that tells it was there, for each of two readers."""
    live, back, file = (shown[name].at(item) for name in ("feed", "broken", "file"))
    in_course = shown["again"].at(item, KEPT)
    by_result = result != (None, None)
    missed = live is not None and back is None
    return Seen(
        grade=item.grade,
        size=item.size,
        feed_ms=_later(result[0] if live is None else live, item.at),
        file_ms=_later(result[1] if file is None else file, item.at),
        in_course=in_course is not None,
        off_ms=_later(in_course, item.at),
        again=in_course is not None or by_result,
        missed=missed,
        gone=missed and not by_result,
    )


def _later(then: int | None, at: int) -> int | None:
    return None if then is None else max(0, then - at)


def _messages(case: Case, source: Source, made: Plan, lines: Sequence[Line]) -> Iterator[Message]:
    """What a connected client is sent while the call runs: the rows of the log, and the frames beside it."""
    for line in lines:
        at = time_of(line)
        if source.began <= at <= max(source.ended, source.settled):
            yield message_of(case.session_id, line, kept=True, at=at)
    for frame in made.frames:
        yield message_of(case.session_id, {"type": frame.kind, "data": frame.data}, kept=False, at=frame.at)
