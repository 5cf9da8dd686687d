"""Markdown as an element tree: no HTML, no pictures, links of three schemes only, nothing dropped unseen."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from workbench.widgets.element import Code, Element, clean, el

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token
    from workbench.widgets.element import Node

NESTING = 100
"""Levels that are read; the parser drops what is nested deeper, so such a text is shown as it is written."""
_UNCLOSED = 200
"""Brackets that stay open in a paragraph; the time to read them grows with their square."""
_MARKS = re.compile(r"[*_~]{200}")
_LINK = re.compile(r"(?:https?://|mailto:)", re.IGNORECASE)
_SHIFT = 2
"""A heading of a text stands below the headings around the text."""


def markdown(text: str, *, highlight: bool = False) -> tuple[Node, ...]:
    """Return the blocks of a markdown text; a text that cannot be read as markdown is one block as it is written.

    Character entities and reference definitions are not read: what is written is seen.

    Args:
        text: CommonMark with tables and strikethrough.
        highlight: whether code in a fence with a language is highlighted.
    """
    if _MARKS.search(text) or any(part.count("[") - part.count("]") > _UNCLOSED for part in text.split("\n\n")):
        return (_plain(text),)
    try:
        tokens = _parser().parse(clean(text.replace("\r\n", "\n")))
    except (RecursionError, ValueError, IndexError, KeyError):
        return (_plain(text),)
    if any(_deepest(token) >= NESTING - 2 for token in tokens):
        return (_plain(text),)
    return _built(tokens, highlight=highlight)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": NESTING})
    parser.enable(["table", "strikethrough"])
    parser.disable(["image", "entity", "reference"])
    parser.validateLink = lambda url: _LINK.match(url) is not None  # type: ignore[method-assign]
    return parser


def _plain(text: str) -> Element:
    return el("div", text, cls="wb-plain")


def _deepest(token: Token) -> int:
    return max((child.level for child in token.children or ()), default=token.level)


def _built(tokens: Sequence[Token], *, highlight: bool) -> tuple[Node, ...]:
    """Return the tree of a flat list of tokens."""
    stack: list[list[Node]] = [[]]
    opened: list[Token] = []
    for token in tokens:
        if token.nesting > 0:
            opened.append(token)
            stack.append([])
        elif token.nesting < 0:
            children = stack.pop()
            stack[-1] += _element(opened.pop(), children)
        elif token.type == "inline":
            stack[-1] += _built(token.children or (), highlight=highlight)
        else:
            if token.type == "fence" and token.info.strip():
                stack[-1].append(el("div", token.info.strip(), cls="wb-lang"))
            stack[-1].append(_leaf(token, highlight=highlight))
    return tuple(stack[0])


def _leaf(token: Token, *, highlight: bool) -> Node:
    match token.type:
        case "fence" | "code_block":
            return _code(token, highlight=highlight)
        case "code_inline":
            return el("code", token.content)
        case "hr":
            return el("hr")
        case "hardbreak":
            return el("br")
        case "softbreak":
            return "\n"
        case _:
            return token.content


def _code(token: Token, *, highlight: bool) -> Code:
    language = token.info.split(maxsplit=1)[0] if token.info.strip() else None
    if highlight:
        from workbench.widgets.highlight import highlight as highlighted

        return highlighted(token.content, language)
    return Code(token.content, lang=language)


def _element(token: Token, children: list[Node]) -> list[Node]:
    """Return an element with its children, or the children alone of a paragraph in a tight list."""
    tag = token.tag
    if token.type == "paragraph_open" and token.hidden:
        return children
    if token.type == "heading_open":
        return [el(f"h{min(int(tag[1:]) + _SHIFT, 6)}", *children)]
    if tag == "table":
        return [el("div", el("table", *children, cls="wb-table"), cls="wb-scroll", tabindex=0)]
    if tag in ("td", "th"):
        side = str(token.attrs.get("style", "")).removeprefix("text-align:")
        return [el(tag, *children, cls=f"wb-{side}" if side in ("right", "center") else "")]
    start = token.attrs.get("start") if tag == "ol" else None
    href = token.attrs.get("href") if tag == "a" else None
    title = token.attrs.get("title") if tag == "a" else None
    return [el(tag, *children, start=start, href=href, title=title)]
