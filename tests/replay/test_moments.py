"""What a moment shows is what all logs, cut at that moment and loaded afresh, would show.

This holds for logs as they were recorded, and for logs that were harmed: rows missing, written twice (at once or later
again), exchanged, or in any order. What cannot hold, since the files do not say it:

- A log has no moments within one stream record, and none between a row and the row after it.
- The children of a session are cut at its clock, as nothing else joins the two: what they wrote within the same
  millisecond as its last row is there or not for all of them together.
- An answer of generations 2 to 4 that is arriving stands in no row of its own yet. A log that was cut there has a row
  for it that is not in the whole log, so only what it shows is compared, not the time of that row.
- Damage is found by reading on: what stands above a session (how many lines were unreadable) is what stood in the
  lines so far; damage without a line is told at the end only.
"""

from __future__ import annotations

import os
import random

import pytest

SLOW = bool(os.environ.get("WORKBENCH_SLOW"))
"""With this variable set, every moment at which a card changes, 200 others and 200 times a recording: about an hour.
Without it, a few of each."""
TOGETHER = 40
"""Cuts that are loaded into one workbench."""
RECORDINGS = (
    "approval", "ask-user", "bash-background", "bash-foreground", "bash-foreground-raw-unpacked", "bash-spill-live",
    "cancel-and-continue", "compaction", "files", "goal", "hooks", "image", "killed-mid-bash", "latency", "mcp",
    "resume-and-fork", "run-code", "stream-cut", "subagent", "workflow",
)  # fmt: skip
CASES = ("14", "19", "20", "21", "22", "28")
"""Hard inputs whose files are whole."""
GENERATIONS = ("v3/mini-code", "v3/mini-edit", "v3/mini-sub", "v4/bash-read-edit", "v4/run-code", "v4/subagent")
"""Sessions in the later generations, whose stream records stand inside the rows."""
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


def twice_later(rows, rng):
    """Rows, some of which come again later on."""
    found = list(rows)
    for row in rng.sample(rows, len(rows) // 15 + 1):
        found.insert(rng.randint(found.index(row), len(found)), row)
    return found


def exchanged(rows, rng):
    """Rows, some of which have changed places with the next."""
    found = list(rows)
    for at in rng.sample(range(len(rows) - 1), min(len(rows) // 15 + 1, len(rows) - 1)):
        found[at : at + 2] = found[at + 1], found[at]
    return found


HARMS = {
    "some are missing": lambda rows, rng: [row for row in rows if rng.random() > 1 / 15],
    "some are doubled": lambda rows, rng: [row for row in rows for _ in range(1 + (rng.random() < 1 / 15))],
    "some come again later": twice_later,
    "some are exchanged": exchanged,
    "they are in any order": lambda rows, rng: rng.sample(rows, len(rows)),
}
"""Rows of a log as no writer leaves them."""


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


@pytest.fixture
def harmed(groups, changed, recorded, tmp_path):
    def harm_rows(name, harm):
        rng = random.Random(harm + name)
        return changed(groups(recorded / name), lambda rows: HARMS[harm](rows, rng), tmp_path / "harmed")

    return harm_rows


@pytest.mark.parametrize("name", RECORDINGS if SLOW else ["approval"])
@pytest.mark.parametrize("harm", HARMS)
def test_a_moment_of_harmed_rows_is_what_they_show_cut_there(harmed, against, tmp_path, name, harm):
    group, rng = harmed(name, harm), random.Random(name + harm)
    number = 10 if SLOW else 1
    places = [*others(group, number, rng), *rng.sample(changes(group), number)]
    for (session_id, seq), cut in zip(places, group.cuts(tmp_path / "rows", places), strict=True):
        assert against(group, cut, session_id, {"seq": seq}) == []
    times = [(None, clock) for clock in clocks(group, number, rng)]
    for (_, clock), cut in zip(times, group.cuts(tmp_path / "times", times), strict=True):
        for session_id in list(cut.names)[: None if SLOW else 1]:
            assert against(group, cut, session_id, {"time": clock}) == []


@pytest.mark.parametrize("number", CASES)
def test_a_moment_of_a_hard_input_is_what_its_logs_cut_there_show(groups, against, case, tmp_path, number):
    group, rng = groups(case(number)), random.Random(number)
    places = changes(group) if SLOW else rng.sample(changes(group), 2)
    for (session_id, seq), cut in zip(places, group.cuts(tmp_path, places), strict=True):
        assert against(group, cut, session_id, {"seq": seq}) == []


@pytest.mark.parametrize("name", GENERATIONS)
def test_a_moment_of_a_later_generation_is_what_its_logs_cut_there_show(groups, against, root, tmp_path, name):
    group, rng = groups(root / "tests" / "generations" / name), random.Random(name)
    number = 60 if SLOW else 1
    places = [*(changes(group) if SLOW else []), *others(group, number, rng)]
    for (session_id, seq), cut in zip(places, group.cuts(tmp_path / "rows", places), strict=True):
        assert against(group, cut, session_id, {"seq": seq}) == []
    times = [(None, clock) for clock in clocks(group, number, rng)]
    for (_, clock), cut in zip(times, group.cuts(tmp_path / "times", times), strict=True):
        for session_id in list(cut.names)[: None if SLOW else 1]:
            assert against(group, cut, session_id, {"time": clock}) == []
