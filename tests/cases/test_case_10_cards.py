"""What the card of a call shows while the log ends behind its start (case 10)."""

from __future__ import annotations

import pytest

import workbench


@pytest.fixture(scope="module")
def session(cases):
    opened = workbench.open()
    opened.load(cases / "10-torn-tail-live-write" / "session.jsonl")
    return opened.session("session-10")


def test_the_call_runs_since_its_start_and_nothing_is_made_up(session):
    card = session.card("c1")
    assert (card.state, card.outcome, card.duration_ms, card.duration_kind) == ("running", None, None, "missing")
    assert card.model.call.started_ms == 1790000000654
    assert card.model.call.ended_ms is None


def test_its_text_says_that_it_runs_and_has_no_output_yet(session):
    text = session.card("c1").text()
    assert "bash sleep 9; echo done — Wait a while · ◐ running" in text
    assert "No output yet" in text
    assert "interrupted" not in text


def test_the_session_says_that_its_log_ends_in_an_open_turn(session):
    assert session.banner.startswith("The log ends here with an open turn")
    assert session.banner in session.text()
