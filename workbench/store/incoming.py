"""Rows, damage and the description of a source on their way into the database, whole or piece by piece."""

from __future__ import annotations

import contextlib
import queue
import threading
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import duckdb

from workbench.store.batch import UNKNOWN, batch, clock
from workbench.store.connect import sql

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from workbench.logs import Found, LogRead, Rows
    from workbench.model import Damage

PIECE = 8 * 1024 * 1024
"""Bytes of data that are handed over at once: large enough for DuckDB, small enough for the memory."""

WAITING = 2
"""Pieces that may wait for the database while the next one is read."""


class Before(NamedTuple):
    """The rows of a source that are here already: how many rows and events, the last clock, seq and line."""

    rows: int
    events: int
    clock: int
    seq: int
    line: int


NOTHING = Before(0, 0, UNKNOWN, UNKNOWN, 1)


class Incoming:
    """One source on its way in; everything happens on the given connection, inside the caller's transaction."""

    def __init__(
        self, connection: duckdb.DuckDBPyConnection, source: int, session_id: str, before: Before = NOTHING
    ) -> None:
        self._connection = connection
        self._source = source
        self._session_id = session_id
        self._clock = before.clock
        self.rows = before.rows
        self.events = before.events

    def add(self, rows: Rows) -> None:
        """Insert rows that follow those that were inserted before."""
        if not len(rows):
            return
        clocks = clock(rows.arrays["time"], self._clock)
        self._connection.register("incoming", batch(rows, clocks))
        try:
            named = {"source": self._source, "session": self._session_id, "types": list(rows.type_names)}
            self._connection.execute(sql("rows"), named)
        finally:
            with contextlib.suppress(duckdb.TransactionException):  # aborted: the registration goes with it
                self._connection.unregister("incoming")
        self._clock = int(clocks[-1])
        self.rows += len(rows)
        self.events += int(rows.arrays["n"].sum())

    def stream(self, pieces: Iterable[Rows]) -> None:
        """Insert pieces in a second thread while the next one is read in this one."""
        waiting: queue.Queue[Rows | None] = queue.Queue(WAITING)
        faults: list[BaseException] = []

        def insert() -> None:
            while (rows := waiting.get()) is not None:
                if not faults:
                    try:
                        self.add(rows)
                    except BaseException as fault:  # noqa: BLE001 - raised again in the thread that reads
                        faults.append(fault)

        worker = threading.Thread(target=insert, name="workbench-insert", daemon=True)
        worker.start()
        try:
            for rows in _gathered(pieces):
                if faults:
                    break
                waiting.put(rows)
        finally:
            waiting.put(None)
            worker.join()
        if faults:
            raise faults[0]

    def finish(self, log: LogRead, more_damage: Sequence[tuple[object, ...]] = (), from_seq: int = UNKNOWN) -> None:
        """Write down what the source is, and its damage; the session then waits for its facts.

        Args:
            log: what was read.
            more_damage: damage that the reader did not meet.
            from_seq: the last seq of which the facts are here already.
        """
        told = about(log, self._source, self._session_id, self.rows, self.events)
        self._connection.execute(sql("source_files"), told)
        damage = [*map(damage_values, log.damage), *more_damage]
        if damage:
            values = [(self._source, self._session_id, *entry) for entry in damage]
            self._connection.executemany("insert into damage_rows values (?, ?, ?, ?, ?, ?, ?, ?)", values)
        self._connection.execute("insert into pending values (?, ?)", [self._session_id, from_seq])


def about(log: LogRead, source: int, session_id: str, rows: int, events: int) -> dict[str, object]:
    """Return what is written down of a source, by the names that `source_files.sql` has for it."""
    header, found = log.header, log.found
    return {
        "source": source, "session": session_id, "header_id": header.session_id, "path": found.shown,
        "generation": found.generation, "encoding": found.encoding, "bytes": found.bytes,
        "changed": changed(found) if log.changed_ns is None else log.changed_ns, "rows": rows, "events": events,
        "decoded_bytes": log.decoded_bytes, "torn_bytes": log.torn_bytes, "state": log.state,
        "open_turn": log.open_turn, "created_ms": header.created_at, "cwd": header.cwd,
        "parent_session": header.parent_session, "origin": header.origin, "depth": header.depth,
        "preset": header.preset, "header": header.raw.decode("utf-8", "replace"),
    }  # fmt: skip


def changed(found: Found) -> int | None:
    """When a source was last changed, in nanoseconds, or None where it cannot be asked.

    What was written to a database last stands in a file beside it.
    """
    path = Path(found.path)
    try:
        at = path.stat().st_mtime_ns
        if found.encoding == "sqlite":
            with contextlib.suppress(FileNotFoundError):
                at = max(at, path.with_name(f"{path.name}-wal").stat().st_mtime_ns)
    except OSError:
        return None
    return at


def _gathered(pieces: Iterable[Rows]) -> Iterator[Rows]:
    """Put small pieces together."""
    gathered: Rows | None = None
    size = 0
    for rows in pieces:
        if gathered is None:
            gathered, size = rows, 0
        else:
            gathered.extend(rows)
        size += sum(map(len, rows.data))
        if size >= PIECE:
            yield gathered
            gathered = None
    if gathered is not None:
        yield gathered


def damage_values(entry: Damage) -> tuple[object, ...]:
    """Return what is written down of damage, after its source and session."""
    return entry.line, entry.offset, entry.code, entry.severity, entry.message, entry.raw
