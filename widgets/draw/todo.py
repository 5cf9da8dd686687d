"""The todo card: a list with the state of each item, and what changed since it was last written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.look import MOST_ITEMS
from workbench.widgets.draw.parts import meta, note, some
from workbench.widgets.draw.words import never_ran
from workbench.widgets.element import Element, el

from workbench.model import TodoDetail
from workbench.strings import t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel, Todo

_SIGNS = {"pending": "☐", "in_progress": "◐", "completed": "☑"}


def todo(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the list of a call with its counts; a failed write has its error before it."""
    detail = card.detail
    if not isinstance(detail, TodoDetail):
        return blocks(card.content, look)
    failed = card.call.is_error and card.call.result is not None
    key = "todo.not_written" if never_ran(card.call) else "todo.maybe_written"
    error = (*blocks(card.content, look), note(t(key), bad=True)) if failed else ()
    if not detail.items and not card.call.arguments_complete:
        return error
    return (*error, *todo_list(detail))


def counts(items: Sequence[Todo]) -> str:
    """Return how many items are in each state, in words."""
    return " · ".join(
        t(f"todo.count_{status}", n=count)
        for status in _SIGNS
        if (count := sum(item.status == status for item in items))
    )


def todo_list(detail: TodoDetail) -> tuple[Node, ...]:
    """Return a list with its counts, what changed in it, and what is no longer in it."""
    items = detail.items
    has_before = detail.has_before or any(item.was is not None for item in items)
    left = len(items) - 2 * MOST_ITEMS
    gone = (note(t("todo.gone", n=len(detail.gone)), f" {', '.join(detail.gone)[:2_000]}"),) if detail.gone else ()
    return (
        *some(meta(counts(items))),
        el("ul", *(_item(item, has_before=has_before) for item in items[: 2 * MOST_ITEMS]), cls="wb-todos"),
        *((note(t("more.blocks", n=left)),) if left > 0 else ()),
        *(() if items else (note(t("todo.none")),)),
        *gone,
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
