"""The structured-output family: the tool with which a child returns a value of the schema that its caller gave."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.tools.definition import Arguments, Ideal, Tool, output
from workbench.tools.shapes import BOOLEAN, closed, need
from workbench.tools.wire import texts

if TYPE_CHECKING:
    from workbench.model import Json


def _render(_arguments: Arguments, _value: Any) -> list[Json]:
    return texts("Structured output recorded.")


TOOLS: tuple[Tool, ...] = (
    Tool(
        name="structured_output",
        family="structured_output",
        description="Return the child's result as a value of its caller's schema, and end the turn.",
        dsl={},
        parameters={"type": "object"},
        output=output(closed(recorded=need(BOOLEAN, const=True)), _render),
        checks_arguments=False,
        own_card="chip",
        ideal=Ideal(
            cards=("none", "chip"), need="once", shows="nothing, or one word", gaps=(), tier="client",
            first_tier="client",
        ),
    ),
)  # fmt: skip
