"""Every change of a session as arrays: what holds at any moment is one pass over numbers."""

from __future__ import annotations

from typing import Any

import duckdb
import numpy as np
from numpy.typing import NDArray

from workbench.store import sql

CALLS = ("call", "dispatch")
COUNTER = "counter"


class Changes:
    """The changes of one session, each with the rows from which and up to which it holds."""

    def __init__(self, con: duckdb.DuckDBPyConnection, session_id: str) -> None:
        found: Any = con.execute(sql("queries/changes"), {"session": session_id}).fetchnumpy()
        columns = {name: np.ma.getdata(column) for name, column in found.items()}
        empty = np.ma.getmaskarray(found["state"])
        self._seq: NDArray[np.int64] = columns["seq"].astype(np.int64)
        self._until: NDArray[np.int64] = columns["until_seq"].astype(np.int64)
        self._n: NDArray[np.int64] = columns["n"].astype(np.int64)
        self._key, self._state = columns["key"], columns["state"]
        self._outcome: NDArray[np.object_] = np.where(
            np.ma.getmaskarray(found["outcome"]), np.array(None, object), columns["outcome"]
        )
        self._is_call = np.isin(columns["kind"].astype("U10"), CALLS)
        labels: dict[tuple[str, str], int] = {}
        words = np.where(empty, columns["key"], columns["state"])
        self._label = np.fromiter(
            (labels.setdefault(pair, len(labels)) for pair in zip(columns["kind"], words, strict=True)), np.int64
        )
        self._labels = list(labels)
        self._counts = ~columns["inherited"].astype(bool)

    def _holding(self, seq: int) -> NDArray[np.bool_]:
        return (self._seq <= seq) & (self._until > seq)

    def states(self, seq: int) -> dict[str, tuple[str, str | None]]:
        """Return state and outcome of every call and dispatch that is there when a row is the last that counts."""
        places = np.flatnonzero(self._holding(seq) & self._is_call)
        stood = zip(self._state[places], self._outcome[places], strict=True)
        return dict(zip(self._key[places], stood, strict=True))

    def counts(self, seq: int) -> dict[str, dict[str, int]]:
        """Return how many calls, dispatches, agents, runs, jobs and approvals are in which state, and the counters.

        What is inherited does not count. Token counts are those of the answers so far.
        """
        holding = self._holding(seq) & self._counts
        labels = self._label[holding]
        number = np.bincount(labels, minlength=len(self._labels))
        highest = np.zeros(len(self._labels), np.int64)
        np.maximum.at(highest, labels, self._n[holding])
        found: dict[str, dict[str, int]] = {}
        for place, (kind, word) in enumerate(self._labels):
            if number[place]:
                found.setdefault(kind, {})[word] = int(highest[place] if kind == COUNTER else number[place])
        return found
