"""Subagents on the time axis they share: the card's own child, those that ran beside it, and those below it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.cards.arguments import parse
from workbench.model import Call, Track

if TYPE_CHECKING:
    from workbench.replay.timeline import Timeline

SUBAGENTS = frozenset({"subagent", "subagent_fork"})
MOST = 40
"""Tracks of one card."""
DEEPEST = 12
"""Levels below the card's own child."""
_STATES = {"completed": "done", "error": "failed", "aborted": "interrupted", "interrupted": "interrupted"}

_TITLES = ("description", "file_path", "path", "pattern", "url", "name", "command", "job_id")

Span = tuple[int, int | None, str]


def tracks_of(timeline: Timeline, call: Call) -> tuple[Track, ...]:
    """Return the tracks of a subagent call, or of the calls of a program; nothing where it would be one track alone."""
    if call.key in timeline.below and call.name not in SUBAGENTS:
        return _program(timeline, call)
    if call.name not in SUBAGENTS:
        return ()
    own = _spans(timeline, call)
    if not own:
        return ()
    start, end = own[0][0], _end(own)
    found: list[Track] = []
    for other in timeline.calls.values():
        if other.name not in SUBAGENTS or other.inherited or len(found) >= MOST:
            continue
        spans = own if other.key == call.key else _spans(timeline, other)
        if other.key != call.key and not any(_overlap(span, start, end) for span in spans):
            continue
        found.append(_track(timeline, other, spans, 0, is_self=other.key == call.key))
        if other.key == call.key:
            found.extend(_below(timeline, other, 1, frozenset({timeline.session_id})))
    return tuple(found[:MOST]) if len(found) > 1 or len(own) > 1 else ()


def _program(timeline: Timeline, call: Call) -> tuple[Track, ...]:
    """Return the calls that a program made, in the order they were started, those of a call inside it set in."""
    found: list[Track] = []
    pending = [(key, 0) for key in reversed(timeline.below[call.key])]
    while pending and len(found) < MOST:
        key, depth = pending.pop()
        inner = timeline.calls.get(key)
        if inner is None or inner.parent_call_id is None:
            continue
        if inner.started_ms is not None:
            spans: tuple[Span, ...] = ((inner.started_ms, inner.ended_ms, inner.state),)
            found.append(Track(label=f"{inner.name} {_title(inner)}".strip(), spans=spans, depth=depth))
        pending.extend((below, depth + 1) for below in reversed(timeline.below.get(key, ())))
    return tuple(found) if len(found) > 1 else ()


def _title(call: Call) -> str:
    """Return what tells a call from others of its tool, as short as its own arguments have it."""
    arguments = parse(call.arguments)
    return next((text for name in _TITLES if (text := arguments.string(name))), "")


def _below(timeline: Timeline, call: Call, depth: int, above: frozenset[str]) -> Iterator[Track]:
    """Yield the subagents that a child started, and those below them."""
    child = call.child_session_id
    if child is None or child in above or depth > DEEPEST or not timeline.knows(child):
        return
    below = timeline.child(child)
    for inner in below.calls.values():
        if inner.name in SUBAGENTS and not inner.inherited:
            yield _track(below, inner, _spans(below, inner), depth)
            yield from _below(below, inner, depth + 1, above | {child})


def _track(timeline: Timeline, call: Call, spans: tuple[Span, ...], depth: int, *, is_self: bool = False) -> Track:
    return Track(
        label=parse(call.arguments).string("description") or call.child_session_id or call.call_id,
        spans=spans,
        depth=depth,
        child_session_id=call.child_session_id,
        has_log=timeline.knows(call.child_session_id),
        is_self=is_self,
    )


def _spans(timeline: Timeline, call: Call) -> tuple[Span, ...]:
    """Return the turns of a call's child, where its log is there; else the call itself."""
    turns = timeline.closer.turns.get(call.child_session_id or "", ())
    spans = tuple(
        (turn.started_ms, turn.ended_ms, _state(turn.reason, turn.ended_ms))
        for turn in turns
        if turn.started_ms is not None
    )
    if spans:
        return spans
    if call.started_ms is None:
        return ()
    return ((call.started_ms, call.ended_ms, call.state),)


def _state(reason: str | None, ended_ms: int | None) -> str:
    if ended_ms is None and reason is None:
        return "running"
    return _STATES.get(reason or "completed", "unknown")


def _end(spans: tuple[Span, ...]) -> float:
    return max(float("inf") if end is None else end for _, end, _ in spans)


def _overlap(span: Span, start: int, end: float) -> bool:
    begin, stop, _ = span
    return begin <= end and (stop is None or stop >= start)
