"""Transcripts of another agent (case 29): recognised and named, and never taken for sessions of this one."""

from __future__ import annotations

import shutil

import pytest

import workbench


def test_a_folder_of_them_is_refused_with_the_name_of_the_agent(case):
    with pytest.raises(workbench.WorkbenchError, match="Claude Code") as refused:
        workbench.open().load(case("29"))
    assert refused.value.code == "other-agent"


def test_one_file_of_them_is_refused_the_same_way(case):
    file = next(path for path in case("29").rglob("*.jsonl") if "subagents" not in path.parts)
    with pytest.raises(workbench.WorkbenchError, match="Claude Code") as refused:
        workbench.open().load(file)
    assert refused.value.code == "other-agent"


def test_beside_sessions_of_this_agent_they_are_skipped_and_no_damage(case, tmp_path):
    shutil.copytree(case("29") / "projects", tmp_path / "projects")
    shutil.copytree(case("09"), tmp_path / "own")
    wb = workbench.open()
    report = wb.load(tmp_path)
    assert report.sessions == ("session-09",)
    assert {found.code for found in report.damage} == {"malformed-line"}
    foreign = [skipped for skipped in report.skipped if "Claude Code" in skipped.reason]
    assert len(foreign) == len(list((tmp_path / "projects").rglob("*.jsonl")))
