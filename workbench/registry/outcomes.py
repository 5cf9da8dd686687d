"""From a body's value to a canonical success: checked against the output contract, rendered, frozen."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from workbench.model import Json
from workbench.registry.definition import ToolDefinition
from workbench.registry.execution import Flight
from workbench.registry.failures import ToolOutputError
from workbench.registry.json_values import NotLosslessError, snapshot
from workbench.registry.results import Success, blocks, error_message
from workbench.registry.validation import validate


def success_of(flight: Flight, tool: ToolDefinition, candidate: object) -> Success:
    """Return the canonical success a value stands for.

    The value is copied and frozen, checked against `output.schema` and rendered; `presentation_meta` is asked only for
    a call that the model made itself.

    Raises:
        ToolOutputError: a part of the output contract is broken.
    """
    execution, output = flight.execution, tool.output
    try:
        value = snapshot(candidate)
    except NotLosslessError as error:
        raise ToolOutputError(tool.name, "value is not lossless JSON") from error
    violations = validate(output.schema, value)
    if violations:
        raise ToolOutputError(tool.name, "; ".join(violations))
    meta: Json = UNSET
    if execution.parent is None and output.presentation_meta is not None:
        meta = _project(tool, "presentationMeta", output.presentation_meta, execution.arguments, value)
    content = _project(tool, "render", output.render, execution.arguments, value)
    concludes = True if flight.concluded else UNSET
    return Success(value=value, content=content, meta=meta, concludes_turn=concludes)  # type: ignore[arg-type]


def _project(tool: ToolDefinition, projector: str, project: Any, arguments: Json, value: Json) -> Json:
    try:
        projected = project(arguments, value)
    except Exception as error:
        raise ToolOutputError(tool.name, f"output.{projector} failed: {error_message(error)}") from error
    try:
        return blocks(projected) if projector == "render" else snapshot(projected)
    except NotLosslessError as error:
        raise ToolOutputError(tool.name, f"output.{projector} returned non-lossless JSON") from error
