"""Results that hold what the harness would not write: the card is there, with the text as it stands."""

from __future__ import annotations

import html
import json

import pytest
from workbench.widgets.draw import draw
from workbench.widgets.element import to_page_html, to_text

from workbench.cards import CardContext, build, details
from workbench.model import Call, ToolResult

MANY = "9" * 5_000
OMITTED = f"Omitted {MANY} bytes."
EXITED = f"[session: exited code={MANY} signal=x]"


@pytest.fixture
def card():
    def make(name, arguments, text):
        result = ToolResult(content=({"type": "text", "text": text},), is_error=False)
        call = Call(
            key=f"s/1.1/{name}", session_id="s", turn=1, step=1, call_id="c1", name=name,
            arguments=json.dumps(arguments), call_seq=4, result_seq=5, result=result, state="done", outcome="ok",
        )  # fmt: skip
        return build(call, CardContext())

    return make


@pytest.mark.parametrize(
    ("name", "arguments", "text"),
    [
        ("grep", {"pattern": "x"}, f"Found {MANY} matches\n\n/a\nLine 1: x"),
        ("grep", {"pattern": "x"}, f"Found 1 match\n\n/a\nLine {MANY}: x"),
        ("glob", {"pattern": "x"}, f"/a\n\n(Showing 1 of {MANY} paths. Full sorted result stored at: /s. hint)"),
        ("read", {"file_path": "/a"}, _read := f"<path>/a</path>\n<type>file</type>\n<content>\n{MANY}: x\n\n"
         f"(End of file - total {MANY} lines)\n</content>"),
        ("read", {"file_path": "/a"}, _read.replace("End of file - total", "Showing lines 1-2 of")),
        ("web_fetch", {"url": "https://a"}, f"Fetched https://a (HTTP {MANY})\n\npage"),
        ("bash", {"command": "x", "description": "d"}, f"x\n[timed out after {MANY}ms]\n[exit code: {MANY}]"),
        ("bash", {"command": "x", "description": "d"}, f"x\n\n({OMITTED} Full formatted result stored at: /s. h)"),
        ("job_output", {"job_id": "b"}, f"x\n[status: failed, exit code: {MANY}]"),
        ("list_agents", {}, f"a [running] depth={MANY} — name"),
        ("workflow", {"script": "s", "meta": {"name": "n", "description": "d"}},
         f'workflow "n" completed ({MANY} agents).\nReturn value:\n1\n… [truncated: {MANY} more characters]'),
        ("todo_write", {"todos": []}, f"Updated todo list: {MANY} pending, 0 in progress, 0 completed."),
        ("terminal_send", {"sessionId": "s", "text": "x"}, f"x\n[wait: timeout]\n{EXITED}"),
        ("terminal_send", {"sessionId": "s", "text": "x"}, "x\n[wait: timeout]\n[session: exited code=² signal=x]"),
    ],
)  # fmt: skip
def test_a_number_without_end_is_no_number(card, name, arguments, text):
    model = card(name, arguments, text)
    assert "ValueError" not in " ".join(model.notes)
    assert text.partition("\n")[0][:40] in html.unescape(to_page_html(draw(model)))


def test_a_look_at_the_harness_without_headings_is_one_section(card):
    model = card("cordis_inspect_list", {}, "No plugin runs.\n\nNothing to say.")
    (section,) = model.detail.sections
    assert (section.heading, section.text) == (None, "No plugin runs.\n\nNothing to say.")


def test_what_comes_before_the_first_heading_stands_alone(card):
    model = card("cordis_inspect_list", {}, "All plugins\n# one\ntext\n## two\n")
    assert [(one.heading, one.text) for one in model.detail.sections] == [
        (None, "All plugins"), ("one", "text"), ("two", "")
    ]  # fmt: skip


def test_a_reader_that_fails_costs_its_data_and_not_the_card(card, monkeypatch):
    def fails(*_):
        raise LookupError("nobody thought of this")

    monkeypatch.setitem(details._MAKERS, "list", fails)
    model = card("job_list", {}, "b1 [bash] running — make")
    assert model.detail is None
    assert "LookupError: nobody thought of this" in model.notes[0]
    assert "b1 [bash] running — make" in to_text(draw(model))
