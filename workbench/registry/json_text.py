"""JSON text as the harness writes it inside sentences: numbers as JavaScript prints them, only needed escapes.

Written without recursion, so that a value of any depth can be shown.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.model import Json

_ESCAPES = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_UNSAFE = re.compile('["\\\\\x00-\x1f\ud800-\udfff]')


def _escape(hit: re.Match[str]) -> str:
    return _ESCAPES.get(hit[0]) or f"\\u{ord(hit[0]):04x}"


def string_text(text: str) -> str:
    """Return a JSON string; quotes, controls and lone surrogates are escaped, nothing else."""
    return f'"{_UNSAFE.sub(_escape, text)}"'


def number_text(number: float) -> str:
    """Return a number as JavaScript prints it: `1`, `0.00001`, `1e-7`, `1e+300`; an int keeps all its digits."""
    if isinstance(number, int):
        return str(number)
    if number.is_integer() and abs(number) < 1e21:
        return str(int(number))
    digits, _, exponent = repr(number).partition("e")
    if not exponent:
        return digits
    power = int(exponent)
    if -7 < power < 0:
        return f"{number:.{len(digits.replace('.', '').lstrip('-')) - power - 1}f}"
    return f"{digits}e{power:+d}"


def json_text(value: Json, *, indent: int = 0, indented_levels: int = 2**31) -> str:
    """Return the JSON text of a value.

    Args:
        value: lossless JSON.
        indent: spaces for each level, each member on its own line; 0 writes one line without spaces.
        indented_levels: how many levels are indented; what is deeper stands on one line without spaces.
    """
    out: list[str] = []
    indented_levels = indented_levels if indent else 0
    todo: list[tuple[Any, int, bool]] = [(value, 0, True)]  # (value or literal text, depth, whether it is a value)
    while todo:
        part, depth, is_value = todo.pop()
        if not is_value:
            out.append(part)
        elif not (isinstance(part, (dict, list)) and part):
            out.append(_leaf_text(part))
        else:
            spread = depth < indented_levels
            inner, outer = ("\n" + " " * (indent * (depth + 1)), "\n" + " " * (indent * depth)) if spread else ("", "")
            opening, closing = ("{", "}") if isinstance(part, dict) else ("[", "]")
            out.append(opening)
            todo.append((outer + closing, depth, False))
            members = list(part.items()) if isinstance(part, dict) else [(None, item) for item in part]
            for index in range(len(members) - 1, -1, -1):
                key, member = members[index]
                label = "" if key is None else string_text(key) + (": " if spread else ":")
                todo.append((member, depth + 1, True))
                todo.append((("," if index else "") + inner + label, depth, False))
    return "".join(out)


def _leaf_text(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return string_text(value)
    if isinstance(value, (int, float)):
        return number_text(value)
    return "{}" if isinstance(value, dict) else "[]"
