"""The text of a call's arguments is read as the harness reads it."""

from __future__ import annotations

import asyncio
import math

import pytest

from workbench.registry import Agent, ModelCall, Registry, define_tool, run_step
from workbench.registry.json_read import read_json
from workbench.registry.steps import parse_arguments

DEEP = "[" * 5_000 + "]" * 5_000


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, 2.5, null, true, "\\u00e9"]}', {"a": [1, 2.5, None, True, "é"]}),
        ('"\\ud800"', "\ud800"),
        ('{"a": 1, "a": 2}', {"a": 2}),
        ("12345678901234567890123", 12345678901234567890123),
        ("1e400", math.inf),
        ("9" * 5_000, math.inf),
        (" [ ] ", []),
    ],
)
def test_json(text: str, value: object) -> None:
    assert read_json(text) == value


def test_a_negative_zero_stays_one() -> None:
    assert [math.copysign(1, number) for number in read_json("[-0, -0.0, 0, 0.0]")] == [-1, -1, 1, 1]


@pytest.mark.parametrize(
    "text", ["", " ", "NaN", "[Infinity]", "{'a': 1}", "[1,]", "\ufeff{}", "{} x", "01", "[" * 5_000]
)
def test_what_is_not_json(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(text)
    assert parse_arguments(text) == (text or {})


def test_five_thousand_levels() -> None:
    value, depth = read_json(DEEP), 0
    while value:
        (value,), depth = value, depth + 1
    assert depth == 4_999
    with pytest.raises(ValueError, match="not JSON"):
        read_json(DEEP + "]")


def test_a_step_takes_arguments_of_any_depth_and_no_number_that_json_cannot_carry() -> None:
    @define_tool(parameters={"v": {"type": "json"}}, output={"schema": {"type": "json"}, "render": lambda a, v: "ok"})
    async def echo(args, run):
        """Give it back."""
        return args["v"]

    async def said(*written: str) -> list[str]:
        registry = Registry()
        registry.register(echo)
        calls = [ModelCall(call_id=str(number), name="echo", arguments=text) for number, text in enumerate(written)]
        step = await run_step(registry, calls, agent=Agent(), turn=1, step=1)
        return [result.content[0]["text"] for result in step.results]

    not_lossless = "Error: tool execution arguments must be losslessly JSON-serializable"
    assert asyncio.run(said(f'{{"v": {DEEP}}}', '{"v": -0}', '{"v": 1e400}', "[")) == [
        "ok",
        not_lossless,
        not_lossless,
        'Error: invalid arguments: "arguments" must be an object',
    ]
