"""The store itself: parsed logs in, facts and views out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import duckdb

from workbench.store import cache
from workbench.store.building import build, link
from workbench.store.connect import INSIDE, connect, sql
from workbench.store.intake import Check, Intake, Loaded, session_id_of, transaction
from workbench.store.keeping import HOT_BYTES, Keeping

if TYPE_CHECKING:
    from workbench.logs import Found, LogRead
    from workbench.model import Damage


class Store:
    """Rows of any number of logs in one database in memory, with the facts and views over them.

    Attributes:
        con: the main connection. It is the user's alone: the store itself and everybody else work on cursors, since
            one connection cannot be used from two places at once.
    """

    con: duckdb.DuckDBPyConnection

    def __init__(self) -> None:
        self.con = connect()
        self._local = threading.local()
        self._writing = threading.RLock()
        self._work = self.con.cursor()
        self._work.execute(INSIDE)
        self._plain = self.con.cursor()
        self._keeping = Keeping(self._work)
        self._intake = Intake(self._work, self._keeping, self._make_room)
        self._unlinked = False
        self._next_source = 1

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """Return this thread's cursor on the database; it sees everything that was committed."""
        found: duckdb.DuckDBPyConnection | None = getattr(self._local, "cursor", None)
        if found is None:
            with self._writing:
                found = self._plain.cursor()
            self._local.cursor = found
        return found

    def load(self, found: Found, check: Check | None = None) -> Loaded | None:
        """Take in one log that was found; see [`load_all`][]."""
        return self.load_all([found], check)[0]

    def load_all(
        self,
        sources: Sequence[Found],
        check: Check | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> list[Loaded | None]:
        """Take in logs that were found, from the cache or piece by piece. Call [`refresh`][] after a batch.

        Args:
            sources: what the search gave.
            check: is shown the damage of each log before it is kept; what it raises leaves the store without it.
            progress: is told how many logs, and how many bytes of their files, are done.

        Returns:
            What was taken in, or None where this very source is loaded already (see [`append`][]). Of a log that is
            loaded and has grown since, only what was added is read and told.
        """
        with self._writing:
            if check is not None and len(sources) > 1:
                return [self.load_all([found], check)[0] for found in sources]
            numbers: dict[int, Found] = {}
            grown: dict[int, Loaded] = {}
            paths = self._intake.paths()
            for place, found in enumerate(sources):
                if found.shown in paths and (known := self._intake.known(found, check)) is not None:
                    grown |= {place: known} if isinstance(known, Loaded) else {}
                else:
                    numbers[self._next_source + len(numbers)] = found
            self._next_source += len(numbers)
            taken = self._intake.ids()
            there, keys = self._keeping.find(numbers, taken)
            loaded: dict[int, Loaded | None] = dict(self._intake.restored(there, numbers, check))
            self._unlinked = self._unlinked or bool(loaded)
            taken.update(known.session_id for known in loaded.values() if known is not None)
            done = sum(found.bytes for found in sources) - sum(found.bytes for found in numbers.values())
            with self._intake.lane(loaded, check, together=check is None and len(numbers) > 1) as lane:
                for source, found in numbers.items():
                    if source not in loaded:
                        lane(
                            source,
                            found,
                            keys.get(source),
                            is_new=not {found.header.session_id, session_id_of(found)} & taken,
                        )
                        taken |= {found.header.session_id, session_id_of(found)}
                        if (known := loaded.get(source)) is not None:
                            taken.add(known.session_id)
                    done += found.bytes
                    if progress is not None:
                        progress(len(sources) - self._next_source + source + 1, done)
            by_place = {id(found): loaded[source] for source, found in numbers.items()}
            return [grown.get(place) or by_place.get(id(found)) for place, found in enumerate(sources)]

    def append(self, log: LogRead) -> str | None:
        """Take in the rows and the damage of a parsed log. Call [`refresh`][] after a batch.

        Args:
            log: what the reader made of one source.

        Returns:
            The session id in the store: the header's, the header's with `#2`, `#3`, … when another source with other
            content has it already, the path for a template; or None where this very source is loaded already, which
            is a source with the same path, size and time of change, or with the same id and content. A source at the
            same path that has changed since replaces what it was.
        """
        with self._writing:
            if self._intake.is_loaded(log.found):
                return None
            session_id = self._intake.append(self._next_source, log)
            self._next_source += 1
            return session_id

    def note(self, damage: Sequence[Damage]) -> None:
        """Keep damage that belongs to no log that was read, such as a file that is empty or too new; each once."""
        with self._writing:
            for found in damage:
                place = found.line, found.offset
                self._work.execute(sql("note"), [*place, found.code, found.severity, found.message])

    def refresh(self) -> None:
        """Draw facts from the rows appended since the last call, and compute what is derived from them."""
        with self._writing:
            self._fill()
            if self._unlinked:
                with transaction(self._plain):
                    link(self._plain)
                self._unlinked = False
            self._keeping.keep()

    def warm(self, *session_ids: str) -> None:
        """Take sessions into memory that lie in the cache only, unless they are too large for that.

        Whoever looks at a session closely calls this first: a row in memory is found ten times as fast.
        """
        with self._writing:
            names = self._keeping.warm(session_ids)
            if names:
                with transaction(self._work):
                    self._keeping.take(names)

    def settle(self) -> None:
        """Wait until everything that is loaded stands in the cache; that happens in a thread of its own otherwise."""
        self._keeping.settle()

    # ------------------------------------------------------------------------------------------------ inside
    def _fill(self) -> None:
        """Draw the facts of the sessions that were loaded since the last time."""
        if self._work.execute("select count(*) from pending").fetchone() == (0,):
            return
        self._unlinked = True
        try:
            self._build()
        except duckdb.InvalidInputException:
            with transaction(self._work):
                (found,) = self._work.execute(sql("unreadable")).fetchone() or (0,)
            if not found:
                raise
            self._build()

    def _build(self) -> None:
        with transaction(self._work):
            build(self._work)

    def _make_room(self) -> None:
        """Where much is in memory, let it lie in the cache only."""
        if self._keeping.hot_bytes() >= HOT_BYTES and cache.place() is not None:
            self._fill()
            self._keeping.keep(everything=True)
            self._keeping.settle()
            with transaction(self._work):
                self._keeping.cool()
