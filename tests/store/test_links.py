"""How calls find their children: by what a log records, by a text, by label, prompt and time, or not at all."""

from __future__ import annotations

K1, K2, K3, K11 = (f"000000{number}-0000-4000-8000-000000000000" for number in ("01", "02", "03", "11"))


def test_parallel_and_nested_subagents(load, shared):
    store = load(shared / "cases" / "19-nested-subagents")
    assert store.con.execute(
        "select session_id, call_id, child_session_id, link_source from calls where name = 'subagent' order by 1, 2"
    ).fetchall() == [
        (K1, "a", K11, "label-prompt-time"),
        ("session-19", "s1", K1, "label-prompt-time"),
        ("session-19", "s2", K2, "label-prompt-time"),
        ("session-19", "s3", K3, "text-id"),
    ]
    assert store.con.execute("select count(*), count(distinct key) from calls").fetchone() == (6, 6)
    assert store.con.execute("select depth from sessions where session_id = ?", [K11]).fetchone() == (2,)
    assert store.con.execute("select count(*) from subagents where child_session_id like '00000099%'").fetchone() == (
        0,
    )


def test_a_child_that_ended_before_its_result_was_committed_gives_the_duration(load, shared):
    store = load(shared / "cases" / "19-nested-subagents")
    assert store.con.execute(
        "select call_id, duration_ms, duration_kind, result_ms - started_ms from calls where session_id = 'session-19'"
    ).fetchall() == [
        ("s1", 3195, "exact", 3195), ("s2", 1292, "from-child", 3194), ("s3", 3193, "upper-bound", 3193),
    ]  # fmt: skip


def test_a_child_whose_log_is_not_there_is_one_note(load, shared):
    store = load(shared / "cases" / "19-nested-subagents")
    ((code, severity, message, line),) = store.con.execute(
        "select code, severity, message, line from damage"
    ).fetchall()
    assert (code, severity, line) == ("child-log-missing", "note", 11)
    assert K3 in message
    assert "s3" in message


def test_a_child_that_is_loaded_later_is_linked_then(load, shared):
    from workbench.logs import discover, read

    store = load(*(shared / "cases" / "19-nested-subagents").glob("**/session-19"))
    assert dict(store.con.execute("select call_id, link_source from calls").fetchall()) == {
        "s1": "none", "s2": "none", "s3": "text-id",
    }  # fmt: skip
    for found in discover([str(path) for path in (shared / "cases" / "19-nested-subagents").glob(f"**/{K1}")]).found:
        store.append(read(found))
    store.refresh()
    assert store.con.execute("select child_session_id, link_source from calls where call_id = 's1'").fetchone() == (
        K1, "label-prompt-time",
    )  # fmt: skip


def test_two_children_that_fit_are_ambiguous(load, write):
    call = {
        "turn": 1,
        "step": 1,
        "callId": "c",
        "name": "subagent",
        "arguments": '{"description":"look","prompt":"go"}',
    }
    write(
        [("turn/start", {"turn": 1}), ("step/start", {"turn": 1, "step": 1}), ("tool/call", call)],
        name="p/session.jsonl",
    )
    for child in ("k1", "k2"):
        last = write(
            [
                ("subagent/descriptor", {"version": 3, "mode": "one-shot", "provider": "spawn", "label": "look"}),
                {"type": "user/message", "surfaceOp": "append", "data": {
                    "id": "u", "role": "user", "content": [{"type": "text", "text": "go"}],
                    "source": {"kind": "user"}}},
            ],
            name=f"{child}/session.jsonl", id=child, createdAt=1005, parentSession="s", origin="subagent",
            delegationDepth=1,
        )  # fmt: skip
    store = load(last.parent.parent)
    assert store.con.execute("select child_session_id, link_source from calls where call_id = 'c'").fetchone() == (
        None,
        "ambiguous",
    )
    assert store.con.execute("select child_session_id, link_source from subagents order by 1").fetchall() == [
        ("k1", "ambiguous"), ("k2", "ambiguous"),
    ]  # fmt: skip


def test_every_subagent_of_the_recording_finds_its_child(recordings):
    links = recordings.con.execute(
        "select link_source, count(*), count(distinct child_session_id) from all_calls "
        "where name in ('subagent', 'subagent_fork') group by 1"
    )
    assert sorted(links.fetchall()) == [("label-prompt-time", 10, 10), ("text-id", 2, 2)]


def test_a_program_can_start_a_subagent(recordings):
    found = recordings.con.execute(
        "select s.link_source, s.mode, s.has_log, d.link_source from subagents as s join dispatches as d on "
        "d.key = s.call_key "
        "where d.name = 'subagent'"
    )
    assert found.fetchall() == [("label-prompt-time", "foreground", True, "label-prompt-time")]


def test_workflow_members_are_recorded_and_runs_are_told_apart(load, shared):
    store = load(shared / "cases" / "21-workflow-phases")
    assert store.con.execute(
        "select left(run_id, 8), call_key, name, state from workflow_runs order by start_seq"
    ).fetchall() == [
        ("000000a1", "session-21/1.1/w1", "audit", "completed"), ("000000a2", "session-21/1.3/w2", "audit", "running"),
    ]  # fmt: skip
    assert store.con.execute(
        "select left(run_id, 8), seq, phase, label, outcome, state, left(child_session_id, 8), has_log from "
        "workflow_agents "
        "order by 1, 2"
    ).fetchall() == [
        ("000000a1", 1, "scan", "scan:a.py", "completed", "completed", "00000211", True),
        ("000000a1", 2, "scan", "scan:b.py", "failed", "failed", "00000212", True),
        ("000000a1", 3, "check", "check", "completed", "completed", "00000213", True),
        ("000000a2", 1, "scan", "scan:a.py", "completed", "completed", "00000231", True),
        ("000000a2", 2, "scan", "scan:b.py", "failed", "failed", "00000232", True),
        ("000000a2", 3, "fix", "fix:b.py", None, "running", "00000233", True),
        ("000000a2", 4, None, "helper", None, "running", "00000234", True),
    ]
    assert store.con.execute("select state from calls where call_id = 'w2'").fetchone() == ("running",)


def test_children_of_a_tool_that_leaves_no_rows_are_inferred(load, shared):
    store = load(shared / "cases" / "21-workflow-phases")
    assert store.con.execute(
        "select call_key, left(child_session_id, 8), label from subagents where link_source = 'inferred' order by 2"
    ).fetchall() == [("session-21/1.2/ra", "00000221", None), ("session-21/1.2/ra", "00000222", None)]
    assert store.con.execute("select child_session_id, link_source from calls where call_id = 'ra'").fetchone() == (
        None,
        "none",
    )


def test_jobs_are_joined_by_the_texts_that_name_them(recordings):
    jobs = recordings.con.execute(
        "select j.job_id, c.name, j.kind, j.state, j.exit_code, j.signal, j.polls from jobs as j "
        "join calls as c on c.key = j.call_key order by 1"
    )
    assert jobs.fetchall() == [
        ("bash-1", "bash", "bash", "completed", 0, None, 4), ("bash-2", "bash", "bash", "killed", None, "SIGTERM", 1),
        ("bash-3", "bash", "bash", "completed", 2, None, 1),
        ("subagent-1", "subagent_fork", "subagent", "completed", None, None, 0),
    ]  # fmt: skip
