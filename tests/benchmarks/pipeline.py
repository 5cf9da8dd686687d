"""What the pipeline costs: 10 000 calls of a trivial tool, against calling its body."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from workbench.registry import Accept, Registry, ToolDefinition, define_tool, install_timeouts, text

CALLS = 10_000


async def echo(args: dict, run: object) -> str:
    """Return the text."""
    return args["text"]


def _tool() -> ToolDefinition:
    return define_tool(
        echo,
        parameters={"text": {"type": "string", "required": True}},
        output={"schema": {"type": "string"}, "render": lambda args, value: [text(value)]},
        timeout_ms=60_000,
    )


def _bare() -> Registry:
    registry = Registry()
    registry.register(_tool())
    return registry


def _full() -> Registry:
    """A registry with a listener at every place, a guard, an observer and the timeout policy."""
    registry = _bare()
    install_timeouts(registry)
    registry.on("pre-execute", lambda execution, proceed: proceed())
    registry.on("execute", lambda dispatch, proceed: proceed())
    registry.on("post-execute", lambda execution, result, proceed: Accept())
    registry.on("result", lambda execution, result: None)
    registry.guard(lambda execution: None)
    return registry


async def _seconds(call: Callable[[], Awaitable[object]]) -> float:
    started = time.perf_counter()
    for _ in range(CALLS):
        await call()
    return time.perf_counter() - started


async def _measure() -> list[dict]:
    arguments = {"text": "x"}
    body = await _seconds(lambda: echo(arguments, None))
    rows = []
    for name, registry in (("no policy", _bare()), ("a policy at every place", _full())):
        taken = await _seconds(lambda registry=registry: registry.execute("echo", arguments))
        note = f"{taken / CALLS * 1e6:.0f} µs a call; calling the body takes {body / CALLS * 1e6:.2f} µs"
        rows.append({"name": f"10 000 calls of a trivial tool, {name}", "ratio": taken / body, "note": note})
    return rows


def measure() -> list[dict]:
    """Return one row a registry: its name, how many times as long as the bare bodies, and a note."""
    return asyncio.run(_measure())
