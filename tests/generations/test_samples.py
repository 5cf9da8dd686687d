"""One session recorded in generation 0 is the same in every other: calls, texts, usage, children, drawings."""

from __future__ import annotations

from pathlib import Path

import comparing as same
import pytest

import workbench

HERE = Path(__file__).parent
PAIRS = [
    ("v0/mini-code", "v3/mini-code"),
    ("v0/mini-edit", "v3/mini-edit"),
    ("v0/mini-sub", "v3/mini-sub"),
    ("v0/mini-code", "v4/run-code"),
    ("v0/mini-edit", "v4/bash-read-edit"),
    ("v0/mini-sub", "v4/subagent"),
    ("v0/mini-edit", "mixed/v0-v3-and-v9"),
]


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda name: name.replace("/", "-"))
def test_the_facts_are_the_same(one, other):
    before, after = same.opened(HERE / one), same.opened(HERE / other)
    for name in (*same.FACTS, "times"):
        assert same.facts(after, name) == same.facts(before, name), name


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda name: name.replace("/", "-"))
def test_the_drawings_are_the_same(one, other):
    before, after = same.opened(HERE / one), same.opened(HERE / other)
    assert after.sessions == before.sessions
    for session_id in before.sessions:
        assert same.drawings(after, session_id) == same.drawings(before, session_id)


def test_the_highest_known_generation_is_read_and_a_newer_one_is_named():
    wb = same.opened(HERE / "mixed" / "v0-v3-and-v9")
    assert wb.sql("select generation from sources").fetchall() == [(3,)]
    found = wb.sql("select code, severity from damage order by 1").fetchall()
    assert found == [("newer-generation", "warning"), ("other-generation", "note")]
    with pytest.raises(workbench.WorkbenchError, match="v9") as refused:
        workbench.open().load(HERE / "mixed" / "v0-v3-and-v9", strict=True)
    assert refused.value.code == "newer-generation"


def test_the_sqlite_store_of_early_builds_holds_the_same_sessions():
    logs, store = same.opened(HERE / "v0" / "mini-edit", HERE / "v0" / "mini-sub"), same.opened(HERE / "sqlite")
    for name in (*same.FACTS, "times"):
        assert same.facts(store, name) == same.facts(logs, name), name


def test_every_event_of_every_generation_has_a_place():
    wb = same.opened(HERE)
    missing = wb.sql(
        "select session_id, seq, type from rows anti join card_rows using (session_id, seq) "
        "anti join unrendered using (session_id, seq)"
    )
    assert missing.fetchall() == []
