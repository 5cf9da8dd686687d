"""The question card: what was asked, the options, and what was answered. In a replay its controls are off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.look import MOST_ITEMS
from workbench.widgets.draw.parts import note, some
from workbench.widgets.draw.words import duration, utc
from workbench.widgets.element import Element, el

from workbench.model import QuestionDetail
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import Call, CardModel, Question


def question(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the questions of a call; one that was broken off has no answer marked."""
    detail = card.detail
    if not isinstance(detail, QuestionDetail):
        return blocks(card.content, look)
    wait = card.call.wait_ms
    key = "question.waited" if detail.answered else "question.not_answered"
    waited = t(key, wait=duration(wait)) if wait is not None else _since(card.call)
    asked = tuple(_question(one, is_answered=detail.answered) for one in detail.questions[:MOST_ITEMS])
    broken = card.call.is_error and card.call.result is not None
    rest = blocks(card.content, look) if broken or not asked else ()
    return (*some(el("div", waited, cls="wb-meta") if waited else None), *asked, *rest)


def _since(call: Call) -> str | None:
    """Say since when an open question waits."""
    if call.state != "waiting" or call.call_seq is None:
        return None
    when = utc(call.started_ms) if call.started_ms is not None else t("fact.no_time")
    return t("approval.since", time=when, seq=str(call.call_seq))


def _question(asked: Question, *, is_answered: bool) -> Element:
    chosen = frozenset(asked.selected or ())
    options = [
        _option(name, description, is_chosen=name in chosen, is_many=asked.multi_select)
        for name, description in asked.options[:MOST_ITEMS]
    ]
    known = {name for name, _ in asked.options}
    others = [
        _option(name, "", is_chosen=True, is_many=asked.multi_select)
        for name in asked.selected or ()
        if name not in known
    ]
    answered = asked.selected is not None
    is_none = answered and not asked.selected and not asked.custom
    return el(
        "div",
        el("span", asked.header, cls="wb-badge") if asked.header else None,
        el("div", asked.question, cls="wb-question"),
        el("ul", *options, *others, cls="wb-options") if options or others else None,
        el("div", el("span", t("question.own"), cls="wb-label"), f" {asked.custom}", cls="wb-answer")
        if asked.custom
        else None,
        note(t("question.no_answer")) if is_answered and not answered else None,
        note(t("question.none")) if is_none else None,
        note(t("question.many")) if asked.multi_select else None,
        cls="wb-asked",
    )


def _option(name: str, description: str, *, is_chosen: bool, is_many: bool) -> Element:
    sign = ("☑" if is_chosen else "☐") if is_many else ("◉" if is_chosen else "○")
    return el(
        "li",
        el("button", f"{sign} {name}", cls="wb-button", disabled=True),
        *((el("span", f" — {description}", cls="wb-meta"),) if description else ()),
        *((" ", el("strong", t("question.answer"), cls="wb-badge wb-badge-answer")) if is_chosen else ()),
        cls="wb-option wb-chosen" if is_chosen else "wb-option",
    )
