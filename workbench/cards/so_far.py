"""Arguments that are still arriving: what the tool's presenter can already be given.

A presenter takes only arguments that fit the tool's schema. So what has arrived is made to fit: what does not fit yet
(a list item that is half there, a word that is not whole) is left out, and what is missing is empty. What is empty only
for that reason is taken out of the view again.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from msgspec import UNSET

from workbench import partial, tools
from workbench.cards.arguments import Arguments
from workbench.model import DiffCall, GenericCall, Json, TerminalCall, View
from workbench.registry.schema import validate

_EMPTY: dict[Any, Json] = {"string": "", "array": [], "object": {}}


def so_far(name: str, text: str) -> Arguments:
    """Return what the text of unfinished arguments holds for a tool of this name.

    The text that comes back is JSON which the tool's presenter takes; or, where nothing of the kind can be made, the
    text itself, with the value as far as it can be told.
    """
    read = partial.read(text)
    value = read.value if read.shown else {}
    tool = tools.find(name)
    try:
        filled = _filled(tool.parameters, value) if tool is not None and isinstance(value, dict) else None
        if filled is not None and not (
            tool is not None and tool.checks_arguments and validate(tool.parameters, filled)
        ):
            return Arguments(text=json.dumps(filled), is_json=True, value=filled, is_partial=True)
    except RecursionError:
        return Arguments(text=text, is_json=False, is_partial=True)
    return Arguments(text=text, is_json=False, value=value, is_partial=True)


def _filled(schema: dict[str, Any], value: dict[str, Json]) -> dict[str, Json] | None:
    """Return an object that has what fits of a value and, empty, what is required; None where that cannot be."""
    properties = schema.get("properties", {})
    found = {}
    for name, member in value.items():
        fitting = _fitting(properties[name], member) if name in properties else (member,)
        if fitting:
            found[name] = fitting[0]
    for name in schema.get("required", ()):
        if name not in found:
            wanted = properties.get(name, {})
            if "enum" in wanted or "const" in wanted or wanted.get("type") not in _EMPTY:
                return None
            empty = _EMPTY[wanted["type"]]
            found[name] = type(empty)() if isinstance(empty, list | dict) else empty
    return found


def _fitting(schema: dict[str, Any], value: Json) -> tuple[Json] | tuple[()]:
    """Return what fits of one value, or nothing."""
    if not validate(schema, value):
        return (value,)
    if isinstance(value, list) and schema.get("type") == "array" and value and not validate(schema, value[:-1]):
        return (value[:-1],)
    if isinstance(value, dict) and schema.get("type") == "object":
        filled = _filled(schema, value)
        if filled is not None and not validate(schema, filled):
            return (filled,)
    return ()


def without_empty(view: View | None, name: str) -> View | None:
    """Return a view of unfinished arguments without what is empty in it; without a title it has the tool's name."""
    if view is None:
        return None
    changes: dict[str, Any] = {}
    if not view.title:
        changes["title"] = name
    if isinstance(view, TerminalCall) and not view.description:
        changes["description"] = UNSET
    if isinstance(view, GenericCall):
        if view.raw_input in ("", [], {}):
            changes["raw_input"] = UNSET
        if isinstance(view.content, list):
            shown = [block for block in view.content if not isinstance(block, dict) or block.get("text") != ""]
            changes["content"] = shown or UNSET
    if isinstance(view, DiffCall):
        changes["diffs"] = [diff for diff in view.diffs if diff.new_text or diff.old_text]
    return msgspec.structs.replace(view, **changes)
