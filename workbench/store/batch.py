"""The columns of a parsed log as one batch for DuckDB."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from workbench.store import arrow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.logs import Rows


def clock(times: Sequence[int | None]) -> list[int | None]:
    """Return the running maximum of times, None until the first one that is known."""
    lowest = -(2**63)
    known = np.fromiter((lowest if time is None else time for time in times), dtype=np.int64, count=len(times))
    running = np.maximum.accumulate(known) if len(known) else known
    return [None if value == lowest else value for value in running.tolist()]


def batch(rows: Rows) -> arrow.Batch:
    """Return the rows as they are, with their clock.

    The texts have to be valid UTF-8; DuckDB refuses the whole batch otherwise, and [`repaired`][] helps.
    """
    return arrow.Batch({
        "type": arrow.strings([name.encode("utf-8", "replace") for name in rows.type]),
        "seq": arrow.integers(rows.seq),
        "n": arrow.integers(rows.n),
        "time": arrow.integers(rows.time),
        "clock": arrow.integers(clock(rows.time)),
        "turn": arrow.integers(rows.turn),
        "step": arrow.integers(rows.step),
        "inherited": arrow.booleans(rows.inherited),
        "known": arrow.booleans(rows.known),
        "repaired": arrow.booleans(rows.repaired),
        "data": arrow.strings(rows.data),
        "surface_op": arrow.strings(rows.surface_op),
        "source_seqs": arrow.strings(rows.source_seqs),
        "ignorable": arrow.booleans(rows.ignorable),
        "extra": arrow.strings(rows.extra),
        "line": arrow.integers(rows.line),
        "offset": arrow.integers(rows.offset),
        "length": arrow.integers(rows.length),
    })  # fmt: skip


def repaired(rows: Rows) -> list[int]:
    """Replace what is no UTF-8 by U+FFFD, in place, and return the places in the columns where that was needed.

    Done row by row, and only after DuckDB has refused a batch: readers give valid texts.
    """
    found = set()
    for column in (rows.data, rows.surface_op, rows.source_seqs, rows.extra):
        for place, text in enumerate(column):
            if text is None:
                continue
            try:
                text.decode("utf-8")
            except UnicodeDecodeError:
                column[place] = text.decode("utf-8", "replace").encode()
                found.add(place)
    for place in found:
        rows.repaired[place] = True
    return sorted(found)
