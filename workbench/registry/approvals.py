"""Asking a person: what becomes of an `Ask` before a call.

The service is one asynchronous function, `await service(request)`, that answers `allowed-once`, `rejected`, `cancelled`
or `unavailable`. Every request that reaches it leaves two rows in the agent's log, `approval/asked` and
`approval/decided`, the second also when the service fails (then `unavailable`).
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from workbench.model import Json, Value
from workbench.registry.decisions import Allow, Ask, Deny
from workbench.registry.execution import Execution
from workbench.registry.signals import Signal

if TYPE_CHECKING:
    from workbench.registry.scopes import Agent

OUTCOMES = ("allowed-once", "rejected", "cancelled", "unavailable")


class ApprovalRequest(Value, frozen=True, kw_only=True):
    """One question to a person.

    Attributes:
        approval_id: id of the request, as in the log.
        agent: on whose behalf the call would run.
        tool: the tool's name; `arguments` are the call's, frozen.
        call_id: the call's id.
        reason: why the policy asks, or None.
        signal: aborts when the call is cancelled; answer `cancelled` then.
    """

    approval_id: str
    agent: Agent
    tool: str
    arguments: Json
    call_id: str
    reason: str | None
    signal: Signal


ApprovalService = Callable[[ApprovalRequest], Awaitable[str]]


async def resolve_ask(ask: Ask, execution: Execution, service: ApprovalService | None) -> tuple[Allow | Deny, bool]:
    """Return what an ask comes to, and whether the approval itself was cancelled.

    Raises:
        ValueError: the service answered something else; whatever it raises itself is passed on.
    """
    tool, agent = execution.name, execution.agent
    if service is None:
        unsupported = f'tool "{tool}" requires approval (not yet supported)'
        return Deny(unsupported if ask.reason is None else ask.reason), False
    if agent is None:
        return Deny(f'tool "{tool}" requires approval, but the call has no agent to route it through'), False
    outcome = await _request(ask, execution, agent, service)
    if outcome == "allowed-once":
        return Allow(), False
    if outcome == "rejected":
        return Deny(f'the user rejected tool "{tool}"'), False
    if outcome == "cancelled":
        return Deny(f'approval for tool "{tool}" was cancelled'), True
    if outcome == "unavailable":
        return Deny(f'tool "{tool}" requires approval, but no approval channel is available'), False
    raise ValueError(f"unexpected approval outcome {outcome!r}: it must be one of {', '.join(OUTCOMES)}")


async def _request(ask: Ask, execution: Execution, agent: Agent, service: ApprovalService) -> str:
    request = ApprovalRequest(
        approval_id=str(uuid.uuid4()),
        agent=agent,
        tool=execution.name,
        arguments=execution.arguments,
        call_id=execution.call_id,
        reason=ask.reason,
        signal=execution.signal,
    )
    asked: dict[str, Json] = {"id": request.approval_id, "toolName": request.tool, "callId": request.call_id}
    if ask.reason is not None:
        asked["reason"] = ask.reason
    agent.log("approval/asked", asked)
    outcome = "unavailable"
    try:
        outcome = await service(request)
    except asyncio.CancelledError:
        outcome = "cancelled"
        raise
    finally:
        known = outcome if outcome in OUTCOMES else "unavailable"
        agent.log("approval/decided", {"id": request.approval_id, "outcome": known})
    return outcome
