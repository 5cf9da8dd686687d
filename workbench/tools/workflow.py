"""The workflow family: `workflow`, a script that starts agents, and `ralph`, a fixed loop of fresh agents."""

from __future__ import annotations

import re
from typing import Any

from workbench import markers
from workbench.model import Json, ToolResult, Value
from workbench.registry.json_text import json_text
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import INTEGER, JSON, NUMBER, STRING, closed, items, may, need, opened
from workbench.tools.wire import generic, texts

RESULT_CHARS = 50_000
"""UTF-16 units of the value that a workflow's text shows."""

RALPH_CHARS = 16_384


def _keep(_arguments: Arguments, _result: ToolResult) -> Json:
    return {"card": "generic"}


def _call(arguments: Arguments) -> Json:
    return generic(f"workflow: {arguments['meta']['name']}", rawInput=arguments["script"])


def _render(arguments: Arguments, value: Any) -> list[Json]:
    number = value["agentsStarted"]
    shown = json_text(value["result"], indent=2)
    missing = _units(shown) - RESULT_CHARS
    if missing > 0:
        shown = f"{_first_units(shown, RESULT_CHARS)}\n… [truncated: {missing} more characters]"
    told = f"({number} agent{'' if number == 1 else 's'})"
    return texts(f'workflow "{arguments["meta"]["name"]}" completed {told}.\nReturn value:\n{shown}')


def _units(words: str) -> int:
    return len(words.encode("utf-16-le", "surrogatepass")) // 2


def _first_units(words: str, count: int) -> str:
    return words.encode("utf-16-le", "surrogatepass")[: 2 * count].decode("utf-16-le", "surrogatepass")


_RALPH_ENDS = {
    "complete": "Ralph worker reported completion after {0}.",
    "blocked": "Ralph worker reported a blocker after {0}.",
    "budget-limited": "Ralph reached its {0} limit; the worker reported work remaining.",
}


def _render_ralph(_arguments: Arguments, value: Any) -> list[Json]:
    result = value["result"]
    rounds = result["roundsStarted"]
    end = _RALPH_ENDS[result["status"]].format(f"{rounds} round{'' if rounds == 1 else 's'}")
    words = f"{end}\nFinal report:\n{json_text(result['report'], indent=2)}"
    if _units(words) > RALPH_CHARS:
        notice = "\n… [truncated]"
        words = _first_units(words, RALPH_CHARS - len(notice)) + notice
    return texts(words)


# -------------------------------------------------------------------------------------------- back from the text


class WorkflowText(Value, frozen=True, kw_only=True):
    """What the text of a finished workflow says; `value` is JSON as it is written, cut where `missing_chars` is set."""

    name: str
    agents: int
    value: str
    missing_chars: int | None


class WorkflowFailure(Value, frozen=True, kw_only=True):
    """What the text of a workflow that did not finish says."""

    end: str
    reason: str


_DONE = re.compile(markers.WORKFLOW_DONE + markers.WORKFLOW_VALUE)
_FAILED = re.compile(markers.WORKFLOW_FAILED)


def parse_result(words: str) -> WorkflowText | WorkflowFailure | None:
    """Read the text of a `workflow` result, None where it is not written in that way."""
    done = _DONE.match(words)
    if done is not None:
        cut = markers.at_end(markers.WORKFLOW_CUT_AT_END, words)
        return WorkflowText(
            name=done[1],
            agents=int(done[2]),
            value=words[done.end() : None if cut is None else cut.start()],
            missing_chars=None if cut is None else int(cut[1]),
        )
    failed = _FAILED.match(words)
    if failed is None:
        return None
    reason = words[failed.end() :].removeprefix(":").strip()
    end = "cancelled" if failed[1] == "was cancelled" else "failed"
    return WorkflowFailure(end=end, reason=reason.removeprefix("(").removesuffix(")") if end == "cancelled" else reason)


# --------------------------------------------------------------------------------------------------- the tools

_PHASE = opened(
    title=need(STRING, "The name that the script's marks use."),
    detail=may(STRING),
    provider=may(STRING),
    model=may(STRING),
)
_IDEAL = Ideal(
    cards=("progress", "timeline"),
    need="refreshing",
    shows="the phase, how many agents run and are done, the last log lines; opened, a lane for each agent",
    gaps=("G3",),
    forks=("F7",),
    tier="addition",
    first_tier="client",
)
_RUN = {"runId": need(STRING), "agentsStarted": need(INTEGER), "result": need(JSON)}

TOOLS: tuple[Tool, ...] = (
    tool(
        "workflow",
        "workflow",
        "Run a script that starts agents in phases and returns one value.",
        {
            "script": need(STRING, "The body of the script, in JavaScript."),
            "meta": need(
                opened(
                    name=need(STRING),
                    description=need(STRING),
                    whenToUse=may(STRING),
                    phases=may(items(_PHASE)),
                ),
                "What the workflow is called and does, and the phases it declares.",
            ),
            "args": may(opened(), "Input for the script."),
        },
        output(closed(**_RUN), _render),
        present_call=_call,
        present_result=_keep,
        own_card="progress",
        ideal=_IDEAL,
    ),
    tool(
        "ralph",
        "workflow",
        "Work on one objective in rounds, each with a fresh agent, until one reports that it is done or blocked.",
        {"objective": need(STRING, "What is to be reached."), "maxRounds": may(NUMBER, "How many rounds at most.")},
        output(closed(**_RUN), _render_ralph),
        present_call=lambda arguments: generic("ralph", rawInput=arguments["objective"]),
        present_result=_keep,
        own_card="progress",
        ideal=Ideal(
            cards=("progress", "timeline"),
            need="refreshing",
            shows="one lane a round; the log has no event of it, only the children it started",
            gaps=("G3",),
            forks=("F7",),
            tier="addition",
            first_tier="client",
            basis="ours",
        ),
    ),
)
