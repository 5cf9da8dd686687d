"""HTML of a tree: one walk, without recursion; who calls says how the attributes of an element are written.

Quiet text of a fragment is translucent, and what is translucent dims all that it holds. So it is not the quiet element
that is written so, but the text: the element where it holds nothing else, else each of its own texts.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from workbench.widgets._allow import MAX_DEPTH, VOID, attributes, clean, entered, placed
from workbench.widgets._expand import expand
from workbench.widgets._palette import QUIET, inline
from workbench.widgets._tree import Element, many

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.widgets._tree import Node, Nodes

    Opener = Callable[[Element, str, int, bool], tuple[str, dict[str, str], bool]]
    """Gives tag, attributes, and whether the texts inside are still to be made quiet; is told the last of what is
    around the element."""


def page(element: Element, tag: str, _depth: int, _quiet: bool) -> tuple[str, dict[str, str], bool]:
    """Return tag and attributes of an element in a page that has our style sheet."""
    return tag, attributes(element, tag), False


def fragment(element: Element, tag: str, depth: int, quiet: bool) -> tuple[str, dict[str, str], bool]:
    """Return tag and attributes of an element among strangers: inline styles, nothing that needs a script or a sheet.

    Only the outermost elements keep their classes, so that whoever puts the fragment somewhere finds it again. What
    would be pressed is text, since nobody listens. Coloured text is never quiet.
    """
    if tag == "button":
        tag = "span"
    given = attributes(element, tag)
    kept = {name: value for name, value in given.items() if name in _KEPT or (name == "class" and depth == 0)}
    said = inline(tag, given.get("class", ""), given.get("style", "")).split(";")
    is_coloured = element.tag == "a" or any(part.startswith("color:") for part in said)
    quiet = (quiet or QUIET in said) and not is_coloured
    style = [part for part in said if part and part != QUIET]
    if quiet and element.children and all(isinstance(child, str) for child in element.children):
        style.append(QUIET)
        quiet = False
    if style:
        kept["style"] = ";".join(style)
    return tag, kept, quiet


_KEPT = frozenset((
    "title", "href", "rel", "target", "src", "alt", "width", "height", "open", "colspan", "rowspan", "start", "value",
    "min", "max", "dir", "lang",
))  # fmt: skip


def write(nodes: Nodes, opener: Opener) -> str:
    """Return the HTML of nodes; a parser builds exactly this tree of it."""
    out: list[str] = []
    stack: list[tuple[Node | None, str, int, int, bool]] = [(node, "", 0, 0, False) for node in reversed(many(nodes))]
    while stack:
        node, parent, inside, depth, quiet = stack.pop()
        if isinstance(node, str):
            if node:
                text = escape(clean(node), quote=False)
                text = "\n" + text if text[0] == "\n" and out and out[-1].startswith("<pre") else text
                out.append(f'<span style="{QUIET}">{text}</span>' if quiet and not text.isspace() else text)
            continue
        if node is None:
            out.append(f"</{parent}>")
            continue
        element = node if isinstance(node, Element) else expand(node)
        if depth >= MAX_DEPTH:
            stack.extend((child, parent, inside, depth, quiet) for child in reversed(element.children))
            continue
        placed_tag = placed(element, parent, inside, depth)
        within = entered(placed_tag, inside)
        tag, attrs, quiet = opener(element, placed_tag, depth, quiet)
        out.append(f"<{tag}{_joined(attrs)}>")
        if tag in VOID:
            continue
        stack.append((None, tag, 0, 0, False))
        if element.tag == "img":
            stack.append((element.attrs.get("alt", ""), tag, within, depth + 1, quiet))
        stack.extend((child, tag, within, depth + 1, quiet) for child in reversed(element.children))
    return "".join(out)


def _joined(attrs: dict[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' if value else f" {name}" for name, value in attrs.items())
