"""A workflow run as phases with their agents: declared in the call's arguments, and seen in the log."""

from __future__ import annotations

from typing import Any

from workbench.cards.arguments import Arguments
from workbench.cards.context import CardContext, RunFacts
from workbench.cards.texts import result_text
from workbench.model import Agent, Call, Phase, ProgressDetail
from workbench.tools import workflow


def progress_of(call: Call, arguments: Arguments, context: CardContext) -> ProgressDetail:
    """Return the phases of a run in the order they were declared, then as they were seen, then the agents without one.

    A run without a record (inside run_code, or started by ralph) has no phases; its children are known by lineage.
    """
    meta = arguments.fields.get("meta")
    meta = meta if isinstance(meta, dict) else {}
    run = context.run
    text = result_text(call)
    said = workflow.parse_result(text) if text is not None else None
    return ProgressDetail(
        name=_string(meta.get("name")) or (run.name if run else None) or arguments.string("objective"),
        description=_string(meta.get("description")),
        run_id=run.run_id if run else None,
        run_state=run.state if run else None,
        run_started_ms=run.started_ms if run else None,
        run_ended_ms=run.ended_ms if run else None,
        phases=phases_of(meta.get("phases"), run),
        agents_started=len(run.agents) if run else None,
        script=arguments.string("script"),
        children=context.lineage,
        link=context.run_link,
        log=run.log if run else (),
        value=said.value if isinstance(said, workflow.WorkflowText) else None,
        value_missing_chars=said.missing_chars if isinstance(said, workflow.WorkflowText) else None,
        failure=said.reason if isinstance(said, workflow.WorkflowFailure) else None,
        now_ms=context.now_ms,
    )


def phases_of(declared: Any, run: RunFacts | None) -> tuple[Phase, ...]:
    """Join the declared phases with those that the run says it entered and those that the agents name.

    Equal titles are one phase.
    """
    details: dict[str | None, str | None] = {}
    for phase in declared if isinstance(declared, list) else []:
        if isinstance(phase, dict) and isinstance(phase.get("title"), str):
            details[phase["title"]] = _string(phase.get("detail"))
    entered = run.seen if run else ()
    names = list(details)
    members: dict[str | None, list[Agent]] = {name: [] for name in (*names, *entered)}
    for agent, phase in zip(run.agents, run.phases, strict=True) if run else ():
        members.setdefault(phase, []).append(agent)
    seen = [name for name in members if name is not None and name not in details]
    order = [*names, *seen, *([None] if None in members else [])]
    return tuple(
        _phase(name, members[name], declared=name in details, detail=details.get(name), entered=name in entered)
        for name in order
    )


def _phase(name: str | None, agents: list[Agent], *, declared: bool, detail: str | None, entered: bool) -> Phase:
    def count(*states: str) -> int:
        return sum(agent.state in states for agent in agents)

    return Phase(
        name=name,
        declared=declared,
        detail=detail,
        agents=tuple(agents),
        started=len(agents),
        settled=count("completed", "failed", "cancelled"),
        failed=count("failed"),
        cancelled=count("cancelled"),
        unsettled=count("unknown"),
        running=count("running"),
        entered=entered,
    )


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None
