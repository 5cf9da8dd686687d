"""How approvals and questions are shown on the card of their call (case 22)."""

from __future__ import annotations

import pytest
from workbench.widgets.draw import draw
from workbench.widgets.element import to_page_html

import workbench


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.load(cases / "22-approvals-and-questions")
    return opened


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("c1", "Approval for bash ● allowed once · waited 1 m 00 s"),
        ("c2", "Approval for bash ⊘ rejected"),
        ("c3", "Approval for bash ⊘ cancelled"),
        ("c4", "Approval for bash ⊘ nobody could be asked"),
        ("c7", "Approval for bash ◌ waiting for approval"),
    ],
)
def test_each_decision_has_its_word(wb, call, said):
    assert said in wb.session("session-22a").card(call).text()


def test_the_wait_stands_apart_from_the_run(wb):
    first = wb.session("session-22a").card("c1").text().split("\n")[0]
    assert "waited 1 m 00 s · " in first


@pytest.mark.parametrize(("name", "call"), [("session-22a", "c7"), ("session-22b", "q3")])
def test_the_controls_of_an_open_one_are_there_and_off(wb, name, call):
    html = to_page_html(list(draw(wb.session(name).card(call).model)))
    assert html.count("<button") == html.count("disabled") == 2


def test_a_request_without_a_call_is_a_row_with_its_decision(wb):
    (row,) = [row for row in wb.session("session-22a").timeline if row.type == "approval"]
    assert row.model.state == "denied"
    assert row.model.approvals[0].outcome == "rejected"
    assert "Approval for feedback ⊘ rejected" in row.text()


def test_the_answer_is_marked_and_a_broken_off_question_has_none(wb):
    session = wb.session("session-22b")
    assert "◉ Blue — cold answer" in session.card("q1").text()
    assert "answered after 4.5 s" in session.card("q1").text()
    for call in ("q2", "q3"):
        text = session.card(call).text()
        assert "○ Red" in text
        assert "◉" not in text
