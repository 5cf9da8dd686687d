"""How a shell ended, where the text does not say it in the way of today's shells."""

from __future__ import annotations

import json

import pytest

PERSISTENT = {"command": "make"}
FRESH = {"command": "make", "description": "Build it"}


@pytest.fixture
def ended(load, write):
    """ended(arguments, text) -> what the store says of a call's end."""

    def build(arguments, text):
        written = json.dumps(arguments)
        path = write([
            ("turn/start", {"turn": 1}), ("step/start", {"turn": 1, "step": 1}),
            ("tool/call", {"turn": 1, "step": 1, "callId": "a", "name": "bash", "arguments": written}),
            ("tool/result", {"turn": 1, "step": 1, "callId": "a", "isError": False,
                             "content": [{"type": "text", "text": text}]}),
        ])  # fmt: skip
        columns = "state, outcome, exit_code, signal, exit_source"
        return load(path).con.execute(f"select {columns} from calls").fetchone()

    return build


def test_a_fresh_shell_says_a_clean_exit_by_no_marker(ended):
    assert ended(FRESH, "built") == ("done", "ok", 0, None, "no-marker")


def test_a_persistent_shell_says_a_clean_exit_in_no_way(ended):
    assert ended(PERSISTENT, "built") == ("done", "ok", None, None, "none")
    assert ended(PERSISTENT, "failed\n[exit code: 2]") == ("done", "exit", 2, None, "marker")
    late = "Your command timed out after 300 seconds or experienced an OOM error. Below is partial output:\nhalf"
    assert ended(PERSISTENT, late)[2:] == (None, None, "none")
    assert ended({"command": 'echo "description"'}, "description")[2:] == (None, None, "none")


def test_a_code_too_long_to_be_one_stays_in_the_text(ended):
    assert ended(FRESH, f"x\n[exit code: {'9' * 15}]") == ("done", "exit", 999_999_999_999_999, None, "marker")
    assert ended(FRESH, f"x\n[exit code: {'9' * 23}]") == ("done", "ok", 0, None, "no-marker")
