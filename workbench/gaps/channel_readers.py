"""Readers of what was written and sent: one follows the file, one is connected, one replays the log afterwards.

They know nothing but bytes. What they got are pieces: stretches of streams, each with the time at which it was there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from workbench.gaps.channel_commands import STREAMS
from workbench.gaps.channel_items import Item, Place, Source, child_stream
from workbench.gaps.channel_log import Append, Line, decode, encode, result_of
from workbench.gaps.channel_options import ANCHOR, FRAME, GENERAL, LOGGED, OUTPUT, Assumptions, own_row
from workbench.logs.frames import MAGIC, inflate

_OWN_ROWS = {own_row(kind): kind for kind in (*sorted(LOGGED), "phase", "log")}


class Message(NamedTuple):
    """Bytes on their way to a client, and when they left. `kept` tells that a row of the log says the same."""

    at: int
    data: bytes
    kept: bool


class Piece(NamedTuple):
    """A stretch of a stream, the way by which it came, and when it was there."""

    at: int
    way: str
    stream: str
    start: int
    stop: int


def decoded(append: Append) -> list[Line]:
    """Return the rows of one append, read from its bytes."""
    data = b"".join(inflate(append.data)) if append.data.startswith(MAGIC) else append.data
    return [decode(line) for line in data.split(b"\n") if line]


def followed(appends: Iterable[Append], poll_ms: int) -> Iterator[tuple[int, Line]]:
    """Yield the rows of a file that grows, each with the time at which a reader who looks every so often sees it."""
    for append in appends:
        seen = append.at if poll_ms == 0 else -(-append.at // poll_ms) * poll_ms
        for line in decoded(append):
            if line["type"] != "session":
                yield seen, line


def received(
    messages: Iterable[Message], assumed: Assumptions, away: tuple[int, int] | None
) -> Iterator[tuple[int, Line]]:
    """Yield what a connected client gets: the row or frame inside each message.

    A message that would come while it is `away` is lost; what it says is read from the log at its return where it is
    kept there.
    """
    for message in messages:
        at = message.at + assumed.send_ms
        if away is not None and away[0] <= at < away[1]:
            if not message.kept:
                continue
            at = away[1] + assumed.send_ms
        yield at, decode(message.data)["event"]


def pieces(seen: Iterable[tuple[int, Line]], source: Source) -> Iterator[Piece]:
    """Yield the pieces of one call's streams among rows and frames, and the stretch `result` for its result."""
    counts: Counter[str] = Counter()
    for at, line in seen:
        kind, data = line["type"], line.get("data")
        if not isinstance(data, dict):
            continue
        if kind in (GENERAL, OUTPUT, FRAME) and "stream" in data and data.get("callId") == source.call_id:
            length = len(data["text"]) if "text" in data else len(data["bodies"])
            way = "frame" if kind == FRAME else "row"
            yield Piece(at, way, data["stream"], data["from"], data["from"] + length)
        elif kind == ANCHOR and data.get("callId") == source.call_id:
            yield Piece(at, "row", f"anchor:{data['childId']}", 0, 1)
        elif kind in _OWN_ROWS and data.get("runId") in source.runs:
            stream = _OWN_ROWS[kind]
            yield Piece(at, "own", stream, counts[stream], counts[stream] + 1)
            counts[stream] += 1
        elif kind == "tool/result":
            call_id = result_of(data)[0]
            if call_id == source.call_id:
                yield Piece(at, "result", "result", 0, 1)
            yield from (Piece(at, "own", STREAMS[0], *part) for poll, *part in source.polls if poll == call_id)


def pieces_of_child(seen: Iterable[tuple[int, Line]], child_id: str, copied: int) -> Iterator[Piece]:
    """Yield the rows of a child's own log as pieces of its stream; those copied from its parent do not count."""
    index = -copied
    for at, _line in seen:
        if index >= 0:
            yield Piece(at, "own", child_stream(child_id), index, index + 1)
        index += 1


def settled(items: Sequence[Item], source: Source) -> list[Place]:
    """Return the stretches of text streams that the result holds: of each the longest tail that stands in its text."""
    texts: dict[str, list[str]] = defaultdict(list)
    for item in items:
        if item.text is not None:
            texts[item.place[0]].append(item.text)
    found = []
    for stream, parts in texts.items():
        text = "".join(parts)
        cut = bisect_left(range(len(text)), True, key=lambda start: text[start:] in source.result)
        found.append((stream, cut, len(text)))
    return found


class Shown:
    """Asks pieces when an item was there: by which way it was first covered as a whole."""

    def __init__(self, got: Iterable[Piece]) -> None:
        self._by: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        for piece in got:
            self._by[piece.way, piece.stream].append(piece)
        for held in self._by.values():
            held.sort(key=lambda piece: (piece.start, piece.at))
        self._starts = {key: [piece.start for piece in held] for key, held in self._by.items()}

    def at(self, item: Item, ways: Sequence[str] = ("row", "own", "frame")) -> int | None:
        """Return when all of an item was there, by its own stream or by another that tells the same; None for never."""
        times = [time for need in ((item.place,), *item.ways) if (time := self._all(need, ways)) is not None]
        return min(times, default=None)

    def _all(self, need: Iterable[Place], ways: Sequence[str]) -> int | None:
        latest = 0
        for place in need:
            times = [time for way in ways if (time := self._covered(place, way)) is not None]
            if not times:
                return None
            latest = max(latest, min(times))
        return latest

    def _covered(self, place: Place, way: str) -> int | None:
        stream, start, stop = place
        held = self._by.get((way, stream))
        if held is None:
            return None
        at = max(0, bisect_left(self._starts[way, stream], start + 1) - 1)
        latest, reached = 0, start
        while reached < stop and at < len(held) and held[at].start <= reached:
            if held[at].stop > reached:
                latest, reached = max(latest, held[at].at), held[at].stop
            at += 1
        return latest if reached >= stop > start else None


def result_at(got: Iterable[Piece]) -> int | None:
    """Return when the result was there."""
    return next((piece.at for piece in got if piece.way == "result"), None)


def message_of(session_id: Any, line: Line, *, kept: bool, at: int) -> Message:
    """Return the message in which a row or a frame is sent: the event, and the session that it belongs to."""
    event = {"type": "session/event" if kept else FRAME, "sessionId": session_id, "event": line}
    return Message(at, encode(event)[:-1], kept)
