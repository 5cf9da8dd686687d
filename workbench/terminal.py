"""What a terminal would show for the text a program printed: lines of plain text, with the style of every cell.

A line printer with a cursor, not a screen of fixed size: the output is as wide and as long as it needs to be. What a
terminal honours is honoured: colours (16, 256 and 24 bit), carriage return, backspace, tabs, erasing in line and
display, cursor moves, wide and combining characters. What has no text is dropped without residue: private modes,
titles, hyperlinks, character sets, a sequence that the end of the text cuts off.

One rule is ours. The height of the screen is unknown, so a move to another line counts only when the program then
addresses that line (carriage return, column, erase, line feed). Text printed straight after a mere move stays where
it was, so that a finished line is never overwritten by accident.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import groupby

from wcwidth import wcwidth

from workbench.model import Value
from workbench.sgr import PLAIN, Style, select

_TOKEN = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|(?:\x1b\[|\x9b)(?P<params>[0-?]*)(?P<inter>[ -/]*)(?P<final>[@-~]?)"
    r"|(?:\x1b[\]PX^_]|[\x9d\x90\x98\x9e\x9f])[^\x07\x1b\x9c\x18\x1a\n]*(?:\x07|\x1b\\|[\x9c\x18\x1a])?"
    r"|\x1b(?P<esc>[ -/]*[0-~]?)"
    r"|(?P<control>[\x00-\x1f\x7f-\x9f])",
)
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_BUT_TAB = bytes(code for code in range(128) if (code < 32 or code == 127) and code not in (9, 10))
_ASCII_CONTROL = _BUT_TAB + b"\t"
_TAB = 8
_FARTHEST = 1_000
"""A move to the right goes at most this far beyond what stands in the line."""
_MAX_PILE = 24
"""Combining characters that share a cell; more get cells of their own, so that no cell grows without bound."""


class Screen(Value, frozen=True, kw_only=True):
    """Lines of text with their styles.

    Attributes:
        lines: plain text, one entry a line; no control characters in it.
        runs: for each line flat pairs of length (UTF-16 code units) and index into `styles`; empty where all is plain.
        styles: `(flags, foreground, background)`; flags 1 bold, 2 dim, 4 italic, 8 underline, 16 inverse, 32 strike;
            a colour is −1 (default), 0–255 (palette) or 0x1000000 | rgb. Entry 0 is plain.
    """

    lines: tuple[str, ...]
    runs: tuple[tuple[int, ...], ...]
    styles: tuple[Style, ...] = (PLAIN,)


def _has(text: str, codes: bytes) -> bool:
    """Tell whether an ASCII text has one of some characters; five times as fast as a pattern."""
    data = text.encode("ascii")
    return len(data.translate(None, codes)) != len(data)


def render(text: str) -> Screen:
    """Return what a terminal shows for a text; time and size are linear in its length."""
    text = text.replace("\r\n", "\n")
    if "\t" in text and text.isascii():
        # in ASCII a tab stop is where the string says it is; a backspace or escape before it needs the printer
        expanded = None if _has(text, _BUT_TAB) else text.expandtabs(_TAB)
    else:
        is_moved = _has(text, _ASCII_CONTROL) if text.isascii() else _CONTROL.search(text) is not None
        expanded = None if is_moved else text
    if expanded is not None:
        lines = tuple(expanded.split("\n"))
        return Screen(lines=lines, runs=((),) * len(lines))
    printer = _Printer(budget=4 * len(text) + 10_000)
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "text":
            printer.put(token[0])
        elif kind == "control":
            printer.control(token[0])
        elif kind == "final":
            if token["final"] and not token["inter"]:
                printer.sequence(token["final"], token["params"])
        elif kind == "esc":
            printer.escape(token["esc"])
    return printer.screen()


def pack(screen: Screen, start: int = 0, stop: int | None = None) -> tuple[str, tuple[int, ...]]:
    """Return lines `start` to `stop` as one text with flat runs; no runs where nothing is styled."""
    lines, styled = screen.lines[start:stop], screen.runs[start:stop]
    text = "\n".join(lines)
    if not any(styled):
        return text, ()
    flat: list[int] = []
    for number, (line, runs) in enumerate(zip(lines, styled, strict=True)):
        if number:
            _add(flat, 1, 0)
        if not runs:
            _add(flat, _units(line), 0)
        for at in range(0, len(runs), 2):
            _add(flat, runs[at], runs[at + 1])
    return text, tuple(flat)


class _Line:
    """Cells of one line. The second half of a wide character is an empty string."""

    __slots__ = ("chars", "styles")

    def __init__(self) -> None:
        self.chars: list[str] = []
        self.styles: list[int] = []


class _Printer:
    """A cursor over lines that grow as needed; `budget` bounds the cells that moves and erasures may touch."""

    def __init__(self, budget: int) -> None:
        self.lines = [_Line()]
        self.row = self.col = 0
        self.origin: int | None = None
        self.saved = (0, 0)
        self.style: Style = PLAIN
        self.index = 0
        self.table: dict[Style, int] = {PLAIN: 0}
        self.budget = budget

    # -- printing

    def put(self, text: str) -> None:
        """Print characters that have no control meaning."""
        if self.origin is not None:
            self.row, self.origin = self.origin, None
        line = self.line()
        if self.col > len(line.chars):
            self.pad(line)
        if text.isascii():
            self.write(line, list(text))
            return
        cells: list[str] = []
        for char in text:
            width = _width(char)
            if width == 0 and (pile := cells or line.chars[: self.col]) and len(pile[-1]) < _MAX_PILE:
                self.combine(line, cells, char)
            else:
                cells.append(char)
                if width > 1:
                    cells.append("")
        self.write(line, cells)

    def combine(self, line: _Line, cells: list[str], char: str) -> None:
        """Add a character without width to the cell before it."""
        target, at = (cells, len(cells) - 1) if cells else (line.chars, self.col - 1)
        while at > 0 and target[at] == "":
            at -= 1
        target[at] += char

    def write(self, line: _Line, cells: list[str]) -> None:
        """Put cells at the cursor, over what stands there."""
        start, stop = self.col, self.col + len(cells)
        if start < len(line.chars) and line.chars[start] == "" and start:
            line.chars[start - 1] = " "
        if stop < len(line.chars) and line.chars[stop] == "":
            line.chars[stop] = " "
        line.chars[start:stop] = cells
        line.styles[start:stop] = [self.index] * len(cells)
        self.col = stop

    def pad(self, line: _Line) -> None:
        """Fill the gap between the end of a line and the cursor with blanks, as far as the budget goes."""
        gap = min(self.col - len(line.chars), max(self.budget, 0))
        self.budget -= gap
        line.chars.extend(" " * gap)
        line.styles.extend([0] * gap)
        self.col = len(line.chars)

    def line(self) -> _Line:
        """Return the line under the cursor; it may be one that no text has reached yet."""
        while self.row >= len(self.lines):
            self.lines.append(_Line())
        return self.lines[self.row]

    # -- control characters

    def control(self, char: str) -> None:
        """Obey one control character; those without a meaning for text are dropped."""
        if char in "\n\x0b\x0c\x85":
            self.row, self.col, self.origin = self.row + 1, 0, None
            self.line()
        elif char == "\r":
            self.col, self.origin = 0, None
        elif char == "\b":
            self.col = max(self.col - 1, 0)
        elif char == "\t":
            self.right(_TAB - self.col % _TAB)

    def escape(self, rest: str) -> None:
        """Obey an escape sequence of two characters."""
        if rest == "7":
            self.saved = (self.row, self.col)
        elif rest == "8":
            self.address(*self.saved)
        elif rest == "M":
            self.move(-1)
        elif rest == "D":
            self.move(1)
        elif rest == "E":
            self.control("\n")
        elif rest == "c":
            self.erase_display(2)
            self.set_style(PLAIN)

    def sequence(self, final: str, params: str) -> None:
        """Obey a control sequence; private ones (`?`, `>`, `=`, `<`) are dropped."""
        if params[:1] in ("?", ">", "=", "<"):
            return
        if final == "m":
            self.set_style(select(self.style, params))
            return
        numbers = [_number(part) for part in params.split(";")[:2]]
        first = numbers[0] or 1
        if final in "KJXP@":
            self.erase(final, numbers[0], first)
        elif final in "Hf":
            self.address(first - 1, (numbers[1] or 1) - 1 if len(numbers) > 1 else 0)
        elif final in "su":
            self.escape("7" if final == "s" else "8")
        else:
            self.relative(final, first)

    # -- moving

    def move(self, by: int) -> None:
        """Move up or down, in the same column; it counts once the line is addressed."""
        if self.origin is None:
            self.origin = self.row
        self.row = max(0, min(self.row + by, len(self.lines)))

    def relative(self, final: str, count: int) -> None:
        """Move by a count, or to a column or row."""
        if final in "AB":
            self.move(-count if final == "A" else count)
        elif final in "FE":
            self.address(self.row + (-count if final == "F" else count), 0)
        elif final == "C":
            self.right(count)
        elif final == "D":
            self.col = max(self.col - count, 0)
        elif final in "G`":
            self.column(count - 1)
        elif final == "d":
            self.move(count - 1 - self.row)

    def address(self, row: int, col: int) -> None:
        """Go to a row and a column."""
        self.row, self.origin = max(0, min(row, len(self.lines))), None
        self.column(col)

    def column(self, col: int) -> None:
        """Go to a column of the line under the cursor."""
        self.origin = None
        self.col = max(0, min(col, len(self.line().chars) + _FARTHEST))

    def right(self, by: int) -> None:
        """Move right; nothing is written until text follows."""
        width = len(self.lines[self.row].chars) if self.row < len(self.lines) else 0
        self.col = min(self.col + by, max(width, self.col) + _FARTHEST)

    # -- erasing

    def erase(self, final: str, mode: int, count: int) -> None:
        """Erase in the display (J) or the line (K), erase (X), delete (P) or insert (@) characters."""
        self.origin = None
        line = self.line()
        if final == "J":
            self.erase_display(mode)
        elif final == "K" and mode == 0:
            self.cut(line, self.col)
        elif final == "K" and mode == 1:
            self.blank(line, 0, self.col + 1)
        elif final == "K" and mode == 2:
            self.cut(line, 0)
        elif final == "X":
            self.blank(line, self.col, self.col + count)
        elif final in "P@":
            self.shift(line, final, count)

    def erase_display(self, mode: int) -> None:
        """Erase below the cursor (0), above it (1) or everything (2, 3); then the text begins anew."""
        if mode == 0:
            del self.lines[self.row + 1 :]
            self.cut(self.line(), self.col)
        elif mode == 1:
            self.budget -= 4 * self.row
            if self.budget > 0:
                self.lines[: self.row] = (_Line() for _ in range(self.row))
            self.blank(self.line(), 0, self.col + 1)
        else:
            self.lines = [_Line()]
            self.row = 0

    def cut(self, line: _Line, start: int) -> None:
        """Drop the cells of a line from a column on."""
        if 0 < start < len(line.chars) and line.chars[start] == "":
            line.chars[start - 1] = " "
        del line.chars[start:]
        del line.styles[start:]

    def blank(self, line: _Line, start: int, stop: int) -> None:
        """Put blanks over cells that exist."""
        stop = min(stop, len(line.chars))
        if stop <= start or self.budget < stop - start:
            return
        self.budget -= stop - start
        kept, self.col = self.col, start
        style, self.index = self.index, 0
        self.write(line, [" "] * (stop - start))
        self.col, self.index = kept, style

    def shift(self, line: _Line, final: str, count: int) -> None:
        """Delete or insert characters at the cursor; the rest of the line moves."""
        rest = len(line.chars) - self.col
        count = min(count, _FARTHEST)
        if rest <= 0 or self.budget < rest + count:
            return
        self.budget -= rest + count
        self.part(line, self.col)
        if final == "P":
            self.part(line, self.col + count)
            del line.chars[self.col : self.col + count]
            del line.styles[self.col : self.col + count]
        else:
            line.chars[self.col : self.col] = " " * count
            line.styles[self.col : self.col] = [0] * count

    def part(self, line: _Line, at: int) -> None:
        """Leave blanks of a wide character that stands on both sides of a column."""
        if 0 < at < len(line.chars) and line.chars[at] == "":
            line.chars[at - 1 : at + 1] = "  "

    # -- styles and result

    def set_style(self, style: Style) -> None:
        """Print in this style from here on."""
        self.style = style
        self.index = self.table.setdefault(style, len(self.table))

    def screen(self) -> Screen:
        """Return the lines as they stand."""
        lines, runs = [], []
        for line in self.lines:
            lines.append("".join(line.chars))
            runs.append(_runs(line) if any(line.styles) else ())
        return Screen(lines=tuple(lines), runs=tuple(runs), styles=tuple(self.table))


def _runs(line: _Line) -> tuple[int, ...]:
    flat: list[int] = []
    at = 0
    for style, cells in groupby(line.styles):
        stop = at + sum(1 for _ in cells)
        _add(flat, _units("".join(line.chars[at:stop])), style)
        at = stop
    return tuple(flat)


def _add(flat: list[int], length: int, style: int) -> None:
    if not length:
        return
    if flat and flat[-1] == style:
        flat[-2] += length
    else:
        flat += (length, style)


def _units(text: str) -> int:
    """Length in UTF-16 code units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _number(part: str) -> int:
    digits = part.partition(":")[0]
    return int(digits) if digits.isdigit() and len(digits) < 7 else 0


@lru_cache(maxsize=4096)
def _width(char: str) -> int:
    return max(wcwidth(char), 0)
