"""The last record is still being written (case 10): the state of what there is."""

from __future__ import annotations

import pytest

import workbench


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.load(cases / "10-torn-tail-live-write" / "session.jsonl")
    return opened


def test_the_tail_is_neither_an_event_nor_a_broken_line(wb):
    assert wb.sql("select count(*), min(seq), max(seq) from events").fetchall() == [(5, 0, 4)]
    assert wb.sql("select torn_bytes from sources").fetchall() == [(155,)]


def test_the_call_runs(wb):
    session = wb.session("session-10")
    (card,) = session.cards
    assert (card.state, card.outcome) == ("running", None)
    assert card.started_at.timestamp() * 1000 == 1790000000654
    assert (card.duration_ms, card.run_ms, card.duration_kind) == (None, None, "missing")
    assert "open turn" in session.banner
    assert session.counts["call"] == {"running": 1}


def test_the_moment_at_the_last_row_is_the_end(wb):
    session = wb.session("session-10")
    moment = session.at(seq=4)
    assert [card.model for card in moment.cards] == [card.model for card in session.cards]
    assert moment.banner == session.banner
    assert session.at(seq=3).cards[0].state == "proposed"
    assert session.at(seq=99).position == moment.position
