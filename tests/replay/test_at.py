"""Finding a moment, and what a session has there."""

from __future__ import annotations

import json
import random
from datetime import UTC, datetime, timedelta, timezone

import pytest

import workbench
from workbench import WorkbenchError
from workbench.moment import Moment


@pytest.fixture(scope="module")
def wb(recorded):
    opened = workbench.open()
    opened.load(recorded)
    return opened


@pytest.fixture(scope="module")
def session(wb):
    return wb.session("session-93e5aa8a")


def last(wb, session_id):
    """The last event of a session."""
    return wb.sql("select max(seq + n - 1) from rows where session_id = $id", id=session_id).fetchall()[0][0]


def sentence(error):
    text = str(error.value)
    assert "\n" not in text
    return text


def test_a_moment_has_the_members_of_a_session(session):
    moment = session.at(seq=300)
    assert isinstance(moment, Moment)
    assert {name for name in dir(session) if not name.startswith("_")} <= set(dir(moment))
    assert "row 300" in repr(moment)
    assert set(moment._repr_mimebundle_()) == {"text/html", "text/plain"}
    assert moment.cards[0].html()
    assert 0 < len(moment.cards) < len(session.cards)
    assert len(moment.cards.df()) == len(moment.cards)
    assert moment.at(seq=100).position.seq == 100


def test_one_time_in_every_spelling(session):
    clock = session.at(seq=300).position.clock
    instant = datetime.fromtimestamp(clock / 1000, UTC)
    elsewhere = instant.astimezone(timezone(timedelta(hours=8)))
    spellings = [clock, float(clock), instant, elsewhere, instant.replace(tzinfo=None), instant.isoformat()]
    assert {session.at(time=time).position for time in spellings} == {session.at(time=clock).position}
    with pytest.raises(WorkbenchError) as error:
        session.at(time="half past nine")
    assert "is no time" in sentence(error)


@pytest.mark.parametrize("given", [{}, {"seq": 1, "time": 2}, {"call": "call_0249_0_files", "seq": 3}])
def test_exactly_one_way_to_say_which(session, given):
    if "call" in given:
        given = given | {"call": session.cards[0].call_id}
    with pytest.raises(WorkbenchError) as error:
        session.at(**given)
    assert "Say which moment" in sentence(error)


def test_calls_and_what_happened_to_them(session):
    card = session.cards[3]
    started = session.at(card.call_id)
    assert started.position.seq == card.model.call.call_seq
    assert started.card(card.call_id).state == "running"
    assert session.at(card.key, "ended").card(card.key).state == card.state
    with pytest.raises(WorkbenchError) as error:
        session.at(card.key, "strated")
    assert "Did you mean" in sentence(error)
    with pytest.raises(WorkbenchError) as error:
        session.at("call_nobody", "started")
    assert "has no call" in sentence(error)
    with pytest.raises(WorkbenchError) as error:
        started.card(session.cards[-1].call_id)
    assert "has no call" in sentence(error)


def test_beyond_the_end_is_the_end_and_before_the_beginning_is_nothing(wb, session):
    end = last(wb, session.id)
    assert session.at(seq=10**9).position == session.at(seq=end).position
    assert len(session.at(time=0).cards) == 0
    assert session.at(time=0).counts == {}
    assert len(session.at(time=0).timeline) == 0
    with pytest.raises(WorkbenchError) as error:
        session.at(seq=-1)
    assert "has no row -1" in sentence(error)


def test_the_last_moment_is_the_session(wb):
    for session_id in wb.sessions:
        session = wb.session(session_id)
        moment = session.at(seq=last(wb, session_id))
        assert moment.counts == session.counts
        assert moment.banner == session.banner
        assert moment.place.roots == session.place.roots
        assert moment.place.entries == session.place.entries
        assert {name: call for name, call in moment.place.calls.items() if call.link_source == "none"} == {
            name: call for name, call in session.place.calls.items() if moment.place.calls[name].link_source == "none"
        }


def test_states_counts_and_orders_agree_with_one_another(wb):
    rng = random.Random(7)
    for session_id in wb.sessions:
        for seq in (rng.randint(0, last(wb, session_id)) for _ in range(3)):
            place = wb.session(session_id).at(seq=seq).place
            states = wb.sql("select key, state from calls_at_seq($id, $seq)", id=session_id, seq=seq).fetchall()
            passing = place.calls.passing
            assert {key: call.state for key, call in place.calls.items() if key not in passing} == dict(states)
            assert place.roots == tuple(entry.call_key for entry in place.entries if entry.call_key is not None)
            assert len(list(place.calls)) == len(place.calls)
            counted = wb.sql("from counts_at_seq($id, $seq)", id=session_id, seq=seq).fetchall()
            if not passing:
                assert {(kind, word): n for kind, words in place.counts.items() for word, n in words.items()} == {
                    (kind, word): n for kind, word, n in counted
                }


def test_children_are_cut_at_the_clock(wb):
    session = wb.session("session-379be9fc")
    parent = next(card for card in session.cards if card.tool == "subagent" and card.children)
    child = parent.children[-1].model.call
    moment = session.at(time=child.started_ms - 1)
    below = {card.key: card for card in moment.card(parent.key).children}
    assert below.get(child.key) is None or below[child.key].state in ("streaming", "proposed")
    later = session.at(time=child.ended_ms).card(parent.key)
    assert {card.key: card.state for card in later.children}[child.key] == parent.children[-1].state
    assert moment.place.child(child.session_id).position.is_inferred
    assert not session.place.child(child.session_id).position.is_inferred


def test_rows_of_a_card_end_at_the_moment(session):
    card = session.cards[0]
    moment = session.at(card.key, "started")
    roles = [role for role, *_ in moment.card(card.key).events.fetchall()]
    assert "call" in roles
    assert "result" not in roles


def test_an_answer_that_failed_and_was_tried_again_was_arriving_before_it_failed(wb):
    session = wb.session("session-fefdcc37")
    failed = wb.sql(
        "select first_seq, last_seq, retry_seq from attempts where session_id = $id and retry_seq is not null "
        "and last_seq > first_seq order by 1 limit 1",
        id=session.id,
    ).fetchall()[0]
    before = {
        row.key: row.model for row in session.at(seq=failed[1]).timeline if row.type in ("assistant", "reasoning")
    }
    after = {row.key for row in session.at(seq=failed[2]).timeline}
    gone = [row for key, row in before.items() if key not in after]
    assert gone
    assert all(row.text for row in gone)


def test_stream_records_inside_a_row_arrive_one_by_one(tmp_path):
    """From generation 2 on the records of an answer stand inside its row, with a time each."""
    arguments = ['{"command": "l', "s -la", '", "description": "List"}']
    stream = [
        {"type": "reasoning-chunks", "time0": 2000, "index": 0, "dt": [10], "texts": ["think ", "aloud"]},
        {"type": "tool-call-chunks", "time0": 2020, "index": 1, "dt": [10, 10], "id": "c1", "name": "bash",
         "args": arguments},
        {"type": "chunk", "time": 2050, "chunk": {"type": "finish", "reason": {"kind": "tool-calls"}}},
    ]  # fmt: skip
    content = [
        {"type": "reasoning", "text": "think aloud"},
        {"type": "tool-call", "id": "c1", "name": "bash", "arguments": "".join(arguments)},
    ]
    message = {
        "id": "m",
        "role": "assistant",
        "content": content,
        "source": {"kind": "model", "provider": "p", "model": "m"},
    }
    rows = [
        {"type": "turn/start", "seq": 0, "time": 1000, "data": {"turn": 1}},
        {"type": "step/start", "seq": 1, "time": 1001, "data": {"turn": 1, "step": 1}},
        {"type": "assistant/message", "seq": 2, "time": 2060, "surfaceOp": "append",
         "data": {"turn": 1, "step": 1, "stream": stream, "message": message}},
        {"type": "tool/call", "seq": 3, "time": 2061,
         "data": {"turn": 1, "step": 1, "callId": "c1", "name": "bash", "arguments": "".join(arguments)}},
    ]  # fmt: skip
    header = {"type": "session", "version": 3, "id": "s", "createdAt": 1000, "delegationDepth": 0, "isSeeded": False}
    (tmp_path / "session.v3.jsonl").write_text("".join(json.dumps(line) + "\n" for line in [header, *rows]))
    wb = workbench.open()
    wb.load(tmp_path)
    session = wb.session("s")
    moments = [session.at(time=time) for time in (1999, 2000, 2010, 2020, 2030, 2040, 2059, 2060, 2061)]
    assert [(moment.position.seq, moment.position.k) for moment in moments] == [
        (1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 0), (3, 0),
    ]  # fmt: skip
    assert [[card.state for card in moment.cards] for moment in moments] == [
        [], [], [], ["streaming"], ["streaming"], ["streaming"], ["streaming"], ["proposed"], ["running"],
    ]  # fmt: skip
    shown = [moment.cards[0].model.call.arguments for moment in moments[3:]]
    assert shown[:3] == ["".join(arguments[:1]), "".join(arguments[:2]), "".join(arguments)]
    assert [moment.cards[0].title for moment in moments[3:5]] == ["l", "ls -la"]
    texts = [[row.model.text for row in moment.timeline if row.type == "reasoning"] for moment in moments]
    assert texts == [[], ["think "], *([["think aloud"]] * 7)]
    assert session.at(seq=1, k=4).cards[0].model == moments[4].cards[0].model
    assert moments[4].counts["call"] == {"streaming": 1}
    assert len(session.at(seq=1).cards) == 0


@pytest.mark.parametrize("generation", [2, 3, 4])
def test_a_moment_inside_a_copied_beginning_is_inherited(tmp_path, generation):
    """What was copied is older than the log: so a log that was cut off before the row that says so knows it as well."""
    header = {"type": "session", "version": generation, "id": "fork", "createdAt": 5000, "delegationDepth": 0,
              "parentSession": "p", "isSeeded": True}  # fmt: skip
    call = {"turn": 1, "step": 1, "callId": "c1", "name": "bash", "arguments": "{}"}
    rows = [
        {"type": "turn/start", "seq": 0, "time": 1000, "data": {"turn": 1}},
        {"type": "step/start", "seq": 1, "time": 1001, "data": {"turn": 1, "step": 1}},
        {"type": "tool/call", "seq": 2, "time": 1002, "data": call},
        {"type": "turn/end", "seq": 3, "time": 1003, "data": {"turn": 1, "reason": {"kind": "completed"}}},
        {"type": "session/end-seed", "seq": 4, "time": 5000, "data": {"inherited": True}},
        {"type": "turn/start", "seq": 5, "time": 5001, "data": {"turn": 2}},
    ]  # fmt: skip

    def loaded(name, lines):
        (tmp_path / name).mkdir()
        (tmp_path / name / "session.jsonl").write_text("".join(json.dumps(line) + "\n" for line in [header, *lines]))
        wb = workbench.open()
        wb.load(tmp_path / name)
        return wb

    whole, cut, lost = loaded("whole", rows), loaded("cut", rows[:3]), loaded("lost", [*rows[:4], rows[5]])
    moment = whole.session("fork").at(seq=2)
    assert [card.model.call.inherited for card in moment.cards] == [True]
    assert [card.model.call.inherited for card in cut.session("fork").cards] == [True]
    assert moment.counts == cut.session("fork").counts == {}
    inherited = "select seq, inherited from rows order by seq"
    assert lost.sql(inherited).fetchall() == [(0, True), (1, True), (2, True), (3, True), (5, False)]
    assert whole.sql(inherited).fetchall()[-2:] == [(4, False), (5, False)]
