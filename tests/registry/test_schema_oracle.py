"""Our validation against an independent one, over generated schemas and values."""

from __future__ import annotations

import json

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

from workbench.registry.schema import check_schema, compile_value, is_lossless, validate

NAMES = st.sampled_from(["a", "b", "c", "type", "properties", "toString", "", "ü"])
SCALARS = {
    "string": st.text(max_size=3),
    "number": st.integers(-5, 5) | st.sampled_from([0.5, 2.0, 1e300, -1.5]),
    "integer": st.integers(-5, 5) | st.sampled_from([2.0, 1e300]),
    "boolean": st.booleans(),
    "null": st.none(),
}
VALUES = st.recursive(
    st.one_of(*SCALARS.values()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)
ANNOTATIONS = st.fixed_dictionaries(
    {},
    optional={
        "description": st.text(max_size=3),
        "title": st.just("t"),
        "default": VALUES,
        "examples": st.lists(VALUES),
    },
)


@st.composite
def scalar_nodes(draw: st.DrawFn) -> dict:
    kind = draw(st.sampled_from(sorted(SCALARS)))
    node: dict = {"type": kind, **draw(ANNOTATIONS)}
    literals = draw(st.lists(SCALARS[kind], max_size=3))
    if literals:
        node["enum"] = literals
        if draw(st.booleans()):
            node["const"] = literals[0]
    return node


@st.composite
def object_nodes(draw: st.DrawFn, inner: st.SearchStrategy) -> dict:
    node: dict = {"type": "object", **draw(ANNOTATIONS)}
    properties = draw(st.dictionaries(NAMES, inner, max_size=4))
    if properties or draw(st.booleans()):
        node["properties"] = properties
        required = [name for name in properties if draw(st.booleans())]
        if required:
            node["required"] = required
    openness = draw(st.sampled_from([None, True, False]))
    return node if openness is None else {**node, "additionalProperties": openness}


SCHEMAS = st.recursive(
    scalar_nodes() | ANNOTATIONS,
    lambda inner: st.one_of(
        object_nodes(inner),
        st.builds(lambda items: {"type": "array", "items": items}, inner),
        st.just({"type": "array"}),
        st.builds(lambda branches: {"oneOf": branches}, st.lists(inner, min_size=2, max_size=3)),
    ),
    max_leaves=8,
)


@st.composite
def fitting(draw: st.DrawFn, schema: dict) -> object:
    """A value that has a good chance to fit."""
    if draw(st.integers(0, 9)) == 0:
        return draw(VALUES)
    if "oneOf" in schema:
        return draw(fitting(draw(st.sampled_from(schema["oneOf"]))))
    kind = schema.get("type")
    if kind == "array":
        return draw(st.lists(fitting(schema.get("items", {})), max_size=3))
    if kind == "object":
        value = {}
        for name, child in schema.get("properties", {}).items():
            if name in schema.get("required", ()) or draw(st.booleans()):
                value[name] = draw(fitting(child))
        return value
    if "const" in schema:
        return schema["const"]
    return draw(st.sampled_from(schema["enum"])) if "enum" in schema else draw(SCALARS.get(kind, VALUES))


@given(st.data())
def test_both_give_the_same_verdict(data: st.DataObject) -> None:
    schema = data.draw(SCHEMAS)
    value = data.draw(fitting(schema))
    assert check_schema(schema) == []
    jsonschema.Draft202012Validator.check_schema(schema)
    violations = validate(schema, value)
    assert (violations == []) == jsonschema.Draft202012Validator(schema).is_valid(value), violations
    assert is_lossless(value)


@given(st.data())
def test_a_violation_names_the_place(data: st.DataObject) -> None:
    schema = data.draw(SCHEMAS)
    value = data.draw(VALUES)
    for violation in validate(schema, value):
        assert '"value' in violation
    for violation in validate(schema, value, root=""):
        assert '"value' not in violation or "value" in json.dumps(value)


def _author(schema: dict) -> dict:
    """The same schema in the author's language."""
    if "oneOf" in schema:
        return {**schema, "oneOf": [_author(branch) for branch in schema["oneOf"]]}
    if "type" not in schema:
        return {"type": "json", **schema}
    node = {word: part for word, part in schema.items() if word != "required"}
    if node["type"] == "object":
        node.setdefault("additionalProperties", True)
        if "properties" in node:
            required = schema.get("required", ())
            node["properties"] = {
                name: {**_author(child), **({"required": True} if name in required else {})}
                for name, child in node["properties"].items()
            }
    if "items" in node:
        node["items"] = _author(node["items"])
    return node


@given(SCHEMAS)
def test_the_authors_language_says_the_same(schema: dict) -> None:
    compiled = compile_value(_author(schema))
    assert check_schema(compiled) == []
    assert _equal(compiled, schema)


def _equal(compiled: dict, schema: dict) -> bool:
    """Whether both schemas say the same; an object that says nothing of other keys is open."""
    if "oneOf" in schema:
        return all(_equal(one, other) for one, other in zip(compiled["oneOf"], schema["oneOf"], strict=True))
    same = {word: part for word, part in schema.items() if word not in ("properties", "items")}
    if schema.get("type") == "object":
        same.setdefault("additionalProperties", True)
        below = schema.get("properties", {})
        if not all(_equal(compiled["properties"][name], child) for name, child in below.items()):
            return False
    if "items" in schema and not _equal(compiled["items"], schema["items"]):
        return False
    return same == {word: part for word, part in compiled.items() if word not in ("properties", "items")}
