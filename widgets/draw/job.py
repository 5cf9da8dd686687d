"""The job card: a background command with its state and everything that was read of its output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.parts import dot, meta, some
from workbench.widgets.draw.rail import rail
from workbench.widgets.draw.terminal import prompt
from workbench.widgets.draw.text import output
from workbench.widgets.element import el

from workbench.model import JobDetail
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel

_STATES = {"completed": "done", "stopping": "running", "killed": "interrupted"}


def job(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the command of a job, its id and state, how often it was read, and the text of this call."""
    detail = card.detail
    if not isinstance(detail, JobDetail):
        return (*rail(look, "rail.polls"), *blocks(card.content, look, "output"))
    status = None
    if detail.status:
        state = _STATES.get(detail.status, detail.status)
        word = None if state == detail.status else f" ({detail.status})"
        status = el("span", dot(state), *some(word))
    facts = meta(
        el("code", detail.job_id) if detail.job_id else None,
        status or t("job.unknown"),
        t("job.polls", n=detail.polls) if detail.polls is not None else None,
    )
    return (
        *(prompt(detail.command, look, session_cwd=card.cwd) if detail.command else ()),
        *some(facts),
        *_text(card, detail, look),
        *rail(look, "rail.polls"),
    )


def _text(card: CardModel, detail: JobDetail, look: Look) -> tuple[Node, ...]:
    result = card.call.result
    if result is None:
        return ()
    if result.is_error or detail.text is None:
        return blocks(card.content, look, "output")
    return output(detail.text, look)
