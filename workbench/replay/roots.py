"""The order of a session's own calls at any moment: by their message, and their place in it."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from workbench.replay.entry import Entry
from workbench.replay.position import NEVER
from workbench.store import sql

_NONE = NEVER + 1
Ints = NDArray[np.int64]


class Roots:
    """The model's calls of one session, with the rows that give them their place.

    A call stands where the model's message asks for it, also where it never started. Before the message is whole it
    stands at the first record of it; one that no message names stands at the first row that tells of it.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, session_id: str) -> None:
        found: Any = con.execute(sql("queries/places"), {"session": session_id}).fetchnumpy()
        self._keys = np.ma.getdata(found["key"])
        self._inherited = np.ma.getdata(found["inherited"])
        self._place, self._streamed = _known(found["place_seq"]), _known(found["streamed_seq"])
        self._clock, self._first = (_known(found[name], -1) for name in ("clock", "streamed_clock"))

    def at(self, seq: int, hidden: Container[str]) -> tuple[str, ...]:
        """Return the keys in order when a row is the last that counts, without those that stand below another call."""
        order, _ = self._order(seq)
        return tuple(key for key in self._keys[order].tolist() if key not in hidden)

    def entries(self, seq: int, hidden: Container[str]) -> list[Entry]:
        """Return the same calls as entries of the timeline."""
        order, place = self._order(seq)
        clock = np.where(self._place[order] <= seq, self._clock[order], self._first[order])
        columns = (self._keys[order], place, clock, self._inherited[order])
        return [
            Entry(
                key=key,
                kind="call",
                seq=row,
                last_seq=None,
                type="tool/call",
                time_ms=None,
                clock_ms=None if time < 0 else time,
                call_key=key,
                inherited=inherited,
                interrupted=False,
            )
            for key, row, time, inherited in zip(*(column.tolist() for column in columns), strict=True)
            if key not in hidden
        ]

    def _order(self, seq: int) -> tuple[Ints, Ints]:
        """The calls that are there by their numbers, and the row of each. Of one row they are in order already."""
        place = np.where(self._place <= seq, self._place, np.where(self._streamed <= seq, self._streamed, _NONE))
        there = np.flatnonzero(place < _NONE)
        order = there[np.argsort(place[there], kind="stable")]
        return order, place[order]


def _known(column: Any, missing: int = _NONE) -> Ints:
    return np.where(np.ma.getmaskarray(column), missing, np.ma.getdata(column)).astype(np.int64)
