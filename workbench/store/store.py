"""The store itself: what a parsed log becomes in DuckDB."""

from __future__ import annotations

import contextlib
import itertools
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import numpy as np

from workbench.store import arrow
from workbench.store.connect import connect, names, sql

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from workbench.logs import LogRead, Rows

DERIVED = (
    "attempts", "call_index", "approval_index", "job_events", "run_index", "agent_index", "call_links",
    "inferred_children", "transitions", "card_rows", "unrendered", "timeline_index",
)  # fmt: skip
"""Tables that are computed from the facts of one session."""

BUILD = (
    "attempts", "call_index", "depths", "approval_index", "jobs", "workflows", "links", "timeline_index", "card_rows",
    "unrendered", "transitions",
)  # fmt: skip
"""Files that fill them, in this order, for the sessions in `pending`."""


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
        self._next_source = 1

    def cursor(self) -> duckdb.DuckDBPyConnection:
        """Return this thread's cursor on the database; it sees everything that was committed."""
        found: duckdb.DuckDBPyConnection | None = getattr(self._local, "cursor", None)
        if found is None:
            with self._writing:
                found = self._work.cursor()
            self._local.cursor = found
        return found

    def append(self, read: LogRead) -> str | None:
        """Take in a parsed log: its rows, damage and facts. Call [`refresh`][] after a batch.

        Args:
            read: what the reader made of one source.

        Returns:
            The session id in the store: the header's, the header's with `#2`, `#3`, … when another source with other
            content has it already, the path for a template; or None where this very source is loaded already, which
            is a source with the same path, size and time of change, or with the same id and content. A source at the
            same path that has changed since replaces what it was.
        """
        with self._writing:
            mtime = _mtime(read.found.path)
            wanted = _session_id(read)
            for source, session, size, was in self._work.execute(
                "select source, session_id, bytes, mtime_ns from source_files where path = ?", [read.found.path]
            ).fetchall():
                if (size, was) == (read.found.bytes, mtime):
                    return None
                self._forget(source, session)
            session_id = self._free_id(wanted, read)
            if session_id is None:
                return None
            with self._transaction():
                source = self._insert(read, session_id, mtime)
                if session_id != wanted:
                    self._work.execute(
                        "insert into damage_rows values (?, ?, 1, 0, 'duplicate-session', 'warning', ?, null)",
                        [source, session_id, f"Another source with other content has the id {wanted!r}; "
                         f"this one is {session_id!r}."],
                    )  # fmt: skip
                self._work.execute("insert into pending values (?, -1)", [session_id])
            return session_id

    def refresh(self) -> None:
        """Draw facts from the rows appended since the last call, and compute what is derived from them."""
        with self._writing:
            if not self._work.execute("select count(*) from pending").fetchone() == (0,):
                with self._transaction():
                    for name in (*names("facts"), *BUILD):
                        self._work.execute(sql(name))
                    self._work.execute("delete from pending")

    # ------------------------------------------------------------------------------------------------ inside

    @contextlib.contextmanager
    def _transaction(self) -> Iterator[None]:
        self._work.begin()
        try:
            yield
        except BaseException:
            self._work.rollback()
            raise
        self._work.commit()

    def _free_id(self, wanted: str, read: LogRead) -> str | None:
        """Return the id to use, or None where a source with this id and this content is loaded already."""
        taken = self._work.execute(
            "select session_id, rows, decoded_bytes from source_files where header_id = ? or session_id = ?",
            [read.header.session_id, wanted],
        ).fetchall()
        for session_id, rows, decoded in taken:
            if (rows, decoded) == (len(read.rows.type), read.decoded_bytes) and self._holds(session_id, read):
                return None
        ids = {row[0] for row in taken}
        return next(name for name in _numbered(wanted) if name not in ids)

    def _holds(self, session_id: str, read: LogRead) -> bool:
        """Whether a loaded session has exactly the rows of this one."""
        loaded = self._work.execute(
            "select type, data from rows where session_id = ? order by line", [session_id]
        ).fetchall()
        return loaded == [
            (name, data.decode("utf-8", "replace")) for name, data in zip(read.rows.type, read.rows.data, strict=True)
        ]

    def _insert(self, read: LogRead, session_id: str, mtime: int | None) -> int:
        source = self._next_source
        self._next_source += 1
        rows, header, found = read.rows, read.header, read.found
        self._work.execute(
            "insert into source_files values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                source, session_id, header.session_id, found.path, found.generation, found.encoding, found.bytes,
                mtime, len(rows.type), sum(rows.n), read.decoded_bytes, read.torn_bytes, read.state, read.open_turn,
                header.created_at, header.cwd, header.parent_session, header.origin, header.depth, header.preset,
                header.raw.decode("utf-8", "replace"),
            ],
        )  # fmt: skip
        if len(rows.type):
            self._work.register("incoming", _batch(rows))
            try:
                self._work.execute(sql("rows"), {"source": source, "session": session_id})
            finally:
                self._work.unregister("incoming")
        if read.damage:
            self._work.executemany(
                "insert into damage_rows values (?, ?, ?, ?, ?, ?, ?, ?)",
                [
                    [source, session_id, found.line, found.offset, found.code, found.severity, found.message, found.raw]
                    for found in read.damage
                ],
            )
        return source

    def _forget(self, source: int, session_id: str) -> None:
        """Take a source out again."""
        with self._transaction():
            self._work.execute("delete from source_files where source = ?", [source])
            self._work.execute("delete from damage_rows where source = ?", [source])
            facts = tuple(name.removeprefix("facts/") for name in names("facts"))
            for table in ("rows", *facts, *DERIVED):
                self._work.execute(f"delete from {table} where session_id = ?", [session_id])  # noqa: S608


def _session_id(read: LogRead) -> str:
    """A template's id is a placeholder, the same in all of them: its path stands for it."""
    found = read.header.session_id
    return read.found.path if found.startswith("{{") else found


def _numbered(wanted: str) -> Iterator[str]:
    yield wanted
    yield from (f"{wanted}#{number}" for number in itertools.count(2))


def _mtime(path: str) -> int | None:
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return None


def _clock(times: Sequence[int | None]) -> list[int | None]:
    """The running maximum of the times; None until the first one."""
    lowest = -(2**63)
    array = np.fromiter((lowest if time is None else time for time in times), dtype=np.int64, count=len(times))
    running = np.maximum.accumulate(array) if len(array) else array
    return [None if value == lowest else value for value in running.tolist()]


def _batch(rows: Rows) -> arrow.Batch:
    return arrow.Batch({
        "type": arrow.strings([name.encode() for name in rows.type]),
        "seq": arrow.integers(rows.seq),
        "n": arrow.integers(rows.n),
        "time": arrow.integers(rows.time),
        "clock": arrow.integers(_clock(rows.time)),
        "turn": arrow.integers(rows.turn),
        "step": arrow.integers(rows.step),
        "inherited": arrow.booleans(rows.inherited),
        "known": arrow.booleans(rows.known),
        "repaired": arrow.booleans(rows.repaired),
        "data": arrow.strings(rows.data),
        "surface_op": arrow.strings(rows.surface_op),
        "source_seqs": arrow.strings(rows.source_seqs),
        "ignorable": arrow.booleans(rows.ignorable),
        "extra": arrow.strings(rows.extra),
        "line": arrow.integers(rows.line),
        "offset": arrow.integers(rows.offset),
        "length": arrow.integers(rows.length),
    })  # fmt: skip
