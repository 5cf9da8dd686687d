"""F8, tried out: presenters such as a model's program could bring, and whether the way cards take contains them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from workbench.gaps.entries import Text
from workbench.model import Value
from workbench.tools.definition import Tool, output, tool
from workbench.tools.present import present_call_of

Present = Callable[[dict[str, Any]], Any]
SLOW_MS = 500
"""How long the slow presenter sleeps: far longer than a guard waits, short enough to be tried."""


class Tried(Value, frozen=True, kw_only=True):
    """One presenter that misbehaves.

    `contained` tells whether the call got its answer without waiting for a slow presenter, and nothing of what the
    presenter did was left behind; `reason` is what a card says, None where the presenter gave a view.
    """

    name: str
    text: Text
    contained: bool
    reason: str | None


def tried(guard: Callable[[Present], Present] | None = None) -> tuple[Tried, ...]:
    """Run each of the presenters on a call and return what became of it.

    Args:
        guard: makes of each presenter the one that is run; None for the presenters as they are.
    """
    waited_for: list[str] = []
    return tuple(
        _try(name, text, present if guard is None else guard(present), waited_for)
        for name, text, present in _presenters(waited_for)
    )


def _presenters(waited_for: list[str]) -> Iterator[tuple[str, Text, Callable[[dict[str, Any]], Any]]]:
    def raises(_: dict[str, Any]) -> Any:
        raise RuntimeError("no")

    def recurses(arguments: dict[str, Any]) -> Any:
        return recurses(arguments)

    def sleeps(_: dict[str, Any]) -> Any:
        time.sleep(SLOW_MS / 1000)
        waited_for.append("sleeps")
        return {"card": "generic", "title": "late"}

    def leaves(_: dict[str, Any]) -> Any:
        raise SystemExit(1)

    def changes(arguments: dict[str, Any]) -> Any:
        arguments["text"] = "changed"
        return {"card": "generic", "title": "fine"}

    def malformed(_: dict[str, Any]) -> Any:
        return {"card": "diff", "title": "x", "diffs": 1}

    def unknown(_: dict[str, Any]) -> Any:
        return {"card": "<b>", "title": "x"}

    yield "raises", Text(en="raises an error", zh="抛出错误"), raises
    yield "recurses", Text(en="calls itself without end", zh="无限自调用"), recurses
    yield "nonsense", Text(en="returns no view", zh="返回的不是视图"), lambda _: 7
    yield "malformed", Text(en="returns a view of the wrong form", zh="返回形状不对的视图"), malformed
    yield "unknown", Text(en="returns a card nobody knows", zh="返回没人认识的卡"), unknown
    yield "sleeps", Text(en="takes its time", zh="拖延时间"), sleeps
    yield "leaves", Text(en="ends the process", zh="结束进程"), leaves
    yield "changes", Text(en="changes the arguments", zh="改动参数"), changes


def _try(name: str, text: Text, present: Callable[[dict[str, Any]], Any], waited_for: list[str]) -> Tried:
    made = _tool(name, present)
    try:
        given = present_call_of(made, f'{{"text": "{name}"}}')
    except BaseException as error:  # noqa: BLE001 - what is let through is the answer
        return Tried(name=name, text=text, contained=False, reason=type(error).__name__)
    at_once = name not in waited_for
    again: list[Any] = []
    present_call_of(_tool(name, lambda arguments: again.append(arguments["text"]), made), f'{{"text": "{name}"}}')
    return Tried(name=name, text=text, contained=at_once and again == [name], reason=given.reason)


def _tool(name: str, present: Callable[[dict[str, Any]], Any], like: Tool | None = None) -> Tool:
    dsl = {"text": {"type": "string", "required": True}}
    contract = output({"type": "string"}, lambda _arguments, value: [{"type": "text", "text": value}])
    made = tool(name, "model-made", name, dsl, contract, present_call=present)
    if like is None:
        return made
    return msgspec.structs.replace(made, parameters=like.parameters)
