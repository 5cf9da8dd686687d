"""The todo card: a list with the state of each item, and what changed since it was last written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.look import MOST_ITEMS
from workbench.widgets.draw.parts import meta, note, some
from workbench.widgets.element import Element, el

from workbench.model import TodoDetail
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel, Todo

_SIGNS = {"pending": "☐", "in_progress": "◐", "completed": "☑"}


def todo(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the list of a call with its counts; a failed write has its error before it."""
    detail = card.detail
    if not isinstance(detail, TodoDetail):
        return blocks(card.content, look)
    items = detail.items
    has_before = any(item.was is not None for item in items)
    counts = [
        t(f"todo.count_{status}", n=count)
        for status in _SIGNS
        if (count := sum(item.status == status for item in items))
    ]
    left = len(items) - 2 * MOST_ITEMS
    return (
        *(blocks(card.content, look) if card.call.is_error and card.call.result is not None else ()),
        *some(meta(*counts)),
        el("ul", *(_item(item, has_before=has_before) for item in items[: 2 * MOST_ITEMS]), cls="wb-todos"),
        *((note(t("more.blocks", n=left)),) if left > 0 else ()),
        *(() if items else (note(t("todo.none")),)),
    )


def _item(item: Todo, *, has_before: bool) -> Element:
    change = None
    if item.was is not None and item.was != item.status:
        change = t("todo.was", was=t(f"todo.{item.was}") if item.was in _SIGNS else item.was)
    elif item.was is None and has_before:
        change = t("todo.new")
    word = t(f"todo.{item.status}") if item.status in _SIGNS else item.status
    return el(
        "li",
        el("span", _SIGNS.get(item.status, "?"), cls="wb-dot"),
        " ",
        el("span", item.content, cls="wb-todo-text"),
        el("span", f" · {word}", cls="wb-meta"),
        *((" ", el("span", change, cls="wb-badge wb-badge-change")) if change else ()),
        cls=f"wb-todo wb-todo-{item.status.replace('_', '-')}",
    )
