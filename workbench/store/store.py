"""The store itself: parsed logs in, facts and views out."""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import duckdb

from workbench.logs import Growing, Rewritten, Rows, read
from workbench.model import Damage
from workbench.store import cache, growing
from workbench.store.batch import repaired
from workbench.store.building import DERIVED, FACTS, build, link
from workbench.store.connect import INSIDE, connect, sql
from workbench.store.fingerprint import key_of
from workbench.store.incoming import Incoming, changed
from workbench.store.keeping import HOT_BYTES, Keeping

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from workbench.logs import Found, LogRead
    from workbench.store.keeping import There

Check = Callable[[Sequence[Damage]], None]
DAMAGE = ("line", "offset", "code", "severity", "message", "raw", "session_id")


class Loaded(NamedTuple):
    """What one source brought: the session's id in the store, its rows and events, and its damage.

    `decoded_bytes` is what was read for it, after decompression: 0 if it came from the cache.
    """

    session_id: str
    rows: int
    events: int
    damage: tuple[Damage, ...]
    decoded_bytes: int


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
        self._logs = growing.Logs()
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
            for place, found in enumerate(sources):
                if (known := self._known(found, check)) is not None:
                    grown |= {place: known} if isinstance(known, Loaded) else {}
                else:
                    numbers[self._next_source + len(numbers)] = found
            self._next_source += len(numbers)
            there, keys = self._keeping.find(numbers, self._ids())
            loaded: dict[int, Loaded | None] = dict(self._restored(there, numbers, check))
            done = sum(found.bytes for found in sources) - sum(found.bytes for found in numbers.values())
            for source, found in numbers.items():
                if source not in loaded:
                    self._make_room()
                    loaded[source] = self._read(source, found, keys.get(source), check)
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
            if self._is_loaded(log.found):
                return None
            session_id = self._append(self._next_source, log)
            self._next_source += 1
            return session_id

    def note(self, damage: Sequence[Damage]) -> None:
        """Keep damage that belongs to no log that was read, such as a file that is empty or too new; each once."""
        with self._writing:
            for found in damage:
                self._work.execute(sql("note"), [found.code, found.severity, found.message])

    def refresh(self) -> None:
        """Draw facts from the rows appended since the last call, and compute what is derived from them."""
        with self._writing:
            self._fill()
            if self._unlinked:
                with self._transaction(self._plain):
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
                with self._transaction():
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
            with self._transaction():
                (found,) = self._work.execute(sql("unreadable")).fetchone() or (0,)
            if not found:
                raise
            self._build()

    def _build(self) -> None:
        with self._transaction():
            build(self._work)

    @contextlib.contextmanager
    def _transaction(self, cursor: duckdb.DuckDBPyConnection | None = None) -> Iterator[None]:
        cursor = cursor or self._work
        cursor.begin()
        try:
            yield
        except BaseException:
            cursor.rollback()
            raise
        cursor.commit()

    def _is_loaded(self, found: Found) -> bool:
        """Whether the source is here unchanged; one that has changed is taken out."""
        for source, session_id, unchanged in self._here(found):
            if unchanged:
                return True
            self._forget(source, session_id)
        return False

    def _here(self, found: Found) -> list[tuple[int, str, bool]]:
        """What was loaded from this place: source, session, and whether the file is as it was."""
        loaded = self._work.execute(
            "select source, session_id, bytes, mtime_ns from source_files "
            "where path = ? and (header_id = ? or encoding <> 'sqlite')",
            [found.path, found.header.session_id],
        ).fetchall()
        now = (found.bytes, changed(found.path)) if loaded else None
        return [(source, session_id, tuple(was) == now) for source, session_id, *was in loaded]

    def _known(self, found: Found, check: Check | None) -> Loaded | bool | None:
        """True where the source is here unchanged, what was added where it has grown; else it is taken out."""
        for source, session_id, unchanged in self._here(found):
            if unchanged:
                return True
            grown = self._grown(source, session_id, found, check)
            if grown is not None:
                return grown
            self._forget(source, session_id)
        return None

    def _grown(self, source: int, session_id: str, found: Found, check: Check | None) -> Loaded | None:
        """Add what was added to a log since; None if it has to be read afresh."""
        reading = self._logs.take(source, found)
        if reading is None:
            return None
        key = None if cache.place() is None else key_of(found)
        if self._keeping.is_cold(session_id):
            with self._transaction():
                self._keeping.take([session_id])
        try:
            with self._transaction():
                log, incoming, before = growing.append(self._work, source, session_id, reading)
                if check is not None:
                    check(log.damage)
        except (Rewritten, duckdb.InvalidInputException):
            return None
        self._logs.remember(source, reading)
        size = (incoming.rows, incoming.events, log.decoded_bytes)
        self._keeping.grew(source, found, key, session_id, size)
        rows, events = incoming.rows - before.rows, incoming.events - before.events
        return Loaded(session_id, rows, events, tuple(log.damage), log.decoded_bytes)

    def _ids(self) -> set[str]:
        found = self._work.execute("select header_id from source_files union select session_id from source_files")
        return {name for (name,) in found.fetchall()}

    def _taken(self, header_id: str, wanted: str) -> list[tuple[str, int, int]]:
        """Sessions that have this id already: their id in the store, how many rows and bytes they have."""
        return self._work.execute(
            "select session_id, rows, decoded_bytes from source_files where header_id = ? or session_id = ?",
            [header_id, wanted],
        ).fetchall()

    def _free_id(self, wanted: str, log: LogRead) -> str | None:
        """Return the id to use, or None where a source with this id and this content is loaded already."""
        taken = self._taken(log.header.session_id, wanted)
        for session_id, rows, decoded in taken:
            if (rows, decoded) == (len(log.rows), log.decoded_bytes) and self._holds(session_id, log):
                return None
        ids = {row[0] for row in taken}
        return next(name for name in _numbered(wanted) if name not in ids)

    def _holds(self, session_id: str, log: LogRead) -> bool:
        """Whether a loaded session has exactly the rows of this one."""
        loaded = self._work.execute("select type, data from rows where session_id = ? order by line", [session_id])
        given = zip(log.rows.type, log.rows.data, strict=True)
        return loaded.fetchall() == [(name, data.decode("utf-8", "replace")) for name, data in given]

    def _restored(
        self, there: Mapping[int, There], numbers: Mapping[int, Found], check: Check | None
    ) -> Iterator[tuple[int, Loaded]]:
        """Take logs from the cache; give those that were taken."""
        if not there:
            return
        try:
            with self._transaction():
                self._keeping.restore(there, numbers)
                damage = self._damage(there)
                if check is not None:
                    for source in there:
                        check(damage[source])
        except BaseException as fault:
            broken = isinstance(fault, duckdb.Error)
            self._keeping.undo(there, broken=broken)
            if broken:
                return
            raise
        self._unlinked = True
        for source, (_, part) in there.items():
            yield source, Loaded(part.session_id, part.rows, part.events, tuple(damage[source]), 0)

    def _damage(self, sources: Iterable[int]) -> dict[int, list[Damage]]:
        found: dict[int, list[Damage]] = {source: [] for source in sources}
        rows = self._work.execute(sql("damage_of_sources"), [list(found)]).fetchall()
        for source, *entry in rows:
            found[source].append(Damage(**dict(zip(DAMAGE, entry, strict=True))))
        return found

    def _make_room(self) -> None:
        """Where much is in memory, let it lie in the cache only."""
        if self._keeping.hot_bytes() >= HOT_BYTES and cache.place() is not None:
            self._fill()
            self._keeping.keep(everything=True)
            self._keeping.settle()
            with self._transaction():
                self._keeping.cool()

    def _read(self, source: int, found: Found, key: str | None, check: Check | None) -> Loaded | None:
        wanted = _session_id(found)
        loaded = None
        if found.encoding != "sqlite" and not self._taken(found.header.session_id, wanted):
            with contextlib.suppress(duckdb.InvalidInputException):  # a text it refuses: repaired on the way below
                loaded = self._stream(source, found, check)
        if loaded is None:
            log = read(found)
            if check is not None:
                check(log.damage)
            session_id = self._append(source, log)
            if session_id is None:
                return None
            events = int(log.rows.arrays["n"].sum())
            loaded = Loaded(session_id, len(log.rows), events, tuple(log.damage), log.decoded_bytes)
        self._keeping.came(source, found, key, loaded.session_id, (loaded.rows, loaded.events, loaded.decoded_bytes))
        return loaded

    def _stream(self, source: int, found: Found, check: Check | None) -> Loaded:
        reading = Growing(found)
        incoming = Incoming(self._work, source, _session_id(found))
        with self._transaction():
            incoming.stream(reading)
            log = reading.result(Rows())
            if check is not None:
                check(log.damage)
            incoming.finish(log)
        self._logs.remember(source, reading)
        return Loaded(_session_id(found), incoming.rows, incoming.events, tuple(log.damage), log.decoded_bytes)

    def _append(self, source: int, log: LogRead) -> str | None:
        wanted = _session_id(log.found)
        session_id = self._free_id(wanted, log)
        if session_id is None:
            return None
        try:
            self._insert(source, log, session_id, wanted)
        except duckdb.InvalidInputException:
            places = repaired(log.rows)
            if not places:
                raise
            self._insert(source, log, session_id, wanted, places)
        return session_id

    def _insert(self, source: int, log: LogRead, session_id: str, wanted: str, mended: Sequence[int] = ()) -> None:
        rows = log.rows
        damage: list[tuple[object, ...]] = []
        for place in mended:
            text = f"row {rows.seq[place]}: bytes that are no UTF-8 were replaced by U+FFFD"
            damage.append((rows.line[place], rows.offset[place], "invalid-utf8", "warning", text, None))
        if session_id != wanted:
            text = f"another source with other content has the id {wanted!r} already; this one is {session_id!r}"
            damage.append((1, 0, "duplicate-session", "warning", text, None))
        incoming = Incoming(self._work, source, session_id)
        with self._transaction():
            incoming.add(rows)
            incoming.finish(log, damage)

    def _forget(self, source: int, session_id: str) -> None:
        """Take a source out again."""
        with self._transaction():
            self._keeping.forget(source, session_id)
            for table in ("source_files", "damage_rows"):
                self._work.execute(f"delete from {table} where source = ?", [source])  # noqa: S608 - our own names
            for table in ("rows", "pending", *FACTS, *DERIVED):
                self._work.execute(f"delete from {table} where session_id = ?", [session_id])  # noqa: S608


def _session_id(found: Found) -> str:
    """A template's id is a placeholder, the same in all of them: its path stands for it."""
    name = found.header.session_id
    return found.path if name.startswith("{{") else name


def _numbered(wanted: str) -> Iterator[str]:
    yield wanted
    yield from (f"{wanted}#{number}" for number in itertools.count(2))
