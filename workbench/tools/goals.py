"""The goal family: `get_goal`, `create_goal` and `update_goal`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.registry.json_text import json_text
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import INTEGER, NULL, NUMBER, STRING, choice, closed, either, may, need
from workbench.tools.wire import generic, texts

if TYPE_CHECKING:
    from workbench.model import Json

_GOAL = closed(
    id=need(STRING),
    revision=need(INTEGER),
    objective=need(STRING),
    phase=need(choice("active", "paused", "blocked", "complete")),
    roundsStarted=need(INTEGER),
    maxGoalRounds=need(INTEGER),
    blockedReason=may(closed(code=need(STRING), message=need(STRING))),
)
_VALUE = either(closed(goal=need(NULL)), closed(goal=need(_GOAL), activation=need(choice("armed", "disarmed"))))


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    return texts(json_text(value))


def _update_call(arguments: Arguments) -> Json:
    action = arguments["action"]
    title = "Mark goal" if action == "blocked" else f"{action.capitalize()} goal"
    told = (arguments.get(name) for name in ("blocked_reason", "objective", "max_goal_rounds"))
    return generic(title, "other", rawInput=next((value for value in told if value), arguments["goal_id"]))


_OUTPUT = output(_VALUE, _render)
_IDEAL = Ideal(
    cards=("text",), need="once", shows="the objective, its phase and the rounds so far", gaps=("G5",),
    tier="client", first_tier="client", basis="ours",
)  # fmt: skip
_ROUNDS = may(NUMBER, "How many further rounds may start by themselves.")

TOOLS: tuple[Tool, ...] = (
    tool(
        "get_goal",
        "goals",
        "Read the session's goal.",
        {},
        _OUTPUT,
        present_call=lambda _arguments: generic("Read current goal", "read"),
        ideal=_IDEAL,
    ),
    tool(
        "create_goal",
        "goals",
        "Set an objective for the session to work on over several rounds.",
        {"objective": need(STRING, "What is to be reached."), "max_goal_rounds": _ROUNDS},
        _OUTPUT,
        present_call=lambda arguments: generic("Create goal", "other", rawInput=arguments["objective"]),
        ideal=_IDEAL,
    ),
    tool(
        "update_goal",
        "goals",
        "Change, pause, resume, complete or block the session's goal.",
        {
            "goal_id": need(STRING, "The goal, as reading it gave it."),
            "revision": need(NUMBER, "Its revision, so that no newer one is overwritten."),
            "action": need(choice("edit", "pause", "resume", "complete", "blocked")),
            "objective": may(STRING, "The new objective, with `edit`."),
            "max_goal_rounds": _ROUNDS,
            "blocked_reason": may(STRING, "What is in the way, with `blocked`."),
        },
        _OUTPUT,
        present_call=_update_call,
        ideal=_IDEAL,
    ),
)
