"""What the catalogue holds: one value a tool, with schema, output contract, presenters and what the survey says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from workbench.model import Json, ToolResult, Value, View
from workbench.registry.schema import compile_parameters, compile_value

Arguments = dict[str, Any]
"""Parsed arguments that fit the tool's schema; shared between callers, so a presenter must not change them."""

PresentCall = Callable[[Arguments], Any]
"""`present_call(arguments)`: the call view in the wire shape (or a model struct), or None."""

PresentResult = Callable[[Arguments, ToolResult], Any]
"""`present_result(arguments, result)`: the result view in the wire shape (or a model struct), or None."""

IdealCard = Literal[
    "text", "diff", "terminal", "progress", "table", "timeline", "child-session", "interactive", "mount", "chip",
    "generic", "none",
]  # fmt: skip
DataNeed = Literal["once", "refreshing", "interactive"]
Tier = Literal["client", "addition", "channel"]


class Ideal(Value, frozen=True, kw_only=True):
    """What the survey of tool cards wants for one tool.

    Attributes:
        cards: the candidates, best first.
        need: `once` (call and result are enough), `refreshing` (needs news while it runs), `interactive` (needs a way
            back to the host).
        shows: what the card should show beyond title and raw text.
        gaps: the gaps `G1` … `G11` that stand in the way, in the survey's numbering; empty where none does.
        forks: the open decisions `F1` … `F8` it hangs on.
        tier: what the whole ideal costs: `client` (no change of the protocol), `addition` (a small one),
            `channel` (a new way for data).
        first_tier: the cheapest tier at which part of it can be shown.
        basis: `survey` where the survey names the tool (perhaps by an older name), `ours` where it does not.
    """

    cards: tuple[IdealCard, ...]
    need: DataNeed
    shows: str
    gaps: tuple[str, ...]
    tier: Tier
    first_tier: Tier
    forks: tuple[str, ...] = ()
    basis: Literal["survey", "ours"] = "survey"


class Output(Value, frozen=True, kw_only=True):
    """The output contract of a tool: schema of its canonical value, and the two pure projections of it.

    `render(arguments, value)` gives the content blocks the model reads; `presentation_meta(arguments, value)` gives the
    `meta` that is stored beside them, for direct calls only. Both take a value that fits the schema.
    """

    dsl: Json
    schema: dict[str, Any]
    render: Callable[[Arguments, Any], list[Json]]
    presentation_meta: Callable[[Arguments, Any], Json] | None = None


class Older(Value, frozen=True, kw_only=True):
    """A shape that a tool of this name had in older logs, or has in another package of the harness.

    `note` is a whole sentence. The presenters are those of that shape; `own_card` is the card type that calls of that
    shape have by themselves, where there is one.
    """

    note: str
    dsl: Mapping[str, Json]
    parameters: dict[str, Any]
    present_call: PresentCall | None = None
    present_result: PresentResult | None = None
    own_card: str | None = None


class Tool(Value, frozen=True, kw_only=True):
    """One tool of the harness.

    Attributes:
        name: as the model calls it.
        family: the module of the catalogue that holds it.
        description: what it does, in our words.
        dsl: parameters in the author's DSL, a map of properties.
        parameters: the same as JSON Schema; its root is open, so unknown keys are accepted.
        output: the output contract.
        present_call, present_result: the pure presenters, or None where the harness declares none.
        checks_arguments: False for raw tools, whose presenters get whatever was written.
        timeout_ms: the declared time limit of a call, or None.
        concurrency_safe: whether it may overlap with other calls of the same step.
        own_card: the card type this tool has by itself, whatever its view says, or None.
        own_card_when: narrows `own_card` to certain arguments.
        retired: for names no longer in use, a whole sentence that says what came of it.
        older: shapes of the arguments in older logs.
        ideal: what the survey wants.
    """

    name: str
    family: str
    description: str
    dsl: Mapping[str, Json]
    parameters: dict[str, Any]
    output: Output
    present_call: PresentCall | None = None
    present_result: PresentResult | None = None
    checks_arguments: bool = True
    timeout_ms: int | None = None
    concurrency_safe: bool = False
    own_card: str | None = None
    own_card_when: Callable[[Arguments], bool] | None = None
    retired: str | None = None
    older: tuple[Older, ...] = ()
    ideal: Ideal | None = None


class Presented(Value, frozen=True, kw_only=True):
    """What the presenter gave: a view, or None and the reason why there is none.

    `older` is the note of the older shape that was matched, None where the tool's present shape was used.
    """

    view: View | None = None
    reason: str | None = None
    older: str | None = None


def output(
    dsl: Json,
    render: Callable[[Arguments, Any], list[Json]],
    presentation_meta: Callable[[Arguments, Any], Json] | None = None,
) -> Output:
    """Make an output contract from a value node of the author's DSL."""
    return Output(dsl=dsl, schema=compile_value(dsl), render=render, presentation_meta=presentation_meta)


def older(
    note: str,
    dsl: Mapping[str, Json],
    present_call: PresentCall | None = None,
    present_result: PresentResult | None = None,
    own_card: str | None = None,
) -> Older:
    """Make an older shape from its parameters in the author's DSL."""
    return Older(
        note=note,
        dsl=dsl,
        parameters=compile_parameters(dsl),
        present_call=present_call,
        present_result=present_result,
        own_card=own_card,
    )


def tool(
    name: str,
    family: str,
    description: str,
    parameters: Mapping[str, Json],
    contract: Output,
    *,
    present_call: PresentCall | None = None,
    present_result: PresentResult | None = None,
    timeout_ms: int | None = None,
    concurrency_safe: bool = False,
    own_card: str | None = None,
    own_card_when: Callable[[Arguments], bool] | None = None,
    retired: str | None = None,
    older: Sequence[Older] = (),
    ideal: Ideal | None = None,
) -> Tool:
    """Make a tool; the parameters are compiled here, once.

    Raises:
        JsonSchemaError: the parameters are not valid in the author's DSL.
    """
    return Tool(
        name=name,
        family=family,
        description=description,
        dsl=parameters,
        parameters=compile_parameters(parameters),
        output=contract,
        present_call=present_call,
        present_result=present_result,
        timeout_ms=timeout_ms,
        concurrency_safe=concurrency_safe,
        own_card=own_card,
        own_card_when=own_card_when,
        retired=retired,
        older=tuple(older),
        ideal=ideal,
    )
