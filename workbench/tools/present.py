"""From the logged arguments and result of a call to its views, as the harness's host does it: strict and contained."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

import msgspec

from workbench.model import CallView, Json, ResultView, ToolResult
from workbench.registry.schema import validate_arguments
from workbench.tools.definition import Arguments, Older, PresentCall, Presented, PresentResult, Tool

_decode = msgspec.json.Decoder().decode
_CACHED = 65_536


class _NotJsonError(ValueError):
    """The text is not JSON by the ECMAScript rule."""


def _refuse(word: str) -> Any:
    raise _NotJsonError(word)


def _whole(digits: str) -> float:
    return -0.0 if digits == "-0" else int(digits)


_lenient = json.JSONDecoder(parse_constant=_refuse, parse_int=_whole)


def parse_arguments(text: str) -> Json:
    """Parse the arguments of a call as `JSON.parse` does.

    Strings may hold lone surrogates, numbers may be of any size (beyond a double they are infinite), and `-0` stays a
    negative zero; `NaN` and `Infinity` are refused.

    Raises:
        ValueError: the text is not JSON, or is nested too deep.
    """
    try:
        if "-0" not in text:
            return _decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        pass
    try:
        return _lenient.decode(text)
    except RecursionError:
        raise ValueError("the arguments are nested too deep") from None


def _check(parameters: dict[str, Any], text: str) -> tuple[Json, str | None]:
    try:
        value = parse_arguments(text)
    except ValueError:
        return None, "arguments are not JSON"
    problems = validate_arguments(parameters, value)
    return value, f"arguments do not fit: {'; '.join(problems[:3])}" if problems else None


class _Schema:
    """Identity of a compiled schema as a key; the schemas live as long as their tools."""

    __slots__ = ("parameters",)

    def __init__(self, parameters: dict[str, Any]) -> None:
        self.parameters = parameters

    def __hash__(self) -> int:
        return id(self.parameters)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Schema) and other.parameters is self.parameters


@lru_cache(maxsize=64)
def _check_cached(schema: _Schema, text: str) -> tuple[Json, str | None]:
    return _check(schema.parameters, text)


def read_arguments(parameters: dict[str, Any], text: str) -> tuple[Json, str | None]:
    """Parse the arguments of a call and hold them against a parameter schema.

    Returns:
        `(value, None)` where they fit, else `(value or None, reason)`. The value may be shared: do not change it.
    """
    if len(text) > _CACHED:
        return _check(parameters, text)
    return _check_cached(_Schema(parameters), text)


def call_view(present: PresentCall, arguments: Arguments) -> Json:
    """Run a call presenter on arguments that fit; what the author raises comes out."""
    return present(arguments)


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
    return _present(lambda: present(arguments), CallView) if reason is None else Presented(reason=reason)


def present_result_of(tool: Tool | Older, arguments_text: str, result: ToolResult) -> Presented:
    """Return the result view of a tool or an older shape of one; never raises what a presenter raises."""
    present: PresentResult | None = tool.present_result
    if present is None:
        return _NO_PRESENTER
    arguments, reason = _arguments(tool, arguments_text)
    return _present(lambda: present(arguments, result), ResultView) if reason is None else Presented(reason=reason)


_NO_PRESENTER = Presented(reason="no presenter")
_NO_VIEW = Presented(reason="no view")


def _arguments(tool: Tool | Older, text: str) -> tuple[Json, str | None]:
    value, reason = read_arguments(tool.parameters, text)
    if reason is not None and isinstance(tool, Tool) and not tool.checks_arguments and not reason.endswith("not JSON"):
        return value, None
    return value, reason


def _present(run: Any, kind: Any) -> Presented:
    try:
        given = run()
    except Exception as error:  # noqa: BLE001 - an author's presenter may raise anything; the host contains it
        return Presented(reason=f"presenter failed: {type(error).__name__}: {error}")
    if given is None:
        return _NO_VIEW
    try:
        view = given if isinstance(given, kind) else msgspec.convert(given, kind, str_keys=True)
    except (msgspec.ValidationError, TypeError, RecursionError) as error:
        return Presented(reason=f"presenter failed: malformed view: {error}")
    return Presented(view=view)
