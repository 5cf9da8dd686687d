"""What an agent sees of a registry, what a model may be told of it, and what may run."""

from __future__ import annotations

from typing import get_args

from workbench.model import Json
from workbench.registry.codemode import CodeRuntime, check_runtime, run_code_tool
from workbench.registry.definition import RUN_CODE, ToolDefinition
from workbench.registry.execution import Execution
from workbench.registry.failures import RegistryError
from workbench.registry.hooks import Hooks
from workbench.registry.json_values import NotLosslessError, snapshot, thaw
from workbench.registry.lane import positive
from workbench.registry.scopes import Agent, Layers, Mode, Transport


class Visibility:
    """The layers of tools and how they are presented: the half of a registry that runs nothing.

    Attributes:
        layers: the global layer and those of agents.
        hooks: the listeners.
        code_runtime: what runs programs of code mode, or None.
        max_parallel_sub_calls: how many calls of one program may overlap.
        transport: the word in the rows and ids of a program's calls: `code` up to log format 2, `ptc` from 3.
    """

    def __init__(
        self, mode: Mode, code_runtime: CodeRuntime | None, max_parallel_sub_calls: int, transport: Transport
    ) -> None:
        self.layers = Layers()
        self.hooks = Hooks()
        self.code_runtime = code_runtime
        self.max_parallel_sub_calls = positive(max_parallel_sub_calls, "maxParallelSubCalls")
        self.transport = transport
        self._mode = known_mode(mode)
        self._transport: ToolDefinition | None = None

    def mode(self, agent: Agent | None = None) -> Mode:
        """Return how this agent's tools are presented to the model."""
        return self.layers.mode(agent, self._mode)

    def get(self, name: str, agent: Agent | None = None) -> ToolDefinition | None:
        """Return the tool of this name as an agent (None: a call without one) sees it, or None."""
        if name == RUN_CODE:
            return self._code_transport() if self.mode(agent) != "native" else None
        return self.layers.find(name, agent)

    def names(self, agent: Agent | None = None) -> list[str]:
        """Return the names an agent sees, in order of registration; `run_code` last where it is presented."""
        transport = [] if self.mode(agent) == "native" else [RUN_CODE]
        return [*self.layers.visible(agent), *transport]

    def schemas(self, agent: Agent | None = None) -> list[dict[str, Json]]:
        """Return what a model may be told of each visible tool: copies of name, description and parameters only.

        Raises:
            RegistryError: a tool's parameters are not lossless JSON.
        """
        return [self._schema(name, agent) for name in self.names(agent)]

    def wire_schemas(self, agent: Agent | None = None) -> list[dict[str, Json]]:
        """Return the schemas a request carries: only `run_code` in mode `code`, else `schemas()`.

        Raises:
            RegistryError: code mode is asked for and there is no runtime for it.
        """
        if self.mode(agent) == "native":
            return self.schemas(agent)
        self.require_code_runtime(agent)
        return [self._schema(RUN_CODE, agent)] if self.mode(agent) == "code" else self.schemas(agent)

    def _schema(self, name: str, agent: Agent | None) -> dict[str, Json]:
        tool = self.get(name, agent)
        assert tool is not None  # noqa: S101 - the name comes from names()
        try:
            parameters = thaw(snapshot(tool.parameters))
        except NotLosslessError as error:
            raise RegistryError(f'tool "{name}" parameters must be lossless JSON before schema projection') from error
        return {"name": tool.name, "description": tool.description, "parameters": parameters}

    def require_code_runtime(self, agent: Agent | None = None) -> CodeRuntime:
        """Return the runtime for programs.

        Raises:
            RegistryError: there is none, or none for its language.
        """
        return check_runtime(self.code_runtime, self.mode(agent))

    def _code_transport(self) -> ToolDefinition:

        self._transport = self._transport or run_code_tool(self)  # type: ignore[arg-type]  # every one is a Registry
        return self._transport

    def is_parallel(self, name: str, arguments: Json, agent: Agent | None = None, *, nested: bool = False) -> bool:
        """Return whether this call may overlap with others now: only if its tool's classifier answers exactly True."""
        tool = None if self.collapses(name, agent, nested=nested) else self.get(name, agent)
        if tool is None or tool.is_concurrency_safe is None:
            return False
        try:
            return tool.is_concurrency_safe(arguments) is True
        except Exception:  # noqa: BLE001 - a classifier that fails has not opted in
            return False

    def executable(self, execution: Execution) -> ToolDefinition | None:
        """Return the tool that may run for this call now, or None."""
        if self.collapses(execution.name, execution.agent, nested=execution.parent is not None):
            return None
        return self.get(execution.name, execution.agent)

    def collapses(self, name: str, agent: Agent | None, *, nested: bool) -> bool:
        """Return whether code mode forbids this call: made directly, and of another tool than `run_code`."""
        return not nested and name != RUN_CODE and self.mode(agent) == "code"


def known_mode(mode: Mode) -> Mode:
    """Return a mode that exists.

    Raises:
        RegistryError: it does not.
    """
    if mode not in get_args(Mode):
        raise RegistryError(f'the mode is "native", "code" or "both", not {mode!r}')
    return mode
