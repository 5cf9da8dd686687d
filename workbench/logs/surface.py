"""The surface: which events, in which order, make the list of messages that the model sees.

An event is appended to the list, or it takes the place of a span of it (a summary for what was compacted, a shorter
copy of a result). The span is given by the seqs of its first and last node; from generation 3 on their names are
`startSeq` and `endSeq`, before that `start` and `end`.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Final, NamedTuple

from workbench.logs.careful import LARGEST
from workbench.logs.known import ANY

Event = dict[str, Any]

_FIRST: Final = frozenset({"user/message", "assistant/message", "tool/result"})
_EMBEDDED: Final = 2
"""From this generation on an answer has its stream inside and cites no events."""
_SYSTEM: Final = 3
"""From this generation on the system prompt is the first node."""


class SurfaceError(ValueError):
    """An event contradicts the list as it stands; the message is the writer's own."""


class Replacement(NamedTuple):
    """An event that took the place of a span: the declared ends, and the nodes that were there."""

    seq: int
    start: int
    end: int
    shadowed: tuple[int, ...]


class Surface:
    """The list while it is built. Each node has a place, that of the first node of the span that it replaced."""

    def __init__(self) -> None:
        self._place: dict[int, int] = {}
        self._places: list[int] = []
        self._seqs: list[int] = []

    @property
    def nodes(self) -> list[int]:
        """Seqs of the events in the order in which the model sees them."""
        return list(self._seqs)

    def append(self, seq: int) -> None:
        """Put an event at the end."""
        self._place[seq] = seq
        self._places.append(seq)
        self._seqs.append(seq)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the list positions of the first and the last node of a span.

        Raises:
            SurfaceError: one of them is not in the list, or they are the wrong way round.
        """
        for name, seq in (("start", start), ("end", end)):
            if seq not in self._place:
                raise SurfaceError(f"surface replace: {name} seq {seq} not found in surface")
        first, last = self._position(start), self._position(end)
        if first > last:
            raise SurfaceError(
                f"surface replace: start seq {start} (index {first}) is after end seq {end} (index {last})"
            )
        return first, last

    def between(self, first: int, last: int) -> tuple[int, ...]:
        """Return the nodes between two list positions, both ends with them."""
        return tuple(self._seqs[first : last + 1])

    def replace(self, seq: int, first: int, last: int) -> int:
        """Put an event in the place of the nodes between two list positions; return its place."""
        place = self._places[first]
        for shadowed in self._seqs[first : last + 1]:
            del self._place[shadowed]
        self._seqs[first : last + 1] = [seq]
        self._places[first : last + 1] = [place]
        self._place[seq] = place
        return place

    def known(self, seqs: list[int]) -> list[int]:
        """Return the list positions of those events that are in the list, in order."""
        return sorted(self._position(seq) for seq in seqs if seq in self._place)

    def _position(self, seq: int) -> int:
        return bisect_left(self._places, self._place[seq])


def fold_surface(events: list[Event], generation: int = 0) -> tuple[list[int], list[Replacement]]:
    """Fold a whole log, as the writer of that generation does.

    Args:
        events: logical events (packed rows and ranges of seqs expanded), seq 0 first, none missing.
        generation: of the log; it decides on the eligible types, the names of the ends and what may be cited.

    Returns:
        The seqs of the nodes in the order in which the model sees them, and the replacements in the order of the log.

    Raises:
        SurfaceError: an event breaks a rule, in the words of the writer.
    """
    surface = Surface()
    replacements: list[Replacement] = []
    for expected, event in enumerate(events):
        if event["seq"] != expected:
            raise SurfaceError(f"session event seq {event['seq']} is not contiguous; expected {expected}")
        operation = _operation(event, generation)
        if operation is None:
            continue
        if isinstance(operation, str):
            _check_sources(event, (), generation)
            surface.append(expected)
            continue
        start, end = operation
        if generation >= _SYSTEM:
            _check_earlier(event, start, end, generation)
        first, last = surface.span(start, end)
        shadowed = surface.between(first, last)
        _check_sources(event, shadowed, generation)
        _check_result(event, shadowed, events)
        if generation >= _SYSTEM and first == 0:
            _check_head(event, shadowed, events)
        surface.replace(expected, first, last)
        replacements.append(Replacement(expected, start, end, shadowed))
    return surface.nodes, replacements


def eligible(generation: int) -> frozenset[str]:
    """Return the types that may enter the list."""
    more = {"system/message"} if generation >= _SYSTEM else set()
    return _FIRST | more | ({"developer/message"} if generation > _SYSTEM else set())


def expanded(sources: list[Any]) -> list[int]:
    """Return a list of seqs in which ranges are stored as `[first, last]`; what is neither is passed over."""
    seqs: list[int] = []
    for entry in sources:
        if _is_seq(entry):
            seqs.append(entry)
        elif isinstance(entry, list) and len(entry) == 2 and all(map(_is_seq, entry)):
            seqs += range(entry[0], min(entry[1], entry[0] + _LONGEST_RANGE) + 1)
    return seqs


_LONGEST_RANGE: Final = 10_000_000
"""A made-up range may name more events than there is memory."""


def ends(operation: Any) -> tuple[int, int] | None:
    """Return the first and last seq of a replacement in either spelling, None where it has none."""
    if isinstance(operation, dict):
        for names in (("start", "end"), ("startSeq", "endSeq")):
            if all(_is_seq(operation.get(name)) for name in names):
                return operation[names[0]], operation[names[1]]
    return None


def _is_seq(value: Any) -> bool:
    return (type(value) is int or (type(value) is float and value.is_integer())) and 0 <= value <= LARGEST


def _operation(event: Event, generation: int) -> str | tuple[int, int] | None:
    kind = event["type"]
    if kind not in eligible(generation):
        if generation >= _SYSTEM and kind not in ANY and event.get("ignorable") is True:
            return None
        for name in ("surfaceOp", "sourceEventSeqs"):
            if name in event:
                raise SurfaceError(f'session event "{kind}" is not surface-eligible and cannot carry {name}')
        return None
    if "surfaceOp" not in event:
        raise SurfaceError(f'session event "{kind}" is surface-eligible and requires a surfaceOp marker')
    operation = event["surfaceOp"]
    if operation == "append":
        return "append"
    if not isinstance(operation, dict):
        raise SurfaceError(f'session event "{kind}" carries an invalid surfaceOp')
    names = ("startSeq", "endSeq") if generation >= _SYSTEM else ("start", "end")
    if (
        operation.keys() != {"op", *names}
        or operation["op"] != "replace"
        or not all(_is_seq(operation[name]) for name in names)
    ):
        raise SurfaceError(f'session event "{kind}" carries an invalid replace surfaceOp')
    return operation[names[0]], operation[names[1]]


def _check_earlier(event: Event, start: int, end: int, generation: int) -> None:
    if start >= event["seq"] or end >= event["seq"]:
        raise SurfaceError(f"surface replace at seq {event['seq']}: startSeq and endSeq must reference earlier events")
    _check_sources(event, (), generation)


def _check_sources(event: Event, shadowed: tuple[int, ...], generation: int) -> None:
    """Hold the events that an event says it was made of against those before it, and against what it replaces."""
    sources: list[Any] = []
    if "sourceEventSeqs" in event:
        sources = event["sourceEventSeqs"]
        if event["type"] == "assistant/message" and generation >= _EMBEDDED:
            raise SurfaceError("assistant/message embeds its source stream and cannot carry sourceEventSeqs")
        _check_cited(event, sources, generation)
    cited = set(sources)
    missing = [str(seq) for seq in shadowed if seq not in cited]
    if missing:
        raise SurfaceError(
            "surface replace: sourceEventSeqs must include every shadowed surface node; missing " + ", ".join(missing)
        )


def _check_cited(event: Event, sources: Any, generation: int) -> None:
    if not isinstance(sources, list):
        raise SurfaceError(f"sourceEventSeqs on event at seq {event['seq']} must be an array when present")
    if not sources and generation >= _EMBEDDED:
        raise SurfaceError("sourceEventSeqs must not be empty")
    if not sources and event["type"] != "assistant/message":
        raise SurfaceError("sourceEventSeqs must not be empty except on assistant/message")
    if not all(map(_is_seq, sources)):
        raise SurfaceError(
            f'session event "{event["type"]}" sourceEventSeqs must densely contain non-negative safe integers'
        )
    if len(set(sources)) != len(sources):
        raise SurfaceError("sourceEventSeqs must not contain duplicates")
    late = next((seq for seq in sources if seq >= event["seq"]), None)
    if late is not None:
        raise SurfaceError(f"sourceEventSeqs must reference earlier events: {late} >= current seq {event['seq']}")


def _check_result(event: Event, shadowed: tuple[int, ...], events: list[Event]) -> None:
    """A result may only take the place of one result, and differ from it in nothing but the content."""
    if event["type"] != "tool/result":
        return
    if len(shadowed) != 1:
        raise SurfaceError("tool/result surface replacement must rewrite exactly one current node")
    original = events[shadowed[0]]
    if original["type"] != "tool/result":
        raise SurfaceError("tool/result surface replacement must target a current tool/result")
    if not _same(_without_content(original["data"]), _without_content(event["data"])):
        raise SurfaceError("tool/result surface replacement may change only content")


def _check_head(event: Event, shadowed: tuple[int, ...], events: list[Event]) -> None:
    if events[shadowed[0]]["type"] == "system/message" and (event["type"] != "system/message" or len(shadowed) != 1):
        raise SurfaceError(
            "surface replace: node 0 holds the system prompt and may be rewritten only by a system/message over "
            "exactly that node"
        )


def _without_content(data: Event) -> Event:
    """Return the data of a result without what it tells: the content of its one block, or of its message."""
    message = data.get("message")
    if not isinstance(message, dict):
        return {**data, "content": None}
    blocks = message.get("content")
    block = blocks[0] if isinstance(blocks, list) and blocks and isinstance(blocks[0], dict) else {}
    is_wrapped = message.get("role") != "tool"
    return {**data, "message": {**message, "content": {**block, "content": None} if is_wrapped else None}}


def _same(one: Any, other: Any) -> bool:
    """Compare JSON values as the writer's language does: numbers by value, and true is not 1."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(value, other[name]) for name, value in one.items())
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)
