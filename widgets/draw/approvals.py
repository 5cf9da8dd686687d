"""Requests for approval: what was asked, what was decided, and how long a person took."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.parts import dot, some
from workbench.widgets.draw.words import duration, utc
from workbench.widgets.element import Element, el

from workbench.strings import has, t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.model import Approval

_STATES = {"allowed-once": "done", "rejected": "denied", "cancelled": "denied", "unavailable": "denied"}


def approvals(found: Sequence[Approval]) -> tuple[Element, ...]:
    """Return the requests of a call in order; the controls of an open one are there and off."""
    return tuple(_approval(approval) for approval in found)


def _approval(approval: Approval) -> Element:
    outcome = approval.outcome
    undecided = "interrupted" if approval.is_over else "waiting"
    state = undecided if outcome is None else _STATES.get(outcome, "unknown")
    unsaid = t("approval.undecided" if approval.is_over else "approval.open")
    word = t(f"approval.{outcome}") if outcome and has(f"approval.{outcome}") else outcome or unsaid
    when = t("approval.since", time=utc(approval.asked_ms), seq=str(approval.asked_seq))
    waited = t("duration.waited", wait=duration(approval.wait_ms)) if approval.wait_ms is not None else None
    controls = None
    if outcome is None and not approval.is_over:
        names = ("approval.allow", "approval.reject")
        buttons = (el("button", t(name), cls="wb-button", disabled=True) for name in names)
        controls = el("div", *(part for button in buttons for part in (button, " ")), cls="wb-controls")
    return el(
        "div",
        el("span", t("approval.asked", tool=approval.tool), cls="wb-label"),
        " ",
        dot(state, word),
        *some(f" · {waited}" if waited else None),
        el("span", f" · {when}", cls="wb-meta"),
        el("div", approval.reason, cls="wb-reason") if approval.reason else None,
        controls,
        cls=f"wb-approval wb-state-{state}",
    )
