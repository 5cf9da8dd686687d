"""One call on its way through the pipeline, as each stage may see it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from workbench.model import Json, Value
from workbench.registry.json_values import snapshot
from workbench.registry.signals import Signal

if TYPE_CHECKING:
    from workbench.registry.results import Result
    from workbench.registry.scopes import Agent


class Token:
    """Opaque identity of one execution. A nested call carries its outer call's token as `parent`; compare with `is`."""

    __slots__ = ("__weakref__",)

    def __repr__(self) -> str:
        return "<Token>"


class Execution(msgspec.Struct, frozen=True, eq=False, kw_only=True, weakref=True):
    """The identity of a call: what hooks, guards, finalizers and observers get. Nothing in it can be changed.

    Attributes:
        token: opaque identity of this execution.
        call_id: the call's id; `root_call_id` is that of the outermost call.
        name: the tool's name, as called.
        arguments: the arguments, lossless and frozen; None if they were not JSON.
        agent: on whose behalf the call runs, or None.
        parent: token of the outer execution if a program makes this call, or None.
        signal: the caller's cancellation.
    """

    token: Token
    call_id: str
    root_call_id: str
    name: str
    arguments: Json
    agent: Agent | None
    parent: Token | None
    signal: Signal


class Dispatch:
    """What an execute wrapper gets: the execution, with a `signal` it may replace but not remove.

    The caller's own signal is fused in again before the body gets it, so a replacement never detaches the caller.
    """

    __slots__ = ("_signal", "execution")

    def __init__(self, execution: Execution) -> None:
        self.execution = execution
        self._signal = execution.signal

    @property
    def signal(self) -> Signal:
        """The cancellation the next wrapper, and in the end the body, will see."""
        return self._signal

    @signal.setter
    def signal(self, signal: Signal) -> None:
        if not isinstance(signal, Signal):
            raise TypeError("an execute wrapper may replace the signal by another Signal, not remove it")
        self._signal = signal

    @property
    def name(self) -> str:
        """The tool's name."""
        return self.execution.name

    @property
    def arguments(self) -> Json:
        """The frozen arguments."""
        return self.execution.arguments

    @property
    def agent(self) -> Agent | None:
        """On whose behalf the call runs."""
        return self.execution.agent

    @property
    def call_id(self) -> str:
        """The call's id."""
        return self.execution.call_id

    @property
    def parent(self) -> Token | None:
        """Token of the outer execution, for a program's call."""
        return self.execution.parent


class Run:
    """What a body gets beside its arguments: who calls, the signal to watch, and two things it may ask for."""

    __slots__ = ("_flight", "execution", "signal")

    def __init__(self, flight: Flight, signal: Signal) -> None:
        self._flight = flight
        self.execution = flight.execution
        self.signal = signal

    @property
    def token(self) -> Token:
        """This execution's token: the `parent` of calls made from inside the body."""
        return self.execution.token

    @property
    def call_id(self) -> str:
        """The call's id."""
        return self.execution.call_id

    @property
    def root_call_id(self) -> str:
        """Id of the outermost call."""
        return self.execution.root_call_id

    @property
    def name(self) -> str:
        """The tool's name, as called."""
        return self.execution.name

    @property
    def agent(self) -> Agent | None:
        """On whose behalf the call runs."""
        return self.execution.agent

    def defer_context(self, message: Json) -> None:
        """Attach a message (see `user_message`) to this call's own result; it joins the conversation after the step.

        Raises:
            NotLosslessError: the message is not lossless JSON.
        """
        self._flight.deferred.append(snapshot(message))

    def conclude_turn(self) -> None:
        """Ask that the turn end after this step, if this call's final result is a success."""
        self._flight.concluded = True


class DispatchLog(Value, frozen=True, kw_only=True):
    """A settled call of a program, about to be logged, as `dispatch-log` listeners see it.

    What they return replaces only the log's copy of the content; the program has its value already.
    """

    execution: Execution
    sub_call_id: str
    name: str
    is_error: bool
    content: Sequence[Json]


class Flight:
    """The registry's own record of one execution in flight; no hook sees it."""

    __slots__ = ("body_invoked", "canonical", "concluded", "deferred", "execution", "finalizer")

    def __init__(
        self, execution: Execution, finalizer: Callable[[Execution, Result], Sequence[Json] | None] | None
    ) -> None:
        self.execution = execution
        self.finalizer = finalizer
        self.body_invoked = False
        self.concluded = False
        self.deferred: list[Json] = []
        self.canonical: list[Any] = []

    def own(self, result: Any) -> Any:
        """Note that this very result was made by the pipeline for this call, and return it."""
        self.canonical.append(result)
        return result

    def owns(self, result: object) -> bool:
        """Return whether the pipeline made this very result for this call."""
        return any(result is known for known in self.canonical)
