"""Longer texts of a model: markdown, without pictures and with links of the web only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.base64_text import without_data
from workbench.widgets.draw.look import MOST_CHARS
from workbench.widgets.draw.text import plain
from workbench.widgets.element import More, el
from workbench.widgets.markdown import markdown

from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

_MOST = 16_000
"""Characters that are read as markdown; a longer text is cut at a line."""


def prose(text: str, look: Look, what: str) -> tuple[Node, ...]:
    """Return a text as markdown; a long one up to a line break, with the way to the rest."""
    short, _ = without_data(text)
    if len(short) <= _MOST or (what in look.shown and len(short) <= 8 * _MOST):
        return (el("div", *markdown(short, highlight=look.highlight), cls="wb-prose"),)
    if what in look.shown:
        return plain(short[:MOST_CHARS], look, what)
    cut = short.rfind("\n", _MOST // 2, _MOST)
    head = short[: cut if cut > 0 else _MOST]
    rest = More(t("more.characters", n=len(short)), action=f"more:{what}", hidden=len(short) - len(head))
    return (el("div", *markdown(head, highlight=look.highlight), cls="wb-prose"), rest)
