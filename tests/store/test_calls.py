"""What a log says about its calls: state, outcome, exit status, times."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

END_OF_RD = datetime.fromtimestamp(1790000046.590, UTC)

COLUMNS = "call_id, state, exit_code, exit_source"


def test_a_failing_command_is_a_completed_call(load, case):
    store = load(case("17"))
    assert store.con.execute(f"select {COLUMNS} from calls").fetchall() == [
        ("c1", "done", 1, "marker"),
        ("c2", "done", 0, "no-marker"),
        ("c3", "done", None, "marker"),
        ("c4", "done", 0, "no-marker"),
        ("c5", "done", 3, "marker"),
        ("c6", "done", 0, "no-marker"),
        ("c7", "done", 4, "marker"),
        ("c8", "done", 0, "no-marker"),
        ("c9", "done", 0, "no-marker"),
        ("c10", "done", None, "none"),
        ("c11", "failed", None, "error"),
        ("c12", "done", 2, "marker"),
        ("c13", "interrupted", None, "error"),
        ("c14", "interrupted", None, "error"),
    ]
    assert store.con.execute("select signal, timed_out, timed_out_ms, duration_ms from calls where call_id = "
    "'c3'").fetchone() == (
        "SIGTERM", True, 120000, 120060,
    )  # fmt: skip
    assert store.con.execute(
        "select count(*) filter (state = 'failed'), count(*) filter (is_error), count(*) filter (exit_code <> "
        "0) from calls"
    ).fetchone() == (1, 3, 4)
    assert dict(store.con.execute("select call_id, outcome from calls").fetchall()) == {
        "c1": "exit", "c2": "ok", "c3": "timeout", "c4": "ok", "c5": "exit", "c6": "ok", "c7": "exit", "c8": "ok",
        "c9": "ok", "c10": "ok", "c11": "error", "c12": "exit", "c13": "interrupted", "c14": "not-started",
    }  # fmt: skip
    assert dict(store.con.execute("select call_id, error_code from calls where error_code is not null").fetchall()) == {
        "c11": "INVALID_ARGS", "c13": "ABORTED", "c14": "ABORTED_BEFORE_DISPATCH",
    }  # fmt: skip


def test_a_call_known_only_from_its_deltas(load, case):
    call = load(case("14")).con.execute(
        "select key, name, arguments, arguments_complete, state, outcome, proposed_seq, call_seq, result_seq, "
        "started_at, "
        "duration_ms, duration_kind from calls"
    )
    assert call.fetchall() == [
        ("session-14/1.1/c1", "bash", '{"command": "ls -la", "description": "List', False, "interrupted", "not-started",
         None, None, None, None, None, "missing"),
    ]  # fmt: skip


def test_calls_of_a_program_and_the_repair_after_a_crash(load, case):
    store = load(case("20"))
    assert store.con.execute("select (select count(*) from calls), (select count(*) from dispatches)").fetchone() == (
        4,
        8,
    )
    assert dict(store.con.execute("select name, count(*) from calls group by 1").fetchall()) == {
        "run_code": 3,
        "bash": 1,
    }
    assert store.con.execute(
        "select call_id, name, state, outcome, duration_ms, depth, parent_key from dispatches where session_id "
        "= 'session-20a'"
    ).fetchall() == [
        ("rc:code:1", "read", "done", "ok", 47, 1, "session-20a/1.1/rc"),
        ("rc:code:2", "read", "done", "ok", 20, 1, "session-20a/1.1/rc"),
        ("rc:code:3", "grep", "failed", "error", 15, 1, "session-20a/1.1/rc"),
        ("rc:code:4", "bash", "interrupted", "unknown", None, 1, "session-20a/1.1/rc"),
        ("rd:code:1", "bash", "done", "ok", 40, 1, "session-20a/2.1/rd"),
    ]
    assert store.con.execute(
        "select call_id, state, outcome, error_code, started_at is null, ended_at, duration_ms, duration_kind "
        "from calls where session_id = 'session-20a'"
    ).fetchall() == [
        ("rc", "interrupted", "unknown", "TOOL_OUTCOME_UNKNOWN", False, None, None, "missing"),
        ("rb", "interrupted", "not-started", "TOOL_NOT_STARTED", True, None, None, "missing"),
        ("rd", "done", "ok", None, False, END_OF_RD, 93, "exact"),
    ]  # fmt: skip
    assert store.con.execute(
        "select call_id, parent_key, root_key, depth from dispatches where session_id = 'session-20b' and depth = 2"
    ).fetchall() == [("rc:code:2:code:1", "session-20b/1.1/rc:code:2", "session-20b/1.1/rc", 2)]


def test_arguments_and_results_that_do_not_fit_are_kept_as_written(load, case):
    calls = load(case("28")).con.execute("select call_id, state, error_code, result_chars, has_meta, blocks from calls")
    assert calls.fetchall() == [
        ("c1", "failed", "INVALID_ARGS", 55, False, 1), ("c2", "done", None, 0, False, 0),
        ("c3", "done", None, 2, False, 1), ("c4", "done", None, 2, True, 1), ("c5", "failed", None, 68, False, 1),
        ("c6", "done", None, 116, True, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("number", ["1e400", "-0", "12345678901234567890", "1e5", "3.14159265358979323846264338"])
def test_numbers_in_the_arguments_of_a_program_keep_their_digits(load, tmp_path, number):
    path = tmp_path / "session.jsonl"
    path.write_text(
        '{"type":"session","version":0,"id":"s","createdAt":1,"delegationDepth":0}\n'
        '{"type":"tool/code-dispatch-start","seq":0,"time":1,"data":{"rootCallId":"r","parentCallId":"r","subCallId":"r:code:1",'
        f'"name":"x","arguments":{{"a":{number},"b":"é\\u00e9"}}}}}}\n'
    )
    assert load(path).con.execute("select arguments from dispatches").fetchall() == [
        (f'{{"a":{number},"b":"é\\u00e9"}}',)
    ]


def test_results_of_one_step_are_committed_in_call_order(load, write):
    """The second result stands behind the first one: its time says only when it was ready at the latest."""

    def result(call):
        content = [
            {"type": "tool-result", "toolCallId": call, "content": [{"type": "text", "text": "x"}], "isError": False}
        ]
        message = {"id": "r" + call, "role": "user", "source": {"kind": "tool", "callId": call}, "content": content}
        return {"type": "tool/result", "data": {"turn": 1, "step": 1, "message": message}, "surfaceOp": "append"}

    def call(name):
        return ("tool/call", {"turn": 1, "step": 1, "callId": name, "name": "read", "arguments": "{}"})

    path = write([
        ("turn/start", {"turn": 1}), ("step/start", {"turn": 1, "step": 1}), call("a"), call("b"),
        result("a") | {"time": 5000}, result("b") | {"time": 5001}, call("c"), result("c") | {"time": 6000},
    ])  # fmt: skip
    calls = load(path).con.execute("select call_id, duration_kind from calls").fetchall()
    assert calls == [("a", "exact"), ("b", "upper-bound"), ("c", "exact")]


def test_a_log_that_merely_ends_leaves_its_calls_open(recordings):
    calls = recordings.con.execute(
        "select c.state, c.outcome, c.duration_kind, s.open from calls as c join sessions as s using (session_id) "
        "join sources as f on f.session_id = c.session_id "
        "where f.path like '%/killed-mid-bash/%' and c.result_seq is null"
    )
    assert calls.fetchall() == [("running", None, "missing", True)]


def test_a_call_id_that_is_used_again_in_its_step_gets_a_number(load, write):
    call = ("tool/call", {"turn": 1, "step": 1, "callId": "a", "name": "read", "arguments": "{}"})
    path = write([("turn/start", {"turn": 1}), ("step/start", {"turn": 1, "step": 1}), call, call])
    assert load(path).con.execute("select key from calls").fetchall() == [("s/1.1/a",), ("s/1.1/a#2",)]


def test_payloads_of_the_first_builds_are_read_too(load, write):
    path = write([
        ("user/message", {"content": [{"type": "text", "text": "hi"}], "source": {"kind": "user"}}),
        ("turn/start", {"turn": 1}), ("step/start", {"turn": 1, "step": 1}),
        ("assistant/message", {"turn": 1, "step": 1, "provenance": {}, "content": [
            {"type": "text", "text": "yes"},
            {"type": "tool-call", "id": "a", "name": "bash", "arguments": '{"command":"ls"}'}]}),
        ("tool/call", {"turn": 1, "step": 1, "callId": "a", "name": "bash", "arguments": '{"command":"ls"}'}),
        ("tool/result", {"turn": 1, "step": 1, "callId": "a", "isError": False,
                         "content": [{"type": "text", "text": "x\n[exit code: 7]"}]}),
    ])  # fmt: skip
    store = load(path)
    assert store.con.execute("select state, outcome, exit_code, proposed_seq, result_chars from calls").fetchall() == [
        ("done", "exit", 7, 3, 16)
    ]
    assert store.con.execute("select kind from timeline_rows").fetchall() == [("user",), ("assistant",), ("call",)]


def test_payloads_of_another_shape_raise_nothing(load, write):
    types = [
        "tool/call", "tool/result", "assistant/message", "user/message", "turn/start", "turn/end", "step/start",
        "tool/code-dispatch-start", "tool/code-dispatch", "approval/asked", "approval/decided", "todo/write",
        "llm/retry", "compaction/start", "hook/invoked", "session/title", "request/context", "subagent/descriptor",
        "tool-workflow/run-start", "tool-workflow/agent-start", "assistant/chunk", "assistant/attempt", "text-chunks",
        "tool-call-chunks", "goal/change",
    ]  # fmt: skip
    payloads = [
        None, [], "x", 1, {}, {"turn": "x", "callId": 7, "message": 3}, {"message": {"content": "x", "source": []}},
        {"chunk": "x"}, {"todos": {"a": 1}}, {"usage": "much"}, {"reason": []}, {"content": [1, None, {"type": 3}]},
        {"message": {"content": [{"type": "tool-result", "content": {"a": 1}}]}}, {"dt": "x", "texts": 5},
    ]  # fmt: skip
    for number, data in enumerate(payloads):
        path = write([{"type": name, "data": data} for name in types], name=f"{number}/session.jsonl", id=f"s{number}")
    store = load(path.parent.parent)
    for view in ("calls", "dispatches", "events", "deltas", "timeline_rows", "sessions", "approvals", "todos", "usage"):
        store.con.execute(f"select * from {view}").fetchall()
    rows = store.con.execute("select sum(n)::int from rows").fetchone()
    assert store.con.execute("select count(*) from events").fetchone() == rows
    assert rows[0] > 200


def test_generations_give_the_same_calls(load, shared):
    """The same sessions, converted by the harness's own codecs: the format must not change what a call says."""
    columns = (
        "turn, step, call_id, name, arguments, state, outcome, is_error, error_code, exit_code, signal, exit_source, "
        "result_chars, has_meta, duration_ms, duration_kind, child_session_id, link_source, depth"
    )
    for scenario in ("approval", "subagent", "run-code", "compaction", "files", "cancel-and-continue", "stream-cut"):
        old = load(shared / "recorded" / scenario)
        new = load(shared / "generations" / "v3" / scenario)
        query = f"select {columns} from all_calls order by session_id, turn, step, call_id"
        assert old.con.execute(query).fetchall() == new.con.execute(query).fetchall(), scenario
