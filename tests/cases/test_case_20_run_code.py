"""The timeline inside run_code: nested, failing and unsettled sub-calls (case 20)."""

from __future__ import annotations

import pytest

import workbench


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.load(cases / "20-run-code-subcalls")
    return opened


@pytest.fixture(scope="module")
def crashed(wb):
    return wb.session("session-20a")


def test_children_of_the_program_that_was_killed(crashed):
    children = crashed.card("rc").children
    assert [(child.call_id, child.tool, child.state) for child in children] == [
        ("rc:code:1", "read", "done"),
        ("rc:code:2", "read", "done"),
        ("rc:code:3", "grep", "failed"),
        ("rc:code:4", "bash", "interrupted"),
    ]
    assert [child.duration_ms for child in children] == [47, 20, 15, None]


def test_overlap_is_in_the_times(crashed):
    first, second = (child.model.call for child in crashed.card("rc").children[:2])
    assert second.started_ms < first.ended_ms
    assert second.ended_ms < first.ended_ms


def test_a_repaired_result_has_no_duration(crashed):
    card = crashed.card("rc")
    assert (card.state, card.model.call.error_code) == ("interrupted", "TOOL_OUTCOME_UNKNOWN")
    assert card.duration_ms is None
    assert card.duration_kind == "missing"
    assert card.outcome == "unknown"


def test_a_call_that_never_started_says_so(crashed):
    card = crashed.card("rb")
    assert (card.state, card.outcome) == ("interrupted", "not-started")
    assert card.started_at is None
    assert card.duration_ms is None
    assert any("never started" in note for note in card.notes)


def test_log_lines_and_value_are_one_text(crashed):
    card = crashed.card("rd")
    assert (card.type, card.state, len(card.children)) == ("code", "done", 1)
    assert card.model.detail.output.splitlines() == ["counted", "2 a.py"]


def test_a_sub_call_of_a_sub_call_stands_below_it(wb):
    rc = next(card for card in wb.session("session-20b").cards if card.tool == "run_code")
    (owner,) = [child for child in rc.children if child.children]
    assert owner.call_id == "rc:code:2"
    assert [(below.tool, below.model.call.depth) for below in owner.children] == [("grep", 2)]


def test_calls_and_dispatches_are_counted_apart(wb):
    assert wb.sql("select count(*) from calls").fetchall() == [(4,)]
    assert wb.sql("select count(*) from dispatches").fetchall() == [(8,)]
    assert wb.sql("select name, count(*) from calls group by 1 order by 1").fetchall() == [("bash", 1), ("run_code", 3)]


def test_the_moment_before_the_process_died(crashed):
    moment = crashed.at(seq=11)
    assert (moment.card("rc").state, moment.card("rb").state) == ("running", "proposed")
    assert [(child.call_id, child.state) for child in moment.card("rc").children] == [
        ("rc:code:1", "done"),
        ("rc:code:2", "done"),
        ("rc:code:3", "failed"),
        ("rc:code:4", "running"),
    ]
    assert moment.counts["dispatch"] == {"done": 2, "failed": 1, "running": 1}
    assert "open turn" in moment.banner
    assert crashed.banner is None
