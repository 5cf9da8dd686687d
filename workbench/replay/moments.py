"""Finding moments: the position of a row, of a time, of a change of a call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from workbench.errors import WorkbenchError, did_you_mean
from workbench.model import Approval, Call
from workbench.replay.position import END, NEVER, Position
from workbench.replay.query import records

ENDS = ("done", "failed", "denied", "interrupted")
STREAMS = ("assistant/message", "assistant/attempt")
"""Rows in which stream records stand, from generation 2 on."""


def at_seq(con: duckdb.DuckDBPyConnection, session_id: str, seq: int, k: int = 0) -> Position:
    """Return the moment at which an event is the last that counts, and `k` stream records of the next row.

    Raises:
        WorkbenchError: the session has no row so early.
    """
    place = records(con, "place_of_seq", session=session_id, seq=seq)[0]
    if place["seq"] is None:
        raise WorkbenchError(f"The session has no row {seq}: its first has a higher number.", code="no-moment")
    members = min(seq - place["seq"], place["n"] - 1)
    clock = place["clock"]
    if members > 0:
        clock = max(clock, _clocks(con, session_id, place["seq"])[members]) if clock is not None else None
    return Position(clock=NEVER if clock is None else clock, seq=place["seq"] + members, k=k)


def at_clock(con: duckdb.DuckDBPyConnection, session_id: str, clock: int) -> Position:
    """Return the moment at which the session's clock showed a time: all that was written by then, and nothing later.

    Before the first row nothing counts. A session whose rows have no times has no such moments: all of it counts.
    """
    place = records(con, "place_of_clock", session=session_id, clock=clock)[0]
    if not place["has_clock"]:
        return Position(clock=clock)
    seq = -1 if place["seq"] is None else place["seq"]
    if place["n"] is not None and place["n"] > 1:
        seq += _arrived(_clocks(con, session_id, seq), clock) - 1
    k = 0
    if place["next_type"] in STREAMS:
        k = _arrived(_clocks(con, session_id, place["next_seq"]), clock)
    return Position(clock=clock, seq=seq, k=k)


def child_position(con: duckdb.DuckDBPyConnection, session_id: str, parent: Position) -> Position:
    """Return the moment of a child's log at which its parent is cut: the two share nothing but the clock."""
    if parent.clock >= NEVER:
        return END
    found = at_clock(con, session_id, parent.clock)
    return Position(clock=found.clock, seq=found.seq, k=found.k, is_inferred=True)


def change_of(changes: Sequence[Mapping[str, Any]], call: Call, asked: Sequence[Approval], when: str) -> int:
    """Return the row with which something happened to a call.

    Args:
        changes: its states in order, with the rows that brought them.
        call: the call at the end of the log.
        asked: its requests for approval.
        when: `started`, `asked`, `decided`, `ended`, or a state (the first time it had it).

    Raises:
        WorkbenchError: that never happened; the sentence names what did.
    """
    moments: dict[str, int] = {}
    for change in changes:
        moments.setdefault(change["state"], change["seq"])
        if change["state"] in ENDS:
            moments.setdefault("ended", change["seq"])
    if call.call_seq is not None:
        moments.setdefault("started", call.call_seq)
    if asked:
        moments["asked"] = asked[0].asked_seq
        decided = [request.decided_seq for request in asked if request.decided_seq is not None]
        if decided:
            moments["decided"] = decided[0]
    elif "waiting" in moments:
        moments["asked"] = moments["waiting"]
    if when not in moments:
        listed = ", ".join(sorted(moments, key=lambda name: moments[name]))
        raise WorkbenchError(
            f"The call {call.call_id!r} was never {when!r}.{did_you_mean(when, list(moments))} It has: {listed}.",
            code="no-moment",
        )
    return moments[when]


def _clocks(con: duckdb.DuckDBPyConnection, session_id: str, row: int) -> list[int]:
    """The clock of each stream record of one row, from its own times."""
    return [member["clock"] for member in records(con, "members", session=session_id, row=row)]


def _arrived(clocks: Sequence[int | None], clock: int) -> int:
    return next((number for number, time in enumerate(clocks) if time is not None and time > clock), len(clocks))
