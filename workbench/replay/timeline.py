"""One session as a person reads it: everything in order, its calls, and what stands below each call."""

from __future__ import annotations

from functools import cached_property, lru_cache

from workbench import cards
from workbench.model import Call, CardModel, TimelineModel, Value
from workbench.replay.around import Surroundings, surroundings
from workbench.replay.calls import load_calls, with_results
from workbench.replay.messages import timeline_rows
from workbench.replay.query import records
from workbench.store import Store

PAGE = 256
"""Calls whose payloads are read together."""


class Entry(Value, frozen=True, kw_only=True):
    """One row of a timeline: a card (`call_key`) or another row (`kind`)."""

    key: str
    kind: str
    seq: int
    last_seq: int | None
    type: str | None
    time_ms: int | None
    clock_ms: int | None
    call_key: str | None = None
    inherited: bool | None = None
    interrupted: bool | None = None
    begin_ms: int | None = None
    end_ms: int | None = None


class Library:
    """The timelines of a store's sessions, each read once; `forget` after the store has grown."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._timelines: dict[str, Timeline] = {}
        self._ids: dict[str, None] | None = None

    def timeline(self, session_id: str) -> Timeline:
        """Return the timeline of a session."""
        return self._timelines.setdefault(session_id, Timeline(self, session_id))

    def knows(self, session_id: str | None) -> bool:
        """Tell whether the log of a session is loaded."""
        return session_id is not None and session_id in self._known()

    def session_ids(self) -> list[str]:
        """Return the ids of the loaded sessions, oldest first."""
        return list(self._known())

    def _known(self) -> dict[str, None]:
        if self._ids is None:
            self._ids = dict.fromkeys(row["session_id"] for row in records(self.store.cursor(), "session_ids"))
        return self._ids

    def forget(self) -> None:
        """Drop what was read, since the store has changed."""
        self._timelines.clear()
        self._ids = None


class Timeline:
    """One session, read lazily; results and card models are kept for the last few hundred calls."""

    def __init__(self, library: Library, session_id: str) -> None:
        self.library = library
        self.session_id = session_id
        self.folded = lru_cache(maxsize=4096)(self._folded)
        self.opened = lru_cache(maxsize=256)(self._opened)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Everything in order."""
        hidden = {key for below in self.below.values() for key in below}
        rows = records(self.library.store.cursor(), "timeline", session=self.session_id)
        return tuple(Entry(**row) for row in rows if row["call_key"] not in hidden)

    @cached_property
    def calls(self) -> dict[str, Call]:
        """All calls and dispatches by key, in the order of the log, without results."""
        return {call.key: call for call in load_calls(self.library.store.cursor(), self.session_id)}

    @cached_property
    def around(self) -> Surroundings:
        """The facts around the calls."""
        return surroundings(self.library.store.cursor(), self.session_id)

    @cached_property
    def below(self) -> dict[str, tuple[str, ...]]:
        """Keys of the calls of this session that stand below another one: dispatches, and polls of a known job."""
        tree: dict[str, list[str]] = {}
        for row in records(self.library.store.cursor(), "below", session=self.session_id):
            tree.setdefault(row["parent_key"], []).append(row["key"])
        return {parent: tuple(children) for parent, children in tree.items()}

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """Keys of the root cards in order."""
        return tuple(entry.call_key for entry in self.entries if entry.call_key is not None)

    def children(self, key: str) -> tuple[tuple[Timeline, str], ...]:
        """Return what stands below a call: its dispatches or polls, then the root cards of its child sessions."""
        found = [(self, child) for child in self.below.get(key, ())]
        for session_id in self._child_sessions(key):
            if self.library.knows(session_id):
                child = self.library.timeline(session_id)
                found.extend((child, root) for root in child.roots)
        return tuple(found)

    def _child_sessions(self, key: str) -> list[str]:
        """The sessions a call started: its subagent, the members of its run, and those known by lineage."""
        run = self.around.runs.get(key)
        members = (*(run.agents if run else ()), *self.around.lineage.get(key, ()))
        named = [self.calls[key].child_session_id, *(member.child_session_id for member in members)]
        return list(dict.fromkeys(session_id for session_id in named if session_id is not None))

    def row(self, entry: Entry) -> TimelineModel:
        """Return a row that is no card."""
        return self.rows([entry])[0]

    def rows(self, entries: list[Entry]) -> list[TimelineModel]:
        """Return rows that are no cards, read together."""
        return timeline_rows(self.library.store.cursor(), self.session_id, entries)

    def fill(self, keys: list[str]) -> None:
        """Read the results of many calls with few queries, for an index."""
        missing = [self.calls[key] for key in keys if self.calls[key].result is None]
        for start in range(0, len(missing), PAGE):
            for call in with_results(self.library.store.cursor(), missing[start : start + PAGE]):
                self._filled[call.key] = call

    @cached_property
    def _filled(self) -> dict[str, Call]:
        return {}

    def _folded(self, key: str) -> CardModel:
        call = self._filled.pop(key, None) or with_results(self.library.store.cursor(), [self.calls[key]])[0]
        return cards.build(call)

    def _opened(self, key: str) -> CardModel:
        call = with_results(self.library.store.cursor(), [self.calls[key]])[0]
        return cards.build(call, self.around.of(call))
