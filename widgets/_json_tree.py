"""JSON as a tree of folds, read from its text without recursion: numbers keep their digits, twin names both appear."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from workbench.widgets._runs import units
from workbench.widgets._tree import Element, el

if TYPE_CHECKING:
    from workbench.widgets._tree import Node

LEVELS = 48
"""Levels shown as folds; what is deeper stands in one line as it is written."""
VALUES = 2_000
"""Values shown; the rest is counted."""
UNITS = 65_536
"""A value that begins after so many UTF-16 code units is not shown; the rest is counted."""
_SHORT, _FEW = 72, 8
"""A container of so many code units and values at most, none of them a container, stands in one line."""

_TOKEN = re.compile(r'[ \t\n\r]*(?:([\[\]{},:])|("[^"\\]*(?:\\[\s\S][^"\\]*)*")|([A-Za-z0-9+.-]+))')
_BLANK = re.compile(r"[ \t\n\r]*")
_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_PLAIN = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_CLOSE = {"{": "}", "[": "]"}


@dataclass(slots=True)
class _Frame:
    """A container that is being read; `rows` are its entries, each with what it is in one line, if it may be."""

    opener: str
    start: int
    label: list[Node]
    rows: list[tuple[Element, list[Node] | None]] = field(default_factory=list)


def expand_json(text: str, depth: int) -> Element:
    """Return the tree of a JSON text, its first `depth` levels open; text that is not JSON is shown as it is."""
    try:
        rows = _Reader(units(text), depth).rows()
    except _NotJsonError:
        return el("pre", el("code", text, cls="wb-source"), cls="wb-code", tabindex=0)
    return el("div", *rows, cls="wb-json")


class _NotJsonError(Exception):
    """The text breaks the grammar."""


class _FullError(Exception):
    """No more is shown."""


class _Reader:
    """Reads one value, keeping the containers that are open on a stack of its own."""

    def __init__(self, text: str, depth: int) -> None:
        self.text, self.depth = text, depth
        self.at = self.values = 0
        self.top = _Frame("", 0, [])
        self.stack = [self.top]
        self.label: list[Node] = []

    def rows(self) -> list[Element]:
        """Return the rows of the whole value."""
        try:
            self.value()
            while len(self.stack) > 1:
                self.member()
        except _FullError:
            note = el("div", f"\u22ef +{len(self.text) - self.at}", cls="wb-json-row wb-note")
            while len(self.stack) > 1:
                self.close(more="+")
            return [*(row for row, _ in self.top.rows), note]
        if not _BLANK.fullmatch(self.text, self.at):
            raise _NotJsonError
        return [row for row, _ in self.top.rows]

    def token(self) -> re.Match[str]:
        """Take the next token."""
        found = _TOKEN.match(self.text, self.at)
        if found is None:
            raise _NotJsonError
        self.at = found.end()
        return found

    def member(self) -> None:
        """Take the next entry of the innermost container, or its end."""
        frame = self.stack[-1]
        before, mark = self.at, self.token()[1]
        if mark == _CLOSE[frame.opener]:
            self.close()
            return
        if frame.rows:
            if mark != ",":
                raise _NotJsonError
            before = self.at
        self.at = before
        if self.values >= VALUES or self.at >= UNITS:
            raise _FullError
        if frame.opener == "{":
            name = self.token()[2]
            if name is None or self.token()[1] != ":":
                raise _NotJsonError
            self.label = [el("span", _decode(name), cls="wb-json-key"), ": "]
        self.value()

    def value(self) -> None:
        """Take a scalar, or the beginning of a container."""
        token = self.token()
        mark, string, word = token.groups()
        label, self.label = self.label, []
        self.values += 1
        if mark is None:
            value = _scalar(string, word)
            self.stack[-1].rows.append((el("div", *label, value, cls="wb-json-row"), [*label, value]))
        elif mark not in _CLOSE:
            raise _NotJsonError
        elif len(self.stack) <= LEVELS:
            self.stack.append(_Frame(mark, token.start(1), label))
        else:
            self.deep(token.start(1), label)

    def deep(self, start: int, label: list[Node]) -> None:
        """Show a container as it is written, up to its end or to where showing stops."""
        level = 1
        while level and self.at < UNITS:
            mark = self.token()[1]
            level += (mark in _CLOSE) - (mark in ("}", "]"))
        raw = el("code", self.text[start : self.at], cls="wb-json-raw")
        self.stack[-1].rows.append((el("div", *label, raw, cls="wb-json-row"), None))
        if level:
            raise _FullError

    def close(self, more: str = "") -> None:
        """Add the innermost container to the one around it; `more` is a sign that it is not complete."""
        frame = self.stack.pop()
        rows = self.stack[-1].rows
        inline = [line for _, line in frame.rows if line is not None]
        closer = _CLOSE[frame.opener]
        if not more and len(inline) == len(frame.rows) <= _FEW and self.at - frame.start <= _SHORT:
            parts: list[Node] = []
            for line in inline:
                parts += [", ", *line] if parts else line
            rows.append((el("div", *frame.label, frame.opener, *parts, closer, cls="wb-json-row"), None))
        elif len(self.stack) == 1 and frame.opener == "{":
            rows += frame.rows
        else:
            count = el("span", f"{frame.opener}{len(frame.rows)}{more}{closer}", cls="wb-json-count")
            head = el("summary", *frame.label, count, cls="wb-summary")
            body = el("div", *(row for row, _ in frame.rows), cls="wb-json-body")
            rows.append((el("details", head, body, cls="wb-json-fold", open=len(self.stack) <= self.depth), None))


def _scalar(string: str | None, word: str | None) -> Element:
    if string is not None:
        return el("span", f'"{_decode(string)}"', cls="wb-t-string")
    number = word is not None and word[0] in "-+.0123456789"
    return el("span", word, cls="wb-t-number" if number else "wb-t-constant")


def _decode(string: str) -> str:
    """Return what a JSON string means; an escape that JSON does not know stays as it is written."""
    inner = string[1:-1]
    return _ESCAPE.sub(_unescape, inner) if "\\" in inner else inner


def _unescape(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else _PLAIN.get(found[2], found[2])
