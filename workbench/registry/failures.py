"""The harness's errors: a name, a code and the exact sentence, as they stand in `tool/result` rows.

`HarnessError` is the typed base: only its subclasses give a failed result its `info` (name and code). A definition or
registration that is wrong in itself raises `DefinitionError` or `RegistryError` to whoever writes it; those never reach
a result row by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.errors import WorkbenchError
from workbench.registry.json_text import number_text

if TYPE_CHECKING:
    from collections.abc import Sequence


class HarnessError(WorkbenchError):
    """An error with a code of the harness; a body raises it, or a subclass, to give its failure a name and a code.

    Attributes:
        name: the class name written to the log; `HarnessError` unless a subclass says otherwise.
        code: the code written to the log.
        message: the sentence, without the envelope `Error: `.
    """

    name = "HarnessError"

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message, code=code)
        self.message = message


class JsonSchemaError(HarnessError):
    """A schema outside the enforced subset, or an author's declaration that does not compile.

    Attributes:
        violations: each fault with its path, in the order of the walk.
    """

    name = "JsonSchemaError"

    def __init__(self, violations: Sequence[str]) -> None:
        super().__init__(f"unsupported JSON schema: {'; '.join(violations)}", "UNSUPPORTED_SCHEMA")
        self.violations = list(violations)


class ToolArgsError(HarnessError):
    """Arguments that break the tool's schema (`INVALID_ARGS`)."""

    name = "ToolArgsError"

    def __init__(self, violations: Sequence[str]) -> None:
        super().__init__(f"invalid arguments: {'; '.join(violations)}", "INVALID_ARGS")
        self.violations = list(violations)


class ToolNotFoundError(HarnessError):
    """A name that is not visible where the call is made (`UNKNOWN_TOOL`)."""

    name = "ToolNotFoundError"

    def __init__(self, tool: str, hint: str = "") -> None:
        super().__init__(f'unknown tool "{tool}"{hint}', "UNKNOWN_TOOL")


class ToolOutputError(HarnessError):
    """A value, rendering or metadata that breaks the tool's output contract (`INVALID_TOOL_OUTPUT`)."""

    name = "ToolOutputError"

    def __init__(self, tool: str, detail: str) -> None:
        super().__init__(f'tool "{tool}" returned invalid output: {detail}', "INVALID_TOOL_OUTPUT")


class AbortError(HarnessError):
    """A call that was cancelled: `ABORTED` after its body began, `ABORTED_BEFORE_DISPATCH` when it never did."""

    name = "AbortError"

    @classmethod
    def during(cls) -> AbortError:
        """The call was cancelled after its body had been invoked."""
        return cls("tool call aborted", "ABORTED")

    @classmethod
    def before_dispatch(cls) -> AbortError:
        """The call was cancelled and its body never invoked."""
        return cls("tool call aborted before dispatch", "ABORTED_BEFORE_DISPATCH")


class ToolTimeoutError(HarnessError):
    """A body that ran past its tool's `timeout_ms` (`TOOL_TIMEOUT`)."""

    name = "ToolTimeoutError"

    def __init__(self, timeout_ms: float) -> None:
        super().__init__(f"tool call timed out after {number_text(timeout_ms)}ms", "TOOL_TIMEOUT")


class CodeRunFailedError(HarnessError):
    """A program of code mode that failed (`CODE_RUN_FAILED`)."""

    name = "CodeRunFailedError"

    def __init__(self, message: str) -> None:
        super().__init__(message, "CODE_RUN_FAILED")


class DefinitionError(WorkbenchError, TypeError):
    """A tool definition that lacks a part or has a wrong one."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, code="definition")


class RegistryError(WorkbenchError, ValueError):
    """A registration, restriction or policy that the registry refuses."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, code="registry")
