"""Columns of plain Python values as Arrow buffers, without pyarrow and without a str object a value.

A column of texts is its bytes joined, plus offsets; DuckDB reads such buffers in one go (about half the time of
object arrays). The texts have to be valid UTF-8: DuckDB refuses a whole batch otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import nanoarrow
import numpy as np
from nanoarrow.c_array_stream import CArrayStream

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

_SMALL_OFFSETS = 2**31 - 1


def _validity(missing: NDArray[np.bool_]) -> bytes | None:
    if not missing.any():
        return None
    return np.packbits(~missing, bitorder="little").tobytes()


def _missing(values: Sequence[object]) -> NDArray[np.bool_]:
    return np.fromiter((value is None for value in values), dtype=np.bool_, count=len(values))


def strings(values: Sequence[bytes | None]) -> Any:
    """Return a column of texts given as UTF-8; None is NULL."""
    missing = _missing(values) if None in values else np.zeros(len(values), dtype=np.bool_)
    parts = [value or b"" for value in values] if missing.any() else values
    lengths = np.fromiter(map(len, parts), dtype=np.int64, count=len(parts))  # type: ignore[arg-type]
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    small = int(offsets[-1]) <= _SMALL_OFFSETS
    return nanoarrow.c_array_from_buffers(
        nanoarrow.string() if small else nanoarrow.large_string(),
        len(values),
        [_validity(missing), offsets.astype(np.int32) if small else offsets, b"".join(parts)],  # type: ignore[arg-type]
    )


def integers(values: Sequence[int | None]) -> Any:
    """Return a column of 64-bit integers; None is NULL, and so is what does not fit into 64 bits."""
    try:
        array = np.array(values, dtype=np.int64)
        missing = np.zeros(len(values), dtype=np.bool_)
    except (TypeError, OverflowError):
        fits = [value if value is not None and -(2**63) <= value < 2**63 else None for value in values]
        missing = _missing(fits)
        array = np.array([value or 0 for value in fits], dtype=np.int64)
    return nanoarrow.c_array_from_buffers(nanoarrow.int64(), len(values), [_validity(missing), array])


def booleans(values: Sequence[bool | None]) -> Any:
    """Return a column of truth values; None is NULL."""
    missing = _missing(values)
    bits = np.packbits(np.fromiter(map(bool, values), dtype=np.bool_, count=len(values)), bitorder="little")
    return nanoarrow.c_array_from_buffers(nanoarrow.bool_(), len(values), [_validity(missing), bits.tobytes()])


class Batch:
    """One table for DuckDB: named columns of equal length, readable as often as it is asked for."""

    def __init__(self, columns: Mapping[str, Any]) -> None:
        self._schema = nanoarrow.c_schema(nanoarrow.struct({name: column.schema for name, column in columns.items()}))
        length = len(next(iter(columns.values())))
        self._array = nanoarrow.c_array_from_buffers(
            self._schema, length, [None], children=list(columns.values()), validation_level="none"
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """The Arrow PyCapsule protocol."""
        return CArrayStream.from_c_arrays([self._array], self._schema, move=False).__arrow_c_stream__(requested_schema)
