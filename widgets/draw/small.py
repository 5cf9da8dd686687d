"""Cards of a few lines: lists, chips, media, and the generic card that every call falls back to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET
from workbench.widgets.draw.approvals import approvals
from workbench.widgets.draw.blocks import blocks, locations
from workbench.widgets.draw.files import files
from workbench.widgets.draw.job import status_of
from workbench.widgets.draw.look import MOST_ITEMS
from workbench.widgets.draw.parts import label, meta, note, pairs, path, some
from workbench.widgets.draw.prose import prose
from workbench.widgets.draw.rail import rail
from workbench.widgets.draw.raw import json_nodes, json_text
from workbench.widgets.draw.read import window
from workbench.widgets.draw.search import fields, found
from workbench.widgets.draw.text import plain
from workbench.widgets.draw.web import answered
from workbench.widgets.element import Element, Fold, More, Table, el

from workbench.model import ChipDetail, DiffCall, FactsDetail, GenericCall, ListDetail, ReadResult, SearchResult
from workbench.strings import has, phrase, t
from workbench.tools.envelope import parse_envelope
from workbench.tools.present import parse_arguments

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel, Parsed


def generic(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return raw input, places and content: everything a call has, without a form of its own.

    Where the text of the result is one that the harness writes, it is shown in the form of what it says; and a tool
    whose values are known is told by their names.
    """
    below = (*rail(look), *files(card))
    if card.parsed is not None:
        return (*_parsed(card, card.parsed, look), *below)
    if isinstance(card.detail, FactsDetail):
        return (*_facts(card, card.detail, look), *below)
    if isinstance(card.detail, ListDetail) and card.detail.rows and not card.call.is_error:
        return (*_table(card.detail, look), *below)
    return (*_input(card, look), *_places(card), *rail(look), *content(card, look), *files(card))


def _parsed(card: CardModel, parsed: Parsed, look: Look) -> tuple[Node, ...]:
    """Return the view that was read off the text, with a word that says so."""
    origin, view = el("span", t("shown.parsed"), cls="wb-origin", title=phrase(parsed.rule)), parsed.view
    if isinstance(view, ReadResult):
        return window(view, look, is_total_known=parsed.is_total_known, origin=origin)
    if isinstance(view, SearchResult):
        return found(view, look, card, origin=origin)
    return answered(view, look, card, origin=origin)


def _facts(card: CardModel, detail: FactsDetail, look: Look) -> tuple[Node, ...]:
    """Return names with values, then a longer text; what the call answered stands below where it is not the same."""
    origin = meta(el("span", t("shown.parsed"), cls="wb-origin", title=phrase(detail.rule))) if detail.rule else None
    text = prose(detail.text, look, "text") if detail.text else ()
    answer = content(card, look) if detail.rule is None and card.call.result is not None else ()
    failed = content(card, look) if detail.rule is not None and card.call.is_error else ()
    return (*some(named(detail.facts)), *text, *some(origin), *answer, *failed)


def named(facts: Sequence[tuple[str, str]]) -> Element | None:
    """Return names with values; a name that has a word is told by it."""
    return pairs((t(f"name.{name}") if has(f"name.{name}") else name, value) for name, value in facts[:MOST_ITEMS])


def listing(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return a table; what could not be read as one stands as it is."""
    detail = card.detail
    if not isinstance(detail, ListDetail) or not detail.rows:
        return content(card, look)
    return _table(detail, look)


def _table(detail: ListDetail, look: Look) -> tuple[Node, ...]:
    rows = detail.rows if "rows" in look.shown else detail.rows[: 2 * MOST_ITEMS]
    columns = tuple(t(f"column.{name}") if has(f"column.{name}") else name for name in detail.columns)
    status = detail.columns.index("status") if "status" in detail.columns else -1
    cells = tuple(
        _row(row, status, detail.links[at] if at < len(detail.links) else None) for at, row in enumerate(rows)
    )
    left = len(detail.rows) - len(rows)
    rest = (More(t("more.all", n=len(detail.rows)), action="more:rows", hidden=left),) if left else ()
    return (Table(columns, cells), *rest)


def _row(row: Sequence[str], status: int, opens: str | None) -> tuple[Node, ...]:
    """Return the cells of a row: its state with its sign, and the way to the session it is about."""
    cells: list[Node] = list(row)
    if 0 <= status < len(row) and row[status]:
        cells[status] = status_of(row[status]) or row[status]
    if opens is not None:
        cells[0] = el("span", row[0], " ", More(t("subagent.open"), action=f"open:{opens}"))
    return tuple(cells)


def chip(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return one word, and the text that came with it, folded."""
    detail = card.detail
    if not isinstance(detail, ChipDetail):
        return content(card, look)
    word = el("span", detail.label, cls="wb-chip")
    if detail.value is not None and not card.call.is_error:
        return (word, *json_nodes(detail.value, look, "value"), *content(card, look))
    if card.call.is_error or not detail.text:
        return (word, *content(card, look))
    summary = (el("span", t("chip.text")), el("span", f" · {t('size.characters', n=len(detail.text))}", cls="wb-meta"))
    return (word, Fold(summary, plain(detail.text, look, "content"), key="text", open="content" in look.shown))


def media(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the places of a call and its blocks, pictures first among equals."""
    return (*_places(card), *_enveloped(card, look), *files(card))


def _enveloped(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the content; the envelope that the harness writes around a picture is told by what it says."""
    first = card.content[0] if card.content else None
    text = first.get("text") if isinstance(first, dict) else None
    said = parse_envelope(text) if isinstance(text, str) and card.call.name == "read_image" else None
    if said is None or said.kind != "image" or card.call.is_error:
        return content(card, look)
    return (*some(meta(path(said.path), said.body)), *blocks(card.content[1:], look))


def approval(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return a request for approval that is a card of its own."""
    return (*approvals(card.approvals), *content(card, look))


def _input(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the raw input: a text as text, anything else as JSON as the call has it, its digits kept."""
    view = card.call_view
    value = view.raw_input if isinstance(view, GenericCall) else None
    if isinstance(value, str):
        return (label(t("label.input")), *plain(value, look, "input"))
    if value is not None and value is not UNSET:
        return (label(t("label.input")), *json_nodes(json_text(value), look, "input"))
    if view is not None and card.call.name == "str_replace_editor":
        inserted = fields(card.call.arguments).get("new_str", "")
        return (label(t("label.input")), *plain(inserted, look, "input")) if inserted else ()
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


def content(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the content of a result, marked where it is an error; an empty one is said to be so."""
    if not card.content:
        return (note(t("block.empty_result")),) if card.call.result is not None else ()
    nodes = blocks(card.content, look)
    return (el("div", *nodes, cls="wb-error"),) if card.call.is_error else nodes
