"""The harness's own answers about code mode, one test a vector.

The programs are Python functions that a runtime of these tests calls; the pipeline around them is the real one. A
vector whose id is not known here is skipped and says so.
"""

from __future__ import annotations

import asyncio
import functools
import json
import re

import pytest

from workbench.registry import (
    Abort,
    Agent,
    CodeFault,
    CodeResult,
    Deny,
    Output,
    Registry,
    ToolCallError,
    ToolDefinition,
    text,
    wire,
)

AREAS = ("codemode",)
SKIPPED_HERE = 0


@pytest.mark.vector
def test_vector(vector: dict) -> None:
    """Result and rows are what the harness gave."""
    setup = setup_of(vector)
    if setup is None:
        pytest.skip("prose without a set-up")
    scene = Scene(vector["given"])
    setup(scene)
    result = asyncio.run(scene.play())
    assert wire(result) == vector["expect"]["result"]
    assert scene.rows == vector["expect"]["events"]


def test_every_vector_carried_is_run(carried: list) -> None:
    """The number of skips does not grow unseen."""
    assert sum(setup_of(vector) is None for vector in carried) == SKIPPED_HERE


def setup_of(vector: dict):
    """What sets a vector up: what its program's words stand for, else the set-up of its id; None if there is none."""
    words = vector["given"].get("program", "")
    for phrase, setup in PHRASES.items():
        if found := re.fullmatch(phrase, words):
            return functools.partial(setup, words=found.groups())
    return SETUPS.get(vector["setup"])


class Runtime:
    """Runs a program given as a function of the tools and the list of printed lines."""

    language = "python"

    def __init__(self) -> None:
        self.program = None

    async def run(self, program, functions, signal):
        logs: list[str] = []
        value = await self.program(functions, logs)
        return value if isinstance(value, CodeResult) else CodeResult(logs=logs, value=value)


class Scene:
    """One `run_code` call with id `rc`, and the rows of its agent's log."""

    def __init__(self, given: dict) -> None:
        self.runtime = Runtime()
        self.registry = Registry(mode="code", code_runtime=self.runtime)
        self.rows: list[dict] = []
        self.agent = Agent("coder", append=self._append)
        self.abort = Abort()
        self.arguments = given.get("args", {"code": "x", "description": "Run a program"})

    def _append(self, kind, data, **_):
        self.rows.append({"type": kind, "data": data})
        return len(self.rows)

    def program(self, program) -> None:
        self.runtime.program = program

    def tool(self, name: str, body=None) -> None:
        async def echo(args, run):
            return args["v"]

        output = Output(schema={"type": "string"}, render=lambda args, value: [text(f"R:{value}")])
        self.registry.register(
            ToolDefinition(name=name, description="T.", parameters={}, output=output, execute=body or echo)
        )

    async def play(self):
        return await self.registry.execute(
            "run_code", self.arguments, call_id="rc", agent=self.agent, signal=self.abort.signal
        )


async def nothing(tools, logs):
    return CodeResult()


def catching(name: str, arguments: object):
    """A program that makes one call and returns its value, or the message of its failure."""

    async def program(tools, logs):
        try:
            return await tools[name](arguments)
        except ToolCallError as error:
            return str(error) if error.tool_name == name else f"of {error.tool_name}: {error}"

    return program


def no_output(scene: Scene) -> None:
    scene.program(nothing)


def program_fails(scene: Scene, words: tuple[str, ...]) -> None:
    async def failing(tools, logs):
        return CodeResult(logs=json.loads(words[2]), fault=CodeFault(kind=words[0], message=words[1]))

    scene.program(failing)


def nested_failure(scene: Scene, words: tuple[str, ...]) -> None:
    async def boom(args, run):
        raise RuntimeError(words[0])

    scene.tool("boom", boom)
    scene.program(catching("boom", {"v": "x"}))


def arguments_are_not_json(scene: Scene) -> None:
    scene.tool("echo")
    scene.program(catching("echo", print))


def exclusive_calls(scene: Scene) -> None:
    running = []

    async def slow(args, run):
        assert not running, "exclusive bodies never overlap"
        running.append(args["v"])
        await asyncio.sleep(0.02 if args["v"] == "1" else 0)
        running.remove(args["v"])
        return args["v"]

    async def both(tools, logs):
        return list(await asyncio.gather(tools["s"]({"v": "1"}), tools["s"]({"v": "2"})))

    async def late(dispatch, proceed):
        await asyncio.sleep(0.02)
        return await proceed()

    scene.tool("s", slow)
    scene.registry.on("dispatch-log", late)  # the settle row is background work and need not precede the next start
    scene.program(both)


def visible_names(scene: Scene) -> None:
    async def names(tools, logs):
        return sorted(tools)

    scene.tool("echo")
    scene.tool("other")
    scene.program(names)


def denied_call(scene: Scene, words: tuple[str, ...]) -> None:
    async def deny(execution, proceed):
        return Deny(words[0]) if execution.name == "echo" else await proceed()

    scene.tool("echo")
    scene.registry.on("pre-execute", deny)
    scene.program(catching("echo", {"v": "1"}))


def aborted_call(scene: Scene) -> None:
    scene.abort.abort()
    scene.program(nothing)


def concluding_call(scene: Scene) -> None:
    async def fin(args, run):
        run.conclude_turn()
        return args["v"]

    scene.tool("fin", fin)
    scene.program(catching("fin", {"v": "1"}))


PHRASES = {
    r'fails with kind "(.+)", message "(.+)", logs (\[.*\])': program_fails,
    r'nested tool throws "(.+)"; program catches and returns the message': nested_failure,
    r'nested pre-execute denies "(.+)"': denied_call,
}
SETUPS = {
    "codemode-02": no_output,
    "codemode-07": arguments_are_not_json,
    "codemode-09": exclusive_calls,
    "codemode-11": visible_names,
    "codemode-12": no_output,
    "codemode-14": aborted_call,
    "codemode-16": concluding_call,
}
