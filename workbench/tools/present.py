"""From the logged arguments and result of a call to its views, as the harness's host does it: strict and contained."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from workbench.model import (
    DiffCall,
    DiffResult,
    GenericCall,
    GenericResult,
    Json,
    ReadResult,
    SearchResult,
    TerminalCall,
    TerminalResult,
    ToolResult,
    WebResult,
)
from workbench.registry.json_read import read_json, read_plainly
from workbench.registry.schema import validate_arguments
from workbench.tools.accept import acceptor
from workbench.tools.definition import Older, Presented, PresentResult, Tool

if TYPE_CHECKING:
    from collections.abc import Callable

_CACHED = 65_536

parse_arguments = read_json
"""Parse the arguments of a call; see [`read_json`][workbench.registry.json_read.read_json]."""


class _Schema:
    """A compiled schema with its acceptor; equal by identity."""

    __slots__ = ("accept", "parameters")

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.parameters = parameters
        self.accept = acceptor(parameters)


_schemas: dict[int, _Schema] = {}


def _schema(parameters: dict[str, Any]) -> _Schema:
    known = _schemas.get(id(parameters))
    if known is None or known.parameters is not parameters:
        known = _schemas[id(parameters)] = _Schema(parameters)
    return known


def _check(schema: _Schema, text: str) -> tuple[Json, str | None]:
    try:
        value, plain = read_plainly(text)
    except ValueError:
        return None, "arguments are not JSON"
    if plain and schema.accept(value):
        return value, None
    problems = validate_arguments(schema.parameters, value)
    return value, f"arguments do not fit: {'; '.join(problems[:3])}" if problems else None


_check_cached = lru_cache(maxsize=64)(_check)


def read_arguments(parameters: dict[str, Any], text: str) -> tuple[Json, str | None]:
    """Parse the arguments of a call and hold them against a parameter schema.

    Returns:
        `(value, None)` where they fit, else `(value or None, reason)`. The value may be shared: do not change it.
    """
    schema = _schema(parameters)
    return _check_cached(schema, text) if len(text) <= _CACHED else _check(schema, text)


def strict_call(tool: Tool, arguments: Json) -> Json:
    """Return what the tool's call presenter gives for parsed arguments, as the registry's own function does.

    Arguments that do not fit the schema, or no presenter, give None; what the author's presenter raises comes out.
    """
    if tool.present_call is None or (tool.checks_arguments and validate_arguments(tool.parameters, arguments)):
        return None
    return tool.present_call(arguments)


def strict_result(tool: Tool, arguments: Json, result: ToolResult) -> Json:
    """Return what the tool's result presenter gives; see [`strict_call`][workbench.tools.present.strict_call]."""
    if tool.present_result is None or (tool.checks_arguments and validate_arguments(tool.parameters, arguments)):
        return None
    return tool.present_result(arguments, result)


def present_call_of(tool: Tool | Older, arguments_text: str) -> Presented:
    """Return the call view of a tool or an older shape of one; never raises what a presenter raises."""
    present = tool.present_call
    if present is None:
        return _NO_PRESENTER
    arguments, reason = _arguments(tool, arguments_text)
    return _present(lambda: present(arguments), _CALLS) if reason is None else Presented(reason=reason)


def present_result_of(tool: Tool | Older, arguments_text: str, result: ToolResult) -> Presented:
    """Return the result view of a tool or an older shape of one; never raises what a presenter raises."""
    present: PresentResult | None = tool.present_result
    if present is None:
        return _NO_PRESENTER
    arguments, reason = _arguments(tool, arguments_text)
    return _present(lambda: present(arguments, result), _RESULTS) if reason is None else Presented(reason=reason)


_NO_PRESENTER = Presented(reason="no presenter")
_NO_VIEW = Presented(reason="no view")


def _arguments(tool: Tool | Older, text: str) -> tuple[Json, str | None]:
    value, reason = read_arguments(tool.parameters, text)
    if reason is not None and isinstance(tool, Tool) and not tool.checks_arguments and not reason.endswith("not JSON"):
        return value, None
    return value, reason


_CALLS: dict[str, Any] = {"generic": GenericCall, "terminal": TerminalCall, "diff": DiffCall}
_RESULTS: dict[str, Any] = {
    "generic": GenericResult,
    "terminal": TerminalResult,
    "diff": DiffResult,
    "search": SearchResult,
    "read": ReadResult,
    "web": WebResult,
}


def _present(run: Callable[[], Any], structs: dict[str, Any]) -> Presented:
    try:
        given = run()
    except Exception as error:  # noqa: BLE001 - an author's presenter may raise anything; the host contains it
        return Presented(reason=f"presenter failed: {_said(error)}")
    if given is None:
        return _NO_VIEW
    if type(given) in structs.values():
        return Presented(view=given)
    card = given.get("card") if isinstance(given, dict) else None
    struct = structs.get(card) if isinstance(card, str) else None
    if struct is None:
        return Presented(reason="presenter failed: malformed view: no known card")
    try:
        return Presented(view=_converted(given, struct))
    except (msgspec.ValidationError, TypeError, RecursionError) as error:
        return Presented(reason=f"presenter failed: malformed view: {error}")


def _converted(given: dict[str, Any], struct: Any) -> Any:
    try:
        return msgspec.convert(given, struct)
    except msgspec.ValidationError:
        return msgspec.convert(_without_fractions(given), struct)


def _without_fractions(value: Json) -> Json:
    """Write numbers such as 3.0 as 3, which is the same number to the harness."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _without_fractions(member) for name, member in value.items()}
    return [_without_fractions(item) for item in value] if isinstance(value, list) else value


def _said(error: Exception) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 - a hostile error may raise when it is shown
        return type(error).__name__
