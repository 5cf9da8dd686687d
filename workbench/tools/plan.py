"""The plan family: `exit_plan_mode`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import BOOLEAN, STRING, closed, need
from workbench.tools.wire import generic, texts

if TYPE_CHECKING:
    from workbench.model import Json, ToolResult

_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*$")


def heading(plan: str) -> str | None:
    """Return the first markdown heading of a plan, None where it has none."""
    found = next(filter(None, map(_HEADING.match, plan.split("\n"))), None)
    return None if found is None else found[1]


def _call(arguments: Arguments) -> Json:
    plan = arguments["plan"]
    return generic(heading(plan) or "Plan", "other", content=texts(plan))


def _result(_arguments: Arguments, result: ToolResult) -> Json:
    return {"card": "generic", "title": "Plan review", "content": list(result.content)}


def _render(_arguments: Arguments, _value: Any) -> list[Json]:
    return texts("Plan approved — plan mode exited; carry out the plan starting with your next step.")


TOOLS: tuple[Tool, ...] = (
    tool(
        "exit_plan_mode",
        "plan",
        "Show the finished plan to the user and leave plan mode if it is approved.",
        {"plan": need(STRING, "The whole plan in markdown, beginning with a heading.")},
        output(closed(approved=need(BOOLEAN, const=True)), _render),
        present_call=_call,
        present_result=_result,
        ideal=Ideal(
            cards=("interactive", "text"),
            need="interactive",
            shows="the plan as a page, that it waits for an answer, and what was decided",
            gaps=("G9",),
            forks=("F6",),
            tier="channel",
            first_tier="client",
            basis="ours",
        ),
    ),
)
