"""Logs that are loaded again after they have grown: only what was added is read."""

from __future__ import annotations

import re
from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

import duckdb

from workbench.logs import Growing, Rewritten, Rows
from workbench.store.building import DERIVED, FACTS
from workbench.store.connect import sql
from workbench.store.fingerprint import Prefix, prefix_of
from workbench.store.incoming import NOTHING, Before, Incoming

if TYPE_CHECKING:
    from workbench.logs import Found, LogRead

MOST: Final = 256
"""Logs of which it is remembered where reading ended; one that was read longer ago is read afresh when it has grown."""

_LOOK_BACK: Final = re.compile(r"llm/retry.*|compact(ion)?/.*")
"""Types whose facts depend on rows before them, which are not looked at when facts are only added."""


class Read(NamedTuple):
    """Where reading a log ended, and what the file began with then."""

    reading: Growing
    prefix: Prefix


class Logs:
    """The logs of one store that can be read on, by the number of their source."""

    def __init__(self) -> None:
        self._read: OrderedDict[int, Read] = OrderedDict()

    def remember(self, source: int, reading: Growing) -> None:
        """Remember where reading ended."""
        prefix = prefix_of(reading.found.path, reading.whole) if reading.can_go_on else None
        if prefix is not None:
            self._read[source] = Read(reading, prefix)
            if len(self._read) > MOST:
                self._read.popitem(last=False)

    def take(self, source: int, found: Found) -> Growing | None:
        """Return the reading that goes on with a log as it is now; None if it has to be read afresh.

        A file that was replaced, cut off or changed in what was read of it is another log.
        """
        read = self._read.pop(source, None)
        if read is None or prefix_of(found.path, read.prefix.size) != read.prefix or not read.reading.go_on(found):
            return None
        return read.reading


def append(
    con: duckdb.DuckDBPyConnection, source: int, session_id: str, reading: Growing
) -> tuple[LogRead, Incoming, Before]:
    """Add to a session what was added to its log, inside the caller's transaction.

    Returns:
        What is known of the log now, the rows and events it has, and what it had that stays.

    Raises:
        Rewritten: the log has to be read afresh.
        duckdb.InvalidInputException: a text that the database refuses.
    """
    deleted = con.execute("delete from rows where source = ? and line >= ?", [source, reading.settled]).fetchall()
    ((*numbers, readable),) = con.execute(sql("before"), [source]).fetchall()
    before = Before(*numbers)
    incoming = Incoming(con, source, session_id, before)
    incoming.stream(reading)
    log = reading.result(Rows())
    if not readable or any(entry.code == "seq-overlap" for entry in log.damage):
        raise Rewritten
    added = con.execute(
        "select distinct type from rows where source = ? and line > ?", [source, before.line]
    ).fetchall()
    anew = deleted != [(0,)] or any(_LOOK_BACK.fullmatch(name) for (name,) in added)
    for table in ("source_files", "damage_rows"):
        con.execute(f"delete from {table} where source = ?", [source])  # noqa: S608 - our own names
    for table in (*FACTS, *DERIVED) if anew else ():
        con.execute(f"delete from {table} where session_id = ?", [session_id])  # noqa: S608
    waiting = [
        seq for (seq,) in con.execute("select from_seq from pending where session_id = ?", [session_id]).fetchall()
    ]
    con.execute("delete from pending where session_id = ?", [session_id])
    incoming.finish(log, from_seq=NOTHING.seq if anew else min([before.seq, *waiting]))
    return log, incoming, before
