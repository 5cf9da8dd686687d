"""What the model saw at a moment: as a relation and as messages, the same as the writer's own fold."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import workbench
from workbench.logs.surface import expanded, fold_surface
from workbench.replay.surface import message_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from workbench.bench import Workbench
    from workbench.session import Session


def opened(*paths: Path) -> Workbench:
    wb = workbench.open()
    wb.load(paths)
    return wb


def events_of(wb: Workbench, session_id: str) -> list[dict]:
    """All logical events of a session, as the writer's fold wants them."""
    found = []
    for seq, kind, data, operation, sources in wb.sql(
        "select seq, type, data, surface_op, source_seqs from events where session_id = $s order by seq", s=session_id
    ).fetchall():
        event = {"seq": seq, "type": kind, "data": json.loads(data) if operation or kind == "tool/result" else {}}
        if operation is not None:
            event["surfaceOp"] = json.loads(operation)
        if sources is not None:
            event["sourceEventSeqs"] = expanded(json.loads(sources))
        found.append(event)
    return found


def seqs(wb: Workbench, session_id: str, seq: int | None = None) -> list[int]:
    found = wb.sql("select seq from surface($s, $q) order by position", s=session_id, q=seq).fetchall()
    return [row[0] for row in found]


def hold_against_the_fold(wb: Workbench) -> None:
    for session_id in wb.sessions:
        ((generation,),) = wb.sql("select generation from sources where session_id = $s", s=session_id).fetchall()
        events = events_of(wb, session_id)
        nodes, replacements = fold_surface(events, generation)
        assert seqs(wb, session_id) == nodes, session_id
        for at in {one.seq for one in replacements} | {one.seq - 1 for one in replacements}:
            assert seqs(wb, session_id, at) == fold_surface(events[: at + 1], generation)[0], (session_id, at)
    assert wb.sql("select count(*) from surface_nodes where fault is not null").fetchall() == [(0,)]


def test_every_recording_gives_the_list_that_the_writer_folds(recorded):
    hold_against_the_fold(opened(recorded))


@pytest.mark.parametrize("folder", ["v2", "v3/compaction", "v3/subagent", "v3/resume-and-fork", "v4"])
def test_every_generation_gives_the_list_that_the_writer_folds(shared, folder):
    for place in [shared / "generations" / folder] if "/" in folder else (shared / "generations" / folder).iterdir():
        hold_against_the_fold(opened(place))


@pytest.fixture
def write(tmp_path: Path) -> Callable[[list[dict]], Path]:
    """Write a small log of generation 0."""

    def log(rows: list[dict]) -> Path:
        header = {"type": "session", "version": 0, "id": "s", "createdAt": 1000, "delegationDepth": 0}
        lines = [header, *({"seq": seq, "time": 1000 + seq} | row for seq, row in enumerate(rows))]
        path = tmp_path / "session.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        return path

    return log


@pytest.fixture
def session(write) -> Session:
    said = {"content": [{"type": "text", "text": "go"}], "source": {"kind": "user"}}
    answer = {"turn": 1, "step": 1, "message": {
        "id": "a", "role": "assistant", "source": {"kind": "model"},
        "content": [{"type": "tool-call", "id": "c", "name": "bash", "arguments": "{}"}]}}  # fmt: skip

    def result(text: str) -> dict:
        block = {"type": "tool-result", "toolCallId": "c", "content": [{"type": "text", "text": text}]}
        source = {"kind": "tool", "callId": "c"}
        return {"turn": 1, "step": 1, "message": {"id": "r", "role": "user", "source": source, "content": [block]}}

    wb = opened(write([
        {"type": "user/message", "surfaceOp": "append", "data": {"id": "u", "role": "user"} | said},
        {"type": "assistant/message", "surfaceOp": "append", "data": answer},
        {"type": "tool/result", "surfaceOp": "append", "data": result("all of it"), "sourceEventSeqs": [1]},
        {"type": "tool/result", "surfaceOp": {"op": "replace", "start": 2, "end": 2}, "data": result("short"),
         "sourceEventSeqs": [2]},
        {"type": "user/message", "surfaceOp": {"op": "replace", "start": 0, "end": 3}, "sourceEventSeqs": [[0, 3]],
         "data": {"id": "k", "role": "user", "content": [{"type": "text", "text": "so far"}],
                  "source": {"kind": "plugin", "plugin": "compact", "compactionId": "x"}}},
        {"type": "assistant/message", "surfaceOp": "append", "data": {
            "turn": 1, "step": 2, "message": {"id": "e", "role": "assistant", "content": []}}},
    ]))  # fmt: skip
    return wb.session("s")


def test_messages_at_a_moment_are_those_of_the_log(session):
    assert [message["id"] for message in session.surface(2)] == ["u", "a", "r"]
    assert session.surface(2)[2]["content"][0]["content"][0]["text"] == "all of it"
    assert session.surface(3)[2]["content"][0]["content"][0]["text"] == "short"
    assert [message["id"] for message in session.surface(4)] == ["k"]


def test_an_answer_without_content_is_a_node_but_no_message(session):
    assert [message["id"] for message in session.surface()] == ["k"]
    found = session._workbench.sql("select position, seq, role, is_message from surface('s')").fetchall()
    assert found == [(0, 4, "user", True), (1, 5, "assistant", False)]


def test_a_moment_has_the_surface_of_that_moment(session):
    assert [message["id"] for message in session.at(seq=3).surface()] == ["u", "a", "r"]
    assert session.at(seq=1).surface(3) == session.surface(1)


def test_the_relation_names_what_a_node_is(session):
    found = session._workbench.sql(
        "select seq, type, role, call_id, source_kind, text, replaces from surface('s', 3)"
    ).fetchall()
    assert found[2] == (3, "tool/result", "tool", "c", "tool", "short", [2])
    assert found[0][2:6] == ("user", None, "user", "go")


def test_a_span_that_is_not_there_is_said_and_the_log_is_read_on(write):
    data = {"id": "u", "role": "user", "content": [{"type": "text", "text": "x"}], "source": {"kind": "user"}}
    row = {"type": "user/message", "data": data}
    wb = opened(write([
        row | {"surfaceOp": "append"},
        row | {"surfaceOp": {"op": "replace", "start": 7, "end": 7}},
        row | {"surfaceOp": {"op": "replace", "startSeq": 9, "endSeq": 9}, "sourceEventSeqs": [0]},
        row | {"surfaceOp": 5},
        row,
    ]))  # fmt: skip
    assert wb.sql("select seq, fault from surface('s')").fetchall() == [
        (2, "surface replace: start seq 9 not found in surface"),
        (1, "surface replace: start seq 7 not found in surface"),
        (3, "it carries an invalid surfaceOp"),
        (4, None),
    ]


def test_messages_of_the_first_builds_were_flat():
    flat = {"turn": 1, "step": 1, "content": [{"type": "text", "text": "a"}], "provenance": {"kind": "model"}}
    assert message_of("assistant/message", flat) == {
        "role": "assistant", "content": flat["content"], "source": {"kind": "model"},
    }  # fmt: skip
    assert message_of("user/message", {"content": [], "source": {"kind": "user"}})["role"] == "user"
    told = message_of("tool/result", {"callId": "c", "content": [], "isError": True})
    assert told["content"] == [{"type": "tool-result", "toolCallId": "c", "content": [], "isError": True}]
