"""One ordered lane with a rolling pool: the scheduling rules of a step's calls and of a program's calls alike.

Calls start in the order they were submitted and commit in that order. Everything ordered – the start with its policies,
the commit with post-execute – happens in the lane, one at a time; only bodies overlap. Consecutive parallel calls
overlap up to the cap, the pool refilling as bodies settle; an exclusive call waits until the pool is empty, runs alone,
and lets nothing start until it has committed. Whether a call is parallel is asked again right before it starts.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

from workbench.registry.failures import RegistryError


class Entry(Protocol):
    """One call in the lane."""

    def is_parallel(self) -> bool:
        """Return whether the call may overlap with others, as things are now."""

    async def start(self) -> Awaitable[object] | None:
        """Do what is ordered before the body; return the body to be awaited, or None if there is nothing to run."""

    async def commit(self) -> None:
        """Do what is ordered after the body."""

    def abandon(self) -> None:
        """Be told that the call will never start."""


class _Started:
    __slots__ = ("entry", "flight", "parallel")

    def __init__(self, entry: Entry, *, parallel: bool) -> None:
        self.entry = entry
        self.parallel = parallel
        self.flight: asyncio.Future[object] | None = None


class Lane:
    """The lane of one step or one program run.

    Attributes:
        max_parallel: how many bodies may run at once.
        stopped: says whether nothing more may start; what is queued then is abandoned.
    """

    def __init__(self, max_parallel: int, stopped: Callable[[], bool]) -> None:
        self.max_parallel = max_parallel
        self.stopped = stopped
        self._queued: deque[Entry] = deque()
        self._started: deque[_Started] = deque()
        self._in_flight: set[asyncio.Future[object]] = set()
        self._barrier = False
        self._wake = asyncio.Event()

    def submit(self, entry: Entry) -> None:
        """Queue a call; a running lane takes it up."""
        self._queued.append(entry)
        self._wake.set()

    def wake(self) -> None:
        """Make a waiting lane look again, after `stopped` has changed."""
        self._wake.set()

    async def run(self) -> None:
        """Run until everything submitted has committed or been abandoned.

        Raises:
            BaseException: whatever an entry raises: the first fault, after the running bodies have been awaited.
        """
        try:
            while self._queued or self._started:
                self._wake.clear()
                if not (await self._commit_head() or await self._start_head()):
                    await self._wait()
        except BaseException:
            if self._in_flight:
                await asyncio.wait(self._in_flight)
            raise

    async def _wait(self) -> None:
        try:
            await self._wake.wait()
        except asyncio.CancelledError:
            # Only an insistent interrupt cancels a lane: its bodies have been asked to stop and did not.
            self.cancel_bodies()

    def cancel_bodies(self) -> None:
        """Cancel the tasks of the bodies that are running; their calls still commit."""
        for flight in self._in_flight:
            flight.cancel()

    async def _commit_head(self) -> bool:
        """Commit the first started call if its body has settled."""
        if not self._started:
            return False
        head = self._started[0]
        if head.flight is not None:
            if not head.flight.done():
                return False
            head.flight.result()
        self._started.popleft()
        await head.entry.commit()
        if not head.parallel:
            self._barrier = False
        return True

    async def _start_head(self) -> bool:
        """Start the first queued call if there is room for it, or abandon it if nothing may start any more."""
        if not self._queued:
            return False
        if self.stopped():
            self._queued.popleft().abandon()
            return True
        parallel = self._queued[0].is_parallel()
        room = self.max_parallel if parallel else 1
        if self._barrier or len(self._in_flight) >= room:
            return False
        started = _Started(self._queued.popleft(), parallel=parallel)
        self._barrier = not parallel
        self._started.append(started)
        body = await started.entry.start()
        if body is not None:
            started.flight = asyncio.ensure_future(body)
            self._in_flight.add(started.flight)
            started.flight.add_done_callback(self._landed)
        return True

    def _landed(self, flight: asyncio.Future[object]) -> None:
        self._in_flight.discard(flight)
        self._wake.set()


def positive(value: object, name: str) -> int:
    """Return a cap that is a positive integer.

    Raises:
        RegistryError: it is none.
    """
    if type(value) is not int or value < 1:
        raise RegistryError(f"{name} must be a positive integer")
    return value
