"""Parallel and nested sub-agents at moments (case 19): the tree grows with the clock."""

from __future__ import annotations

import pytest

import workbench

K1 = "00000001-0000-4000-8000-000000000000"


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.load(cases / "19-nested-subagents")
    return opened


@pytest.fixture(scope="module")
def session(wb):
    return wb.session("session-19")


def test_the_tree_grows_with_the_clock(session):
    created = {card.call_id: card.model.detail.child_started_ms for card in session.cards}
    assert session.at("s1", "started").card("s1").model.call.child_session_id is None
    first = session.card("s1").children[0]
    before = session.at(time=first.model.call.started_ms - 1).card("s1").children
    assert [card.state for card in before] in ([], ["proposed"], ["streaming"])
    during = session.at(time=first.model.call.started_ms).card("s1")
    assert during.state == "running"
    assert (during.model.call.child_session_id, during.model.call.link_source) == (K1, "label-prompt-time")
    assert [card.state for card in during.children] == ["running"]
    assert during.children[0].children == ()
    assert during.model.detail.child_started_ms == created["s1"]
