"""The facts around a call that its card needs: approvals, children, runs, jobs, the todo list before."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import duckdb
import msgspec

from workbench.cards import CardContext, ChildFacts, JobFacts, RunFacts
from workbench.model import Agent, Approval, Call, LineageSource, Provenance, Value
from workbench.replay.kin import Kin
from workbench.replay.position import Position
from workbench.replay.query import records


class Surroundings(Value, frozen=True, kw_only=True):
    """What one session holds around its calls, keyed by the call it belongs to."""

    cwd: str | None
    approvals: dict[str, tuple[Approval, ...]]
    children: dict[str, ChildFacts]
    candidates: dict[str, tuple[str, ...]]
    runs: dict[str, RunFacts]
    lineage: dict[str, tuple[Agent, ...]]
    jobs: dict[str, JobFacts]
    todos: tuple[tuple[int, tuple[tuple[str, str], ...]], ...]

    def of(self, call: Call) -> CardContext:
        """Return the context of one call."""
        return CardContext(
            cwd=self.cwd,
            approvals=self.approvals.get(call.key, ()),
            child=self.children.get(call.child_session_id or ""),
            candidates=self.candidates.get(call.key, ()),
            run=self.runs.get(call.key),
            run_link=RUN_LINK if call.key in self.runs else None,
            lineage=self.lineage.get(call.key, ()),
            job=self.jobs.get(call.key),
            previous_todos=self._todos_before(call),
        )

    def _todos_before(self, call: Call) -> tuple[tuple[str, str], ...] | None:
        if call.name != "todo_write" or call.call_seq is None:
            return None
        before = [items for seq, items in self.todos if seq < call.call_seq]
        return before[-1] if before else None


RUN_LINK = Provenance(kind="inferred", rule="the run lies between this call and its result")


def surroundings(con: duckdb.DuckDBPyConnection, session_id: str, position: Position, family: Kin) -> Surroundings:
    """Read what a session held around its calls at a moment; a handful of small queries."""
    bounds = position.bounds
    agents = defaultdict(list)
    for row in records(con, "agents", session=session_id, **bounds):
        agents[row["run_id"]].append(row)
    children = _children(con, agents, family, position)
    approvals = defaultdict(list)
    for row in records(con, "approvals", session=session_id, **bounds):
        approvals[row.pop("call_key")].append(Approval(**row))
    cwd = records(con, "cwd", session=session_id)
    return Surroundings(
        cwd=cwd[0]["cwd"] if cwd else None,
        approvals={key: tuple(found) for key, found in approvals.items()},
        children=children,
        candidates={key: link.candidates for key, link in family.links.items() if link.candidates},
        runs={
            row["call_key"]: _run(row, agents[row["run_id"]], children)
            for row in records(con, "runs", session=session_id, **bounds)
            if row["call_key"] is not None
        },
        lineage={
            key: tuple(_lineage(child, source, children) for child, source in found)
            for key, found in family.lineage.items()
        },
        jobs={row.pop("key"): JobFacts(**row) for row in records(con, "job_calls", session=session_id, **bounds)},
        todos=tuple((row["seq"], _todos(row["todos"])) for row in records(con, "todos", session=session_id, **bounds)),
    )


def _children(
    con: duckdb.DuckDBPyConnection, agents: dict[str, list[dict[str, Any]]], family: Kin, position: Position
) -> dict[str, ChildFacts]:
    """Return what the logs of all child sessions say that calls, runs and lineage name."""
    named = {link.child_session_id for link in family.links.values()}
    named.update(agent["child_session_id"] for members in agents.values() for agent in members)
    named.update(child for found in family.lineage.values() for child, _ in found)
    children = sorted(child for child in named if child is not None)
    if not children:
        return {}
    return {
        row["session_id"]: ChildFacts(**row) for row in records(con, "children", children=children, **position.bounds)
    }


def _run(row: dict[str, Any], agents: list[dict[str, Any]], children: dict[str, ChildFacts]) -> RunFacts:
    return RunFacts(
        run_id=row["run_id"],
        name=row["name"],
        state=row["state"],
        agents=tuple(_agent(agent, children) for agent in agents),
        phases=tuple(agent["phase"] for agent in agents),
    )


def _agent(row: dict[str, Any], children: dict[str, ChildFacts]) -> Agent:
    child = children.get(row["child_session_id"])
    return Agent(
        label=row["label"],
        state=row["state"],
        child_session_id=row["child_session_id"],
        link_source="recorded",
        seq=row["seq"],
        started_ms=row["started_ms"],
        ended_ms=row["ended_ms"],
        calls=child.calls if child else None,
        has_log=child is not None and child.has_log,
    )


def _lineage(session_id: str, source: LineageSource, children: dict[str, ChildFacts]) -> Agent:
    child = children.get(session_id)
    states = {"complete": "completed", "open": "running"}
    return Agent(
        label=None,
        state=states.get(child.state or "", "unknown") if child else "unknown",  # type: ignore[arg-type]
        child_session_id=session_id,
        link_source=source,
        started_ms=child.started_ms if child else None,
        ended_ms=child.ended_ms if child else None,
        calls=child.calls if child else None,
        has_log=child is not None and child.has_log,
    )


def _todos(text: str | None) -> tuple[tuple[str, str], ...]:
    try:
        items = msgspec.json.decode(text or "[]", type=list[dict[str, Any]])
    except (msgspec.DecodeError, RecursionError):
        return ()
    return tuple((str(item.get("content")), str(item.get("status"))) for item in items)
