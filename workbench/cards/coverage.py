"""Which card a call gets, and why: the order of dispatch, kept so that a person can read it.

The order: the tool's own card where the catalogue names one and the arguments fit its schema; the tag of the view; the
card of an older shape that the arguments match; generic.
"""

from __future__ import annotations

import msgspec

from workbench import tools
from workbench.cards.arguments import Arguments
from workbench.cards.so_far import without_empty
from workbench.model import Call, CallView, ResultView, Value, View
from workbench.strings import has, t
from workbench.tools.definition import Older, Presented, Tool
from workbench.tools.present import present_call_of, present_result_of, read_arguments

MEDIA_BLOCKS = frozenset({"image", "audio", "video", "file", "resource", "resource_link"})


REFUSED = "INVALID_ARGS"
"""The harness itself found that the arguments do not fit, so no older shape of the tool was in force."""


class Choice(Value, frozen=True, kw_only=True):
    """The type of a card with the views it was chosen by.

    `why` holds the steps that were tried, the last one taken. `call_reason` and `result_reason` say why a view is
    absent. `inferred` is the note of an older shape, where one was taken.
    """

    type: str
    why: tuple[str, ...]
    call_view: CallView | None = None
    result_view: ResultView | None = None
    call_reason: str | None = None
    result_reason: str | None = None
    inferred: str | None = None


def choose(call: Call, arguments: Arguments) -> Choice:
    """Return the card type of a call with its views, by the order of dispatch."""
    tool = tools.find(call.name)
    called = tools.present_call(call.name, arguments.text)
    if arguments.is_partial:
        called = msgspec.structs.replace(called, view=without_empty(called.view, call.name))
    resulted = tools.present_result(call.name, arguments.text, call.result) if call.result else Presented()
    own, step = _own(tool, call, arguments)
    if own is not None:
        return _choice(own, (step,), called, resulted)
    tag = view_tag(called.view, resulted.view)
    if tag is not None:
        return _choice(tag, (step, t("why.view", type=type_word(tag))), called, resulted)
    missing = t("why.no_view", reason=_reason(called.reason or "no view"))
    for older in tool.older if tool is not None and call.error_code != REFUSED else ():
        if read_arguments(older.parameters, arguments.text)[1] is None:
            called, resulted = _by_older(older, call)
            tag = older.own_card or view_tag(called.view, resulted.view) or "generic"
            return _choice(
                tag, (step, missing, t("why.older", type=type_word(tag))), called, resulted, inferred=older.note
            )
    return _choice("generic", (step, missing, type_word("generic")), called, resulted)


def view_tag(call_view: View | None, result_view: View | None) -> str | None:
    """Return the tag that decides: the result's unless it is generic, then the call's; None without any view.

    A terminal result without a terminal call is an orphan: it has no command to stand under, so it does not count.
    """
    tag = call_view.card if call_view is not None else None
    if result_view is None:
        return tag
    if result_view.card == "generic" or (result_view.card == "terminal" and tag != "terminal"):
        return tag or "generic"
    return result_view.card


def type_word(card: str) -> str:
    """Return the name of a card type: the stable word, in Chinese with its name before it."""
    return t(f"type.{card}") if has(f"type.{card}") else card


_REASONS = {
    "unknown tool": "why.unknown_tool", "no presenter": "why.no_presenter", "no view": "why.gave_none",
    "arguments are not JSON": "why.not_json", "arguments do not fit": "why.unfit", "presenter failed": "why.failed",
}  # fmt: skip


def _reason(reason: str) -> str:
    """Return in words why there is no view; what a schema or a presenter said of it stands as it is."""
    head, _, problem = reason.partition(": ")
    return t(_REASONS[head], problem=problem) if head in _REASONS else reason


def has_media(call: Call) -> bool:
    """Tell whether the result holds a block that is no text."""
    blocks = call.result.content if call.result is not None else ()
    return any(isinstance(block, dict) and block.get("type") in MEDIA_BLOCKS for block in blocks)


def _own(tool: Tool | None, call: Call, arguments: Arguments) -> tuple[str | None, str]:
    """Return the own card, or None, and the step in words."""
    if tool is None:
        return None, t("why.not_listed", tool=repr(call.name))
    card = tool.own_card
    if card is not None and tool.own_card_when is not None and not tool.own_card_when(arguments.fields):
        card = None
    if card is not None:
        misfit = read_arguments(tool.parameters, arguments.text or "{}")[1] if tool.checks_arguments else None
        if misfit is None:
            return card, t("why.own", type=type_word(card))
        return None, t("why.own_misfit", type=type_word(card), reason=_reason(misfit))
    if has_media(call):
        return "media", t("why.media", type=type_word("media"))
    return None, t("why.no_own")


def _by_older(older: Older, call: Call) -> tuple[Presented, Presented]:
    resulted = present_result_of(older, call.arguments, call.result) if call.result else Presented()
    return present_call_of(older, call.arguments), resulted


def _choice(
    card: str, why: tuple[str, ...], called: Presented, resulted: Presented, inferred: str | None = None
) -> Choice:
    call_view, result_view = called.view, resulted.view
    if result_view is not None and result_view.card == "terminal" and view_tag(call_view, result_view) != "terminal":
        result_view = None
    return Choice(
        type=card,
        why=why,
        call_view=call_view,  # type: ignore[arg-type]  # `Presented` holds either kind of view
        result_view=result_view,  # type: ignore[arg-type]
        call_reason=called.reason,
        result_reason=resulted.reason,
        inferred=inferred or called.older or resulted.older,
    )
