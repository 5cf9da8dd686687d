"""The one quiet row of a card or a timeline row in static forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.parts import badge, dot
from workbench.widgets.draw.words import RED, clipped, took
from workbench.widgets.element import Element, el

from workbench.strings import has, t

if TYPE_CHECKING:
    from workbench.widgets.element import Node

    from workbench.model import CardModel, FoldedCard, TimelineModel

ICONS = {
    "terminal": "❯", "diff": "±", "search": "⌕", "read": "☰", "web": "⊕", "code": "⟨⟩", "subagent": "⋔",
    "progress": "▤", "job": "◷", "todo": "☑", "question": "?", "approval": "⚑", "list": "≡", "media": "▣",
    "mount": "⬡", "chip": "◈",
    "user": "▸", "assistant": "◆", "reasoning": "✧", "context": "§", "notice": "ℹ", "compaction": "⇊", "retry": "↻",
}  # fmt: skip
ACTION_ICONS = {
    "read": "☰", "edit": "✎", "delete": "✕", "move": "→", "search": "⌕", "execute": "❯", "fetch": "⊕", "other": "•",
}  # fmt: skip
_TITLE = 160
_HINT = 100


def head(card: CardModel | FoldedCard, inside: int = 0) -> Element:
    """Return the folded row of a card: icon, tool, title, hint, badges, state and how long it took.

    Args:
        card: the card.
        inside: how many calls below it went wrong.
    """
    call = card.call
    icon = ICONS.get(card.type) or ACTION_ICONS.get(card.kind, "•")
    title = clipped(card.title, _TITLE)
    time = took(call)
    outcome = call.outcome or "open"
    cls = f"wb-head wb-kind-{card.type} wb-state-{call.state} wb-outcome-{outcome}"
    return el(
        "div",
        el("span", icon, cls=f"wb-icon wb-icon-{card.type} wb-action-{card.kind}", aria_hidden="true"),
        el("span", clipped(call.name, 80), cls="wb-tool"),
        *(() if title == call.name else (" ", el("span", title, cls="wb-title"))),
        *(part for word in card.badges for part in (" ", badge(word))),
        *((" ", badge(f"failed inside {inside}")) if inside else ()),
        *((" ", badge("inherited")) if call.inherited else ()),
        *_hint(card),
        " · ",
        dot(call.state),
        *((" · ", el("span", time, cls="wb-time")) if time else ()),
        cls=f"{cls} wb-red" if outcome in RED else cls,
    )


def _hint(card: CardModel | FoldedCard) -> tuple[Node, ...]:
    """Return what stands beside the title, in red where it is an error."""
    hint = clipped(card.hint, _HINT)
    if not hint:
        return ()
    apart = " " if hint.startswith("→") else " — "
    return (apart, el("span", hint, cls="wb-hint wb-bad" if card.call.is_error else "wb-hint"))


def head_row(row: TimelineModel) -> Element:
    """Return the folded row of a message, notice, compaction, retry or stand-alone approval."""
    name = t(f"kind.{row.kind}") if has(f"kind.{row.kind}") else row.kind
    title = clipped(row.title, _TITLE)
    return el(
        "div",
        el("span", ICONS.get(row.kind, "•"), cls=f"wb-icon wb-icon-{row.kind}", aria_hidden="true"),
        el("span", name, cls="wb-tool"),
        *((" ", el("span", title, cls="wb-title")) if title else ()),
        *(part for word in row.badges for part in (" ", badge(word))),
        *((" · ", dot(row.state)) if row.state else ()),
        cls=f"wb-head wb-kind-{row.kind}",
    )
