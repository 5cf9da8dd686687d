"""Cards of calls whose arguments are still arriving: every prefix gives a card, and shows what has arrived."""

from __future__ import annotations

import json

import msgspec
import pytest
from workbench.widgets.draw import draw, head
from workbench.widgets.element import to_text

import workbench
from workbench.cards import CardContext, build
from workbench.cards.so_far import so_far
from workbench.model import Call, DiffCall, TerminalCall


def streaming(name, arguments):
    """A call of which only this much has arrived."""
    return Call(
        key="s/1.1/c", session_id="s", turn=1, step=1, call_id="c", name=name, arguments=arguments,
        arguments_complete=False, state="streaming",
    )  # fmt: skip


@pytest.fixture(scope="module")
def called(recorded):
    """Every tool that the recordings call, with its longest arguments up to a limit."""
    wb = workbench.open()
    wb.load(recorded)
    rows = wb.sql(
        "select name, arg_max(arguments, length(arguments)) from all_calls_all where length(arguments) < 1500 "
        "group by name order by name"
    )
    return rows.fetchall()


def test_every_prefix_of_recorded_arguments_is_drawn(called):
    assert len(called) > 20
    for name, arguments in called:
        whole = build(msgspec.structs.replace(streaming(name, arguments), arguments_complete=True))
        for end in range(0, len(arguments) + 1, 1 + len(arguments) // 60):
            card = build(streaming(name, arguments[:end]), CardContext())
            assert to_text(draw(card)[0]) is not None
            assert card.title
            assert to_text(head(card)).strip()
        assert build(streaming(name, arguments), CardContext()).type == whole.type, name


def test_a_command_is_shown_before_its_description():
    card = build(streaming("bash", '{"command": "ls -la", "descr'))
    assert (card.type, card.title) == ("terminal", "ls -la")
    assert isinstance(card.call_view, TerminalCall)
    assert card.call_view.get("description") is None
    assert any("not complete" in note for note in card.notes)


def test_an_edit_is_shown_while_its_new_text_arrives():
    card = build(streaming("edit", '{"file_path": "/a.py", "old_string": "one", "new_string": "tw'))
    assert isinstance(card.call_view, DiffCall)
    assert [(diff.old_text, diff.new_text) for diff in card.call_view.diffs] == [("one", "tw")]


def test_items_of_a_list_are_shown_once_they_are_whole():
    text = '{"todos": [{"content": "one", "status": "completed"}, {"content": "two", "status": "pen'
    card = build(streaming("todo_write", text), CardContext())
    assert (card.type, [item.content for item in card.detail.items]) == ("todo", ["one"])


@pytest.mark.parametrize(
    "text", ["", "{", "[1, 2", "no JSON", '{"command": ', '{"command": {"deep": [' * 3, "[" * 100_000]
)
@pytest.mark.parametrize("name", ["bash", "todo_write", "ask_user_question", "mcp__x__y", "nobody_knows"])
def test_anything_that_arrives_is_drawn(name, text):
    card = build(streaming(name, text), CardContext())
    assert card.title
    assert to_text(draw(card)[0]) is not None


def test_what_is_missing_is_empty_and_what_does_not_fit_is_left_out():
    found = so_far("bash", '{"command": "ls", "timeoutMs": "soon", "description": "Li')
    assert json.loads(found.text) == {"command": "ls", "description": "Li"}
    assert found.is_partial
