"""What stands below a card: its children, under a thin rail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.parts import label
from workbench.widgets.element import el

from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node


def rail(look: Look, heading: str = "rail.calls") -> tuple[Node, ...]:
    """Return the children of a card under a rail, with how many there are; nothing without any."""
    if not look.children:
        return ()
    return (label(t(heading, n=len(look.children))), el("div", *look.children, cls="wb-rail"))
