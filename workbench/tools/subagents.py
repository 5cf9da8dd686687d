"""The subagent family: starting children, talking to them, and reporting back. None declares a presenter."""

from __future__ import annotations

import re
from typing import Any

from workbench import markers
from workbench.model import Json, Value
from workbench.registry.json_text import number_text
from workbench.tools.definition import Arguments, Ideal, Tool, older, output, tool
from workbench.tools.shapes import BOOLEAN, JSON, NUMBER, STRING, choice, closed, either, items, may, need, word
from workbench.tools.wire import texts

_START = {
    "description": need(STRING, "The task in three to five words, for display."),
    "prompt": need(STRING, "The whole task."),
    "run_in_background": may(BOOLEAN, "Return at once instead of waiting for the result."),
}

_STARTED = either(
    closed(kind=need(word("background")), jobId=need(STRING)),
    closed(kind=need(word("continuable")), subagentId=need(STRING)),
    closed(kind=need(word("foreground")), runId=need(STRING), output=need(items(JSON))),
)


def _render_start(_arguments: Arguments, value: Any) -> list[Json]:
    if value["kind"] == "background":
        return texts(f"started background subagent job {value['jobId']}")
    if value["kind"] == "continuable":
        return texts(f"started subagent {value['subagentId']}")
    blocks = [block for block in value["output"] if isinstance(block, dict) and block.get("type") == "text"]
    return texts("".join(str(block.get("text", "")) for block in blocks))


_AT: dict[str, Any] = {"parent": may(STRING), "depth": may(NUMBER)}
_ROW = either(
    closed(
        kind=need(choice("child")), id=need(STRING), label=need(STRING),
        status=need(choice("running", "idle", "ready")), **_AT,
    ),
    closed(
        kind=need(choice("diagnostic")), id=need(STRING),
        reason=need(choice("corrupt", "unsupported", "unavailable")), **_AT,
    ),
)  # fmt: skip


def _render_rows(arguments: Arguments, value: Any) -> list[Json]:
    lines = []
    for row in value:
        state = row["status"] if row["kind"] == "child" else f"diagnostic: {row['reason']}"
        at = ""
        if arguments.get("scope") == "descendants":
            depth = number_text(row["depth"]) if "depth" in row else "undefined"
            at = f" parent={row.get('parent', 'undefined')} depth={depth}"
        label = f" — {row['label']}" if row["kind"] == "child" else ""
        lines.append(f"{row['id']} [{state}]{at}{label}")
    return texts("\n".join(lines) or "(no subagents)")


# -------------------------------------------------------------------------------------------- back from the text


class AgentRow(Value, frozen=True, kw_only=True):
    """One line of `list_agents`; `status` is `diagnostic: <reason>` for a child that could not be read."""

    id: str
    status: str
    label: str | None
    parent: str | None
    depth: int | None


class StartText(Value, frozen=True, kw_only=True):
    """What the text of a start in the background says: exactly one of the two ids."""

    job_id: str | None
    subagent_id: str | None


_JOB = re.compile(markers.JOB_STARTED)
_CHILD = re.compile(markers.SUBAGENT_STARTED)
_AGENT = re.compile(markers.AGENT_LISTED_WHOLE)


def parse_start(words: str) -> StartText | None:
    """Read the id off the text of a start in the background, None where the text is the child's own answer."""
    if (job := _JOB.fullmatch(words)) is not None:
        return StartText(job_id=job[1], subagent_id=None)
    if (child := _CHILD.fullmatch(words)) is not None:
        return StartText(job_id=None, subagent_id=child[1])
    return None


def parse_agents(words: str) -> tuple[AgentRow, ...] | None:
    """Read the rows off the text of a `list_agents` result, None where a line is no row."""
    if words == "(no subagents)":
        return ()
    rows = []
    for line in words.split("\n"):
        found = _AGENT.fullmatch(line)
        if found is None:
            return None
        depth = None if found[4] is None else int(found[4])
        rows.append(AgentRow(id=found[1], status=found[2], parent=found[3], depth=depth, label=found[5]))
    return tuple(rows)


# --------------------------------------------------------------------------------------------------- the tools

_IDEAL = Ideal(
    cards=("child-session", "timeline"),
    need="refreshing",
    shows="the child session as a link, its state, its last activity and its counts, a pulse while it works",
    gaps=("G4", "G11"),
    forks=("F7",),
    tier="addition",
    first_tier="client",
)
_PLAIN = Ideal(
    cards=("generic",), need="once", shows="one line with the agent it is about, as a link to its session",
    gaps=("G11",), tier="client", first_tier="client", basis="ours",
)  # fmt: skip
_MESSAGE = closed(messageId=need(STRING))

TOOLS: tuple[Tool, ...] = (
    tool(
        "subagent",
        "subagents",
        "Give a task to a new agent with a fresh context; it works in a session of its own.",
        _START,
        output(_STARTED, _render_start),
        concurrency_safe=True,
        own_card="subagent",
        ideal=_IDEAL,
    ),
    tool(
        "subagent_fork",
        "subagents",
        "Give a task to a new agent that starts with the finished turns of this session.",
        _START,
        output(_STARTED, _render_start),
        concurrency_safe=True,
        own_card="subagent",
        ideal=_IDEAL,
    ),
    tool(
        "send_message",
        "subagents",
        "Queue a message for a subagent as its next turn.",
        {"subagent_id": need(STRING, "The id that starting it gave."), "message": need(STRING, "What to tell it.")},
        output(
            _MESSAGE,
            lambda arguments, _value: texts(
                f"message queued as the next turn for subagent {arguments['subagent_id']}"
            ),
        ),
        older=[
            older(
                "The arguments are those of an agent team, where a message goes to a member by name.",
                {"target": need(STRING), "message": need(STRING)},
            )
        ],
        ideal=_PLAIN,
    ),
    tool(
        "interrupt_agent",
        "subagents",
        "Ask a running agent below this one to end its turn.",
        {"agent_id": need(STRING, "The agent to stop.")},
        output(
            closed(accepted=need(BOOLEAN)),
            lambda arguments, _value: texts(f"interrupt requested for agent {arguments['agent_id']}"),
        ),
        older=[older("The arguments are those of an agent team, where a member is named.", {"target": need(STRING)})],
        ideal=_PLAIN,
    ),
    tool(
        "list_agents",
        "subagents",
        "List the agents that can be talked to, with their states.",
        {"scope": may(choice("children", "descendants"), "Direct children, or the whole tree below.")},
        output(items(_ROW), _render_rows),
        own_card="list",
        ideal=Ideal(
            cards=("table",), need="once", shows="one row an agent with its state, as a link to its session",
            gaps=("G5", "G11"), tier="addition", first_tier="client", basis="ours",
        ),
    ),
    tool(
        "report",
        "subagents",
        "Send a result to the agent that started this one.",
        {"output": need(STRING, "What to report.")},
        output(
            _MESSAGE,
            lambda _arguments, value: texts(
                f"report accepted by the agent that started you as message {value['messageId']}"
            ),
        ),
        ideal=_PLAIN,
    ),
)  # fmt: skip
