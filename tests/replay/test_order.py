"""Calls stand where the model's message asks for them, in the order of the message, whether they started or not."""

from __future__ import annotations

import json

import pytest

import workbench

ASKED = ["d", "a", "c", "b"]
"""The calls of one message in its order; what their ids say is another one."""
STARTED = ["c", "d"]
"""Those that start, and in which order."""


def message(calls):
    blocks = [{"type": "text", "text": "Four things."}]
    blocks += [{"type": "tool-call", "id": call, "name": "bash", "arguments": "{}"} for call in calls]
    source = {"kind": "model", "provider": "p", "model": "m"}
    return {"id": "m", "role": "assistant", "content": blocks, "source": source}


def result(generation, call):
    source, told = {"kind": "tool", "callId": call}, {"toolCallId": call, "content": [], "isError": False}
    if generation >= 4:
        return {"id": f"r{call}", "role": "tool", "source": source, **told}
    return {"id": f"r{call}", "role": "user", "source": source, "content": [{"type": "tool-result", **told}]}


def stream(calls):
    """The records of the answer, each call beginning after the one before it."""
    records = [{"type": "chunk", "time": 1010, "chunk": {"type": "text-delta", "index": 0, "text": "Four things."}}]
    for number, call in enumerate(calls, 1):
        chunk = {"type": "tool-call-delta", "index": number, "id": call, "name": "bash", "argumentsDelta": "{}"}
        records.append({"type": "chunk", "time": 1010 + number, "chunk": chunk})
    return records


@pytest.fixture(params=range(5))
def session(request, tmp_path):
    """Parallel calls in a log of each generation: some never started, one of them the first of its message."""
    generation, place = request.param, {"turn": 1, "step": 1}
    rows = [("turn/start", {"turn": 1}), ("step/start", place)]
    records = stream(ASKED)
    if generation < 2:
        rows += [("assistant/chunk", place | {"chunk": record["chunk"]}) for record in records]
    own = {"stream": records} if generation >= 2 else {}
    rows.append(("assistant/message", place | {"message": message(ASKED)} | own))
    rows += [("tool/call", place | {"callId": call, "name": "bash", "arguments": "{}"}) for call in STARTED]
    rows.append(("plan/mode", {"active": True}))
    rows += [("tool/result", place | {"message": result(generation, call)}) for call in STARTED]
    rows += [("step/end", place), ("turn/end", {"turn": 1, "reason": {"kind": "aborted", "reason": {"kind": "user"}}})]
    header = {"type": "session", "version": generation, "id": "s", "createdAt": 1000, "delegationDepth": 0}
    header |= {"isSeeded": False} if generation >= 2 else {}
    lines = [header]
    for seq, (kind, data) in enumerate(rows):
        marked = {"surfaceOp": "append"} if kind in ("assistant/message", "tool/result") else {}
        time = 1006 + seq if kind == "assistant/chunk" else 1000 + seq if seq < 2 else 1020 + seq
        lines.append({"type": kind, "seq": seq, "time": time, "data": data} | marked)
    name = f"session.v{generation}.jsonl" if generation else "session.jsonl"
    (tmp_path / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    wb = workbench.open()
    wb.load(tmp_path)
    return wb.session("s")


def shown(session):
    assert session.place.roots == tuple(entry.call_key for entry in session.place.entries if entry.call_key)
    return [card.call_id for card in session.cards]


def test_calls_are_in_the_order_of_their_message(session):
    assert shown(session) == ASKED
    assert [card.state for card in session.cards] == ["done", "interrupted", "done", "interrupted"]
    assert [row.type for row in session.timeline][:5] == ["assistant", *["generic"] * 4]


def test_the_order_is_the_same_at_every_moment(session):
    last = session.place.library.store.cursor().execute("select max(seq) from rows").fetchone()[0]
    there = 0
    for seq in range(last + 1):
        calls = shown(session.at(seq=seq))
        assert calls == ASKED[: len(calls)]
        assert len(calls) >= there
        there = len(calls)
    assert there == len(ASKED)


def test_the_order_is_the_same_while_the_answer_arrives(session):
    seen = [shown(session.at(time=time)) for time in range(1000, 1030)]
    assert all(calls == ASKED[: len(calls)] for calls in seen)
    assert {len(calls) for calls in seen} >= {0, 1, 4}


def test_the_table_of_all_rows_has_the_same_order(session):
    rows = session.place.library.store.cursor().execute(
        "select key from timeline_rows where session_id = 's' order by seq, position"
    )
    assert [key for (key,) in rows.fetchall()] == [entry.key for entry in session.place.entries]


def test_tables_at_a_clock_say_the_same_as_the_session_there(session):
    con = session.place.library.store.cursor()
    seen = set()
    for time in range(1000, 1040):
        place = session.at(time=time).place
        states = dict(con.execute("select key, state from calls_at('s', ?)", [time]).fetchall())
        assert states == {key: call.state for key, call in place.calls.items()}
        counted = con.execute("select kind, state, n from counts_at('s', ?)", [time]).fetchall()
        assert {(kind, word): n for kind, word, n in counted} == {
            (kind, word): n for kind, words in place.counts.items() for word, n in words.items()
        }
        seen.update(states.values())
    assert seen == {"streaming", "proposed", "running", "done", "interrupted"}


def test_a_text_begins_and_ends_with_its_stream_records(session):
    (text,) = [entry for entry in session.place.entries if entry.kind == "assistant"]
    assert text.begin_ms == text.end_ms
    assert text.begin_ms in (1008, 1010)
    assert text.end_ms < text.clock_ms
