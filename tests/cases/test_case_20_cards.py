"""How a program with its calls is shown (case 20)."""

from __future__ import annotations

import pytest

import workbench


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.load(cases / "20-run-code-subcalls")
    return opened


def test_the_calls_of_a_program_stand_over_time_the_unsettled_one_without_an_end(wb):
    tracks = wb.session("session-20a").card("rc").model.detail.tracks
    assert [(track.label.split()[0], track.spans[0][2]) for track in tracks] == [
        ("read", "done"), ("read", "done"), ("grep", "failed"), ("bash", "interrupted"),
    ]  # fmt: skip
    first, second = tracks[0].spans[0], tracks[1].spans[0]
    assert second[0] < first[1]
    assert second[1] < first[1]
    assert tracks[3].spans[0][1] is None


def test_the_text_makes_no_claim_about_the_unsettled_one(wb):
    text = wb.session("session-20a").card("rc").text()
    assert "bash wait: interrupted · its end is not in the log" in text
    assert "so a short overlap proves nothing" in text
    assert "What it did is not known." in text


def test_each_sub_call_has_its_own_card_below(wb):
    text = wb.session("session-20a").card("rc").text()
    assert "4 dispatches" in text
    assert "▸ grep Grep ( — Error: grep pattern rejected by ripgrep: rg: regex parse error: · ✕ failed · 15 ms" in text


def test_a_read_inside_a_program_keeps_its_type_and_shows_its_lines_as_parsed(wb):
    read = wb.session("session-20a").card("rc").children[0]
    assert read.type == "generic"
    assert [(line.number, line.text) for line in read.model.parsed.view.lines] == [(1, "a = 1"), (2, "a += 1")]
    assert "all 2 lines · py · read from the text" in read.text()


def test_a_sub_call_of_a_sub_call_is_set_in(wb):
    card = next(card for card in wb.session("session-20b").cards if card.tool == "run_code")
    depths = {track.label.split()[0]: track.depth for track in card.model.detail.tracks}
    assert depths["grep"] == 1
