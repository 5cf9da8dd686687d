"""Views of logged calls: strict about arguments, contained whatever a presenter does, and dated for older shapes."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.model import GenericCall, GenericResult, Location, ToolResult
from workbench.registry.schema import validate_arguments
from workbench.tools import catalogue, find, find_older, own_card, present_call, present_result
from workbench.tools.accept import acceptor
from workbench.tools.definition import output, tool
from workbench.tools.present import parse_arguments, present_call_of, present_result_of
from workbench.tools.shapes import NUMBER, STRING, may, need

OK = ToolResult(content=({"type": "text", "text": "ok"},), is_error=False)


def author(call=None, result=None, **parameters: dict):
    contract = output(STRING, lambda _arguments, value: [{"type": "text", "text": value}])
    return tool("mine", "test", "Do it.", parameters, contract, present_call=call, present_result=result)


# ------------------------------------------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "arguments are not JSON"),
        ("{", "arguments are not JSON"),
        ("{'command': 1}", "arguments are not JSON"),
        ('{"command": NaN}', "arguments are not JSON"),
        ('{"command": Infinity}', "arguments are not JSON"),
        ("\ufeff{}", "arguments are not JSON"),
        ("[" * 100_000, "arguments are not JSON"),
        ("null", 'arguments do not fit: "arguments" must be an object'),
        ('"text"', 'arguments do not fit: "arguments" must be an object'),
        ('{"command": "x"}', 'arguments do not fit: missing required property "description"'),
        ('{"command": 1, "description": "d"}', 'arguments do not fit: "command" must be a string'),
        ('{"command": "x", "description": "d", "workdir": null}', 'arguments do not fit: "workdir" must be a string'),
    ],
)
def test_arguments_that_do_not_fit_give_no_view_and_the_reason(text: str, reason: str) -> None:
    shown = present_call("bash", text)
    assert (shown.view, shown.reason) == (None, reason)


def test_unknown_keys_are_accepted() -> None:
    text = '{"command": "ls", "description": "d", "extra": {"deep": [1, null]}}'
    assert present_call("bash", text).view == present_call("bash", '{"command": "ls", "description": "d"}').view


def test_the_last_of_two_equal_keys_counts() -> None:
    shown = present_call("grep", '{"pattern": "a", "pattern": "b"}')
    assert shown.view.title == "Grep b"


@pytest.mark.parametrize("number", ["-0", "-0.0", "1e400", "9" * 400, "9" * 5000])
def test_numbers_that_json_cannot_carry_do_not_fit(number: str) -> None:
    shown = present_call("read", f'{{"file_path": "a", "offset": {number}}}')
    assert shown.reason == 'arguments do not fit: "offset" must be a finite JSON number'


@pytest.mark.parametrize(("number", "title"), [("3.0", "3"), ("1e2", "100"), ("2", "2")])
def test_numbers_are_shown_as_the_harness_shows_them(number: str, title: str) -> None:
    view = present_call("read", f'{{"file_path": "a", "offset": {number}}}').view
    assert view.title == f"Read a (from line {title})"
    assert view.locations == [Location(path="a", line=int(title))]


def test_lone_surrogates_pass() -> None:
    assert present_call("grep", '{"pattern": "\\ud800"}').view.title == "Grep \ud800"
    assert present_call("grep", '{"pattern": "\ud800"}').view.title == "Grep \ud800"


def test_large_whole_numbers_keep_their_digits() -> None:
    assert parse_arguments('{"id": 12345678901234567890}') == {"id": 12345678901234567890}


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 5)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@settings(deadline=None, max_examples=300)
@given(data=st.data(), name=st.sampled_from(sorted(catalogue())))
def test_the_quick_yes_agrees_with_the_validator(data: st.DataObject, name: str) -> None:
    parameters = find(name).parameters
    properties = parameters.get("properties", {})
    value = {
        key: data.draw(near(node))
        for key, node in properties.items()
        if key in parameters.get("required", ()) or data.draw(st.booleans())
    }
    value.update(data.draw(st.dictionaries(st.text(max_size=3), json_values, max_size=1)))
    plain = json.loads(json.dumps(value))
    if "-0" not in json.dumps(value) and acceptor(parameters)(plain):
        assert validate_arguments(parameters, plain) == []


def near(node: dict) -> st.SearchStrategy:
    """Values that fit a node, and a few that nearly do."""
    kind = node.get("type")
    if "enum" in node:
        return st.sampled_from([*node["enum"], "other", 1])
    if kind == "string":
        return st.text(max_size=4) | st.none()
    if kind in ("number", "integer"):
        return st.integers(-3, 3) | st.floats(allow_nan=False, allow_infinity=False) | st.booleans()
    if kind == "boolean":
        return st.booleans() | st.just("true")
    if kind == "array":
        return st.lists(near(node.get("items", {})), max_size=3) | st.none()
    if kind == "object":
        return st.fixed_dictionaries(
            {name: near(member) for name, member in node.get("properties", {}).items()},
            optional={"else": st.just(1)},
        )
    return json_values


# ------------------------------------------------------------------------------------------------- containment


class UnprintableError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ValueError("bad"), "presenter failed: ValueError: bad"),
        (UnprintableError(), "presenter failed: UnprintableError"),
    ],
)
def test_what_a_presenter_raises_is_contained(error: Exception, reason: str) -> None:
    def raising(*_anything: object) -> dict:
        raise error

    assert present_call_of(author(raising), "{}").reason == reason
    assert present_result_of(author(result=raising), "{}", OK).reason == reason


@pytest.mark.parametrize(
    "given_view",
    [
        {}, [], "text", 1, {"card": "generic"}, {"card": "hologram", "title": "t"}, {"card": []},
        {"card": "diff", "title": "t"},
        {"card": "generic", "title": 1}, {"card": "generic", "title": "t", "kind": "explode"},
        {"card": "generic", "title": "t", "locations": [{"path": "p", "line": 1.5}]},
    ],
)  # fmt: skip
def test_a_malformed_view_is_none(given_view: object) -> None:
    shown = present_call_of(author(lambda _arguments: given_view), "{}")
    assert shown.view is None
    assert shown.reason.startswith("presenter failed: malformed view")


def test_a_presenter_may_return_a_struct_of_the_right_kind() -> None:
    view = GenericCall(title="mine")
    assert present_call_of(author(lambda _arguments: view), "{}").view is view
    wrong = present_call_of(author(lambda _arguments: GenericResult(title="mine")), "{}")
    assert wrong.view is None


def test_no_view_and_no_presenter_are_told_apart() -> None:
    assert present_call_of(author(lambda _arguments: None), "{}").reason == "no view"
    assert present_call_of(author(), "{}").reason == "no presenter"
    assert present_call("no_such_tool", "{}").reason == "unknown tool"
    assert present_result("no_such_tool", "{}", OK).reason == "unknown tool"


def test_whole_numbers_with_a_fraction_sign_are_whole() -> None:
    mine = author(lambda _arguments: {"card": "generic", "title": "t", "locations": [{"path": "p", "line": 3.0}]})
    assert present_call_of(mine, "{}").view.locations == [Location(path="p", line=3)]


def test_a_result_presenter_sees_content_error_and_meta() -> None:
    seen = []
    mine = author(result=lambda arguments, result: seen.append((arguments, result)), n=may(NUMBER))
    present_result_of(mine, '{"n": 1}', OK)
    assert seen == [({"n": 1}, OK)]


# ---------------------------------------------------------------------------------------------- older shapes


def test_a_retired_name_is_presented_as_it_was_with_a_note() -> None:
    shown = present_call("task_output", '{"task_id": "task-1"}')
    assert shown.view.title == "Read output from task task-1"
    assert shown.older == "Background jobs were called tasks then; the tool is called job_output now."


@pytest.mark.parametrize(
    ("name", "arguments", "title", "kind"),
    [
        ("task_list", {}, "List tasks", "read"),
        ("task_kill", {"task_id": "t"}, "Kill task t", "execute"),
        ("cordis_inspect", {"what": "api", "name": "tools"}, "Inspect Cordis runtime: api: tools", "read"),
        ("cordis_mount", {"code": "return {}"}, "Mount Cordis Plugin", "execute"),
        ("cordis_unmount", {"id": "dyn-1"}, "dyn-1", "delete"),
    ],
)
def test_the_other_retired_names(name: str, arguments: dict, title: str, kind: str) -> None:
    shown = present_call(name, json.dumps(arguments))
    assert (shown.view.title, shown.view.kind) == (title, kind)
    assert shown.older is not None
    assert find_older(name, json.dumps(arguments)).call == shown.view


def test_a_search_with_one_query() -> None:
    text = '{"query": "what is it"}'
    assert present_call("web_search", text).view is None
    meta = {"sources": [{"url": "https://e.x"}], "truncated": False}
    result = ToolResult(content=OK.content, is_error=False, meta=meta, has_meta=True)
    found = find_older("web_search", text, result)
    assert (found.call.title, found.call.raw_input) == ("what is it", "what is it")
    assert (found.result.card, found.result.title) == ("web", "what is it")
    assert found.note.endswith("one query.")


def test_a_program_without_a_description_is_its_own_title() -> None:
    text = '{"code": "return 1"}'
    result = ToolResult(content=OK.content, is_error=False, meta={"logs": ["a", "b"]}, has_meta=True)
    found = find_older("run_code", text, result)
    assert (found.call.title, found.own_card) == ("return 1", "code")
    assert found.result.content == [{"type": "text", "text": "a\nb"}]
    assert find_older("run_code", text, OK).result is None, "without logs the raw content is shown"


def test_a_persistent_shell_takes_a_command_alone() -> None:
    found = find_older("bash", '{"command": "ls"}')
    assert (found.call.card, found.call.title) == ("terminal", "ls")


def test_no_older_shape_fits() -> None:
    assert find_older("grep", '{"query": "x"}') is None
    assert find_older("web_search", '{"query": 1}') is None
    assert find_older("no_such_tool", "{}") is None


def test_a_teams_message_has_a_shape_but_no_view() -> None:
    found = find_older("send_message", '{"target": "anna", "message": "hi"}')
    assert found.call is None
    assert "team" in found.note


# ------------------------------------------------------------------------------------------------- own cards


@pytest.mark.parametrize(
    ("name", "text", "card"),
    [
        ("bash", '{"command": "x", "description": "d", "run_in_background": true}', "job"),
        ("bash", '{"command": "x", "description": "d", "run_in_background": false}', None),
        ("bash", '{"command": "x", "run_in_background": true}', None),
        ("run_code", '{"code": "x", "description": "d"}', "code"),
        ("run_code", '{"code": "x"}', None),
        ("todo_write", '{"todos": [{"content": "a", "status": "done"}]}', None),
        ("task_list", "{}", "list"),
        ("grep", '{"pattern": "x"}', None),
        ("no_such_tool", "{}", None),
    ],
)
def test_the_own_card_needs_arguments_that_fit(name: str, text: str, card: str | None) -> None:
    assert own_card(name, text) == card


def test_presenters_do_not_change_shared_arguments() -> None:
    mine = author(lambda arguments: {"card": "generic", "title": arguments["a"]}, a=need(STRING))
    assert present_call_of(mine, '{"a": "x"}') == present_call_of(mine, '{"a": "x"}')


def test_arguments_of_any_depth_are_presented() -> None:
    deep = "[" * 5_000 + "]" * 5_000
    assert present_call("bash", f'{{"command": "ls", "description": "List", "more": {deep}}}').view.title == "ls"
    raw = present_call("terminal_read", f'{{"sessionId": "p", "more": {deep}}}').view.raw_input
    assert raw["sessionId"] == "p"
    assert present_call("bash", deep).reason == 'arguments do not fit: "arguments" must be an object'
    assert present_call("bash", "[" * 5_000).reason == "arguments are not JSON"
