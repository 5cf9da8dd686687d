"""What stands beside the title of a folded row."""

from __future__ import annotations

import json

import pytest

from workbench.cards import build
from workbench.cards.hints import MOST
from workbench.model import Call, ToolResult
from workbench.strings import set_language


@pytest.fixture(autouse=True)
def _english():
    yield
    set_language("en")


def hint(name, arguments, text=None, *, is_error=False, meta=None, blocks=None):
    content = blocks or (({"type": "text", "text": text},) if text is not None else None)
    result = None
    if content is not None:
        result = ToolResult(content=tuple(content), is_error=is_error, meta=meta, has_meta=meta is not None)
    call = Call(
        key="s/1.1/c", session_id="s", turn=1, step=1, call_id="c", name=name, arguments=json.dumps(arguments),
        call_seq=4, result=result, state="failed" if is_error else "done" if result else "running",
        is_error=is_error, outcome="error" if is_error else "ok" if result else None,
    )  # fmt: skip
    return build(call).hint


BASH = {"command": "make test", "description": "Run the tests"}
TODOS = [
    {"content": "Write", "status": "completed"},
    {"content": "Test", "status": "in_progress"},
    {"content": "Ship", "status": "pending"},
]


def test_a_command_says_what_it_is_for_and_what_it_printed_first():
    assert hint("bash", BASH) == "Run the tests"
    assert hint("bash", BASH, "\n42 passed\nin 2 s") == "Run the tests → 42 passed"
    assert hint("bash", BASH, "10%\r\x1b[32m100%\x1b[0m done\n") == "Run the tests → 100% done"
    assert hint("bash", BASH, "(no output)") == "Run the tests"
    assert hint("bash", BASH, "[stderr]\nno such file") == "Run the tests → no such file"
    assert hint("bash", BASH, "no such target\n[exit code: 2]") == "Run the tests → no such target"
    assert hint("terminal_read", {"sessionId": "t"}, "\x1b[32mready\x1b[0m\x1b[K\nmore") == "→ ready"
    assert hint("bash", BASH | {"run_in_background": True}, "started background job bash-1") == "Run the tests"


def test_of_a_failed_call_it_is_the_first_line_of_the_error():
    assert hint("read", {"file_path": "/a"}, "\nError: not found\n  at b", is_error=True) == "Error: not found"
    assert hint("bash", BASH, "```console\nError: denied\n```", is_error=True) == "Error: denied"
    assert hint("nobody_knows", {}, "Error: unknown tool", is_error=True) == "Error: unknown tool"


def test_a_todo_list_says_how_far_it_is_and_what_is_in_work():
    assert hint("todo_write", {"todos": TODOS}, "Updated todo list") == "1/3 completed · Test"
    assert hint("todo_write", {"todos": TODOS[:1]}, "Updated todo list") == "1/1 completed"
    assert hint("todo_write", {"todos": [TODOS[2]]}, "Updated todo list") == "0/1 completed · Ship"
    set_language("zh")
    assert hint("todo_write", {"todos": TODOS}, "Updated todo list") == "已完成 1/3 · Test"


def test_a_search_says_how_much_there_is():
    found = {"shape": "paths", "paths": ["a", "b"], "truncated": True, "total": 1200}
    assert hint("glob", {"pattern": "*"}, "a\nb", meta=found) == "1,200 paths"
    page = {"url": "https://example.org/", "statusCode": 404, "truncated": False}
    assert hint("web_fetch", {"url": "https://example.org/"}, "Fetched", meta=page) == "HTTP 404"


def test_of_others_it_is_the_first_line_of_what_came_back_where_that_is_prose():
    asked = {"description": "Look", "prompt": "Look around.", "run_in_background": False}
    assert hint("subagent", asked, "All is well.\nMore.") == "→ All is well."
    assert hint("mcp__demo__echo", {"text": "x"}, "hello") == "→ hello"
    assert hint("mcp__demo__json", {}, '{"a": 1}') == ""
    assert hint("subagent", asked) == ""


def test_what_the_title_says_already_is_not_said_again():
    assert hint("write", {"file_path": "/a", "content": "x"}, "Created file") == ""
    assert hint("bash", {"command": "Run", "description": "Run"}) == ""


def test_it_is_one_line_of_bounded_length_whatever_comes():
    long = hint("mcp__demo__echo", {}, "word " * 10_000)
    assert len(long) <= MOST + 2
    assert "\n" not in hint("bash", {"command": "a", "description": "two\nlines"}, "x")
    assert hint("mcp__demo__odd", {}, blocks=["no block", {"type": "image"}, {"type": "text", "text": 7}]) == ""
