"""The panel of a session: its todo list and its settings, folded, each told by a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.parts import note
from workbench.widgets.draw.todo import counts, todo_list
from workbench.widgets.element import Fold, el

from workbench.strings import t

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.widgets.element import Node

    from workbench.replay.panel import Panel


def panel(found: Panel) -> tuple[Node, ...]:
    """Return what there is of a session's panel; nothing where it has neither a list nor settings."""
    inside = tuple(_parts(found))
    return (el("div", *inside, cls="wb-panel"),) if inside else ()


def _parts(found: Panel) -> Iterator[Node]:
    if found.todo is not None:
        words = counts(found.todo.items) or t("todo.none")
        since = note(t("todo.since", seq=str(found.todo_seq)))
        yield Fold((t("panel.todo", words=words),), (*todo_list(found.todo), since), key="todo", cls="wb-panel-todo")
    if found.settings:
        lines = tuple(el("div", line) for line in found.settings)
        yield Fold((t("panel.settings"),), lines, key="settings", cls="wb-panel-settings")
