"""The native loop's part: run the calls of one model step and write their rows in order.

`tool/call` is written when a call starts, `tool/result` when its turn to commit comes. Aborted, the calls that have
started settle and commit, and every other call still gets its pair of rows, with `ABORTED_BEFORE_DISPATCH`. Messages
that results carry become `user/message` rows after the last result of the step, in call order.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from workbench.model import Json, Value
from workbench.registry.admission import CallInput, admit
from workbench.registry.json_read import read_json
from workbench.registry.lane import Lane, positive
from workbench.registry.pipeline import Stage, conclude, dispatch, prepare
from workbench.registry.results import Result, aborted, wire
from workbench.registry.scopes import Agent
from workbench.registry.signals import Abort, Signal, attend, fuse

if TYPE_CHECKING:
    from workbench.registry.registry import Registry


class ModelCall(Value, frozen=True, kw_only=True):
    """A call as the model wrote it; `arguments` is its text."""

    call_id: str
    name: str
    arguments: str


class StepOutcome(Value, frozen=True, kw_only=True):
    """What a step came to.

    Attributes:
        results: the committed results in call order; calls that never started have their abort.
        contexts: the messages that were written after the results.
        concluded: whether a committed success ends the turn: no further request is to be made.
        aborted: whether the step was cut short.
    """

    results: tuple[Result, ...]
    contexts: tuple[Json, ...]
    concluded: bool
    aborted: bool


def parse_arguments(written: str) -> Json:
    """Return the arguments a model wrote: its JSON, `{}` for no text, or the text itself where it is not JSON."""
    if not written:
        return {}
    try:
        return read_json(written)
    except ValueError:
        return written


async def run_step(
    registry: Registry,
    calls: Sequence[ModelCall],
    *,
    agent: Agent,
    turn: int,
    step: int,
    signal: Signal | None = None,
    max_parallel: int = 10,
) -> StepOutcome:
    """Run one step's calls under the scheduling rules and write their rows to the agent's log.

    Args:
        registry: where the tools are.
        calls: the calls in the model's order.
        agent: on whose behalf; its `append` gets the rows.
        turn: number of the turn, for the rows.
        step: number of the step, for the rows.
        signal: cancels the step.
        max_parallel: how many bodies may overlap.

    Raises:
        RegistryError: `max_parallel` is no positive integer.
        Exception: the log cannot be written or the scheduler fails; running bodies have been awaited by then.
    """
    cap = positive(max_parallel, "maxParallelToolCalls")
    own = Abort()
    fused, dispose = (own.signal, _nothing) if signal is None else fuse(signal, own.signal)
    run = _Step(registry, agent, turn, step, fused)
    try:
        return await attend(asyncio.ensure_future(run.all(calls, cap)), own)
    finally:
        dispose()


class _Step:
    """One step under way: what its calls share."""

    def __init__(self, registry: Registry, agent: Agent, turn: int, step: int, signal: Signal) -> None:
        self.registry = registry
        self.agent = agent
        self.place = {"turn": turn, "step": step}
        self.signal = signal
        self.results: list[Result] = []
        self.skipped: list[ModelCall] = []

    async def all(self, calls: Sequence[ModelCall], cap: int) -> StepOutcome:
        lane = Lane(cap, lambda: self.signal.aborted)
        for call in calls:
            lane.submit(_Call(self, call))
        await lane.run()
        for call in self.skipped:
            self.write_result(call, aborted(body_invoked=False), self.write_call(call))
        contexts = [context for result in self.results for context in (result.additional_contexts or ())]
        for context in contexts:
            self._append("user/message", context, surface_op="append")
        return StepOutcome(
            results=tuple(self.results),
            contexts=tuple(contexts),
            concluded=any(getattr(result, "concludes_turn", UNSET) is True for result in self.results),
            aborted=self.signal.aborted,
        )

    def write_call(self, call: ModelCall) -> int | None:
        data = {**self.place, "callId": call.call_id, "name": call.name, "arguments": call.arguments}
        return self._append("tool/call", data)

    def write_result(self, call: ModelCall, result: Result, call_seq: int | None) -> None:
        block = {
            "type": "tool-result",
            "toolCallId": call.call_id,
            "content": wire(result)["content"],
            "isError": result.is_error,
        }
        message = {
            "source": {"kind": "tool", "callId": call.call_id},
            "content": [block],
            "role": "user",
            "id": str(uuid.uuid4()),
        }
        data: dict[str, Json] = {**self.place, "message": message}
        if result.is_error and result.error.info is not UNSET:
            data["error"] = msgspec.to_builtins(result.error.info)
        if result.meta is not UNSET:
            data["meta"] = result.meta
        seqs = () if call_seq is None else (call_seq,)
        self._append("tool/result", data, surface_op="append", source_seqs=seqs)
        self.results.append(result)

    def _append(
        self, kind: str, data: dict[str, Json], surface_op: str | None = None, source_seqs: Sequence[int] = ()
    ) -> int | None:
        if self.agent.append is None:
            return None
        return self.agent.append(kind, data, surface_op=surface_op, source_seqs=source_seqs)


class _Call:
    """One call of a step in the lane."""

    def __init__(self, step: _Step, call: ModelCall) -> None:
        self.step = step
        self.call = call
        self.arguments = parse_arguments(call.arguments)
        self.seq: int | None = None
        self.stage: Stage | None = None

    def is_parallel(self) -> bool:
        return self.step.registry.is_parallel(self.call.name, self.arguments, self.step.agent)

    async def start(self) -> Awaitable[object] | None:
        step, call = self.step, self.call
        self.seq = step.write_call(call)
        admitted = CallInput(
            name=call.name, arguments=self.arguments, call_id=call.call_id, agent=step.agent, signal=step.signal
        )
        self.stage = await prepare(step.registry, admit(step.registry, admitted))
        return self._dispatch(self.stage) if self.stage.next == "dispatch" else None

    async def _dispatch(self, prepared: Stage) -> None:
        self.stage = await dispatch(self.step.registry, prepared.flight)

    async def commit(self) -> None:
        assert self.stage is not None  # noqa: S101 - the lane commits only what it has started
        result = await conclude(self.step.registry, self.stage)
        self.step.write_result(self.call, result, self.seq)

    def abandon(self) -> None:
        self.step.skipped.append(self.call)


def _nothing() -> None:
    return None
