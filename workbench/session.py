"""The objects a person holds: the workbench, and a session."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from workbench.asking import ask
from workbench.browse import listing
from workbench.errors import WorkbenchError, did_you_mean
from workbench.held import Card, Cards, TimelineRow, TimelineRows, held
from workbench.logs import Found, discover
from workbench.model import Damage
from workbench.replay.position import END, NEVER, Position
from workbench.replay.query import records
from workbench.replay.surface import messages
from workbench.replay.timeline import Library, Timeline
from workbench.report import Report
from workbench.store import Loaded, Store
from workbench.store.saving import save
from workbench.surfaces import prepare, session_html, session_text, show_session
from workbench.toolbox import Toolbox

if TYPE_CHECKING:
    from datetime import datetime

    from workbench.findings import Coverage, Finding, Findings
    from workbench.moment import Moment

Source = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
CHOICES = 10
"""Most sessions that an error lists."""


class Workbench:
    """Recorded sessions in an in-memory DuckDB, and the cards of their calls.

    Example:
        >>> import workbench
        >>> wb = workbench.open()
        >>> wb.load("data/sessions")  # doctest: +SKIP
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()

    @cached_property
    def store(self) -> Store:
        """The database; made when it is first needed."""
        return Store()

    @cached_property
    def _library(self) -> Library:
        return Library(self.store)

    def browse(self, path: Source | None = None) -> duckdb.DuckDBPyRelation:
        """List the sessions of a store by their headers, newest first, without loading them.

        Args:
            path: default is `$DSH_HOME/sessions`, else `~/.dsh/sessions`.

        Raises:
            WorkbenchError: no such path, or no session in it.
        """
        found = discover(path if path is not None else default_store()).found
        return listing(self.store.con, found)

    def load(self, path: Source, *, strict: bool = False) -> Report:
        """Read session logs into the store; what is there already and unchanged is left alone.

        Args:
            path: a file, a folder (searched), a pattern, or a list of these.
            strict: raise at the first warning or error of damage instead of noting it.

        Raises:
            WorkbenchError: no such path, no session log in it, or (strict) damage, with path, line, offset and code.
        """
        with self._lock:
            found = discover(path)
            loaded: list[str] = []
            already: list[str] = []
            rows = events = 0
            if strict:
                _refuse(found.damage, None)
            for source, taken in zip(found.found, self._take(found.found, strict=strict), strict=True):
                if taken is None:
                    already.append(source.header.session_id)
                    continue
                loaded.append(taken.session_id)
                rows += taken.rows
                events += taken.events
            self.store.note(found.damage)
            self.store.refresh()
            self._library.forget()
            prepare()
            damage = records(self.store.cursor(), "damage_of", sessions=loaded)
        return Report(
            sessions=tuple(loaded),
            already=tuple(already),
            rows=rows,
            events=events,
            damage=(*found.damage, *(Damage(**row) for row in damage)),
            skipped=found.skipped,
        )

    def _take(self, sources: Sequence[Found], *, strict: bool) -> list[Loaded | None]:
        if not strict:
            return self.store.load_all(sources)
        return [self.store.load(source, partial(_refuse, path=source.path)) for source in sources]

    def sql(self, query: str, /, **values: Any) -> duckdb.DuckDBPyRelation:
        """Ask the loaded sessions; `$name` in the query is bound to the value of that name.

        Returns:
            a DuckDB relation: `.df()`, `.fetchall()`, `.show()`, or a table in the notebook.

        Raises:
            WorkbenchError: the query does not run; the sentence says why.

        Example:
            >>> wb.sql("select state, count(*) from calls where name = $tool group by 1", tool="bash")  # doctest: +SKIP
        """
        return ask(self.store.con, query, values)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write what is loaded to one DuckDB file (`x.duckdb`) or to a folder of Parquet files with their schema.

        Raises:
            WorkbenchError: something is there already, or the place cannot be written.
        """
        return save(self.store.cursor(), Path(path))

    @property
    def sessions(self) -> list[str]:
        """Ids of the loaded sessions, oldest first."""
        return self._library.session_ids()

    def session(self, prefix: str) -> Session:
        """Return a loaded session by its id or the beginning of its id.

        Raises:
            WorkbenchError: no session begins so, or several do; the sentence lists at most ten.
        """
        known = self.sessions
        if prefix in known:
            return Session(self, prefix)
        close = [session_id for session_id in known if session_id.startswith(prefix)]
        if len(close) == 1:
            return Session(self, close[0])
        if not known:
            raise WorkbenchError("No session is loaded: load some first, wb.load(path).", code="no-sessions")
        if close:
            raise WorkbenchError(
                f"{len(close)} sessions begin with {prefix!r}: {_listed(close)}. Give more of the id.",
                code="ambiguous-session",
            )
        advice = did_you_mean(prefix, (known_id[: len(prefix)] for known_id in known))
        raise WorkbenchError(
            f"No loaded session begins with {prefix!r}.{advice} Loaded: {_listed(known)}.", code="unknown-session"
        )

    @cached_property
    def tools(self) -> Toolbox:
        """The harness's tools by name, and the registry: define, get, schemas, restrict, on, execute."""
        return Toolbox()

    def gaps(self) -> Findings:
        """Return the verdicts of the gaps G1 to G11 on the loaded sessions, each with its rule and its rows."""
        from workbench.findings import Findings
        from workbench.gaps import gaps

        return Findings.of(gaps(self), self)

    def gap(self, number: str, **settings: Any) -> Finding:
        """Return one gap, such as `G4`; `.chart()` is its picture, `.evidence` its rows.

        Raises:
            WorkbenchError: there is no such gap.
        """
        from workbench.findings import Finding
        from workbench.gaps import gap

        return Finding.of(gap(self, number, **settings), self)

    def coverage(self) -> Coverage:
        """Return every tool with its ideal card, what is shown today, and each gap as the loaded sessions show it."""
        from workbench.findings import Coverage
        from workbench.gaps import gaps

        return Coverage(self.store, gaps(self))

    def timeline(self, session_id: str, position: Position = END) -> Timeline:
        """The timeline behind a session, at the end or at another moment, for drawings and exports."""
        self.store.warm(session_id)
        return self._library.timeline(session_id, position)

    def __repr__(self) -> str:
        return f"<Workbench: {len(self.sessions):,} sessions>"


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
            listed = ", ".join(keys[:CHOICES])
            raise WorkbenchError(
                f"{len(keys)} calls have the id {call!r}: {listed}. Give a key.", code="ambiguous-call"
            )
        ids = [known.call_id for known in calls.values()]
        listed = _listed(ids) if ids else "none"
        raise WorkbenchError(
            f"The session has no call {call!r}.{did_you_mean(call, ids)} Its calls: {listed}.", code="unknown-call"
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


def default_store() -> str:
    """Return where the harness keeps its sessions: `$DSH_HOME/sessions`, else `~/.dsh/sessions`."""
    home = os.environ.get("DSH_HOME", "").strip() or "~/.dsh"
    return os.path.join(os.path.expanduser(home), "sessions")  # noqa: PTH111, PTH118 - a home may be any text


def _refuse(damage: Iterable[Damage], path: str | None) -> None:
    for found in damage:
        if found.severity != "note":
            named = found.path or path
            line = "" if found.message.startswith(f"line {found.line} ") else f", line {found.line}"
            place = "" if found.line is None else f"{line}, byte {found.offset}"
            about = f"{named}{place}: " if named is not None and named not in found.message else ""
            raise WorkbenchError(
                f"{about}{found.message} ({found.code}).",
                code=found.code,
                path=named,
                line=found.line,
                offset=found.offset,
            )


def _listed(words: list[str]) -> str:
    shown = ", ".join(words[:CHOICES])
    return f"{shown} and {len(words) - CHOICES} more" if len(words) > CHOICES else shown


__all__ = ["Session", "TimelineRow", "Workbench"]
