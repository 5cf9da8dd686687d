"""Calls, dispatches and child calls: one definition each; what failed inside and the wait stand on the folded row."""

from __future__ import annotations

import numpy as np
import pytest
from workbench.widgets.source import TimelineSource

import workbench
from workbench.replay.index import DISPATCH, INHERITED, NONE_U16, OF_CHILD


@pytest.fixture
def source(cases, recorded):
    def open_source(folder, prefix="session-"):
        wb = workbench.open()
        wb.load((cases if folder[0].isdigit() else recorded) / folder)
        session = wb.session(prefix)
        return TimelineSource(session.place, session.info, session.banner)

    return open_source


def test_every_call_is_counted_once(source):
    for folder, prefix in (("20-run-code-subcalls", "session-20a"), ("subagent", "session-379be9fc")):
        made = source(folder, prefix)
        counts, index = made.meta()["counts"], made.index()
        own = (index.tool != NONE_U16) & (index.flags & INHERITED == 0)
        of_child, inside = own & (index.flags & OF_CHILD > 0), own & (index.flags & DISPATCH > 0)
        assert sum(counts["child_calls"].values()) == np.count_nonzero(of_child & ~inside)
        assert sum(counts["child_dispatches"].values()) == np.count_nonzero(of_child & inside)
        assert sum(counts["dispatches"].values()) == np.count_nonzero(~of_child & inside)
        assert sum(counts["calls"].values()) == np.count_nonzero(own & ~of_child & ~inside)


def test_a_call_says_how_many_failed_inside(source):
    index = source("20-run-code-subcalls", "session-20a").index()
    program = next(at for at, key in enumerate(index.keys) if key.endswith("/rc"))
    assert "failed inside 1" in index.badges[program].split("\x1f")


def test_a_call_says_how_long_it_waited(source):
    index = source("22-approvals-and-questions", "session-22a").index()
    rows = zip(index.keys, index.badges, strict=True)
    waited = {key.rpartition("/")[2]: badges.split("\x1f") for key, badges in rows}
    assert "waited 60000" in waited["c1"]
    assert "waited 3000" in waited["c2"]
