"""Which session comes from which: forks, subagents, teams, as far as logs say it, and what they cannot say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

CALL = {"turn": 1, "step": 1, "name": "subagent"}
ASK = json.dumps({"description": "look", "prompt": "go"})


def call(call_id: str = "c", arguments: str = ASK, name: str = "subagent") -> tuple[str, dict]:
    return "tool/call", CALL | {"callId": call_id, "arguments": arguments, "name": name}


def result(call_id: str = "c", text: str = "done") -> dict:
    block = {"type": "tool-result", "toolCallId": call_id, "content": [{"type": "text", "text": text}]}
    message = {"id": "r", "role": "user", "source": {"kind": "tool", "callId": call_id}, "content": [block]}
    return {"type": "tool/result", "surfaceOp": "append", "data": {"turn": 1, "step": 1, "message": message}}


def listed(child: str = "k", created: int = 1003, label: str | None = "look") -> tuple[str, dict]:
    data = {"version": 0, "childId": child, "childCreatedAt": created, "mode": "one-shot", "label": label}
    return "subagent/catalog", {name: value for name, value in data.items() if value is not None}


START = [("turn/start", {"turn": 1}), ("step/start", {"turn": 1, "step": 1})]
STOP = [("step/end", {"turn": 1, "step": 1}), ("turn/end", {"turn": 1, "reason": {"kind": "completed"}})]
GEN3 = {"version": 3, "isSeeded": False, "name": "p/session.v3.jsonl"}


@pytest.fixture
def child(write):
    """Write the log of a child."""

    def log(name: str = "k", created: int = 1003, prompt: str = "go", **header: object) -> Path:
        said = {"id": "u", "role": "user", "content": [{"type": "text", "text": prompt}], "source": {"kind": "user"}}
        return write(
            [
                ("subagent/descriptor", {"version": 3, "mode": "one-shot", "provider": "spawn", "label": "look"}),
                {"type": "user/message", "surfaceOp": "append", "data": said},
            ],
            name=f"{name}/session.jsonl",
            **({"id": name, "createdAt": created, "parentSession": "s", "origin": "subagent", "delegationDepth": 1}
               | header),
        )  # fmt: skip

    return log


def links(store) -> list:
    return store.con.execute(
        "select call_id, child_session_id, link_source from calls_all order by call_seq, key"
    ).fetchall()


def test_a_child_that_is_named_while_one_call_runs_is_recorded(load, write):
    store = load(write([*START, call(), listed(), result(), *STOP], **GEN3))
    assert links(store) == [("c", "k", "recorded")]
    assert store.con.execute("select code from damage").fetchall() == [("child-log-missing",)]


def test_a_child_that_is_missing_while_its_call_runs_is_told_where_the_call_stands(load, write):
    store = load(write([*START, call(), listed()], **GEN3))
    assert store.con.execute('select code, line, "offset" is not null from damage').fetchall() == [
        ("child-log-missing", 4, True),
    ]


def test_a_child_that_is_named_twice_is_one_child(load, write):
    assert links(load(write([*START, call(), listed(), listed(), result(), *STOP], **GEN3))) == [("c", "k", "recorded")]


def test_of_several_calls_that_run_the_label_decides(load, write):
    other = json.dumps({"description": "other", "prompt": "go"})
    rows = [
        *START,
        call("a"),
        call("b", other),
        listed("k", 1003),
        listed("l", 1004, "other"),
        result("a"),
        result("b"),
    ]
    store = load(write(rows, **GEN3))
    assert links(store) == [("a", "k", "recorded"), ("b", "l", "recorded")]


def test_two_calls_with_one_label_are_told_apart_by_the_prompt_or_not_at_all(load, write, child):
    other = json.dumps({"description": "look", "prompt": "elsewhere"})
    rows = [*START, call("a"), call("b", other), listed("k", 1004), listed("l", 1004), result("a"), result("b")]
    parent = write(rows, **GEN3)
    assert links(load(parent)) == [("a", None, "ambiguous"), ("b", None, "ambiguous")]
    store = load(parent, child("k", 1004), child("l", 1004, "elsewhere"))
    assert links(store) == [("a", "k", "label-prompt-time"), ("b", "l", "label-prompt-time")]


def test_names_that_a_migration_put_at_the_end_say_nothing_of_the_call(load, write):
    rows = [*START, call("a"), result("a"), call("b"), result("b"), *STOP, listed("k", 1003), listed("l", 1005)]
    store = load(write(rows, **GEN3))
    assert links(store) == [("a", "k", "label-prompt-time"), ("b", "l", "label-prompt-time")]
    found = store.con.execute("select message from damage where code = 'child-log-missing' order by 1").fetchall()
    assert len(found) == 2
    late = load(write([*START, call("a"), result("a"), *STOP, listed("k", 5000)], **GEN3))
    assert links(late) == [("a", None, "none")]


def test_a_copied_call_has_the_child_of_the_original_and_counts_once(load, write, child):
    rows = [*START, call(), result(), *STOP]
    parent = write(rows, name="p/session.jsonl")
    fork = write(
        [*rows, ("session/end-seed", {})], name="f/session.jsonl", id="f", createdAt=9000, parentSession="s",
        seedLength=len(rows),
    )  # fmt: skip
    again = write(
        [*rows, ("session/end-seed", {})], name="g/session.jsonl", id="g", createdAt=9900, parentSession="f",
        seedLength=len(rows),
    )  # fmt: skip
    store = load(parent, fork, again, child())
    assert links(store) == [("c", "k", "label-prompt-time")] * 3
    assert store.con.execute("select session_id, child_session_id from calls").fetchall() == [("s", "k")]
    assert store.con.execute(
        "select session_id, child_session_id, relation, link_source, inherited_events from lineage"
    ).fetchall() == [
        ("f", "g", "fork", "recorded", 6), ("s", "k", "subagent", "label-prompt-time", 0),
        ("s", "f", "fork", "recorded", 6),
    ]  # fmt: skip
    assert store.con.execute("select * from pickups").fetchall() == []


def test_a_copied_call_whose_child_is_missing_is_one_note(load, write):
    rows = [*START, call(), result(text="started subagent k"), *STOP]
    parent = write(rows, name="p/session.jsonl")
    fork = write(rows, name="f/session.jsonl", id="f", createdAt=9000, parentSession="s", seedLength=len(rows))
    store = load(parent, fork)
    assert links(store) == [("c", "k", "text-id")] * 2
    assert store.con.execute("select session_id, code from damage").fetchall() == [("s", "child-log-missing")]


def test_sessions_that_name_each_other_as_parents_come_to_an_end(load, write):
    rows = [*START, call(), result(), *STOP]
    one = write(rows, name="a/session.jsonl", id="a", parentSession="b", seedLength=6)
    two = write(rows, name="b/session.jsonl", id="b", parentSession="a", seedLength=6)
    assert links(load(one, two)) == [("c", None, "none")] * 2


def test_members_of_a_team_are_sessions_that_the_leader_names(load, write, child):
    def member(phase: str, name: str = "k") -> tuple[str, dict]:
        facts = {"id": name, "name": "Ada", "description": "reads", "provider": "p", "context": "fresh", "phase": phase}
        return "team/member", {"version": 1, "teamId": "t", "member": facts}

    rows = [
        *START, call("c", '{"name":"Ada"}', "spawn_teammate"), member("provisioning"), result(), *STOP,
        member("active"), member("failed", "gone"),
    ]  # fmt: skip
    store = load(write(rows, name="p/session.jsonl"), child())
    assert store.con.execute(
        "select call_key, child_session_id, mode, label, link_source, has_log from subagents"
    ).fetchall() == [("s/1.1/c", "k", "team", "look", "recorded", True)]
    assert links(store) == [("c", None, "none")]
    assert store.con.execute("select relation, call_key, link_source from lineage").fetchall() == [
        ("team", "s/1.1/c", "recorded")
    ]
    ((message,),) = store.con.execute("select message from damage where code = 'child-log-missing'").fetchall()
    assert "gone" in message


def test_a_session_whose_parent_is_not_here_is_unrelated(load, child):
    store = load(child())
    assert store.con.execute("select * from unrelated").fetchall() == [("k", "s", "subagent")]
    assert store.con.execute("select count(*) from damage").fetchall() == [(0,)]


def test_rounds_of_ralph_and_members_of_workflows_are_told_apart(recordings):
    found = recordings.con.execute(
        "select relation, link_source, count(*) from lineage where session_id in "
        "(select session_id from calls where name = 'ralph') group by all order by all"
    ).fetchall()
    assert [row[:2] for row in found] == [("ralph", "inferred"), ("workflow", "recorded")]


def test_a_log_that_was_picked_up_again_says_when(load, write):
    rows = [*START, *STOP, ("session/end-seed", {}), ("turn/start", {"turn": 2})]
    store = load(write(rows))
    assert store.con.execute("select seq, time from pickups").fetchall() == [(4, 1004)]


@pytest.mark.parametrize(
    ("folder", "sources"),
    [
        ("v3/subagent-catalog-made", [("recorded", 11)]),
        ("v4/subagent", [("label-prompt-time", 1), ("text-id", 1)]),
        ("v4/subagent-native-catalog", [("recorded", 2)]),
    ],
)
def test_children_of_later_generations(load, shared, folder, sources):
    store = load(shared / "generations" / folder)
    found = store.con.execute(
        "select link_source, count(distinct child_session_id) from all_calls where child_session_id is not null "
        "group by 1 order by 1"
    )
    assert found.fetchall() == sources
