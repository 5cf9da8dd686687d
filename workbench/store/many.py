"""Small logs, many at a time: the database takes a hundred of them almost as fast as one."""

from __future__ import annotations

import contextlib
import queue
import threading
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import duckdb
import numpy as np

from workbench.logs import Growing, Rows
from workbench.store.batch import batch, clock
from workbench.store.connect import sql
from workbench.store.incoming import about, damage_values

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from workbench.logs import Found, LogRead

SMALL: Final = 1024 * 1024
"""Bytes of a file up to which a log counts as small."""
TOGETHER: Final = 8 * 1024 * 1024
"""Decoded bytes that are handed over at once, more or less."""
MOST: Final = 256
"""Most logs that are handed over at once."""


class Small(NamedTuple):
    """A small log that was read, and what it will be in the store."""

    source: int
    session_id: str
    key: str | None
    reading: Growing
    log: LogRead

    @property
    def size(self) -> tuple[int, int, int]:
        """Rows, events and decoded bytes."""
        return len(self.log.rows), int(self.log.rows.arrays["n"].sum()), self.log.decoded_bytes


def read(source: int, session_id: str, key: str | None, found: Found) -> Small:
    """Read a small log as a whole."""
    reading = Growing(found)
    rows = Rows()
    rows.extend(*reading)
    return Small(source, session_id, key, reading, reading.result(rows))


def insert(con: duckdb.DuckDBPyConnection, logs: Sequence[Small]) -> None:
    """Insert logs, inside the caller's transaction; the sessions then wait for their facts.

    Raises:
        duckdb.InvalidInputException: a text that the database refuses.
    """
    rows, clocks, nth = _joined(logs)
    if len(rows):
        con.register("incoming", batch(rows, clocks, {"nth": nth}))
        try:
            named = {
                "sources": [of.source for of in logs],
                "sessions": [of.session_id for of in logs],
                "types": list(rows.type_names),
            }
            con.execute(sql("rows_of_many"), named)
        finally:
            with contextlib.suppress(duckdb.TransactionException):  # aborted: the registration goes with it
                con.unregister("incoming")
    told = [about(of.log, of.source, of.session_id, *of.size[:2]) for of in logs]
    con.execute(sql("source_files_of_many"), {name: [one[name] for one in told] for name in told[0]})
    damage = [(of.source, of.session_id, *damage_values(entry)) for of in logs for entry in of.log.damage]
    if damage:
        columns: list[list[Any]] = [list(column) for column in zip(*damage, strict=True)]
        con.execute(
            "insert into damage_rows select unnest($1::integer[]), unnest($2::varchar[]), unnest($3::bigint[]), "
            "unnest($4::bigint[]), unnest($5::varchar[]), unnest($6::varchar[]), unnest($7::varchar[]), "
            "unnest($8::blob[])",
            columns,
        )
    con.execute("insert into pending select unnest($1::varchar[]), -1", [[of.session_id for of in logs]])


def _joined(logs: Sequence[Small]) -> tuple[Rows, Any, Any]:
    """Return the rows of all logs, their clocks, and which log each belongs to, counted from 1."""
    all_rows = [of.log.rows for of in logs]
    names: list[str] = []
    pieces = []
    for rows in all_rows:
        pieces.append(rows.arrays["type"] + len(names))
        names += rows.type_names
    joined = Rows()
    joined.extend(*all_rows)
    if len(joined):
        joined.arrays["type"] = np.concatenate(pieces)
    joined.type_names = names
    clocks = [clock(rows.arrays["time"]) for rows in all_rows if len(rows)]
    nth = np.repeat(np.arange(1, len(logs) + 1), [len(rows) for rows in all_rows])
    return joined, np.concatenate(clocks) if clocks else np.zeros(0, np.int64), nth


class Lane:
    """Does one thing after the other in a second thread, while the first reads on: the database needs no Python."""

    def __init__(self, waiting: int = 1) -> None:
        self._work: queue.Queue[Callable[[], None] | None] = queue.Queue(waiting)
        self._faults: list[BaseException] = []
        self._thread = threading.Thread(target=self._run, name="workbench-insert", daemon=True)
        self._thread.start()

    def put(self, work: Callable[[], None]) -> None:
        """Have something done; raises what failed before."""
        self._raise()
        self._work.put(work)

    def drain(self) -> None:
        """Wait until all is done; raises what failed."""
        self._work.join()
        self._raise()

    def close(self) -> None:
        """Wait until all is done, and end."""
        self._work.put(None)
        self._thread.join()

    def _raise(self) -> None:
        if self._faults:
            raise self._faults[0]

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            if not self._faults:
                try:
                    work()
                except BaseException as fault:  # noqa: BLE001 - raised again in the thread that reads
                    self._faults.append(fault)
            self._work.task_done()
        self._work.task_done()
