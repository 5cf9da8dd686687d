"""The columns of a parsed log as one batch for DuckDB."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.store import arrow

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from workbench.logs import Rows

UNKNOWN = -1
"""Stands in the arrays of numbers for a number that is absent."""

NUMBERS = ("seq", "n", "time", "turn", "step", "line", "offset", "length")
FLAGS = ("inherited", "known", "repaired")
SOME_TEXTS = ("surface_op", "source_seqs", "extra")

NO_MORE: Mapping[str, Any] = MappingProxyType({})


def clock(times: NDArray[Any], before: int = UNKNOWN) -> NDArray[Any]:
    """Return the running maximum of times, UNKNOWN until the first one that is known.

    Args:
        times: milliseconds since 1970, in the order of the rows.
        before: the maximum over the rows in front of these.
    """
    return np.maximum(np.maximum.accumulate(times), before)


def batch(rows: Rows, clocks: NDArray[Any], more: Mapping[str, NDArray[Any]] = NO_MORE) -> arrow.Batch:
    """Return the rows as they are, with their clock; `type` is the place in `type_names`.

    `more` are columns of numbers of its own.

    The texts have to be valid UTF-8; DuckDB refuses the whole batch otherwise, and [`repaired`][] helps.
    """
    count = len(rows.arrays["type"])
    return arrow.Batch(
        {
            "type": arrow.numbers(rows.arrays["type"], UNKNOWN),
            "clock": arrow.numbers(clocks, UNKNOWN),
            "data": arrow.strings(rows.data),
            "ignorable": arrow.some_flags(rows.sparse["ignorable"], count),
        }
        | {name: arrow.numbers(rows.arrays[name], UNKNOWN) for name in NUMBERS}
        | {name: arrow.flags(rows.arrays[name]) for name in FLAGS}
        | {name: arrow.some_strings(rows.sparse[name], count) for name in SOME_TEXTS}
        | {name: arrow.numbers(values, UNKNOWN) for name, values in more.items()}
    )


def repaired(rows: Rows) -> list[int]:
    """Replace what is no UTF-8 by U+FFFD, in place, and return the places in the columns where that was needed.

    Done row by row, and only after DuckDB has refused a batch: readers give valid texts.
    """
    found = set()
    data: dict[int, bytes] = dict(enumerate(rows.data))
    for column in (data, *(rows.sparse[name] for name in SOME_TEXTS)):
        for place, text in column.items():
            try:
                text.decode("utf-8")
            except UnicodeDecodeError:
                column[place] = text.decode("utf-8", "replace").encode()
                found.add(place)
    rows.data[:] = data.values()
    rows.lists.clear()
    rows.arrays["repaired"][sorted(found)] = True
    return sorted(found)
