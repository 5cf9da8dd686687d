"""The small parts that all drawings share: badges, notes, dots, links, names with values."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workbench.widgets.draw.words import badge_class, badge_text
from workbench.widgets.element import Element, el

from workbench.strings import has, t

if TYPE_CHECKING:
    from collections.abc import Iterable

    from workbench.widgets.element import Node

_ADDRESS = re.compile(r"[hH][tT][tT][pP][sS]?://[^\x00-\x20\x7f-\xa0\u2028\u2029]+")
DOTS = {"running": "◐", "waiting": "◌", "streaming": "◌", "proposed": "○", "failed": "✕", "denied": "⊘"}
DOTS |= {"interrupted": "□", "cancelled": "□", "unknown": "?", "pending": "○", "not-started": "○"}


def badge(word: str) -> Element:
    """Return a badge for one of a card's stable words."""
    return el("span", badge_text(word), cls=badge_class(word))


def note(*words: Node, bad: bool = False) -> Element:
    """Return a sentence about the card."""
    return el("div", *words, cls="wb-note wb-bad" if bad else "wb-note")


def label(text: str) -> Element:
    """Return a quiet heading inside a body."""
    return el("div", text, cls="wb-label")


def dot(state: str, word: str | None = None) -> Element:
    """Return the sign of a state with a word behind it, its own or another: never the colour alone."""
    word = word or (t(f"state.{state}") if has(f"state.{state}") else state)
    return el(
        "span",
        el("span", DOTS.get(state, "●"), cls=f"wb-dot wb-dot-{state}"),
        f" {word}",
        cls=f"wb-state wb-state-{state}",
    )


def link(address: str, text: str | None = None) -> Element:
    """Return a link to an http or https address; any other address is text."""
    if _ADDRESS.fullmatch(address):
        return el("a", text or address, href=address)
    return el("span", address if not text or text == address else f"{text} ({address})", cls="wb-address")


def path(text: str, line: int | None = None) -> Element:
    """Return a path of the log, which is text and nothing that could be opened."""
    return el("span", text if line is None else f"{text}:{line}", cls="wb-path")


def pairs(rows: Iterable[tuple[str, Node | None]]) -> Element | None:
    """Return names with values, one a line; a value of None is left out, nothing at all is None."""
    lines = [
        el("div", el("span", name, cls="wb-kv-name"), " ", el("span", value, cls="wb-kv-value"), cls="wb-kv-row")
        for name, value in rows
        if value is not None
    ]
    return el("div", *lines, cls="wb-kv") if lines else None


def meta(*words: Node | None) -> Element | None:
    """Return facts on one quiet line, with dots between them; nothing at all is None."""
    kept = [word for word in words if word is not None and word != ""]
    if not kept:
        return None
    line: list[Node] = []
    for word in kept:
        line += [" · ", word] if line else [word]
    return el("div", *line, cls="wb-meta")


def some(*nodes: Node | None) -> tuple[Node, ...]:
    """Return the nodes that are not None."""
    return tuple(node for node in nodes if node is not None)
