"""Escaped lone surrogates, which JavaScript writers emit (case 06)."""

from __future__ import annotations

import pytest

import workbench


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.report = opened.load(cases / "06-lone-surrogates")
    return opened


def test_all_events_load(wb):
    assert wb.sql("select count(*) from events").fetchall() == [(11,)]


def test_the_card_shows_the_replacement_character_and_the_pair(wb):
    card = wb.session("session-06").card("c1")
    assert (card.type, card.state, card.model.call.exit_code) == ("terminal", "done", 0)
    shown = card.result_view["output"]
    assert shown.count("\ufffd") == 2
    assert any(ord(character) > 0xFFFF for character in shown)
    assert card.html().encode()
    assert card.text().encode()


def test_the_damage_names_the_line_and_what_was_repaired(wb):
    (damage,) = wb.report.damage
    assert damage.line == 7
    assert "2 characters in 1 string" in damage.message
    assert wb.sql("select line, code from damage").fetchall() == [(7, "lone-surrogate")]
    assert wb.sql("select count(*) from rows where repaired").fetchall() == [(1,)]
