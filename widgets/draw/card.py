"""From a card to its body: notes, approvals, the drawing of its type, and the folded sections."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from workbench.widgets.draw import small
from workbench.widgets.draw.approvals import approvals
from workbench.widgets.draw.code import code
from workbench.widgets.draw.diff import diff
from workbench.widgets.draw.job import job
from workbench.widgets.draw.look import Look
from workbench.widgets.draw.mount import mount
from workbench.widgets.draw.parts import note
from workbench.widgets.draw.progress import progress
from workbench.widgets.draw.question import question
from workbench.widgets.draw.rail import rail
from workbench.widgets.draw.read import read
from workbench.widgets.draw.search import search
from workbench.widgets.draw.sections import sections
from workbench.widgets.draw.subagent import subagent
from workbench.widgets.draw.terminal import terminal
from workbench.widgets.draw.todo import todo
from workbench.widgets.draw.web import web
from workbench.widgets.element import check

from workbench.strings import in_every_language, phrase, t
from workbench.tools import mcp

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from workbench.widgets.element import Node

    from workbench.model import CardModel

DRAWINGS: dict[str, Callable[[CardModel, Look], tuple[Node, ...]]] = {
    "approval": small.approval,
    "chip": small.chip,
    "code": code,
    "diff": diff,
    "generic": small.generic,
    "job": job,
    "list": small.listing,
    "media": small.media,
    "mount": mount,
    "progress": progress,
    "question": question,
    "read": read,
    "search": search,
    "subagent": subagent,
    "terminal": terminal,
    "todo": todo,
    "web": web,
}
"""The drawing of each card type; a type that is not here is drawn as generic."""
_SAID: dict[Callable[..., tuple[Node, ...]], tuple[str, ...]] = {
    terminal: ("note.parsed_status", "note.no_marker"),
    subagent: ("note.link_inferred", "note.link_ambiguous"),
}
"""Notes that a drawing has in a line of its own."""
_WITH_RAIL = frozenset({"code", "generic", "job", "mount", "progress", "subagent"})
"""Types whose drawing has its own place for the children."""


def draw(
    card: CardModel,
    children: Sequence[Node] = (),
    *,
    highlight: bool = False,
    shown: Collection[str] = (),
) -> tuple[Node, ...]:
    """Return the body of a card.

    A drawing that raises, or gives something that is no tree of nodes, gives the generic body with a note that names
    the error; a session is never blank.

    Args:
        card: what to draw.
        children: drawn cards that stand below it.
        highlight: whether source text is highlighted, the one thing here that is slow.
        shown: parts to show whole, by the names in the actions `more:<name>` of an earlier body.
    """
    is_mcp = card.call.name.startswith(mcp.PREFIX)
    look = Look(tuple(children), highlight, frozenset(shown), card.attachments, is_mcp)
    drawing = DRAWINGS.get(card.type, small.generic)
    failed: tuple[Node, ...] = ()
    try:
        body = drawing(card, look)
        check(body)
    except Exception as error:  # noqa: BLE001 - whatever goes wrong in one drawing, the call is still shown
        failed = (note(t("note.drawing_failed", type=card.type, error=f"{type(error).__name__}: {error}"), bad=True),)
        body = small.generic(card, look)
        drawing = small.generic
    said = frozenset[str]().union(*map(in_every_language, _SAID.get(drawing, ())))
    if card.parsed is not None and drawing is small.generic:
        said |= {t("note.parsed_view", rule=phrase(card.parsed.rule))}
    below = () if drawing is small.generic or card.type in _WITH_RAIL else rail(look)
    return (
        *failed,
        *(note(words) for words in card.notes if words not in said),
        *(approvals(card.approvals) if card.type != "approval" else ()),
        *body,
        *below,
        *sections(card, look),
    )
