"""G1: blank time inside calls. Between call and result most tools leave no event at all."""

from __future__ import annotations

from workbench.gaps.asking import Query, ask, one, query, sql
from workbench.gaps.catalogue import catalogue
from workbench.gaps.gap import Gap
from workbench.store import Store

AT_LEAST_MS = 1000
"""A shorter blank is not felt as one."""


def probe(store: Store, *, at_least_ms: int = AT_LEAST_MS) -> Gap:
    """Measure how long calls say nothing.

    An instance is a settled call that ran for `at_least_ms` or longer; it is recorded where an event that belongs to no
    single tool names it between call and result. Durations of results that were committed behind another call's are
    upper bounds.
    """
    general = general_types()
    evidence = query("g01_instances", at_least=at_least_ms, general=general)
    cursor = store.cursor()
    blanks = sql("g01_blanks")
    looks = {name: Query(_over(blanks, name), {"at_least": at_least_ms}) for name in ("by_tool", "longest")}
    looks["fillers"] = query("g01_fillers", at_least=at_least_ms)
    measured = ask(cursor, Query(_over(blanks, "measures"), {"at_least": at_least_ms}))[0]
    told = one(cursor, "g01_told", at_least=at_least_ms)
    blank, working = measured.pop("blank_in_turns_ms"), measured["working_ms"]
    measures = measured | told | {"blank_share": blank / working if blank is not None and working else None}
    return Gap(store, "G1", evidence, measures=measures, looks=looks, settings={"seconds": f"{at_least_ms / 1000:g}"})


def general_types() -> list[str]:
    """Return the event types of the catalogue that would tell progress for calls of any tool."""
    return [signal.name for signal in catalogue().signals if signal.during == "general"]


def _over(blanks: str, name: str) -> str:
    """A query over the stretches, which all of them begin with."""
    return f"with blank as (\n{blanks}\n)\n{sql(f'g01_{name}')}"
