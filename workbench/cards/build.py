"""From a call to its card: views, type, title, badges, notes, origin, and the type's own data."""

from __future__ import annotations

import msgspec

from workbench.cards.arguments import Arguments, parse
from workbench.cards.badges import badges_of
from workbench.cards.context import CardContext
from workbench.cards.coverage import Choice, choose
from workbench.cards.details import detail_of
from workbench.cards.hints import hint_of
from workbench.cards.notes import notes_of
from workbench.cards.origin import provenance_of
from workbench.cards.parsed import locator_of, parsed_of
from workbench.cards.so_far import so_far
from workbench.cards.texts import result_text
from workbench.cards.views import effective, kind_of, shown_content, title_of
from workbench.model import ActionKind, Call, CardModel, Detail, FoldedCard, Provenance
from workbench.strings import t
from workbench.tools import shell

_ALONE = CardContext()
_SHELLS = frozenset({"bash", "pwsh"})
_KINDS: dict[str, ActionKind] = {
    "code": "execute",
    "job": "execute",
    "terminal": "execute",
    "diff": "edit",
    "search": "search",
    "read": "read",
    "web": "fetch",
}


def build(call: Call, context: CardContext = _ALONE) -> CardModel:
    """Return what a call shows.

    Args:
        call: the call with its result.
        context: the facts around it.
    """
    arguments = _arguments(call)
    choice = choose(call, arguments)
    row = _row(call, arguments, choice)
    parsed = parsed_of(call, arguments, choice.result_view)
    detail, failure = _detail(choice, call, arguments, context)
    return CardModel(
        call=call,
        type=row.type,
        title=row.title,
        hint=row.hint,
        kind=row.kind,
        badges=row.badges,
        why=row.why,
        call_view=choice.call_view,
        result_view=choice.result_view,
        view=effective(call, arguments, choice.call_view, choice.result_view),
        notes=(*failure, *notes_of(call, arguments, choice, parsed, context.replacements)),
        provenance=provenance_of(call, choice, parsed) | _origin(choice, context),
        content=shown_content(call, choice.call_view, choice.result_view),
        detail=detail,
        approvals=context.approvals,
        cwd=context.cwd,
        parsed=parsed,
        locator=parsed.locator if parsed is not None else locator_of(call),
        attachments={one.attachment_id: one for one in context.attachments},
        hooks=context.hooks,
        happenings=context.happenings,
        replacements=context.replacements,
        lines=context.lines,
        lines_left=context.lines_left,
    )


def fold(call: Call) -> FoldedCard:
    """Return what the folded row of a call shows, which needs nothing but the call with its result."""
    arguments = _arguments(call)
    return _row(call, arguments, choose(call, arguments))


def _row(call: Call, arguments: Arguments, choice: Choice) -> FoldedCard:
    title = _title(call, arguments, choice)
    return FoldedCard(
        call=msgspec.structs.replace(call, result=None),
        type=choice.type,
        title=title,
        hint=hint_of(call, arguments, choice, title),
        kind=_kind(choice),
        badges=badges_of(call, arguments, choice.result_view, _shell_text(call)),
        why=choice.why,
    )


def _arguments(call: Call) -> Arguments:
    return parse(call.arguments) if call.arguments_complete else so_far(call.name, call.arguments)


def _title(call: Call, arguments: Arguments, choice: Choice) -> str:
    """Return the view's title; without a view, what a person would call a card of this type."""
    if choice.call_view is not None or choice.result_view is not None:
        return title_of(call, choice.call_view, choice.result_view)
    if choice.type == "subagent":
        return arguments.string("description") or call.name
    if choice.type == "question":
        questions = arguments.fields.get("questions") or [{}]
        return str(questions[0].get("question") or call.name)
    said = next((text for name in _SAID.get(call.name, ()) if (text := arguments.string(name))), None)
    return said or call.name


def _detail(
    choice: Choice, call: Call, arguments: Arguments, context: CardContext
) -> tuple[Detail | None, tuple[str, ...]]:
    """Return the data of the card's type, or none with a note that names the error: no card takes a session with it."""
    try:
        return detail_of(choice.type, call, arguments, context), ()
    except Exception as error:  # noqa: BLE001 - a log may hold what no reader of a text has thought of
        said = f"{type(error).__name__}: {error}"
        return None, (t("note.detail_failed", type=choice.type, error=said[:400]),)


def _origin(choice: Choice, context: CardContext) -> dict[str, Provenance]:
    """Return the origin of what a card joins from other rows."""
    if choice.type == "progress" and context.run_link is not None:
        return {"run": context.run_link}
    if choice.type == "progress" and context.lineage:
        return {"run": Provenance(kind="inferred", rule="children by parent and time")}
    if context.job is not None and choice.type in ("job", "subagent"):
        return {"job": Provenance(kind="parsed", rule="the texts of the calls and notices that name the job")}
    return {}


_SAID = {
    "send_message": ("message",),
    "followup_task": ("message",),
    "report": ("output",),
    "spawn_teammate": ("description", "name"),
    "team_task_create": ("subject",),
    "team_task_update": ("subject", "task_id"),
    "team_task_get": ("task_id",),
    "interrupt_agent": ("agent_id", "target"),
}
"""The argument that names a call of a tool without a presenter."""


def _kind(choice: Choice) -> ActionKind:
    kind = kind_of(choice.call_view)
    return kind if kind != "other" else _KINDS.get(choice.type, "other")


def _shell_text(call: Call) -> shell.ShellText | None:
    if call.name not in _SHELLS or call.result is None or call.is_error:
        return None
    text = result_text(call)
    return shell.parse_result(text) if text else None
