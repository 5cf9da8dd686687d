"""The catalogue's faces: find a tool by name, and the views of a logged call."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from workbench.model import ToolResult, Value, View
from workbench.tools import (
    ask_user,
    code,
    cordis,
    deliverables,
    editor,
    edits,
    files,
    goals,
    jobs,
    lsp,
    mcp,
    plan,
    schedule,
    search,
    sessions,
    shell,
    skill,
    structured_output,
    subagents,
    team,
    terminal,
    todo,
    web,
    workflow,
)
from workbench.tools.definition import Older, Presented, Tool
from workbench.tools.present import present_call_of, present_result_of, read_arguments

if TYPE_CHECKING:
    from collections.abc import Mapping

_FAMILIES = (
    shell, files, edits, editor, search, web, todo, skill, jobs, subagents, workflow, code, ask_user, goals, plan,
    schedule, lsp, sessions, terminal, cordis, team, deliverables, structured_output,
)  # fmt: skip


@cache
def catalogue() -> Mapping[str, Tool]:
    """Return all tools by name, the retired ones too; tools of MCP servers are not among them."""
    return MappingProxyType({tool.name: tool for family in _FAMILIES for tool in family.TOOLS})


def find(name: str) -> Tool | None:
    """Return the tool of this name, None for a name nobody knows.

    Any `mcp__…` name gives the tool of the MCP family under that name.
    """
    found = catalogue().get(name)
    if found is None and name.startswith(mcp.PREFIX):
        return mcp.tool_named(name)
    return found


def present_call(name: str, arguments_text: str) -> Presented:
    """Return the call view of a logged call, by the tool's present shape; never raises.

    A retired name is presented as it was in its time, with `older` set; a harness of today knows no such tool.

    Args:
        name: the tool, as the call names it; any text.
        arguments_text: the arguments as the model wrote them; any text.

    Returns:
        The view, or None with one of the reasons `unknown tool`, `no presenter`, `arguments are not JSON`, `arguments
        do not fit: …`, `presenter failed: …`, `no view`.
    """
    tool = find(name)
    return _UNKNOWN if tool is None else _dated(tool, present_call_of(tool, arguments_text))


def present_result(name: str, arguments_text: str, result: ToolResult) -> Presented:
    """Return the result view of a logged call; see [`present_call`][workbench.tools.present_call]."""
    tool = find(name)
    return _UNKNOWN if tool is None else _dated(tool, present_result_of(tool, arguments_text, result))


_UNKNOWN = Presented(reason="unknown tool")


def _dated(tool: Tool, presented: Presented) -> Presented:
    if tool.retired is None:
        return presented
    return Presented(view=presented.view, reason=presented.reason, older=tool.retired)


def own_card(name: str, arguments_text: str) -> str | None:
    """Return the card type the catalogue names for this call, where its arguments fit the tool's schema.

    For a retired name it is the card of the time; None where the tool has none, or not for these arguments.
    """
    tool = find(name)
    if tool is None or tool.own_card is None:
        return None
    arguments, reason = read_arguments(tool.parameters, arguments_text)
    if reason is not None or (tool.own_card_when is not None and not tool.own_card_when(arguments)):
        return None
    return tool.own_card


class OlderCard(Value, frozen=True, kw_only=True):
    """The views of a call by an older shape: inferred, since nothing in the log says which shape was meant.

    `note` is a whole sentence that says which shape was taken; `own_card` is the card type of that shape, if any.
    """

    note: str
    call: View | None
    result: View | None
    own_card: str | None


def find_older(name: str, arguments_text: str, result: ToolResult | None = None) -> OlderCard | None:
    """Return the views of a call whose arguments fit an older shape of its tool, or whose tool's name is retired.

    Args:
        name: the tool, as the call names it.
        arguments_text: the arguments as the model wrote them.
        result: the call's result, None while there is none.

    Returns:
        None where the catalogue has no such shape, or the arguments do not fit it.
    """
    tool = find(name)
    if tool is None:
        return None
    shapes: list[tuple[Tool | Older, str]] = [(shape, shape.note) for shape in tool.older]
    if tool.retired is not None:
        shapes.insert(0, (tool, tool.retired))
    for shape, note in shapes:
        if read_arguments(shape.parameters, arguments_text)[1] is None:
            given = present_call_of(shape, arguments_text).view
            settled = None if result is None else present_result_of(shape, arguments_text, result).view
            return OlderCard(note=note, call=given, result=settled, own_card=shape.own_card)
    return None
