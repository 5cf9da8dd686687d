"""The first stage: a call's input becomes an execution, copied and frozen, or has its result at once."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING

from workbench.model import Json, Value
from workbench.registry.definition import RUN_CODE
from workbench.registry.execution import Execution, Flight, Token
from workbench.registry.failures import ToolNotFoundError
from workbench.registry.json_values import NotLosslessError, snapshot
from workbench.registry.pipeline import Stage
from workbench.registry.results import Result, aborted, failure_of
from workbench.registry.scopes import Agent
from workbench.registry.signals import Signal

if TYPE_CHECKING:
    from workbench.registry.visibility import Visibility


class CallInput(Value, frozen=True, kw_only=True):
    """What a caller says of one call; see `Registry.execute`."""

    name: str
    arguments: Json
    signal: Signal
    call_id: str | None = None
    agent: Agent | None = None
    parent: Token | None = None
    root_call_id: str | None = None


def admit(registry: Visibility, call: CallInput) -> Stage:
    """Make the execution of a call: its token, its frozen arguments, the finalizer its tool has now.

    A call whose arguments are not lossless JSON, and a direct call that code mode forbids, have their result here.
    """
    tool = registry.get(call.name, call.agent)
    forbidden = tool is not None and registry.collapses(call.name, call.agent, nested=call.parent is not None)
    call_id = call.call_id or f"call_{uuid.uuid4().hex}"
    try:
        arguments, problem = snapshot(call.arguments), None
    except NotLosslessError:
        arguments = None
        problem = TypeError("tool execution arguments must be losslessly JSON-serializable")
    execution = Execution(
        token=Token(),
        call_id=call_id,
        root_call_id=call.root_call_id or call_id,
        name=call.name,
        arguments=arguments,
        agent=call.agent,
        parent=call.parent,
        signal=call.signal,
    )
    keeps_finalizer = tool is not None and (not forbidden or call.signal.aborted)
    flight = Flight(execution, tool.finalize_content if tool is not None and keeps_finalizer else None)
    if problem is not None:
        return Stage("finish", flight, failure_of(problem))
    if forbidden:
        return Stage("finish", flight, _forbidden(call.name, call.signal))
    return Stage("dispatch", flight)


def _forbidden(name: str, signal: Signal) -> Result:
    if signal.aborted:
        return aborted(body_invoked=False)
    hint = f": only `{RUN_CODE}` is callable directly — call `{name}` from inside a `{RUN_CODE}` program instead"
    return failure_of(ToolNotFoundError(name, hint))
