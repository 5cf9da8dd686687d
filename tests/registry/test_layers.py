"""Layers of tools, restrictions and the news of a change."""

from __future__ import annotations

import asyncio
import gc

import pytest

from workbench.registry import (
    Agent,
    Output,
    Registry,
    RegistryError,
    ToolDefinition,
    text,
)


def tool(name: str = "tool", says: str | None = None, body=None, **changes) -> ToolDefinition:
    async def execute(args, run):
        return name if says is None else says

    output = Output(schema={"type": "string"}, render=lambda args, value: [text(value)])
    return ToolDefinition(name=name, description="T.", parameters={}, output=output, execute=body or execute, **changes)


def call(registry: Registry, name: str = "tool", agent: Agent | None = None, arguments=None):
    return asyncio.run(registry.execute(name, {} if arguments is None else arguments, agent=agent))


# ---------------------------------------------------------------------------------------------------- layers


def test_a_nearer_layer_shadows_a_farther_one() -> None:
    registry, above = Registry(), Agent("above")
    here = Agent("here", parent=above)
    registry.register(tool(says="global"))
    assert call(registry, agent=here).value == "global"
    registry.register(tool(says="above"), agent=above)
    assert call(registry, agent=here).value == "above"
    remove = registry.register(tool(says="here"), agent=here)
    assert [call(registry, agent=each).value for each in (None, above, here)] == ["global", "above", "here"]
    remove()
    assert call(registry, agent=here).value == "above"


def test_a_restriction_above_filters_everything_inherited_below_but_nobodys_own() -> None:
    registry, above = Registry(), Agent("above")
    here = Agent("here", parent=above)
    for name in ("read", "bash"):
        registry.register(tool(name))
    registry.register(tool("report"), agent=above)
    registry.register(tool("capture"), agent=here)
    lift = registry.restrict(allow=["read"], agent=above)
    assert registry.names(above) == ["read", "report"]
    assert registry.names(here) == ["read", "capture"]
    lift()
    registry.restrict(deny=["report"], agent=here)
    assert registry.names(here) == ["read", "bash", "capture"]
    registry.register(tool("later"))
    assert "later" in registry.names(here)


def test_several_unknown_names_are_all_named() -> None:
    registry, agent = Registry(), Agent()
    registry.register(tool("b"))
    registry.register(tool("a"))
    with pytest.raises(RegistryError) as raised:
        registry.restrict(allow=["x", "y"], agent=agent)
    assert str(raised.value) == 'tools.restrict() names unknown global tools "x", "y"; known global tools: a, b'


def test_a_name_is_free_again_after_disposal() -> None:
    registry, agent = Registry(), Agent()
    registry.register(tool(), agent=agent)()
    registry.register(tool(), agent=agent)
    with pytest.raises(RegistryError, match="already registered in this scope"):
        registry.register(tool(), agent=agent)


def test_a_stale_disposer_removes_nothing_of_others() -> None:
    registry = Registry()
    remove = registry.register(tool(says="one"))
    remove()
    registry.register(tool(says="two"))
    remove()
    assert call(registry).value == "two"


def test_an_agents_layer_goes_with_the_agent() -> None:
    registry = Registry()
    agent = Agent()
    registry.register(tool(), agent=agent)
    assert len(registry.layers._of) == 1
    del agent
    gc.collect()
    assert len(registry.layers._of) == 0


def test_change_is_told_and_a_listener_that_raises_undoes_a_registration() -> None:
    registry, agent, told = Registry(), Agent(), []
    registry.on("change", lambda: told.append(registry.names(agent)))
    remove = registry.register(tool())
    lift = registry.restrict(deny=["tool"], agent=agent)
    lift()
    remove()
    assert told == [["tool"], [], ["tool"], []]
    stop = registry.on("change", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        registry.register(tool())
    assert registry.names() == []
    stop()
    registry.register(tool())


# ---------------------------------------------------------------------------------------------------- taking back


def test_taking_back_twice_takes_nothing_else_back() -> None:
    registry, agent, changes = Registry(code_runtime=None), Agent(), []
    registry.on("change", lambda: changes.append(1))
    lift = registry.present_as("code", agent=agent)
    lift()
    registry.present_as("both", agent=agent)
    lift()
    assert registry.mode(agent) == "both"
    assert len(changes) == 3


def test_a_guard_that_was_added_twice_is_removed_once() -> None:
    registry = Registry()

    def never(execution):
        return "never"

    first = registry.guard(never)
    registry.guard(never)
    first()
    first()
    assert asyncio.run(registry.execute("tool", {})).error.message == "never"


def test_a_restriction_is_no_single_name() -> None:
    with pytest.raises(RegistryError, match=r"takes lists of names: write a single name as \[name\]"):
        Registry().restrict(deny="read", agent=Agent())
