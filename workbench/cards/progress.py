"""A workflow run as phases with their agents: declared in the call's arguments, and seen in the log."""

from __future__ import annotations

from typing import Any

from workbench.cards.arguments import Arguments
from workbench.cards.context import CardContext, RunFacts
from workbench.model import Agent, Call, Phase, ProgressDetail


def progress_of(_: Call, arguments: Arguments, context: CardContext) -> ProgressDetail:
    """Return the phases of a run in the order they were declared, then as they were seen, then the agents without one.

    A run without a record (inside run_code, or started by ralph) has no phases; its children are known by lineage.
    """
    meta = arguments.fields.get("meta")
    meta = meta if isinstance(meta, dict) else {}
    run = context.run
    return ProgressDetail(
        name=_string(meta.get("name")) or (run.name if run else None) or arguments.string("objective"),
        run_id=run.run_id if run else None,
        run_state=run.state if run else None,
        phases=phases_of(meta.get("phases"), run),
        agents_started=len(run.agents) if run else None,
        script=arguments.string("script"),
        children=context.lineage,
        link=context.run_link,
    )


def phases_of(declared: Any, run: RunFacts | None) -> tuple[Phase, ...]:
    """Join the declared phases with those that the agents name; equal titles are one phase."""
    details: dict[str | None, str | None] = {}
    for phase in declared if isinstance(declared, list) else []:
        if isinstance(phase, dict) and isinstance(phase.get("title"), str):
            details[phase["title"]] = _string(phase.get("detail"))
    names = list(details)
    members: dict[str | None, list[Agent]] = {name: [] for name in names}
    for agent, phase in zip(run.agents, run.phases, strict=True) if run else ():
        members.setdefault(phase, []).append(agent)
    seen = [name for name in members if name is not None and name not in details]
    order = [*names, *seen, *([None] if None in members else [])]
    return tuple(_phase(name, name in details, details.get(name), members[name]) for name in order)


def _phase(name: str | None, declared: bool, detail: str | None, agents: list[Agent]) -> Phase:
    return Phase(
        name=name,
        declared=declared,
        detail=detail,
        agents=tuple(agents),
        started=len(agents),
        settled=sum(agent.state != "running" for agent in agents),
        failed=sum(agent.state == "failed" for agent in agents),
    )


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None
