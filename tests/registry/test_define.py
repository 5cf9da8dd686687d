"""Defining tools: from a function, with a map or with types."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, TypedDict

import msgspec
import pytest
from msgspec import Meta

from workbench.model import ToolResult
from workbench.registry import (
    DefinitionError,
    JsonSchemaError,
    Registry,
    RegistryError,
    Success,
    ToolDefinition,
    define_tool,
    text,
)

TEXT = {"schema": {"type": "string"}, "render": lambda args, value: [text(value)]}


def run(definition: ToolDefinition, arguments: object):
    registry = Registry()
    registry.register(definition)
    return asyncio.run(registry.execute(definition.name, arguments))


def test_a_decorated_function_is_a_definition() -> None:
    @define_tool(parameters={"who": {"type": "string", "required": True}}, output=TEXT)
    async def greet(args, run):
        """Greet somebody.

        At length.
        """
        return f"hello {args['who']}"

    assert (greet.name, greet.description) == ("greet", "Greet somebody.\n\nAt length.")
    assert greet.parameters == {"type": "object", "properties": {"who": {"type": "string"}}, "required": ["who"]}
    assert run(greet, {"who": "you"}).value == "hello you"
    assert run(greet, {}).error.message == 'invalid arguments: missing required property "who"'


def test_a_body_may_be_a_plain_function_and_a_render_one_text() -> None:
    @define_tool(
        description="Add.", parameters={}, output={"schema": {"type": "integer"}, "render": lambda a, v: str(v)}
    )
    def add(args, run):
        return 2

    assert run(add, {}).content == [text("2")]


class Search(msgspec.Struct):
    """Arguments as a Struct."""

    pattern: Annotated[str, Meta(description="What to look for.")]
    limit: int = 10


@dataclass
class Hit:
    """A value as a dataclass."""

    line: int
    words: list[str]


def test_types_give_schemas_and_objects() -> None:
    @define_tool(
        output={"render": lambda args, hit: f"{hit.line}: {' '.join(hit.words)} (of {args.limit})"},
        is_concurrency_safe=lambda args: args.limit < 100,
        present_call=lambda args: {"card": "generic", "title": f"Search {args.pattern}"},
        present_result=lambda args, result: {"card": "generic", "title": f"Searched {args.pattern}"},
    )
    async def search(args: Search, run) -> Hit:
        """Search."""
        return Hit(line=3, words=[args.pattern])

    result = run(search, {"pattern": "x"})
    assert isinstance(result, Success)
    assert result.value == {"line": 3, "words": ["x"]}
    assert result.content == [text("3: x (of 10)")]
    assert search.parameters["properties"]["limit"] == {"type": "integer", "default": 10}
    assert search.output.schema["required"] == ["line", "words"]
    assert search.is_concurrency_safe({"pattern": "x", "limit": 5}) is True
    assert search.is_concurrency_safe({"pattern": "x", "limit": 500}) is False
    assert search.is_concurrency_safe({}) is False
    assert search.present_call({"pattern": "x"}) == {"card": "generic", "title": "Search x"}
    assert search.present_call({"pattern": 1}) is None
    failed = ToolResult(content=(), is_error=True)
    assert search.present_result({"pattern": "x"}, failed) == {"card": "generic", "title": "Searched x"}
    assert search.present_result({}, failed) is None


def test_defaults_of_a_schema_are_never_filled_in() -> None:
    seen = []

    @define_tool(parameters={"limit": {"type": "integer", "default": 25}}, output=TEXT, description="See.")
    async def see(args, run):
        seen.append(args)
        return "ok"

    run(see, {})
    assert seen == [{}]


class Args(TypedDict):
    """Arguments as a TypedDict stay a dict."""

    n: int


def test_a_typed_dict_keeps_unknown_members() -> None:
    @define_tool(parameters=Args, output={"schema": dict, "render": lambda args, value: "ok"})
    async def give(args, run):
        """Give the arguments back."""
        return args

    assert run(give, {"n": 1, "more": [2]}).value == {"n": 1, "more": [2]}


def test_an_integral_float_is_an_integer_for_a_type_too() -> None:
    @define_tool(output={"render": lambda args, value: str(value)})
    async def limit(args: Search, run) -> int:
        """Give the limit."""
        return args.limit

    assert run(limit, {"pattern": "x", "limit": 2.0}).value == 2


@pytest.mark.parametrize("output", [None, [], {}, {"schema": {}}, {"render": 1, "schema": {}}])
def test_the_output_contract_is_complete(output: object) -> None:
    with pytest.raises(DefinitionError, match=r'tool "t" must declare output \{ schema, render, presentationMeta\? \}'):
        define_tool(lambda args, run: None, name="t", description="d", parameters={}, output=output)


def test_a_part_of_the_output_contract_that_is_misspelled_is_named() -> None:
    output = {**TEXT, "presentationMeta": lambda args, value: None}
    with pytest.raises(DefinitionError, match=r"output \"presentationMeta\".* Did you mean 'presentation_meta'\?"):
        define_tool(lambda args, run: None, name="t", description="d", parameters={}, output=output)


@pytest.mark.parametrize("timeout_ms", [0, -1, float("nan"), float("inf"), True, "5"])
def test_a_timeout_is_a_positive_number(timeout_ms: object) -> None:
    with pytest.raises(DefinitionError) as raised:
        define_tool(
            lambda args, run: None, name="t", description="d", parameters={}, output=TEXT, timeout_ms=timeout_ms
        )
    assert str(raised.value) == "defineTool(t): timeoutMs must be a positive finite number"


def test_what_is_missing_is_named() -> None:
    def bare(args, run):
        return ""

    with pytest.raises(DefinitionError, match='tool "bare" needs a description'):
        define_tool(bare, parameters={}, output=TEXT)
    with pytest.raises(DefinitionError, match='tool "bare" needs parameters'):
        define_tool(bare, description="d", output=TEXT)
    with pytest.raises(JsonSchemaError, match=r"parameters\.a\.type must be"):
        define_tool(bare, description="d", parameters={"a": {}}, output=TEXT)
    with pytest.raises(DefinitionError, match="a tool needs a name"):
        define_tool(lambda args, run: "", description="d", parameters={}, output=TEXT)
    with pytest.raises(DefinitionError, match="the body of a tool is a function of its arguments and its run, not 'x'"):
        define_tool("x", name="t", description="d", parameters={}, output=TEXT)


def test_annotations_that_cannot_be_read_are_told_of() -> None:
    class Here(msgspec.Struct):
        n: int

    async def local(args: Here, run) -> str:
        """The annotation is a name that only this test knows."""
        return ""

    with pytest.raises(DefinitionError, match=r"could not be read: name 'Here' is not defined"):
        define_tool(local, output=TEXT)
    assert define_tool(local, parameters=Here, output=TEXT).parameters["required"] == ["n"]


@pytest.mark.parametrize("thing", [None, lambda args, run: "", {"name": "t"}])
def test_only_tools_are_registered(thing: object) -> None:
    with pytest.raises(DefinitionError, match=r"register\(\) takes a tool that define_tool or ToolDefinition made"):
        Registry().register(thing)


def test_parameters_must_be_json_before_a_model_sees_them() -> None:
    registry = Registry()
    tool = define_tool(lambda args, run: "", name="t", description="d", parameters={}, output=TEXT)
    registry.register(msgspec.structs.replace(tool, parameters={"type": {1, 2}}))
    with pytest.raises(RegistryError) as raised:
        registry.schemas()
    assert str(raised.value) == 'tool "t" parameters must be lossless JSON before schema projection'


def test_a_schema_handed_out_is_a_copy() -> None:
    registry = Registry()
    registry.register(define_tool(lambda args, run: "", name="t", description="d", parameters={}, output=TEXT))
    registry.schemas()[0]["parameters"]["properties"]["hacked"] = {}
    assert registry.schemas()[0]["parameters"] == {"type": "object", "properties": {}}
