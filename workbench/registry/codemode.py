"""Code mode: the tool `run_code`, whose program calls the other tools.

The runtime is the caller's: an object with a `language` and `await run(program, functions, signal)`. A function that it
gives to the program submits the call at once and returns an awaitable of the canonical value; a failed call raises
`ToolCallError` with the failure's message. Each call runs the complete pipeline with the outer execution as its
`parent`, under the scheduling rules of a step, and leaves a start row and a settle row in the agent's log.

When the program ends, for whatever reason, its running calls are aborted and awaited, the queued ones are dropped
without a row, and a call that comes later is refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import UNSET, UnsetType

from workbench.model import Json, Value
from workbench.registry.define import define_tool
from workbench.registry.definition import RUN_CODE, ToolDefinition
from workbench.registry.execution import Run
from workbench.registry.failures import CodeRunFailedError, RegistryError
from workbench.registry.json_text import json_text
from workbench.registry.program import Program

if TYPE_CHECKING:
    from workbench.registry.registry import Registry
    from workbench.registry.scopes import Mode
    from workbench.registry.signals import Signal

LANGUAGES = ("typescript", "python")
_INDENTED_LEVELS = 5


class CodeFault(Value, frozen=True, kw_only=True):
    """Why a program failed: a kind such as `exception`, `timeout` or `aborted`, and a message."""

    kind: str
    message: str


class CodeResult(Value, frozen=True, kw_only=True):
    """What a program came to: its printed lines, and the value it returned (UNSET for none) or its fault."""

    logs: Sequence[str] = ()
    value: Json | UnsetType = UNSET
    fault: CodeFault | None = None


class CodeRuntime(Protocol):
    """Runs programs of one language."""

    language: str

    async def run(
        self, program: str, functions: Mapping[str, Callable[[Any], Awaitable[Json]]], signal: Signal
    ) -> CodeResult:
        """Run a program that may call the functions by name, watching the signal; report its faults, raise none."""


def check_runtime(runtime: CodeRuntime | None, mode: Mode) -> CodeRuntime:
    """Return the runtime, if there is one for a language that is known.

    Raises:
        RegistryError: there is none.
    """
    if runtime is None:
        raise RegistryError(
            f'mode "{mode}" requires a code runtime: give the registry one, or set its mode to "native"'
        )
    if runtime.language not in LANGUAGES:
        raise RegistryError(f'no code mode for the language "{runtime.language}"; it is one of {", ".join(LANGUAGES)}')
    return runtime


def run_code_tool(registry: Registry) -> ToolDefinition:
    """Return the `run_code` tool of a registry. It is presented by the mode, never registered or restricted."""

    async def execute(args: Json, run: Run) -> Json:
        if not args["description"].strip():
            raise ValueError("invalid description: expected a non-empty string")
        runtime = registry.require_code_runtime(run.agent)
        result = await Program(registry, run).run(runtime, args["code"])
        if result.fault is not None:
            captured = "\nCaptured output:\n" + "\n".join(result.logs) if result.logs else ""
            raise CodeRunFailedError(f"code run failed ({result.fault.kind}): {result.fault.message}{captured}")
        returned = {} if result.value is UNSET else {"result": result.value}
        return {"logs": list(result.logs), **returned}

    return define_tool(
        execute,
        name=RUN_CODE,
        description=(
            "Run a program, given as the body of an async function in `code`, that calls the available tools as "
            "`await tools.name(arguments)`. Say in `description` what it does. Only what the program prints or returns "
            "comes back."
        ),
        parameters={
            "code": {"type": "string", "required": True, "description": "The body of an async function."},
            "description": {
                "type": "string",
                "required": True,
                "description": "What the program does, in five to ten words, for the person who watches.",
            },
        },
        output={
            "schema": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "logs": {"type": "array", "required": True, "items": {"type": "string"}},
                    "result": {"type": "json"},
                },
            },
            "render": lambda _args, value: program_output(value["logs"], value.get("result", UNSET)),
        },
        present_call=lambda args: {
            "card": "generic",
            "title": args["description"],
            "kind": "execute",
            "rawInput": args["code"],
        },
    )


def program_output(logs: Sequence[str], value: Json | UnsetType = UNSET) -> str:
    """Return the text of a program's result: its lines, then its value, a string as it is, else as indented JSON."""
    shown = "" if value is UNSET else value if isinstance(value, str) else _pretty(value)
    parts = [part for part in ("\n".join(logs), shown) if part]
    return "\n".join(parts) or f"({RUN_CODE} completed with no output)"


def _pretty(value: Json) -> str:
    return json_text(value, indent=2, indented_levels=_INDENTED_LEVELS)
