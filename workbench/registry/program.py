"""One run of a program: its calls in their lane, their rows, and the end that nothing outlives."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from workbench.model import Json
from workbench.registry.admission import CallInput, admit
from workbench.registry.definition import RUN_CODE
from workbench.registry.execution import DispatchLog, Run
from workbench.registry.hooks import waterfall
from workbench.registry.json_values import NotLosslessError, snapshot, thaw
from workbench.registry.lane import Lane
from workbench.registry.pipeline import Stage, conclude, dispatch, prepare
from workbench.registry.results import FAULTS, Failure, Result, blocks, error_message, user_message
from workbench.registry.signals import Abort

if TYPE_CHECKING:
    from workbench.registry.codemode import CodeResult, CodeRuntime
    from workbench.registry.registry import Registry

_log = logging.getLogger(__name__)

PLUGINS = {"code": "tools-code-mode", "ptc": "tools-ptc"}
"""Source of the messages that carry a nested call's images, by the word in rows and ids."""


class ToolCallError(Exception):
    """A call of a program that failed; `tool_name` says which tool, the message is the failure's."""

    def __init__(self, message: str, tool_name: str) -> None:
        super().__init__(message)
        self.tool_name = tool_name


class Program:
    """The calls of one `run_code` execution."""

    def __init__(self, registry: Registry, run: Run) -> None:
        self.registry = registry
        self.outer = run
        self.over = Abort()
        self.lane = Lane(registry.max_parallel_sub_calls, lambda: self.over.signal.aborted)
        self._driver: asyncio.Task[None] | None = None
        self._logging: set[asyncio.Task[None]] = set()
        self._submitted = 0
        self._open: set[_SubCall] = set()

    async def run(self, runtime: CodeRuntime, code: str) -> CodeResult:
        """Run the program, then abort, await and log what is left of its calls."""
        visible = self.registry.layers.visible(self.outer.agent)
        functions = {name: self._function(name) for name in visible}
        outer = self.outer.signal
        release = outer.on_abort(lambda: self._end(outer.reason))
        try:
            return await runtime.run(code, functions, self.over.signal)
        finally:
            release()
            self._end(f"{RUN_CODE} settled")
            await self._drain()

    def _end(self, reason: Any) -> None:
        self.over.abort(reason)
        self.lane.wake()

    async def _drain(self) -> None:
        while self._driver is not None and not self._driver.done():
            try:
                await asyncio.wait({self._driver})
            except asyncio.CancelledError:
                self.lane.cancel_bodies()
        while self._logging:
            await asyncio.gather(*self._logging)
        if self._driver is not None:
            self._driver.result()

    def _function(self, name: str) -> Callable[[Any], Awaitable[Json]]:
        """Return what a program calls: it submits at once and returns a future of the value."""

        def call(arguments: Any = UNSET) -> Awaitable[Json]:
            answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
            answer.add_done_callback(_retrieved)
            refusal = self._submit(name, arguments, answer)
            if refusal is not None:
                answer.set_exception(ToolCallError(refusal, name))
            return answer

        return call

    def _submit(self, name: str, arguments: Any, answer: asyncio.Future[Json]) -> str | None:
        """Queue a call; return why it is refused, if it is. A refused call takes no number."""
        if self.over.signal.aborted:
            return f"{RUN_CODE} run is over ({self.over.signal.reason}); {name} not dispatched"
        try:
            frozen = snapshot(arguments)
        except NotLosslessError:
            return "tool arguments must be lossless JSON (call the tool with an arguments object, e.g. `{}`)"
        self._submitted += 1
        self.lane.submit(_SubCall(self, name, frozen, self._submitted, answer))
        if self._driver is None or self._driver.done():
            self._driver = asyncio.ensure_future(self._drive())
        return None

    async def _drive(self) -> None:
        try:
            await self.lane.run()
        except BaseException as error:
            problem = f"{RUN_CODE} could not run its calls: {error_message(error)}"
            self._end(problem)
            for call in list(self._open):
                call.fail(problem)
            raise

    def enter(self, call: _SubCall) -> None:
        """Note a call that awaits its answer."""
        self._open.add(call)

    def leave(self, call: _SubCall) -> None:
        """Note that a call has its answer."""
        self._open.discard(call)

    async def log_settled(self, call: _SubCall, result: Result) -> None:
        """Write the settle row in the background, holding the lane back only when too many wait to be written."""
        if self.outer.agent is None:
            return
        task = asyncio.ensure_future(self._write_settled(call, result))
        self._logging.add(task)
        task.add_done_callback(self._logging.discard)
        while len(self._logging) > self.lane.max_parallel:
            await asyncio.wait(self._logging, return_when=asyncio.FIRST_COMPLETED)

    async def _write_settled(self, call: _SubCall, result: Result) -> None:
        agent = self.outer.agent
        assert agent is not None  # noqa: S101 - log_settled asks
        content = await self._log_copy(call, result)
        agent.log(
            f"tool/{self.registry.transport}-dispatch",
            {**call.identity, "isError": result.is_error, "content": thaw(content)},
        )

    async def _log_copy(self, call: _SubCall, result: Result) -> Json:

        listeners = self.registry.hooks.heard("dispatch-log", self.outer.agent)
        if not listeners:
            return result.content
        settled = DispatchLog(
            execution=self.outer.execution,
            sub_call_id=call.call_id,
            name=call.name,
            is_error=result.is_error,
            content=result.content,
        )
        try:
            return blocks(await waterfall(listeners, (settled,), lambda: result.content))
        except FAULTS as error:
            _log.warning(
                "a dispatch-log listener failed for %s: %s; the settled content is logged",
                call.name,
                error_message(error),
            )
            return result.content


class _SubCall:
    """One call of a program in the lane."""

    def __init__(self, program: Program, name: str, arguments: Json, number: int, answer: asyncio.Future[Json]) -> None:
        self.program = program
        self.name = name
        self.arguments = arguments
        self.answer = answer
        self.stage: Stage | None = None
        outer = program.outer
        self.call_id = f"{outer.call_id}:{program.registry.transport}:{number}"
        self.identity: dict[str, Json] = {
            "rootCallId": outer.root_call_id,
            "parentCallId": outer.call_id,
            "subCallId": self.call_id,
            "name": name,
            "arguments": thaw(arguments),
        }
        program.enter(self)

    def is_parallel(self) -> bool:
        program = self.program
        return program.registry.is_parallel(self.name, self.arguments, program.outer.agent, nested=True)

    async def start(self) -> Awaitable[object] | None:
        program, outer = self.program, self.program.outer
        if outer.agent is not None:
            outer.agent.log(f"tool/{program.registry.transport}-dispatch-start", dict(self.identity))
        call = CallInput(
            name=self.name,
            arguments=self.arguments,
            call_id=self.call_id,
            agent=outer.agent,
            signal=program.over.signal,
            parent=outer.token,
            root_call_id=outer.root_call_id,
        )
        self.stage = await prepare(program.registry, admit(program.registry, call))
        return self._dispatch(self.stage) if self.stage.next == "dispatch" else None

    async def _dispatch(self, prepared: Stage) -> None:
        self.stage = await dispatch(self.program.registry, prepared.flight)

    async def commit(self) -> None:
        assert self.stage is not None  # noqa: S101 - the lane commits only what it has started
        outer = self.program.outer
        result = await conclude(self.program.registry, self.stage)
        if not result.is_error and any(block.get("type") == "image" for block in result.content):
            outer.defer_context(user_message(thaw(result.content), plugin=PLUGINS[self.program.registry.transport]))
        for context in result.additional_contexts or ():
            outer.defer_context(context)
        if not result.is_error and result.concludes_turn is True:
            outer.conclude_turn()
        self._settle(result)
        await self.program.log_settled(self, result)

    def _settle(self, result: Result) -> None:
        over = self.program.over.signal
        if over.aborted:
            self.fail(f"{RUN_CODE} run is over ({over.reason}); {self.name} result discarded")
        elif isinstance(result, Failure):
            self.fail(result.error.message)
        elif not self.answer.done():
            self.answer.set_result(thaw(result.value))
            self.program.leave(self)

    def abandon(self) -> None:
        self.fail(f"{RUN_CODE} run is over ({self.program.over.signal.reason}); {self.name} tool call abandoned")

    def fail(self, message: str) -> None:
        """Answer with an error, if there is no answer yet."""
        if not self.answer.done():
            self.answer.set_exception(ToolCallError(message, self.name))
        self.program.leave(self)


def _retrieved(answer: asyncio.Future[Json]) -> None:
    """Look at the exception, so that a program that never awaits a failed call causes no noise."""
    if not answer.cancelled():
        answer.exception()
