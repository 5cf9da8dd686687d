"""Every card lists the rows of the log that it stands on, save the pieces of its stream."""

from __future__ import annotations

import itertools

import msgspec
import pytest
from workbench.widgets.draw import draw
from workbench.widgets.element import to_page_html

import workbench
from workbench.replay.context import LINES


@pytest.fixture(scope="module")
def session(recorded):
    wb = workbench.open()
    wb.load(recorded / "approval")
    return wb.session("s")


def test_the_rows_are_those_of_its_events(session):
    for card in session.cards:
        told = [(line.role, seq) for line in card.model.lines for seq in range(line.seq, line.last_seq + 1)]
        for role, seq, *_ in card.events.fetchall():
            assert ((role, seq) in told) == (role != "delta")
        assert card.model.lines_left == 0


def test_neighbours_of_one_type_and_role_are_one_entry(session):
    lines = session.cards[0].model.lines
    assert {line.role for line in lines} >= {"proposed", "call", "result"}
    assert all(line.time_ms is not None for line in lines)
    assert all((one.type, one.role) != (other.type, other.role) for one, other in itertools.pairwise(lines))


def test_a_moment_lists_no_later_rows(session):
    card = session.cards[0]
    moment = session.at(card.key, "started").card(card.key)
    assert "call" in {line.role for line in moment.model.lines}
    assert "result" not in {line.role for line in moment.model.lines}


def test_the_fold_is_on_every_card_and_says_what_it_leaves_out(session):
    model = session.cards[0].model
    page = to_page_html(draw(model))
    assert "rows of the log" in page
    assert "is not listed" not in page
    many = msgspec.structs.replace(model, lines=model.lines[:1], lines_left=7)
    assert "7 more rows are not listed." in to_page_html(draw(many))
    assert LINES <= 40
