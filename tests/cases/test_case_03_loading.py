"""Secrets in a log (case 03): loading keeps everything as it is written; only what leaves the house is redacted."""

from __future__ import annotations

import json

import workbench

# put together at run time, so that no stored file holds what looks like a secret
KEY = "sk-" + "ant-" + "api03-" + "A1b2C3d4" * 10 + "AA"
TOKEN = "gh" + "p_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


def log() -> list[dict]:
    """A call whose result and metadata hold a key, and an answer in which a packed row cuts it in two."""
    half = len(KEY) // 2
    text = {"type": "text", "text": f"key = {KEY}"}
    block = {"type": "tool-result", "toolCallId": "c1", "content": [text], "isError": False}
    result = {"id": "r", "role": "user", "source": {"kind": "tool", "callId": "c1"}, "content": [block]}
    place = {"turn": 1, "step": 1}
    return [
        {"type": "session", "version": 0, "id": "session-03", "createdAt": 1, "delegationDepth": 0},
        {"type": "turn/start", "seq": 0, "time": 1, "data": {"turn": 1}},
        {"type": "step/start", "seq": 1, "time": 2, "data": place},
        {"type": "tool/call", "seq": 2, "time": 3,
         "data": place | {"callId": "c1", "name": "read", "arguments": '{"file_path":"/w/.env"}'}},
        {"type": "tool/result", "seq": 3, "time": 4, "surfaceOp": "append",
         "data": place | {"message": result, "meta": {"token": TOKEN}}},
        {"type": "text-chunks", "seq0": 4, "time0": 5,
         "data": place | {"index": 0, "dt": [5, 5], "texts": ["It is ", KEY[:half], KEY[half:]]}},
    ]  # fmt: skip


def test_the_rows_are_those_of_the_file(tmp_path):
    path = tmp_path / "session.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in log()), "utf-8")
    before = (path.read_bytes(), path.stat().st_mtime_ns)
    wb = workbench.open()
    report = wb.load(path)
    assert (report.rows, report.events, report.damage) == (5, 7, ())
    stored = [row[0] for row in wb.sql("select data from rows order by seq").fetchall()]
    assert stored == [json.dumps(line["data"]) for line in log()[1:]]
    assert wb.sql("select string_agg(text, '' order by seq) from deltas").fetchall() == [(f"It is {KEY}",)]
    assert KEY in wb.session("session-03").card("c1").text()
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
