"""The todo family: `todo_write`."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from workbench import markers
from workbench.model import Json, Value
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import INTEGER, STRING, choice, closed, items, need
from workbench.tools.wire import generic, texts

_TODO = closed(
    content=need(STRING, "The task, as a short order."), status=need(choice("pending", "in_progress", "completed"))
)
TODOS = need(items(_TODO), "The whole list; it replaces the one before.")


def _call(arguments: Arguments) -> Json:
    return generic("Update todo list", "other", rawInput=arguments["todos"])


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    counts = value["counts"]
    told = f"{counts['pending']} pending, {counts['inProgress']} in progress, {counts['completed']} completed"
    return texts(f"Updated todo list: {told}.")


class TodoCounts(Value, frozen=True, kw_only=True):
    """How many items of a list are in each status."""

    pending: int
    in_progress: int
    completed: int


_COUNTS = re.compile(markers.TODO_COUNTS)


def parse_counts(words: str) -> TodoCounts | None:
    """Read the counts off the text of a `todo_write` result, None where it is not written in that way."""
    found = _COUNTS.match(words)
    if found is None:
        return None
    return TodoCounts(pending=int(found[1]), in_progress=int(found[2]), completed=int(found[3]))


def count(todos: list[dict[str, Any]]) -> TodoCounts:
    """Count the items of a list by status."""
    tally = Counter(todo["status"] for todo in todos)
    return TodoCounts(pending=tally["pending"], in_progress=tally["in_progress"], completed=tally["completed"])


_COUNTED = closed(pending=need(INTEGER), inProgress=need(INTEGER), completed=need(INTEGER))

TOOLS: tuple[Tool, ...] = (
    tool(
        "todo_write",
        "todo",
        "Replace the session's list of tasks.",
        {"todos": TODOS},
        output(closed(todos=TODOS, counts=need(_COUNTED)), _render),
        present_call=_call,
        own_card="todo",
        ideal=Ideal(
            cards=("table", "text"),
            need="once",
            shows="a line that confirms; the list itself, with ticks, stands in its own event and panel",
            gaps=(),
            forks=("F2",),
            tier="client",
            first_tier="client",
        ),
    ),
)
