"""The columns of a parsed log as one batch for DuckDB."""

from __future__ import annotations

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
TEXTS = ("data", "surface_op", "source_seqs", "extra")


def clock(times: NDArray[Any], before: int = UNKNOWN) -> NDArray[Any]:
    """Return the running maximum of times, UNKNOWN until the first one that is known.

    Args:
        times: milliseconds since 1970, in the order of the rows.
        before: the maximum over the rows in front of these.
    """
    return np.maximum(np.maximum.accumulate(times), before)


def batch(rows: Rows, clocks: NDArray[Any]) -> arrow.Batch:
    """Return the rows as they are, with their clock.

    The texts have to be valid UTF-8; DuckDB refuses the whole batch otherwise, and [`repaired`][] helps.
    """
    return arrow.Batch(
        {
            "type": arrow.names(rows.arrays["type"], rows.type_names),
            "clock": arrow.numbers(clocks, UNKNOWN),
            "ignorable": arrow.booleans(rows.ignorable),
        }
        | {name: arrow.numbers(rows.arrays[name], UNKNOWN) for name in NUMBERS}
        | {name: arrow.flags(rows.arrays[name]) for name in FLAGS}
        | {name: arrow.strings(getattr(rows, name)) for name in TEXTS}
    )


def repaired(rows: Rows) -> list[int]:
    """Replace what is no UTF-8 by U+FFFD, in place, and return the places in the columns where that was needed.

    Done row by row, and only after DuckDB has refused a batch: readers give valid texts.
    """
    found = set()
    for name in TEXTS:
        column: list[bytes | None] = getattr(rows, name)
        for place, text in enumerate(column):
            if text is None:
                continue
            try:
                text.decode("utf-8")
            except UnicodeDecodeError:
                column[place] = text.decode("utf-8", "replace").encode()
                found.add(place)
    rows.arrays["repaired"][sorted(found)] = True
    return sorted(found)
