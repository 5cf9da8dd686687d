"""The sessions that calls started, as far as the logs told it at a moment."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import duckdb

from workbench.model import LineageSource, LinkSource, Value
from workbench.replay.position import Position
from workbench.replay.query import records

STARTERS = frozenset({"subagent", "subagent_fork", "ralph", "workflow"})
"""Tools whose calls start sessions that no row names."""


class Link(Value, frozen=True, kw_only=True):
    """The child of one call, and how it is known; `candidates` where more than one fits."""

    child_session_id: str | None
    link_source: LinkSource
    candidates: tuple[str, ...] = ()


class Kin(Value, frozen=True, kw_only=True):
    """Children by the call that started them: linked to it, or in `lineage`, each with how it is known."""

    links: dict[str, Link]
    lineage: dict[str, tuple[tuple[str, LineageSource], ...]]


def kin(con: duckdb.DuckDBPyConnection, session_id: str, position: Position, tools: Iterable[str]) -> Kin:
    """Return the children of a session's calls.

    Args:
        con: a cursor on the store.
        session_id: the session.
        position: the moment.
        tools: the tools it called; nothing is asked where none of them starts sessions.
    """
    if STARTERS.isdisjoint(tools):
        return Kin(links={}, lineage={})
    bounds = position.bounds
    links = {
        row["key"]: Link(
            child_session_id=row["child_session_id"],
            link_source=row["link_source"],
            candidates=tuple(row["candidates"] or ()) if row["link_source"] == "ambiguous" else (),
        )
        for row in records(con, "links", session=session_id, **bounds)
    }
    named = {child for link in links.values() for child in (link.child_session_id, *link.candidates) if child}
    lineage = defaultdict(list)
    for row in records(con, "lineage", session=session_id, named=sorted(named), **bounds):
        lineage[row["call_key"]].append((row["child_session_id"], row["link_source"]))
    return Kin(links=links, lineage={key: tuple(found) for key, found in lineage.items()})
