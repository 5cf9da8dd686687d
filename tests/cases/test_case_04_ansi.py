"""Colours, carriage returns, cursor moves and a cut sequence (case 04)."""

from __future__ import annotations

import re

import pytest

import workbench

RESIDUE = ("[2K", "[1A", "?25l", "0;title", "\x1b", "\b")


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.load(cases / "04-ansi-and-controls")
    return opened


@pytest.fixture(scope="module")
def card(wb):
    return wb.session("session-04").cards[0]


def test_it_is_a_clean_exit(card):
    assert (card.type, card.state, card.outcome, card.model.call.exit_code) == ("terminal", "done", "ok", 0)


def test_what_was_overwritten_is_gone(card):
    output = card.text()
    assert "100%" in output
    assert "ac" in output.split()
    assert "next line" in output


@pytest.mark.parametrize("surface", ["text", "html"])
def test_no_sequence_leaves_a_residue_in_any_surface(card, surface):
    shown = getattr(card, surface)()
    assert not [mark for mark in RESIDUE if mark in shown]
    assert "next line [9" not in shown
    assert "\r" not in shown


def test_the_plain_text_has_no_control_characters(card):
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", card.text())
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", card._repr_mimebundle_()["text/plain"])


def test_the_raw_text_stays_in_the_rows(wb):
    (found,) = wb.sql("select data from rows where type = 'tool/result'").fetchall()
    assert "\\u001b[" in found[0]


def test_no_style_is_taken_from_the_text(card):
    for style in re.findall(r'style="([^"]*)"', card.html()):
        assert "url" not in style
        assert "expression" not in style
