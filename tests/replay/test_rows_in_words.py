"""Rows that are no calls say what they changed: hooks, endings, retries, compactions, changes while a call ran."""

from __future__ import annotations

import pytest
from workbench.widgets.draw import draw_row
from workbench.widgets.element import to_text

import workbench


@pytest.fixture
def load(recorded):
    def open_session(name):
        wb = workbench.open()
        wb.load(recorded / name)
        return wb.session("session-")

    return open_session


def titles(session, kind):
    return [row.title for row in session.timeline if row.type == kind]


def test_hooks_outside_of_calls_are_rows_with_their_decision(load):
    session = load("hooks")
    assert titles(session, "notice") == [
        "Hook UserPromptSubmit claude-code:UserPromptSubmit:1: passed",
        "Hook UserPromptSubmit claude-code:UserPromptSubmit:4: passed",
        "Hook Stop claude-code:Stop:5: passed",
    ]
    row = next(row for row in session.timeline if row.type == "notice")
    assert dict(row.model.facts)["exit"] == "0"


def test_hooks_of_a_call_stand_on_its_card(load):
    (card,) = load("hooks").cards
    assert [(hook.point, hook.decision, hook.exit_code) for hook in card.model.hooks] == [
        ("PreToolUse", "pass", 0),
        ("PostToolUse", "pass", 0),
    ]
    assert "▸ 2 hooks" in card.text()


def test_an_ending_that_is_no_completion_says_by_whom_or_why(load):
    assert titles(load("ask-user"), "notice") == ["Turn 2 was stopped by the user."]
    (ending,) = titles(load("stream-cut"), "notice")
    assert ending.startswith("Turn 1 ended with an error: DeepSeek API stream")


def test_a_retry_has_its_number_of_all_and_its_failure(load):
    row = next(row for row in load("stream-cut").timeline if row.type == "retry")
    facts = dict(row.model.facts)
    assert facts["code"] == "TRANSPORT"
    assert facts["retry"].startswith("1 of ")


def test_a_compaction_names_what_it_replaced_and_by_what(load):
    session = load("compaction")
    rows = [row for row in session.timeline if row.type == "compaction"]
    by_summary = next(row for row in rows if "replaced by a summary" in row.title)
    assert by_summary.model.text.startswith("Summary of the earlier conversation")
    assert len(by_summary.model.replaced) == 7
    pruned = rows[0]
    assert pruned.title.startswith("The content of 6 messages was pruned")
    assert {one.title for one in pruned.model.replaced} == {"result of bash"}
    assert all(session.card(one.key).tool == "bash" for one in pruned.model.replaced)
    failed = next(row for row in rows if row.title.startswith("Compaction failed"))
    assert failed.model.replaced == ()


def test_the_body_of_a_compaction_leads_to_the_cards(load):
    rows = [row for row in load("compaction").timeline if row.type == "compaction"]
    assert "▸ 6 results shortened" in to_text(list(draw_row(rows[0].model)))


def test_a_change_while_a_call_ran_stands_on_its_card(load):
    card = load("goal").cards[0]
    (change,) = card.model.happenings
    assert (change.type, change.title) == ("goal/change", "Goal set: Make three files")


def test_a_result_that_was_shortened_later_says_so_and_keeps_its_text(load):
    card = load("compaction").cards[0]
    assert card.model.replacements[0].chars < card.model.call.result_chars
    assert any("shorter copy" in note for note in card.notes)


def test_the_panel_has_the_list_as_it_was_last_written_and_the_settings(load):
    text = load("files").text()
    assert "▸ Todo list: 3 completed" in text
    assert "▸ Settings" in text


def test_a_moment_has_the_list_of_that_time(load):
    session = load("files")
    first = next(card for card in session.cards if card.tool == "todo_write")
    moment = session.at(first.call_id, "done")
    assert "▸ Todo list: 1 pending · 1 in progress · 1 completed" in moment.text()
