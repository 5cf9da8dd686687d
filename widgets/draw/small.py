"""Cards of a few lines: lists, chips, mounts, media, and the generic card that every call falls back to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET
from workbench.widgets.draw.approvals import approvals
from workbench.widgets.draw.blocks import blocks, locations
from workbench.widgets.draw.look import MOST_ITEMS
from workbench.widgets.draw.parts import label, note, pairs, some
from workbench.widgets.draw.rail import rail
from workbench.widgets.draw.raw import json_nodes, json_text
from workbench.widgets.draw.text import plain
from workbench.widgets.element import Fold, More, Table, el

from workbench.model import ChipDetail, DiffCall, GenericCall, ListDetail
from workbench.strings import t
from workbench.tools.present import parse_arguments

if TYPE_CHECKING:
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel

_VALUE = 300


def generic(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return raw input, places and content: everything a call has, without a form of its own."""
    return (*_input(card, look), *_places(card), *rail(look), *_content(card, look))


def listing(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return a table; what could not be read as one stands as it is."""
    detail = card.detail
    if not isinstance(detail, ListDetail) or not detail.rows:
        return _content(card, look)
    rows = detail.rows if "rows" in look.shown else detail.rows[: 2 * MOST_ITEMS]
    columns = tuple(t(f"column.{name}") if name in _COLUMNS else name for name in detail.columns)
    left = len(detail.rows) - len(rows)
    rest = (More(t("more.all", n=len(detail.rows)), action="more:rows", hidden=left),) if left else ()
    return (Table(columns, rows), *rest)


_COLUMNS = frozenset({"job", "kind", "status", "label", "agent", "parent", "depth"})


def chip(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return one word, and the text that came with it, folded."""
    detail = card.detail
    if not isinstance(detail, ChipDetail):
        return _content(card, look)
    word = el("span", detail.label, cls="wb-chip")
    if card.call.is_error or not detail.text:
        return (word, *_content(card, look))
    summary = (el("span", t("chip.text")), el("span", f" · {t('size.characters', n=len(detail.text))}", cls="wb-meta"))
    return (word, Fold(summary, plain(detail.text, look, "content"), key="text", open="content" in look.shown))


def mount(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return a plug-in made by the model: what it is for, its source, and what the host answered."""
    fields = _fields(card)
    source = fields.pop("code", None)
    facts = pairs((name, value[:_VALUE]) for name, value in list(fields.items())[:MOST_ITEMS])
    program = (
        (label(t("mount.source")), *plain(source, look, "source", lang="typescript")) if isinstance(source, str) else ()
    )
    return (*some(facts), *program, *rail(look), *_content(card, look))


def media(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the places of a call and its blocks, pictures first among equals."""
    return (*_places(card), *_content(card, look))


def approval(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return a request for approval that is a card of its own."""
    return (*approvals(card.approvals), *_content(card, look))


def _fields(card: CardModel) -> dict[str, str]:
    try:
        value = parse_arguments(card.call.arguments or "{}")
    except ValueError:
        return {}
    if not isinstance(value, dict):
        return {}
    return {str(name): part if isinstance(part, str) else json_text(part) for name, part in value.items()}


def _input(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the raw input: a text as text, anything else as JSON as the call has it, its digits kept."""
    view = card.call_view
    value = view.raw_input if isinstance(view, GenericCall) else None
    if isinstance(value, str):
        return (label(t("label.input")), *plain(value, look, "input"))
    if value is not None and value is not UNSET:
        return (label(t("label.input")), *json_nodes(json_text(value), look, "input"))
    if view is not None or card.call.arguments.strip() in ("", "{}"):
        return ()
    try:
        parse_arguments(card.call.arguments)
    except ValueError:
        kind = "arguments.not_json" if card.call.arguments_complete else "arguments.incomplete"
        words = el("span", f" · {t(kind)}", cls="wb-warn")
        return (el("div", t("label.input"), words, cls="wb-label"), *plain(card.call.arguments, look, "input"))
    return (label(t("label.input")), *json_nodes(card.call.arguments, look, "input"))


def _places(card: CardModel) -> tuple[Node, ...]:
    """Return the places of a call, but not the one place that its title names."""
    view = card.call_view
    places = view.locations if isinstance(view, GenericCall | DiffCall) and view.locations is not UNSET else []
    if len(places) == 1 and places[0].path in card.title and places[0].line in (UNSET, 1):
        return ()
    return some(locations(places))


def _content(card: CardModel, look: Look) -> tuple[Node, ...]:
    if not card.content:
        return (note(t("block.empty_result")),) if card.call.result is not None else ()
    nodes = blocks(card.content, look)
    return (el("div", *nodes, cls="wb-error"),) if card.call.is_error else nodes
