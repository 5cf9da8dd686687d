"""The harness's own answers about one call on its way through the pipeline, one test a vector.

A vector names a tool, a hook and a call in a few words. Common words are understood wherever they stand (PHRASES); the
set-ups of the others stand here by their id. A vector that is neither is skipped and says so.
"""

from __future__ import annotations

import asyncio
import functools
import json
import re

import msgspec
import pytest

from workbench.registry import (
    Accept,
    Agent,
    Allow,
    Ask,
    Block,
    Deny,
    HarnessError,
    Success,
    Token,
    define_tool,
    failure,
    text,
    user_message,
)

AREAS = ("pipeline",)
SKIPPED_HERE = 0


@pytest.mark.vector
def test_vector(vector: dict, scene) -> None:
    """The result is what the harness gave, and where the vector names the stages, they ran in its order."""
    setups = setups_of(vector)
    if setups is None:
        pytest.skip("prose without a set-up")
    expect = vector["expect"]
    for setup in setups:
        setup(scene)
    asyncio.run(scene.play())
    assert scene.shown == expected(vector["setup"], expect["result"])
    assert scene.observed == [scene.shown]
    if "order" in expect:
        assert [*scene.order, "result"] == expect["order"]


def test_every_vector_carried_is_run(carried: list) -> None:
    """The number of skips does not grow unseen."""
    assert sum(setups_of(vector) is None for vector in carried) == SKIPPED_HERE


def setups_of(vector: dict) -> list | None:
    """What sets a vector up: its own set-up, or what each of its phrases stands for; None if one is not understood."""
    if vector["setup"] in SETUPS:
        setups = SETUPS[vector["setup"]]
        return list(setups) if isinstance(setups, tuple) else [setups]
    if isinstance(vector["given"].get("args"), str):
        return None
    setups = []
    for part in ("tool", "hook", "call"):
        words = vector["given"].get(part, "echo")
        found = next((hit for each in PHRASES if (hit := re.fullmatch(each, words))), None)
        if found is None:
            return None
        setups.append(functools.partial(PHRASES[found.re.pattern], words=found.groups()))
    return setups


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


def with_meta(scene) -> None:
    scene.tool(returning("ok"), output={"presentation_meta": lambda args, value: {"diffs": 1}})


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


# ---------------------------------------------------------------------------------------------------- before the call


def decides(event: str, decision):
    return lambda scene: scene.decide(event, decision)


def guards(*reasons: str | None):
    return lambda scene: [scene.registry.guard(lambda execution, reason=reason: reason) for reason in reasons]


def finalizes(finalize):
    return lambda scene: scene.tool(finalize_content=lambda execution, result: finalize())


def raises(error: BaseException):
    return lambda scene: scene.tool(failing(error))


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


# ---------------------------------------------------------------------------------------------------- around and after


def short_circuit(scene) -> None:
    scene.tool(failing(AssertionError("must not run")))
    scene.decide("execute", Success(value="short", content=[text("ignored")]))


def with_meta_of(scene, shape: str) -> None:
    """The tool stores `{name: value}`, the value a number or, as `<value>`, the call's own."""
    name, given = re.fullmatch(r"\{(\w+): ?(.+)\}", shape).groups()
    meta = (lambda args, value: {name: value}) if given == "<value>" else lambda args, value: {name: json.loads(given)}
    scene.tool(output={"presentation_meta": meta})


def failure_of_a_wrapper(scene, words) -> None:
    """The prose gives no texts: a wrapper's failure comes out as it went in, whatever it says."""
    result = scene.expect["result"]
    authored = failure(result["error"]["message"], content=result["content"], meta=result["meta"])
    scene.decide("execute", authored)


def finalizes_a_failure(scene, words) -> None:
    finalizes(lambda: [text(words[0])])(scene)
    scene.raising("pre-execute", PolicyError(words[1].lower().replace("_", " "), words[1]))


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


def _project(scene, words) -> None:
    projector = {"render": "render", "presentationMeta": "presentation_meta"}[words[0]]
    output = {projector: lambda args, value: _raise(RuntimeError(words[1]))}
    scene.tool(returning("ok"), name=scene.named, output=output)


STAGES = {"pre-execute": "pre-execute", "execute wrapper": "execute", "post-execute": "post-execute"}
STAGE = f"({'|'.join(STAGES)})"
VALUES = {"function": print, "undefined": msgspec.UNSET, "NaN": float("nan"), "Date": object(), "-0": -0.0}
PHRASES = {
    r"echo": lambda scene, words: None,
    r"echo with meta (\{.+\})": lambda scene, words: with_meta_of(scene, words[0]),
    r'guard returns undefined, second guard returns "(.+)"': lambda scene, words: guards(None, words[0])(scene),
    r'pre-execute explicitly allows; guard denies "(.+)"':
        lambda scene, words: (scene.decide("pre-execute", Allow()), guards(words[0])(scene)),
    r"execute wrapper returns failure with content, meta and message": failure_of_a_wrapper,
    r'finalizeContent returns text "(.+)"': lambda scene, words: finalizes(lambda: [text(words[0])])(scene),
    r'finalizeContent throws Error\("(.+)"\)':
        lambda scene, words: finalizes(lambda: _raise(RuntimeError(words[0])))(scene),
    r'finalizeContent returns "(.+)"; pre-execute throws typed error (\w+)': finalizes_a_failure,
    r"has an owning agent": lambda scene, words: setattr(scene, "agent", scene.agent or Agent()),
    r'(?:body )?throws (?:Error\()?"(.+?)"\)?': lambda scene, words: scene.tool(failing(RuntimeError(words[0]))),
    r'body throws a typed harness error \(message "(.+)", code "(.+)"\)':
        lambda scene, words: scene.tool(failing(PolicyError(*words))),
    r"output schema any-json, body returns (?:a )?(function|undefined|NaN|Date|-0)":
        lambda scene, words: scene.tool(returning(VALUES[words[0]]), schema={}, name=scene.named),
    r'(render|presentationMeta) throws Error\("(.+)"\)': _project,
    STAGE + r' throws Error\("(.+)"\)':
        lambda scene, words: scene.raising(STAGES[words[0]], RuntimeError(words[1])),
    STAGE + r" throws typed error code (\w+)":
        lambda scene, words: scene.raising(STAGES[words[0]], PolicyError(words[1].lower(), words[1])),
    r'guard throws Error\("(.+)"\)':
        lambda scene, words: scene.registry.guard(lambda execution: _raise(RuntimeError(words[0]))),
    r'pre-execute returns deny\("(.+)"\)': lambda scene, words: scene.decide("pre-execute", Deny(words[0])),
    r"pre-execute returns ask without reason; no approval service":
        lambda scene, words: scene.decide("pre-execute", Ask()),
    r'pre-execute returns ask\W+(?:with )?(?:reason )?"(.+)"\W+no approval service':
        lambda scene, words: scene.decide("pre-execute", Ask(words[0])),
    r"pre-execute returns ask; approval service answers (\S+)": lambda scene, words: asks(words[0])(scene),
    r'post-execute accept\(content "(.+)"\)':
        lambda scene, words: scene.decide("post-execute", Accept(content=[text(words[0])])),
    r"post-execute accept\(value (.+?)\)(?: against string schema)?":
        lambda scene, words: scene.decide("post-execute", Accept(value=json.loads(words[0]))),
    r"post-execute accept\(value\) on a failed body":
        lambda scene, words: scene.decide("post-execute", Accept(value="x")),
    r'post-execute block\(feedback text "(.+)"\)':
        lambda scene, words: scene.decide("post-execute", Block(feedback=[text(words[0])])),
    r"post-execute block\(feedback \[\]\)": lambda scene, words: scene.decide("post-execute", Block(feedback=[])),
}  # fmt: skip
SETUPS = {
    "pipeline-02": unknown_tool,
    "pipeline-06": raises(Exception({"code": 500})),
    "pipeline-14": with_meta,
    "pipeline-15": (with_meta, lambda scene: setattr(scene, "parent", Token())),
    "pipeline-17": reader,
    "pipeline-19": reader,
    "pipeline-21": lambda scene: setattr(scene, "arguments", {"f": print}),
    "pipeline-29": asks_without_an_agent,
    "pipeline-36": short_circuit,
    "pipeline-46": decides("post-execute", Block(feedback=[{"type": "reasoning", "text": "r"}])),
    "pipeline-48": tool_removed_before_value,
    "pipeline-49": traced,
    "pipeline-51": (lambda scene: scene.raising("pre-execute", RuntimeError("x")), _watch_post),
    "pipeline-53": (raises(RuntimeError("x")), _watch_post),
    "pipeline-60": deferring_then_blocked,
    "pipeline-61": _concluding,
    "pipeline-62": lambda scene: _concluding(scene, RuntimeError("x")),
    "pipeline-63": (_concluding, decides("post-execute", Block(feedback=[text("no")]))),
    "pipeline-64": aborted_before,
    "pipeline-67": aborted_while_denied,
    "pipeline-68": aborted_while_running(None),
    "pipeline-69": aborted_while_running(RuntimeError("own failure")),
    "pipeline-70": aborted_in_post,
    "pipeline-71": aborted_by_a_wrapper_without_a_body,
}
