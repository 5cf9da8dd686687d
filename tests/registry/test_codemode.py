"""Code mode: presentation, the calls of a program, and its end."""

from __future__ import annotations

import asyncio

import pytest

from workbench.registry import (
    Abort,
    Agent,
    CodeResult,
    Output,
    Registry,
    RegistryError,
    SpillRef,
    ToolCallError,
    ToolDefinition,
    install_spill,
    text,
    user_message,
)

IMAGE = {"type": "image", "mediaType": "image/png"}


class Runtime:
    """Runs a Python function in place of a program; what it raises is the program's fault."""

    language = "python"

    def __init__(self, program=None) -> None:
        self.program = program
        self.ended = asyncio.Event()

    async def run(self, program, functions, signal):
        logs: list[str] = []
        return CodeResult(logs=logs, value=await self.program(functions, logs, signal))


class Scene:
    """A registry in mode `both`, a program, and the rows of its agent's log."""

    def __init__(self, program=None, **options) -> None:
        self.registry = Registry(mode="both", code_runtime=Runtime(program), **options)
        self.rows: list[tuple[str, dict]] = []
        self.agent = Agent("coder", session_id="s", append=self._append)
        self.abort = Abort()
        self.running: list[str] = []
        self.most = 0

    def _append(self, kind, data, *, surface_op=None, source_seqs=()):
        self.rows.append((kind.removeprefix("tool/code-"), data))
        return len(self.rows)

    def tool(self, name: str, body=None, *, safe: bool = True, render=None) -> None:
        async def work(args, run):
            self.running.append(args["v"])
            self.most = max(self.most, len(self.running))
            await asyncio.sleep(0.005)
            self.running.remove(args["v"])
            return args["v"]

        output = Output(schema={}, render=render or (lambda args, value: [text(str(value))]))
        definition = ToolDefinition(
            name=name,
            description="T.",
            parameters={},
            output=output,
            execute=body or work,
            is_concurrency_safe=lambda args: safe,
        )
        self.registry.register(definition)

    async def play(self):
        arguments = {"code": "…", "description": "Test"}
        return await self.registry.execute(
            "run_code", arguments, call_id="rc", agent=self.agent, signal=self.abort.signal
        )

    def run(self):
        return asyncio.run(self.play())

    def order(self) -> list[str]:
        return [f"{kind} {data['subCallId'].rpartition(':')[2]}" for kind, data in self.rows]


# ---------------------------------------------------------------------------------------------------- presentation


def names(schemas: list[dict]) -> list[str]:
    return [schema["name"] for schema in schemas]


def test_what_a_model_sees_in_each_mode() -> None:
    runtime = Runtime()
    output = Output(schema={}, render=lambda args, value: [])
    for mode, seen in (("native", ["tool"]), ("code", ["run_code"]), ("both", ["tool", "run_code"])):
        registry = Registry(mode=mode, code_runtime=runtime)
        registry.register(
            ToolDefinition(name="tool", description="T.", parameters={}, output=output, execute=lambda args, run: 1)
        )
        assert names(registry.wire_schemas()) == seen
        assert registry.schemas()[-1].keys() == {"name", "description", "parameters"}


def test_an_agent_may_present_otherwise_and_so_do_those_below() -> None:
    registry = Registry(code_runtime=Runtime())
    above = Agent("above")
    here = Agent("here", parent=above)
    lift = registry.present_as("code", agent=above)
    assert (registry.mode(), registry.mode(above), registry.mode(here)) == ("native", "code", "code")
    with pytest.raises(RegistryError, match=r'tools\.presentAs\("both"\) conflicts with "code" already declared'):
        registry.present_as("both", agent=above)
    registry.present_as("native", agent=here)
    assert registry.mode(here) == "native"
    lift()
    assert registry.mode(above) == "native"
    with pytest.raises(RegistryError, match="requires a scoped context"):
        registry.present_as("code")


def test_in_mode_code_a_direct_call_of_another_tool_is_refused_before_any_policy() -> None:
    asked: list[str] = []
    scene = Scene()
    scene.tool("tool")
    scene.registry.present_as("code", agent=scene.agent)
    scene.registry.on("pre-execute", lambda execution, proceed: asked.append(execution.name) or proceed())
    result = asyncio.run(scene.registry.execute("tool", {"v": "1"}, agent=scene.agent))
    assert result.error.info.code == "UNKNOWN_TOOL"
    assert "call `tool` from inside a `run_code` program" in result.error.message
    assert asked == []
    unknown = asyncio.run(scene.registry.execute("nope", {}, agent=scene.agent))
    assert unknown.error.message == 'unknown tool "nope"'
    assert asked == ["nope"]
    gone = Abort()
    gone.abort()
    aborted = asyncio.run(scene.registry.execute("tool", {}, agent=scene.agent, signal=gone.signal))
    assert aborted.error.info.code == "ABORTED_BEFORE_DISPATCH"


def test_without_a_runtime_there_is_no_code_mode() -> None:
    registry = Registry(mode="code")
    with pytest.raises(RegistryError, match='mode "code" requires a code runtime'):
        registry.wire_schemas()
    result = asyncio.run(registry.execute("run_code", {"code": "x", "description": "x"}))
    assert 'mode "code" requires a code runtime' in result.error.message
    registry.code_runtime = Runtime()
    registry.code_runtime.language = "cobol"
    with pytest.raises(RegistryError, match='no code mode for the language "cobol"'):
        registry.wire_schemas()
    with pytest.raises(RegistryError, match="maxParallelSubCalls must be a positive integer"):
        Registry(max_parallel_sub_calls=0)


# ---------------------------------------------------------------------------------------------------- scheduling


def test_safe_calls_overlap_up_to_the_cap_and_settle_in_order() -> None:
    async def program(tools, logs, signal):
        return list(await asyncio.gather(*(tools["t"]({"v": str(n)}) for n in range(7))))

    scene = Scene(program, max_parallel_sub_calls=3)
    scene.tool("t")
    assert scene.run().value["result"] == [str(n) for n in range(7)]
    assert scene.most == 3
    assert [each for each in scene.order() if each.startswith("dispatch-start")] == [
        f"dispatch-start {n}" for n in range(1, 8)
    ]
    assert [each for each in scene.order() if each.startswith("dispatch ")] == [f"dispatch {n}" for n in range(1, 8)]


def test_an_exclusive_call_waits_for_the_others_and_they_for_it() -> None:
    async def program(tools, logs, signal):
        return list(await asyncio.gather(tools["t"]({"v": "a"}), tools["x"]({"v": "b"}), tools["t"]({"v": "c"})))

    scene = Scene(program)
    scene.tool("t")
    scene.tool("x", safe=False)
    assert scene.run().value["result"] == ["a", "b", "c"]
    assert scene.most == 1


def test_a_call_starts_when_it_is_made_not_when_it_is_awaited() -> None:
    async def program(tools, logs, signal):
        first = tools["t"]({"v": "1"})
        await asyncio.sleep(0.05)
        started = len(scene.rows)
        return [started, await first]

    scene = Scene(program)
    scene.tool("t")
    assert scene.run().value["result"] == [2, "1"]


def test_rows_name_the_tree_and_keep_the_arguments() -> None:
    async def program(tools, logs, signal):
        value = await tools["t"]({"v": [1]})
        value.append("changed by the program")
        return value

    async def body(args, run):
        return args["v"]

    scene = Scene(program)
    scene.tool("t", body)
    assert scene.run().value["result"] == [1, "changed by the program"]
    (_, started), (_, settled) = scene.rows
    tree = {"rootCallId": "rc", "parentCallId": "rc", "subCallId": "rc:code:1"}
    identity = {**tree, "name": "t", "arguments": {"v": [1]}}
    assert started == identity
    assert settled == {**identity, "isError": False, "content": [text("[1]")]}


def test_rows_and_ids_have_the_word_of_the_log_format() -> None:
    async def program(tools, logs, signal):
        return await tools["t"]({"v": "x"})

    scene = Scene(program, transport="ptc")
    scene.tool("t", render=lambda args, value: [IMAGE])
    result = scene.run()
    assert [kind for kind, _ in scene.rows] == ["tool/ptc-dispatch-start", "tool/ptc-dispatch"]
    assert scene.rows[0][1]["subCallId"] == "rc:ptc:1"
    assert result.additional_contexts[0]["source"]["plugin"] == "tools-ptc"


def test_a_program_sees_what_its_agent_sees() -> None:
    async def program(tools, logs, signal):
        return sorted(tools)

    scene = Scene(program)
    scene.tool("a")
    scene.tool("b")
    scene.registry.restrict(deny=["b"], agent=scene.agent)
    assert scene.run().value["result"] == ["a"]


# ---------------------------------------------------------------------------------------------------- what comes back


def test_images_and_contexts_of_calls_join_the_outer_result() -> None:
    async def body(args, run):
        run.defer_context(user_message("look", plugin="tool"))
        run.conclude_turn()
        return args["v"]

    async def program(tools, logs, signal):
        return await tools["t"]({"v": "x"})

    scene = Scene(program)
    scene.tool("t", body, render=lambda args, value: [text("an image"), IMAGE])
    result = scene.run()
    picture, said = result.additional_contexts
    assert picture["content"] == [text("an image"), IMAGE]
    assert picture["source"] == {"kind": "plugin", "plugin": "tools-code-mode"}
    assert said["content"] == [text("look")]
    assert result.concludes_turn is True
    assert result.content == [text("x")]


def test_a_failed_call_that_the_program_survives_concludes_nothing() -> None:
    async def body(args, run):
        run.conclude_turn()
        raise RuntimeError("no")

    async def program(tools, logs, signal):
        with pytest.raises(ToolCallError, match="no"):
            await tools["t"]({"v": "x"})
        logs.append("survived")

    scene = Scene(program)
    scene.tool("t", body)
    result = scene.run()
    assert result.content == [text("survived\nnull")]
    assert result.concludes_turn is not True


def test_a_dispatch_log_listener_changes_the_logs_copy_alone() -> None:
    async def program(tools, logs, signal):
        return [await tools["t"]({"v": "large"}), await tools["u"]({"v": "small"})]

    def shorten(dispatch, proceed):
        if dispatch.name == "u":
            raise RuntimeError("a listener that fails")
        return [text(f"{dispatch.sub_call_id} of {dispatch.execution.call_id} left out")]

    scene = Scene(program)
    scene.tool("t")
    scene.tool("u")
    scene.registry.on("dispatch-log", shorten)
    assert scene.run().value["result"] == ["large", "small"]
    settled = [data["content"] for kind, data in scene.rows if kind == "dispatch"]
    assert settled == [[text("rc:code:1 of rc left out")], [text("small")]]


def test_spilling_bounds_the_logs_copy_of_a_call_even_of_read() -> None:
    async def program(tools, logs, signal):
        return len(await tools["read"]({"v": "x" * 1000}))

    async def store(spill):
        return SpillRef(locator=f"/spill/{spill.label}", retrieval_hint="Read it.")

    scene = Scene(program)
    scene.tool("read")
    install_spill(scene.registry, store, max_inline_bytes=200)
    assert scene.run().value["result"] == 1000
    ((_, data),) = [row for row in scene.rows if row[0] == "dispatch"]
    assert "stored at: /spill/dispatch. Read it.)" in data["content"][0]["text"]


# ---------------------------------------------------------------------------------------------------- the end


def test_a_program_that_ends_aborts_what_runs_and_drops_what_waits() -> None:
    late: list = []

    async def wait(args, run):
        await run.signal.wait()
        return "stopped"

    async def program(tools, logs, signal):
        late.append(tools["wait"])
        calls = [tools["wait"]({"v": "runs"}), tools["wait"]({"v": "queued"})]
        await asyncio.sleep(0.01)
        late.extend(calls)
        return "done"

    async def play() -> None:
        scene = Scene(program)
        scene.tool("wait", wait, safe=False)
        result = await scene.play()
        assert result.value == {"logs": [], "result": "done"}
        assert scene.order() == ["dispatch-start 1", "dispatch 1"]
        assert scene.rows[1][1]["content"] == [text("Error: tool call aborted")]
        function, running, queued = late
        for call, says in (
            (running, "run_code run is over (run_code settled); wait result discarded"),
            (queued, "run_code run is over (run_code settled); wait tool call abandoned"),
            (function({}), "run_code run is over (run_code settled); wait not dispatched"),
        ):
            with pytest.raises(ToolCallError) as raised:
                await call
            assert str(raised.value) == says

    asyncio.run(play())


def test_an_outer_abort_reaches_program_and_calls() -> None:
    async def wait(args, run):
        await run.signal.wait()
        return "stopped"

    async def program(tools, logs, signal):
        scene.abort.abort("enough")
        try:
            return await tools["wait"]({})
        except ToolCallError as error:
            return str(error)

    scene = Scene(program)
    scene.tool("wait", wait)
    result = scene.run()
    assert result.error.info.code == "ABORTED"
    assert scene.rows == []


def test_a_log_that_cannot_be_written_fails_the_program_and_leaves_nothing_hanging() -> None:
    said: list[str] = []

    async def program(tools, logs, signal):
        for calls in (3, 1):
            made = [tools["t"]({"v": str(n)}) for n in range(calls)]
            said.extend(str(each) for each in await asyncio.gather(*made, return_exceptions=True))

    def broken(kind, data, **_):
        raise OSError("disk full")

    scene = Scene(program)
    scene.tool("t")
    scene.agent.append = broken
    result = scene.run()
    assert result.error.message == "disk full"
    problem = "run_code could not run its calls: disk full"
    assert said == [problem] * 3 + [f"run_code run is over ({problem}); t not dispatched"]


def test_a_call_without_arguments_is_refused_and_takes_no_number() -> None:
    async def program(tools, logs, signal):
        with pytest.raises(ToolCallError, match="call the tool with an arguments object"):
            await tools["t"]()
        return await tools["t"]({"v": "x"})

    scene = Scene(program)
    scene.tool("t")
    assert scene.run().value["result"] == "x"
    assert scene.order() == ["dispatch-start 1", "dispatch 1"]
