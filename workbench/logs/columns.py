"""Rows as columns: arrays inside, plain lists for whoever asks.

A log of half a million short lines has ten million values; as Python objects they would weigh five times the log.
Numbers are therefore kept as arrays, which a store can take over as they are, and become lists only when asked for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

NONE: Final = -1
"""Stands in an array for a number that is absent; no number of a row is negative."""

T = TypeVar("T")


class _Listed(Generic[T]):
    """A column as a list, made of its array when it is asked for."""

    def __init__(self, make: Callable[[Rows, str], list[T]]) -> None:
        self._make = make
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, rows: Rows, owner: type) -> list[T]:
        known: list[T] | None = rows.lists.get(self._name)
        if known is None:
            known = rows.lists[self._name] = self._make(rows, self._name)
        return known


def _whole(rows: Rows, name: str) -> list[Any]:
    values: list[Any] = rows.arrays[name].tolist()
    return values


def _or_none(rows: Rows, name: str) -> list[int | None]:
    values: list[int | None] = rows.arrays[name].tolist()
    for index in np.flatnonzero(rows.arrays[name] == NONE).tolist():
        values[index] = None
    return values


def _names(rows: Rows, name: str) -> list[str]:
    if not len(rows):
        return []
    values: list[str] = np.array(rows.type_names, dtype=object)[rows.arrays[name]].tolist()
    return values


def _here_and_there(rows: Rows, name: str) -> list[Any]:
    values: list[Any] = [None] * len(rows)
    for index, value in rows.sparse[name].items():
        values[index] = value
    return values


NUMBERS: Final = ("type", "seq", "n", "time", "turn", "step", "line", "offset", "length")
FLAGS: Final = ("inherited", "known", "repaired")
SPARSE: Final = ("surface_op", "source_seqs", "extra", "ignorable")
"""Columns that most rows have no value for."""


def _no_arrays() -> dict[str, NDArray[Any]]:
    return {name: np.zeros(0, np.bool_ if name in FLAGS else np.int64) for name in (*NUMBERS, *FLAGS)}


def _no_values() -> dict[str, dict[int, Any]]:
    return {name: {} for name in SPARSE}


@dataclass(slots=True, eq=False)
class Rows:
    """Columns of equal length, one entry a stored line after the header, in the order of the lines.

    A packed row has the seq and time of its first member, its storage tag as type, and `n` members; every other row
    has `n` 1. `time` is milliseconds since 1970, None where the line has none. `turn` and `step` are those that
    enclose the row, or what its own data says where none is open. `data`, `surface_op` and `source_seqs` are JSON as
    written, byte for byte unless `repaired`; `extra` is a JSON object of members that nobody knows. `line` counts the
    lines of the decoded stream from 1, the header; `offset` and `length` are bytes in it, the line's end not counted.

    `arrays` has the same columns of numbers and truth values: `type` as an index into `type_names`, and NONE for None.
    `sparse` has the columns that most rows have no value for, by the place of the row.
    """

    data: list[bytes] = field(default_factory=list)
    arrays: dict[str, NDArray[Any]] = field(default_factory=_no_arrays)
    sparse: dict[str, dict[int, Any]] = field(default_factory=_no_values)
    type_names: Sequence[str] = ()
    lists: dict[str, list[Any]] = field(default_factory=dict, repr=False)

    type = _Listed[str](_names)
    seq = _Listed[int](_whole)
    n = _Listed[int](_whole)
    time = _Listed["int | None"](_or_none)
    turn = _Listed["int | None"](_or_none)
    step = _Listed["int | None"](_or_none)
    inherited = _Listed[bool](_whole)
    known = _Listed[bool](_whole)
    repaired = _Listed[bool](_whole)
    line = _Listed[int](_whole)
    offset = _Listed[int](_whole)
    length = _Listed[int](_whole)
    surface_op = _Listed["bytes | None"](_here_and_there)
    source_seqs = _Listed["bytes | None"](_here_and_there)
    extra = _Listed["bytes | None"](_here_and_there)
    ignorable = _Listed["bool | None"](_here_and_there)

    def __len__(self) -> int:
        return len(self.data)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rows):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in COLUMNS)

    __hash__ = None  # type: ignore[assignment]

    def extend(self, *others: Rows) -> None:
        """Append the rows of other pieces of the same log."""
        others = tuple(other for other in others if len(other))
        size = len(self)
        for other in others:
            self.data.extend(other.data)
            for name in SPARSE:
                self.sparse[name].update({size + index: value for index, value in other.sparse[name].items()})
            size += len(other)
        for name in (*NUMBERS, *FLAGS):
            self.arrays[name] = np.concatenate([rows.arrays[name] for rows in (self, *others)])
        if others:
            self.type_names = others[-1].type_names
        self.lists.clear()


COLUMNS: Final = (*NUMBERS, *FLAGS, "data", *SPARSE)
