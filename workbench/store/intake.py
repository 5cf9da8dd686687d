"""Logs on their way into a store: known, grown, kept or new; and which id each gets."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import duckdb
from msgspec.structs import replace

from workbench.logs import Growing, Rewritten, Rows, read
from workbench.model import Damage
from workbench.store import cache, growing, many
from workbench.store.batch import repaired
from workbench.store.building import DERIVED, FACTS
from workbench.store.connect import sql
from workbench.store.fingerprint import key_of
from workbench.store.incoming import Incoming, changed, damage_values
from workbench.store.keeping import Keeping

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


@contextlib.contextmanager
def transaction(cursor: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """All of the block, or nothing of it."""
    cursor.begin()
    try:
        yield
    except BaseException:
        cursor.rollback()
        raise
    cursor.commit()


class Intake:
    """Takes logs into one store, on the cursor that fills its tables. The store calls this with its lock taken.

    Args:
        work: the cursor.
        keeping: what the store keeps in the cache.
        make_room: is called before a log is taken in.
    """

    def __init__(self, work: duckdb.DuckDBPyConnection, keeping: Keeping, make_room: Callable[[], None]) -> None:
        self._work = work
        self._keeping = keeping
        self._make_room = make_room
        self.logs = growing.Logs()

    def is_loaded(self, found: Found) -> bool:
        """Whether the source is here unchanged; one that has changed is taken out."""
        return self.known(found, None, can_grow=False) is not None

    def paths(self) -> set[str]:
        """Return the files from which something was loaded."""
        found = self._work.execute("select path from source_files union select path from duplicate_files")
        return {path for (path,) in found.fetchall()}

    def known(self, found: Found, check: Check | None, *, can_grow: bool = True) -> Loaded | bool | None:
        """True where the source is here unchanged, what was added where it has grown; else it is taken out."""
        named = {"path": found.shown, "header_id": found.header.session_id}
        now = found.bytes, changed(found)
        for source, session_id, size, at, is_first in self._work.execute(sql("loaded_from"), named).fetchall():
            if (size, at) == now:
                return True
            if not is_first:
                self._work.execute("delete from duplicate_files where source = ?", [source])
                continue
            has_grown = can_grow and found.bytes != size  # of the same size, but changed: rewritten, wherever
            grown = self._grown(source, session_id, found, check) if has_grown else None
            if grown is not None:
                return grown
            self.forget(source, session_id)
        return None

    def _grown(self, source: int, session_id: str, found: Found, check: Check | None) -> Loaded | None:
        """Add what was added to a log since; None if it has to be read afresh."""
        reading = self.logs.take(source, found)
        if reading is None:
            return None
        key = None if cache.place() is None else key_of(found)
        if self._keeping.is_cold(session_id):
            with transaction(self._work):
                self._keeping.take([session_id])
        try:
            with transaction(self._work):
                log, incoming, before = growing.append(self._work, source, session_id, reading)
                self._work.execute("delete from duplicate_files where session_id = ?", [session_id])
                if check is not None:
                    check(log.damage)
        except (Rewritten, duckdb.InvalidInputException):
            return None
        self.logs.remember(source, reading)
        size = (incoming.rows, incoming.events, log.decoded_bytes)
        self._keeping.grew(source, found, key, session_id, size)
        rows, events = incoming.rows - before.rows, incoming.events - before.events
        return Loaded(session_id, rows, events, tuple(log.damage), log.decoded_bytes)

    def ids(self) -> set[str]:
        """Return the ids that sessions have, in their headers and in the store."""
        found = self._work.execute("select header_id from source_files union select session_id from source_files")
        return {name for (name,) in found.fetchall()}

    def _taken(self, header_id: str, wanted: str) -> list[tuple[str, int, int]]:
        """Sessions that have this id already: their id in the store, how many rows and bytes they have."""
        return self._work.execute(
            "select session_id, rows, decoded_bytes from source_files where header_id = ? or session_id = ?",
            [header_id, wanted],
        ).fetchall()

    def _free_id(self, wanted: str, log: LogRead) -> tuple[str, bool]:
        """Return the id to use, or that of the session that has this id and this content already, and which it is."""
        taken = self._taken(log.header.session_id, wanted)
        for session_id, rows, decoded in taken:
            if (rows, decoded) == (len(log.rows), log.decoded_bytes) and self._holds(session_id, log):
                return session_id, False
        numbered = "select session_id from source_files where session_id = $1 or starts_with(session_id, $1 || '#')"
        ids = {name for (name,) in self._work.execute(numbered, [wanted]).fetchall()}
        return next(name for name in _numbered(wanted) if name not in ids), True

    def _holds(self, session_id: str, log: LogRead) -> bool:
        """Whether a loaded session has exactly the rows of this one."""
        loaded = self._work.execute(
            "select type, seq, time, data from rows where session_id = ? order by line", [session_id]
        )
        rows = log.rows
        given = zip(rows.type, rows.seq, rows.time, rows.data, strict=True)
        return loaded.fetchall() == [(*row, data.decode("utf-8", "replace")) for *row, data in given]

    def restored(
        self, there: Mapping[int, There], numbers: Mapping[int, Found], check: Check | None
    ) -> Iterator[tuple[int, Loaded]]:
        """Take logs from the cache; give those that were taken."""
        if not there:
            return
        try:
            with transaction(self._work):
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
        for source, (_, part) in there.items():
            yield source, Loaded(part.session_id, part.rows, part.events, tuple(damage[source]), 0)

    def _damage(self, sources: Iterable[int]) -> dict[int, list[Damage]]:
        found: dict[int, list[Damage]] = {source: [] for source in sources}
        rows = self._work.execute(sql("damage_of_sources"), [list(found)]).fetchall()
        for source, *entry in rows:
            found[source].append(Damage(**dict(zip(DAMAGE, entry, strict=True))))
        return found

    @contextlib.contextmanager
    def lane(
        self, loaded: dict[int, Loaded | None], check: Check | None, *, together: bool
    ) -> Iterator[Callable[..., None]]:
        """Give a function that takes in one log after the other: small ones many at a time, in a second thread."""
        lane = many.Lane()
        small: list[many.Small] = []

        def hand_over() -> None:
            if small:
                lane.put(partial(self._take_in, small.copy(), loaded))
                small.clear()

        def take(source: int, found: Found, key: str | None, *, is_new: bool) -> None:
            if together and is_new and found.encoding != "sqlite" and found.bytes <= many.SMALL:
                small.append(many.read(source, session_id_of(found), key, found))
                if len(small) >= many.MOST or sum(of.log.decoded_bytes for of in small) >= many.TOGETHER:
                    hand_over()
                return
            hand_over()
            lane.drain()
            self._make_room()
            loaded[source] = self._read(source, found, key, check)

        try:
            yield take
            hand_over()
            lane.drain()
        finally:
            lane.close()

    def _take_in(self, small: Sequence[many.Small], loaded: dict[int, Loaded | None]) -> None:
        """Take in small logs that were read; one by one if there is a text among them that the database refuses."""
        self._make_room()
        try:
            with transaction(self._work):
                many.insert(self._work, small)
        except duckdb.InvalidInputException:
            for of in small:
                loaded[of.source] = self._read(of.source, of.reading.found, of.key, None)
            return
        for of in small:
            rows, events, decoded = of.size
            self.logs.remember(of.source, of.reading)
            self._keeping.came(of.source, of.reading.found, of.key, of.session_id, of.size)
            loaded[of.source] = Loaded(of.session_id, rows, events, tuple(of.log.damage), decoded)

    def _read(self, source: int, found: Found, key: str | None, check: Check | None) -> Loaded | None:
        wanted = session_id_of(found)
        loaded = self._by_another_name(found, check)
        if loaded is not None:
            return loaded
        if found.encoding != "sqlite" and not self._taken(found.header.session_id, wanted):
            with contextlib.suppress(duckdb.InvalidInputException):  # a text it refuses: repaired on the way below
                loaded = self._stream(source, found, check)
        if loaded is None:
            log = read(found)
            if check is not None:
                check(log.damage)
            session_id = self.append(source, log, check)
            if session_id is None:
                return None
            events = int(log.rows.arrays["n"].sum())
            loaded = Loaded(session_id, len(log.rows), events, tuple(log.damage), log.decoded_bytes)
        self._keeping.came(source, found, key, loaded.session_id, (loaded.rows, loaded.events, loaded.decoded_bytes))
        return loaded

    def _by_another_name(self, found: Found, check: Check | None) -> Loaded | None:
        """What was added to a file that was loaded under another name, such as that of a link; see `known`."""
        for (path,) in self._work.execute(
            "select path from source_files where header_id = ? and path <> ?", [found.header.session_id, found.shown]
        ).fetchall():
            with contextlib.suppress(OSError):
                if Path(path).samefile(found.path):
                    known = self.known(replace(found, path=path), check)
                    return known if isinstance(known, Loaded) else None
        return None

    def _stream(self, source: int, found: Found, check: Check | None) -> Loaded:
        reading = Growing(found)
        incoming = Incoming(self._work, source, session_id_of(found))
        with transaction(self._work):
            incoming.stream(reading)
            log = reading.result(Rows())
            if check is not None:
                check(log.damage)
            incoming.finish(log)
        self.logs.remember(source, reading)
        return Loaded(session_id_of(found), incoming.rows, incoming.events, tuple(log.damage), log.decoded_bytes)

    def append(self, source: int, log: LogRead, check: Check | None = None) -> str | None:
        """Take in a log that was read as a whole; None where it is the same as a session that is here."""
        wanted = session_id_of(log.found)
        session_id, is_new = self._free_id(wanted, log)
        if not is_new:
            found = log.found
            values = (source, session_id, found.header.session_id, found.shown, found.generation, found.encoding)
            self._work.execute(
                "insert into duplicate_files values (?, ?, ?, ?, ?, ?, ?, ?)",
                [*values, found.bytes, changed(found)],
            )
            return None
        try:
            self._insert(source, log, session_id, wanted, check=check)
        except duckdb.InvalidInputException:
            places = repaired(log.rows)
            if not places:
                raise
            self._insert(source, log, session_id, wanted, check=check, mended=places)
        return session_id

    def _insert(
        self,
        source: int,
        log: LogRead,
        session_id: str,
        wanted: str,
        *,
        check: Check | None,
        mended: Sequence[int] = (),
    ) -> None:
        rows = log.rows
        damage = []
        for place in mended:
            text = f"row {rows.seq[place]}: bytes that are no UTF-8 were replaced by U+FFFD"
            damage.append(_warning("invalid-utf8", text, rows.line[place], rows.offset[place]))
        if session_id != wanted:
            text = f"another source with other content has the id {wanted!r} already; this one is {session_id!r}"
            damage.append(_warning("duplicate-session", text, 1, 0))
        incoming = Incoming(self._work, source, session_id)
        with transaction(self._work):
            incoming.add(rows)
            incoming.finish(log, [damage_values(entry) for entry in damage])
            if check is not None:
                check(damage)

    def forget(self, source: int, session_id: str) -> None:
        """Take a source out again."""
        with transaction(self._work):
            self._keeping.forget(source, session_id)
            for table in ("source_files", "damage_rows"):
                self._work.execute(f"delete from {table} where source = ?", [source])  # noqa: S608 - our own names
            for table in ("rows", "pending", "duplicate_files", *FACTS, *DERIVED):
                self._work.execute(f"delete from {table} where session_id = ?", [session_id])  # noqa: S608


def _warning(code: str, message: str, line: int, offset: int) -> Damage:
    return Damage(code=code, severity="warning", message=message, line=line, offset=offset)


def session_id_of(found: Found) -> str:
    """A template's id is a placeholder, the same in all of them: its path stands for it."""
    name = found.header.session_id
    return found.shown if name.startswith("{{") else name


def _numbered(wanted: str) -> Iterator[str]:
    yield wanted
    yield from (f"{wanted}#{number}" for number in itertools.count(2))
