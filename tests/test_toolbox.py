"""`wb.tools`: the harness's tools by name, and a registry for one's own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

import workbench
from workbench.errors import WorkbenchError
from workbench.registry import Abort, Agent, Ask, DefinitionError, Deny, RegistryError
from workbench.toolbox import Toolbox
from workbench.tools import catalogue, find

TEXT = {"schema": {"type": "string"}, "render": lambda args, value: value}


@pytest.fixture
def tools() -> Toolbox:
    return workbench.open().tools


def hello(tools: Toolbox, says: str = "hello", **parts):
    @tools.define(parameters={"name": {"type": "string", "required": True}}, output=TEXT, **parts)
    async def hello(args, run):
        """Say hello."""
        return f"{says} {args['name']}"

    return hello


def call(tools: Toolbox, name: str = "hello", arguments=None, **more):
    return asyncio.run(tools.execute(name, {"name": "you"} if arguments is None else arguments, **more))


def test_it_is_the_catalogue(tools: Toolbox) -> None:
    assert isinstance(tools, Mapping)
    assert dict(tools) == dict(catalogue())
    assert "bash" in tools
    assert tools["grep"].timeout_ms == 30_000
    assert tools.get("mcp__demo__echo") == find("mcp__demo__echo")
    assert tools.get("nope") is None
    assert tools.get("nope", 1) == 1
    with pytest.raises(KeyError):
        tools["nope"]


def test_a_workbench_has_one(tools: Toolbox) -> None:
    assert workbench.current().tools is workbench.current().tools
    assert workbench.open().tools is not tools


def test_a_tool_of_the_catalogue_has_no_body_and_is_unknown_to_a_call(tools: Toolbox) -> None:
    assert tools.schemas() == []
    result = call(tools, "bash", {"command": "ls", "description": "List"})
    assert (result.error.message, result.error.info.code) == ('unknown tool "bash"', "UNKNOWN_TOOL")


def test_what_is_defined_runs_through_the_whole_pipeline(tools: Toolbox) -> None:
    defined = hello(tools)
    assert tools.get("hello") is defined
    assert tools.schemas() == [{"name": "hello", "description": "Say hello.", "parameters": defined.parameters}]
    assert call(tools).value == "hello you"
    assert call(tools, arguments={}).error.message == 'invalid arguments: missing required property "name"'
    seen = []
    tools.on("result", lambda execution, result: seen.append(result))

    @tools.on("pre-execute")
    async def nobody(execution, proceed):
        return Deny("nobody") if execution.arguments["name"] == "nobody" else await proceed()

    assert call(tools, arguments={"name": "nobody"}).error.message == "nobody"
    assert len(seen) == 1
    gone = Abort()
    gone.abort()
    assert call(tools, signal=gone.signal).error.info.code == "ABORTED_BEFORE_DISPATCH"


def test_a_body_may_be_given_instead_of_decorated(tools: Toolbox) -> None:
    tools.define(lambda args, run: "given", name="given", description="Give.", parameters={}, output=TEXT)
    assert call(tools, "given", {}).value == "given"


def test_a_cell_that_is_run_again_replaces_its_tool(tools: Toolbox) -> None:
    hello(tools)
    hello(tools, "good morning")
    assert call(tools).value == "good morning you"
    assert len(tools.schemas()) == 1


def test_a_definition_that_fails_leaves_the_one_before(tools: Toolbox) -> None:
    hello(tools)
    with pytest.raises(DefinitionError):
        hello(tools, "wrong", timeout_ms=-1)
    with pytest.raises(RegistryError, match="reserved"):
        tools.define(lambda args, run: "", name="run_code", description="d", parameters={}, output=TEXT)
    assert call(tools).value == "hello you"


def test_a_time_limit_is_enforced(tools: Toolbox) -> None:
    @tools.define(parameters={}, output=TEXT, timeout_ms=10)
    async def slow(args, run):
        """Wait."""
        await run.signal
        return "late"

    assert call(tools, "slow", {}).error.info.code == "TOOL_TIMEOUT"


def test_agents_have_tools_of_their_own_and_restrictions(tools: Toolbox) -> None:
    agent = Agent("a")
    hello(tools)
    hello(tools, "hi", agent=agent)
    assert (call(tools).value, call(tools, agent=agent).value) == ("hello you", "hi you")
    tools.define(lambda args, run: "", name="other", description="d", parameters={}, output=TEXT)
    lift = tools.restrict(deny=["other"], agent=agent)
    assert [schema["name"] for schema in tools.schemas(agent)] == ["hello"]
    assert tools.get("other", agent=agent) is None
    lift()
    assert tools.get("other", agent=agent) is tools.get("other")


def test_the_registry_behind_it_takes_guards_and_an_approval_service(tools: Toolbox) -> None:
    hello(tools)
    tools.on("pre-execute", lambda execution, proceed: Ask())

    async def answer(request):
        return "allowed-once"

    tools.registry.approvals = answer
    assert call(tools, agent=Agent()).value == "hello you"
    tools.registry.guard(lambda execution: "never")
    assert call(tools, agent=Agent()).error.message == "never"


def test_mistakes_are_one_sentence(tools: Toolbox) -> None:
    with pytest.raises(WorkbenchError, match="Did you mean 'pre-execute'"):
        tools.on("preexecute", lambda: None)
    assert repr(tools) == f"<Toolbox: {len(catalogue())} tools of the harness, 0 defined here>"
