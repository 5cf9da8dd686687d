"""Lines of the blocks that are text already, and of tables, for the text writer."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from wcwidth import wcwidth
from workbench.widgets._allow import clean
from workbench.widgets._expand import grouped
from workbench.widgets._tree import Code, Diff, Lanes, Mount, Table, Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from workbench.widgets._tree import Block

_TURNS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], 0xFFFD) | {0x2028: 0x20, 0x2029: 0x20}
_CELL = 60
"""Columns of a cell of a table at most."""


def plain(text: str) -> str:
    """Return the text without control characters and without marks that turn the direction of writing."""
    text = clean(text)
    return text if text.isascii() else text.translate(_TURNS)


def block_lines(block: Block) -> list[str] | None:
    """Return the lines of a block, or None for a block that is written by its base elements."""
    if isinstance(block, Code):
        lines = _lines(block.text)
        if block.first is None:
            return lines
        room = len(str(block.first + len(lines) - 1))
        return [f"{number:>{room}}  {line}" for number, line in enumerate(lines, block.first)]
    if isinstance(block, Terminal):
        return _lines(block.text)
    if isinstance(block, Diff):
        return list(_diff(block))
    if isinstance(block, Lanes):
        return [
            f"{plain(lane.label)}: " + "; ".join(plain(title) for *_, title, _ in lane.spans) for lane in block.lanes
        ]
    if isinstance(block, Mount):
        return []
    if isinstance(block, Table) and all(isinstance(cell, str) for row in block.rows for cell in row):
        rows = [[*block.columns]] if block.columns else []
        rows += [[str(cell) for cell in row] for row in block.rows]
        lines = table_lines(rows, block.align)
        if block.total is not None and block.total != len(block.rows):
            lines.append(f"{grouped(len(block.rows))} / {grouped(block.total)}")
        return lines
    return None


def _lines(text: str) -> list[str]:
    return plain(text).removesuffix("\n").split("\n")


def _diff(block: Diff) -> Iterator[str]:
    if block.path:
        yield plain(block.path)
    numbers = [number or 0 for hunk in block.hunks for line in hunk.lines for number in line[1:3]]
    room = len(str(max(numbers, default=0)))
    for index, hunk in enumerate(block.hunks):
        if index:
            yield "\u22ef"
        for sign, old, new, text, _ in hunk.lines:
            left, right = ("" if number is None else str(number) for number in (old, new))
            yield f"{left:>{room}} {right:>{room}} {sign} {plain(text)}"
    if block.note:
        yield from _lines(block.note)


def table_lines(rows: Sequence[Sequence[str]], align: Sequence[str]) -> list[str]:
    """Return rows of cells with columns side by side, the first row underlined where there are more."""
    cells = [[_short(" ".join(plain(cell).split())) for cell in row] for row in rows]
    widths = [max(map(_width, column)) for column in zip_longest(*cells, fillvalue="")]
    lines = [
        "  ".join(
            _padded(cell, width, right=at < len(align) and align[at] == "right")
            for at, (cell, width) in enumerate(zip(row, widths, strict=False))
        ).rstrip()
        for row in cells
    ]
    if len(lines) > 1:
        lines.insert(1, "  ".join("\u2500" * width for width in widths))
    return lines


def wrapped(line: str, width: int) -> Iterator[str]:
    """Yield a line broken at blanks, so that its parts fit; a word that is too long stays whole."""
    if len(line) <= width and line.isascii():
        yield line
        return
    indent = line[: len(line) - len(line.lstrip(" "))]
    words: list[str] = []
    used = len(indent)
    for word in line.lstrip(" ").split(" "):
        size = _width(word)
        if words and used + len(words) + size > width:
            yield indent + " ".join(words)
            words, used = [], len(indent)
        words.append(word)
        used += size
    yield indent + " ".join(words)


def _width(text: str) -> int:
    """Return how many columns a terminal needs; marks that have no width count as none."""
    return len(text) if text.isascii() else sum(max(wcwidth(char), 0) for char in text)


def _short(text: str) -> str:
    if _width(text) <= _CELL:
        return text
    kept, used = [], 0
    for char in text:
        used += max(wcwidth(char), 0)
        if used > _CELL - 1:
            break
        kept.append(char)
    return "".join(kept) + "\u2026"


def _padded(text: str, width: int, *, right: bool) -> str:
    blanks = " " * (width - _width(text))
    return blanks + text if right else text + blanks
