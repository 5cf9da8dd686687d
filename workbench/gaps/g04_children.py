"""G4: which child session a call started. Members of workflows are named; other children have to be joined."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from workbench.gaps.asking import Query, ask, query, relation, sql
from workbench.gaps.gap import Gap
from workbench.store import Store

if TYPE_CHECKING:
    import duckdb


def probe(store: Store) -> Gap:
    """Measure by which way calls reach the sessions they started.

    An instance is a child that a call started. It is recorded where a field names it, joined where text, label with
    first message and time, or lineage lead to exactly one session.
    """
    measures = ask(store.cursor(), _over("measures"))[0]
    return Gap(
        store,
        "G4",
        query("g04_instances"),
        measures=measures,
        looks={"ways": _over("ways"), "candidates": query("g04_candidates")},
    )


def score(store: Store, truth: Iterable[tuple[str, str]]) -> duckdb.DuckDBPyRelation:
    """Hold the links against a known truth.

    Args:
        store: the sessions, such as those of a generator that knows what it made.
        truth: pairs of a call's key and the id of a child it started.

    Returns:
        One row a way: links, right_links, precision (right among its links) and recall (right among all true pairs).
    """
    pairs = [{"key": key, "child_session_id": child} for key, child in truth]
    asked = _over("score")
    return relation(store, Query(asked.text, {"truth": pairs}))


def _over(name: str) -> Query:
    """A query over the children."""
    return Query(f"with child as (\n{sql('g04_instances')}\n)\n{sql(f'g04_{name}')}", {})
