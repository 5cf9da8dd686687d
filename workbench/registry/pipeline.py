"""The waterfall one call goes through, in stages that a scheduler may run apart.

`prepare` asks the policies and the guards; `dispatch` runs the wrappers and the body; `settle` runs the post-execute
policies; `finish` lets the definition change the content, freezes the result and shows it to the observers. Every stage
turns whatever is raised in it into a failure, so a call always ends in one result:

| raised in | post-execute | finalize_content | observers |
|---|---|---|---|
| the arguments, an early abort, pre-execute, approval, a guard | no | yes | yes |
| an execute wrapper | no | yes | yes |
| the body, its output, an unknown tool | yes | yes | yes |
| post-execute | – | yes | yes |
"""

from __future__ import annotations

import asyncio
import inspect
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec
from msgspec import UNSET

from workbench.registry.approvals import resolve_ask
from workbench.registry.decisions import Accept, Allow, Ask, Block, Deny
from workbench.registry.execution import Dispatch, Flight, Run
from workbench.registry.failures import ToolNotFoundError
from workbench.registry.hooks import waterfall
from workbench.registry.outcomes import success_of
from workbench.registry.results import (
    FAULTS,
    Failure,
    Fault,
    Result,
    Success,
    aborted,
    contained,
    failure,
    failure_of,
    feedback_message,
    materialize,
)
from workbench.registry.signals import fuse

if TYPE_CHECKING:
    from workbench.registry.definition import ToolDefinition
    from workbench.registry.registry import Registry


class Stage(NamedTuple):
    """Where a call stands: to be dispatched, or with a result that still passes post-execute, or that does not."""

    next: Literal["dispatch", "settle", "finish"]
    flight: Flight
    result: Result | None = None


async def complete(registry: Registry, stage: Stage) -> Result:
    """Run the stages that are left of a prepared call, and return its final result."""
    if stage.next == "dispatch":
        stage = await dispatch(registry, stage.flight)
    return await conclude(registry, stage)


async def conclude(registry: Registry, stage: Stage) -> Result:
    """Run what follows the dispatch of a call, and return its final result."""
    assert stage.result is not None  # noqa: S101 - only a dispatch stage is without one
    if stage.next == "settle":
        return await settle(registry, stage.flight, stage.result)
    return finish(registry, stage.flight, stage.result)


async def prepare(registry: Registry, created: Stage) -> Stage:
    """Ask the pre-execute policies, a person if they say so, and the guards."""
    flight = created.flight
    if created.next != "dispatch":
        return created
    if flight.execution.signal.aborted:
        return Stage("finish", flight, aborted(body_invoked=False))
    try:
        return await _gate(registry, flight)
    except FAULTS as error:
        return Stage("finish", flight, contained(error))


async def _gate(registry: Registry, flight: Flight) -> Stage:
    execution = flight.execution
    decision = await waterfall(registry.hooks.heard("pre-execute", execution.agent), (execution,), Allow)
    cancelled = False
    if isinstance(decision, Ask):
        decision, cancelled = await resolve_ask(decision, execution, registry.approvals)
    if not isinstance(decision, (Allow, Deny)):
        raise TypeError(f"a pre-execute listener must return Allow, Deny or Ask, not {type(decision).__name__}")
    if cancelled and execution.signal.aborted:
        return Stage("settle", flight, flight.own(aborted(body_invoked=False)))
    reason = registry.layers.guard_reason(execution) if isinstance(decision, Allow) else str(decision.reason)
    if reason is not None:
        return Stage("settle", flight, flight.own(materialize(failure(reason))))
    if execution.signal.aborted:
        return Stage("settle", flight, flight.own(aborted(body_invoked=False)))
    return Stage("dispatch", flight)


async def dispatch(registry: Registry, flight: Flight) -> Stage:
    """Run the execute wrappers around the body."""
    execution = flight.execution
    view = Dispatch(execution)
    try:
        listeners = registry.hooks.heard("execute", execution.agent)
        raw = await waterfall(listeners, (view,), lambda: _run_body(registry, flight, view))
        result = _normalize(registry, flight, raw)
        if flight.deferred:
            contexts = [*flight.deferred, *(result.additional_contexts or ())]
            result = flight.own(msgspec.structs.replace(result, additional_contexts=contexts))
        return Stage("settle", flight, _unless_aborted(flight, result))
    except FAULTS as error:
        return Stage("finish", flight, contained(error))


async def _run_body(registry: Registry, flight: Flight, view: Dispatch) -> Result:
    """Resolve the tool now and run its body with the caller's and the wrappers' signals fused."""
    execution = flight.execution
    signal, dispose = fuse(execution.signal, view.signal)
    try:
        if signal.aborted:
            return flight.own(aborted(body_invoked=False))  # type: ignore[no-any-return]
        tool = _tool_of(registry, flight)
        flight.body_invoked = True
        returned = tool.execute(execution.arguments, Run(flight, signal))
        if inspect.isawaitable(returned):
            returned = await returned
        result: Result = success_of(flight, tool, returned)
        return flight.own(aborted(body_invoked=True) if signal.aborted else result)  # type: ignore[no-any-return]
    except asyncio.CancelledError:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise
        return flight.own(aborted(body_invoked=flight.body_invoked))  # type: ignore[no-any-return]
    except FAULTS as error:
        return flight.own(contained(error))  # type: ignore[no-any-return]
    finally:
        dispose()


def _tool_of(registry: Registry, flight: Flight) -> ToolDefinition:
    """Return the tool that may run for this call now."""
    tool = registry.executable(flight.execution)
    if tool is None:
        raise ToolNotFoundError(flight.execution.name)
    return tool


def _normalize(registry: Registry, flight: Flight, result: object) -> Result:
    """Keep the pipeline's own result; make a wrapper's success anew from its value; keep a wrapper's failure."""
    if flight.owns(result):
        return result  # type: ignore[return-value]
    if isinstance(result, Failure):
        return flight.own(result)  # type: ignore[no-any-return]
    if not isinstance(result, Success):
        raise TypeError(f"an execute wrapper must return a result, not {type(result).__name__}")
    made = success_of(flight, _tool_of(registry, flight), result.value)
    return flight.own(msgspec.structs.replace(made, additional_contexts=result.additional_contexts))  # type: ignore[no-any-return]


async def settle(registry: Registry, flight: Flight, result: Result) -> Result:
    """Ask the post-execute policies about a frozen result, apply what they decide, and finish."""
    try:
        settled = _unless_aborted(flight, await _post_execute(registry, flight, _lossless(result)))
    except FAULTS as error:
        settled = contained(error)
    return finish(registry, flight, settled)


def _lossless(result: Result) -> Result:
    try:
        return materialize(result)
    except TypeError as error:
        return materialize(failure_of(error))


async def _post_execute(registry: Registry, flight: Flight, result: Result) -> Result:
    execution = flight.execution
    listeners = registry.hooks.heard("post-execute", execution.agent)
    if not listeners:
        return result
    decision = await waterfall(listeners, (execution, result), Accept)
    if isinstance(decision, Block):
        return Failure(
            error=Fault(message=feedback_message(decision.feedback)),
            content=decision.feedback,
            additional_contexts=decision.additional_contexts or UNSET,
        )
    if not isinstance(decision, Accept):
        raise TypeError(f"a post-execute listener must return Accept or Block, not {type(decision).__name__}")
    if decision.content is not UNSET and decision.value is not UNSET:
        raise TypeError("tools/post-execute accept decision cannot replace both value and content")
    contexts = [*(result.additional_contexts or ()), *decision.additional_contexts] or UNSET
    if decision.value is not UNSET:
        if result.is_error:
            raise TypeError("tools/post-execute cannot replace the value of a failed result")
        result = success_of(flight, _tool_of(registry, flight), decision.value)
    elif decision.content is not UNSET:
        result = msgspec.structs.replace(result, content=decision.content)
    return msgspec.structs.replace(result, additional_contexts=contexts)


def finish(registry: Registry, flight: Flight, result: Result) -> Result:
    """Let the definition change the content, once; freeze the result and show it to the observers."""
    execution, finalizer = flight.execution, flight.finalizer
    final = _lossless(result)
    if finalizer is not None:
        try:
            content = finalizer(execution, final)
            if content is not None:
                final = materialize(msgspec.structs.replace(final, content=content))
        except FAULTS as error:
            final = materialize(contained(error))
    registry.hooks.observe(execution.agent, execution, final)
    return final


def _unless_aborted(flight: Flight, result: Result) -> Result:
    """Replace a success by the caller's abort; a failure survives it."""
    if result.is_error or not flight.execution.signal.aborted:
        return result
    return aborted(body_invoked=flight.body_invoked, contexts=result.additional_contexts)
