"""G9: waiting for a person. Approvals name their call; questions have no event and look like any running call."""

from __future__ import annotations

from workbench import tools
from workbench.gaps.asking import Query, ask, query, sql
from workbench.gaps.gap import Gap
from workbench.store import Store


def probe(store: Store) -> Gap:
    """Measure which waits the log ties to their call, and how much of the running time is waiting.

    An instance is a request for approval, or a call of a tool that waits by its nature. It is recorded where an event
    names the call, joined where the tool's name leads to exactly one running call.
    """
    waiting = waiting_tools()

    def over(name: str) -> Query:
        return Query(f"with wait as (\n{sql('g09_instances')}\n)\n{sql(f'g09_{name}')}", {"waiting": waiting})

    return Gap(
        store,
        "G9",
        query("g09_instances", waiting=waiting),
        measures=ask(store.cursor(), over("measures"))[0],
        looks={"waits": over("waits")},
    )


def waiting_tools() -> list[str]:
    """Return the tools whose ideal card needs a way back to a person: their calls wait for an answer."""
    known = tools.catalogue().items()
    return [name for name, tool in known if tool.ideal is not None and tool.ideal.need == "interactive"]
