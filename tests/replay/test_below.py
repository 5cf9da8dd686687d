"""What stands below a call: looks at its job, and all that a subagent was told, said and did."""

from __future__ import annotations

import pytest

import workbench
from workbench.replay.flatten import flatten


@pytest.fixture
def load(recorded):
    def open_session(name, prefix="session-"):
        wb = workbench.open()
        wb.load(recorded / name)
        return wb.session(prefix)

    return open_session


def test_a_look_at_a_job_is_below_its_start_from_the_call_on(load):
    session = load("bash-background")
    start = next(card for card in session.cards if [child.tool for child in card.children].count("job_output"))
    look = next(child for child in start.children if child.tool == "job_output")
    asked = look.model.call.proposed_seq
    for seq in (asked, look.model.call.call_seq):
        moment = session.at(seq=seq)
        assert look.key in [child.key for child in moment.card(start.key).children]
        assert look.key not in [card.key for card in moment.cards]
    running = session.at(look.key, "started").card(look.key)
    assert (running.state, running.type) == ("running", "job")
    assert running.model.detail.job_id == start.model.detail.job_id
    before = session.at(seq=asked - 1)
    assert look.key not in [child.key for child in before.card(start.key).children]


def test_no_card_stands_twice(load):
    for name in ("bash-background", "run-code", "workflow"):
        library = load(name).place.library
        for session_id in library.session_ids():
            keys = [flat.call_key for flat in flatten(library.timeline(session_id)) if flat.call_key is not None]
            assert len(keys) == len(set(keys))


def test_what_a_subagent_was_told_and_said_are_rows_below_its_call(load):
    session = load("subagent", "session-379be9fc")
    rows = flatten(session.place)
    number = next(
        at for at, row in enumerate(rows) if row.call_key and session.card(row.call_key).model.call.child_session_id
    )
    child = session.place.child(session.card(rows[number].call_key).model.call.child_session_id)
    inner = [row for row in rows if row.parent == number and row.timeline.session_id == child.session_id]
    assert [row.call_key or row.entry.key for row in inner] == [
        entry.key for entry in child.entries if entry.kind != "context"
    ]
    kinds = [row.entry.kind for row in inner if row.entry is not None]
    assert kinds[0] == "user"
    assert "assistant" in kinds
    assert {row.depth for row in inner} == {1}
