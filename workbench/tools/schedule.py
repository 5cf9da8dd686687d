"""The schedule family: reminders of a session. Their failures are values, not errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.registry.json_text import json_text
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import INTEGER, NUMBER, STRING, Node, choice, closed, either, items, may, need, word
from workbench.tools.wire import generic, texts

if TYPE_CHECKING:
    from workbench.model import Json

_FAILURES = (
    "invalid_prompt", "invalid_selector", "invalid_rule", "invalid_time_zone", "not_future", "time_out_of_range",
    "frequency_too_high", "corrupt_schedule_log", "internal_error",
)  # fmt: skip


def _record(kind: str, **more: Node) -> Node:
    return closed(
        id=need(STRING),
        prompt=need(STRING),
        scheduledAt=need(STRING),
        state=need(choice("scheduled", "overdue")),
        deliveryMode=need(word("session-local")),
        kind=need(word(kind)),
        **more,
    )


_RECORD = either(
    _record("after", afterSeconds=need(INTEGER)), _record("at"), _record("every", everySeconds=need(INTEGER))
)
_ERRORS = (
    *(closed(code=need(word(code)), message=need(STRING)) for code in _FAILURES),
    closed(
        code=need(word("persistence_uncertain")),
        message=need(STRING),
        operation=need(choice("create", "list", "delete")),
        id=may(STRING),
    ),
)
_DELETED = closed(id=need(STRING), deleted=need({"type": "boolean", "const": True}))
_NOT_FOUND = closed(
    id=need(STRING), deleted=need({"type": "boolean", "const": False}), code=need(word("schedule_not_found"))
)


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    return texts(json_text(value))


_LOCAL_TIME = closed(date=need(STRING), time=need(STRING), time_zone=need(STRING))
_IDEAL = Ideal(
    cards=("table", "text"), need="once", shows="what comes when, and whether it is overdue", gaps=("G5",),
    tier="client", first_tier="client", basis="ours",
)  # fmt: skip

TOOLS: tuple[Tool, ...] = (
    tool(
        "schedule_create",
        "schedule",
        "Set a reminder for this session: after a while, at a time, or again and again.",
        {
            "prompt": need(STRING, "What to be reminded of."),
            "after_seconds": may(NUMBER, "How long from now."),
            "every_seconds": may(NUMBER, "How often."),
            "at": may(either(STRING, _LOCAL_TIME), "When, with an offset or a named time zone."),
        },
        output(either(_RECORD, *_ERRORS), _render),
        present_call=lambda arguments: generic("Create reminder", "other", rawInput=arguments["prompt"]),
        ideal=_IDEAL,
    ),
    tool(
        "schedule_list",
        "schedule",
        "List the reminders of this session.",
        {},
        output(either(items(_RECORD), *_ERRORS), _render),
        present_call=lambda _arguments: generic("List reminders", "read"),
        ideal=_IDEAL,
    ),
    tool(
        "schedule_delete",
        "schedule",
        "Delete a reminder by its id.",
        {"id": need(STRING, "The reminder.")},
        output(either(_DELETED, _NOT_FOUND, *_ERRORS), _render),
        present_call=lambda arguments: generic("Delete reminder", "other", rawInput=arguments["id"]),
        ideal=_IDEAL,
    ),
)
