"""Calls that are told best by names with values: goals, plans, reminders, messages to agents, tasks of a team."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from workbench.cards.arguments import Arguments
from workbench.cards.context import CardContext
from workbench.cards.happenings import facts, goal_facts, plain_facts, reminder_facts, task_facts
from workbench.cards.texts import only_text
from workbench.model import Call, Detail, FactsDetail, ListDetail
from workbench.strings import t
from workbench.tools import terminal

JSON_RULE = "the JSON of the result's text"


def facts_of(call: Call, arguments: Arguments, context: CardContext) -> Detail | None:
    """Return the values of a call, or a table of several; None for a tool that has none of its own."""
    make = _MAKERS.get(call.name)
    return make(call, arguments, context) if make is not None and arguments.is_json else None


def _value(call: Call) -> Any:
    """Return the JSON that the one text of a result holds, None where it is none."""
    text = only_text(call)
    if text is None:
        return None
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return None


def _goal(call: Call, arguments: Arguments, _: CardContext) -> FactsDetail | None:
    value = _value(call)
    if not isinstance(value, dict):
        return _asked(arguments, "objective", "max_goal_rounds", "action", "goal_id", "revision", "blocked_reason")
    goal = value.get("goal")
    if not isinstance(goal, dict):
        return FactsDetail(facts=(("objective", t("facts.no_goal")),), rule=JSON_RULE)
    found = goal_facts(goal)
    return FactsDetail(facts=(*found, *facts(("activation", value.get("activation")))), rule=JSON_RULE)


def _asked(arguments: Arguments, *names: str) -> FactsDetail | None:
    found = facts(*((name, arguments.fields.get(name)) for name in names))
    return FactsDetail(facts=found) if found else None


def _plan(_: Call, arguments: Arguments, __: CardContext) -> FactsDetail | None:
    plan = arguments.string("plan")
    return FactsDetail(facts=(), text=plan) if plan else None


def _reminder(call: Call, arguments: Arguments, _: CardContext) -> FactsDetail | None:
    value = _value(call)
    if not isinstance(value, dict):
        at = arguments.fields.get("at")
        when = " ".join(str(part) for part in at.values()) if isinstance(at, dict) else at
        asked = {"prompt": arguments.fields.get("prompt"), "id": arguments.fields.get("id"), "scheduledAt": when}
        asked |= {"everySeconds": arguments.fields.get("every_seconds")}
        return FactsDetail(facts=reminder_facts(asked | {"afterSeconds": arguments.fields.get("after_seconds")}))
    if "code" in value:
        # a failure of these tools is a value, not an error
        pairs = facts(("id", value.get("id")), ("failed", value.get("code")), ("message", value.get("message")))
        return FactsDetail(facts=pairs, rule=JSON_RULE)
    if "deleted" in value:
        return FactsDetail(facts=facts(("id", value.get("id")), ("deleted", value.get("deleted"))), rule=JSON_RULE)
    return FactsDetail(facts=reminder_facts(value), rule=JSON_RULE)


def _table(*names: str) -> Callable[[Call, Arguments, CardContext], Detail | None]:
    """Return a maker that shows a list of records as a table with these columns, one record as names with values."""

    def make(call: Call, arguments: Arguments, context: CardContext) -> Detail | None:
        value = _value(call)
        if isinstance(value, dict):
            value = next((part for part in value.values() if isinstance(part, list)), value)
        if not isinstance(value, list) or not all(isinstance(record, dict) for record in value):
            return _record(call, arguments, context)
        rows = tuple(tuple(_cell(record.get(name)) for name in names) for record in value)
        return ListDetail(columns=names, rows=rows)

    return make


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(part) for part in value[:20])
    return "" if value is None else str(value)[:2_000]


def _record(call: Call, arguments: Arguments, _: CardContext) -> FactsDetail | None:
    """Return the members of a JSON result; before there is one, those of the arguments."""
    value = _value(call)
    if isinstance(value, dict):
        inner = value.get("task")
        found = task_facts(inner) if isinstance(inner, dict) else plain_facts(value)
        return FactsDetail(facts=found, rule=JSON_RULE) if found else None
    return FactsDetail(facts=found) if value is None and (found := plain_facts(arguments.fields)) else None


def _message(_: Call, arguments: Arguments, __: CardContext) -> FactsDetail | None:
    to = next((text for name in ("subagent_id", "agent_id", "target") if (text := arguments.string(name))), None)
    text = arguments.string("message") or arguments.string("output")
    found = facts(("to", to))
    return FactsDetail(facts=found, text=text) if found or text else None


def _presented(_: Call, arguments: Arguments, __: CardContext) -> ListDetail | None:
    files = [one for one in arguments.fields.get("files") or () if isinstance(one, dict)]
    rows = tuple((str(one.get("path")), _cell(one.get("description"))) for one in files)
    return ListDetail(columns=("path", "description"), rows=rows) if rows else None


def _sent(call: Call, arguments: Arguments, _: CardContext) -> FactsDetail | None:
    """What ended the wait for a terminal, and how its session stands: from the metadata, else from the text's end."""
    meta = call.result.meta if call.result is not None else None
    if isinstance(meta, dict) and isinstance(meta.get("sessionStatus"), dict):
        status = " ".join(str(part) for part in meta["sessionStatus"].values())
        return FactsDetail(facts=facts(("wait", meta.get("waitReason")), ("session", status)))
    text = only_text(call)
    said = terminal.parse_send(text) if text is not None else None
    if said is None:
        return _asked(arguments, "sessionId", "name", "type", "signal")
    status = (
        t("status.running")
        if said.running
        else " ".join(
            word
            for word in (t("status.exited"), None if said.exit_code is None else str(said.exit_code), said.signal)
            if word
        )
    )
    return FactsDetail(facts=facts(("wait", said.wait), ("session", status)), rule="the end of the text")


_MAKERS: dict[str, Callable[[Call, Arguments, CardContext], Detail | None]] = {
    "create_goal": _goal,
    "get_goal": _goal,
    "update_goal": _goal,
    "exit_plan_mode": _plan,
    "schedule_create": _reminder,
    "schedule_delete": _reminder,
    "schedule_list": _table("prompt", "scheduledAt", "state", "kind", "id"),
    "send_message": _message,
    "followup_task": _message,
    "interrupt_agent": _message,
    "report": _message,
    "present": _presented,
    "spawn_teammate": _record,
    "team_task_create": _record,
    "team_task_get": _record,
    "team_task_update": _record,
    "team_task_list": _table("subject", "status", "ownerId", "blockedBy", "id"),
    "terminal_send": _sent,
}
