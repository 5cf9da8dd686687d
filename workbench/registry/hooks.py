"""Listeners of the pipeline, and the waterfall that runs them.

| event | listener | returns |
|---|---|---|
| `pre-execute` | `async (execution, next)` | `Allow()`, `Deny(reason)` or `Ask(reason)` |
| `execute` | `async (dispatch, next)` | a result; `await next()` runs the body, perhaps more than once |
| `post-execute` | `async (execution, result, next)` | `Accept(…)` or `Block(…)` |
| `dispatch-log` | `async (dispatch, next)` | content blocks for the log's copy of a program's call |
| `result` | `(execution, result)` | nothing; sees the frozen result, cannot change it |
| `change` | `()` | nothing; tools, restrictions or the presentation changed |

The first registered listener is the outermost: it decides whether to `await next()` and what to make of the answer.
Returning without `next()` leaves the inner ones out. Listeners may be plain functions. A listener registered for an
agent hears only calls of that agent and of its descendants. The harness's own spellings (`tools/pre-execute`,
`tools/code-dispatch-log`) are understood as well.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

from workbench.errors import did_you_mean
from workbench.registry.failures import RegistryError
from workbench.registry.results import FAULTS, error_message

if TYPE_CHECKING:
    from workbench.registry.scopes import Agent

Event = Literal["pre-execute", "execute", "post-execute", "dispatch-log", "result", "change"]
Listener = Callable[..., Any]
EVENTS: tuple[Event, ...] = get_args(Event)
_log = logging.getLogger(__name__)


class Hooks:
    """The listeners of one registry by event, in order."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[tuple[Agent | None, Listener]]] = {event: [] for event in EVENTS}

    def add(self, event: str, listener: Listener, agent: Agent | None, *, outermost: bool) -> Callable[[], None]:
        """Add a listener and return the function that removes it.

        Raises:
            RegistryError: there is no such event.
        """
        known = event.removeprefix("tools/").removeprefix("code-").removeprefix("ptc-")
        if known not in self._listeners:
            raise RegistryError(
                f'there is no event "{event}"; it is one of {", ".join(EVENTS)}.{did_you_mean(known, EVENTS)}'
            )
        entry = (agent, listener)
        listeners = self._listeners[known]
        listeners.insert(0 if outermost else len(listeners), entry)

        def dispose() -> None:
            kept = [each for each in listeners if each is not entry]
            listeners[:] = kept

        return dispose

    def heard(self, event: Event, agent: Agent | None) -> Sequence[Listener]:
        """Return the listeners that hear an event of this agent, the outermost first."""
        entries = self._listeners[event]
        if not entries:
            return ()
        chain = [] if agent is None else agent.chain()
        return [listener for scope, listener in entries if scope is None or any(scope is each for each in chain)]

    def changed(self) -> None:
        """Tell every `change` listener; the first that raises ends this."""
        for _, listener in list(self._listeners["change"]):
            listener()

    def observe(self, agent: Agent | None, execution: Any, result: Any) -> None:
        """Show a result to its observers; what they raise or return changes nothing and is logged."""
        for listener in self.heard("result", agent):
            try:
                answer = listener(execution, result)
                if inspect.isawaitable(answer):
                    _later(answer, execution.name)
            except FAULTS as error:
                _report(execution.name, error)


async def waterfall(listeners: Sequence[Listener], arguments: tuple[Any, ...], last: Callable[[], Any]) -> Any:
    """Run listeners from the outermost to `last`, each given the next one as its final argument."""
    if not listeners:
        answer = last()
        return await answer if inspect.isawaitable(answer) else answer

    def step(index: int) -> Callable[[], Awaitable[Any]]:
        async def proceed() -> Any:
            answer = last() if index == len(listeners) else listeners[index](*arguments, step(index + 1))
            return await answer if inspect.isawaitable(answer) else answer

        return proceed

    return await step(0)()


_running: set[asyncio.Task[None]] = set()


def _later(answer: Awaitable[Any], tool: str) -> None:
    """Let an asynchronous observer finish on its own."""

    async def finish() -> None:
        try:
            await answer
        except FAULTS as error:
            _report(tool, error)

    task = asyncio.ensure_future(finish())
    _running.add(task)
    task.add_done_callback(_running.discard)


def _report(tool: str, error: BaseException) -> None:
    _log.warning('tool "%s": a result observer failed: %s', tool, error_message(error))
