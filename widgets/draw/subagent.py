"""The subagent card: what a child was asked, how it stands beside others, how it was found, and what it reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.job import job_parts
from workbench.widgets.draw.parts import dot, label, meta, note, pairs, some
from workbench.widgets.draw.prose import prose
from workbench.widgets.draw.rail import rail
from workbench.widgets.draw.tracks import tracks
from workbench.widgets.draw.words import clipped, duration, utc
from workbench.widgets.element import Element, Fold, More, el

from workbench.model import SubagentDetail
from workbench.strings import has, t

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import AgentMessage, CardModel

STATES = {
    "complete": "done", "completed": "done", "ended": "done", "open": "running", "open-turn": "running",
    "error": "failed", "aborted": "interrupted", "blocked": "denied", "max-tokens": "failed",
}  # fmt: skip
"""States of a session or of a run's member in the words of a call's."""


def subagent(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the child with its state, counts and link, its own calls under a rail, and its report."""
    detail = card.detail
    if not isinstance(detail, SubagentDetail):
        return (*rail(look), *blocks(card.content, look, "report"))
    about = {read.key for read in detail.job.reads} if detail.job is not None else frozenset[str]()
    looks = tuple(child for child in look.children if getattr(child, "key", None) in about)
    return (
        *some(_line(card, detail), _child(card, detail)),
        *tracks(detail.tracks, "subagent.tracks", detail.now_ms),
        *_prompt(detail, look),
        *rail(look._replace(children=tuple(child for child in look.children if child not in looks)), "rail.child"),
        *_messages(detail),
        *_report(card, detail, look._replace(children=looks)),
    )


def _line(card: CardModel, detail: SubagentDetail) -> Element | None:
    state = detail.child_state
    counts = (
        t("subagent.calls", n=detail.child_calls) if detail.child_calls is not None else None,
        t("subagent.turns", n=detail.child_turns) if detail.child_turns is not None else None,
        t("subagent.tokens", n=detail.tokens) if detail.tokens is not None else None,
        t("subagent.output_tokens", n=detail.output_tokens) if detail.output_tokens is not None else None,
        t("subagent.cached_tokens", n=detail.cached_tokens) if detail.cached_tokens else None,
        t("subagent.depth", n=detail.child_depth) if detail.child_depth is not None else None,
    )
    title = el("span", detail.label, cls="wb-strong") if detail.label and detail.label != card.title else None
    word = t(f"reason.{state}") if state is not None and has(f"reason.{state}") else None
    return meta(
        title,
        dot(STATES.get(state, state), word) if state else None,
        t(f"subagent.{detail.mode}"),
        t("subagent.fork") if detail.is_fork else None,
        *(el("span", words) for words in counts if words),
        detail.child_model,
    )


def _child(card: CardModel, detail: SubagentDetail) -> Element | None:
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
            (t("subagent.link"), _link(card, detail)),
            (t("subagent.began"), utc(detail.child_started_ms) if detail.child_started_ms is not None else None),
            (t("subagent.last"), utc(detail.child_last_ms) if detail.child_last_ms is not None else None),
            (t("subagent.own_end"), _own_end(detail)),
            (t("subagent.result_row"), _result(detail)),
        )
    )


def _link(card: CardModel, detail: SubagentDetail) -> str | None:
    """Return how the child was found; that nothing names it is said once the call is over."""
    if detail.link_source == "none" and card.call.result is None:
        return None
    return t(f"link.{detail.link_source}")


def _own_end(detail: SubagentDetail) -> str | None:
    if detail.child_ended_ms is not None:
        return utc(detail.child_ended_ms)
    return t("subagent.still") if detail.child_has_log else None


def _result(detail: SubagentDetail) -> str | None:
    """Return when the result was written, where that was later than the child's own end: which of the two counts."""
    if detail.mode != "foreground" or detail.result_ms is None or detail.child_ended_ms is None:
        return None
    late = detail.result_ms - detail.child_ended_ms
    return t("subagent.result_later", time=duration(late)) if late > 0 else None


def _prompt(detail: SubagentDetail, look: Look) -> tuple[Node, ...]:
    if not detail.prompt:
        return ()
    words = t("size.characters", n=len(detail.prompt))
    summary = (el("span", t("subagent.prompt")), el("span", f" · {words}", cls="wb-meta"))
    return (Fold(summary, prose(detail.prompt, look, "prompt"), key="prompt", open="prompt" in look.shown),)


def _messages(detail: SubagentDetail) -> Iterator[Node]:
    """Yield what was said between parent and child after the start, in order."""
    if detail.messages:
        yield label(t("subagent.messages", n=len(detail.messages)))
        for message in detail.messages[:50]:
            yield _message(message)


def _message(message: AgentMessage) -> Element:
    key = "subagent.report_word" if message.what == "report" else f"subagent.{message.what}"
    when = utc(message.time_ms) if message.time_ms is not None else t("fact.no_time")
    return el(
        "div",
        el("span", t(key), cls="wb-label"),
        f" {clipped(message.text, 400)} " if message.text else " ",
        el("span", t("job.row", time=when, seq=str(message.seq)), cls="wb-meta"),
        cls="wb-agent-message",
    )


def _report(card: CardModel, detail: SubagentDetail, look: Look) -> tuple[Node, ...]:
    if card.call.result is None:
        return ()
    if card.call.is_error:
        return (el("div", *blocks(card.content, look, "report"), cls="wb-error"),)
    if detail.report is not None:
        return (label(t("subagent.report")), *prose(detail.report, look, "report"))
    if detail.job is not None:
        return job_parts(card, detail.job, look)
    return blocks(card.content, look, "report") or (note(t("block.empty_text")),)
