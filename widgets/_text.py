"""Plain text of a tree, for a terminal: no control characters, no colours, no tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from workbench.widgets._allow import LINE, PHRASING, fits
from workbench.widgets._expand import expand
from workbench.widgets._text_blocks import block_lines, plain, table_lines, wrapped
from workbench.widgets._tree import Element, many

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from workbench.widgets._tree import Node, Nodes

_INDENTED = frozenset(("wb-fold-body", "wb-json-body"))
_HEAD = "wb-head"
"""A row of a list: where it is longer than a line, the next lines stand a little to the right."""
_WIDEST = 40
"""Columns of indentation at most; what is nested deeper stands below it."""


def to_text(nodes: Nodes, width: int = 100) -> str:
    """Return the tree as plain text: prose is wrapped, output and source are not, a closed fold is one line.

    Newlines and tabs are the only control characters; marks that turn the direction of writing appear as U+FFFD.
    """
    page = _Page(width)
    stack: list[Node | _Leave | _Item] = [*reversed(many(nodes))]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            page.line.append(node)
        elif isinstance(node, _Leave):
            page.leave(node)
        elif isinstance(node, _Item):
            page.item(node.bullet)
        elif isinstance(node, Element):
            stack += reversed(page.enter(node))
        elif (lines := block_lines(node)) is not None:
            page.flush()
            page.add(lines)
        else:
            stack += reversed(page.enter(expand(node)))
    page.flush()
    return "\n".join(page.lines)


class _Item(NamedTuple):
    """What begins here stands behind a bullet."""

    bullet: str


class _Leave(NamedTuple):
    """The end of an element: text that follows, and for a block what the lines around it begin with."""

    after: str = ""
    prefix: str | None = None
    pre: bool = False


class _Page:
    """Lines that are done, the line being written, and what lines begin with here."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.lines: list[str] = []
        self.line: list[str] = []
        self.prefix = ""
        self.first: str | None = None
        self.pre = False

    def flush(self) -> None:
        """End the line being written."""
        text = plain("".join(self.line))
        self.line.clear()
        if self.pre:
            self.add(text.removesuffix("\n").split("\n") if text else [])
        elif text.strip():
            room = max(self.width - len(self.prefix), 20)
            self.add(part for line in text.strip("\n").split("\n") for part in wrapped(line.rstrip(), room))

    def add(self, lines: Iterable[str]) -> None:
        """Add lines as they are."""
        for line in lines:
            self.lines.append(((self.prefix if self.first is None else self.first) + line).rstrip(" "))
            self.first = None

    def item(self, bullet: str) -> None:
        """Put a bullet before the next line, and indent those after it."""
        self.flush()
        self.first = self.prefix + bullet
        self.indent(" " * len(bullet))

    def indent(self, prefix: str) -> None:
        """Let lines begin with this, too."""
        if len(self.prefix) < _WIDEST:
            self.prefix += prefix

    def leave(self, end: _Leave) -> None:
        """End an element."""
        if end.after:
            self.line.append(end.after)
        if end.prefix is not None:
            self.flush()
            self.prefix, self.pre, self.first = end.prefix, end.pre, None

    def begin(self, tag: str, classes: list[str]) -> None:
        """Let the lines of a block begin with what says what it is."""
        if tag == "blockquote":
            self.indent("\u2502 ")
        elif not _INDENTED.isdisjoint(classes):
            self.indent("  ")
        elif _HEAD in classes and self.first is None:
            self.item("")
            self.indent("  ")

    def enter(self, element: Element) -> list[Node | _Leave | _Item]:
        """Begin an element; return what is inside it, and its end."""
        tag, attrs = element.tag, element.attrs
        if attrs.get("aria-hidden") == "true":
            return []
        if tag in PHRASING:
            return self.inside_line(element)
        self.flush()
        if tag == "table":
            self.add(table_lines(list(_rows(element)), ()))
            return []
        if tag == "hr":
            self.add(["\u2500" * 20])
            return []
        if (tag in LINE or tag == "blockquote") and self.first is None and self.lines and self.lines[-1].strip():
            self.add([""])
        end = _Leave(prefix=self.prefix, pre=self.pre)
        self.pre = self.pre or tag == "pre"
        self.begin(tag, element.cls.split(" "))
        if tag in ("ul", "ol"):
            return [*_items(element, end), end]
        if tag == "details":
            return [*_folded(element, end), end]
        return [*element.children, end]

    def inside_line(self, element: Element) -> list[Node | _Leave | _Item]:
        """Return what an element within a line adds to it."""
        if element.tag == "br":
            return ["\n"]
        if element.tag == "img":
            return [f"[{element.attrs.get('alt', '')}]"]
        if "wb-badge" in element.cls and self.line and not self.line[-1].endswith((" ", "\n")):
            self.line.append(" ")
        href = element.attrs.get("href", "") if element.tag == "a" else ""
        if not href or href == _flat(element):
            return [*element.children]
        return [*element.children, _Leave(f" <{href}>" if fits("url", href) else f" ({href})")]


def _items(listing: Element, end: _Leave) -> Iterator[Node | _Leave | _Item]:
    number = int(listing.attrs["start"]) if listing.attrs.get("start", "").isdecimal() else 1
    for child in listing.children:
        if isinstance(child, Element) and child.tag == "li":
            yield _Item(f"{number}. " if listing.tag == "ol" else "\u2022 ")
            yield from child.children
            yield end
            number += 1
        else:
            yield child


def _folded(details: Element, end: _Leave) -> Iterator[Node | _Leave | _Item]:
    is_open = "open" in details.attrs
    for child in details.children:
        if isinstance(child, Element) and child.tag == "summary":
            yield _Item("\u25be " if is_open else "\u25b8 ")
            yield from child.children
            yield end
        elif is_open:
            yield child


def _rows(table: Element) -> Iterator[list[str]]:
    """Yield the cells of a table, as text, from sections or without them."""
    for section in table.children:
        if isinstance(section, Element) and section.tag == "tr":
            yield [_flat(cell) for cell in section.children]
        elif isinstance(section, Element):
            yield from _rows(section)


def _flat(node: Node) -> str:
    """Return the text inside a node."""
    parts: list[str] = []
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
        else:
            stack.extend(reversed((item if isinstance(item, Element) else expand(item)).children))
    return "".join(parts)
