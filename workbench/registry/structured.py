"""Structured output: the tool through which an agent answers in a shape its caller asked for.

The agent gets a tool of its own, `structured_output`, whose parameters are the caller's schema. Arguments that break it
are the failure `INVALID_ARGS`, and the agent may try again. A success ends the turn, and a guard denies whatever the
agent calls afterwards. The answer counts only when the call's final result, after every policy, is a success.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from workbench.model import Json
from workbench.registry.definition import Output, ToolDefinition
from workbench.registry.execution import Execution, Run
from workbench.registry.failures import ToolArgsError
from workbench.registry.json_values import snapshot, thaw
from workbench.registry.results import Result, text
from workbench.registry.subset import assert_object_schema
from workbench.registry.validation import validate

if TYPE_CHECKING:
    from workbench.registry.registry import Registry
    from workbench.registry.scopes import Agent

NAME = "structured_output"


class StructuredOutput:
    """The answer an agent was asked for: `value` is UNSET until it is given."""

    def __init__(self) -> None:
        self.value: Json | UnsetType = UNSET
        self._disposers: list[Callable[[], None]] = []

    def keep(self, *disposers: Callable[[], None]) -> None:
        """Note what `dispose` takes back."""
        self._disposers.extend(disposers)

    def dispose(self) -> None:
        """Take the tool, its guard and its observer back."""
        while self._disposers:
            self._disposers.pop()()


def require_structured_output(registry: Registry, agent: Agent, schema: Json) -> StructuredOutput:
    """Give an agent the tool `structured_output` for a schema, and return where its answer will be.

    Raises:
        JsonSchemaError: the schema cannot be enforced or its root is no object.
        RegistryError: the agent has such a tool already.
    """
    assert_object_schema(schema)
    wanted = thaw(snapshot(schema))
    answer = StructuredOutput()

    async def execute(args: Json, run: Run) -> Json:
        violations = validate(wanted, args)
        if violations:
            raise ToolArgsError(violations)
        run.conclude_turn()
        return {"recorded": True}

    def deny_afterwards(execution: Execution) -> str | None:
        if answer.value is UNSET:
            return None
        return f"structured output already recorded: the run is complete, so `{execution.name}` is not executed"

    def commit(execution: Execution, result: Result) -> None:
        if execution.agent is agent and execution.name == NAME and not result.is_error and answer.value is UNSET:
            answer.value = execution.arguments

    recorded = {"type": "boolean", "const": True}
    tool = ToolDefinition(
        name=NAME,
        description="Give the final answer in the shape of the parameters. Call this once; it ends the work.",
        parameters=wanted,
        output=Output(
            schema={
                "type": "object",
                "additionalProperties": False,
                "properties": {"recorded": recorded},
                "required": ["recorded"],
            },
            render=lambda _args, _value: [text("Structured output recorded.")],
        ),
        execute=execute,
    )
    answer.keep(
        registry.register(tool, agent=agent),
        registry.guard(deny_afterwards, agent=agent),
        registry.on("result", commit, agent=agent),
    )
    return answer
