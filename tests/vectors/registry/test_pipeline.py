"""The harness's own answers about one call on its way through the pipeline, one test a vector.

A vector names a tool, a hook and a call in a few words; the set-up of each stands here by its id. A vector whose id is
not known here is skipped and says so.
"""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from workbench.registry import (
    Accept,
    Agent,
    Allow,
    Ask,
    Block,
    Deny,
    Failure,
    HarnessError,
    Success,
    Token,
    define_tool,
    text,
    user_message,
)
from workbench.registry.results import Fault

AREAS = ("pipeline",)
SKIPPED_HERE = 0


@pytest.mark.vector
def test_vector(vector: dict, scene) -> None:
    """The result is what the harness gave, and where the vector names the stages, they ran in its order."""
    if vector["id"] not in SETUPS:
        pytest.skip("prose without a set-up")
    expect = vector["expect"]
    SETUPS[vector["id"]](scene)
    asyncio.run(scene.play())
    assert scene.shown == expected(vector["id"], expect["result"])
    assert scene.observed == [scene.shown]
    if "order" in expect:
        assert [*scene.order, "result"] == expect["order"]


def test_every_vector_carried_is_run(carried: list) -> None:
    """The number of skips does not grow unseen."""
    assert sum(vector["id"] not in SETUPS for vector in carried) == SKIPPED_HERE


def expected(vector_id: str, result: dict) -> dict:
    """What is expected of a port: only the text of a thrown object without a message is its own."""
    if vector_id == "pipeline-06":
        own = "{'code': 500}"
        return {**result, "error": {"message": own}, "content": [text(f"Error: {own}")]}
    return result


class PolicyError(HarnessError):
    """What the vectors call a typed harness error."""


def failing(error: BaseException):
    async def body(args, run):
        raise error

    return body


def returning(value):
    async def body(args, run):
        return value

    return body


def _raise(error: BaseException):
    raise error


# ---------------------------------------------------------------------------------------------------- the body


def unknown_tool(scene) -> None:
    scene.registered()
    scene.name = "nope"


def body_returns(name: str, value):
    return lambda scene: scene.tool(returning(value), name=name, schema={})


def render_fails(scene) -> None:
    output = {"render": lambda args, value: _raise(RuntimeError("renderer exploded"))}
    scene.tool(returning("ok"), name="r", output=output)


def with_meta(scene) -> None:
    scene.tool(returning("ok"), output={"presentation_meta": lambda args, value: {"diffs": 1}})


def nested_with_meta(scene) -> None:
    with_meta(scene)
    scene.parent = Token()


def reader(scene) -> None:
    async def read(args, run):
        return f"read {args['path']}"

    scene.registry.register(
        define_tool(
            read,
            name="reader",
            description="Read.",
            parameters={"path": {"type": "string", "required": True}, "n": {"type": "integer"}},
            output={"schema": {"type": "string"}, "render": lambda args, value: value},
        )
    )
    scene.name = "reader"


def arguments_with_a_function(scene) -> None:
    scene.arguments = {"f": print}


# ---------------------------------------------------------------------------------------------------- before the call


def decides(event: str, decision):
    return lambda scene: scene.decide(event, decision)


def asks(outcome: str):
    def setup(scene) -> None:
        async def service(request):
            assert (request.tool, request.agent) == ("echo", scene.agent)
            return outcome

        scene.registry.approvals = service
        scene.agent = Agent()
        scene.decide("pre-execute", Ask())

    return setup


def asks_without_an_agent(scene) -> None:
    asked = []

    async def service(request):
        asked.append(request)
        return "allowed-once"

    scene.registry.approvals = service
    scene.decide("pre-execute", Ask())
    scene.on("result", lambda *_: asked and pytest.fail("nobody is to be asked"))


def hook_raises(event: str, error: BaseException):
    return lambda scene: scene.raising(event, error)


def two_guards(scene) -> None:
    scene.registry.guard(lambda execution: None)
    scene.registry.guard(lambda execution: "global denial")


def guard_after_allow(scene) -> None:
    scene.decide("pre-execute", Allow())
    scene.registry.guard(lambda execution: "terminal policy")


def guard_raises(scene) -> None:
    scene.registry.guard(lambda execution: _raise(RuntimeError("guard bug")))


# ---------------------------------------------------------------------------------------------------- around and after


def short_circuit(scene) -> None:
    scene.tool(failing(AssertionError("must not run")))
    scene.decide("execute", Success(value="short", content=[text("ignored")]))


def wrapper_failure(scene) -> None:
    wrapped = Failure(error=Fault(message="wrapped failure"), content=[text("wrapper content")], meta={"w": True})
    scene.decide("execute", wrapped)


def replaced_content(scene) -> None:
    scene.tool(output={"presentation_meta": lambda args, value: {"k": 1}})
    scene.decide("post-execute", Accept(content=[text("rewritten")]))


def replaced_value(scene) -> None:
    scene.tool(output={"presentation_meta": lambda args, value: {"got": value}})
    scene.decide("post-execute", Accept(value="replacement"))


def value_for_a_failure(scene) -> None:
    scene.tool(failing(RuntimeError("body failed")))
    scene.decide("post-execute", Accept(value="x"))


def tool_removed_before_value(scene) -> None:
    async def remove(execution, result, proceed):
        scene.registered()
        return Accept(value="x")

    scene.on("post-execute", remove)


def traced(scene) -> None:
    order = scene.order

    async def body(args, run):
        order.append("body")
        return args["text"]

    def finalize(execution, result):
        order.append("finalizeContent")

    async def before(execution, proceed):
        order.append("pre")
        return await proceed()

    async def around(dispatch, proceed):
        order.append("execute:before")
        result = await proceed()
        order.append("execute:after")
        return result

    async def after(execution, result, proceed):
        order.append("post")
        return await proceed()

    scene.tool(body, finalize_content=finalize)
    scene.on("pre-execute", before)
    scene.registry.guard(lambda execution: order.append("guard"))
    scene.on("execute", around)
    scene.on("post-execute", after)


def _watch_post(scene) -> None:
    async def after(execution, result, proceed):
        scene.order.append(f"post isError={'true' if result.is_error else 'false'}")
        return await proceed()

    scene.on("post-execute", after)


def traced_raising_hook(scene) -> None:
    scene.raising("pre-execute", RuntimeError("x"))
    _watch_post(scene)


def traced_raising_body(scene) -> None:
    scene.tool(failing(RuntimeError("x")))
    _watch_post(scene)


def finalizer_bounds(scene) -> None:
    scene.tool(finalize_content=lambda execution, result: [text("bounded")])


def finalizer_raises(scene) -> None:
    scene.tool(finalize_content=lambda execution, result: _raise(RuntimeError("finalizer")))


def finalizer_after_a_raising_hook(scene) -> None:
    scene.tool(finalize_content=lambda execution, result: [text("bounded failure")])
    scene.raising("pre-execute", PolicyError("policy failed", "POLICY_FAILED"))


def deferring_then_blocked(scene) -> None:
    async def body(args, run):
        run.defer_context(user_message("n1", plugin="p"))
        return "x"

    scene.tool(body)
    scene.decide("post-execute", Block(feedback=[text("no")], additional_contexts=[user_message("b", plugin="p")]))


def _concluding(scene, error: BaseException | None = None) -> None:
    async def body(args, run):
        run.conclude_turn()
        if error is not None:
            raise error
        return "done"

    scene.tool(body)


def concluding_then_blocked(scene) -> None:
    _concluding(scene)
    scene.decide("post-execute", Block(feedback=[text("no")]))


# ---------------------------------------------------------------------------------------------------- aborts


def aborted_before(scene) -> None:
    scene.abort.abort()
    _watch_post(scene)


def aborted_while_denied(scene) -> None:
    async def deny(execution, proceed):
        scene.abort.abort()
        return Deny("no")

    scene.on("pre-execute", deny)


def aborted_while_running(error: BaseException | None):
    def setup(scene) -> None:
        async def body(args, run):
            scene.abort.abort()
            await run.signal.wait()
            if error is not None:
                raise error
            return "done"

        scene.tool(body)

    return setup


def aborted_in_post(scene) -> None:
    async def accept(execution, result, proceed):
        scene.abort.abort()
        return await proceed()

    scene.on("post-execute", accept)


def aborted_by_a_wrapper_without_a_body(scene) -> None:
    async def around(dispatch, proceed):
        scene.abort.abort()
        return Success(value="never ran")

    scene.on("execute", around)


SETUPS = {
    "pipeline-02": unknown_tool,
    "pipeline-03": lambda scene: scene.tool(failing(RuntimeError("exploded"))),
    "pipeline-06": lambda scene: scene.tool(failing(Exception({"code": 500}))),
    "pipeline-07": lambda scene: scene.tool(failing(PolicyError("disk full", "ENOSPC"))),
    "pipeline-09": body_returns("l", print),
    "pipeline-10": body_returns("u", msgspec.UNSET),
    "pipeline-11": render_fails,
    "pipeline-14": with_meta,
    "pipeline-15": nested_with_meta,
    "pipeline-17": reader,
    "pipeline-19": reader,
    "pipeline-21": arguments_with_a_function,
    "pipeline-22": decides("pre-execute", Deny("denied by policy")),
    "pipeline-24": decides("pre-execute", Ask()),
    "pipeline-25": asks("allowed-once"),
    "pipeline-26": asks("rejected"),
    "pipeline-27": asks("cancelled"),
    "pipeline-28": asks("unavailable"),
    "pipeline-29": asks_without_an_agent,
    "pipeline-30": hook_raises("pre-execute", RuntimeError("hook broke")),
    "pipeline-31": hook_raises("pre-execute", PolicyError("denied", "DENIED")),
    "pipeline-32": two_guards,
    "pipeline-33": guard_after_allow,
    "pipeline-34": guard_raises,
    "pipeline-35": hook_raises("execute", RuntimeError("wrapper broke")),
    "pipeline-36": short_circuit,
    "pipeline-38": wrapper_failure,
    "pipeline-39": replaced_content,
    "pipeline-40": replaced_value,
    "pipeline-41": decides("post-execute", Accept(value=1)),
    "pipeline-43": value_for_a_failure,
    "pipeline-44": decides("post-execute", Block(feedback=[text("blocked by policy")])),
    "pipeline-45": decides("post-execute", Block(feedback=[])),
    "pipeline-46": decides("post-execute", Block(feedback=[{"type": "reasoning", "text": "r"}])),
    "pipeline-48": tool_removed_before_value,
    "pipeline-49": traced,
    "pipeline-51": traced_raising_hook,
    "pipeline-53": traced_raising_body,
    "pipeline-55": finalizer_bounds,
    "pipeline-56": finalizer_raises,
    "pipeline-57": finalizer_after_a_raising_hook,
    "pipeline-60": deferring_then_blocked,
    "pipeline-61": _concluding,
    "pipeline-62": lambda scene: _concluding(scene, RuntimeError("x")),
    "pipeline-63": concluding_then_blocked,
    "pipeline-64": aborted_before,
    "pipeline-67": aborted_while_denied,
    "pipeline-68": aborted_while_running(None),
    "pipeline-69": aborted_while_running(RuntimeError("own failure")),
    "pipeline-70": aborted_in_post,
    "pipeline-71": aborted_by_a_wrapper_without_a_body,
}
