"""Huge changes, a line without an end, a change of line endings only, a failed edit (case 23)."""

from __future__ import annotations

import pytest
from workbench.widgets.draw import draw
from workbench.widgets.element import to_json

import workbench

MOST = 400_000
"""Bytes of a body, and characters of a static form, whatever the size of a change."""


@pytest.fixture(scope="module")
def session(cases):
    opened = workbench.open()
    opened.load(cases / "23-huge-diffs")
    return opened.session("session-23")


@pytest.mark.parametrize("call", ["c1", "c2", "c3", "c4"])
def test_every_call_is_a_diff_card_of_bounded_size(session, call):
    card = session.card(call)
    assert card.type == "diff"
    assert len(to_json(list(draw(card.model)))) < MOST
    assert len(card.html()) < MOST


def test_four_thousand_changed_lines_are_counted_with_head_tail_and_the_way_to_the_rest(session):
    text = session.card("c1").text()
    assert "+4,000 −4,000" in text
    assert "lines numbered by the written text" in text
    assert "show all 12,000 lines" in text
    assert "7999 7999   line 7998 alpha beta" in text


def test_beyond_the_bound_it_says_so_and_shows_the_ends(make_large):
    text, nodes = make_large
    assert "Too large to compare line by line" in text
    assert len(to_json(list(nodes))) < MOST


@pytest.fixture
def make_large(session):
    """The body of a change whose two texts are larger than what is compared."""
    import msgspec
    from workbench.widgets.element import to_text

    model = session.card("c1").model
    old = "".join(f"line {n} alpha beta\n" for n in range(200_000))
    (change,) = model.result_view.diffs
    grown = msgspec.structs.replace(change, old_text=old, new_text=old.replace("beta", "gamma"))
    view = msgspec.structs.replace(model.result_view, diffs=[grown])
    nodes = draw(msgspec.structs.replace(model, result_view=view))
    return to_text(list(nodes)), nodes


def test_one_long_line_is_a_new_file_and_is_cut_with_a_way_to_its_end(session):
    text = session.card("c2").text()
    assert "new file" in text
    assert "more characters" in text
    assert "show whole lines" in text


def test_line_endings_are_said_in_words(session):
    text = session.card("c3").text()
    assert "Line endings changed (CRLF to LF)." in text
    assert "␍" not in text
    assert "\r" not in text


def test_a_failed_edit_is_never_a_done_diff(session):
    card = session.card("c4")
    assert (card.state, card.model.call.error_code) == ("failed", "FS_EDIT_NOT_FOUND")
    text = card.text()
    assert "Error: old_string was not found" in text
    assert "Not applied" in text
