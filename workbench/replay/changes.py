"""Every change of a session as sorted numbers: what holds at any moment is found, not counted from the start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from workbench.store import sql

CALLS = ("call", "dispatch")
COUNTER = "counter"
Stood = tuple[str, str | None]
"""State and outcome."""
Ints = NDArray[np.int64]


class _Label:
    """The changes of one kind into one state, or of one counter: where they begin and end, and what they count."""

    def __init__(self, kind: str, word: str, begins: Ints, ends: Ints, count: Ints) -> None:
        self.kind = kind
        self.word = word
        self._begins = begins
        self._ends = np.sort(ends)
        self._count = count

    def at(self, seq: int) -> int | None:
        """How many hold when a row is the last that counts, None where none does; of a counter, what it says."""
        begun = int(np.searchsorted(self._begins, seq, "right"))
        holding = begun - int(np.searchsorted(self._ends, seq, "right"))
        if not holding:
            return None
        return int(self._count[begun - 1]) if self.kind == COUNTER else holding


class Changes:
    """The changes of one session, each with the rows from which and up to which it holds."""

    def __init__(self, con: duckdb.DuckDBPyConnection, session_id: str) -> None:
        found: Any = con.execute(sql("queries/changes"), {"session": session_id}).fetchnumpy()
        columns = {name: np.ma.getdata(column) for name, column in found.items()}
        columns["outcome"] = np.where(np.ma.getmaskarray(found["outcome"]), np.array(None, object), columns["outcome"])
        columns["word"] = np.where(np.ma.getmaskarray(found["state"]), columns["key"], columns["state"])
        self._labels = list(_labels(columns))
        self._take_calls(columns)

    def _take_calls(self, columns: dict[str, NDArray[Any]]) -> None:
        """Keep the changes of calls together, those of one call in order."""
        places = np.flatnonzero(np.isin(columns["kind"].astype("U10"), CALLS))
        numbers: dict[str, int] = {}
        number = np.fromiter((numbers.setdefault(key, len(numbers)) for key in columns["key"][places]), np.int64)
        order = np.lexsort((columns["seq"][places], number))
        self._number = number[order]
        self._numbers = numbers
        self._keys = np.array([*numbers, None], object)[:-1]
        self._start = np.searchsorted(self._number, np.arange(len(numbers) + 1))
        self._seq: Ints = columns["seq"][places][order].astype(np.int64)
        self._until: Ints = columns["until_seq"][places][order].astype(np.int64)
        self._state = columns["state"][places][order]
        self._outcome = columns["outcome"][places][order]

    def stood(self, key: str, seq: int) -> Stood | None:
        """Return state and outcome of a call when a row is the last that counts, None where it is not there yet."""
        number = self._numbers.get(key)
        if number is None:
            return None
        start, end = self._start[number], self._start[number + 1]
        place = start + int(np.searchsorted(self._seq[start:end], seq, "right")) - 1
        return (self._state[place], self._outcome[place]) if place >= start else None

    def standing(self, seq: int, state: str | None = None, outcome: str | None = None) -> set[str]:
        """Return the keys of the calls that are there, in a state and with an outcome where one is given."""
        holding = (self._seq <= seq) & (self._until > seq)
        if state is not None:
            holding &= self._state == state
        if outcome is not None:
            holding &= self._outcome == outcome
        return set(self._keys[self._number[holding]].tolist())

    def counts(self, seq: int) -> dict[str, dict[str, int]]:
        """Return how many calls, dispatches, agents, runs, jobs and approvals are in which state, and the counters.

        What is inherited does not count. Token counts are those of the answers so far.
        """
        found: dict[str, dict[str, int]] = {}
        for label in self._labels:
            number = label.at(seq)
            if number is not None:
                found.setdefault(label.kind, {})[label.word] = number
        return found


def _labels(columns: dict[str, NDArray[Any]]) -> Iterator[_Label]:
    own = np.flatnonzero(~columns["inherited"].astype(bool))
    numbers: dict[tuple[str, str], int] = {}
    pairs = zip(columns["kind"][own], columns["word"][own], strict=True)
    number = np.fromiter((numbers.setdefault(pair, len(numbers)) for pair in pairs), np.int64)
    order = np.lexsort((columns["n"][own], columns["seq"][own], number))
    begins, ends, count = (columns[name][own][order].astype(np.int64) for name in ("seq", "until_seq", "n"))
    start = np.searchsorted(number[order], np.arange(len(numbers) + 1))
    for (kind, word), first, last in zip(numbers, start[:-1], start[1:], strict=True):
        yield _Label(kind, word, begins[first:last], ends[first:last], count[first:last])
