"""What every card has, folded: its arguments, content and metadata as they are, its facts, and why it is this card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks, content_words
from workbench.widgets.draw.facts import facts
from workbench.widgets.draw.look import RAW_CHARS
from workbench.widgets.draw.parts import note
from workbench.widgets.draw.raw import json_nodes, json_text
from workbench.widgets.draw.text import plain
from workbench.widgets.element import Fold, el

from workbench.strings import t
from workbench.tools.present import parse_arguments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import Call, CardModel


def sections(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the folded sections at the end of a body."""
    return (el("div", *_folds(card, look), cls="wb-sections"),)


def _folds(card: CardModel, look: Look) -> Iterator[Fold]:
    yield _arguments(card.call, look)
    result = card.call.result
    if result is not None:
        words = content_words(result.content)
        yield _fold("content", t("section.content"), words, blocks(result.content, look, "raw-content"))
        if result.has_meta:
            written = result.meta_text or json_text(result.meta)
            yield _fold("meta", t("section.meta"), "", json_nodes(written, look, "raw-meta"))
    yield _fold("facts", t("section.facts"), "", facts(card))
    steps = (el("li", step) for step in card.why)
    yield _fold("why", t("section.why"), card.type, (el("ol", *steps, cls="wb-why"),))


def _arguments(call: Call, look: Look) -> Fold:
    text = call.arguments
    if not text:
        return _fold("arguments", t("section.arguments"), t("arguments.none"), (note(t("arguments.none")),))
    marks = [t("size.characters", n=len(text))]
    if not call.arguments_complete:
        marks.append(t("arguments.incomplete"))
    if len(text) <= 8 * RAW_CHARS and _is_json(text):
        nodes = json_nodes(text, look, "raw-arguments")
    else:
        nodes = plain(text, look, "raw-arguments", most=RAW_CHARS)
        if call.arguments_complete and not _is_json(text):
            marks.append(t("arguments.not_json"))
    return _fold("arguments", t("section.arguments"), " · ".join(marks), nodes)


def _is_json(text: str) -> bool:
    try:
        parse_arguments(text)
    except ValueError:
        return False
    return True


def _fold(key: str, name: str, words: str, children: tuple[Node, ...]) -> Fold:
    summary = (el("span", name), *((el("span", f" · {words}", cls="wb-meta"),) if words else ()))
    return Fold(summary=summary, children=children, key=key, cls="wb-section")
