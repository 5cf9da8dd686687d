"""The timeout policy: an execute wrapper that gives tools with `timeout_ms` a deadline.

The clock covers the execute stage alone: no approval, no waiting for a turn. When it runs out, the body's signal
aborts, and once the body has returned – it is waited for – its result is replaced by `TOOL_TIMEOUT`. A caller's abort
is never a timeout. A body that does its own waiting (a read of a job with a limit, say) declares no `timeout_ms`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from workbench.registry.execution import Dispatch
from workbench.registry.failures import ToolTimeoutError
from workbench.registry.results import Result, failure_of
from workbench.registry.signals import Abort, fuse

if TYPE_CHECKING:
    from workbench.registry.registry import Registry


def install_timeouts(registry: Registry) -> Callable[[], None]:
    """Enforce `timeout_ms` in a registry, and return the function that ends it."""

    async def enforce(dispatch: Dispatch, proceed: Callable[[], Awaitable[Result]]) -> Result:
        tool = registry.get(dispatch.name, dispatch.agent)
        if tool is None or tool.timeout_ms is None:
            return await proceed()
        return await _with_deadline(dispatch, proceed, tool.timeout_ms)

    return registry.on("execute", enforce)


async def _with_deadline(dispatch: Dispatch, proceed: Callable[[], Awaitable[Result]], timeout_ms: float) -> Result:
    loop = asyncio.get_running_loop()
    caller, deadline = dispatch.signal, Abort()
    due = loop.time() + timeout_ms / 1000

    def expire() -> None:
        if not caller.aborted:
            deadline.abort("timeout")

    timer = loop.call_at(due, expire)
    fused, dispose = fuse(caller, deadline.signal)
    dispatch.signal = fused
    try:
        result = await proceed()
    finally:
        timer.cancel()
        dispose()
        dispatch.signal = caller
    if loop.time() >= due:  # a body that held the loop itself has kept the timer from firing
        expire()
    return failure_of(ToolTimeoutError(timeout_ms)) if deadline.signal.aborted else result
