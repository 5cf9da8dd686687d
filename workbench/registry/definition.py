"""A registered tool: its schema for the model, its output contract, its body, and what only the host sees."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any

from workbench.model import Json, Value
from workbench.registry.failures import DefinitionError, RegistryError
from workbench.registry.subset import assert_schema

if TYPE_CHECKING:
    from workbench.model import ToolResult
    from workbench.registry.execution import Execution, Run
    from workbench.registry.results import Result

RUN_CODE = "run_code"


class Output(Value, frozen=True, kw_only=True):
    """The output contract every tool declares.

    Attributes:
        schema: a schema of the enforced subset; every successful value is checked against it.
        render: makes the content blocks the model reads from arguments and value; pure.
        presentation_meta: makes the tool's own data for its presenters; pure, and only for calls the model makes
            itself, never for calls of a program.
    """

    schema: Json
    render: Callable[[Any, Json], Sequence[Json]]
    presentation_meta: Callable[[Any, Json], Json] | None = None


class ToolDefinition(Value, frozen=True, kw_only=True):
    """One tool as the registry holds it. `define_tool` makes one with checked, typed arguments.

    Attributes:
        name, description, parameters: what the model is told, and all it is told.
        output: the output contract.
        execute: the body; gets the frozen arguments and its `Run`, returns the value (or an awaitable of it).
        timeout_ms: budget of the body in milliseconds, enforced by the timeout policy; None is no deadline.
        is_concurrency_safe: says whether a call with these arguments may overlap with others; only `True` opts in.
        finalize_content: last change of the content of every outcome of this tool, called once; None keeps it.
        present_call: makes the view of a call from its arguments; pure, None for the generic card.
        present_result: makes the view of a result from arguments and result; pure, None for the generic card.
    """

    name: str
    description: str
    parameters: Json
    output: Output
    execute: Callable[[Any, Run], Awaitable[Any] | Any]
    timeout_ms: float | None = None
    is_concurrency_safe: Callable[[Any], bool] | None = None
    finalize_content: Callable[[Execution, Result], Sequence[Json] | None] | None = None
    present_call: Callable[[Any], Any] | None = None
    present_result: Callable[[Any, ToolResult], Any] | None = None


def check_definition(definition: ToolDefinition) -> None:
    """Check what registration wants of a definition, in the harness's order; raw parameters are not looked at.

    Raises:
        DefinitionError: the output contract is missing or incomplete, or the timeout is no positive number.
        JsonSchemaError: the output schema cannot be enforced.
        RegistryError: the name is reserved.
    """
    name, output = definition.name, definition.output
    if (
        not isinstance(output, Output)
        or not callable(output.render)
        or not (output.presentation_meta is None or callable(output.presentation_meta))
    ):
        raise DefinitionError(f'tool "{name}" must declare output {{ schema, render, presentationMeta? }}')
    assert_schema(output.schema)
    if not timeout_is_valid(definition.timeout_ms):
        raise DefinitionError(f'tool "{name}" timeoutMs must be a positive finite number')
    if name == RUN_CODE:
        raise RegistryError(
            f'tool name "{RUN_CODE}" is reserved for the Code Mode presentation transport and cannot be registered '
            "or shadowed"
        )


def timeout_is_valid(timeout_ms: object) -> bool:
    """Return whether a timeout is None or a positive finite number of milliseconds."""
    if timeout_ms is None:
        return True
    return isinstance(timeout_ms, (int, float)) and type(timeout_ms) is not bool and 0 < timeout_ms < math.inf
