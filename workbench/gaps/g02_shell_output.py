"""G2: output of shell commands reaches the log only as their result; background jobs are joined by text."""

from __future__ import annotations

from workbench.gaps.asking import one, query
from workbench.gaps.g01_blank_time import AT_LEAST_MS, general_types
from workbench.gaps.gap import Gap
from workbench.store import Store


def probe(store: Store, *, at_least_ms: int = AT_LEAST_MS) -> Gap:
    """Measure how long commands show nothing, and how background jobs are followed.

    An instance is a settled command that ran for `at_least_ms` or longer, or was started in the background. It is
    recorded where an event names its call before its end; a background job is joined where the id in the texts leads
    from one start to an end.
    """
    evidence = query("g02_instances", at_least=at_least_ms, general=general_types())
    return Gap(
        store,
        "G2",
        evidence,
        measures=one(store.cursor(), "g02_measures", at_least=at_least_ms),
        looks={"silent": query("g02_silent", at_least=at_least_ms), "jobs": query("g02_jobs")},
        settings={"seconds": f"{at_least_ms / 1000:g}"},
    )
