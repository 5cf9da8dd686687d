"""Packed delta rows, and an aborted turn without an assistant/message (case 14)."""

from __future__ import annotations

import itertools

import pytest

import workbench


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.load(cases / "14-packed-chunks-aborted-turn")
    return opened


def test_packed_rows_stay_packed_and_events_are_complete(wb):
    assert wb.sql("select count(*), sum(n)::bigint from rows").fetchall() == [(10, 15)]
    assert wb.sql("select count(*) from events").fetchall() == [(15,)]


def test_deltas_are_expanded_with_their_own_times(wb):
    found = wb.sql("select seq, time from events order by seq").fetchall()
    assert [seq for seq, _ in found] == list(range(15))
    gaps = [later - earlier for (_, earlier), (_, later) in itertools.pairwise(found)]
    assert -5 in gaps


def test_the_answer_is_rebuilt_from_its_deltas(wb):
    rows = [row for row in wb.session("session-14").timeline if row.type == "reasoning"]
    assert [row.model.text for row in rows] == ["think aloud."]
    assert "interrupted" in rows[0].model.badges


def test_the_call_was_never_dispatched(wb):
    card = wb.session("session-14").cards[0]
    assert (card.state, card.outcome) == ("interrupted", "not-started")
    assert (card.started_at, card.duration_ms) == (None, None)
    assert any("never started" in note for note in card.notes)
    assert card.model.call.arguments == '{"command": "ls -la", "description": "List'
    assert any("not complete" in note for note in card.notes)
    assert '{"command": "ls -la", "description": "List' in card.text()


def test_a_moment_while_the_arguments_arrive(wb):
    moment = wb.session("session-14").at(seq=10)
    (card,) = moment.cards
    assert (card.state, card.type, card.title) == ("streaming", "terminal", "ls -la")
    assert card.call_view.get("description") is None
    assert card.model.call.arguments == '{"command": "ls -la", "descr'
    assert "streaming" in moment.counts["call"]


def test_nothing_shown_while_arriving_is_taken_back(wb):
    session = wb.session("session-14")
    shown = [session.at(seq=seq).card("c1").model.call.arguments for seq in range(9, 15)]
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(shown))
    reasoning = [
        row.model.text for seq in range(4, 9) for row in session.at(seq=seq).timeline if row.type == "reasoning"
    ]
    assert all(later.startswith(earlier) for earlier, later in itertools.pairwise(reasoning))
    assert reasoning[-1] == "think aloud."
