"""JSON that is still arriving: the arguments of a call while the model writes them.

Every prefix of a text gives a value. What is closed is exact; an open string is shown as far as it goes; what could
still become something else (a number, a word, a key, half of an escape) is held back. So nothing shown is taken back,
with the one exception that JSON itself makes: a key that is written twice has its last value.

```python
>>> read('{"command": "ls -la", "timeout": 12').value
{'command': 'ls -la'}
>>> read('{"command": "ls -la", "timeout": 12}').value
{'command': 'ls -la', 'timeout': 12}

```
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from typing import Any, ClassVar

from workbench.model import Json, Value

_BLANK = re.compile(r"[ \t\n\r]*")
_PLAIN = re.compile(r'[^"\\\x00-\x1f]*')
_DIGITS = frozenset("0123456789")
_HEX = frozenset("0123456789abcdefABCDEF")
_ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_WORDS: dict[str, tuple[str, Json]] = {"t": ("true", True), "f": ("false", False), "n": ("null", None)}
_LONGEST = 310
"""Digits beyond which a whole number is infinite as a double."""

_NUMBER: dict[str, tuple[tuple[frozenset[str], str], ...]] = {
    "sign": ((frozenset("0"), "zero"), (_DIGITS, "whole")),
    "zero": ((frozenset("."), "point"), (frozenset("eE"), "exponent")),
    "whole": ((_DIGITS, "whole"), (frozenset("."), "point"), (frozenset("eE"), "exponent")),
    "point": ((_DIGITS, "fraction"),),
    "fraction": ((_DIGITS, "fraction"), (frozenset("eE"), "exponent")),
    "exponent": ((frozenset("+-"), "exponent sign"), (_DIGITS, "power")),
    "exponent sign": ((_DIGITS, "power"),),
    "power": ((_DIGITS, "power"),),
}
"""What may follow within a number, by where it stands."""
_WHOLE_NUMBERS = frozenset({"zero", "whole", "fraction", "power"})


class _Next(Enum):
    """What may come next."""

    VALUE = auto()
    FIRST_ITEM = auto()
    FIRST_KEY = auto()
    KEY = auto()
    COLON = auto()
    COMMA = auto()
    END = auto()
    STRING = auto()
    NUMBER = auto()
    WORD = auto()


class Partial(Value, frozen=True, kw_only=True):
    """What a text says so far.

    Attributes:
        value: the value, as far as it can be told; None where nothing can (see `shown`).
        shown: whether there is a value at all; tells nothing yet from null.
        complete: the text is one whole JSON value.
        broken: the place (characters from 0) from which on the text is not JSON whatever may come; None while it is.
            `value` is what stood before it.
    """

    value: Json = None
    shown: bool = False
    complete: bool = False
    broken: int | None = None


def read(text: str, *, ended: bool = False) -> Partial:
    """Read a text as far as it goes; never raises, and takes time in proportion to its length, however deep it nests.

    Args:
        text: the beginning of a JSON value.
        ended: no more will come, so a number at the very end is a whole one.
    """
    reader = Reader()
    reader.feed(text)
    if ended:
        reader.end()
    return reader.so_far()


class Reader:
    """The same for a text that comes in pieces, each of which is looked at once."""

    def __init__(self) -> None:
        self._root: Json = None
        self._shown = False
        self._broken: int | None = None
        self._read = 0
        self._next = _Next.VALUE
        self._open: list[dict[str, Any] | list[Any]] = []
        self._keys: list[str] = []
        self._is_key = False
        self._parts: list[str] = []
        self._escape = ""
        self._high = ""
        self._token: list[str] = []
        self._place = ""
        self._word: tuple[str, Json] = ("", None)

    def feed(self, piece: str) -> None:
        """Take the next piece of the text."""
        at = 0
        while at < len(piece) and self._broken is None:
            after = self._STEPS[self._next](self, piece, at)
            if after < 0:
                self._broken = self._read + ~after
                return
            at = after
        self._read += len(piece)

    def end(self) -> None:
        """Say that no more will come."""
        if self._next is _Next.NUMBER and self._place in _WHOLE_NUMBERS and not self._open:
            self._close_number()

    def so_far(self) -> Partial:
        """Return what the text says so far; its value grows with the next piece, it is not a copy."""
        if self._next is _Next.STRING and not self._is_key:
            self._parts = ["".join(self._parts)]
            self._set(self._parts[0])
        complete = self._next is _Next.END and self._broken is None
        return Partial(value=self._root, shown=self._shown, complete=complete, broken=self._broken)

    # Each step looks at `piece` from `at` on and returns where to go on, or `~place` where the text is broken.

    def _value(self, piece: str, at: int) -> int:
        at = _skip(piece, at)
        if at == len(piece):
            return at
        sign = piece[at]
        if sign == "]" and self._next is _Next.FIRST_ITEM:
            return self._leave(at)
        if sign == '"':
            self._put("")
            self._is_key = False
            self._next = _Next.STRING
        elif sign in "{[":
            inner: dict[str, Any] | list[Any] = {} if sign == "{" else []
            self._put(inner)
            self._open.append(inner)
            self._next = _Next.FIRST_KEY if sign == "{" else _Next.FIRST_ITEM
        elif sign in _WORDS:
            self._word = _WORDS[sign]
            self._token = [sign]
            self._next = _Next.WORD
        elif sign == "-" or sign in _DIGITS:
            self._token = [sign]
            self._place = "sign" if sign == "-" else "zero" if sign == "0" else "whole"
            self._next = _Next.NUMBER
        else:
            return ~at
        return at + 1

    def _key(self, piece: str, at: int) -> int:
        at = _skip(piece, at)
        if at == len(piece):
            return at
        if piece[at] == "}" and self._next is _Next.FIRST_KEY:
            return self._leave(at)
        if piece[at] != '"':
            return ~at
        self._is_key = True
        self._next = _Next.STRING
        return at + 1

    def _colon(self, piece: str, at: int) -> int:
        at = _skip(piece, at)
        if at == len(piece):
            return at
        self._next = _Next.VALUE
        return at + 1 if piece[at] == ":" else ~at

    def _comma(self, piece: str, at: int) -> int:
        at = _skip(piece, at)
        if at == len(piece):
            return at
        inside = isinstance(self._open[-1], dict)
        if piece[at] == ("}" if inside else "]"):
            return self._leave(at)
        if piece[at] != ",":
            return ~at
        if inside:
            self._keys.pop()
        self._next = _Next.KEY if inside else _Next.VALUE
        return at + 1

    def _end(self, piece: str, at: int) -> int:
        at = _skip(piece, at)
        return at if at == len(piece) else ~at

    def _string(self, piece: str, at: int) -> int:
        if self._escape:
            return self._escaped(piece, at)
        end = _plain(piece, at)
        if end > at:
            self._flush()
            self._parts.append(piece[at:end])
            return end
        sign = piece[at]
        if sign == "\\":
            self._escape = sign
            return at + 1
        if sign != '"':
            return ~at
        self._flush()
        text = "".join(self._parts)
        self._parts = []
        if self._is_key:
            self._keys.append(text)
            self._next = _Next.COLON
        else:
            self._set(text)
            self._close()
        return at + 1

    def _escaped(self, piece: str, at: int) -> int:
        """Take one character of an escape; it is shown when it is whole."""
        sign = piece[at]
        if len(self._escape) == 1:
            if sign == "u":
                self._escape += sign
            elif sign in _ESCAPES:
                self._flush()
                self._parts.append(_ESCAPES[sign])
                self._escape = ""
            else:
                return ~at
            return at + 1
        if sign not in _HEX:
            return ~at
        self._escape += sign
        if len(self._escape) == 6:
            self._unit(int(self._escape[-4:], 16))
            self._escape = ""
        return at + 1

    def _unit(self, unit: int) -> None:
        """Take a UTF-16 code unit; the first half of a pair waits for the second."""
        if self._high and 0xDC00 <= unit < 0xE000:
            self._parts.append(chr(0x10000 + ((ord(self._high) - 0xD800) << 10) + unit - 0xDC00))
            self._high = ""
            return
        self._flush()
        if 0xD800 <= unit < 0xDC00:
            self._high = chr(unit)
        else:
            self._parts.append(chr(unit))

    def _flush(self) -> None:
        if self._high:
            self._parts.append(self._high)
            self._high = ""

    def _number(self, piece: str, at: int) -> int:
        sign = piece[at]
        for signs, place in _NUMBER[self._place]:
            if sign in signs:
                self._token.append(sign)
                self._place = place
                return at + 1
        if self._place not in _WHOLE_NUMBERS:
            return ~at
        self._close_number()
        return at

    def _close_number(self) -> None:
        text = "".join(self._token)
        whole = self._place in ("zero", "whole") and text != "-0" and len(text) <= _LONGEST
        self._put(int(text) if whole else float(text))
        self._close()

    def _letters(self, piece: str, at: int) -> int:
        word, value = self._word
        if piece[at] != word[len(self._token)]:
            return ~at
        self._token.append(piece[at])
        if len(self._token) == len(word):
            self._put(value)
            self._close()
        return at + 1

    def _leave(self, at: int) -> int:
        """Close the innermost object or list."""
        if isinstance(self._open.pop(), dict) and self._next is not _Next.FIRST_KEY:
            self._keys.pop()
        self._close()
        return at + 1

    def _close(self) -> None:
        self._next = _Next.COMMA if self._open else _Next.END

    def _put(self, value: Json) -> None:
        """Put a value where it belongs."""
        self._shown = True
        if not self._open:
            self._root = value
        elif isinstance(inner := self._open[-1], dict):
            inner[self._keys[-1]] = value
        else:
            inner.append(value)

    def _set(self, value: str) -> None:
        """Put what an open string has become in the place of what it was."""
        if self._open and isinstance(inner := self._open[-1], list):
            inner[-1] = value
        else:
            self._put(value)

    _STEPS: ClassVar[dict[_Next, Callable[[Reader, str, int], int]]] = {
        _Next.VALUE: _value,
        _Next.FIRST_ITEM: _value,
        _Next.FIRST_KEY: _key,
        _Next.KEY: _key,
        _Next.COLON: _colon,
        _Next.COMMA: _comma,
        _Next.END: _end,
        _Next.STRING: _string,
        _Next.NUMBER: _number,
        _Next.WORD: _letters,
    }


def _skip(piece: str, at: int) -> int:
    found = _BLANK.match(piece, at)
    return found.end() if found else at


def _plain(piece: str, at: int) -> int:
    found = _PLAIN.match(piece, at)
    return found.end() if found else at
