"""Sample calls of a tool, made from its schemas: what its card is when nothing special happens.

The types that the catalogue gives a tool are computed by drawing such calls, not written down: a presenter that changes
changes the answer.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from workbench import tools
from workbench.cards.arguments import parse
from workbench.cards.coverage import Choice, choose, view_tag
from workbench.model import Call, Json, ToolResult
from workbench.tools.definition import Tool

DEEPEST = 6
"""Levels of a schema that a sample fills; deeper ones stay empty."""
MOST = 24
"""Most samples of one schema."""


@cache
def shown_types(name: str) -> tuple[str, ...]:
    """Return the card types that settled calls of a tool have today, the one of its plainest call first.

    Args:
        name: a tool of the catalogue, or any name of the MCP family.
    """
    return tuple(dict.fromkeys(choice.type for choice in _drawn(name))) or ("generic",)


@cache
def view_tags(name: str) -> tuple[str, ...]:
    """Return the tags of the views that the tool's own presenters give settled calls, the plainest call's first."""
    tags = (view_tag(choice.call_view, choice.result_view) or "generic" for choice in _drawn(name))
    return tuple(dict.fromkeys(tags)) or ("generic",)


@cache
def decided_by_result(name: str) -> bool:
    """Tell whether the tag of a tool's views can be another one when the result is there: then it takes the result."""
    return any(
        view_tag(choice.call_view, None) != view_tag(choice.call_view, choice.result_view) for choice in _drawn(name)
    )


def samples(schema: dict[str, Any]) -> Iterator[Json]:
    """Yield values that fit a schema: the smallest first, then one for each choice it leaves, then the fullest."""
    yield _value(schema, full=False)
    yield from _choices(schema)
    yield _value(schema, full=True)


@cache
def writes_json(name: str) -> bool:
    """Tell whether a tool of the catalogue writes its value as JSON, so that its text is the value itself."""
    tool = tools.find(name)
    if tool is None:
        return False
    arguments = next(samples(tool.parameters))
    seen = False
    for branch in _branches(tool.output.schema):
        for value in (_value(branch, full=False), _value(branch, full=True)):
            try:
                blocks = tool.output.render(arguments, value)
                if len(blocks) != 1 or json.loads(blocks[0]["text"]) != value:
                    return False
            except Exception:  # noqa: BLE001 - no JSON, or a sample that the tool's own code does not take
                return False
            seen = True
    return seen


# ---------------------------------------------------------------------------------------------------- inside


@cache
def _drawn(name: str) -> tuple[Choice, ...]:
    """What is chosen for each sample call of a tool."""
    tool = tools.find(name)
    if tool is None:
        return ()
    found = []
    for arguments in itertools.islice(samples(tool.parameters), MOST):
        text = json.dumps(arguments, ensure_ascii=False)
        for result in _results(tool, arguments):
            call = Call(
                key=name, session_id="", turn=1, step=1, call_id="c", name=name, arguments=text, state="done",
                outcome="ok", result=result,
            )  # fmt: skip
            found.append(choose(call, parse(text)))
    return tuple(found)


def _results(tool: Tool, arguments: Json) -> Iterator[ToolResult]:
    """Results as the tool's own output contract would write them, one a branch of its value; none that raises."""
    made = False
    for branch in _branches(tool.output.schema):
        for value in (_value(branch, full=False), _value(branch, full=True)):
            try:
                content = tuple(tool.output.render(arguments, value))
                project = tool.output.presentation_meta
                meta = None if project is None else project(arguments, value)
            except Exception:  # noqa: BLE001, S112 - a sample that the tool's own code does not take is no sample
                continue
            made = True
            yield ToolResult(content=content, is_error=False, meta=meta, has_meta=project is not None)
    if not made:
        yield ToolResult(content=({"type": "text", "text": "text"},), is_error=False)


def _choices(schema: dict[str, Any]) -> Iterator[Json]:
    """One small and one full value for each word or switch of the top level."""
    for name, node in schema.get("properties", {}).items():
        words = node.get("enum") or ([True, False] if node.get("type") == "boolean" else [])
        for word in words:
            yield _value(schema, full=False) | {name: word}
            yield _value(schema, full=True) | {name: word}


def _branches(schema: dict[str, Any]) -> list[dict[str, Any]]:
    branches: list[dict[str, Any]] = schema.get("oneOf", [schema])
    return branches


def _value(schema: dict[str, Any], *, full: bool, depth: int = 0) -> Any:
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][0]
    if "oneOf" in schema:
        return _value(schema["oneOf"][-1 if full else 0], full=full, depth=depth)
    kind = schema.get("type")
    if kind == "object":
        names = schema.get("properties", {}) if full and depth < DEEPEST else schema.get("required", ())
        return {name: _value(schema["properties"][name], full=full, depth=depth + 1) for name in names}
    if kind == "array":
        return [_value(schema.get("items", {}), full=full, depth=depth + 1)] if depth < DEEPEST else []
    return {"integer": 1, "number": 1, "boolean": True, "null": None, "string": "text"}.get(str(kind), "text")
