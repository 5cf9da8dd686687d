"""What happens inside a call, as items with a time: the raw stream, and the milestones that can be told of it.

Three kinds of source: the output of a command (executor; job where it runs in the background and its output is asked
for), the rows of a child's session (child), the events of a workflow's run on the bus (bus). An item has a place in its
stream, counted in characters of a text or in bodies, so that a reader who got pieces of the stream knows which items
they cover.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal

from workbench.gaps.channel_commands import STREAMS
from workbench.gaps.channel_log import Line, encode, time_of
from workbench.model import Json, Value

Kind = Literal["executor", "job", "child", "bus"]
Grade = Literal["milestone", "raw"]
KINDS: tuple[Kind, ...] = ("executor", "job", "child", "bus")
GRADES: tuple[Grade, ...] = ("milestone", "raw")
LAST_LINE = 80
"""Characters of the last line that a digest of output shows."""
MOST_ITEMS = 400
"""Most pieces into which an output without times is cut."""

Place = tuple[str, int, int]
"""A stretch of a stream: its name, where it begins and where it ends."""


class Item(Value, frozen=True, kw_only=True):
    """Something that happened inside a call.

    Attributes:
        at: milliseconds since 1970.
        grade: `raw` for the stream itself, `milestone` for what is rare and has structure.
        place: its stretch of its own stream.
        text: what a text stream carries; `body` what the others carry.
        ways: other stretches from which a reader knows the same; each way is a list of stretches that it needs.
    """

    at: int
    grade: Grade
    place: Place
    text: str | None = None
    body: dict[str, Json] | None = None
    ways: tuple[tuple[Place, ...], ...] = ()

    @property
    def size(self) -> int:
        """Bytes of what it says, without any envelope."""
        return len(self.text.encode("utf-8", "replace")) if self.text is not None else len(encode(self.body or {})) - 1


class Source(Value, frozen=True, kw_only=True):
    """One call with what happened inside it.

    Attributes:
        call_id, tool: which call.
        began, ended: milliseconds since 1970; the last thing that can be told of it is told when it ended.
        after, before: indices of rows of its log between which its rows stand.
        settled: when the result was written.
        result: the text of the result, which settles a text stream as far as it holds it.
        runs: ids of the workflow runs that it started; `logged` tells whether the log has rows of their own.
        children: the sessions it started, each with its lines; `catalogued` are those for which the log has a row with
            the child's id already, as logs have it from generation 3 on.
        polls: calls that read the output of a job, each with the stretch that its result holds.
        measured: whether the times of the items were recorded; else they are assumed.
    """

    call_id: str
    tool: str
    began: int
    ended: int
    settled: int
    after: int
    before: int
    items: tuple[Item, ...]
    result: str = ""
    runs: tuple[str, ...] = ()
    logged: bool = False
    children: tuple[tuple[str, tuple[Line, ...]], ...] = ()
    catalogued: tuple[str, ...] = ()
    polls: tuple[tuple[str, int, int], ...] = ()
    measured: bool = True


def of_output(pieces: Iterable[tuple[int, int, str]], *, began: int, ended: int, digest_ms: int) -> tuple[Item, ...]:
    """Return the items of a command's output: every piece, and a digest at most every `digest_ms` milliseconds.

    Args:
        pieces: milliseconds since 1970, 0 for stdout or 1 for stderr, and the text.
        began: when the command was started.
        ended: when it was over.
        digest_ms: how often lines and bytes so far are told, where there is something new.
    """
    raw: list[Item] = []
    ends = [0, 0]
    for at, stream, text in pieces:
        start, ends[stream] = ends[stream], ends[stream] + len(text)
        raw.append(Item(at=at, grade="raw", place=(STREAMS[stream], start, ends[stream]), text=text))
    return (*raw, *_digests(raw, began, ended, digest_ms))


def without_times(
    text: str, *, began: int, ended: int, arrival: Literal["even", "end"]
) -> Iterator[tuple[int, int, str]]:
    """Yield the pieces of an output of which only the end is known: line by line, at times that are assumed.

    Args:
        text: all of it.
        began: when the command was started.
        ended: when it was over.
        arrival: `even` spreads the lines over the run, `end` has all of them come when it ends.
    """
    lines = text.splitlines(keepends=True)
    size = -(-len(lines) // MOST_ITEMS) or 1
    groups = ["".join(lines[at : at + size]) for at in range(0, len(lines), size)]
    for number, group in enumerate(groups):
        share = (number + 0.5) / len(groups) if arrival == "even" else 1.0
        yield began + round((ended - began) * share), 0, group


def of_child(session_id: str, rows: Sequence[Line]) -> tuple[Item, ...]:
    """Return the items of a child: each of its rows as the log has it, and what is rare: begun, tools called, ended."""
    stream = child_stream(session_id)
    items: list[Item] = []
    told = 0
    for index, row in enumerate(rows):
        at = time_of(row)
        body: dict[str, Json] = {"childId": session_id, "event": row}
        items.append(Item(at=at, grade="raw", place=(stream, index, index + 1), body=body))
        milestone = _milestone(row)
        if milestone is not None:
            kind, more = milestone
            anchor: tuple[Place, ...] = ((f"anchor:{session_id}", 0, 1),) if kind == "begun" else ()
            ways = (((stream, index, index + 1),), *((anchor,) if anchor else ()))
            place = (f"digest:{session_id}", told, told + 1)
            body = {"childId": session_id, "kind": kind, **more}
            items.append(Item(at=at, grade="milestone", place=place, body=body, ways=ways))
            told += 1
    return tuple(items)


def of_run(events: Iterable[dict[str, Any]]) -> tuple[Item, ...]:
    """Return the items of a workflow's run: its lines are raw, everything else is a milestone.

    Args:
        events: dicts with `t`, `kind` (start, phase, log, agent-start, agent-end, end) and `body`.
    """
    items: list[Item] = []
    counts: dict[str, int] = {}
    for event in events:
        number = counts.get(event["kind"], 0)
        counts[event["kind"]] = number + 1
        grade: Grade = "raw" if event["kind"] == "log" else "milestone"
        place = (event["kind"], number, number + 1)
        items.append(Item(at=round(event["t"]), grade=grade, place=place, body={"kind": event["kind"]} | event["body"]))
    return tuple(items)


def child_stream(session_id: str) -> str:
    """Return the name of the stream of a child's rows."""
    return f"child:{session_id}"


# ---------------------------------------------------------------------------------------------------- inside


def _digests(raw: Sequence[Item], began: int, ended: int, every: int) -> Iterator[Item]:
    """A digest at each multiple of `every` at which there is something new; what is new at the end the result tells."""
    due: dict[int, int] = {}
    for number, item in enumerate(raw):
        tick = began + -(-max(item.at - began, 1) // every) * every
        if tick < ended:
            due[tick] = number + 1
    for number, (tick, count) in enumerate(sorted(due.items())):
        seen = raw[:count]
        text = "".join(item.text or "" for item in seen)
        needs = tuple({item.place[0]: (item.place[0], 0, item.place[2]) for item in seen}.values())
        body: dict[str, Json] = {
            "lines": text.count("\n"),
            "bytes": sum(item.size for item in seen),
            "last": text.rstrip("\r\n").splitlines()[-1][-LAST_LINE:] if text.strip() else "",
        }
        yield Item(at=tick, grade="milestone", place=("digest", number, number + 1), body=body, ways=(needs,))


def _milestone(row: Line) -> tuple[str, dict[str, Json]] | None:
    data = row.get("data")
    if row["type"] == "user/message":
        source = data.get("source") if isinstance(data, dict) else None
        return ("begun", {}) if isinstance(source, dict) and source.get("kind") != "plugin" else None
    if row["type"] == "tool/call":
        return "tool", {"tool": data.get("name") if isinstance(data, dict) else None}
    return ("ended", {}) if row["type"] == "turn/end" else None
