"""The author's schema language, compiled to the enforced subset of JSON Schema.

A value node is `{"type": …}` with string, number, integer, boolean or null (and `enum`, `const`), array (`items`),
object (`properties`; `additionalProperties` must be said, True or False), json (any value), or `{"oneOf": [two or
more]}`. Every node takes `description`, `title`, `default` and `examples`. In a property map – the parameters of a
tool, or `properties` – a property may carry `required: True`. Keys keep the author's order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from workbench.registry.failures import JsonSchemaError
from workbench.registry.json_values import is_array, is_lossless, is_record, thaw
from workbench.registry.subset import ANNOTATIONS, assert_schema
from workbench.registry.walk import Path, Walk, path_text, run

if TYPE_CHECKING:
    from workbench.model import Json

_SCALARS = ("string", "number", "integer", "boolean", "null")
_KINDS = "string/number/integer/boolean/null/array/object/json, or use oneOf"


def compile_value(node: Json) -> dict[str, Json]:
    """Compile one value node; paths in errors start with `schema`.

    Raises:
        JsonSchemaError: at the author's first mistake, or with every fault of the compiled schema.
    """
    schema = run(_value(node, (None, "schema"), set(), in_map=False))
    assert_schema(schema)
    return schema


def compile_parameters(properties: Json) -> dict[str, Json]:
    """Compile the property map of a tool's parameters to an object schema whose root stays open.

    Paths in errors start with `parameters`.

    Raises:
        JsonSchemaError: at the author's first mistake, or with every fault of the compiled schema.
    """
    schema = {"type": "object", **run(_property_map(properties, (None, "parameters"), set()))}
    assert_schema(schema)
    return schema


def _fail(path: Path, rest: str) -> NoReturn:
    raise JsonSchemaError([path_text(path) + rest])


def _value(node: Json, path: Path, active: set[int], *, in_map: bool) -> Walk[dict[str, Json]]:
    if not is_record(node):
        _fail(path, " must be a value schema object")
    _enter(node, path, active)
    common = (*ANNOTATIONS, "required") if in_map else ANNOTATIONS
    annotations = {word: _detached(node[word]) for word in ANNOTATIONS if word in node}
    if "oneOf" in node:
        schema = yield _one_of(node, path, active, common, annotations)
    else:
        schema = yield _typed(node, path, active, common, annotations)
    active.discard(id(node))
    return schema  # type: ignore[no-any-return]  # what the branch above returned


def _one_of(
    node: Json, path: Path, active: set[int], common: tuple[str, ...], annotations: dict[str, Json]
) -> Walk[dict[str, Json]]:
    _only(node, path, (*common, "oneOf", "type"))
    if "type" in node:
        _fail(path, " cannot declare both type and oneOf")
    if not is_array(node["oneOf"]):
        _fail(path, ".oneOf must be an array of at least two value schemas")
    branches = []
    for index, branch in enumerate(node["oneOf"]):
        branches.append((yield _value(branch, (path, f".oneOf[{index}]"), active, in_map=False)))
    return {"oneOf": branches, **annotations}


def _typed(
    node: Json, path: Path, active: set[int], common: tuple[str, ...], annotations: dict[str, Json]
) -> Walk[dict[str, Json]]:
    kind = node.get("type")
    kind = kind if type(kind) is str else None
    if kind == "json":
        _only(node, path, (*common, "type"))
        return annotations
    schema: dict[str, Json] = {"type": kind, **annotations}
    if kind == "object":
        _only(node, path, (*common, "type", "properties", "additionalProperties"))
        if type(node.get("additionalProperties")) is not bool:
            _fail(path, ".additionalProperties must be explicitly true or false")
        schema["additionalProperties"] = node["additionalProperties"]
        if "properties" in node:
            schema.update((yield _property_map(node["properties"], (path, ".properties"), active)))
    elif kind == "array":
        _only(node, path, (*common, "type", "items"))
        if "items" in node:
            schema["items"] = yield _value(node["items"], (path, ".items"), active, in_map=False)
    elif kind in _SCALARS:
        _only(node, path, (*common, "type", "enum", "const"))
        _copy_literals(node, path, schema)
    else:
        _fail(path, f".type must be {_KINDS}")
    return schema


def _copy_literals(node: Json, path: Path, schema: dict[str, Json]) -> None:
    if "enum" in node:
        if not is_array(node["enum"]):
            _fail(path, ".enum must be a non-empty array of scalar values")
        schema["enum"] = list(node["enum"])
    if "const" in node:
        schema["const"] = node["const"]


def _property_map(properties: Json, path: Path, active: set[int]) -> Walk[dict[str, Json]]:
    """Compile a property map to `properties` and, if any is required, `required`."""
    if not is_record(properties):
        _fail(path, " must be an object of value schemas")
    _enter(properties, path, active)
    compiled: dict[str, Json] = {}
    required: list[str] = []
    for name, node in properties.items():
        below: Path = (path, f".{name}")
        if not is_record(node):
            _fail(below, " must be a value schema object")
        if "required" in node:
            if node["required"] is not True:
                _fail(below, ".required must be true when present")
            required.append(name)
        compiled[name] = yield _value(node, below, active, in_map=True)
    active.discard(id(properties))
    return {"properties": compiled, "required": required} if required else {"properties": compiled}


def _enter(node: Json, path: Path, active: set[int]) -> None:
    if id(node) in active:
        _fail(path, " is circular")
    active.add(id(node))


def _only(node: Json, path: Path, allowed: tuple[str, ...]) -> None:
    for word in node:
        if word not in allowed:
            _fail(path, f".{word} is not supported by the value schema DSL")


def _detached(annotation: Json) -> Json:
    return thaw(annotation) if is_lossless(annotation) else annotation
