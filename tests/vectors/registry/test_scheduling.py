"""The harness's own answers about scheduling, timeouts and spilling, one test a vector.

These vectors are prose; the set-up and what is looked at stand here by id. A vector whose id is not known is skipped.
"""

from __future__ import annotations

import asyncio
import time

import pytest

from workbench.registry import (
    Abort,
    Accept,
    Agent,
    ModelCall,
    Output,
    Registry,
    RegistryError,
    SpillRef,
    ToolDefinition,
    install_spill,
    install_timeouts,
    run_step,
    text,
    user_message,
)
from workbench.tools import find

AREAS = ("scheduling", "timeout", "spill")
SKIPPED_HERE = 0


@pytest.mark.vector
def test_vector(vector: dict) -> None:
    """What the harness does is what we do."""
    if vector["setup"] not in SETUPS:
        pytest.skip("prose without a set-up")
    outcome = SETUPS[vector["setup"]](vector["given"], vector["expect"])
    if outcome is not None:
        asyncio.run(outcome)


def test_every_vector_carried_is_run(carried: list) -> None:
    """The number of skips does not grow unseen."""
    assert sum(vector["id"] not in SETUPS for vector in carried) == SKIPPED_HERE


# ---------------------------------------------------------------------------------------------------- scheduling


class Step:
    """A step whose tools settle when they are told to, and the rows it writes."""

    def __init__(self, *calls: str, exclusive: tuple[str, ...] = ()) -> None:
        self.registry = Registry()
        self.rows: list[str] = []
        self.data: list[tuple[str, dict]] = []
        self.agent = Agent("stepper", append=self._append)
        self.running: list[str] = []
        self.most = 0
        self.gates = {call: asyncio.Event() for call in calls}
        self.abort = Abort()
        for call in calls:
            self.registry.register(self._tool(call, safe=call not in exclusive))

    def _tool(self, name: str, *, safe: bool) -> ToolDefinition:
        async def execute(args, run):
            self.running.append(name)
            self.most = max(self.most, len(self.running))
            await self.gates[name].wait()
            self.running.remove(name)
            if name == "fin":
                run.conclude_turn()
            return name

        output = Output(schema={"type": "string"}, render=lambda args, value: [text(value)])
        return ToolDefinition(
            name=name,
            description="A tool.",
            parameters={},
            output=output,
            execute=execute,
            is_concurrency_safe=lambda args: safe,
        )

    def _append(self, kind, data, *, surface_op=None, source_seqs=()):
        if kind == "user/message":
            self.rows.append(f"message {data['content'][0]['text']}")
        else:
            code = f" {data['error']['code']}" if "error" in data else ""
            call = data.get("callId") or data["message"]["source"]["callId"]
            self.rows.append(f"{kind.removeprefix('tool/')} {call}{code}")
        self.data.append((kind, data))
        return len(self.rows)

    async def settle(self, *names: str) -> None:
        """Let bodies return, one after the other, and everything follow that follows at once."""
        for name in names:
            self.gates[name].set()
            await quiet()

    def start(self, cap: int = 10) -> asyncio.Task:
        calls = [ModelCall(call_id=name, name=name, arguments="{}") for name in self.gates]
        step = run_step(
            self.registry, calls, agent=self.agent, turn=1, step=1, signal=self.abort.signal, max_parallel=cap
        )
        return asyncio.ensure_future(step)


async def quiet() -> None:
    """Let the loop run until nothing more happens by itself."""
    for _ in range(50):
        await asyncio.sleep(0)


async def all_start_together(given: dict, expect: dict) -> None:
    step = Step(*given["calls"])
    task = step.start(given["cap"])
    await quiet()
    assert step.running == given["calls"], expect["starts"]
    await step.settle("p3", "p2", "p1")
    await task
    assert step.rows == expect["log"]


async def exclusive_is_a_barrier(given: dict, expect: dict) -> None:
    step = Step("r1", "w", "r2", exclusive=("w",))
    task = step.start()
    for name in ("r1", "w", "r2"):
        await quiet()
        assert step.running == [name]
        await step.settle(name)
    await task
    assert step.rows == expect["order"]


async def pool_refills(given: dict, expect: dict) -> None:
    step = Step(*given["calls"])
    task = step.start(given["cap"])
    await quiet()
    await step.settle("p1", "p3", "p2", "p4")
    await task
    assert step.rows[:4] == expect["first4LogRows"]
    assert [row.removeprefix("result ") for row in step.rows if row.startswith("result")] == expect["resultOrder"]
    assert step.most == given["cap"]


async def one_at_a_time(given: dict, expect: dict) -> None:
    step = Step(*given["calls"])
    task = step.start(given["cap"])
    await quiet()
    await step.settle(*given["calls"])
    await task
    assert step.rows == expect["order"]


async def aborted_before_the_group(given: dict, expect: dict) -> None:
    step = Step(*given["calls"])
    step.abort.abort()
    outcome = await step.start()
    assert step.rows == expect["rows"]
    assert outcome.aborted


async def aborted_in_the_group(given: dict, expect: dict) -> None:
    step = Step(*given["calls"])
    task = step.start(given["cap"])
    await quiet()
    step.abort.abort()
    await step.settle("p1")
    await task
    assert step.rows[1] in ("result p1", "result p1 ABORTED")
    assert [step.rows[0], *step.rows[2:]] == [expect["rows"][0], *expect["rows"][2:]]


async def contexts_in_call_order(given: dict, expect: dict) -> None:
    step = Step(*given["calls"])

    async def attach(execution, result, proceed):
        return Accept(additional_contexts=[user_message(f"ctx-{execution.call_id}", plugin="test")])

    step.registry.on("post-execute", attach)
    task = step.start()
    await quiet()
    await step.settle("p2", "p1")
    outcome = await task
    assert step.rows[-3:] == ["result p2", *(f"message {each}" for each in expect["userMessagesAfterResults"])]
    assert [context["content"][0]["text"] for context in outcome.contexts] == expect["userMessagesAfterResults"]


async def conclusion_is_collected(given: dict, expect: dict) -> None:
    step = Step("fin", "p2")
    task = step.start()
    await quiet()
    await step.settle("fin", "p2")
    outcome = await task
    assert step.rows == ["call fin", "call p2", "result fin", "result p2"], expect["outcome"]
    assert outcome.concluded


async def scheduler_fails(given: dict, expect: dict) -> None:
    step = Step("p1", "p2", "p3")
    write = step.agent.append

    def fail_at_p2(kind, data, **more):
        if data.get("callId") == "p2":
            raise OSError("the log cannot be written")
        return write(kind, data, **more)

    step.agent.append = fail_at_p2
    task = step.start()
    await quiet()
    assert not task.done(), "the running body is awaited"
    await step.settle("p1")
    with pytest.raises(OSError, match="the log cannot be written"):
        await task
    assert step.rows == ["call p1"], expect["outcome"]


# ---------------------------------------------------------------------------------------------------- timeouts


async def timed(body, timeout_ms: float | None, *, abort_after: float | None = None):
    registry, abort = Registry(), Abort()
    install_timeouts(registry)
    output = Output(schema={"type": "string"}, render=lambda args, value: [text(value)])
    tool = ToolDefinition(
        name="slow", description="Slow.", parameters={}, output=output, execute=body, timeout_ms=timeout_ms
    )
    registry.register(tool)
    if abort_after is not None:
        asyncio.get_running_loop().call_later(abort_after, abort.abort)
    return await registry.execute("slow", {}, signal=abort.signal)


async def waits_for_the_signal(args, run):
    await run.signal.wait()
    return "stopped"


async def stops_at_its_timeout(given: dict, expect: dict) -> None:
    result = await timed(waits_for_the_signal, 50)
    assert result.is_error is expect["isError"]
    assert result.content[0]["text"] == expect["content"]
    assert {"name": result.error.info.name, "code": result.error.info.code} == expect["error"]


async def no_deadline(given: dict, expect: dict) -> None:
    async def body(args, run):
        await asyncio.sleep(0.02)
        return f"aborted: {run.signal.aborted}"

    assert (await timed(body, None)).value == "aborted: False", expect["outcome"]


async def ignores_its_timeout(given: dict, expect: dict) -> None:
    async def body(args, run):
        await asyncio.sleep(0.15)
        return "late"

    started = time.monotonic()
    result = await timed(body, 50)
    assert result.error.info.code == "TOOL_TIMEOUT", expect["outcome"]
    assert time.monotonic() - started >= 0.15


async def caller_aborts_first(given: dict, expect: dict) -> None:
    result = await timed(waits_for_the_signal, 1000, abort_after=0.01)
    assert result.error.info.code == expect["code"]


async def waits_by_itself(given: dict, expect: dict) -> None:
    """The reader of jobs bounds its own waiting; without `timeout_ms`, the policy has no part in it."""
    job_output = find("job_output")
    running = {"id": "bash-1", "kind": "bash", "label": "sleep", "status": "running", "startedAt": 0}

    async def body(args, run):
        await asyncio.sleep(args["timeout_ms"] / 1000)
        return {"text": "so far\n", "job": running}

    registry = Registry()
    install_timeouts(registry)
    registry.register(
        ToolDefinition(
            name="job_output",
            description=job_output.description,
            parameters=job_output.parameters,
            output=Output(schema={"type": "object"}, render=job_output.output.render),
            execute=body,
        )
    )
    result = await registry.execute("job_output", {"job_id": "bash-1", "wait": True, "timeout_ms": 10})
    assert not result.is_error, expect["outcome"]
    assert result.content[0]["text"].endswith("[status: running]")


# ---------------------------------------------------------------------------------------------------- spilling

REF = SpillRef(locator="/spill/1.txt", retrieval_hint="Use read with offset/limit, or grep this path.")


async def spilled(content: list, *, cap: int | None, name: str = "tool", ref: SpillRef = REF):
    stored = []

    async def store(spill):
        stored.append(spill)
        return ref

    async def body(args, run):
        return "value"

    registry = Registry()
    install_spill(registry, store, max_inline_bytes=cap)
    output = Output(schema={"type": "string"}, render=lambda args, value: content)
    registry.register(ToolDefinition(name=name, description="T.", parameters={}, output=output, execute=body))
    result = await registry.execute(name, {}, agent=Agent("a", session_id="session-1"))
    return list(result.content), stored


LARGE = "A" * 250 + "é" * 250 + "Z" * 250


async def no_cap(given: dict, expect: dict) -> None:
    assert await spilled([text(LARGE)], cap=None) == ([text(LARGE)], [])


def bad_cap(given: dict, expect: dict) -> None:
    with pytest.raises(RegistryError) as raised:
        install_spill(Registry(), None, max_inline_bytes=given["maxInlineBytes"])
    assert str(raised.value) == expect["error"]


async def too_large(given: dict, expect: dict) -> None:
    content, stored = await spilled([text(LARGE)], cap=300)
    assert len(content) == 1
    shown, _, notice = content[0]["text"].rpartition("\n\n")
    assert len(content[0]["text"].encode()) <= 300
    head, tail = shown.rstrip("Z"), shown.lstrip("A")
    assert (set(head), set(tail)) == ({"A"}, {"Z"})
    assert abs(len(head) - len(tail)) <= 1
    omitted = len(LARGE.encode()) - len(shown)
    assert notice == f"(Omitted {omitted} bytes. Full formatted result stored at: {REF.locator}. {REF.retrieval_hint})"
    assert [(each.content, each.session_id, each.label) for each in stored] == [(LARGE, "session-1", "result")]


async def with_an_image(given: dict, expect: dict) -> None:
    content = [text(LARGE), {"type": "image", "attachmentId": "a"}]
    assert await spilled(content, cap=300) == (content, [])


async def of_read(given: dict, expect: dict) -> None:
    assert await spilled([text(LARGE)], cap=300, name="read") == ([text(LARGE)], [])


async def notice_longer_than_the_cap(given: dict, expect: dict) -> None:
    content, _ = await spilled([text(LARGE)], cap=40)
    assert content == [text(LARGE)]


SETUPS = {
    "sched-01": all_start_together,
    "sched-02": exclusive_is_a_barrier,
    "sched-04": pool_refills,
    "sched-05": one_at_a_time,
    "sched-08": aborted_before_the_group,
    "sched-09": aborted_in_the_group,
    "sched-10": contexts_in_call_order,
    "sched-13": conclusion_is_collected,
    "sched-14": scheduler_fails,
    "timeout-01": stops_at_its_timeout,
    "timeout-02": no_deadline,
    "timeout-03": ignores_its_timeout,
    "timeout-04": caller_aborts_first,
    "timeout-05": waits_by_itself,
    "spill-01": no_cap,
    "spill-02": bad_cap,
    "spill-03": too_large,
    "spill-04": with_an_image,
    "spill-05": of_read,
    "spill-08": notice_longer_than_the_cap,
}
