"""Packed rows stay packed in `rows` and are whole in `events` and `deltas` (case 14)."""

from __future__ import annotations

from itertools import pairwise

import pytest

import workbench


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    report = opened.load(cases / "14-packed-chunks-aborted-turn")
    assert report.damage == ()
    return opened


def test_a_row_says_what_it_stands_for(wb):
    assert wb.sql("select count(*), sum(n) from rows").fetchall() == [(10, 15)]
    assert wb.sql("select count(*) from events").fetchall() == [(15,)]
    assert wb.sql("select list(seq order by seq) from events").fetchall() == [(list(range(15)),)]


def test_times_go_by_the_gaps_and_a_negative_one_stays(wb):
    times = [row[0] for row in wb.sql("select time from events order by seq").fetchall()]
    assert -5 in [later - earlier for earlier, later in pairwise(times)]
    packed = wb.sql("select count(*) from deltas where row_seq in (select seq from rows where n > 1)").fetchall()
    assert packed == [(7,)]


def test_the_answer_is_rebuilt(wb):
    (row,) = [row for row in wb.session("session-14").timeline if row.type == "reasoning"]
    assert row.model.text == "think aloud."
    assert "interrupted" in row.model.badges


def test_the_call_was_never_dispatched(wb):
    (card,) = wb.session("session-14").cards
    assert (card.state, card.outcome) == ("interrupted", "not-started")
    assert (card.started_at, card.duration_ms, card.duration_kind) == (None, None, "missing")
    assert card.model.call.arguments == '{"command": "ls -la", "description": "List'
    assert not card.model.call.arguments_complete
