"""The store itself: parsed logs in, facts and views out."""

from __future__ import annotations

import contextlib
import itertools
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb

from workbench.store.batch import batch, repaired
from workbench.store.connect import connect, names, sql
from workbench.store.exact import exact_arguments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.logs import LogRead
    from workbench.model import Damage

FACTS = (
    "tool_calls", "proposed_calls", "tool_results", "dispatch_events", "approval_events", "usage_events",
    "message_events", "turn_events", "retry_events", "workflow_events", "todo_writes", "compaction_events",
    "hook_events", "session_events", "chunk_rows",
)  # fmt: skip
"""Tables that hold one event an entry."""

DERIVED = (
    "attempts", "call_index", "approval_index", "job_events", "run_index", "agent_index", "call_links",
    "inferred_children", "transitions", "card_rows", "unrendered", "timeline_index",
)  # fmt: skip
"""Tables that are computed from the facts."""

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
        """Take in the rows and the damage of a parsed log. Call [`refresh`][] after a batch.

        Args:
            read: what the reader made of one source.

        Returns:
            The session id in the store: the header's, the header's with `#2`, `#3`, … when another source with other
            content has it already, the path for a template; or None where this very source is loaded already, which
            is a source with the same path, size and time of change, or with the same id and content. A source at the
            same path that has changed since replaces what it was.
        """
        with self._writing:
            changed = _changed(read.found.path)
            for source, session, size, was in self._work.execute(
                "select source, session_id, bytes, mtime_ns from source_files "
                "where path = ? and (header_id = ? or encoding <> 'sqlite')",
                [read.found.path, read.header.session_id],
            ).fetchall():
                if (size, was) == (read.found.bytes, changed):
                    return None
                self._forget(source, session)
            wanted = _session_id(read)
            session_id = self._free_id(wanted, read)
            if session_id is None:
                return None
            try:
                self._insert(read, session_id, wanted, changed)
            except duckdb.InvalidInputException:
                places = repaired(read.rows)
                if not places:
                    raise
                self._insert(read, session_id, wanted, changed, places)
            return session_id

    def refresh(self) -> None:
        """Draw facts from the rows appended since the last call, and compute what is derived from them."""
        with self._writing:
            if self._work.execute("select count(*) from pending").fetchone() == (0,):
                return
            try:
                self._build()
            except duckdb.InvalidInputException:
                with self._transaction():
                    (found,) = self._work.execute(sql("unreadable")).fetchone() or (0,)
                if not found:
                    raise
                self._build()

    # ------------------------------------------------------------------------------------------------ inside

    def _build(self) -> None:
        with self._transaction():
            for name in names("facts"):
                self._work.execute(sql(name))
            exact_arguments(self._work)
            for name in BUILD:
                self._work.execute(sql(name))
            self._work.execute("delete from pending")

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
        loaded = self._work.execute("select type, data from rows where session_id = ? order by line", [session_id])
        given = zip(read.rows.type, read.rows.data, strict=True)
        return loaded.fetchall() == [(name, data.decode("utf-8", "replace")) for name, data in given]

    def _insert(
        self, read: LogRead, session_id: str, wanted: str, changed: int | None, mended: list[int] | None = None
    ) -> None:
        source, rows, header, found = self._next_source, read.rows, read.header, read.found
        damage = [_damage(entry) for entry in read.damage]
        for place in mended or ():
            text = f"row {rows.seq[place]}: bytes that are no UTF-8 were replaced by U+FFFD"
            damage.append((rows.line[place], rows.offset[place], "invalid-utf8", "warning", text, None))
        if session_id != wanted:
            text = f"another source with other content has the id {wanted!r} already; this one is {session_id!r}"
            damage.append((1, 0, "duplicate-session", "warning", text, None))
        about = {
            "source": source, "session": session_id, "header_id": header.session_id, "path": found.path,
            "generation": found.generation, "encoding": found.encoding, "bytes": found.bytes, "changed": changed,
            "rows": len(rows.type), "events": sum(rows.n), "decoded_bytes": read.decoded_bytes,
            "torn_bytes": read.torn_bytes, "state": read.state, "open_turn": read.open_turn,
            "created_ms": header.created_at, "cwd": header.cwd, "parent_session": header.parent_session,
            "origin": header.origin, "depth": header.depth, "preset": header.preset,
            "header": header.raw.decode("utf-8", "replace"),
        }  # fmt: skip
        values = [(source, session_id, *entry) for entry in damage]
        self._work.register("incoming", batch(rows))
        try:
            with self._transaction():
                self._work.execute(sql("source_files"), about)
                self._work.execute(sql("rows"), {"source": source, "session": session_id})
                if values:
                    self._work.executemany("insert into damage_rows values (?, ?, ?, ?, ?, ?, ?, ?)", values)
                self._work.execute("insert into pending values (?, -1)", [session_id])
        finally:
            self._work.unregister("incoming")
        self._next_source += 1

    def _forget(self, source: int, session_id: str) -> None:
        """Take a source out again."""
        with self._transaction():
            for table in ("source_files", "damage_rows"):
                self._work.execute(f"delete from {table} where source = ?", [source])  # noqa: S608 - our own names
            for table in ("rows", "pending", *FACTS, *DERIVED):
                self._work.execute(f"delete from {table} where session_id = ?", [session_id])  # noqa: S608


def _damage(entry: Damage) -> tuple[object, ...]:
    return entry.line, entry.offset, entry.code, entry.severity, entry.message, entry.raw


def _session_id(read: LogRead) -> str:
    """A template's id is a placeholder, the same in all of them: its path stands for it."""
    found = read.header.session_id
    return read.found.path if found.startswith("{{") else found


def _numbered(wanted: str) -> Iterator[str]:
    yield wanted
    yield from (f"{wanted}#{number}" for number in itertools.count(2))


def _changed(path: str) -> int | None:
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return None
