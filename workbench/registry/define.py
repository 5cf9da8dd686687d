"""`define_tool`: a tool from a function, with its arguments checked and, where types were given, converted."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, overload

import msgspec

from workbench.errors import did_you_mean
from workbench.model import Json, ToolResult
from workbench.registry import hints
from workbench.registry.compile import compile_parameters, compile_value
from workbench.registry.definition import Output, ToolDefinition, timeout_is_valid
from workbench.registry.execution import Execution, Run
from workbench.registry.failures import DefinitionError, ToolArgsError
from workbench.registry.objects import check_convertible, json_of, object_of
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
        tool = _name_of(body, name)
        if not timeout_is_valid(timeout_ms):
            raise DefinitionError(f"defineTool({tool}): timeoutMs must be a positive finite number")
        takes, gives, unread = _annotations(body)
        arguments = _Arguments(takes if parameters is msgspec.UNSET else parameters, tool, unread)
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

    def __init__(self, declared: Any, tool: str, unread: str) -> None:
        if declared is msgspec.UNSET:
            why = f" (the annotations of its body could not be read: {unread})" if unread else ""
            raise DefinitionError(
                f'tool "{tool}" needs parameters: a map of properties ({{}} for none), or a type for its first '
                f"argument{why}"
            )
        typed = hints.is_type(declared)
        self.schema = compile_parameters(hints.parameters_of(declared) if typed else declared)
        self._type = declared if typed and hints.needs_conversion(declared) else None
        if self._type is not None:
            check_convertible(self._type, "parameters")

    def of(self, args: Json) -> Any:
        """Return valid arguments as the author wants them."""
        if self._type is None:
            return args
        try:
            return object_of(args, self._type)
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
    known = ("schema", "render", "presentation_meta")
    parts = output if isinstance(output, Mapping) else {}
    unknown = next((word for word in parts if word not in known), None)
    if unknown is not None:
        spelled = did_you_mean(_snake(str(unknown)), known)
        raise DefinitionError(
            f'tool "{tool}" declares output "{unknown}", which is not one of {", ".join(known)}.{spelled}'
        )
    render, meta = parts.get("render"), parts.get("presentation_meta")
    declared = parts.get("schema", gives)
    if not callable(render) or declared is msgspec.UNSET or not (meta is None or callable(meta)):
        raise DefinitionError(f'tool "{tool}" must declare output {{ schema, render, presentationMeta? }}')
    typed = hints.is_type(declared)
    schema = compile_value(hints.value_of(declared) if typed else declared)
    converts = typed and hints.needs_conversion(declared)
    if converts:
        check_convertible(declared, "schema")

    def value_of(value: Json) -> Any:
        return object_of(value, declared) if converts else value

    def rendered(args: Json, value: Json) -> Sequence[Json]:
        content = render(arguments.of(args), value_of(value))
        return [text(content)] if isinstance(content, str) else content

    def meta_of(args: Json, value: Json) -> Json:
        assert meta is not None  # noqa: S101 - only used where there is one
        return meta(arguments.of(args), value_of(value))

    def give_back(returned: Any) -> Any:
        return json_of(returned) if converts else returned

    contract = Output(schema=schema, render=rendered, presentation_meta=None if meta is None else meta_of)
    return contract, give_back


def _name_of(body: Any, name: str | None) -> str:
    """Return the tool's name: the one given, else the body's."""
    if not callable(body):
        raise DefinitionError(f"the body of a tool is a function of its arguments and its run, not {body!r}")
    tool = name or getattr(body, "__name__", "")
    if not tool or tool == "<lambda>":
        raise DefinitionError("a tool needs a name; give one, or define its body with def")
    return str(tool)


def _snake(word: str) -> str:
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in word)


def _annotations(body: Body) -> tuple[Any, Any, str]:
    """Return the annotations of a body's first parameter and of what it returns, UNSET where there is none.

    The third is why they could not be read, empty where they could: a type that only a function knows, say.
    """
    try:
        found = typing.get_type_hints(body, include_extras=True)
    except (NameError, TypeError) as error:
        return msgspec.UNSET, msgspec.UNSET, str(error) if getattr(body, "__annotations__", None) else ""
    first = next(iter(inspect.signature(body).parameters), "")
    takes = found.get(first, msgspec.UNSET)
    if takes is Any or typing.get_origin(takes) is dict or takes is dict:
        takes = msgspec.UNSET
    return takes, found.get("return", msgspec.UNSET), ""
