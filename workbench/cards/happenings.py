"""Rows that change something without being a call or a message, in words: goals, reminders, plans, hooks, endings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from workbench.model import HookRun
from workbench.strings import has, t

Facts = tuple[tuple[str, str], ...]
Told = tuple[str, Facts]
MOST = 40
"""Facts of one row; a row with more is to be seen whole in its own JSON."""
_LONGEST = 2_000


def told(kind: str, body: dict[str, Any]) -> Told:
    """Return what a row says, as one line and as names with values; a type nobody knows is told by its own members."""
    read = _READERS.get(kind)
    return read(body) if read is not None else (kind, plain_facts(body))


def plain_facts(body: dict[str, Any]) -> Facts:
    """Return the members of an object that can stand on a line; those that cannot are told by how much they hold."""
    found = []
    for name, value in list(body.items())[:MOST]:
        word = _word(value)
        if word is not None:
            found.append((str(name), word))
    return tuple(found)


def facts(*pairs: tuple[str, Any]) -> Facts:
    """Return names with values, without those that are absent."""
    return tuple((name, word) for name, value in pairs if (word := _word(value)) is not None and word != "")


def goal_facts(goal: dict[str, Any], rounds: Any = None) -> Facts:
    """Return a goal: its objective, where it stands, the rounds so far, and what blocks it."""
    blocked = goal.get("blockedReason")
    blocked = blocked if isinstance(blocked, dict) else {}
    most, so_far = goal.get("maxGoalRounds"), goal.get("roundsStarted", rounds)
    told_rounds = t("facts.of", n=so_far, total=most) if _is_whole(most) and _is_whole(so_far) else None
    return facts(
        ("objective", goal.get("objective")),
        ("phase", goal.get("phase")),
        ("rounds", told_rounds),
        ("blocked", ": ".join(str(part) for part in (blocked.get("code"), blocked.get("message")) if part)),
        ("revision", goal.get("revision")),
        ("id", goal.get("id")),
    )


def reminder_facts(record: dict[str, Any]) -> Facts:
    """Return a reminder: what it is about, when it comes, and whether it is overdue."""
    every, after = record.get("everySeconds"), record.get("afterSeconds")
    return facts(
        ("prompt", record.get("prompt")),
        ("when", record.get("scheduledAt")),
        ("every", t("facts.seconds", n=every) if _is_whole(every) else None),
        ("after", t("facts.seconds", n=after) if _is_whole(after) else None),
        ("state", record.get("state")),
        ("kind", record.get("kind")),
        ("id", record.get("id")),
    )


def hook_words(hook: HookRun) -> str:
    """Return one hook on a line: the point, which one, what it decided."""
    decision = t(f"hook.{hook.decision}") if hook.decision and has(f"hook.{hook.decision}") else hook.decision
    name = hook.handler or hook.matcher or ""
    return t("event.hook", point=hook.point, name=name, decision=decision or t("event.hook_open"))


def hook_of(body: dict[str, Any], seq: int) -> HookRun:
    """Return a hook as the row of its start has it."""
    return HookRun(
        point=_string(body, "point") or "?",
        handler=_string(body, "handlerId"),
        seq=seq,
        matcher=_string(body, "matcher"),
        dialect=_string(body, "dialect"),
    )


def settled(hook: HookRun, body: dict[str, Any]) -> HookRun:
    """Return a hook with what the row of its result says."""
    code, took = body.get("exitCode"), body.get("durationMs")
    decision, stderr = body.get("decision"), body.get("stderrSummary")
    return msgspec.structs.replace(
        hook,
        decision=decision if isinstance(decision, str) else None,
        exit_code=code if isinstance(code, int) and not isinstance(code, bool) else None,
        duration_ms=float(took) if isinstance(took, int | float) and not isinstance(took, bool) else None,
        stderr=stderr if isinstance(stderr, str) and stderr else None,
    )


# ------------------------------------------------------------------------------------------------- the readers


def _goal(body: dict[str, Any]) -> Told:
    operation = str(body.get("operation"))
    goal = _object(body, "goal")
    line = t(f"event.goal.{operation}") if has(f"event.goal.{operation}") else t("event.goal", operation=operation)
    if not goal:
        return line, facts(("id", _object(body, "cleared").get("id")))
    objective = goal.get("objective")
    return f"{line}: {objective}" if isinstance(objective, str) else line, goal_facts(goal, body.get("roundsStarted"))


def _schedule(body: dict[str, Any]) -> Told:
    operation = str(body.get("operation"))
    line = (
        t(f"event.schedule.{operation}")
        if has(f"event.schedule.{operation}")
        else t("event.schedule", operation=operation)
    )
    record = _object(body, "schedule")
    prompt = record.get("prompt")
    found = reminder_facts(record) if record else facts(("id", body.get("id")), ("accepted", body.get("acceptedAt")))
    return f"{line}: {prompt}" if isinstance(prompt, str) else line, found


def _plan(body: dict[str, Any]) -> Told:
    return t("event.plan_on" if body.get("active") is True else "event.plan_off"), ()


def _command_run(body: dict[str, Any]) -> Told:
    arguments = str(body.get("args") or "").strip()
    return t("event.command", name=str(body.get("name")), args=arguments).rstrip(), facts(
        ("command", body.get("name")), ("arguments", arguments), ("id", body.get("commandId"))
    )


def _command_done(body: dict[str, Any]) -> Told:
    key = "event.command_failed" if body.get("kind") == "error" else "event.command_done"
    return t(key, text=str(body.get("text") or "")).rstrip(" :"), facts(("id", body.get("commandId")))


def _deliverables(body: dict[str, Any]) -> Told:
    files = [one for one in body.get("files") or () if isinstance(one, dict)]
    found = tuple((str(one.get("path")), str(one.get("description") or "")) for one in files[:MOST])
    return t("event.presented", n=len(files)), found


def _member(body: dict[str, Any]) -> Told:
    member = _object(body, "member")
    line = t("event.team_member", name=str(member.get("name")), phase=str(member.get("phase")))
    names = ("description", "provider", "context", "error", "id")
    return line, facts(*((name, member.get(name)) for name in names), ("team", body.get("teamId")))


def _task(body: dict[str, Any]) -> Told:
    task = _object(body, "task")
    line = t("event.team_task", subject=str(task.get("subject")), status=str(task.get("status")))
    return line, task_facts(task)


def task_facts(task: dict[str, Any]) -> Facts:
    """Return a task of a team."""
    return facts(
        ("subject", task.get("subject")),
        ("status", task.get("status")),
        ("description", task.get("description")),
        ("owner", task.get("ownerId")),
        ("blocked_by", _list(task.get("blockedBy"))),
        ("write_scopes", _list(task.get("writeScopes"))),
        ("revision", task.get("revision")),
        ("id", task.get("id")),
    )


def _team_message(body: dict[str, Any]) -> Told:
    message = _object(body, "message")
    blocks = message.get("content")
    text = "\n".join(
        str(block.get("text"))
        for block in (blocks if isinstance(blocks, list) else ())
        if isinstance(block, dict) and block.get("type") == "text"
    )
    line = t("event.team_message", sender=str(message.get("senderName")), target=str(message.get("targetId")))
    return line, facts(("text", text), ("delivery", message.get("delivery")), ("id", message.get("id")))


def _feedback(body: dict[str, Any]) -> Told:
    item = _object(body, "item")
    if not item:
        return t("event.feedback", text=str(body.get("text") or "")).rstrip(" :"), ()
    line = t("event.feedback_message", rating=str(item.get("rating")))
    return line, facts(("note", item.get("note")), ("message", item.get("messageId")))


def _setting(key: str) -> Callable[[dict[str, Any]], Told]:
    def read(body: dict[str, Any]) -> Told:
        value = body.get(key)
        name = f"event.set.{key}"
        return t(name, value=str(value)), facts(("source", body.get("source")), ("effort", body.get("reasoningEffort")))

    return read


def _model(body: dict[str, Any]) -> Told:
    return t("event.set.model", value=str(body.get("model"))), facts(
        ("provider", body.get("provider")), ("effort", body.get("reasoningEffort"))
    )


def _seed(body: dict[str, Any]) -> Told:
    return t("event.seed_inherited" if body.get("inherited") is True else "event.seed"), ()


def _turn_end(body: dict[str, Any]) -> Told:
    reason = body.get("reason")
    reason = reason if isinstance(reason, dict) else {"kind": reason}
    kind = str(reason.get("kind"))
    turn = body.get("turn")
    inner = _object(reason, "reason")
    if kind == "aborted":
        who = str(inner.get("kind") or "unknown")
        key = f"event.aborted.{who}" if has(f"event.aborted.{who}") else "event.aborted.unknown"
        return t(key, turn=turn), facts(("reason", inner.get("reason")))
    if kind == "error":
        failure = _object(reason, "error") or _object(body, "error")
        message = failure.get("message") or reason.get("error") or body.get("error") or ""
        return t("event.turn_error", turn=turn, message=str(message)).rstrip(" :"), facts(
            ("code", failure.get("code")), ("status", failure.get("status")), ("request", failure.get("requestId"))
        )
    key = f"event.turn.{kind}"
    return (t(key, turn=turn) if has(key) else t("event.turn_other", turn=turn, reason=kind)), ()


def _hook_invoked(body: dict[str, Any]) -> Told:
    return hook_words(hook_of(body, 0)), facts(("matcher", body.get("matcher")), ("dialect", body.get("dialect")))


def _search_request(body: dict[str, Any]) -> Told:
    inner = _object(body, "body")
    return t("event.search_request", model=str(inner.get("model"))), facts(("endpoint", body.get("endpoint")))


def _catalog(body: dict[str, Any]) -> Told:
    line = t("event.catalog", child=str(body.get("childId")))
    return line, facts(("mode", body.get("mode")), ("label", body.get("label")))


def _todo(body: dict[str, Any]) -> Told:
    items = body.get("todos")
    return t("event.todo", n=len(items) if isinstance(items, list) else 0), ()


def _offload(body: dict[str, Any]) -> Told:
    return t("event.offload", seq=str(body.get("seq"))), ()


_READERS: dict[str, Callable[[dict[str, Any]], Told]] = {
    "goal/change": _goal,
    "schedule/change": _schedule,
    "plan/mode": _plan,
    "command/run": _command_run,
    "command/done": _command_done,
    "deliverables/presented": _deliverables,
    "team/member": _member,
    "team/task": _task,
    "team/message/queued": _team_message,
    "team/message/delivered": lambda body: (t("event.team_delivered"), facts(("id", body.get("messageId")))),
    "feedback/record": _feedback,
    "feedback/message-put": _feedback,
    "feedback/message-delete": lambda body: (t("event.feedback_gone"), facts(("message", body.get("messageId")))),
    "sandbox/mode": _setting("mode"),
    "approval/policy": _setting("policy"),
    "permission/preset": _setting("preset"),
    "agent-preset/selected": _setting("agentPreset"),
    "model/selection": _model,
    "session/end-seed": _seed,
    "turn/end": _turn_end,
    "hook/invoked": _hook_invoked,
    "web/deepseek-search-llm-request": _search_request,
    "subagent/catalog": _catalog,
    "todo/write": _todo,
    "image/offload": _offload,
}


def _word(value: Any) -> str | None:
    if isinstance(value, bool):
        return t("word.yes" if value else "word.no")
    if isinstance(value, str):
        return value if len(value) <= _LONGEST else value[:_LONGEST] + "…"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | dict):
        return t("facts.items", n=len(value)) if value else None
    return None


def _list(value: Any) -> str | None:
    return ", ".join(str(one) for one in value[:MOST]) if isinstance(value, list) and value else None


def _object(holder: dict[str, Any], name: str) -> dict[str, Any]:
    value = holder.get(name)
    return value if isinstance(value, dict) else {}


def _string(holder: dict[str, Any], name: str) -> str | None:
    value = holder.get(name)
    return value if isinstance(value, str) else None


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
