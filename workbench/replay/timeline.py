"""One session as a person reads it: everything in order, its calls, and what stands below each call."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from workbench import cards
from workbench.model import Call, CardModel, FoldedCard, TimelineModel
from workbench.replay.around import Surroundings, surroundings
from workbench.replay.calls import Recorded, recorded, with_results
from workbench.replay.changes import Changes
from workbench.replay.context import Closer, closer_of, context_of
from workbench.replay.entry import Entry
from workbench.replay.kept import Kept
from workbench.replay.kin import Kin, kin
from workbench.replay.messages import opened_row, timeline_rows
from workbench.replay.moments import child_position
from workbench.replay.position import END, NEVER, Position
from workbench.replay.query import records
from workbench.replay.roots import Roots
from workbench.replay.streaming import Block, Streaming, streaming
from workbench.replay.then import AFTER_TEXT, Then
from workbench.store import Store
from workbench.strings import language

KEPT = 4096
"""Folded cards and other rows that are kept."""
PAGE = 256
"""Calls whose payloads are read together."""
MOMENTS = 64
"""Timelines at other moments than the end that are kept."""

_NO_SPAN: dict[str, Any] = {"begin_ms": None, "end_ms": None}


class Library:
    """The timelines of a store's sessions, each read once; `forget` after the store has grown.

    Timelines at the end are kept, those at other moments as long as they are among the last few.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._timelines: dict[str, Timeline] = {}
        self._moments: OrderedDict[tuple[str, Position], Timeline] = OrderedDict()
        self._recorded: dict[str, Recorded] = {}
        self._changes: dict[str, Changes] = {}
        self._roots: dict[str, Roots] = {}
        self._spans: dict[str, dict[tuple[int, str], dict[str, Any]]] = {}
        self._created: dict[str, int] | None = None

    def timeline(self, session_id: str, position: Position = END) -> Timeline:
        """Return the timeline of a session, at the end or at another moment."""
        if position == END:
            return self._timelines.setdefault(session_id, Timeline(self, session_id))
        place = (session_id, position)
        found = self._moments.pop(place, None) or Timeline(self, session_id, position)
        self._moments[place] = found
        while len(self._moments) > MOMENTS:
            self._moments.popitem(last=False)
        return found

    def recorded(self, session_id: str) -> Recorded:
        """Return the calls of a session as they stand at the end."""
        if session_id not in self._recorded:
            self._recorded[session_id] = recorded(self.store.cursor(), session_id)
        return self._recorded[session_id]

    def changes(self, session_id: str) -> Changes:
        """Return every change of a session."""
        if session_id not in self._changes:
            self._changes[session_id] = Changes(self.store.cursor(), session_id)
        return self._changes[session_id]

    def roots(self, session_id: str) -> Roots:
        """Return the order of the model's calls of a session."""
        if session_id not in self._roots:
            self._roots[session_id] = Roots(self.store.cursor(), session_id)
        return self._roots[session_id]

    def spans(self, session_id: str) -> dict[tuple[int, str], dict[str, Any]]:
        """Return when text and reasoning began and ended, by the row of the answer and the kind of entry."""
        if session_id not in self._spans:
            rows = records(self.store.cursor(), "spans", session=session_id)
            self._spans[session_id] = {(row.pop("seq"), row.pop("kind")): row for row in rows}
        return self._spans[session_id]

    def knows(self, session_id: str | None, position: Position = END) -> bool:
        """Tell whether the log of a session is loaded, and was there already at a moment of another one."""
        return session_id is not None and self._known().get(session_id, NEVER + 1) <= position.clock

    def session_ids(self, position: Position = END) -> list[str]:
        """Return the ids of the loaded sessions that were there at a moment, oldest first."""
        return [session_id for session_id, created in self._known().items() if created <= position.clock]

    def _known(self) -> dict[str, int]:
        if self._created is None:
            rows = records(self.store.cursor(), "session_ids")
            self._created = {row["session_id"]: row["created_ms"] for row in rows}
        return self._created

    def forget(self) -> None:
        """Drop what was read, since the store has changed."""
        self._timelines.clear()
        self._moments.clear()
        self._recorded.clear()
        self._changes.clear()
        self._roots.clear()
        self._spans.clear()
        self._created = None


class Timeline:
    """One session, read lazily; results and card models are kept for the last few hundred calls.

    Args:
        library: where the session stands.
        session_id: its id.
        position: the moment it is read at; the end is a moment like any other.
    """

    def __init__(self, library: Library, session_id: str, position: Position = END) -> None:
        self.library = library
        self.session_id = session_id
        self.position = position
        self._kept_folded: Kept[tuple[str, str], FoldedCard] = Kept(KEPT)
        self._kept_rows: Kept[tuple[str, str], TimelineModel] = Kept(KEPT)
        self._kept_opened = lru_cache(maxsize=256)(self._opened)
        self.child = lru_cache(maxsize=None)(self._child)

    @property
    def bounds(self) -> dict[str, Any]:
        """The moment as the packaged queries take it."""
        return self.position.bounds

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Everything in order."""
        rows = records(self.library.store.cursor(), "timeline", session=self.session_id, **self.bounds)
        spans = self.library.spans(self.session_id)
        placed = [
            (row.pop("position") or 0, Entry(**row, **spans.get((row["seq"], row["kind"]), _NO_SPAN))) for row in rows
        ]
        if isinstance(self.calls, Then):
            placed += self.calls.entries
        placed += ((AFTER_TEXT, entry) for entry in self._own.entries(self.position.seq, self._hidden))
        return tuple(entry for _, entry in sorted(placed, key=lambda pair: (pair[1].seq, pair[0])))

    @property
    def _own(self) -> Roots:
        return self.library.roots(self.session_id)

    @cached_property
    def _hidden(self) -> frozenset[str]:
        """Calls that stand below another one."""
        return frozenset(key for below in self.below.values() for key in below)

    @cached_property
    def family(self) -> Kin:
        """The sessions that the calls started."""
        tools = self.library.recorded(self.session_id).tools
        return kin(self.library.store.cursor(), self.session_id, self.position, tools)

    @cached_property
    def arriving(self) -> Streaming:
        """Answers that were still arriving; at the end they are among the calls and entries."""
        if self.position == END:
            return Streaming()
        return streaming(self.library.store.cursor(), self.session_id, self.position)

    @cached_property
    def changed(self) -> dict[str, list[tuple[int | None, str]]]:
        """Clock and state of every change of each call up to the moment, in order."""
        found: dict[str, list[tuple[int | None, str]]] = {}
        for row in records(self.library.store.cursor(), "transitions", session=self.session_id, **self.bounds):
            found.setdefault(row["key"], []).append((row["clock"], row["state"]))
        return found

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """How many of each kind are in which state, and the counters; what is inherited does not count."""
        found = self.library.changes(self.session_id).counts(self.position.seq)
        for block in self.passing.values():
            if not block.inherited:
                states = found.setdefault("call", {})
                states[block.state] = states.get(block.state, 0) + 1
        return found

    @cached_property
    def passing(self) -> dict[str, Block]:
        """Calls that the log tells of only for a while: in answers that fail later, and in rows that are not whole."""
        changes = self.library.changes(self.session_id) if self.arriving.blocks else None
        found: dict[str, Block] = {}
        for block in self.arriving.blocks:
            if changes is not None and not block.is_kept and changes.stood(block.key, self.position.seq) is None:
                found.setdefault(block.key, block)
        return found

    @cached_property
    def calls(self) -> Mapping[str, Call]:
        """All calls and dispatches by key, in the order of the log, without results."""
        return self.library.recorded(self.session_id).calls if self.position == END else Then(self)

    def keys_of(self, call_id: str) -> list[str]:
        """Return the keys of the calls with an id."""
        known = self.library.recorded(self.session_id).keys.get(call_id, [])
        passing = self.calls.passing if isinstance(self.calls, Then) else {}
        also = [key for key, call in passing.items() if call.call_id == call_id and key not in known]
        return [key for key in (*known, *also) if key in self.calls]

    def where(self, keys: Sequence[str], tool: str | None, state: str | None, outcome: str | None) -> list[str]:
        """Return the keys of those calls that are of a tool, in a state, with an outcome, where one is given."""
        if isinstance(self.calls, Then) and (state is not None or outcome is not None):
            wanted = self.calls.where(state, outcome)
            keys, state, outcome = [key for key in keys if key in wanted], None, None
        return [
            key
            for key in keys
            if tool in (None, self.calls[key].name)
            and state in (None, self.calls[key].state)
            and outcome in (None, self.calls[key].outcome)
        ]

    @cached_property
    def around(self) -> Surroundings:
        """The facts around the calls."""
        return surroundings(self.library.store.cursor(), self.session_id, self.position, self.family)

    @cached_property
    def closer(self) -> Closer:
        """What only opened cards need of what is around the calls."""
        return closer_of(self)

    @cached_property
    def below(self) -> dict[str, tuple[str, ...]]:
        """Keys of the calls of this session that stand below another one: dispatches, and polls of a known job."""
        tree: dict[str, list[str]] = {}
        for row in records(self.library.store.cursor(), "below", session=self.session_id, **self.bounds):
            tree.setdefault(row["parent_key"], []).append(row["key"])
        return {parent: tuple(children) for parent, children in tree.items()}

    @cached_property
    def roots(self) -> tuple[str, ...]:
        """Keys of the root cards in order."""
        if isinstance(self.calls, Then) and self.calls.passing:
            return tuple(entry.call_key for entry in self.entries if entry.call_key is not None)
        return self._own.at(self.position.seq, self._hidden)

    def knows(self, session_id: str | None) -> bool:
        """Tell whether the log of a child session is loaded and was there already."""
        return self.library.knows(session_id, self.position)

    def _child(self, session_id: str) -> Timeline:
        """The timeline of a child session, cut at this session's clock."""
        return self.library.timeline(session_id, child_position(self.library.store.cursor(), session_id, self.position))

    def children(self, key: str) -> tuple[tuple[Timeline, str], ...]:
        """Return what stands below a call: its dispatches or polls, then the root cards of its child sessions."""
        found = [(self, child) for child in self.below.get(key, ())]
        for session_id in self.child_sessions(key):
            if self.knows(session_id):
                child = self.child(session_id)
                found.extend((child, root) for root in child.roots)
        return tuple(found)

    def child_sessions(self, key: str) -> list[str]:
        """The sessions a call started: its subagent, the members of its run, and those known by lineage."""
        run = self.around.runs.get(key)
        members = (*(run.agents if run else ()), *self.around.lineage.get(key, ()))
        named = [self.calls[key].child_session_id, *(member.child_session_id for member in members)]
        return list(dict.fromkeys(session_id for session_id in named if session_id is not None))

    def row(self, entry: Entry) -> TimelineModel:
        """Return a row that is no card, with all that its open body shows."""
        return opened_row(self, self.rows([entry])[0])

    def rows(self, entries: list[Entry]) -> list[TimelineModel]:
        """Return rows that are no cards, read together."""
        spoken = language()
        found = {entry.key: self._kept_rows.get((entry.key, spoken)) for entry in entries}
        missing = [entry for entry in entries if found[entry.key] is None]
        if missing:
            for row in timeline_rows(self.library.store.cursor(), self.session_id, missing, self.position):
                found[row.key] = self._kept_rows.put((row.key, spoken), row)
        return [kept for entry in entries if (kept := found[entry.key]) is not None]

    def fill(self, keys: list[str]) -> None:
        """Read the results of many calls with few queries, for an index."""
        spoken = language()
        unread = (self.calls[key] for key in keys if (key, spoken) not in self._kept_folded)
        missing = [call for call in unread if call.result is None and call.result_seq is not None]
        for start in range(0, len(missing), PAGE):
            for call in with_results(self.library.store.cursor(), missing[start : start + PAGE]):
                self._filled[call.key] = call

    @cached_property
    def _filled(self) -> dict[str, Call]:
        return {}

    def folded(self, key: str) -> FoldedCard:
        """Return what the folded row of a call shows, in the current language."""
        place = (key, language())
        return self._kept_folded.get(place) or self._kept_folded.put(place, self._folded(key))

    def opened(self, key: str) -> CardModel:
        """Return the card of a call with everything around it, in the current language."""
        return self._kept_opened(key, language())

    def _folded(self, key: str) -> FoldedCard:
        call = self._filled.pop(key, None) or with_results(self.library.store.cursor(), [self.calls[key]])[0]
        return cards.fold(call)

    def _opened(self, key: str, _language: str) -> CardModel:
        call = with_results(self.library.store.cursor(), [self.calls[key]])[0]
        return cards.build(call, context_of(self, call))
