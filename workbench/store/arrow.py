"""Columns as Arrow buffers, without pyarrow and without a str object a value.

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


def strings(values: Sequence[bytes | None]) -> Any:
    """Return a column of texts given as UTF-8; None is NULL."""
    missing = _missing(values)
    parts: Sequence[Any] = values if missing is None else [value or b"" for value in values]
    return _joined(np.fromiter(map(len, parts), dtype=np.int64, count=len(parts)), b"".join(parts), missing)


def names(indices: NDArray[Any], words: Sequence[str]) -> Any:
    """Return a column of words given by their place in a list."""
    known = [word.encode("utf-8", "replace") for word in words]
    lengths = np.array([len(word) for word in known], dtype=np.int64)
    joined = b"".join(map(known.__getitem__, indices.tolist()))
    return _joined(lengths[indices] if known else lengths, joined, None)


def numbers(values: NDArray[Any], unknown: int) -> Any:
    """Return a column of 64-bit integers, NULL where the value is `unknown`."""
    missing = values == unknown
    array = np.ascontiguousarray(values, dtype=np.int64)
    return nanoarrow.c_array_from_buffers(nanoarrow.int64(), len(values), [_validity(missing), array])


def flags(values: NDArray[Any]) -> Any:
    """Return a column of truth values."""
    return nanoarrow.c_array_from_buffers(nanoarrow.bool_(), len(values), [None, _bits(values)])


def booleans(values: Sequence[bool | None]) -> Any:
    """Return a column of truth values; None is NULL."""
    missing = _missing(values)
    bits = _bits(np.fromiter(map(bool, values), dtype=np.bool_, count=len(values)))
    return nanoarrow.c_array_from_buffers(nanoarrow.bool_(), len(values), [_validity(missing), bits])


class Batch:
    """One table for DuckDB: named columns of equal length, readable as often as it is asked for."""

    def __init__(self, columns: Mapping[str, Any]) -> None:
        sizes = {len(column) for column in columns.values()}
        if len(sizes) != 1:
            raise ValueError(f"columns of one table differ in length: {sorted(sizes)}")
        self._schema = nanoarrow.c_schema(nanoarrow.struct({name: column.schema for name, column in columns.items()}))
        self._array = nanoarrow.c_array_from_buffers(
            self._schema, sizes.pop(), [None], children=list(columns.values()), validation_level="none"
        )

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        """The Arrow PyCapsule protocol."""
        return CArrayStream.from_c_arrays([self._array], self._schema, move=False).__arrow_c_stream__(requested_schema)


def _joined(lengths: NDArray[Any], text: bytes, missing: NDArray[np.bool_] | None) -> Any:
    offsets = np.concatenate(([0], np.cumsum(lengths)))
    small = int(offsets[-1]) <= _SMALL_OFFSETS
    kind = nanoarrow.string() if small else nanoarrow.large_string()
    buffers = [_validity(missing), offsets.astype(np.int32) if small else offsets, text]
    return nanoarrow.c_array_from_buffers(kind, len(lengths), buffers)


def _missing(values: Sequence[object]) -> NDArray[np.bool_] | None:
    if None not in values:
        return None
    return np.fromiter((value is None for value in values), dtype=np.bool_, count=len(values))


def _validity(missing: NDArray[np.bool_] | None) -> bytes | None:
    return None if missing is None or not missing.any() else _bits(~missing)


def _bits(values: NDArray[Any]) -> bytes:
    return np.packbits(values, bitorder="little").tobytes()
