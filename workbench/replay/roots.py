"""The order of a session's own calls at any moment: by the row that tells most of each by then."""

from __future__ import annotations

from collections.abc import Container, Iterable

import numpy as np
from numpy.typing import NDArray

from workbench.model import Call
from workbench.replay.position import NEVER

_NONE = NEVER + 1
_TELLING = ("call_seq", "proposed_seq", "streamed_seq", "result_seq")
"""Rows of a call, the one that gives its place first."""


class Roots:
    """The model's calls of one session, with the rows that give them their place."""

    def __init__(self, calls: Iterable[Call], streamed: dict[str, int]) -> None:
        roots = [call for call in calls if call.depth == 0]
        self._keys = np.array([*(call.key for call in roots), None], object)[:-1]
        self._ties = [(_occurrence(call), call.key) for call in roots]
        rows = [(call.call_seq, call.proposed_seq, streamed.get(call.key), call.result_seq) for call in roots]
        self._rows: list[NDArray[np.int64]] = [
            np.fromiter((_NONE if row[column] is None else row[column] for row in rows), np.int64, len(rows))
            for column in range(len(_TELLING))
        ]

    def at(self, seq: int, hidden: Container[str]) -> tuple[str, ...]:
        """Return the keys in order when a row is the last that counts, without those that stand below another call."""
        place = np.full(len(self._keys), _NONE, np.int64)
        for column in reversed(self._rows):
            place = np.where(column <= seq, column, place)
        there = np.flatnonzero(place < _NONE)
        order = there[np.argsort(place[there], kind="stable")]
        self._settle(order, place[order])
        keys = self._keys[order].tolist()
        return tuple(key for key in keys if key not in hidden)

    def _settle(self, order: NDArray[np.int64], place: NDArray[np.int64]) -> None:
        """Put calls of one row in order: the first with an id before the second, then by key."""
        same = np.flatnonzero(place[1:] == place[:-1])
        done = -1
        for start in same.tolist():
            if start < done:
                continue
            end = start + 1
            while end < len(place) and place[end] == place[start]:
                end += 1
            order[start:end] = sorted(order[start:end].tolist(), key=lambda number: self._ties[number])
            done = end - 1


def _occurrence(call: Call) -> int:
    """Which of the calls with this id in this step it is, as its key says."""
    turn, step = ("-" if number is None else number for number in (call.turn, call.step))
    suffix = call.key[len(f"{call.session_id}/{turn}.{step}/{call.call_id}") :]
    return int(suffix[1:]) if suffix else 1
