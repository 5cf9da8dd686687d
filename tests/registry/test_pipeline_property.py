"""Whatever tools, listeners, guards and wrappers do, a call comes to exactly one frozen result of JSON alone."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.registry import (
    Abort,
    Accept,
    Agent,
    Allow,
    Ask,
    Block,
    Deny,
    Failure,
    HarnessError,
    Output,
    Registry,
    Signal,
    Success,
    ToolDefinition,
    failure,
    install_timeouts,
    text,
    user_message,
    wire,
)
from workbench.registry.json_values import is_lossless

TIMEOUT_MS = 4
ABORT_AFTER = 0.006


class UnprintableError(Exception):
    """An exception that raises when it is asked what it says."""

    def __str__(self) -> str:
        raise RuntimeError("no")


class LyingError(HarnessError):
    """A typed error whose name and code are no texts."""

    name = object()

    def __init__(self) -> None:
        super().__init__("lies", "X")
        self.code = {}
        self.message = ["not", "a", "text"]


ERRORS = st.sampled_from(
    [
        RuntimeError("broke"), UnprintableError(), LyingError(), KeyError("k"), HarnessError("typed", "TYPED"),
        KeyboardInterrupt(), SystemExit(3), asyncio.CancelledError(), TimeoutError(), RecursionError("deep"),
    ]
)  # fmt: skip
GARBAGE = st.sampled_from(
    [None, 7, "text", object(), [object()], {"a": object()}, float("nan"), [1], [None], (), b"x", {1: 2}]
)
JSON = st.sampled_from(["value", "", 3, None, [], {"a": [1.5, None]}, "\ud800"])
BLOCKS = st.sampled_from(
    [[], [text("b")], [{"type": "image", "data": "x"}], [{"type": "reasoning", "text": "r"}], [{}]]
)


def mostly(good: st.SearchStrategy, bad: st.SearchStrategy, of: int = 6) -> st.SearchStrategy:
    """Draw what behaves, but once in a while what does not, so that calls get far and still meet everything."""
    return st.integers(1, of).flatmap(lambda number: bad if number == of else good)


CONTENT = mostly(BLOCKS, GARBAGE)
CONTEXTS = mostly(st.sampled_from([(), [user_message("c", plugin="p")]]), st.sampled_from([[object()], "no", None]))
ABORTED = Abort()
ABORTED.abort("from the start")


def _does(kind: str, *parts: st.SearchStrategy) -> st.SearchStrategy:
    return st.tuples(st.just(kind), *parts)


VALUE = mostly(JSON, GARBAGE)
NEXT = _does("next")
FAULTS = _does("raise", ERRORS) | _does("return", GARBAGE) | _does("abort") | _does("hang")
DECISIONS = st.sampled_from([Allow(), Deny("denied"), Ask(), Ask("why"), Deny(object())])
PRE = mostly(NEXT, FAULTS | _does("return", DECISIONS))
AUTHORED = st.builds(lambda value, content: Success(value=value, content=content), VALUE, CONTENT) | st.builds(
    lambda content, meta: failure("own", content=content, meta=meta), CONTENT, VALUE
)
SIGNALS = st.sampled_from([Signal(), ABORTED.signal, None, "no signal"])
WRAPPER = mostly(NEXT | _does("twice"), FAULTS | _does("signal", SIGNALS) | _does("return", AUTHORED), of=3)
POST = mostly(
    NEXT
    | _does("return", st.builds(lambda words, more: Accept(content=words, additional_contexts=more), CONTENT, CONTEXTS))
    | _does("return", st.builds(lambda value: Accept(value=value), VALUE)),
    FAULTS
    | _does("return", st.builds(lambda value: Accept(value=value, content=[]), VALUE))
    | _does(
        "return", st.builds(lambda words, more: Block(feedback=words, additional_contexts=more), CONTENT, CONTEXTS)
    ),
    of=4,
)
BODY = mostly(
    _does("return", VALUE) | _does("conclude") | _does("defer", VALUE),
    _does("raise", ERRORS) | _does("abort") | _does("hang"),
    of=3,
)
GUARD = mostly(
    _does("return", st.none()),
    _does("return", st.just("guarded")) | _does("raise", ERRORS) | _does("return", GARBAGE) | _does("coroutine"),
    of=3,
)
FINALIZER = mostly(st.none(), _does("raise", ERRORS) | _does("return", CONTENT), of=3)
OBSERVER = _does("raise", ERRORS) | _does("change") | _does("async", ERRORS) | _does("return", GARBAGE)


class Play:
    """One call with everything drawn: what its parts do, and what was seen of it."""

    def __init__(self, data: st.DataObject) -> None:
        self.draw = data.draw
        self.registry = Registry(approvals=data.draw(st.sampled_from([None, self._approve])))
        self.outcome = data.draw(
            st.sampled_from(["allowed-once", "rejected", "cancelled", "unavailable", "what?", None])
        )
        self.abort = Abort()
        self.seen: list = []
        self.body_ran = 0
        self.denied_by_a_guard = False
        self.agent = data.draw(st.sampled_from([None, Agent("a", parent=Agent("above"))]))

    async def _approve(self, request):
        if self.outcome is None:
            raise OSError("no channel")
        return self.outcome

    async def act(self, what: tuple, proceed, signal: Signal, dispatch=None):
        kind, *parts = what
        if kind == "raise":
            raise parts[0]
        if kind == "return":
            return parts[0]
        if kind == "abort":
            self.abort.abort()
        elif kind == "hang":
            await signal.wait()
        elif kind == "twice":
            await proceed()
        elif kind == "signal":
            dispatch.signal = parts[0]
        return await proceed()

    def listener(self, event: str, what: tuple) -> None:
        if event == "execute":

            async def listen(dispatch, proceed):
                return await self.act(what, proceed, dispatch.signal, dispatch)

        else:

            async def listen(execution, *rest):
                return await self.act(what, rest[-1], execution.signal)

        self.registry.on(event, listen, agent=self.draw(st.sampled_from([None, self.agent])))

    def guard(self, what: tuple) -> None:
        def check(execution):
            if what[0] == "raise":
                raise what[1]
            if what[0] == "coroutine":
                return self._never()
            self.denied_by_a_guard |= what[1] is not None
            return what[1]

        self.registry.guard(check)

    async def _never(self) -> None:
        """A guard must not be asynchronous."""

    def observer(self, what: tuple) -> None:
        async def later(error):
            raise error

        def observe(execution, result):
            self.seen.append(result)
            if what[0] == "raise":
                raise what[1]
            if what[0] == "change":
                result.content.append(text("changed"))
            return later(what[1]) if what[0] == "async" else what[-1]

        self.registry.on("result", observe)

    def tool(self, what: tuple, finalizer: tuple | None) -> None:
        async def execute(args, run):
            self.body_ran += 1
            if what[0] == "defer":
                run.defer_context(what[1])
            elif what[0] == "conclude":
                run.conclude_turn()
            return await self.act(what, self._value, run.signal)

        def finalize(execution, result):
            if finalizer[0] == "raise":
                raise finalizer[1]
            return finalizer[1]

        rendered, meta = self.draw(CONTENT), self.draw(VALUE)
        output = Output(
            schema=self.draw(st.sampled_from([{}, {}, {"type": "string"}])),
            render=lambda args, value: rendered,
            presentation_meta=self.draw(st.sampled_from([None, lambda args, value: meta])),
        )
        self.registry.register(
            ToolDefinition(
                name="tool",
                description="T.",
                parameters={},
                output=output,
                execute=execute,
                timeout_ms=TIMEOUT_MS,
                finalize_content=None if finalizer is None else finalize,
            )
        )

    async def _value(self):
        return "value"

    async def run(self):
        install_timeouts(self.registry)
        asyncio.get_running_loop().call_later(ABORT_AFTER, self.abort.abort)
        arguments = self.draw(mostly(st.sampled_from([{}, {"a": [1]}, None]), st.just({"a": object()}), of=12))
        name = self.draw(mostly(st.just("tool"), st.just("other"), of=12))
        return await self.registry.execute(name, arguments, agent=self.agent, signal=self.abort.signal)


def test_a_call_comes_to_one_frozen_result() -> None:
    met: Counter[str] = Counter()

    @settings(deadline=None, max_examples=300, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def example(data: st.DataObject) -> None:
        met.update(check(data))

    logging.disable(logging.CRITICAL)
    try:
        example()
    finally:
        logging.disable(logging.NOTSET)
    for what in ("success", "guarded", "TOOL_TIMEOUT", "ABORTED", "ABORTED_BEFORE_DISPATCH", "INVALID_TOOL_OUTPUT"):
        assert met[what] > 0, f"no example met {what}: {met}"


def check(data: st.DataObject) -> list[str]:
    """Play one call, hold it to what is promised, and return what it met."""
    play = Play(data)
    play.tool(data.draw(BODY, "body"), data.draw(FINALIZER, "finalizer"))
    for event, behaviours in (("pre-execute", PRE), ("execute", WRAPPER), ("post-execute", POST)):
        for what in data.draw(st.lists(behaviours, max_size=2), event):
            play.listener(event, what)
    for what in data.draw(st.lists(GUARD, max_size=2), "guards"):
        play.guard(what)
    observers = data.draw(st.lists(OBSERVER, min_size=1, max_size=3), "observers")
    for what in observers:
        play.observer(what)
    result = asyncio.run(play.run())
    assert isinstance(result, (Success, Failure))
    assert len(play.seen) == len(observers)
    assert all(each is result for each in play.seen)
    if play.denied_by_a_guard:
        assert result.is_error
        assert play.body_ran == 0
    check_frozen(result)
    check_json(result)
    info = result.error.info if result.is_error else msgspec.UNSET
    code = "success" if not result.is_error else info.code if info is not msgspec.UNSET else "failure"
    return [code, "guarded"] if play.denied_by_a_guard else [code]


def check_frozen(result) -> None:
    for name in result.__struct_fields__:
        with pytest.raises(AttributeError):
            setattr(result, name, None)
    with pytest.raises(TypeError, match="frozen"):
        result.content.append(text("more"))


def check_json(result) -> None:
    shape = wire(result)
    assert is_lossless(shape)
    assert json.loads(json.dumps(shape)) == shape
    assert ("value" in shape) != ("error" in shape)
    assert shape["isError"] == ("error" in shape)
    assert all(isinstance(block, dict) for block in shape["content"])
    assert msgspec.UNSET not in shape.values()
