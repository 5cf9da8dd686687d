"""Calls nobody wrote a card for, and calls whose data does not fit (case 28)."""

from __future__ import annotations

import pytest

import workbench


@pytest.fixture(scope="module")
def session(cases):
    wb = workbench.open()
    wb.load(cases / "28-generic-fallback")
    return wb.session("session-28")


def test_every_call_has_a_generic_card(session):
    assert [card.type for card in session.cards] == ["generic"] * 6


def test_arguments_that_are_no_json_are_shown_raw(session):
    card = session.card("c1")
    assert (card.state, card.model.call.error_code) == ("failed", "INVALID_ARGS")
    assert any("not JSON" in note for note in card.notes)
    assert card.model.call.arguments in card.text()


def test_an_empty_list_of_blocks_is_said(session):
    assert session.card("c2").state == "done"
    assert "empty" in session.card("c2").badges


def test_a_hashed_name_is_the_title_and_deep_arguments_are_whole(session):
    card = session.card("c3")
    assert card.title == "mcp__weird-server__do_it__0eda71e93515"
    assert card.html()
    assert card.text()


def test_numbers_are_shown_as_written(session):
    shown = session.card("c4").text()
    assert "12345678901234567890" in shown
    assert "3.14159265358979323846264338" in session.card("c4").model.call.arguments
    assert "3.14159265358979323846264338" in shown
    failed = session.card("c5")
    assert (failed.state, failed.model.call.error_code) == ("failed", None)
    assert "1e400" in failed.text()
    assert "-0" in failed.text()


def test_malformed_metadata_gives_no_read_view_and_a_note(session):
    card = session.card("c6")
    assert (card.state, card.result_view) == ("done", None)
    assert card.title == "Read /home/dev/demo/a"
    assert any("metadata" in note for note in card.notes)


def test_why_each_card_is_generic_is_listed(session):
    whys = [" | ".join(card.why) for card in session.cards]
    assert "arguments are not JSON" in whys[0]
    assert all("generic" in why for why in whys)
