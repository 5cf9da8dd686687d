"""Validation of a value against a schema of the enforced subset, with the harness's exact sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from workbench.registry.failures import JsonSchemaError
from workbench.registry.json_text import json_text
from workbench.registry.json_values import is_array, is_integer, is_lossless, is_number, is_object
from workbench.registry.subset import TYPES
from workbench.registry.walk import Path, Walk, path_text, run

if TYPE_CHECKING:
    from workbench.model import Json

_NO_PROPERTIES: dict[str, Json] = {}


def validate(schema: Json, value: object, root: str = "value") -> list[str]:
    """Return every violation in the order of the walk; empty means the value fits and is lossless JSON.

    Args:
        schema: a schema that `check_schema` accepts.
        value: anything; a hostile value cannot make this raise. A member that is `msgspec.UNSET` counts as absent,
            an item that is as a hole.
        root: what the sentences call the value. An empty root is for arguments: the root is then called
            `arguments`, and its members stand without a prefix (`a.b[0]`).

    Raises:
        JsonSchemaError: the schema names a type that does not exist; it was not checked.
    """
    return run(_check(schema, value, (None, root) if root else None))


def validate_arguments(schema: Json, value: object) -> list[str]:
    """Return the violations of a call's arguments, worded as the harness words them."""
    return validate(schema, value, root="")


def _shown(path: Path) -> str:
    return f'"{path_text(path) or "arguments"}"'


def _member(path: Path, name: str) -> Path:
    return (path, name if path is None else f".{name}")


def _check(node: Json, value: Any, path: Path) -> Walk[list[str]]:
    if "oneOf" in node:
        return (yield _check_one_of(node["oneOf"], value, path))  # type: ignore[no-any-return]
    kind = node.get("type")
    if kind is None:
        return [] if is_lossless(value) else [f"{_shown(path)} must be a lossless JSON value"]
    if kind == "object":
        return (yield _check_object(node, value, path))  # type: ignore[no-any-return]
    if kind == "array":
        return (yield _check_array(node, value, path))  # type: ignore[no-any-return]
    problem = _scalar_problem(kind, value)
    if problem:
        return [f"{_shown(path)} must be {problem}"]
    if "enum" in node and value not in node["enum"]:
        return [f"{_shown(path)} must be one of {json_text(node['enum'])}"]
    if "const" in node and value != node["const"]:
        return [f"{_shown(path)} must be {json_text(node['const'])}"]
    return []


def _scalar_problem(kind: str, value: object) -> str | None:
    if kind == "string":
        return None if type(value) is str else "a string"
    if kind == "number":
        if is_number(value):
            return None
        return "a finite JSON number" if type(value) in (int, float) else "a number"
    if kind == "integer":
        return None if is_integer(value) else "an integer"
    if kind == "boolean":
        return None if type(value) is bool else "a boolean"
    if kind == "null":
        return None if value is None else "null"
    raise JsonSchemaError([f"schema.type must be one of {'/'.join(TYPES)}"])


def _check_one_of(branches: list[Json], value: Any, path: Path) -> Walk[list[str]]:
    matched = 0
    for branch in branches:
        violations = yield _check(branch, value, path)
        matched += not violations
    return [] if matched == 1 else [f"{_shown(path)} must match exactly one oneOf branch (matched {matched})"]


def _check_object(node: Json, value: Any, path: Path) -> Walk[list[str]]:
    if not is_object(value):
        return [f"{_shown(path)} must be an object"]
    members = {key: part for key, part in value.items() if type(key) is str}
    properties = node.get("properties", _NO_PROPERTIES)
    out = [
        f'missing required property "{path_text(_member(path, name))}"'
        for name in node.get("required", ())
        if members.get(name, UNSET) is UNSET
    ]
    for name, child in properties.items():
        if members.get(name, UNSET) is not UNSET:
            out.extend((yield _check(child, members[name], _member(path, name))))
    if node.get("additionalProperties") is False:
        out.extend(
            f'"{path_text(_member(path, name))}" is not a declared property (additionalProperties: false)'
            for name in members
            if name not in properties
        )
    if out:
        return out
    # A member that fitted its schema has been found lossless on the way; only the others are still to be looked at.
    others = {name: part for name, part in members.items() if name not in properties or part is UNSET}
    if len(members) == len(value) and (not others or is_lossless(others)):
        return []
    return [f"{_shown(path)} must be a lossless JSON object"]


def _check_array(node: Json, value: Any, path: Path) -> Walk[list[str]]:
    if not is_array(value):
        return [f"{_shown(path)} must be an array"]
    if "items" not in node:
        return [] if is_lossless(value) else [f"{_shown(path)} must be a dense lossless JSON array"]
    out: list[str] = []
    for index, item in enumerate(value):
        if item is not UNSET:
            out.extend((yield _check(node["items"], item, (path, f"[{index}]"))))
    if not out and any(item is UNSET for item in value):
        return [f"{_shown(path)} must be a dense lossless JSON array"]
    return out
