"""Runs: styles of stretches of a text, as flat pairs of length and style, in the UTF-16 code units of a browser."""

from __future__ import annotations

import sys
from array import array
from typing import TYPE_CHECKING

from workbench.widgets._tree import STYLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_INDEX = {name: index for index, name in enumerate(STYLES)}


def utf16_length(text: str) -> int:
    """Return the length of a text in UTF-16 code units, as JavaScript counts it."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def runs_from_tokens(tokens: Iterable[tuple[str, str | int]]) -> tuple[str, tuple[int, ...]]:
    """Return the joined text and its runs; neighbours of one style become one run.

    Args:
        tokens: pairs of text and style, a style being an index or a name of `STYLES`; an unknown name is plain.
    """
    parts: list[str] = []
    runs: list[int] = []
    for text, name in tokens:
        length = utf16_length(text)
        if not length:
            continue
        parts.append(text)
        style = name if isinstance(name, int) else _INDEX.get(name, 0)
        if runs and runs[-1] == style:
            runs[-2] += length
        else:
            runs += (length, style)
    return "".join(parts), tuple(runs) if any(runs[1::2]) else ()


def units(text: str) -> str:
    """Return the text with one character for each UTF-16 code unit; astral characters become their two surrogates."""
    if text.isascii() or len(packed := text.encode("utf-16-le", "surrogatepass")) == 2 * len(text):
        return text
    code_units = array("H", packed)
    if sys.byteorder == "big":
        code_units.byteswap()
    return "".join(map(chr, code_units))


def cut(text: str, runs: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Yield the stretches of a text with their styles, in code units; what the runs do not reach is plain."""
    if runs:
        text = units(text)
    at = 0
    for index in range(0, len(runs) - 1, 2):
        stop = min(at + max(runs[index], 0), len(text))
        if stop > at:
            yield text[at:stop], runs[index + 1]
            at = stop
    if at < len(text):
        yield text[at:], 0


def marked(text: str, marks: Sequence[int]) -> Iterator[tuple[str, bool]]:
    """Yield the stretches of a text and whether they are marked; `marks` are flat pairs of start and end."""
    runs: list[int] = []
    at = 0
    for index in range(0, len(marks) - 1, 2):
        start, stop = max(marks[index], at), marks[index + 1]
        if stop > start:
            runs += (start - at, 0, stop - start, 1)
            at = stop
    for part, style in cut(text, runs):
        yield part, style == 1
