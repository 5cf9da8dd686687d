"""Listeners, guards, approvals and structured output."""

from __future__ import annotations

import asyncio
import logging

import pytest

from workbench.registry import (
    Accept,
    Agent,
    Allow,
    Ask,
    Block,
    Deny,
    Output,
    Registry,
    RegistryError,
    Success,
    ToolDefinition,
    failure,
    require_structured_output,
    text,
    user_message,
    wire,
)


def tool(name: str = "tool", says: str | None = None, body=None, **changes) -> ToolDefinition:
    async def execute(args, run):
        return name if says is None else says

    output = Output(schema={"type": "string"}, render=lambda args, value: [text(value)])
    return ToolDefinition(name=name, description="T.", parameters={}, output=output, execute=body or execute, **changes)


def call(registry: Registry, name: str = "tool", agent: Agent | None = None, arguments=None):
    return asyncio.run(registry.execute(name, {} if arguments is None else arguments, agent=agent))


# ---------------------------------------------------------------------------------------------------- listeners


def test_the_first_listener_is_the_outermost() -> None:
    registry, order = Registry(), []
    registry.register(tool())

    def listener(name: str):
        async def listen(execution, proceed):
            order.append(f"{name} in")
            decision = await proceed()
            order.append(f"{name} out")
            return decision

        return listen

    registry.on("pre-execute", listener("first"))
    registry.on("pre-execute", listener("second"))
    registry.on("tools/pre-execute", listener("outer"), outermost=True)
    call(registry)
    assert order == ["outer in", "first in", "second in", "second out", "first out", "outer out"]


def test_a_listener_may_be_a_plain_function_and_decorated() -> None:
    registry = Registry()
    registry.register(tool())

    @registry.on("pre-execute")
    def deny(execution, proceed):
        return Deny(f"no {execution.name}")

    assert call(registry).error.message == "no tool"


def test_an_unknown_event_is_an_error_with_a_hint() -> None:
    with pytest.raises(RegistryError, match=r"there is no event \"pre-exec\".*Did you mean 'pre-execute'\?"):
        Registry().on("pre-exec", lambda: None)


def test_a_scoped_listener_hears_its_agent_and_what_is_below() -> None:
    registry, above = Registry(), Agent("above")
    here, other = Agent("here", parent=above), Agent("other")
    registry.register(tool())
    heard: list = []
    registry.on("result", lambda execution, result: heard.append(execution.agent), agent=above)
    for agent in (None, above, here, other):
        call(registry, agent=agent)
    assert heard == [above, here]


def test_a_wrapper_may_retry() -> None:
    tries: list[int] = []

    async def flaky(args, run):
        tries.append(1)
        if len(tries) < 3:
            raise OSError("not yet")
        return "at last"

    async def retry(dispatch, proceed):
        for _ in range(5):
            result = await proceed()
            if not result.is_error:
                break
        return result

    registry = Registry()
    registry.register(tool(body=flaky))
    registry.on("execute", retry)
    assert call(registry).value == "at last"
    assert len(tries) == 3


def test_a_result_of_another_call_is_made_anew() -> None:
    registry = Registry()
    registry.register(tool(says="cached"))
    kept = call(registry)
    registry.on("execute", lambda dispatch, proceed: kept)
    again = call(registry)
    assert again == kept
    assert again is not kept
    assert call(registry, "unknown").error.message == 'unknown tool "unknown"'


def test_a_transformed_success_loses_its_authored_content_and_keeps_its_contexts() -> None:
    registry = Registry()
    registry.register(tool())
    context = user_message("c", plugin="p")

    async def shout(dispatch, proceed):
        result = await proceed()
        return Success(value=result.value.upper(), content=[text("ignored")], additional_contexts=[context])

    registry.on("execute", shout)
    result = call(registry)
    assert (result.value, result.content) == ("TOOL", [text("TOOL")])
    assert list(result.additional_contexts) == [context]


def test_contexts_of_body_wrapper_and_policy_come_in_that_order() -> None:
    async def body(args, run):
        run.defer_context(user_message("body", plugin="p"))
        return "x"

    async def around(dispatch, proceed):
        result = await proceed()
        return Success(value=result.value, additional_contexts=[user_message("wrapper", plugin="p")])

    async def after(execution, result, proceed):
        return Accept(additional_contexts=[user_message("post", plugin="p")])

    registry = Registry()
    registry.register(tool(body=body))
    registry.on("execute", around)
    registry.on("post-execute", after)
    said = [context["content"][0]["text"] for context in call(registry).additional_contexts]
    assert said == ["body", "wrapper", "post"]


def test_what_a_policy_may_not_answer_is_a_failure() -> None:
    registry = Registry()
    registry.register(tool())
    stop = registry.on("pre-execute", lambda execution, proceed: True)
    assert call(registry).error.message == "a pre-execute listener must return Allow, Deny or Ask, not bool"
    stop()
    stop = registry.on("execute", lambda dispatch, proceed: {"isError": False, "value": "x"})
    assert call(registry).error.message == "an execute wrapper must return a result, not dict"
    stop()
    stop = registry.on("post-execute", lambda execution, result, proceed: None)
    assert call(registry).error.message == "a post-execute listener must return Accept or Block, not NoneType"
    stop()
    registry.on("post-execute", lambda execution, result, proceed: Accept(value="v", content=[]))
    expected = "tools/post-execute accept decision cannot replace both value and content"
    assert call(registry).error.message == expected


def test_a_policy_after_the_call_cannot_bring_in_what_is_not_json() -> None:
    registry = Registry()
    registry.register(tool())
    registry.on("post-execute", lambda execution, result, proceed: Accept(content=[{"type": object()}]))
    result = call(registry)
    assert result.error.message == "tool result must be losslessly JSON-serializable"


def test_observers_change_nothing_and_their_faults_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    registry = Registry()
    registry.register(tool())

    async def later(execution, result):
        raise RuntimeError("later")

    registry.on("result", lambda execution, result: result.content.clear())
    registry.on("result", later)

    async def scene():
        result = await registry.execute("tool", {})
        await asyncio.sleep(0)
        return result

    with caplog.at_level(logging.WARNING):
        result = asyncio.run(scene())
    assert result.content == [text("tool")]
    assert "frozen" in caplog.text
    assert "a result observer failed: later" in caplog.text


def test_guards_are_asked_from_far_to_near_and_only_of_what_is_allowed() -> None:
    registry, above, asked = Registry(), Agent("above"), []
    here = Agent("here", parent=above)
    registry.register(tool())
    for name, agent in (("here", here), ("above", above), ("global", None)):
        registry.guard(lambda execution, name=name: asked.append(name), agent=agent)
    call(registry, agent=here)
    assert asked == ["global", "above", "here"]
    registry.on("pre-execute", lambda execution, proceed: Deny("no"))
    call(registry, agent=here)
    assert asked == ["global", "above", "here"]


def test_a_guard_that_is_asynchronous_fails_the_call() -> None:
    async def guard(execution):
        return None

    registry = Registry()
    registry.register(tool())
    registry.guard(guard)
    assert call(registry).error.message == "a guard must answer at once: return a reason or None, not an awaitable"


def test_a_denial_passes_the_policies_after_the_call() -> None:
    registry = Registry()
    registry.register(tool())
    registry.on("pre-execute", lambda execution, proceed: Deny("no"))
    registry.on("post-execute", lambda execution, result, proceed: Block(feedback=[text("try another way")]))
    assert wire(call(registry)) == {
        "isError": True,
        "error": {"message": "try another way"},
        "content": [text("try another way")],
    }


# ---------------------------------------------------------------------------------------------------- approvals


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        ("allowed-once", None),
        ("rejected", 'the user rejected tool "tool"'),
        (
            "maybe",
            "unexpected approval outcome 'maybe': it must be one of allowed-once, rejected, cancelled, unavailable",
        ),
        (OSError("line cut"), "line cut"),
    ],
)
def test_every_question_leaves_two_rows(outcome: object, message: str | None) -> None:
    rows: list = []

    def append(kind, data, *, surface_op=None, source_seqs=()):
        rows.append((kind, data))
        return len(rows)

    async def service(request):
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    registry = Registry(approvals=service)
    registry.register(tool())
    registry.on("pre-execute", lambda execution, proceed: Ask("looks risky"))
    result = call(registry, agent=Agent(append=append))
    assert (result.error.message if result.is_error else None) == message
    (asked, question), (decided, answer) = rows
    assert (asked, decided) == ("approval/asked", "approval/decided")
    assert question.items() >= {"toolName": "tool", "reason": "looks risky"}.items()
    assert answer["id"] == question["id"]
    assert answer["outcome"] == (outcome if outcome in ("allowed-once", "rejected") else "unavailable")


def test_a_reason_of_the_policy_stands_where_nobody_can_be_asked() -> None:
    registry = Registry()
    registry.register(tool())
    registry.on("pre-execute", lambda execution, proceed: Ask("looks risky"))
    assert call(registry).error.message == "looks risky"


def test_guards_still_run_after_an_approval() -> None:
    async def service(request):
        return "allowed-once"

    registry = Registry(approvals=service)
    registry.register(tool())
    registry.on("pre-execute", lambda execution, proceed: Ask())
    registry.guard(lambda execution: "never")
    assert call(registry, agent=Agent()).error.message == "never"


# ---------------------------------------------------------------------------------------------------- structured output


def test_structured_output_is_recorded_once_and_ends_the_work() -> None:
    registry, agent = Registry(), Agent("child")
    registry.register(tool())
    schema = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
    answer = require_structured_output(registry, agent, schema)
    wrong = call(registry, "structured_output", agent, {"x": "1"})
    assert wrong.error.message == 'invalid arguments: "value.x" must be an integer'
    assert wrong.error.info.code == "INVALID_ARGS"
    blocked = registry.on("post-execute", lambda execution, result, proceed: Block(feedback=[text("not yet")]))
    assert call(registry, "structured_output", agent, {"x": 1}).is_error
    assert not answer.value
    blocked()
    right = call(registry, "structured_output", agent, {"x": 2})
    assert (right.content, right.value, right.concludes_turn) == (
        [text("Structured output recorded.")],
        {"recorded": True},
        True,
    )
    assert answer.value == {"x": 2}
    later = "structured output already recorded: the run is complete, so `tool` is not executed"
    assert call(registry, "tool", agent).error.message == later
    assert call(registry, "tool").value == "tool"
    answer.dispose()
    assert call(registry, "tool", agent).value == "tool"
    assert call(registry, "structured_output", agent).error.info.code == "UNKNOWN_TOOL"


def test_a_failure_of_a_wrapper_keeps_its_meta() -> None:
    registry = Registry()
    registry.register(tool())
    registry.on("execute", lambda dispatch, proceed: failure("cached failure", meta={"from": "cache"}))
    result = call(registry)
    assert (result.error.message, result.meta) == ("cached failure", {"from": "cache"})
    registry.on("pre-execute", lambda execution, proceed: Allow())
    assert call(registry).meta == {"from": "cache"}
