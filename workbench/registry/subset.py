"""The enforced subset of JSON Schema: what a raw schema may say, every other keyword refused by its path.

Constraints: `type` (one string), `oneOf`, `properties`, `required`, `additionalProperties` (boolean), `items` (one
schema), `enum` and `const` (scalars). Annotations: `description`, `title`, `default`, `examples`. A node without any
constraint accepts every lossless JSON value. Anything else would be accepted without being enforced, so it is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.registry.failures import JsonSchemaError
from workbench.registry.json_values import (
    is_array,
    is_integer,
    is_lossless,
    is_number,
    is_record,
)
from workbench.registry.walk import Path, Walk, path_text, run

if TYPE_CHECKING:
    from workbench.model import Json

TYPES = ("object", "array", "string", "number", "integer", "boolean", "null")
ANNOTATIONS = ("description", "title", "default", "examples")
_STRUCTURAL = ("properties", "required", "additionalProperties", "items", "enum", "const")
_KNOWN = frozenset(("type", "oneOf", *_STRUCTURAL))
_SUBSET = "(subset: type/oneOf/properties/required/additionalProperties/items/enum/const + annotations)"
_SCALARS = ("string", "number", "integer", "boolean", "null")
_ALLOWED_ON = {
    "properties": ("object",),
    "required": ("object",),
    "additionalProperties": ("object",),
    "items": ("array",),
    "enum": _SCALARS,
    "const": _SCALARS,
}


def check_schema(schema: object) -> list[str]:
    """Return every fault of a raw schema with its path, in the order of the walk; empty means it can be enforced.

    The root's path is `schema`. Never raises; a schema that contains itself is a fault, a shared part is none.
    """
    violations: list[str] = []
    run(_check(schema, (None, "schema"), violations, set()))
    return violations


def assert_schema(schema: object) -> None:
    """Raise JsonSchemaError with every fault of a raw schema, if there is any."""
    violations = check_schema(schema)
    if violations:
        raise JsonSchemaError(violations)


def assert_object_schema(schema: object) -> None:
    """Raise JsonSchemaError unless the schema can be enforced and its root is an object (structured output)."""
    assert_schema(schema)
    if schema.get("type") != "object":  # type: ignore[attr-defined]  # a record, as just checked
        raise JsonSchemaError(['schema.type must be "object" (structured output is object-rooted)'])


def scalar_fits(kind: str, value: object) -> bool:
    """Return whether a value is a scalar of this schema type."""
    if kind == "string":
        return type(value) is str
    if kind == "number":
        return is_number(value)
    if kind == "integer":
        return is_integer(value)
    if kind == "boolean":
        return type(value) is bool
    return value is None


def _check(node: Json, path: Path, out: list[str], active: set[int]) -> Walk[None]:
    if not is_record(node):
        out.append(f"{path_text(path)} must be a schema object")
        return
    if id(node) in active:
        out.append(f"{path_text(path)} is circular")
        return
    active.add(id(node))
    _check_keywords(node, path, out)
    if "type" in node and "oneOf" in node:
        out.append(f"{path_text(path)} cannot declare both type and oneOf")
    elif "oneOf" in node:
        yield _check_one_of(node, path, out, active)
    elif "type" not in node:
        out.extend(f"{path_text(path)}.{word} requires type or oneOf" for word in _STRUCTURAL if word in node)
    elif type(node["type"]) is not str or node["type"] not in TYPES:
        problem = (
            "must be a single type string (type arrays are not supported)"
            if isinstance(node["type"], list)
            else f"must be one of {'/'.join(TYPES)}"
        )
        out.append(f"{path_text(path)}.type {problem}")
    else:
        yield _check_typed(node, path, out, active)
    active.discard(id(node))


def _check_keywords(node: Json, path: Path, out: list[str]) -> None:
    for word in node:
        if word in ANNOTATIONS:
            if not is_lossless(node[word]):
                out.append(f"{path_text(path)}.{word} annotation must be lossless JSON data")
        elif word not in _KNOWN:
            out.append(f"{path_text(path)}.{word} is not a supported keyword {_SUBSET}")
    mistyped = [word for word in ("description", "title") if type(node.get(word, "")) is not str]
    out.extend(f"{path_text(path)}.{word} must be a string" for word in mistyped)


def _check_one_of(node: Json, path: Path, out: list[str], active: set[int]) -> Walk[None]:
    branches = node["oneOf"]
    if not is_array(branches) or len(branches) < 2:
        out.append(f"{path_text(path)}.oneOf must be an array of at least two schemas")
    else:
        for index, branch in enumerate(branches):
            yield _check(branch, (path, f".oneOf[{index}]"), out, active)
    out.extend(f"{path_text(path)}.{word} is not supported beside oneOf" for word in _STRUCTURAL if word in node)


def _check_typed(node: Json, path: Path, out: list[str], active: set[int]) -> Walk[None]:
    kind = node["type"]
    for word, kinds in _ALLOWED_ON.items():
        if word in node and kind not in kinds:
            out.append(f'{path_text(path)}.{word} is not supported on type "{kind}"')
    if kind == "object":
        properties = node.get("properties", {})
        if not is_record(properties):
            out.append(f"{path_text(path)}.properties must be an object of schemas")
            properties = {}
        for name, child in properties.items():
            yield _check(child, (path, f".properties.{name}"), out, active)
        _check_object_tail(node, properties, path, out)
    elif kind == "array":
        if "items" in node:
            yield _check(node["items"], (path, ".items"), out, active)
    else:
        _check_literals(node, kind, path, out)


def _check_object_tail(node: Json, properties: Json, path: Path, out: list[str]) -> None:
    required = node.get("required", [])
    if not is_array(required) or not all(type(name) is str for name in required):
        out.append(f"{path_text(path)}.required must be an array of strings")
    else:
        where = path_text(path) if required else ""
        out.extend(
            f'{where}.required names "{name}" which is not in properties' for name in required if name not in properties
        )
    if type(node.get("additionalProperties", False)) is not bool:
        out.append(f"{path_text(path)}.additionalProperties must be a boolean")


def _check_literals(node: Json, kind: str, path: Path, out: list[str]) -> None:
    allowed = node.get("enum")
    allowed_fit = is_array(allowed) and bool(allowed) and all(scalar_fits(kind, entry) for entry in allowed)
    if "enum" in node and not allowed_fit:
        out.append(f"{path_text(path)}.enum must be a non-empty array of {kind} values")
    if "const" in node:
        if not scalar_fits(kind, node["const"]):
            out.append(f"{path_text(path)}.const must be a {kind} value")
        elif allowed_fit and node["const"] not in allowed:
            where = path_text(path)
            out.append(f"{where}.const must be one of {where}.enum when both are declared")
