"""What every card has, folded: its arguments, content and metadata as they are, its facts, and why it is this card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks, content_words
from workbench.widgets.draw.facts import facts
from workbench.widgets.draw.look import RAW_CHARS
from workbench.widgets.draw.parts import meta, note, pairs, some
from workbench.widgets.draw.raw import json_nodes, json_text
from workbench.widgets.draw.text import plain
from workbench.widgets.draw.words import duration, utc
from workbench.widgets.element import Fold, Table, el

from workbench.cards.coverage import type_word
from workbench.strings import has, t
from workbench.tools.present import parse_arguments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import Call, CardModel, Happening, HookRun, Line


def sections(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the folded sections at the end of a body."""
    return (el("div", *_folds(card, look), cls="wb-sections"),)


def _folds(card: CardModel, look: Look) -> Iterator[Fold]:
    yield _arguments(card.call, look)
    result = card.call.result
    if result is not None:
        words = content_words(result.content)
        yield _fold(
            "content", t("section.content"), words, blocks(result.content, look._replace(attachments={}), "raw-content")
        )
        if result.has_meta:
            written = result.meta_text or json_text(result.meta)
            yield _fold("meta", t("section.meta"), "", json_nodes(written, look, "raw-meta"))
    if card.hooks:
        yield _fold("hooks", t("section.hooks", n=len(card.hooks)), "", tuple(map(_hook, card.hooks)))
    if card.happenings:
        during = tuple(node for one in card.happenings for node in _happening(one))
        yield _fold("during", t("section.during", n=len(card.happenings)), "", during)
    for number, copy in enumerate(card.replacements):
        words = t("size.characters", n=copy.chars)
        nodes = (note(t("note.replaced", seq=str(copy.seq))), *plain(copy.text, look, f"copy-{number}", most=RAW_CHARS))
        yield _fold(f"copy-{number}", t("section.replaced"), words, nodes)
    yield _fold("facts", t("section.facts"), "", facts(card))
    if card.lines:
        count = sum(line.rows for line in card.lines) + card.lines_left
        yield _fold("rows", t("section.rows", n=count), "", _rows(card))
    steps = (el("li", step) for step in card.why)
    yield _fold("why", t("section.why"), type_word(card.type), (el("ol", *steps, cls="wb-why"),))


def _rows(card: CardModel) -> tuple[Node, ...]:
    """Return the rows of the log that a card stands on as a table, and how many of them are not listed."""
    columns = tuple(t(f"rows.{name}") for name in ("seq", "type", "role", "time"))
    table = Table(columns, tuple(map(_row, card.lines)))
    left = note(t("rows.left", n=card.lines_left)) if card.lines_left else None
    return tuple(node for node in (table, left, note(t("rows.pieces"))) if node is not None)


def _row(line: Line) -> tuple[Node, ...]:
    seq = f"seq {line.seq}" if line.seq == line.last_seq else f"seq {line.seq} – seq {line.last_seq}"
    role = t(f"role.{line.role}") if has(f"role.{line.role}") else line.role
    return (seq, line.type, role, utc(line.time_ms))


def _hook(hook: HookRun) -> Node:
    """Return one hook of the user's: where it ran, what it decided, how long it took, and what it said."""
    decision = t(f"hook.{hook.decision}") if hook.decision and has(f"hook.{hook.decision}") else hook.decision
    took = duration(round(hook.duration_ms)) if hook.duration_ms is not None else None
    code = t("terminal.exit", n=str(hook.exit_code)) if hook.exit_code is not None else None
    point, told = el("span", hook.point, cls="wb-strong"), decision or t("event.hook_open")
    line = meta(point, hook.handler, hook.matcher, told, code, took, f"{t('fact.row')} {hook.seq}")
    said = el("div", hook.stderr[:2_000], cls="wb-plain") if hook.stderr else None
    return el("div", line, said, cls="wb-hook")


def _happening(one: Happening) -> tuple[Node, ...]:
    """Return a row that was written while the call ran, with its facts."""
    when = utc(one.time_ms) if one.time_ms is not None else t("fact.no_time")
    line = meta(el("span", one.title, cls="wb-strong"), one.type, t("job.row", time=when, seq=str(one.seq)))
    facts_of = pairs((t(f"name.{name}") if has(f"name.{name}") else name, value) for name, value in one.facts)
    return some(line, facts_of)


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
    # of unfinished arguments the card can show only what its tool's presenter takes
    return _fold("arguments", t("section.arguments"), " · ".join(marks), nodes, is_open=not call.arguments_complete)


def _is_json(text: str) -> bool:
    try:
        parse_arguments(text)
    except ValueError:
        return False
    return True


def _fold(key: str, name: str, words: str, children: tuple[Node, ...], *, is_open: bool = False) -> Fold:
    summary = (el("span", name), *((el("span", f" · {words}", cls="wb-meta"),) if words else ()))
    return Fold(summary=summary, children=children, key=key, cls="wb-section", open=is_open)
