"""G3: what a workflow does. Members are logged now; phase marks, lines, the call's id and nested runs are not."""

from __future__ import annotations

from workbench.gaps.asking import Query, ask, query, sql
from workbench.gaps.gap import Gap
from workbench.store import Store


def probe(store: Store) -> Gap:
    """Measure which pieces of the runs' process the log has.

    An instance is a piece of one run: start, end, the call's id, and phases, lines, starts and ends of members where
    the script asks for them. Phases are joined where members name as many as the script marks, the members of a run
    without events where children were made while its call ran, and a run's call by position.
    """
    runs = sql("g03_runs")
    measures = ask(store.cursor(), Query(_over(runs, "measures"), {}))[0]
    return Gap(
        store,
        "G3",
        Query(_over(runs, "instances"), {}),
        measures=measures,
        looks={
            "pieces": Query(f"with instance as (\n{_over(runs, 'instances')}\n)\n{sql('g03_pieces')}", {}),
            "runs": Query(runs, {}),
            "phases": query("g03_phases"),
        },
    )


def _over(runs: str, name: str) -> str:
    """A query over the runs."""
    return f"with run as (\n{runs}\n)\n{sql(f'g03_{name}')}"
