"""JSON text as the harness reads it: at any depth, numbers of any size, nothing taken that JSON does not have."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from workbench import partial

if TYPE_CHECKING:
    from workbench.model import Json

_decode = msgspec.json.Decoder().decode
_LONGEST = 310
"""Digits beyond which a whole number is infinite as a double."""


def read_json(text: str) -> Json:
    """Parse a text as `JSON.parse` does.

    Strings may hold lone surrogates, numbers may be of any size (beyond a double they are infinite), values may be
    nested to any depth, and `-0` stays a negative zero; `NaN` and `Infinity` are refused.

    Raises:
        ValueError: the text is not JSON.
    """
    return read_plainly(text)[0]


def read_plainly(text: str) -> tuple[Json, bool]:
    """Return the value, and whether all of its numbers are surely such as JSON can carry.

    Raises:
        ValueError: the text is not JSON.
    """
    try:
        if "-0" not in text:
            return _decode(text), True
    except (ValueError, RecursionError):  # msgspec, and Python for numbers of thousands of digits
        pass
    try:
        return _lenient.decode(text), False
    except RecursionError:
        return _deep(text), False


def _deep(text: str) -> Json:
    """Parse what is nested too deep for parsers that call themselves."""
    found = partial.read(text, ended=True)
    if not found.complete:
        raise ValueError("the text is not JSON")
    return found.value


class _NotJsonError(ValueError):
    """The text is not JSON by the ECMAScript rule."""


def _refuse(word: str) -> Any:
    raise _NotJsonError(word)


def _whole(digits: str) -> float:
    if digits == "-0" or len(digits) > _LONGEST:
        return float(digits)
    return int(digits)


_lenient = json.JSONDecoder(parse_constant=_refuse, parse_int=_whole)
