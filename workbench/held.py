"""Cards and timeline rows as a person holds them: the pure model, plus the way to its rows, surfaces and children."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, overload

from workbench.errors import WorkbenchError, did_you_mean
from workbench.model import (
    OUTCOMES,
    ROW_KINDS,
    STATES,
    CallView,
    CardModel,
    Outcome,
    Provenance,
    ResultView,
    State,
    TimelineModel,
    View,
)
from workbench.replay.entry import Entry
from workbench.replay.position import END
from workbench.replay.timeline import Timeline
from workbench.store import sql
from workbench.surfaces import card_html, card_text, row_html, row_text, show_card
from workbench.tools import catalogue

if TYPE_CHECKING:
    import duckdb
    import pandas as pd

    from workbench.bench import Workbench

COLUMNS = (
    "key", "tool", "type", "title", "state", "outcome", "started_at", "wait_ms", "run_ms", "duration_ms",
    "duration_kind",
)  # fmt: skip


TIMELINE_COLUMNS = ("key", "seq", "type", "time", "title", "tool", "state", "outcome")


class Card:
    """One call and what it shows."""

    def __init__(self, workbench: Workbench, timeline: Timeline, key: str) -> None:
        self._workbench = workbench
        self._timeline = timeline
        self.key = key

    @property
    def model(self) -> CardModel:
        """The pure card model, with the facts around the call."""
        return self._timeline.opened(self.key)

    @property
    def tool(self) -> str:
        """Name of the tool as the model called it."""
        return self._timeline.calls[self.key].name

    @property
    def call_id(self) -> str:
        """The call's id in the log; not unique over sessions, see `key`."""
        return self._timeline.calls[self.key].call_id

    @property
    def type(self) -> str:
        """Card type; one of `workbench.model.CARD_TYPES`."""
        return self._timeline.folded(self.key).type

    @property
    def state(self) -> State:
        """Where the call stands."""
        return self._timeline.calls[self.key].state

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, None while it is open."""
        return self._timeline.calls[self.key].outcome

    @property
    def title(self) -> str:
        """The one line that names the call."""
        return self._timeline.folded(self.key).title

    @property
    def badges(self) -> tuple[str, ...]:
        """Stable words beside the state, such as `exit 3` or `rejected`."""
        return self._timeline.folded(self.key).badges

    @property
    def call_view(self) -> CallView | None:
        """What the tool's presenter says of the arguments."""
        return self.model.call_view

    @property
    def result_view(self) -> ResultView | None:
        """What the tool's presenter says of the result."""
        return self.model.result_view

    @property
    def view(self) -> View:
        """The view that counts: the result's with the call's title, else the call's, else a generic one."""
        return self.model.view

    @property
    def started_at(self) -> datetime | None:
        """Time of the tool/call row (UTC), None where the call never started."""
        started = self._timeline.calls[self.key].started_ms
        return None if started is None else datetime.fromtimestamp(started / 1000, UTC)

    @property
    def wait_ms(self) -> int | None:
        """Milliseconds spent waiting for a person."""
        return self._timeline.calls[self.key].wait_ms

    @property
    def run_ms(self) -> int | None:
        """Milliseconds without the wait."""
        return self._timeline.calls[self.key].run_ms

    @property
    def duration_ms(self) -> int | None:
        """Milliseconds from call to result; see `duration_kind` for what the number is worth."""
        return self._timeline.calls[self.key].duration_ms

    @property
    def duration_kind(self) -> str:
        """exact, upper-bound, from-child or missing."""
        return self._timeline.calls[self.key].duration_kind

    @property
    def children(self) -> tuple[Card, ...]:
        """Cards below this one: dispatches of a program, calls of a child session, polls of a job."""
        return tuple(held(self._workbench, timeline, key) for timeline, key in self._timeline.children(self.key))

    @property
    def notes(self) -> tuple[str, ...]:
        """Whole sentences about what is not known, not complete or only read from text."""
        return self.model.notes

    @property
    def provenance(self) -> dict[str, Provenance]:
        """Where each shown value comes from, by the name of the member."""
        return self.model.provenance

    @property
    def why(self) -> tuple[str, ...]:
        """The order of dispatch that gave the card its type; the last entry was taken."""
        return self._timeline.folded(self.key).why

    @property
    def sql(self) -> str:
        """The query that gives the rows of this card: `$key` is its key, at a moment `$seq` the last row there was."""
        return sql("queries/card_events" if self._timeline.position == END else "queries/card_events_until")

    @property
    def events(self) -> duckdb.DuckDBPyRelation:
        """The rows this card stands on, each with its role."""
        if self._timeline.position == END:
            return self._workbench.sql(self.sql, key=self.key)
        return self._workbench.sql(self.sql, key=self.key, seq=self._timeline.position.seq)

    def html(self) -> str:
        """Return the card as a static HTML fragment."""
        return card_html(self)

    def text(self) -> str:
        """Return the card as plain text."""
        return card_text(self)

    def show(self) -> Any:
        """Return the card as a live widget."""
        return show_card(self)

    @property
    def place(self) -> tuple[Timeline, str]:
        """The timeline and the key, for drawings."""
        return self._timeline, self.key

    def __repr__(self) -> str:
        return f"<Card {self.key}: {self.type} {self.title!r}, {self.state}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.text()}


class TimelineRow:
    """A row of a timeline that is no card: a message, a notice, a compaction, a retry, a stand-alone approval."""

    def __init__(self, timeline: Timeline, entry: Entry) -> None:
        self._timeline = timeline
        self._entry = entry
        self.key = entry.key
        self.type = entry.kind

    @property
    def model(self) -> TimelineModel:
        """The pure row model."""
        return self._timeline.row(self._entry)

    @property
    def title(self) -> str:
        """The one line that names the row."""
        return self.model.title

    def html(self) -> str:
        """Return the row as a static HTML fragment."""
        return row_html(self.model)

    def text(self) -> str:
        """Return the row as plain text."""
        return row_text(self.model)

    def __repr__(self) -> str:
        return f"<{self.type} {self.key}: {self.title!r}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.text()}


def held(workbench: Workbench, timeline: Timeline, key: str) -> Card:
    """Return the card of a key."""
    return Card(workbench, timeline, key)


class Cards(Sequence[Card]):
    """Cards in order; nothing is read before a card is asked for what it shows."""

    def __init__(self, workbench: Workbench, timeline: Timeline, keys: Sequence[str]) -> None:
        self._workbench = workbench
        self._timeline = timeline
        self._keys = keys

    def __len__(self) -> int:
        return len(self._keys)

    @overload
    def __getitem__(self, index: int) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> Cards: ...
    def __getitem__(self, index: int | slice) -> Card | Cards:
        if isinstance(index, slice):
            return Cards(self._workbench, self._timeline, self._keys[index])
        return held(self._workbench, self._timeline, self._keys[index])

    def __iter__(self) -> Iterator[Card]:
        return (held(self._workbench, self._timeline, key) for key in self._keys)

    def where(self, *, tool: str | None = None, state: str | None = None, outcome: str | None = None) -> Cards:
        """Return the cards of a tool, a state, an outcome, or any of these together.

        Raises:
            WorkbenchError: no state or outcome of that name; no tool of that name, in the catalogue or among the calls.
        """
        _known("state", state, STATES)
        _known("outcome", outcome, OUTCOMES)
        if tool is not None and tool not in (tools := catalogue()):
            called = {call.name for call in self._timeline.calls.values()}
            if tool not in called and not tool.startswith("mcp__"):
                _known("tool", tool, [*called, *tools])
        return Cards(self._workbench, self._timeline, self._timeline.where(self._keys, tool, state, outcome))

    def df(self) -> pd.DataFrame:
        """Return one row a card, with what its folded row shows."""
        import pandas as pd

        self._timeline.fill(list(self._keys))
        return pd.DataFrame([{name: getattr(card, name) for name in COLUMNS} for card in self], columns=list(COLUMNS))

    def __repr__(self) -> str:
        return f"<{len(self):,} cards>"


class TimelineRows(Sequence[Card | TimelineRow]):
    """Rows of a session in order, messages and cards alike."""

    def __init__(self, workbench: Workbench, timeline: Timeline, entries: Sequence[Entry]) -> None:
        self._workbench = workbench
        self._timeline = timeline
        self._entries = entries

    def __len__(self) -> int:
        return len(self._entries)

    @overload
    def __getitem__(self, index: int) -> Card | TimelineRow: ...
    @overload
    def __getitem__(self, index: slice) -> TimelineRows: ...
    def __getitem__(self, index: int | slice) -> Card | TimelineRow | TimelineRows:
        if isinstance(index, slice):
            return TimelineRows(self._workbench, self._timeline, self._entries[index])
        return self._held(self._entries[index])

    def where(self, *, type: str) -> TimelineRows:  # noqa: A002 - the word that rows and cards have for it
        """Return the rows of a type, such as `user`, `notice` or `terminal`.

        Raises:
            WorkbenchError: there is no such type.
        """
        _known("type", type, ROW_KINDS)
        kept = [entry for entry in self._entries if self._held(entry).type == type]
        return TimelineRows(self._workbench, self._timeline, kept)

    def df(self) -> pd.DataFrame:
        """Return one row each: its key, seq, type, time, and for a card its tool, state and outcome."""
        import pandas as pd

        self._timeline.fill([entry.call_key for entry in self._entries if entry.call_key is not None])
        plain = self._timeline.rows([entry for entry in self._entries if entry.call_key is None])
        titles = {row.key: row.title for row in plain}
        listed = [self._listed(entry, titles) for entry in self._entries]
        return pd.DataFrame(listed, columns=list(TIMELINE_COLUMNS))

    def _listed(self, entry: Entry, titles: dict[str, str]) -> tuple[Any, ...]:
        time = None if entry.time_ms is None else datetime.fromtimestamp(entry.time_ms / 1000, UTC)
        row = self._held(entry)
        if isinstance(row, Card):
            return (row.key, entry.seq, row.type, time, row.title, row.tool, row.state, row.outcome)
        return (row.key, entry.seq, row.type, time, titles[entry.key], None, None, None)

    def _held(self, entry: Entry) -> Card | TimelineRow:
        if entry.call_key is not None:
            return held(self._workbench, self._timeline, entry.call_key)
        return TimelineRow(self._timeline, entry)

    def __repr__(self) -> str:
        return f"<{len(self):,} timeline rows>"


def _known(what: str, word: str | None, words: Sequence[str]) -> None:
    if word is not None and word not in words:
        advice = did_you_mean(word, words)
        listed = "" if what == "tool" else f" One of: {', '.join(words)}."
        raise WorkbenchError(f"There is no {what} {word!r}.{advice}{listed}", code=f"unknown-{what}")


__all__ = ["Card", "Cards", "TimelineRow", "TimelineRows", "WorkbenchError", "held"]
