"""The deliverables family: `present`, which shows finished files to the user. It declares no presenter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.registry.json_text import json_text
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import INTEGER, STRING, closed, items, may, need, opened
from workbench.tools.wire import texts

if TYPE_CHECKING:
    from workbench.model import Json


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    """Write the value as JSON; what the harness writes here is not on record."""
    return texts(json_text(value))


_FILE = opened(path=need(STRING), description=may(STRING))

TOOLS: tuple[Tool, ...] = (
    tool(
        "present",
        "deliverables",
        "Show finished files to the user.",
        {"files": need(items(_FILE), "The files, each perhaps with a word on it.")},
        output(closed(turn=need(INTEGER), files=need(items(_FILE))), _render),
        ideal=Ideal(
            cards=("table",), need="once", shows="the files as links, with what was said about them", gaps=("G11",),
            tier="client", first_tier="client", basis="ours",
        ),
    ),
)  # fmt: skip
