"""The element tree: elements, ten blocks with packed content, and plain text. Values only; `element` has the rest."""

from __future__ import annotations

from typing import TypeAlias, cast

import msgspec

STYLES = (
    "plain", "keyword", "string", "comment", "number", "name", "function", "class", "builtin", "operator",
    "punctuation", "tag", "attribute", "constant", "type", "variable", "decorator", "regex", "escape", "inserted",
    "deleted", "heading", "error",
)  # fmt: skip
"""Styles of highlighted text; a run names one by its index, and a page shows it as the class `wb-t-<name>`."""


class Element(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    rename={"tag": "t", "cls": "c", "attrs": "a", "key": "k", "action": "x", "children": "n"},
):
    """A tag with attributes and children.

    Attributes:
        tag: name of the tag; a tag that is not allow-listed is written as `span`.
        cls: class names, separated by blanks; only names that begin with `wb-` are written.
        attrs: attributes by their HTML names; what the allow-list does not know is left out.
        key: name among the siblings, by which a patch finds the element again.
        action: name told to the page when the element is clicked, or Enter or the space bar is pressed on it.
        children: what stands inside.
    """

    tag: str
    cls: str = ""
    attrs: dict[str, str] = {}
    key: str | None = None
    action: str | None = None
    children: tuple[Node, ...] = ()


class Code(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="b", tag="code"):
    """Source text, with a gutter of line numbers where `first` is the number of its first line.

    `runs` are flat pairs of length in UTF-16 code units and index into `STYLES`; empty where nothing is highlighted.
    """

    text: str
    lang: str | None = None
    runs: tuple[int, ...] = ()
    first: int | None = None


class Terminal(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="b", tag="terminal"):
    """Output of a program.

    `runs` are flat pairs of length in UTF-16 code units and index into `styles`. A style is (flags, foreground,
    background): flags 1 bold, 2 dim, 4 italic, 8 underline, 16 inverse, 32 strike; a colour is -1 for the default,
    0-255 for the palette, or 0x1000000 | rgb.
    """

    text: str
    runs: tuple[int, ...] = ()
    styles: tuple[tuple[int, int, int], ...] = ()


DiffLine: TypeAlias = tuple[str, int | None, int | None, str, tuple[int, ...]]
"""Sign (" ", "+" or "-"), old and new line number, text, and flat pairs of start and end (UTF-16 code units) of the
words that changed."""


class Hunk(msgspec.Struct, frozen=True):
    """Lines that belong together; `old` and `new` are the numbers of the first line on either side."""

    old: int
    new: int
    lines: tuple[DiffLine, ...]


class Diff(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="b", tag="diff"):
    """A change of one file. An empty `path` is not shown."""

    path: str
    hunks: tuple[Hunk, ...]
    note: str | None = None


class Table(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="b", tag="table"):
    """The first rows of a table, and how many there are in all; `align` is left, right or center for each column."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Node, ...], ...]
    total: int | None = None
    align: tuple[str, ...] = ()


class JsonBlock(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="b", tag="json"):
    """A JSON text as written: numbers keep their digits, strings are shown decoded, `depth` levels stand open."""

    text: str
    depth: int = 3


Span: TypeAlias = tuple[int, int | None, str, str, str | None]
"""Start, end (None: still open), state, title, action; times in milliseconds."""


class Lane(msgspec.Struct, frozen=True):
    """One line of spans."""

    label: str
    spans: tuple[Span, ...]


class Lanes(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="b", tag="lanes"):
    """Time spans side by side, from `start` to `end` in milliseconds. The title of a span is its whole meaning."""

    lanes: tuple[Lane, ...]
    start: int
    end: int


class Image(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="b", tag="image"):
    """A PNG, JPEG, GIF or WebP picture; other bytes, or none, are told in words (`alt`, type, size, `note`)."""

    media_type: str
    data_base64: str | None
    alt: str = ""
    width: int | None = None
    height: int | None = None
    note: str | None = None


class More(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="b", tag="more"):
    """What was left out: a button that asks for it, with how much there is."""

    label: str
    action: str | None = None
    hidden: int | None = None


class Fold(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="b", tag="fold"):
    """A summary that opens into its children."""

    summary: Node | tuple[Node, ...]
    children: tuple[Node, ...] = ()
    open: bool = False
    key: str | None = None
    cls: str = ""


class Mount(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="b", tag="mount"):
    """The place of a live widget, by the id of its model."""

    model_id: str


Block: TypeAlias = Code | Terminal | Diff | Table | JsonBlock | Lanes | Image | More | Fold | Mount
Node: TypeAlias = str | Element | Block
Nodes: TypeAlias = Node | tuple[Node, ...] | list[Node]
"""What a writer takes: one node, or several side by side."""


def el(
    tag: str,
    *children: Node | None,
    cls: str = "",
    key: str | None = None,
    action: str | None = None,
    **attrs: str | float | bool | None,
) -> Element:
    """Return an element. None among the children is left out.

    Attribute names are written with underscores (`aria_label`, `colspan`); True is an attribute without a value, False
    and None are no attribute.
    """
    named: dict[str, str] = {}
    if attrs:
        named = {
            name.rstrip("_").replace("_", "-"): "" if value is True else str(value)
            for name, value in attrs.items()
            if value is not None and value is not False
        }
    present = children if None not in children else tuple([child for child in children if child is not None])
    return Element(tag, cls, named, key, action, cast("tuple[Node, ...]", present))


def many(nodes: Nodes) -> tuple[Node, ...]:
    """Return the nodes as a tuple, one node as a tuple of one."""
    return tuple(nodes) if isinstance(nodes, tuple | list) else (nodes,)
