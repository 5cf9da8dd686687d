"""Lossless JSON: which Python values are JSON values and nothing more, and their frozen copies.

Decided for Python, where the harness's own language has no say:

- Only the exact types count: `None`, `bool`, `int`, `float`, `str`, `list`, `dict` (and the frozen two below). A
  subclass, a tuple, a set, `bytes`, a date, an enum member or a numpy number would come back from JSON as something
  else. Since no method of a foreign class is ever called, a hostile value cannot raise or lie here.
- `NaN`, the infinities and `-0.0` are refused: JSON text cannot say the first three, and readers drop the sign.
- Keys must be strings; `{1: "a"}` would come back as `{"1": "a"}`.
- An integer is accepted whatever its number of digits, as long as a double can reach its size: Python writes and reads
  every digit, and the harness accepts the rounded number it makes of one beyond 2^53. Past 1.8e308 a JavaScript reader
  gets Infinity, so that is refused.
- `msgspec.UNSET` stands for "not there" in this project's plain values; as a member it counts as absent and is never
  JSON.
- Strings are not looked into: lone surrogates pass, as they do in the harness.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable


from msgspec import UNSET

from workbench.model import Json

_LARGEST_INT = int(1.7976931348623157e308)


def _frozen(*_: Any, **__: Any) -> NoReturn:
    raise TypeError("this JSON value is frozen; copy it with thaw() to change the copy")


class FrozenDict(dict[str, Any]):
    """A dict that raises TypeError when changed; its values are frozen too."""

    __slots__ = ()
    __setitem__ = __delitem__ = __ior__ = _frozen
    clear = pop = popitem = setdefault = update = _frozen

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)


class FrozenList(list[Any]):
    """A list that raises TypeError when changed; its items are frozen too."""

    __slots__ = ()
    __setitem__ = __delitem__ = __iadd__ = __imul__ = _frozen
    append = clear = extend = insert = pop = remove = reverse = sort = _frozen

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)


_OBJECTS = (dict, FrozenDict)
_ARRAYS = (list, FrozenList)
_FROZEN = (FrozenDict, FrozenList)


class NotLosslessError(ValueError):
    """A value that JSON cannot carry unchanged."""


def is_number(value: object) -> bool:
    """Return whether the value is a finite JSON number other than -0.0; a bool is none."""
    kind = type(value)
    if kind is int:
        return -_LARGEST_INT <= value <= _LARGEST_INT  # type: ignore[operator]  # narrowed by its exact type
    if kind is not float:
        return False
    return math.isfinite(value) and (value != 0 or math.copysign(1.0, value) > 0)  # type: ignore[arg-type]


def is_integer(value: object) -> bool:
    """Return whether the value is a JSON number without a fraction; 2.0 and 1e300 are."""
    return is_number(value) and (type(value) is int or value.is_integer())  # type: ignore[attr-defined]


def is_object(value: object) -> bool:
    """Return whether the value is a plain dict, whatever its keys."""
    return type(value) in _OBJECTS


def is_record(value: object) -> bool:
    """Return whether the value is a plain dict with string keys only."""
    return type(value) in _OBJECTS and all(type(key) is str for key in value)  # type: ignore[attr-defined]


def is_array(value: object) -> bool:
    """Return whether the value is a plain list."""
    return type(value) in _ARRAYS


def is_scalar(value: object) -> bool:
    """Return whether the value is null, a boolean, a string or a JSON number."""
    return value is None or type(value) in (bool, str) or is_number(value)


def is_frozen(value: object) -> bool:
    """Return whether this is plainly a frozen value, or `UNSET`: its own snapshot."""
    return value is UNSET or value is None or type(value) in (str, bool, FrozenDict, FrozenList)


def is_lossless(value: object) -> bool:
    """Return whether the value is lossless JSON. Never raises; shared parts are fine, cycles are not."""
    try:
        snapshot(value)
    except NotLosslessError:
        return False
    return True


def snapshot(value: object) -> Json:
    """Return a deep, frozen copy of a JSON value; parts that are frozen already are shared, not copied.

    Raises:
        NotLosslessError: the value, or a part of it, is not lossless JSON, or it contains itself.
    """
    kind = type(value)
    if kind in _FROZEN:
        return value
    if kind is not dict and kind is not list:
        return _scalar(value)
    flat = _flat(value)
    return _Copies().of(value) if flat is None else flat


def _flat(value: Any) -> Json:
    """Return the frozen copy of a container that holds no container, or None: what most values are, made quickly."""
    named = type(value) is dict
    for part in value.values() if named else value:
        kind = type(part)
        if kind is not str and part is not None and kind not in _FROZEN and not is_scalar(part):
            return None
    if not named:
        return FrozenList(value)
    return FrozenDict(value) if is_record(value) else None


class _Copies:
    """The copies of one snapshot by the identity of their source: a shared part is copied once, a cycle is found."""

    def __init__(self) -> None:
        self._copies: dict[int, Json] = {}
        self._active: set[int] = set()
        self._done: set[int] = set()
        self._todo: list[tuple[Any, bool]] = []  # (source, whether this marks that all below it has been copied)

    def of(self, value: Any) -> Json:
        result = self._place(value)
        while self._todo:
            source, leaving = self._todo.pop()
            key = id(source)
            if leaving:
                self._active.discard(key)
                self._done.add(key)
            elif key in self._active:
                raise NotLosslessError("the value contains itself")
            elif key not in self._done:
                self._active.add(key)
                self._todo.append((source, True))
                _fill(source, self._copies[key], self._place)
        return result

    def _place(self, part: Any) -> Json:
        kind = type(part)
        if kind is str or part is None or kind in _FROZEN:
            return part
        if kind is not dict and kind is not list:
            return _scalar(part)
        flat = _flat(part)
        if flat is not None:
            return flat
        key = id(part)
        if key not in self._copies:
            self._copies[key] = FrozenDict() if kind is dict else FrozenList()
        if key not in self._done:
            self._todo.append((part, False))
        return self._copies[key]


def thaw(value: Json, leaf: Callable[[Json], Json] | None = None) -> Json:
    """Return a deep copy of a JSON value made of ordinary dicts and lists, which may be changed.

    Args:
        value: a JSON value.
        leaf: what becomes of a scalar; it stays as it is without this.
    """
    todo: list[tuple[Any, Any]] = []

    def copied(part: Any) -> Json:
        if type(part) not in _OBJECTS and type(part) not in _ARRAYS:
            return part if leaf is None else leaf(part)
        target: Any = {} if type(part) in _OBJECTS else []
        todo.append((part, target))
        return target

    result = copied(value)
    while todo:
        source, target = todo.pop()
        _fill(source, target, copied)
    return result


def _fill(source: Any, target: Any, copied: Callable[[Any], Json]) -> None:
    """Put copies of the source's parts into the (perhaps frozen, still empty) target."""
    if type(source) in _OBJECTS:
        for key, part in source.items():
            if type(key) is not str:
                raise NotLosslessError("a key is not a string")
            dict.__setitem__(target, key, copied(part))
    else:
        for part in source:
            list.append(target, copied(part))


def _scalar(value: Any) -> Json:
    if not is_scalar(value):
        raise NotLosslessError(f"{type(value).__name__} is not a JSON value")
    return value
