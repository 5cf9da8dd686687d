"""Cancellation: the signal, what an interrupt does, and what a body can do about it."""

from __future__ import annotations

import asyncio
import threading

import pytest

from workbench.registry import (
    Abort,
    AbortError,
    Agent,
    ModelCall,
    Output,
    Registry,
    Signal,
    Success,
    ToolDefinition,
    install_timeouts,
    run_step,
    text,
)
from workbench.registry.signals import fuse


def tool(body, name: str = "tool", **changes) -> ToolDefinition:
    output = Output(schema={}, render=lambda args, value: [text(str(value))])
    return ToolDefinition(name=name, description="T.", parameters={}, output=output, execute=body, **changes)


def registry_with(body, **changes) -> tuple[Registry, list]:
    registry, seen = Registry(), []
    registry.register(tool(body, **changes))
    registry.on("result", lambda execution, result: seen.append(result))
    return registry, seen


async def interrupted(coroutine, times: int = 1):
    """Run something, cancelling whoever awaits it, as an interrupt of the kernel does."""
    task = asyncio.ensure_future(coroutine)
    for _ in range(times):
        await asyncio.sleep(0.01)
        task.cancel()
    return task


# ---------------------------------------------------------------------------------------------------- signals


def test_a_signal_is_awaited_checked_and_guards() -> None:
    async def scene() -> None:
        abort = Abort()
        abort.signal.check()
        waiting = asyncio.ensure_future(abort.signal.wait())
        guarded = asyncio.ensure_future(abort.signal.guard(asyncio.sleep(60)))
        assert await abort.signal.guard(asyncio.sleep(0, "done")) == "done"
        abort.abort("enough")
        abort.abort("again")
        await waiting
        await abort.signal
        assert (abort.signal.aborted, abort.signal.reason) == (True, "enough")
        with pytest.raises(AbortError):
            await guarded
        with pytest.raises(AbortError):
            abort.signal.check()

    asyncio.run(scene())


def test_a_signal_may_be_aborted_from_another_thread() -> None:
    async def scene() -> None:
        abort = Abort()
        threading.Timer(0.01, abort.abort).start()
        await asyncio.wait_for(abort.signal.wait(), 5)

    asyncio.run(scene())


def test_callbacks_hear_of_an_abort_once_and_may_leave() -> None:
    heard: list[str] = []
    abort = Abort()
    leave = abort.signal.on_abort(lambda: heard.append("left"))
    abort.signal.on_abort(lambda: 1 / 0)
    abort.signal.on_abort(lambda: heard.append("stayed"))
    leave()
    abort.abort()
    abort.signal.on_abort(lambda: heard.append("late"))
    assert heard == ["stayed", "late"]


def test_fused_signals_abort_with_the_first_and_can_be_let_go() -> None:
    first, second = Abort(), Abort()
    fused, _ = fuse(first.signal, second.signal)
    second.abort("second")
    assert (fused.aborted, fused.reason, first.signal.aborted) == (True, "second", False)
    first = Abort()
    fused, release = fuse(first.signal, Abort().signal)
    release()
    first.abort()
    assert not fused.aborted
    assert fuse(first.signal, first.signal)[0] is first.signal


# ---------------------------------------------------------------------------------------------------- interrupts


def test_an_interrupt_aborts_the_signal_and_the_call_has_its_result() -> None:
    async def body(args, run):
        await run.signal.wait()
        return "tidied up"

    async def scene() -> None:
        registry, seen = registry_with(body)
        task = await interrupted(registry.execute("tool", {}))
        with pytest.raises(asyncio.CancelledError):
            await task
        assert [result.error.info.code for result in seen] == ["ABORTED"]

    asyncio.run(scene())


def test_a_second_interrupt_cancels_a_body_that_does_not_look() -> None:
    stopped: list[str] = []

    async def body(args, run):
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            stopped.append("cancelled")
            raise

    async def scene() -> None:
        registry, seen = registry_with(body)
        once = await interrupted(registry.execute("tool", {}))
        await asyncio.sleep(0.02)
        assert not once.done()
        assert stopped == []
        once.cancel()
        with pytest.raises(asyncio.CancelledError):
            await once
        assert stopped == ["cancelled"]
        assert [result.error.info.code for result in seen] == ["ABORTED"]

    asyncio.run(scene())


def test_an_interrupt_inside_a_bodys_own_code_is_an_abort() -> None:
    def body(args, run):
        raise KeyboardInterrupt

    registry, seen = registry_with(body)
    result = asyncio.run(registry.execute("tool", {}))
    assert result.error.info.code == "ABORTED"
    assert seen == [result]


def test_a_wrapper_may_use_asyncio_timeouts() -> None:
    async def body(args, run):
        await asyncio.sleep(60)

    async def around(dispatch, proceed):
        try:
            async with asyncio.timeout(0.01):
                return await proceed()
        except TimeoutError:
            return Success(value="cut short")

    registry, _ = registry_with(body)
    registry.on("execute", around)
    assert asyncio.run(registry.execute("tool", {})).value == "cut short"


def test_an_interrupted_step_writes_every_row() -> None:
    async def scene(times: int) -> list[str]:
        rows: list[str] = []

        def append(kind, data, *, surface_op=None, source_seqs=()):
            rows.append(f"{kind} {data.get('error', {}).get('code', '')}".strip())
            return len(rows)

        async def body(args, run):
            await (run.signal.wait() if times == 1 else asyncio.sleep(60))
            return "x"

        registry, _ = registry_with(body, is_concurrency_safe=lambda args: True)
        calls = [ModelCall(call_id=str(n), name="tool", arguments="{}") for n in range(3)]
        step = run_step(registry, calls, agent=Agent(append=append), turn=1, step=1, max_parallel=2)
        with pytest.raises(asyncio.CancelledError):
            await (await interrupted(step, times))
        return rows

    expected = [
        "tool/call",
        "tool/call",
        *["tool/result ABORTED"] * 2,
        "tool/call",
        "tool/result ABORTED_BEFORE_DISPATCH",
    ]
    assert asyncio.run(scene(1)) == expected
    assert asyncio.run(scene(2)) == expected


# ---------------------------------------------------------------------------------------------------- wrappers' signals


def test_a_replaced_signal_reaches_the_body_and_the_caller_stays_fused() -> None:
    async def scene(who: str) -> tuple:
        caller, wrapper = Abort(), Abort()

        async def body(args, run):
            {"caller": caller, "wrapper": wrapper}[who].abort(who)
            await run.signal.wait()
            return run.signal.reason

        async def around(dispatch, proceed):
            assert isinstance(dispatch.signal, Signal)
            with pytest.raises(TypeError, match="not remove it"):
                dispatch.signal = None
            dispatch.signal = wrapper.signal
            return await proceed()

        registry, _ = registry_with(body)
        registry.on("execute", around)
        result = await registry.execute("tool", {}, signal=caller.signal)
        return result.error.info.code, caller.signal.aborted

    assert asyncio.run(scene("caller")) == ("ABORTED", True)
    assert asyncio.run(scene("wrapper")) == ("ABORTED", False)


def test_a_wrapper_that_aborts_beforehand_keeps_the_body_from_running() -> None:
    async def body(args, run):
        pytest.fail("must not run")

    async def around(dispatch, proceed):
        gone = Abort()
        gone.abort()
        dispatch.signal = gone.signal
        return await proceed()

    registry, _ = registry_with(body)
    registry.on("execute", around)
    assert asyncio.run(registry.execute("tool", {})).error.info.code == "ABORTED_BEFORE_DISPATCH"


def test_a_timeout_does_not_cover_the_approval() -> None:
    async def slow_person(request):
        await asyncio.sleep(0.03)
        return "allowed-once"

    async def body(args, run):
        return "ran"

    async def scene():
        from workbench.registry import Ask

        registry, _ = registry_with(body, timeout_ms=10)
        registry.approvals = slow_person
        install_timeouts(registry)

        async def ask(execution, proceed):
            return Ask()

        registry.on("pre-execute", ask)
        return await registry.execute("tool", {}, agent=Agent())

    assert asyncio.run(scene()).value == "ran"


def test_a_body_that_holds_the_loop_has_timed_out_all_the_same() -> None:
    import time

    def body(args, run):
        time.sleep(0.03)
        return "late"

    registry, _ = registry_with(body, timeout_ms=10)
    install_timeouts(registry)
    assert asyncio.run(registry.execute("tool", {})).error.message == "tool call timed out after 10ms"


def test_without_the_policy_a_timeout_is_a_number() -> None:
    async def body(args, run):
        await asyncio.sleep(0.02)
        return "late"

    registry, _ = registry_with(body, timeout_ms=1)
    dispose = install_timeouts(registry)
    dispose()
    assert asyncio.run(registry.execute("tool", {})).value == "late"
