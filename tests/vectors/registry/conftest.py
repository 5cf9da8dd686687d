"""What the tests of the registry's vectors share: the vectors themselves, and the scene of one call.

A module says in AREAS which areas are its own; its test takes `vector` and runs once for each. They come from
`../vectors.json`, or from the file that the environment variable WORKBENCH_VECTORS names.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from workbench.registry import Abort, Agent, Output, Registry, Token, ToolDefinition, text, wire

HERE = Path(__file__).parent.with_name("vectors.json")
FILE = Path(os.environ.get("WORKBENCH_VECTORS") or HERE)


def _vectors(file: Path, areas: tuple[str, ...]) -> list:
    """The vectors of these areas; `setup` is the id of the vector we carry that gives the same, else its own id."""
    carried = {_given(vector): vector["id"] for vector in json.loads(HERE.read_text(encoding="utf-8"))}
    vectors = [vector for vector in json.loads(file.read_text(encoding="utf-8")) if vector["area"] in areas]
    return [{**vector, "setup": carried.get(_given(vector), vector["id"])} for vector in vectors]


def _given(vector: dict) -> str:
    return json.dumps([vector["area"], vector["given"]], sort_keys=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "vector" in metafunc.fixturenames:
        vectors = _vectors(FILE, metafunc.module.AREAS)
        metafunc.parametrize("vector", vectors, ids=[vector["id"] for vector in vectors])


@pytest.fixture
def carried(request: pytest.FixtureRequest) -> list:
    """The vectors that the project itself carries for this module."""
    return _vectors(HERE, request.module.AREAS)


@pytest.fixture
def scene(vector: dict) -> Scene:
    """The scene of one call, as a vector gives it."""
    return Scene(vector)


class Scene:
    """One call with its tool and hooks; by default the tool `echo`, which returns its argument `text`."""

    def __init__(self, vector: dict) -> None:
        given = vector["given"]
        self.expect = vector["expect"]
        said = re.search(r'tool "(\w+)"', str(vector["expect"].get("result")))
        self.named = said[1] if said else "echo"
        self.registry = Registry()
        self.order: list[str] = []
        self.observed: list[dict] = []
        self.shown: dict = {}
        self.name = "echo"
        self.arguments: object = given.get("args", {"text": "hi"})
        self.agent: Agent | None = None
        self.parent: Token | None = None
        self.abort = Abort()
        self.registered = None
        self.tool()

    def tool(self, body=None, *, name="echo", schema=None, **changes) -> None:
        """Register the tool of this scene in place of the one before."""
        if self.registered is not None:
            self.registered()

        async def echo(args, run):
            return args["text"]

        output = {
            "schema": {"type": "string"} if schema is None else schema,
            "render": lambda args, value: [text(value)],
        }
        definition = ToolDefinition(
            name=name,
            description="A tool.",
            parameters={"type": "object", "properties": {}},
            output=Output(**{**output, **changes.pop("output", {})}),
            execute=body or echo,
            **changes,
        )
        self.name = name
        self.registered = self.registry.register(definition)

    def on(self, event: str, listener) -> None:
        self.registry.on(event, listener)

    def decide(self, event: str, decision) -> None:
        """Let a hook answer at once."""

        async def listener(*_):
            return decision

        self.on(event, listener)

    def raising(self, event: str, error: BaseException) -> None:
        async def listener(*_):
            raise error

        self.on(event, listener)

    async def play(self) -> None:
        self.registry.on("result", lambda execution, result: self.observed.append(normal(result)))
        result = await self.registry.execute(
            self.name, self.arguments, agent=self.agent, parent=self.parent, signal=self.abort.signal
        )
        self.shown = normal(result)


def normal(result) -> dict:
    """A result in its wire shape, message ids made equal."""
    shape = wire(result)
    for message in shape.get("additionalContexts", ()):
        message["id"] = "<id>"
    return shape
