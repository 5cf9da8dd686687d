"""The team family: lasting teammates with a shared board of tasks. None declares a presenter.

Three further tools of a team share their names with tools of the subagent family, which lists their arguments as
another shape: `send_message`, `interrupt_agent` and `list_agents`. The harness calls the family experimental; of the
values that its tools return it is only known that they are JSON.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.registry.json_text import json_text
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import BOOLEAN, INTEGER, JSON, STRING, Node, choice, items, may, need
from workbench.tools.wire import texts

if TYPE_CHECKING:
    from workbench.model import Json


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    return texts(json_text(value))


_IDEAL = Ideal(
    cards=("child-session", "table"),
    need="refreshing",
    shows="the members with their states, the tasks with their owners, who waits for whom",
    gaps=("G4", "G5", "G11"),
    tier="addition",
    first_tier="client",
    basis="ours",
)
_TASK = {"task_id": need(STRING, "The task.")}
_DETAILS = {
    "blocked_by": may(items(STRING), "Tasks that must be done before."),
    "write_scopes": may(items(STRING), "Folders or files it means to change."),
}


def _team(name: str, description: str, parameters: dict[str, Node]) -> Tool:
    return tool(name, "team", description, parameters, output(JSON, _render), ideal=_IDEAL)


TOOLS: tuple[Tool, ...] = (
    _team(
        "spawn_teammate",
        "Create a teammate with a name of its own.",
        {
            "name": need(STRING, "Its name."),
            "description": need(STRING, "What it is for."),
            "prompt": need(STRING, "Its first task."),
            "context": may(choice("fresh", "fork"), "Whether it knows what was said so far."),
        },
    ),
    _team(
        "followup_task",
        "Give a teammate its next task.",
        {"target": need(STRING, "The teammate."), "message": need(STRING, "The task.")},
    ),
    _team("wait_agent", "Wait for news from the team.", {"timeout_ms": may(INTEGER, "How long at most.")}),
    _team(
        "team_task_create",
        "Put a task on the team's board.",
        {"subject": need(STRING), "description": need(STRING), **_DETAILS},
    ),
    _team("team_task_get", "Read one task of the team.", _TASK),
    _team(
        "team_task_list",
        "List the team's tasks.",
        {
            "status": may(choice("pending", "in_progress", "completed")),
            "owner": may(STRING, "Only tasks of this member."),
            "ready": may(BOOLEAN, "Only tasks that can begin."),
            "cursor": may(INTEGER, "How many tasks to skip."),
            "limit": may(INTEGER, "How many tasks at most."),
        },
    ),
    _team(
        "team_task_update",
        "Claim, release, change or finish a task of the team.",
        {
            **_TASK,
            "expected_revision": need(INTEGER, "So that no newer change is overwritten."),
            "action": need(
                choice("claim", "release", "edit", "set_dependencies", "complete", "reopen", "reassign", "delete")
            ),
            "subject": may(STRING),
            "description": may(STRING),
            "owner": may(STRING),
            **_DETAILS,
        },
    ),
)
