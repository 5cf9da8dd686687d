"""The code family: `run_code`, a program that calls the other tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.registry.json_text import json_text
from workbench.tools.definition import Arguments, Ideal, Tool, older, output, tool
from workbench.tools.shapes import JSON, STRING, closed, items, may, need
from workbench.tools.wire import generic, texts

if TYPE_CHECKING:
    from workbench.model import Json, ToolResult

_LEVELS = 5
"""Levels of a value that are indented by two spaces each; what lies deeper is written on one line."""


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    parts = ["\n".join(value["logs"])]
    if "result" in value:
        result = value["result"]
        parts.append(result if isinstance(result, str) else _written(result, 0))
    return texts("\n".join(filter(None, parts)) or "(run_code completed with no output)")


def _written(value: Json, level: int) -> str:
    """Write JSON indented down to a level; the depth of Python's own calls is bounded by it."""
    if level >= _LEVELS or not isinstance(value, (dict, list)) or not value:
        return json_text(value)
    inner, outer = "\n" + "  " * (level + 1), "\n" + "  " * level
    if isinstance(value, dict):
        rows = [f"{json_text(key)}: {_written(member, level + 1)}" for key, member in value.items()]
        return "{" + inner + f",{inner}".join(rows) + outer + "}"
    return "[" + inner + f",{inner}".join(_written(member, level + 1) for member in value) + outer + "]"


def _old_result(_arguments: Arguments, result: ToolResult) -> Json:
    logs = result.meta.get("logs") if isinstance(result.meta, dict) else None
    if not isinstance(logs, list) or not all(isinstance(line, str) for line in logs):
        return None
    return {"card": "generic", "content": texts("\n".join(logs))}


TOOLS: tuple[Tool, ...] = (
    tool(
        "run_code",
        "code",
        "Run a program that can call the session's other tools and returns a value.",
        {
            "code": need(STRING, "The body of an async function in TypeScript."),
            "description": need(STRING, "What the program does, in a few words."),
        },
        output(closed(logs=need(items(STRING)), result=may(JSON)), _render),
        present_call=lambda arguments: generic(arguments["description"], "execute", rawInput=arguments["code"]),
        own_card="code",
        older=[
            older(
                "The arguments are those of the time when a program had no description and was its own title.",
                {"code": need(STRING)},
                lambda arguments: generic(arguments["code"], "execute", rawInput=arguments["code"]),
                _old_result,
                own_card="code",
            )
        ],
        ideal=Ideal(
            cards=("terminal", "timeline"),
            need="refreshing",
            shows="the highlighted program, its output, and each nested call with name, arguments and outcome",
            gaps=("G1", "G8"),
            forks=("F3",),
            tier="client",
            first_tier="client",
        ),
    ),
)
