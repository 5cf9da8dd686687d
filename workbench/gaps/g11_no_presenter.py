"""G11: tools that declare no presenter: those of other servers, those that a model made, and some of the harness."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench import tools
from workbench.gaps.asking import Query, ask, query, sql
from workbench.gaps.catalogue import catalogue, names_tool
from workbench.gaps.gap import Gap
from workbench.gaps.samples import shown_types
from workbench.store import Store
from workbench.tools.definition import Tool

NUMBER = "G11"
Find = Callable[[str], Tool | None]
"""A registry: the tool of a name, None for a name nobody knows."""


def probe(store: Store, *, find: Find = tools.find) -> Gap:
    """Measure how many calls are of tools that say nothing of how they are to be shown.

    An instance is a call of a tool that the gap is about. It is recorded where the registry has a call presenter for
    that tool.

    Args:
        store: the loaded sessions.
        find: the registry in use.
    """
    cursor = store.cursor()
    names = [
        row["name"] for row in ask(cursor, Query("select distinct name from all_calls where name is not null", {}))
    ]
    kinds = [_kind(name, find) for name in names if names_tool(catalogue().gap(NUMBER).tools, name)]

    def over(name: str) -> Query:
        text = f"with instance as (\n{sql('g11_instances')}\n)\n{sql(f'g11_{name}')}"
        return Query(text, {"kinds": kinds})

    return Gap(
        store,
        NUMBER,
        query("g11_instances", kinds=kinds),
        measures=ask(cursor, over("measures"))[0],
        looks={"by_family": over("by_family")},
    )


def _kind(name: str, find: Find) -> dict[str, Any]:
    known, ours = find(name), tools.find(name)
    return {
        "tool": name,
        "family": "model-made" if ours is None else ours.family,
        "has": "recorded" if known is not None and known.present_call is not None else "missing",
        "own_card": name in tools.catalogue() and shown_types(name)[0] != "generic",
    }
