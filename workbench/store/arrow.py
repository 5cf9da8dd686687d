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


def strings(values: Sequence[bytes]) -> Any:
    """Return a column of texts given as UTF-8."""
    return _joined(_lengths(values), b"".join(values), None)


def some_strings(values: Mapping[int, bytes], count: int) -> Any:
    """Return a column of texts given as UTF-8 by their place; the others are NULL."""
    places = sorted(values)
    texts = [values[place] for place in places]
    lengths = np.zeros(count, dtype=np.int64)
    lengths[places] = _lengths(texts)
    return _joined(lengths, b"".join(texts), _all_but(places, count))


def numbers(values: NDArray[Any], unknown: int) -> Any:
    """Return a column of 64-bit integers, NULL where the value is `unknown`."""
    missing = values == unknown
    array = np.ascontiguousarray(values, dtype=np.int64)
    return nanoarrow.c_array_from_buffers(nanoarrow.int64(), len(values), [_validity(missing), array])


def flags(values: NDArray[Any]) -> Any:
    """Return a column of truth values."""
    return nanoarrow.c_array_from_buffers(nanoarrow.bool_(), len(values), [None, _bits(values)])


def some_flags(values: Mapping[int, bool], count: int) -> Any:
    """Return a column of truth values given by their place; the others are NULL."""
    array = np.zeros(count, dtype=np.bool_)
    array[list(values)] = list(values.values())
    buffers = [_validity(_all_but(list(values), count)), _bits(array)]
    return nanoarrow.c_array_from_buffers(nanoarrow.bool_(), count, buffers)


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


def _lengths(values: Sequence[bytes]) -> NDArray[np.int64]:
    return np.fromiter(map(len, values), dtype=np.int64, count=len(values))


def _all_but(places: Sequence[int], count: int) -> NDArray[np.bool_]:
    missing = np.ones(count, dtype=np.bool_)
    missing[places] = False
    return missing


def _validity(missing: NDArray[np.bool_] | None) -> bytes | None:
    return None if missing is None or not missing.any() else _bits(~missing)


def _bits(values: NDArray[Any]) -> bytes:
    return np.packbits(values, bitorder="little").tobytes()
