"""What a card is drawn with: a tree of allow-listed elements and ten blocks, and its writers.

This module (with its private parts) and `static/element.js`, which mounts the same tree in a browser, are the only
places where text becomes HTML or DOM. Whatever a log says is text here: it is escaped once, control characters become
visible, an address is a link only with one of three schemes, and a tag out of its place is written as a plain one.

    node = el("div", el("b", "3"), " files", Code("print()", lang="python", first=1), cls="wb-body")
    to_json(node)           # for the live widget
    to_page_html(node)      # for a page with our style sheet
    to_fragment_html(node)  # for a notebook output, trusted or not
    to_text(node)           # for a terminal
"""

from __future__ import annotations

from workbench.widgets import _json
from workbench.widgets._allow import MAX_DEPTH, allow_list, clean
from workbench.widgets._check import check
from workbench.widgets._expand import expand
from workbench.widgets._html import fragment, page, write
from workbench.widgets._runs import runs_from_tokens, utf16_length
from workbench.widgets._text import to_text
from workbench.widgets._tree import (
    STYLES,
    Block,
    Code,
    Diff,
    DiffLine,
    Element,
    Fold,
    Hunk,
    Image,
    JsonBlock,
    Lane,
    Lanes,
    More,
    Mount,
    Node,
    Nodes,
    Span,
    Table,
    Terminal,
    el,
)

__all__ = [
    "MAX_DEPTH",
    "STYLES",
    "Block",
    "Code",
    "Diff",
    "DiffLine",
    "Element",
    "Fold",
    "Hunk",
    "Image",
    "JsonBlock",
    "Lane",
    "Lanes",
    "More",
    "Mount",
    "Node",
    "Nodes",
    "Span",
    "Table",
    "Terminal",
    "allow_list",
    "check",
    "clean",
    "el",
    "expand",
    "runs_from_tokens",
    "to_fragment_html",
    "to_json",
    "to_page_html",
    "to_text",
    "utf16_length",
]


def to_json(nodes: Nodes) -> bytes:
    """Return a node, or a list of nodes, as the JSON that `element.js` mounts.

    A string is text; an element has the members t, c, a, k, x, n (tag, class, attributes, key, action, children), those
    that are empty left out; a block has its name as b.
    """
    return _json.write(nodes)


def to_page_html(nodes: Nodes) -> str:
    """Return HTML with our class names, for a page that carries our style sheet."""
    return write(nodes, page)


def to_fragment_html(nodes: Nodes) -> str:
    """Return HTML with inline styles only, for the output of a cell, also in an untrusted notebook."""
    return write(nodes, fragment)
