"""Lines that the fast decoder refuses or that hold more than the envelope: read with care, one at a time.

What is wrong is repaired in the text, so that every other byte stays as it was written. Nothing here recurses, so
that the depth of a line does not matter.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

_STRING: Final = rb'"[^"\\]*(?:\\.[^"\\]*)*"'
_SUSPECT: Final = re.compile(rb"\\u[dD][89a-fA-F]|NaN|Infinity|[\x00-\x1f]")
_REPAIRABLE: Final = re.compile(_STRING + rb"|-?Infinity|NaN", re.DOTALL)
_ESCAPE: Final = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)
_CONTROL: Final = re.compile(rb"[\x00-\x1f]")
_TOKEN: Final = re.compile(
    rb"[ \t\r\n]*(?:(?P<mark>[{}\[\],:])|(?P<string>"
    + _STRING
    + rb")|(?P<plain>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))",
    re.DOTALL,
)
_ANY_DEPTH: Final = re.compile(_STRING + rb"|[{}\[\]]", re.DOTALL)
_SPACE: Final = re.compile(rb"[ \t\r\n]*")
_PLAIN: Final = re.compile(rb"[^,}\] \t\r\n]*")
_WHOLE_STRING: Final = re.compile(_STRING, re.DOTALL)


class Repairs(msgspec.Struct):
    """How much of a line was repaired: bytes, half characters and the strings with them, numbers, control codes."""

    invalid_bytes: int = 0
    surrogates: int = 0
    surrogate_strings: int = 0
    numbers: int = 0
    controls: int = 0

    def any(self) -> bool:
        """Tell whether anything was repaired."""
        return bool(self.invalid_bytes or self.surrogates or self.numbers or self.controls)


def repair(line: bytes) -> tuple[bytes, Repairs]:
    """Replace what no JSON reader takes; return the line as it was where there is nothing of the kind.

    Invalid UTF-8 and halves of surrogate pairs become U+FFFD, NaN and Infinity null, raw control characters inside a
    string their escapes.
    """
    done = Repairs()
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        done.invalid_bytes = sum(end - start for start, end in _invalid(line))
        line = line.decode("utf-8", "replace").encode()
    if _SUSPECT.search(line) is None:
        return line, done

    def fix(match: re.Match[bytes]) -> bytes:
        token = match.group()
        if not token.startswith(b'"'):
            done.numbers += 1
            return b"null"
        if _SUSPECT.search(token) is None:
            return token
        before = done.surrogates
        token = _ESCAPE.sub(fix_escape, token)
        done.surrogate_strings += done.surrogates > before
        return _CONTROL.sub(fix_control, token)

    def fix_escape(match: re.Match[bytes]) -> bytes:
        if match.group(1) is None:
            return match.group()
        done.surrogates += 1
        return b"\\ufffd"

    def fix_control(match: re.Match[bytes]) -> bytes:
        done.controls += 1
        return b"\\u%04x" % match.group()[0]

    return _REPAIRABLE.sub(fix, line), done


def _invalid(line: bytes) -> Iterator[tuple[int, int]]:
    """Yield the ranges of bytes that are no UTF-8."""
    at = 0
    while True:
        try:
            line[at:].decode("utf-8")
        except UnicodeDecodeError as fault:
            yield at + fault.start, at + fault.end
            at += fault.end
        else:
            return


def members(line: bytes) -> list[tuple[bytes, bytes]]:
    """Return the members of a valid JSON object as (key, value), both as written, duplicates and all."""
    found = []
    at = _SPACE.match(line, line.index(b"{") + 1).end()  # type: ignore[union-attr]
    while line[at] != 0x7D:
        if line[at] == 0x2C:
            at = _SPACE.match(line, at + 1).end()  # type: ignore[union-attr]
        key = _WHOLE_STRING.match(line, at)
        assert key is not None  # noqa: S101 - the caller has validated the line
        at = _SPACE.match(line, key.end()).end()  # type: ignore[union-attr]
        start = _SPACE.match(line, at + 1).end()  # type: ignore[union-attr]
        at = _end_of_value(line, start)
        found.append((key.group(), line[start:at]))
        at = _SPACE.match(line, at).end()  # type: ignore[union-attr]
    return found


def _end_of_value(line: bytes, at: int) -> int:
    first = line[at : at + 1]
    if first == b'"':
        return _WHOLE_STRING.match(line, at).end()  # type: ignore[union-attr]
    if first not in (b"{", b"["):
        return _PLAIN.match(line, at).end()  # type: ignore[union-attr]
    depth = 0
    for match in _ANY_DEPTH.finditer(line, at):
        token = match.group()
        if token in (b"{", b"["):
            depth += 1
        elif token in (b"}", b"]"):
            depth -= 1
            if not depth:
                return match.end()
    raise ValueError("unbalanced")  # pragma: no cover - the caller has validated the line


def fault_of(line: bytes) -> tuple[str | None, bool]:
    """Return what keeps a line from being one JSON value, or None; and whether it is deeper than most readers go."""
    try:
        msgspec.json.decode(line, type=msgspec.Raw)
    except RecursionError:
        return _fault_at_any_depth(line), True
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        return str(fault).removeprefix("JSON is malformed: "), False
    return None, False


def _fault_at_any_depth(line: bytes) -> str | None:  # noqa: C901, PLR0912 - one state machine
    """Check a line token by token with a stack of its own."""
    stack: list[bytes] = []
    at = 0
    expect = "value"
    while True:
        match = _TOKEN.match(line, at)
        if match is None:
            return f"invalid character (byte {_SPACE.match(line, at).end()})"  # type: ignore[union-attr]
        at = match.end()
        kind, token = match.lastgroup, match.group(match.lastgroup or 0)
        if kind != "mark":
            if kind == "string":
                try:
                    msgspec.json.decode(token, type=str)
                except msgspec.DecodeError as fault:
                    return f"{fault} in the string that ends at byte {at}"
            if expect in ("key", "first key") and kind == "string":
                expect = "colon"
                continue
            if expect not in ("value", "first value"):
                return f"expected a {expect} (byte {at})"
            expect = "comma"
        elif token == b":" and expect == "colon":
            expect = "value"
            continue
        elif token == b"," and expect == "comma" and stack:
            expect = "key" if stack[-1] == b"{" else "value"
            continue
        elif token in b"{[" and expect in ("value", "first value"):
            stack.append(token)
            expect = "first key" if token == b"{" else "first value"
            continue
        elif (token == b"}" and stack[-1:] == [b"{"] and expect in ("comma", "first key")) or (
            token == b"]" and stack[-1:] == [b"["] and expect in ("comma", "first value")
        ):
            stack.pop()
            expect = "comma"
        else:
            return f"unexpected {token.decode()!r} (byte {at})"
        if not stack:
            rest = _SPACE.match(line, at)
            end = rest.end() if rest else at
            return None if end == len(line) else f"trailing characters (byte {end})"
