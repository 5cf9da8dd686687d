"""The registry: tools, scopes and policies, and the one way to run a call."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar, overload

from workbench.model import Json
from workbench.registry.admission import CallInput, admit
from workbench.registry.definition import ToolDefinition, check_definition
from workbench.registry.execution import Token
from workbench.registry.failures import DefinitionError, RegistryError
from workbench.registry.hooks import Listener
from workbench.registry.pipeline import complete, prepare
from workbench.registry.results import FAULTS, Result
from workbench.registry.scopes import Agent, Guard, Mode, Transport
from workbench.registry.signals import Abort, Signal, attend, fuse
from workbench.registry.visibility import Visibility, known_mode

if TYPE_CHECKING:
    from workbench.registry.approvals import ApprovalService
    from workbench.registry.codemode import CodeRuntime

L = TypeVar("L", bound=Listener)
_log = logging.getLogger(__name__)


class Registry(Visibility):
    """Tools, the scopes that see them, the policies around them, and their execution.

    Attributes:
        approvals: the service that asks a person, or None (then an ask is a denial).
    """

    def __init__(
        self,
        *,
        approvals: ApprovalService | None = None,
        mode: Mode = "native",
        code_runtime: CodeRuntime | None = None,
        max_parallel_sub_calls: int = 10,
        transport: Transport = "code",
    ) -> None:
        """Make an empty registry; `mode` is how tools are presented where no agent declares otherwise.

        Raises:
            RegistryError: the mode is unknown or the cap no positive integer.
        """
        super().__init__(mode, code_runtime, max_parallel_sub_calls, transport)
        self.approvals = approvals

    def register(self, definition: ToolDefinition, *, agent: Agent | None = None) -> Callable[[], None]:
        """Register a tool globally or for one agent, and return the function that takes it back.

        A tool of an agent shadows an inherited one of the same name. A `change` listener that raises undoes it.

        Raises:
            DefinitionError: it is no tool, or its output contract or timeout is wrong.
            JsonSchemaError: the output schema cannot be enforced.
            RegistryError: the name is reserved, or taken in this layer.
        """
        if not isinstance(definition, ToolDefinition):
            got = type(definition).__name__
            raise DefinitionError(f"register() takes a tool that define_tool or ToolDefinition made, not {got}")
        check_definition(definition)
        tools = self.layers.of(agent).tools
        name = definition.name
        if name in tools:
            where = (
                "(for a per-agent variant, register through that agent's `agent.ctx` instead)"
                if agent is None
                else "in this scope"
            )
            raise RegistryError(f'tool "{name}" is already registered {where}')
        tools[name] = definition

        def remove() -> None:
            if tools.get(name) is definition:
                del tools[name]

        return self._changed(remove)

    def restrict(
        self, *, allow: Iterable[str] | None = None, deny: Iterable[str] | None = None, agent: Agent | None = None
    ) -> Callable[[], None]:
        """Filter what an agent inherits, and return the function that lifts this filter.

        Filters intersect and are asked anew for every call: a name registered later passes a `deny` list and fails an
        `allow` list. The agent's own tools are never filtered.

        Raises:
            RegistryError: no agent, no list, or a name that is reserved or not inherited now.
        """
        if isinstance(allow, str) or isinstance(deny, str):
            raise RegistryError("tools.restrict() takes lists of names: write a single name as [name]")
        allow, deny = (None if names is None else list(names) for names in (allow, deny))
        owner, restriction = self.layers.check_restriction(agent, allow, deny)
        restrictions = self.layers.of(owner).restrictions
        restrictions.append(restriction)
        return self._changed(lambda: _remove(restrictions, restriction))

    def guard(self, guard: Guard, *, agent: Agent | None = None) -> Callable[[], None]:
        """Add a guard for all calls or for an agent's, and return the function that removes it.

        A guard is asked after every pre-execute listener. A reason it returns ends the call, and nothing can undo that;
        None leaves the call as it is.
        """
        guards = self.layers.of(agent).guards
        entry = (guard,)
        guards.append(entry)
        return lambda: _remove(guards, entry)

    @overload
    def on(
        self, event: str, listener: Listener, *, agent: Agent | None = ..., outermost: bool = ...
    ) -> Callable[[], None]: ...

    @overload
    def on(self, event: str, *, agent: Agent | None = ..., outermost: bool = ...) -> Callable[[L], L]: ...

    def on(
        self, event: str, listener: Listener | None = None, *, agent: Agent | None = None, outermost: bool = False
    ) -> Any:
        """Add a listener, and return the function that removes it; without a listener, this is a decorator.

        Events and what their listeners take and return stand in `workbench.registry.hooks`. The first registered
        listener is the outermost; `outermost=True` puts this one before those there are.

        Raises:
            RegistryError: there is no such event.
        """
        if listener is not None:
            return self.hooks.add(event, listener, agent, outermost=outermost)

        def decorate(decorated: L) -> L:
            self.hooks.add(event, decorated, agent, outermost=outermost)
            return decorated

        return decorate

    def present_as(self, mode: Mode, *, agent: Agent | None = None) -> Callable[[], None]:
        """Present an agent's tools (and its descendants') natively, through code mode or both ways.

        Raises:
            RegistryError: no agent, an unknown mode, or the agent has declared one already.
        """
        if agent is None:
            raise RegistryError(
                "tools.presentAs() requires a scoped context (agent.ctx): a context-global presentation is the `mode` "
                "config field on the tools row"
            )
        layer = self.layers.of(agent)
        if layer.mode is not None:
            raise RegistryError(
                f'tools.presentAs("{mode}") conflicts with "{layer.mode}" already declared for this scope; one '
                "composition selects one presentation"
            )
        layer.mode = known_mode(mode)

        def lift() -> None:
            layer.mode = None

        return self._changed(lift)

    def _changed(self, undo: Callable[[], None]) -> Callable[[], None]:
        """Tell the change listeners; undo if one raises, else return the disposer that undoes and tells again, once."""
        try:
            self.hooks.changed()
        except BaseException:
            undo()
            raise
        disposed = False

        def dispose() -> None:
            nonlocal disposed
            if disposed:
                return
            disposed = True
            undo()
            try:
                self.hooks.changed()
            except FAULTS:
                _log.exception("a change listener failed")

        return dispose

    async def execute(
        self,
        name: str,
        arguments: Json,
        *,
        call_id: str | None = None,
        agent: Agent | None = None,
        signal: Signal | None = None,
        parent: Token | None = None,
        root_call_id: str | None = None,
    ) -> Result:
        """Run one call through the whole pipeline and return its final, frozen result.

        Failures of any kind come back as a `Failure`; nothing a tool or policy raises passes through here.

        Args:
            name: the tool's name.
            arguments: the parsed arguments; the tool checks them against its schema.
            call_id: id of the call, made up where there is none.
            agent: on whose behalf the call runs; it decides what is visible and which policies apply.
            signal: the caller's cancellation.
            parent: token of the execution this call is made from, for a body that calls other tools.
            root_call_id: id of the outermost call; `call_id` where there is no outer one.

        Raises:
            asyncio.CancelledError: the awaiting task was cancelled (an interrupt of the kernel, say). The call was then
                aborted, waited for and given its result all the same.
        """
        own = Abort()
        fused, release = (own.signal, None) if signal is None else fuse(signal, own.signal)
        call = CallInput(
            name=name,
            arguments=arguments,
            signal=fused,
            call_id=call_id,
            agent=agent,
            parent=parent,
            root_call_id=root_call_id,
        )
        try:
            return await attend(asyncio.ensure_future(self._run(call)), own)
        finally:
            if release is not None:
                release()

    async def _run(self, call: CallInput) -> Result:
        return await complete(self, await prepare(self, admit(self, call)))


def _remove(entries: list[Any], entry: object) -> None:
    entries[:] = [each for each in entries if each is not entry]
