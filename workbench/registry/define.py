"""`define_tool`: a tool from a function, with its arguments checked and, where types were given, converted."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, overload

import msgspec

from workbench.model import Json, ToolResult
from workbench.registry import hints
from workbench.registry.compile import compile_parameters, compile_value
from workbench.registry.definition import Output, ToolDefinition, timeout_is_valid
from workbench.registry.execution import Execution, Run
from workbench.registry.failures import DefinitionError, ToolArgsError
from workbench.registry.json_values import is_integer, thaw
from workbench.registry.results import Result, text
from workbench.registry.validation import validate_arguments

Body = Callable[[Any, Run], Awaitable[Any] | Any]
Finalizer = Callable[[Execution, Result], Sequence[Json] | None]


@overload
def define_tool(
    body: Body,
    *,
    output: Mapping[str, Any],
    name: str | None = ...,
    description: str | None = ...,
    parameters: Any = ...,
    timeout_ms: float | None = ...,
    is_concurrency_safe: Callable[[Any], bool] | bool | None = ...,
    finalize_content: Finalizer | None = ...,
    present_call: Callable[[Any], Any] | None = ...,
    present_result: Callable[[Any, ToolResult], Any] | None = ...,
) -> ToolDefinition: ...


@overload
def define_tool(
    *,
    output: Mapping[str, Any],
    name: str | None = ...,
    description: str | None = ...,
    parameters: Any = ...,
    timeout_ms: float | None = ...,
    is_concurrency_safe: Callable[[Any], bool] | bool | None = ...,
    finalize_content: Finalizer | None = ...,
    present_call: Callable[[Any], Any] | None = ...,
    present_result: Callable[[Any, ToolResult], Any] | None = ...,
) -> Callable[[Body], ToolDefinition]: ...


def define_tool(
    body: Body | None = None,
    *,
    output: Mapping[str, Any],
    name: str | None = None,
    description: str | None = None,
    parameters: Any = msgspec.UNSET,
    timeout_ms: float | None = None,
    is_concurrency_safe: Callable[[Any], bool] | bool | None = None,
    finalize_content: Finalizer | None = None,
    present_call: Callable[[Any], Any] | None = None,
    present_result: Callable[[Any, ToolResult], Any] | None = None,
) -> Any:
    """Make a tool of a body, or decorate a body to make it one.

    Arguments are checked before the body runs: a mismatch is the failure `INVALID_ARGS`, for the classifier `False`,
    for a presenter no view, so a replay of old arguments never raises. Defaults of a schema are told to the model and
    never filled in.

    Args:
        body: `async def body(args, run)`; returns the value that `output["schema"]` describes. It may be a plain
            function. `run.signal` says when the call is no longer wanted.
        output: the output contract: `schema` (a value node or a type), `render(args, value)` giving the content blocks
            the model reads (or one text), and perhaps `presentation_meta(args, value)` giving JSON for the presenters.
            Without `schema`, the body's return annotation is taken.
        name: the tool's name; the body's where there is none.
        description: what the model reads about it; the body's docstring where there is none.
        parameters: a map of properties, or a TypedDict, Struct or dataclass; the annotation of the body's first
            parameter where there is none. With a Struct or dataclass, every function gets an object of it.
        timeout_ms: budget of the body in milliseconds; the body is expected to watch `run.signal`.
        is_concurrency_safe: whether calls may overlap with others, or a function of the arguments that says so. Say
            True only if the body changes nothing that another call reads.
        finalize_content: last change of the content of every outcome, failures included; None keeps it.
        present_call: the view of a call from its arguments; pure, since it also runs on replay.
        present_result: the view of a result from arguments and result; pure, for the same reason.

    Raises:
        DefinitionError: a part is missing or the timeout is no positive number.
        JsonSchemaError: a schema or type cannot be compiled.
    """

    def make(body: Body) -> ToolDefinition:
        tool = str(name or getattr(body, "__name__", ""))
        if not timeout_is_valid(timeout_ms):
            raise DefinitionError(f"defineTool({tool}): timeoutMs must be a positive finite number")
        takes, gives = _annotations(body)
        arguments = _Arguments(takes if parameters is msgspec.UNSET else parameters, tool)
        contract, give_back = _contract(output, gives, arguments, tool)
        told = description if description is not None else inspect.getdoc(body)
        if told is None:
            raise DefinitionError(f'tool "{tool}" needs a description; give one, or write the docstring of its body')

        async def execute(args: Json, run: Run) -> Any:
            violations = validate_arguments(arguments.schema, args)
            if violations:
                raise ToolArgsError(violations)
            returned = body(arguments.of(args), run)
            return give_back(await returned if inspect.isawaitable(returned) else returned)

        classifier = (
            (lambda _args: is_concurrency_safe) if isinstance(is_concurrency_safe, bool) else is_concurrency_safe
        )
        return ToolDefinition(
            name=tool,
            description=told,
            parameters=arguments.schema,
            output=contract,
            execute=execute,
            timeout_ms=timeout_ms,
            is_concurrency_safe=arguments.soft(classifier, otherwise=False),
            finalize_content=finalize_content,
            present_call=arguments.soft(present_call, otherwise=None),
            present_result=arguments.soft(present_result, otherwise=None),
        )

    return make if body is None else make(body)


class _Arguments:
    """The parameters of one tool: their schema, and how a function of the author gets them."""

    def __init__(self, declared: Any, tool: str) -> None:
        if declared is msgspec.UNSET:
            raise DefinitionError(
                f'tool "{tool}" needs parameters: a map of properties ({{}} for none), or a type for its first argument'
            )
        typed = hints.is_type(declared)
        self.schema = compile_parameters(hints.parameters_of(declared) if typed else declared)
        self._type = declared if typed and hints.needs_conversion(declared) else None

    def of(self, args: Json) -> Any:
        """Return valid arguments as the author wants them."""
        if self._type is None:
            return args
        try:
            return _object_of(args, self._type)
        except msgspec.ValidationError as error:
            raise ToolArgsError([f'"arguments" do not fit {self._type.__name__}: {error}']) from error

    def soft(self, function: Callable[..., Any] | None, *, otherwise: Any) -> Callable[..., Any] | None:
        """Wrap a function of the arguments so that invalid ones give `otherwise`."""
        if function is None:
            return None

        def checked(args: Json, *more: Any) -> Any:
            if validate_arguments(self.schema, args):
                return otherwise
            return function(self.of(args), *more)

        return checked


def _contract(
    output: Mapping[str, Any], gives: Any, arguments: _Arguments, tool: str
) -> tuple[Output, Callable[[Any], Any]]:
    """Return the output contract, and how a returned value becomes a JSON value."""
    unknown = set(output) - {"schema", "render", "presentation_meta"}
    render, meta = output.get("render"), output.get("presentation_meta")
    declared = output.get("schema", gives)
    if unknown or not callable(render) or declared is msgspec.UNSET or not (meta is None or callable(meta)):
        raise DefinitionError(f'tool "{tool}" must declare output {{ schema, render, presentationMeta? }}')
    typed = hints.is_type(declared)
    schema = compile_value(hints.value_of(declared) if typed else declared)
    converts = typed and hints.needs_conversion(declared)

    def value_of(value: Json) -> Any:
        return _object_of(value, declared) if converts else value

    def rendered(args: Json, value: Json) -> Sequence[Json]:
        content = render(arguments.of(args), value_of(value))
        return [text(content)] if isinstance(content, str) else content

    def meta_of(args: Json, value: Json) -> Json:
        assert meta is not None  # noqa: S101 - only used where there is one
        return meta(arguments.of(args), value_of(value))

    def give_back(returned: Any) -> Any:
        return msgspec.to_builtins(returned) if converts else returned

    contract = Output(schema=schema, render=rendered, presentation_meta=None if meta is None else meta_of)
    return contract, give_back


def _object_of(value: Json, hint: Any) -> Any:
    """Return the object of a type that a JSON value stands for; 2.0 is an integer to a schema, so it is to a type."""
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return msgspec.convert(thaw(value, lambda part: int(part) if is_integer(part) else part), hint)


def _annotations(body: Body) -> tuple[Any, Any]:
    """Return the annotations of a body's first parameter and of what it returns, UNSET where there is none."""
    try:
        found = typing.get_type_hints(body, include_extras=True)
    except (NameError, TypeError):
        return msgspec.UNSET, msgspec.UNSET
    first = next(iter(inspect.signature(body).parameters), "")
    takes = found.get(first, msgspec.UNSET)
    if takes is Any or typing.get_origin(takes) is dict or takes is dict:
        takes = msgspec.UNSET
    return takes, found.get("return", msgspec.UNSET)
