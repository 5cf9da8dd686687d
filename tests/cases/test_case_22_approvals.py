"""The state of an approval or a question belongs on the card (case 22)."""

from __future__ import annotations

import pytest

import workbench
from workbench import WorkbenchError


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.load(cases / "22-approvals-and-questions")
    return opened


@pytest.fixture(scope="module")
def approvals(wb):
    return wb.session("session-22a")


@pytest.fixture(scope="module")
def questions(wb):
    return wb.session("session-22b")


def test_an_allowed_call_waited_and_ran(approvals):
    card = approvals.card("c1")
    assert (card.state, card.wait_ms, card.model.call.exit_code) == ("done", 60_000, 0)
    assert card.run_ms < 1_000
    assert card.model.approvals[0].outcome == "allowed-once"


@pytest.mark.parametrize(("call", "word"), [("c2", "rejected"), ("c3", "cancelled"), ("c4", "unavailable")])
def test_a_refused_call_is_denied(approvals, call, word):
    card = approvals.card(call)
    assert (card.state, card.outcome, card.model.call.exit_code) == ("denied", "denied", None)
    assert word in card.badges


def test_an_approval_that_names_a_sub_call_stands_on_it(approvals):
    card = approvals.card("rc")
    assert (card.state, card.wait_ms, card.model.approvals) == ("done", None, ())
    (child,) = card.children
    assert (child.call_id, child.state, child.wait_ms) == ("rc:code:1", "done", 1_500)


def test_an_open_request_waits(approvals):
    card = approvals.card("c7")
    assert card.state == "waiting"
    assert any("pproval" in note for note in card.notes)
    assert card.model.approvals[0].asked_seq == 44
    assert "open turn" in approvals.banner


def test_a_request_without_a_call_is_a_row(wb, approvals):
    rows = [row for row in approvals.timeline if row.type == "approval"]
    assert len(rows) == 1
    assert "feedback" in rows[0].title
    assert wb.sql("select count(*), count(*) filter (open) from approvals").fetchall() == [(7, 1)]


def test_before_it_was_asked_the_call_ran(approvals):
    moment = approvals.at(seq=43)
    assert (moment.card("c7").state, moment.card("c7").model.approvals) == ("running", ())
    assert approvals.at(seq=44).card("c7").state == "waiting"
    assert approvals.at(seq=43).counts["approval"] == {
        "allowed-once": 2,
        "cancelled": 1,
        "rejected": 2,
        "unavailable": 1,
    }


def test_moments_are_named_by_what_happened_to_a_call(approvals, questions):
    asked = approvals.at("c1", "asked")
    assert (asked.position.seq, asked.card("c1").state, asked.card("c1").wait_ms) == (5, "waiting", None)
    decided = approvals.at("c1", "decided")
    assert (decided.card("c1").state, decided.card("c1").wait_ms, decided.card("c1").run_ms) == (
        "running",
        60_000,
        None,
    )
    assert approvals.at("c2", "decided").card("c2").state == "denied"
    assert approvals.at("c1").card("c1").state == "running"
    assert approvals.at("c1", "done").position.seq == 7
    assert approvals.at("c1", "proposed").card("c1").state == "proposed"
    assert approvals.at("rc:code:1", "asked").card("rc:code:1").state == "waiting"
    assert questions.at("q1", "asked").card("q1").state == "waiting"
    with pytest.raises(WorkbenchError) as error:
        approvals.at("c7", "decided")
    assert "It has: proposed, running, started, waiting, asked" in str(error.value)


def test_a_question_with_its_answer(questions):
    card = questions.card("q1")
    assert (card.state, card.wait_ms) == ("done", 4_500)
    (question,) = card.model.detail.questions
    assert [label for label, *_ in question.options] == ["Red", "Blue"]
    assert question.selected == ("Blue",)
    before = questions.at(seq=4).card("q1").model.detail
    assert (before.answered, before.questions[0].selected) == (False, None)


def test_a_question_that_was_broken_off(questions):
    card = questions.card("q2")
    assert (card.state, card.model.call.error_code) == ("interrupted", "ASK_ABORTED")
    assert card.model.detail.questions[0].selected is None


def test_a_question_that_is_open(questions):
    card = questions.card("q3")
    assert (card.state, card.wait_ms) == ("waiting", None)
    assert len(card.model.detail.questions[0].options) == 2
    assert questions.at("q3", "asked").position.seq == 17
    assert "open turn" in questions.banner
