"""The calls of a session as they stood at a moment, and what was still arriving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.model import Call, Value
from workbench.replay.cut import Early, cut_all
from workbench.replay.entry import Entry
from workbench.replay.position import END
from workbench.replay.query import records
from workbench.replay.streaming import Block, Streaming

if TYPE_CHECKING:
    from workbench.replay.timeline import Timeline

_AFTER_TEXT = 2
"""Where calls stand among the rows of one event: after its reasoning and its text."""


class Then(Value, frozen=True, kw_only=True):
    """Calls by key, in the order of the log; and entries that the log tells of only for a while, with their place."""

    calls: dict[str, Call]
    entries: tuple[tuple[int, Entry], ...] = ()


def then(timeline: Timeline) -> Then:
    """Return the calls of a timeline at its moment."""
    recorded = timeline.library.recorded(timeline.session_id)
    if timeline.position == END:
        return Then(calls=recorded.calls)
    con, bounds = timeline.library.store.cursor(), timeline.bounds
    early = {row.pop("key"): Early(**row) for row in records(con, "unlike", session=timeline.session_id, **bounds)}
    passing: dict[str, Block] = {}
    for block in timeline.arriving.blocks:
        if not block.is_kept:
            passing.setdefault(block.key, block)
        elif not _is_whole(recorded.calls[block.key], timeline.position.seq):
            early[block.key] = Early(name=block.name, arguments=block.arguments, complete=block.complete)
    calls = cut_all(
        recorded.calls,
        timeline.position.seq,
        timeline.library.changes(timeline.session_id).states(timeline.position.seq),
        asked=timeline.around.approvals if any(call.approval for call in recorded.calls.values()) else {},
        early=early,
        links=timeline.family.links,
    )
    ghosts = {key: block for key, block in passing.items() if key not in calls}
    calls |= {key: block.call(timeline.session_id) for key, block in ghosts.items()}
    return Then(calls=calls, entries=tuple(_entries(timeline.session_id, timeline.arriving, ghosts)))


def _is_whole(call: Call, seq: int) -> bool:
    """Whether a message or a call row had told the arguments."""
    return any(row is not None and row <= seq for row in (call.proposed_seq, call.call_seq))


def _entries(session_id: str, arriving: Streaming, ghosts: dict[str, Block]) -> list[tuple[int, Entry]]:
    texts = [
        Entry(
            key=f"{session_id}/{text.kind}/{text.seq}",
            kind=text.kind,
            seq=text.seq,
            last_seq=text.seq,
            type="assistant/attempt",
            time_ms=text.time_ms,
            clock_ms=text.clock_ms,
            inherited=text.inherited,
            interrupted=False,
        )
        for text in arriving.texts
    ]
    calls = [
        Entry(
            key=key,
            kind="call",
            seq=block.seq,
            last_seq=None,
            type="tool/call",
            time_ms=None,
            clock_ms=block.clock,
            call_key=key,
            inherited=block.inherited,
            interrupted=False,
        )
        for key, block in sorted(ghosts.items())
    ]
    return [*((0, entry) for entry in texts), *((_AFTER_TEXT, entry) for entry in calls)]
