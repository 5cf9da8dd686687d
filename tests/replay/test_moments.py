"""What a moment shows is what all logs, cut at that moment and loaded afresh, would show."""

from __future__ import annotations

import os
import random

import pytest

SLOW = bool(os.environ.get("WORKBENCH_SLOW"))
"""Every change of every card, and 200 other moments a recording, instead of a few of each."""
TOGETHER = 40
"""Cuts that are loaded into one workbench."""
RECORDINGS = (
    "approval", "ask-user", "bash-background", "bash-foreground", "bash-foreground-raw-unpacked", "bash-spill-live",
    "cancel-and-continue", "compaction", "files", "goal", "hooks", "image", "killed-mid-bash", "latency", "mcp",
    "resume-and-fork", "run-code", "stream-cut", "subagent", "workflow",
)  # fmt: skip
FAMILIES = ("resume-and-fork", "run-code", "stream-cut", "subagent", "workflow")
"""Recordings of several sessions, and one that was tried again."""


def changes(group):
    """Every row that changes a card, in every session."""
    rows = group.wb.sql("select distinct session_id, seq from transitions where kind <> 'counter' order by all")
    return [place for place in rows.fetchall() if place[0] in group.logs]


def others(group, number, rng):
    """Moments anywhere, at any event."""
    logs = [log for log in group.logs.values() if log.rows]
    found = []
    for _ in range(number):
        log = rng.choice(logs)
        last = log.rows[-1]
        found.append((log.session_id, rng.randint(0, last.seq + len(last.times) - 1)))
    return found


def clocks(group, number, rng):
    """Times at which something was written, or just before."""
    times = [time for log in group.logs.values() for row in log.rows for time in row.times]
    return [rng.choice(times) - rng.randint(0, 1) for _ in range(number)]


def batches(places):
    """Moments that are loaded together."""
    return [places[start : start + TOGETHER] for start in range(0, len(places), TOGETHER)]


@pytest.mark.parametrize("name", RECORDINGS)
def test_a_moment_of_a_row_is_what_the_logs_cut_there_show(groups, against, recorded, tmp_path, name):
    group, rng = groups(recorded / name), random.Random(name)
    every = changes(group)
    places = [*every, *others(group, 200, rng)] if SLOW else [rng.choice([*every, *others(group, len(every), rng)])]
    wrong = []
    for number, batch in enumerate(batches(places)):
        for (session_id, seq), cut in zip(batch, group.cuts(tmp_path / str(number), batch), strict=True):
            wrong += against(group, cut, session_id, {"seq": seq})
    assert wrong == []


@pytest.mark.parametrize("name", RECORDINGS if SLOW else FAMILIES)
def test_a_moment_of_the_clock_is_what_the_logs_cut_there_show(groups, against, recorded, tmp_path, name):
    group, rng = groups(recorded / name), random.Random(name)
    wrong = []
    for number, batch in enumerate(batches(clocks(group, 200 if SLOW else 1, rng))):
        for clock, cut in zip(
            batch, group.cuts(tmp_path / str(number), [(None, clock) for clock in batch]), strict=True
        ):
            for session_id in cut.names:
                if SLOW or group.wb.session(session_id).info["depth"] == 0:  # what is below is told with it
                    wrong += against(group, cut, session_id, {"time": clock})
    assert wrong == []
