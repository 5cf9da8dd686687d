"""Shapes of the first builds, and of rows that a later one appended: read under today's names, shown once."""

from __future__ import annotations

import pytest

PLACE = {"turn": 1, "step": 1}
START = [("turn/start", {"turn": 1, "trigger": {"kind": "message"}}), ("step/start", PLACE)]


def test_flat_payloads_and_an_old_name_of_a_message(load, write):
    text = [{"type": "text", "text": "so"}]
    answer = PLACE | {
        "content": [*text, {"type": "tool-call", "id": "c", "name": "read", "arguments": "{}"}],
        "provenance": {"kind": "model", "provider": "p", "model": "m"},
        "usage": {"inputTokens": 3, "outputTokens": 2},
    }
    store = load(write([
        *START,
        ("user/message", {"content": text, "source": {"kind": "user"}}),
        ("assistant/message", answer),
        ("tool/call", PLACE | {"callId": "c", "name": "read", "arguments": "{}"}),
        ("tool/result", PLACE | {"callId": "c", "content": text, "isError": True}),
        ("steering/message", {"content": text, "source": {"kind": "user"}}),
    ]))  # fmt: skip
    assert store.con.execute("select call_id, state, result_chars from calls").fetchall() == [("c", "failed", 2)]
    assert store.con.execute("select kind, type from timeline_rows where kind <> 'call'").fetchall() == [
        ("user", "user/message"), ("assistant", "assistant/message"), ("user", "user/message"),
    ]  # fmt: skip
    assert store.con.execute("select input_tokens, output_tokens from usage").fetchall() == [(3, 2)]
    assert store.con.execute("select list(role) from surface('s')").fetchall() == [
        (["user", "assistant", "tool", "user"],)
    ]
    assert store.con.execute("select code, severity from damage").fetchall() == [("renamed-type", "note")]
    assert store.con.execute("select kind from events where seq = 6").fetchall() == [("user/message",)]


def test_compactions_of_the_first_builds_have_no_ids(load, write):
    summary = {"summary": [{"type": "text", "text": "x"}], "shadowedSeqs": [0, 1], "shadowedTokenCount": 7}
    rows = [("compact/start", {"turn": None}), ("compact/summary", summary), ("compact/end", {"turn": None})]
    store = load(write([*rows, *rows[:1], ("compact/end", {"turn": None, "error": "no"})]))
    assert store.con.execute("select start_seq, end_seq, state, shadowed_tokens from compactions").fetchall() == [
        (0, 2, "done", 7), (3, 4, "failed", None),
    ]  # fmt: skip
    assert store.con.execute("select count(*) from timeline_rows").fetchall() == [(2,)]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"reason": {"kind": "disposed"}}, ("aborted", "disposed")),
        ({"reason": {"kind": "aborted"}}, ("aborted", None)),
        ({"reason": {"kind": "error", "step": 1, "message": "gone", "code": "E"}}, ("error", "gone")),
        ({"error": "model exploded"}, ("error", "model exploded")),
        ({"reason": {"kind": "forked"}}, ("forked", None)),
    ],
)
def test_reasons_of_all_times(load, write, data, told):
    store = load(write([*START, ("step/end", PLACE), ("turn/end", {"turn": 1} | data)]))
    assert store.con.execute("select reason, detail from turns").fetchall() == [told]


def test_a_retry_without_an_id_has_its_start(load, write):
    failed = PLACE | {"provider": "p", "mode": "normal", "retry": 1, "delayMs": 5, "failure": {"code": "E"}}
    store = load(write([*START, ("llm/retry", failed), ("llm/retry-started", PLACE | {"retry": 1})]))
    assert store.con.execute("select seq, started_seq from retries").fetchall() == [(2, 3)]


def test_types_of_another_generation_are_told_and_shown_once(load, write):
    start = {"rootCallId": "c", "parentCallId": "c", "subCallId": "c:code:1", "name": "read", "arguments": {}}
    rows = [
        *START,
        ("tool/call", PLACE | {"callId": "c", "name": "run_code", "arguments": "{}"}),
        ("tool/code-dispatch-start", start),
        ("tool/code-dispatch", start | {"isError": False, "content": []}),
    ]
    store = load(write(rows, name="session.v3.jsonl", version=3, isSeeded=False))
    assert store.con.execute("select name, state from dispatches").fetchall() == [("read", "done")]
    assert {code for (code,) in store.con.execute("select code from damage").fetchall()} == {"unknown-required-type"}
    assert store.con.execute("select kind from timeline_rows").fetchall() == [("call",)]


@pytest.mark.parametrize("version", [2, 3, 4])
def test_a_call_that_was_cut_out_of_its_message_is_found_in_the_stream(load, write, version):
    stream = [
        {"type": "text-chunks", "time0": 5, "index": 0, "dt": [], "texts": ["so"]},
        {
            "type": "tool-call-chunks",
            "time0": 6,
            "index": 1,
            "dt": [2],
            "id": "c",
            "name": "bash",
            "args": ['{"a', '":1'],
        },
    ]
    message = {"id": "m", "role": "assistant", "content": [{"type": "text", "text": "so"}], "source": {"kind": "model"}}
    rows = [
        *START,
        {"type": "assistant/message", "surfaceOp": "append",
         "data": PLACE | {"message": message, "interrupted": True, "stream": stream}},
        ("step/end", PLACE),
    ]  # fmt: skip
    store = load(write(rows, name=f"session.v{version}.jsonl", version=version, isSeeded=False))
    assert store.con.execute(
        "select call_id, name, arguments, arguments_complete, state, outcome from calls"
    ).fetchall() == [("c", "bash", '{"a":1', False, "interrupted", "not-started")]
    assert store.con.execute("select kind from timeline_rows order by position").fetchall() == [
        ("assistant",),
        ("call",),
    ]
