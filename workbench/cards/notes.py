"""Whole sentences that a card says about itself: what is not known, not complete, or only read from text."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.cards.arguments import Arguments
from workbench.cards.coverage import Choice
from workbench.model import Call, Parsed, Replacement
from workbench.strings import phrase, t

PARSED_STATUS = {"marker": "note.parsed_status", "no-marker": "note.no_marker"}
"""What is said of an exit status that was read from text, by its source."""


def notes_of(
    call: Call,
    arguments: Arguments,
    choice: Choice,
    parsed: Parsed | None = None,
    replacements: Sequence[Replacement] = (),
) -> tuple[str, ...]:
    """Return the notes of a card, the most important first."""
    return tuple(
        note
        for note in (
            _start(call),
            _arguments(call, arguments),
            _unfit(choice),
            _view(call, choice),
            choice.inferred and t("note.older_shape", shape=phrase(choice.inferred)),
            t(PARSED_STATUS[call.exit_source])
            if call.exit_source in PARSED_STATUS and choice.type == "terminal"
            else None,
            t("note.parsed_view", rule=phrase(parsed.rule)) if parsed is not None else None,
            _timing(call),
            _link(call),
            t("note.replaced", seq=str(replacements[-1].seq)) if replacements else None,
            t("note.inherited") if call.inherited else None,
        )
        if note
    )


def _start(call: Call) -> str | None:
    if call.error_code == "TOOL_NOT_STARTED":
        return t("note.never_started")
    if call.error_code == "TOOL_OUTCOME_UNKNOWN":
        return t("note.outcome_unknown")
    if call.error_code == "ABORTED_BEFORE_DISPATCH":
        return t("note.aborted_before_dispatch")
    if call.state == "interrupted" and call.result is None:
        return t("note.never_settled") if call.call_seq is not None else t("note.never_dispatched")
    if call.state == "waiting":
        return t("note.waiting_answer" if call.approval is None else "note.waiting_approval")
    return None


def _arguments(call: Call, arguments: Arguments) -> str | None:
    if not call.arguments_complete:
        return t("note.arguments_incomplete")
    if not arguments.is_json:
        return t("note.arguments_not_json")
    return None


def _unfit(choice: Choice) -> str | None:
    reason = choice.call_reason or ""
    if reason.startswith("arguments do not fit"):
        return t("note.arguments_unfit", problem=reason.partition(": ")[2])
    if reason.startswith("presenter failed"):
        return t("note.presenter_failed", problem=reason.partition(": ")[2])
    return None


def _view(call: Call, choice: Choice) -> str | None:
    reason = choice.result_reason or ""
    if reason.startswith("presenter failed"):
        return t("note.presenter_failed", problem=reason.partition(": ")[2])
    if reason == "no view" and call.result is not None and call.result.has_meta and not call.is_error:
        return t("note.no_view_meta")
    return None


def _timing(call: Call) -> str | None:
    if call.started_ms is not None and call.ended_ms is not None and call.ended_ms < call.started_ms:
        return t("note.clock_went_back")
    if call.duration_kind == "upper-bound":
        return t("note.upper_bound")
    if call.duration_kind == "from-child":
        return t("note.from_child")
    return None


def _link(call: Call) -> str | None:
    if call.link_source == "ambiguous":
        return t("note.link_ambiguous")
    if call.link_source == "label-prompt-time":
        return t("note.link_inferred")
    return None
