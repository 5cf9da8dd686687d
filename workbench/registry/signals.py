"""The signal: how a running call learns that it is no longer wanted.

A `Signal` is an object that a body awaits (`await run.signal.wait()`), checks (`run.signal.aborted`,
`run.signal.check()`) or hands on. Cancellation is cooperative: an abort says so and nothing more; it never ends a
running body, and the pipeline waits until the body returns. A body that neither awaits nor checks its signal runs to
its end, and only then is its success replaced by `ABORTED`.

Whoever makes a call owns its `Abort` and with it the right to abort; a body sees only the signal. An interrupt of the
kernel (or any cancellation of the task that awaits the call) aborts the signal. A second interrupt also cancels the
body's own task, so that a body which waits for something forever can be left.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import Awaitable, Callable, Generator
from functools import partial
from typing import Any, TypeVar

from workbench.registry.failures import AbortError

T = TypeVar("T")
_log = logging.getLogger(__name__)
_TICK = 0.2


class _State:
    __slots__ = ("aborted", "callbacks", "reason")

    def __init__(self) -> None:
        self.aborted = False
        self.reason: Any = None
        self.callbacks: dict[object, Callable[[], None]] = {}


class Signal:
    """One-way news of an abort: it happens at most once and is never taken back."""

    __slots__ = ("_state",)

    def __init__(self, state: _State | None = None) -> None:
        self._state = state or _State()

    @property
    def aborted(self) -> bool:
        """Whether the abort has happened."""
        return self._state.aborted

    @property
    def reason(self) -> Any:
        """What was given as the reason of the abort; None before it."""
        return self._state.reason

    def on_abort(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back when the abort happens, or now if it has; return a function that takes the request back."""
        if self.aborted:
            callback()
            return _nothing
        key, callbacks = object(), self._state.callbacks
        callbacks[key] = callback

        def dispose() -> None:
            callbacks.pop(key, None)

        return dispose

    def check(self) -> None:
        """Raise AbortError if the abort has happened."""
        if self.aborted:
            raise AbortError.during()

    async def wait(self) -> None:
        """Wait until the abort happens."""
        loop = asyncio.get_running_loop()
        happened = loop.create_future()

        def tell() -> None:
            if not happened.done():
                happened.set_result(None)

        def announce() -> None:
            loop.call_soon_threadsafe(tell)

        dispose = self.on_abort(announce)
        try:
            await happened
        finally:
            dispose()

    def __await__(self) -> Generator[Any, None, None]:
        return self.wait().__await__()

    async def guard(self, work: Awaitable[T]) -> T:
        """Await some work, cancelling it and raising AbortError as soon as the abort happens."""
        task = asyncio.ensure_future(work)
        news = asyncio.ensure_future(self.wait())
        try:
            await asyncio.wait({task, news}, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            raise AbortError.during()
        finally:
            news.cancel()
            if not task.done():
                task.cancel()
                await asyncio.wait({task})

    def __repr__(self) -> str:
        return f"<Signal aborted: {self.reason!r}>" if self.aborted else "<Signal>"


class Abort:
    """The right to abort: `abort()` makes its `signal` aborted. Safe to call from another thread."""

    __slots__ = ("_state", "signal")

    def __init__(self) -> None:
        self._state = _State()
        self.signal = Signal(self._state)

    def abort(self, reason: Any = "aborted") -> None:
        """Abort, with a reason; a second abort changes nothing. A callback that raises is logged."""
        state = self._state
        if state.aborted:
            return
        state.aborted, state.reason = True, reason
        callbacks = list(state.callbacks.values())
        state.callbacks.clear()
        for callback in callbacks:
            try:
                callback()
            except Exception:  # noqa: BLE001 - logged; the others must hear of it too
                _log.exception("a callback of an abort signal failed")


def fuse(*signals: Signal) -> tuple[Signal, Callable[[], None]]:
    """Return a signal that aborts as soon as one of the given does, and a function that lets go of them."""
    distinct = list({id(each): each for each in signals}.values())
    if len(distinct) == 1:
        return distinct[0], _nothing
    fused = Abort()
    disposers = [each.on_abort(lambda each=each: fused.abort(each.reason)) for each in distinct]  # type: ignore[misc]

    def dispose() -> None:
        for let_go in disposers:
            let_go()

    return fused.signal, dispose


async def attend(work: asyncio.Task[T], own: Abort) -> T:
    """Await a task to its end whatever happens to the waiter: an interrupt aborts, a second one cancels the task.

    Raises:
        asyncio.CancelledError: after the task has ended, if the waiter was cancelled meanwhile.
    """
    interrupts = 0
    release = _nothing
    pause: Callable[[], Awaitable[object]] = partial(asyncio.sleep, 0)  # most calls end in one turn of the loop
    try:
        while not work.done():
            try:
                await pause()
            except asyncio.CancelledError:
                interrupts += 1
                own.abort("interrupted")
                if interrupts == 1:
                    release = _on_interrupt(work.cancel)
                else:
                    work.cancel()
            # A kernel notes an interrupt on its event loop without waking it, so the loop must not sleep for long.
            pause = partial(asyncio.wait, {work}, timeout=_TICK)
    finally:
        release()
    if interrupts:
        raise asyncio.CancelledError
    return work.result()


def _on_interrupt(act: Callable[[], object]) -> Callable[[], None]:
    """Act on the next SIGINT, of which a kernel tells an asynchronous cell only the first; return how to stop that."""
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is None:
        return _nothing
    loop = asyncio.get_running_loop()
    signal.signal(signal.SIGINT, lambda *_: loop.call_soon_threadsafe(act))

    def release() -> None:
        signal.signal(signal.SIGINT, before)

    return release


def _nothing() -> None:
    return None
