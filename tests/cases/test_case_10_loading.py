"""The last record is still being written, and then the rest of it comes (case 10)."""

from __future__ import annotations

import shutil

import workbench


def test_the_torn_tail_is_said_once(case):
    wb = workbench.open()
    report = wb.load(case("10") / "session.jsonl")
    assert report.events == 5
    assert [(found.code, found.severity) for found in report.damage] == [("torn-tail", "note")]
    assert wb.sql("select torn_bytes, state from sources").fetchall() == [(155, "torn")]


def test_after_the_rest_has_come_it_is_whole(case, tmp_path):
    path = tmp_path / "session.jsonl"
    shutil.copyfile(case("10") / "session.jsonl", path)
    wb = workbench.open()
    wb.load(path)
    with path.open("ab") as file:
        file.write((case("10") / "rest.bin").read_bytes())
    wb.load(path)
    assert wb.sql("select count(*), count(distinct seq) from events").fetchall() == [(11, 11)]
    assert wb.sql("select torn_bytes, state from sources").fetchall() == [(0, "complete")]
    assert wb.sql("select count(*) from damage").fetchall() == [(0,)]
    assert wb.sql("select call_id, state, exit_code, duration_ms from calls").fetchall() == [("c1", "done", 0, 9040)]
    assert wb.session("session-10").banner is None
