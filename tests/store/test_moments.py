"""Approvals, questions, and what held at a moment."""

from __future__ import annotations


def states(store, session, seq):
    query = "select key, state from calls_at_seq(?, ?)"
    return {key.rpartition("/")[2]: state for key, state in store.con.execute(query, [session, seq]).fetchall()}


def test_an_approval_belongs_to_its_call(load, shared):
    store = load(shared / "cases" / "22-approvals-and-questions")
    assert store.con.execute(
        "select call_id, approval, state, outcome, wait_ms, run_ms, exit_code from all_calls where session_id = "
        "'session-22a'"
    ).fetchall() == [
        ("c1", "allowed-once", "done", "ok", 60000, 250, 0),
        ("c2", "rejected", "denied", "denied", 3000, None, None),
        ("c3", "cancelled", "denied", "denied", 5000, None, None),
        ("c4", "unavailable", "denied", "denied", 1, None, None),
        ("rc", None, "done", "ok", None, 1673, None),
        ("rc:code:1", "allowed-once", "done", "ok", 1500, 80, 0),
        ("c7", "asked", "waiting", None, None, None, None),
    ]
    assert store.con.execute("select count(*), count(*) filter (open) from approvals").fetchone() == (7, 1)
    assert store.con.execute("select key, type from timeline_rows where kind = 'approval'").fetchall() == [
        ("session-22a/approval/31", "approval/asked")
    ]


def test_a_request_is_open_from_where_it_was_asked(load, shared):
    store = load(shared / "cases" / "22-approvals-and-questions")
    assert states(store, "session-22a", 43)["c7"] == "running"
    assert states(store, "session-22a", 44)["c7"] == "waiting"


def test_a_question_waits_from_its_call_on(load, shared):
    store = load(shared / "cases" / "22-approvals-and-questions")
    assert store.con.execute(
        "select call_id, state, outcome, error_code, wait_ms, run_ms from calls where session_id = 'session-22b'"
    ).fetchall() == [
        ("q1", "done", "ok", None, 4500, None), ("q2", "interrupted", "interrupted", "ASK_ABORTED", 8000, None),
        ("q3", "waiting", None, None, None, None),
    ]  # fmt: skip
    assert states(store, "session-22b", 17)["q3"] == "waiting"
    assert store.con.execute("select question_id, selected, answered from questions order by call_key").fetchall() == [
        ("colour", ["Blue"], True), ("colour", None, False), ("colour", None, False),
    ]  # fmt: skip


def test_a_program_at_the_moment_before_the_crash(load, case):
    store = load(case("20"))
    assert states(store, "session-20a", 11) == {
        "rc": "running", "rb": "proposed", "rc:code:1": "done", "rc:code:2": "done", "rc:code:3": "failed",
        "rc:code:4": "running",
    }  # fmt: skip
    assert states(store, "session-20a", 12)["rc:code:4"] == "interrupted"


def test_a_call_that_is_still_arriving(load, case):
    store = load(case("14"))
    assert states(store, "session-14", 8) == {}
    assert states(store, "session-14", 10) == {"c1": "streaming"}
    assert states(store, "session-14", 14) == {"c1": "interrupted"}


def test_a_workflow_at_a_moment(load, shared):
    store = load(shared / "cases" / "21-workflow-phases")
    query = (
        "select key, arg_max(state, seq) from transitions "
        "where session_id = 'session-21' and kind = ? and seq <= ? group by key"
    )
    agents = {
        key[-1]: state
        for key, state in store.con.execute(query, ["agent", 26]).fetchall()
        if key.startswith("000000a2")
    }
    assert agents == {"1": "running", "2": "failed"}
    runs = store.con.execute(query, ["run", 22]).fetchall()
    assert [state for _, state in runs] == ["completed"]


def test_the_last_transition_is_the_state_of_the_call(recordings):
    wrong = recordings.con.execute(
        "select c.key, c.state, t.state from all_calls_all as c left join "
        "(select key, arg_max(state, seq) as state from transitions where kind in ('call', 'dispatch') group by "
        "key) as t using (key) "
        "where c.state is distinct from t.state"
    )
    assert wrong.fetchall() == []


def test_counts_at_a_moment_are_counts_of_the_log_cut_there(recordings):
    session, clock = recordings.con.execute(
        "select session_id, clock from rows where type = 'tool/call' order by session_id, seq limit 1 offset 20"
    ).fetchone()
    counted = recordings.con.execute(
        "select state, n from counts_at(?, ?) where kind = 'counter'", [session, clock]
    ).fetchall()
    recount = recordings.con.execute(
        "select count(*) filter (type = 'tool/call'), count(*) filter (type = 'step/start'), count(*) filter "
        "(type = 'turn/start') "
        "from rows where session_id = ? and clock <= ?",
        [session, clock],
    ).fetchone()
    assert tuple(dict(counted)[name] for name in ("calls", "steps", "turns")) == recount


def test_an_answer_that_was_broken_off_is_rebuilt_from_its_deltas(load, case):
    rows = (
        load(case("14")).con.execute("select key, kind, seq, last_seq, interrupted, type from timeline_rows").fetchall()
    )
    assert rows == [
        ("session-14/user/2", "user", 2, 2, False, "user/message"),
        ("session-14/reasoning/3", "reasoning", 3, 7, True, "assistant/chunk"),
        ("session-14/1.1/c1", "call", 9, 9, False, "tool/call"),
        ("session-14/notice/14", "notice", 14, 14, False, "turn/end"),
    ]


def test_changes_of_one_thing_are_numbered_in_the_order_they_happened(recordings):
    wrong = recordings.con.execute(
        "select key, n from (select *, row_number() over (partition by session_id, kind, key order by seq) as number "
        "from transitions where kind <> 'counter') where n <> number"
    )
    assert wrong.fetchall() == []
