"""Type hints instead of the schema language: they compile to the same schema."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple, NewType, NotRequired, TypedDict

import msgspec
import pytest
from msgspec import UNSET, Meta, UnsetType

from workbench.registry import JsonSchemaError, define_tool
from workbench.registry.hints import parameters_of, value_of
from workbench.registry.schema import compile_parameters, compile_value

Path_ = NewType("Path_", str)


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class ReadDict(TypedDict):
    """As a TypedDict."""

    path: Annotated[str, Meta(description="Where.")]
    limit: NotRequired[int]


class ReadStruct(msgspec.Struct):
    """As a Struct."""

    path: Annotated[str, Meta(description="Where.")]
    limit: int | UnsetType = UNSET


@dataclass
class ReadClass:
    """As a dataclass."""

    path: Annotated[str, Meta(description="Where.")]
    limit: int | None = None


READ = {"path": {"type": "string", "required": True, "description": "Where."}, "limit": {"type": "integer"}}


@pytest.mark.parametrize("hint", [ReadDict, ReadStruct])
def test_a_record_compiles_to_the_schema_of_its_map(hint: type) -> None:
    assert compile_parameters(parameters_of(hint)) == compile_parameters(READ)


def test_a_default_is_told_and_makes_a_field_optional() -> None:
    limit = {"oneOf": [{"type": "integer"}, {"type": "null"}], "default": None}
    assert compile_parameters(parameters_of(ReadClass)) == compile_parameters({**READ, "limit": limit})


class Match(msgspec.Struct, forbid_unknown_fields=True, rename="camel"):
    line_number: int
    tags: list[str] = []


class Found(msgspec.Struct, tag="found"):
    matches: list[Match]


@dataclass
class Everything:
    colour: Colour = Colour.RED
    names: Sequence[str] = field(default_factory=list)
    free: dict[str, Any] = field(default_factory=dict)


@pytest.mark.parametrize(
    ("hint", "node"),
    [
        (str, {"type": "string"}),
        (float, {"type": "number"}),
        (bool, {"type": "boolean"}),
        (None, {"type": "null"}),
        (Any, {"type": "json"}),
        (object, {"type": "json"}),
        (Path_, {"type": "string"}),
        (list, {"type": "array"}),
        (list[int], {"type": "array", "items": {"type": "integer"}}),
        (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}),
        (dict, {"type": "object", "additionalProperties": True}),
        (Mapping[str, Any], {"type": "object", "additionalProperties": True}),
        (int | float, {"type": "number"}),
        (str | None, {"oneOf": [{"type": "string"}, {"type": "null"}]}),
        (int | UnsetType, {"type": "integer"}),
        (Literal["b", "a"], {"type": "string", "enum": ["b", "a"]}),
        (Literal["a", 1] | None, {
            "oneOf": [
                {"oneOf": [{"type": "string", "enum": ["a"]}, {"type": "integer", "enum": [1]}]}, {"type": "null"}
            ]
        }),
        (Colour, {"type": "string", "enum": ["red", "blue"]}),
        (Annotated[int, Meta(title="N", examples=[1])], {"type": "integer", "title": "N", "examples": [1]}),
        (Found, {
            "type": "object", "additionalProperties": True,
            "properties": {
                "type": {"type": "string", "const": "found", "required": True},
                "matches": {"type": "array", "required": True, "items": {
                    "type": "object", "additionalProperties": False,
                    "properties": {
                        "lineNumber": {"type": "integer", "required": True},
                        "tags": {"type": "array", "items": {"type": "string"}, "default": []},
                    },
                }},
            },
        }),
        (Everything, {
            "type": "object", "additionalProperties": True,
            "properties": {
                "colour": {"type": "string", "enum": ["red", "blue"], "default": "red"},
                "names": {"type": "array", "items": {"type": "string"}, "default": []},
                "free": {"type": "object", "additionalProperties": True, "default": {}},
            },
        }),
    ],
    ids=str,
)  # fmt: skip
def test_a_hint_stands_for_a_node(hint: object, node: dict) -> None:
    assert value_of(hint) == node
    compile_value(node)


class Tree(msgspec.Struct):
    name: str
    children: list[Tree] = []


def test_a_recursive_type_is_followed_through_sixteen_containers() -> None:
    node, depth = value_of(Tree), 0
    while node["type"] != "json":
        node = node["properties"]["children"] if node["type"] == "object" else node["items"]
        depth += 1
    assert depth == 16
    compile_value(value_of(Tree))


class Fork(msgspec.Struct):
    a: Fork | None = None
    b: Fork | None = None
    c: Fork | None = None
    d: Fork | None = None


class Pair(NamedTuple):
    left: int
    right: int


class Row(msgspec.Struct, array_like=True):
    left: int


@pytest.mark.parametrize(
    ("hint", "says"),
    [
        (dict[str, int], "schema cannot enforce dict[str, int]; use dict[str, Any] or a TypedDict"),
        (dict[int, Any], "schema cannot enforce dict[int, typing.Any]; use dict[str, Any] or a TypedDict"),
        (tuple[int, str], "schema cannot enforce tuple[int, str]; use list[T]"),
        (Pair, "schema cannot enforce Pair; use list[T]"),
        (Row, "schema cannot enforce Row, whose fields have no names in JSON"),
        (bytes, "schema has no JSON schema for bytes"),
        (set[str], "schema has no JSON schema for set[str]"),
        (complex, "schema has no JSON schema for complex"),
        (Annotated[int, Meta(ge=1)], "schema declares ge, which is not enforced; check it in the body"),
        (Annotated[str, Meta(pattern="x")], "schema declares pattern, which is not enforced; check it in the body"),
        (Literal[b"x"], "schema has no JSON literal for b'x'"),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_enforced_is_refused_by_its_path(hint: object, says: str) -> None:
    with pytest.raises(JsonSchemaError) as raised:
        value_of(hint)
    assert raised.value.violations == [says]


def test_a_type_that_grows_without_end_is_refused() -> None:
    with pytest.raises(JsonSchemaError, match="larger than 5000 nodes; declare that part as Any"):
        value_of(Fork)


def test_parameters_are_a_record() -> None:
    with pytest.raises(
        JsonSchemaError, match=r"parameters must be a TypedDict, a msgspec\.Struct or a dataclass, not int"
    ):
        parameters_of(int)


class Left(msgspec.Struct):
    left: int


class Right(msgspec.Struct):
    right: int


class Either(msgspec.Struct):
    side: Left | Right


def test_a_type_whose_objects_cannot_be_made_is_refused_when_the_tool_is_defined() -> None:
    with pytest.raises(JsonSchemaError, match=r"parameters cannot be converted: .*must be tagged"):
        define_tool(
            lambda args, run: None, name="t", description="d", parameters=Either, output={"schema": None, "render": str}
        )
    with pytest.raises(JsonSchemaError, match=r"schema cannot be converted"):
        define_tool(
            lambda args, run: None, name="t", description="d", parameters={}, output={"schema": Either, "render": str}
        )
