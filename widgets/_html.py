"""HTML of a tree: one walk, without recursion; who calls says how the attributes of an element are written."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from workbench.widgets._allow import MAX_DEPTH, VOID, attributes, clean, entered, placed
from workbench.widgets._expand import expand
from workbench.widgets._palette import inline
from workbench.widgets._tree import Element, many

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.widgets._tree import Node, Nodes

    Opener = Callable[[Element, str, int], tuple[str, dict[str, str]]]


def page(element: Element, tag: str, _depth: int) -> tuple[str, dict[str, str]]:
    """Return tag and attributes of an element in a page that has our style sheet."""
    return tag, attributes(element, tag)


def fragment(element: Element, tag: str, depth: int) -> tuple[str, dict[str, str]]:
    """Return tag and attributes of an element among strangers: inline styles, nothing that needs a script or a sheet.

    Only the outermost elements keep their classes, so that whoever puts the fragment somewhere finds it again. What
    would be pressed is text, since nobody listens.
    """
    if tag == "button":
        tag = "span"
    given = attributes(element, tag)
    kept = {name: value for name, value in given.items() if name in _KEPT or (name == "class" and depth == 0)}
    if style := inline(tag, given.get("class", ""), given.get("style", "")):
        kept["style"] = style
    return tag, kept


_KEPT = frozenset((
    "title", "href", "rel", "target", "src", "alt", "width", "height", "open", "colspan", "rowspan", "start", "value",
    "min", "max", "dir", "lang",
))  # fmt: skip


def write(nodes: Nodes, opener: Opener) -> str:
    """Return the HTML of nodes; a parser builds exactly this tree of it."""
    out: list[str] = []
    stack: list[tuple[Node | None, str, int, int]] = [(node, "", 0, 0) for node in reversed(many(nodes))]
    while stack:
        node, parent, inside, depth = stack.pop()
        if isinstance(node, str):
            if node:
                text = escape(clean(node), quote=False)
                out.append("\n" + text if text[0] == "\n" and out and out[-1].startswith("<pre") else text)
            continue
        if node is None:
            out.append(f"</{parent}>")
            continue
        element = node if isinstance(node, Element) else expand(node)
        if depth >= MAX_DEPTH:
            stack.extend((child, parent, inside, depth) for child in reversed(element.children))
            continue
        placed_tag = placed(element, parent, inside, depth)
        within = entered(placed_tag, inside)
        tag, attrs = opener(element, placed_tag, depth)
        out.append(f"<{tag}{_joined(attrs)}>")
        if tag in VOID:
            continue
        stack.append((None, tag, 0, 0))
        if element.tag == "img":
            stack.append((element.attrs.get("alt", ""), tag, within, depth + 1))
        stack.extend((child, tag, within, depth + 1) for child in reversed(element.children))
    return "".join(out)


def _joined(attrs: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' if value else f" {name}" for name, value in attrs.items())
