"""The subagent card: what a child was asked, how it stands, how it was found, and what it reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.parts import dot, label, meta, note, pairs, some
from workbench.widgets.draw.prose import prose
from workbench.widgets.draw.rail import rail
from workbench.widgets.draw.words import utc
from workbench.widgets.element import Element, Fold, More, el

from workbench.model import SubagentDetail
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel

STATES = {"complete": "done", "completed": "done", "open": "running", "open-turn": "running", "ended": "done"}
"""States of a session or of a run's member in the words of a call's."""


def subagent(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the child with its state, counts and link, its own calls under a rail, and its report."""
    detail = card.detail
    if not isinstance(detail, SubagentDetail):
        return (*rail(look), *blocks(card.content, look, "report"))
    return (
        *some(_line(card, detail), _child(detail)),
        *_prompt(detail, look),
        *rail(look, "rail.child_calls"),
        *_report(card, detail, look),
    )


def _line(card: CardModel, detail: SubagentDetail) -> Element | None:
    state = detail.child_state
    counts = (
        t("subagent.calls", n=detail.child_calls) if detail.child_calls is not None else None,
        t("subagent.turns", n=detail.child_turns) if detail.child_turns is not None else None,
        t("subagent.tokens", n=detail.tokens) if detail.tokens is not None else None,
    )
    title = el("span", detail.label, cls="wb-strong") if detail.label and detail.label != card.title else None
    return meta(
        title,
        dot(STATES.get(state, state)) if state else None,
        t(f"subagent.{detail.mode}"),
        *(el("span", word) for word in counts if word),
    )


def _child(detail: SubagentDetail) -> Element | None:
    child = detail.child_session_id
    here: Node | None = None
    if child is not None:
        missing = None if detail.child_has_log else el("span", f" · {t('subagent.no_log')}", cls="wb-warn")
        goto = More(t("subagent.open"), action=f"open:{child}") if detail.child_has_log else None
        here = el("span", el("code", child), missing, *((" ", goto) if goto else ()))
    elif detail.candidates:
        listed = ", ".join(detail.candidates[:8])
        here = el("span", t("subagent.candidates", n=len(detail.candidates)), f" {listed}")
    return pairs(
        (
            (t("fact.child"), here),
            (t("subagent.link"), t(f"link.{detail.link_source}")),
            (t("subagent.last"), utc(detail.child_ended_ms) if detail.child_ended_ms is not None else None),
        )
    )


def _prompt(detail: SubagentDetail, look: Look) -> tuple[Node, ...]:
    if not detail.prompt:
        return ()
    words = t("size.characters", n=len(detail.prompt))
    summary = (el("span", t("subagent.prompt")), el("span", f" · {words}", cls="wb-meta"))
    return (Fold(summary, prose(detail.prompt, look, "prompt"), key="prompt", open="prompt" in look.shown),)


def _report(card: CardModel, detail: SubagentDetail, look: Look) -> tuple[Node, ...]:
    if card.call.result is None:
        return ()
    if card.call.is_error:
        return (el("div", *blocks(card.content, look, "report"), cls="wb-error"),)
    if detail.report is not None:
        return (label(t("subagent.report")), *prose(detail.report, look, "report"))
    return blocks(card.content, look, "report") or (note(t("block.empty_text")),)
