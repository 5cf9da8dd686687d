"""Options A to D as rows and frames: what each would put into the log, and what it would send beside it.

Nothing of it exists in the harness; the names of rows and frames are ours. A row that no format knows is marked as one
that readers may pass over, so the harness of today opens such a log.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from workbench.gaps.channel_items import Grade, Item, Kind, Source
from workbench.gaps.channel_log import Added
from workbench.model import Json, Value

Option = Literal["today", "A", "B", "C", "D"]
OPTIONS: tuple[Option, ...] = ("today", "A", "B", "C", "D")
GENERAL = "tool/progress"
OUTPUT = "tool/output"
ANCHOR = "subagent/catalog"
FRAME = "session/progress"
LOGGED = frozenset({"start", "end", "agent-start", "agent-end"})
"""Kinds of workflow event that the harness writes into the log already, as `tool-workflow/…`."""
OWN = {"start": "run-start", "end": "run-end"}
"""Their names there, where they differ."""


class Assumptions(Value, frozen=True, kw_only=True):
    """What is assumed of a channel, its writer and its readers; all of it can be changed.

    Attributes:
        coalesce_ms: how long raw items are gathered before they leave the tool; 0 lets each leave at once.
        chunk_bytes: most bytes of text in one row or frame; what is gathered leaves when it has that size.
        digest_ms: how often a running command tells lines and bytes so far, where there is something new.
        flush_ms: how long the writer of the log gathers rows (the harness: 200).
        compressed: Zstandard frames, as the harness writes by default, or plain lines.
        poll_ms: how often a reader looks whether the file has grown; 0 for one who is told.
        send_ms: what the way from the host to a connected client takes.
        away_at: when a client loses its connection, as a share of the call's run.
        away_ms: for how long.
        result_chars: how much of one stream a result keeps, its tail (the harness: 64 000).
        arrival: when output came whose times nobody recorded: line by line over the run, or all at the end.
        again: whether the general event of A also tells what a log has already in rows of the tool's own.
    """

    coalesce_ms: int = 100
    chunk_bytes: int = 8192
    digest_ms: int = 1000
    flush_ms: int = 200
    compressed: bool = True
    poll_ms: int = 100
    send_ms: int = 2
    away_at: float = 0.4
    away_ms: int = 1000
    result_chars: int = 64_000
    arrival: Literal["even", "end"] = "even"
    again: bool = True


class Sent(NamedTuple):
    """Something that leaves the tool at a time: a row for the log, or a frame for those who are connected."""

    at: int
    grade: Grade
    kind: str
    data: dict[str, Json]


class Plan(NamedTuple):
    """What an option makes of one call: rows, frames, and the runs and children whose own rows get the call's id."""

    rows: tuple[Sent, ...]
    frames: tuple[Sent, ...]
    named: tuple[str, ...] = ()


def plan(source: Source, kind: Kind, option: Option, assumed: Assumptions) -> Plan:
    """Return what an option writes and sends for one call.

    A writes every item as a general event; B sends every item as a frame; C writes events of the tool's own: pieces of
    output, the link to a child whose own log has the rest, phases and lines of a run; D writes milestones as general
    events and sends the raw stream as frames, except that of a child, whose own rows are sent anyway.
    """
    if option == "today":
        return Plan((), ())
    if option == "B":
        return Plan((), tuple(_general(source, source.items, FRAME, assumed)))
    if option == "A":
        items = [item for item in source.items if assumed.again or not _logged(item, source)]
        return Plan(tuple(_general(source, items, GENERAL, assumed)), ())
    if option == "C":
        return Plan(tuple(_own(source, kind, assumed)), (), (source.runs if source.logged else ()) + source.catalogued)
    rare = [item for item in source.items if item.grade == "milestone" and not _logged(item, source)]
    raw = [] if kind == "child" else [item for item in source.items if item.grade == "raw"]
    rows = _general(source, rare, GENERAL, assumed)
    return Plan(tuple(rows), tuple(_general(source, raw, FRAME, assumed)), ())


def own_row(kind: str) -> str:
    """Return the type of the row that the log has, or would have, for a kind of workflow event."""
    return f"tool-workflow/{OWN.get(kind, kind)}"


def added(source: Source, rows: Iterable[Sent]) -> list[Added]:
    """Return rows with the place that they have in the log of their call."""
    return [Added(row.at, source.after, source.before, row.kind, row.data) for row in rows]


# ---------------------------------------------------------------------------------------------------- inside


class _Gathered(NamedTuple):
    at: int
    items: list[Item]


def _logged(item: Item, source: Source) -> bool:
    """Tell whether the log has a row of its own for an item already."""
    return source.logged and item.place[0] in LOGGED


def _general(source: Source, items: Sequence[Item], kind: str, assumed: Assumptions) -> Iterator[Sent]:
    for gathered in _gather(source, items, assumed):
        for payload in _payloads(gathered.items, assumed.chunk_bytes):
            yield Sent(gathered.at, gathered.items[0].grade, kind, {"callId": source.call_id} | payload)


def _own(source: Source, kind: Kind, assumed: Assumptions) -> Iterator[Sent]:
    if kind in ("executor", "job"):
        yield from _general(source, [item for item in source.items if item.grade == "raw"], OUTPUT, assumed)
    elif kind == "child":
        for child_id, lines in source.children:
            if child_id in source.catalogued:
                continue
            at = min(max(int(lines[0]["createdAt"]), source.began), source.ended)
            yield Sent(at, "milestone", ANCHOR, {"callId": source.call_id, "childId": child_id})
    else:
        for item in source.items:
            if not _logged(item, source):
                stream = item.place[0]
                body = {name: value for name, value in (item.body or {}).items() if name != "kind"}
                named: dict[str, Json] = {"runId": source.runs[0]} | (
                    {"callId": source.call_id} if stream == "start" else {}
                )
                yield Sent(_within(source, item.at), item.grade, own_row(stream), named | body)


def _within(source: Source, at: int) -> int:
    return min(max(at, source.began), source.ended)


def _gather(source: Source, items: Sequence[Item], assumed: Assumptions) -> list[_Gathered]:
    """Gather the raw items of each stream until the window closes or they are large enough; milestones go at once."""
    found: list[_Gathered] = []
    open_: dict[str, tuple[int, int, list[Item]]] = {}

    def close(stream: str, at: int) -> None:
        found.append(_Gathered(_within(source, at), open_.pop(stream)[2]))

    for item in items:
        if item.grade == "milestone" or assumed.coalesce_ms == 0:
            found.append(_Gathered(_within(source, item.at), [item]))
            continue
        stream = item.place[0]
        if stream in open_ and item.at > open_[stream][0]:
            close(stream, open_[stream][0])
        due, size, held = open_.get(stream, (item.at + assumed.coalesce_ms, 0, []))
        open_[stream] = (due, size + item.size, [*held, item])
        if size + item.size >= assumed.chunk_bytes:
            close(stream, item.at)
    for stream in list(open_):
        close(stream, open_[stream][0])
    return sorted(found, key=lambda gathered: gathered.at)


def _payloads(items: Sequence[Item], most: int) -> Iterator[dict[str, Json]]:
    """What is gathered as payloads that say which stretch of their stream they are; a long text is cut."""
    stream, start, _ = items[0].place
    if items[0].text is None:
        yield {"stream": stream, "from": start, "bodies": [item.body for item in items]}
        return
    text = "".join(item.text or "" for item in items)
    for piece in _cut(text, most):
        yield {"stream": stream, "from": start, "text": piece}
        start += len(piece)


def _cut(text: str, most: int) -> Iterator[str]:
    """Cut a text into pieces of at most so many bytes, between characters."""
    at = 0
    while at < len(text):
        end = min(len(text), at + most)
        while end > at + 1 and len(text[at:end].encode("utf-8", "replace")) > most:
            end = at + max(1, (end - at) // 2)
        yield text[at:end]
        at = end
