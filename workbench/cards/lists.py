"""Tables of jobs and agents, read off the text of a result."""

from __future__ import annotations

from workbench.cards.arguments import Arguments
from workbench.cards.context import CardContext
from workbench.cards.texts import only_text
from workbench.model import Call, ListDetail
from workbench.tools import jobs, subagents


def list_of(call: Call, _: Arguments, context: CardContext) -> ListDetail | None:
    """Return the rows of a list, None where the text is not written as one."""
    text = only_text(call)
    if text is None:
        return None
    return _jobs(text) if call.name in ("job_list", "task_list") else _agents(text, context)


def _jobs(text: str) -> ListDetail | None:
    rows = jobs.parse_list(text)
    if rows is None:
        return None
    cells = tuple((row.id, row.kind, row.status, row.label) for row in rows)
    return ListDetail(columns=("job", "kind", "status", "label"), rows=cells)


def _agents(text: str, context: CardContext) -> ListDetail | None:
    """Return the agents; parent and depth are columns only where the list has them."""
    rows = subagents.parse_agents(text)
    if rows is None:
        return None
    links = tuple(row.id if row.id in context.known_sessions else None for row in rows)
    if not any(row.parent or row.depth is not None for row in rows):
        found = tuple((row.id, row.status, row.label or "") for row in rows)
        return ListDetail(columns=("agent", "status", "label"), rows=found, links=links)
    deep = tuple(
        (row.id, row.status, row.label or "", row.parent or "", "" if row.depth is None else str(row.depth))
        for row in rows
    )
    return ListDetail(columns=("agent", "status", "label", "parent", "depth"), rows=deep, links=links)
