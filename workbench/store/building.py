"""Facts from rows, and what is derived from facts, for the sessions in `pending`.

Most of the time of a small log goes into planning the statements, not into running them; so a statement runs only if
there are rows of a type that it is about.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Final

from workbench.store.connect import INSIDE, names, sql
from workbench.store.exact import exact_arguments
from workbench.store.statements import run
from workbench.store.surface_nodes import surface_nodes

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

FACTS: Final = (
    "tool_calls", "proposed_calls", "tool_results", "dispatch_events", "approval_events", "usage_events",
    "message_events", "turn_events", "retry_events", "workflow_events", "todo_writes", "compaction_events",
    "hook_events", "session_events", "chunk_rows",
)  # fmt: skip
"""Tables that hold one event an entry."""

DERIVED: Final = (
    "attempts", "call_index", "approval_index", "job_events", "run_index", "agent_index", "transitions", "card_rows",
    "unrendered", "timeline_index", "surface_nodes",
)  # fmt: skip
"""Tables that are computed from the facts of one session."""

BUILD: Final = (
    "attempts", "call_parts", "call_index", "depths", "approval_index", "jobs", "workflows", "timeline_parts",
    "timeline_index", "card_rows", "unrendered", "transitions",
)  # fmt: skip
"""Files that fill them, in this order."""

BESIDE: Final = ("facts/chunk_rows", "facts/tool_results")
"""Files of facts that take as long as all others together."""

NEEDED: Final = {
    "attempts": "assistant/(chunk|attempt|message)",
    "depths": "tool/(code|ptc)-dispatch.*",
    "approval_index": "approval/.*",
    "workflows": "tool-workflow/.*",
}
"""Types without which a file has nothing to do."""

_TYPE: Final = re.compile(r"'([a-z][a-z-]*(?:/[a-z/-]+|-chunks))'")


def build(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill the tables for the sessions in `pending`, and empty it.

    Facts of new sessions are drawn by two connections at a time and committed; the caller's transaction then is another
    one. `pending` says from which number on facts are missing, so that nothing is drawn twice if the rest fails.

    Args:
        connection: one that finds the tables before the views, inside a transaction; it is the only one that writes.
    """
    (grown,) = connection.execute("select count(*) from pending where from_seq >= 0").fetchone() or (0,)
    for table in DERIVED if grown else ():
        anew = "session_id in (select session_id from pending where from_seq >= 0)"
        connection.execute(f"delete from {table} where {anew}")  # noqa: S608 - our own names
    types = frozenset(word for row in connection.execute(sql("types")).fetchall() for word in row)
    overlaps = "select 1 from damage_rows semi join pending using (session_id) where code = 'seq-overlap' limit 1"
    doubled = connection.execute(overlaps).fetchone() is not None
    if doubled:
        connection.execute(sql("doubled"))
    if grown or doubled:  # what was changed here is not seen by others yet
        _draw(connection, names("facts"), types)
    else:
        _draw_by_two(connection, types)
    if any(re.fullmatch(NEEDED["depths"], word) for word in types):
        exact_arguments(connection)
    surface_nodes(connection)
    for name in BUILD:
        if name not in NEEDED or any(re.fullmatch(NEEDED[name], word) for word in types):
            run(connection, name, types)
    connection.execute("delete from pending")


def _draw_by_two(connection: duckdb.DuckDBPyConnection, types: frozenset[str]) -> None:
    """Draw facts, the costliest beside the others, and commit them."""
    beside = connection.cursor()
    try:
        beside.execute(INSIDE)
        beside.begin()
        with ThreadPoolExecutor(1, "workbench-facts") as pool:
            other = pool.submit(_draw, beside, BESIDE, types)
            _draw(connection, [name for name in names("facts") if name not in BESIDE], types)
            other.result()
        connection.execute("update pending set from_seq = 9223372036854775807")
        beside.commit()
        connection.commit()
        connection.begin()
    finally:
        beside.close()


def _draw(connection: duckdb.DuckDBPyConnection, files: Iterable[str], types: frozenset[str]) -> None:
    for name in files:
        about = types_of(name)
        if not about or about & types:
            run(connection, name, types)


def link(connection: duckdb.DuckDBPyConnection) -> None:
    """Compute anew what goes from one log to another, over all sessions, in memory or not.

    Args:
        connection: one that sees the views, not the one that fills the tables.
    """
    run(connection, "links", frozenset())


@cache
def types_of(name: str) -> frozenset[str]:
    """Return the event types that a file of facts names; it draws nothing from rows of other types."""
    return frozenset(_TYPE.findall(sql(name)))
