"""A session as a person holds it: its cards, everything in order, and its surfaces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.errors import WorkbenchError, did_you_mean
from workbench.held import Card, Cards, TimelineRows, held
from workbench.listed import listed
from workbench.replay.position import NEVER
from workbench.replay.query import records
from workbench.replay.surface import messages
from workbench.replay.timeline import Timeline
from workbench.surfaces import session_html, session_text, show_session

if TYPE_CHECKING:
    from datetime import datetime

    from workbench.bench import Workbench
    from workbench.moment import Moment


class Session:
    """One recorded session: its cards, everything in order, and its surfaces."""

    def __init__(self, workbench: Workbench, session_id: str) -> None:
        self._workbench = workbench
        self.id = session_id

    def at(
        self,
        call: str | None = None,
        when: str = "started",
        *,
        seq: int | None = None,
        time: float | str | datetime | None = None,
        k: int = 0,
    ) -> Moment:
        """Return the session at a moment: what all logs, cut there, would show.

        Args:
            call: id or key of a call, with `when`: `started`, `asked`, `decided`, `ended`, or a state such as `done`.
            when: what happened to the call.
            seq: the last event that counts.
            time: a datetime, ISO 8601, or milliseconds since 1970; what was written later does not count.
            k: with `seq`, how many stream records of the next row count (from generation 2 on they have no number).

        Raises:
            WorkbenchError: no such call or moment, or not exactly one of `call`, `seq` and `time`.

        Example:
            >>> s.at("call_1", "asked").card("call_1").state  # doctest: +SKIP
            'waiting'
        """
        from workbench.moment import find

        card = None if call is None else self.card(call)
        return find(self._workbench, self.id, card=card, when=when, seq=seq, time=time, k=k)

    @property
    def _timeline(self) -> Timeline:
        return self._workbench.timeline(self.id)

    @property
    def cards(self) -> Cards:
        """The root tool cards in order: a lazy sequence with `.where(tool=, state=, outcome=)` and `.df()`."""
        return Cards(self._workbench, self._timeline, self._timeline.roots)

    @property
    def timeline(self) -> TimelineRows:
        """Everything in order: messages, notices, stand-alone approvals, and the cards."""
        place = self._timeline
        return TimelineRows(self._workbench, place, place.entries)

    def card(self, call: str) -> Card:
        """Return the card of a call by its call id or its key, at any depth of this session.

        Raises:
            WorkbenchError: no such call, or two calls with that id; the sentence names their keys.
        """
        calls = self._timeline.calls
        if call in calls:
            return held(self._workbench, self._timeline, call)
        keys = self._timeline.keys_of(call)
        if len(keys) == 1:
            return held(self._workbench, self._timeline, keys[0])
        if keys:
            raise WorkbenchError(
                f"{len(keys)} calls have the id {call!r}: {listed(keys)}. Give a key.", code="ambiguous-call"
            )
        ids = [known.call_id for known in calls.values()]
        known_calls = listed(ids) if ids else "none"
        raise WorkbenchError(
            f"The session has no call {call!r}.{did_you_mean(call, ids)} Its calls: {known_calls}.", code="unknown-call"
        )

    @property
    def info(self) -> dict[str, Any]:
        """The session's row of the table `sessions`."""
        return records(self._workbench.store.cursor(), "session", session=self.id, **self._timeline.bounds)[0]

    @property
    def counts(self) -> dict[str, dict[str, int]]:
        """How many calls, dispatches, agents, runs, jobs and approvals are in which state, and the `counter`s.

        Counters are turns, steps, messages, calls, dispatches, tokens, and the items of the todo list by status. What
        is copied from another session does not count.
        """
        return self._timeline.counts

    @property
    def banner(self) -> str | None:
        """What to know before reading: an open turn at the end, what could not be read or understood; else None."""
        from workbench.replay.banner import banner

        place = self._timeline
        return banner(self._workbench.store.cursor(), self.id, place.position, is_open=self.info["open"])

    def surface(self, seq: int | None = None) -> list[dict[str, Any]]:
        """Return the messages that the model saw: at the end, or when a row was the last.

        What was compacted or shortened stands there as its summary or its shorter copy. The same as a table, with the
        row behind each message: `wb.sql("from surface($session, $seq)", session=s.id, seq=120)`.
        """
        bound = min(self._timeline.bounds["seq"], NEVER if seq is None else seq)
        return messages(self._workbench.store.cursor(), self.id, None if bound == NEVER else bound)

    def html(self) -> str:
        """Return the session as a static fragment: its head and its rows, folded."""
        return session_html(self)

    def text(self) -> str:
        """Return the session as plain text: every row, and below a call what it started."""
        return session_text(self, whole=True)

    def show(self) -> Any:
        """Return the live replay."""
        return show_session(self)

    @property
    def place(self) -> Timeline:
        """The timeline behind the session, for drawings."""
        return self._timeline

    def __repr__(self) -> str:
        info = self.info
        return f"<Session {self.id}: {info['title'] or 'untitled'}, {len(self.cards)} cards>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": session_text(self, whole=False)}
