"""What each tool shows of its calls and results, where the harness's own vectors leave a case open."""

from __future__ import annotations

import pytest

from workbench.model import ToolResult

GENERIC = {"card": "generic"}


def generic(title: str, kind: str | None = None, **members: object) -> dict:
    return {**GENERIC, "title": title, **({"kind": kind} if kind else {}), **members}


CALLS = [
    ("bash", {"command": "make", "description": "Build", "run_in_background": True},
     generic("make", "execute", rawInput="make", content=[{"type": "text", "text": "Build"}])),
    ("read", {"file_path": "a", "offset": 5, "limit": 4},
     generic("Read a (5 - 8)", "read", locations=[{"path": "a", "line": 5}])),
    ("read", {"file_path": "a", "limit": 4}, generic("Read a (1 - 4)", "read", locations=[{"path": "a", "line": 1}])),
    ("read", {"file_path": "a", "offset": 7},
     generic("Read a (from line 7)", "read", locations=[{"path": "a", "line": 7}])),
    ("write", {"file_path": "a", "content": ""},
     {"card": "diff", "title": "Write a", "diffs": [{"path": "a", "oldText": None, "newText": ""}],
      "locations": [{"path": "a"}]}),
    ("str_replace_editor", {"command": "create", "path": "a"},
     {"card": "diff", "title": "create a", "diffs": [{"path": "a", "oldText": None, "newText": ""}],
      "locations": [{"path": "a"}]}),
    ("str_replace_editor", {"command": "str_replace", "path": "a", "old_str": "", "new_str": "y"},
     {"card": "diff", "title": "str_replace a", "diffs": [{"path": "a", "oldText": "", "newText": "y"}],
      "locations": [{"path": "a"}]}),
    ("str_replace_editor", {"command": "str_replace", "path": "a"},
     {"card": "diff", "title": "str_replace a", "diffs": [{"path": "a", "oldText": None, "newText": ""}],
      "locations": [{"path": "a"}]}),
    ("str_replace_editor", {"command": "insert", "path": "a"},
     generic("insert a", "edit", locations=[{"path": "a"}])),
    ("str_replace_editor", {"command": "insert", "path": "a", "insert_line": -9},
     generic("insert a", "edit", locations=[{"path": "a", "line": 1}])),
    ("glob", {"pattern": "*.py", "path": "src"}, generic("Glob *.py in src", "search", rawInput="*.py")),
    ("web_search", {"queries": ["a", "b"]}, generic("a, b", "search", rawInput="a, b")),
    ("skill", {"name": "demo"}, generic("Load skill demo", "read", rawInput="demo")),
    ("job_output", {"job_id": "j"}, generic("Read output from background job j", "read", rawInput="j")),
    ("update_goal", {"goal_id": "g", "revision": 1, "action": "resume", "objective": "", "max_goal_rounds": 0},
     generic("Resume goal", "other", rawInput="g")),
    ("exit_plan_mode", {"plan": "no heading"},
     generic("Plan", "other", content=[{"type": "text", "text": "no heading"}])),
    ("exit_plan_mode", {"plan": "intro\n### Third level  \n# First"},
     generic("Third level", "other", content=[{"type": "text", "text": "intro\n### Third level  \n# First"}])),
    ("schedule_create", {"prompt": "tea", "at": "2026-01-01T00:00:00Z"},
     generic("Create reminder", "other", rawInput="tea")),
    ("schedule_list", {}, generic("List reminders", "read")),
    ("lsp", {"operation": "hover", "file_path": "a.ts", "line": 3, "character": 5},
     generic("LSP hover a.ts:3:5", "search", locations=[{"path": "a.ts", "line": 3}])),
    ("session_event_search", {"query": "q"}, generic("Search session events", "search", rawInput="q")),
    ("session_trace", {"session_id": "s"}, generic("Trace session s", "read", rawInput="s")),
    ("session_event_trace", {"seq": 4}, generic("Trace event 4", "read", rawInput={"seq": 4})),
    ("terminal_open", {"type": "shell", "name": "gdb"}, generic("Open terminal gdb", "execute")),
    ("terminal_send", {"sessionId": "p", "text": ""},
     {"card": "terminal", "title": "(send input)", "description": "Terminal p"}),
    ("terminal_read", {"sessionId": "p", "count": 3},
     generic("Read terminal p", "read", rawInput={"sessionId": "p", "count": 3})),
    ("terminal_close", {"sessionId": "p"}, generic("Close terminal p", "delete")),
    ("terminal_list", {}, generic("List terminal sessions", "read")),
    ("cordis_stop", {"pluginId": "p"}, generic("Stop Cordis Plugin p", "execute")),
    ("cordis_inspect_list", {}, generic("List Cordis Inspect Providers", "read")),
    ("cordis_inspect_self", {"pluginId": "p"}, generic("Inspect p", "read")),
    ("cordis_inspect_self", {"packageId": "k"}, generic("Inspect dynamic Cordis Plugins", "read")),
    ("create_goal", {"objective": "ship", "max_goal_rounds": 3}, generic("Create goal", "other", rawInput="ship")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "arguments", "view"), CALLS, ids=lambda value: value if isinstance(value, str) else ""
)
def test_calls(views, name: str, arguments: dict, view: dict) -> None:
    assert views.call(name, **arguments) == view


MATCHES = {"shape": "matches", "files": [], "truncated": False, "total": 0}
WINDOW = {"path": "a", "offset": 2, "lines": [{"number": 2, "text": "x"}], "totalLines": 2}
ENVELOPE = "<path>a</path>\n<type>file</type>\n<content>\n2: x\n\n(End of file - total 2 lines)\n</content>"


def test_a_search_that_found_nothing_is_a_search(views, said) -> None:
    assert views.result("grep", said("No matches found", meta=MATCHES), pattern="x") == {"card": "search", **MATCHES}


@pytest.mark.parametrize(
    "broken",
    [
        None, [], "matches", {}, {**MATCHES, "total": "0"}, {**MATCHES, "truncated": None}, {**MATCHES, "files": {}},
        {**MATCHES, "files": [{"path": "a"}]}, {**MATCHES, "files": [{"path": "a", "matches": [{"lineNumber": 1}]}]},
        {**MATCHES, "files": [[]]}, {**MATCHES, "shape": "both"},
    ],
)  # fmt: skip
def test_a_broken_search_has_no_view(views, said, broken: object) -> None:
    assert views.result("grep", said("x", meta=broken), pattern="x") is None


@pytest.mark.parametrize("broken", [{**MATCHES, "shape": "paths"}, {**MATCHES, "shape": "paths", "paths": [1]}])
def test_so_has_a_broken_list_of_paths(views, said, broken: object) -> None:
    assert views.result("glob", said("x", meta=broken), pattern="x") is None


def test_a_read_that_does_not_begin_at_the_top(views, said) -> None:
    view = views.result("read", said(ENVELOPE, meta=WINDOW), file_path="a")
    assert view == {
        "card": "read", **WINDOW, "content": [{"type": "text", "text": "2: x\n\n(End of file - total 2 lines)"}],
    }  # fmt: skip


@pytest.mark.parametrize(
    "broken",
    [
        {**WINDOW, "offset": 0}, {**WINDOW, "offset": 3}, {**WINDOW, "totalLines": -1}, {**WINDOW, "offset": "2"},
        {**WINDOW, "lines": [{"number": True, "text": "x"}]}, {**WINDOW, "lines": [{"number": 2}]},
        {**WINDOW, "lang": None},
        {**WINDOW, "path": None}, {**WINDOW, "lines": "{{lines}}"}, {**WINDOW, "totalLines": 1.5},
    ],
)  # fmt: skip
def test_a_window_that_cannot_be_has_no_view(views, said, broken: dict) -> None:
    assert views.result("read", said(ENVELOPE, meta=broken), file_path="a") is None


@pytest.mark.parametrize("words", ["2: x", ENVELOPE + "\n", ENVELOPE.replace("file", "image"), " " + ENVELOPE])
def test_a_read_without_its_envelope_has_no_view(views, said, words: str) -> None:
    assert views.result("read", said(words, meta=WINDOW), file_path="a") is None


def test_a_write_shows_the_whole_file_where_its_hunks_are_broken(views, said) -> None:
    whole = [{"path": "a", "oldText": None, "newText": "new"}]
    for broken in (None, {}, {"diffs": [{"path": "a", "newText": "n"}]}, {"diffs": "x"}, {"diffs": [1]}):
        view = views.result("write", said("ok", meta=broken), file_path="a", content="new")
        assert view == {"card": "diff", "title": "Write a", "diffs": whole}


def test_an_edit_does_not(views, said) -> None:
    for broken in ({"diffs": []}, {"diffs": [{"path": "a", "oldText": 1, "newText": "n"}]}):
        assert views.result("edit", said("ok", meta=broken), file_path="a", old_string="o", new_string="n") is None


def test_members_that_a_view_does_not_have_are_left_out(views, said) -> None:
    meta = {"url": "https://e.x", "statusCode": 200, "truncated": False, "secret": 1}
    assert views.result("web_fetch", said("x", meta=meta), url="u") == {
        "card": "web", "kind": "fetch", "title": "u", "url": "https://e.x", "statusCode": 200, "truncated": False,
    }  # fmt: skip


def test_a_shell_result_that_is_no_text_has_no_view(views) -> None:
    picture = ToolResult(content=({"type": "image"},), is_error=False)
    assert views.result("bash", picture, command="x", description="d") is None


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("x\n[exit code: 007]", {"output": "x", "exitCode": 7}),
        ("x\n[killed by signal: SIGKILL]", {"output": "x", "signal": "SIGKILL"}),
        ("x\n[killed by signal: ]", {"output": "x\n[killed by signal: ]", "exitCode": 0}),
        ("[exit code: 0]\n[exit code: 3]", {"output": "[exit code: 0]", "exitCode": 3}),
        ("x\r\n[exit code: 1]", {"output": "x\r", "exitCode": 1}),
        ("x\n[exit code: ٣]", {"output": "x\n[exit code: ٣]", "exitCode": 0}),
    ],
)
def test_exit_markers(views, said, words: str, status: dict) -> None:
    assert views.result("bash", said(words), command="x", description="d") == {"card": "terminal", **status}


def test_a_plan_review_repeats_the_content_even_of_a_refusal(views) -> None:
    refused = ToolResult(content=({"type": "text", "text": "no"},), is_error=True)
    assert views.result("exit_plan_mode", refused, plan="# p") == {
        "card": "generic", "title": "Plan review", "content": [{"type": "text", "text": "no"}],
    }  # fmt: skip


def test_a_terminal_in_the_background_has_no_result_view(views, said) -> None:
    sent = {"sessionId": "p", "text": "x"}
    assert views.result("terminal_send", said("started background job j"), **sent, run_in_background=True) is None
    assert views.result("terminal_send", said("Error: gone", is_error=True), **sent) is None
