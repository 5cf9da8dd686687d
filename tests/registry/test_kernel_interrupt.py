"""An interrupt of a real kernel: the first aborts the signal of a running call, the second leaves a deaf body."""

from __future__ import annotations

import time
from collections.abc import Iterator
from queue import Empty

import pytest
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.manager import KernelManager, start_new_kernel

SETUP = """
import asyncio
from workbench.registry import Output, Registry, ToolDefinition, text

async def listens(args, run):
    print("running")
    await run.signal.wait()
    return "tidied up"

async def deaf(args, run):
    print("running")
    await asyncio.sleep(60)

seen, registry = [], Registry()
for body in (listens, deaf):
    output = Output(schema={}, render=lambda args, value: [text("x")])
    tool = ToolDefinition(name=body.__name__, description="T.", parameters={}, output=output, execute=body)
    registry.register(tool)
registry.on("result", lambda execution, result: seen.append((execution.name, result.error.info.code)))
"""

Kernel = tuple[KernelManager, BlockingKernelClient]


@pytest.fixture(scope="module")
def kernel() -> Iterator[Kernel]:
    manager, client = start_new_kernel(kernel_name="python3")
    run((manager, client), SETUP)
    yield manager, client
    client.stop_channels()
    manager.shutdown_kernel(now=True)


def run(kernel: Kernel, code: str, interrupts: int = 0) -> list[str]:
    """Run a cell, interrupting it once it says `running`; return what it printed and the error it ended with."""
    manager, client = kernel
    sent = client.execute(code)
    said: list[str] = []
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if interrupts and "running\n" in said:
            time.sleep(0.3)
            manager.interrupt_kernel()
            interrupts -= 1
        try:
            message = client.get_iopub_msg(timeout=0.5)
        except Empty:
            continue
        if message["parent_header"].get("msg_id") != sent:
            continue
        content = message["content"]
        if message["msg_type"] == "stream":
            said.append(content["text"])
        elif message["msg_type"] == "error":
            said.append(content["ename"])
        elif content.get("execution_state") == "idle":
            return said
    return [*said, "still running"]


@pytest.mark.parametrize(("body", "interrupts"), [("listens", 1), ("deaf", 2)])
def test_a_kernel_interrupt_aborts_a_call(kernel: Kernel, body: str, interrupts: int) -> None:
    assert run(kernel, f"await registry.execute('{body}', {{}})", interrupts) == ["running\n", "CancelledError"]
    assert run(kernel, "print(seen.pop())") == [f"('{body}', 'ABORTED')\n"]
