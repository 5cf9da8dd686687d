"""G8: calls inside programs. Start and end are logged with everything; a reader that passes them over misses them."""

from __future__ import annotations

from workbench.gaps.asking import Query, ask, query, sql
from workbench.gaps.gap import Gap
from workbench.store import Store


def probe(store: Store) -> Gap:
    """Measure how complete the record of inner calls is.

    An instance is an inner call whose program is over. It is recorded where it has a start and an end, with the call it
    came from and the content of its result.
    """
    return Gap(
        store,
        "G8",
        query("g08_instances"),
        measures=ask(store.cursor(), _over("measures"))[0],
        looks={"by_tool": _over("by_tool"), "beside": _over("beside")},
    )


def _over(name: str) -> Query:
    """A query over the inner calls."""
    return Query(f"with inner_call as (\n{sql('g08_instances')}\n)\n{sql(f'g08_{name}')}", {})
