"""The calls of a session as they stood at a moment, and what was still arriving."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from workbench.model import Call
from workbench.replay.cut import Early, cut
from workbench.replay.entry import Entry
from workbench.replay.query import records
from workbench.replay.streaming import Block, Streaming

if TYPE_CHECKING:
    from workbench.replay.timeline import Timeline

_TEXTS = {"reasoning": 0, "assistant": 1}
AFTER_TEXT = 2
"""Where calls stand among the rows of one event: after its reasoning and its text."""


class Then(Mapping[str, Call]):
    """The calls of a timeline at its moment by key, in the order of the log; each is cut when it is asked for.

    Attributes:
        entries: entries of what the log tells only for a while, with their place among the rows of one event.
        passing: the calls that it tells only for a while.
    """

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        self._seq = timeline.position.seq
        self._recorded = timeline.library.recorded(timeline.session_id)
        self._changes = timeline.library.changes(timeline.session_id)
        self._cut: dict[str, Call] = {}
        self.passing = {key: block.call(timeline.session_id) for key, block in timeline.passing.items()}
        self.entries = tuple(_entries(timeline.session_id, timeline.arriving, timeline.passing))

    @cached_property
    def _early(self) -> dict[str, Early]:
        """Calls whose name and arguments were not yet what they are at the end."""
        timeline = self._timeline
        con = timeline.library.store.cursor()
        rows = records(con, "unlike", session=timeline.session_id, **timeline.bounds)
        early = {row.pop("key"): Early(**row) for row in rows}
        for block in timeline.arriving.blocks:
            if block.is_kept and not _is_whole(self._recorded.calls[block.key], self._seq):
                early[block.key] = Early(name=block.name, arguments=block.arguments, complete=block.complete)
        return early

    @cached_property
    def _there(self) -> set[str]:
        return self._changes.standing(self._seq)

    def __getitem__(self, key: str) -> Call:
        if key in self._cut:
            return self._cut[key]
        if key in self.passing:
            return self.passing[key]
        found = self._then(self._recorded.calls[key])
        if found is None:
            raise KeyError(key)
        self._cut[key] = found
        return found

    def _then(self, call: Call) -> Call | None:
        """A call as it stood. What was over by then and has no ties is as at the end."""
        links = self._timeline.family.links
        stood = self._changes.stood(call.key, self._seq)
        is_over = call.result_seq is not None and call.result_seq <= self._seq
        if is_over and call.approval is None and call.key not in links and stood is not None:
            return call
        asked = self._timeline.around.approvals.get(call.key, ()) if call.approval is not None else ()
        early = None if is_over else self._early.get(call.key)
        return cut(call, self._seq, stood, asked=asked, early=early, link=links.get(call.key))

    def __contains__(self, key: object) -> bool:
        return key in self.passing or (isinstance(key, str) and self._changes.stood(key, self._seq) is not None)

    def __iter__(self) -> Iterator[str]:
        yield from (key for key in self._recorded.calls if key in self._there)
        yield from self.passing

    def __len__(self) -> int:
        return len(self._there) + len(self.passing)

    def where(self, state: str | None, outcome: str | None) -> set[str]:
        """Return the keys of the calls in a state and with an outcome, where one is given."""
        found = self._changes.standing(self._seq, state, outcome)
        return found | {
            key for key, call in self.passing.items() if state in (None, call.state) and outcome in (None, call.outcome)
        }


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
        for key, block in ghosts.items()
    ]
    return [*((_TEXTS[entry.kind], entry) for entry in texts), *((AFTER_TEXT, entry) for entry in calls)]
