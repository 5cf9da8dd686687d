"""A line of 1.5 million characters and foreign blocks (case 24): loading takes them as they are, and opens no path."""

from __future__ import annotations

import builtins
from pathlib import Path

import workbench


def test_everything_is_loaded_whatever_its_size(case):
    wb = workbench.open()
    report = wb.load(case("24"))
    assert sorted(report.sessions) == ["session-24", "session-24-foreign"]
    assert [found for found in report.damage if found.severity != "note"] == []
    assert wb.sql("select result_chars from calls where session_id = 'session-24' and call_id = 'c4'").fetchall() == [
        (1_500_000,)
    ]
    assert wb.sql(
        "select exit_code, exit_source, spilled from all_calls where session_id = 'session-24' and call_id = 'c5'"
    ).fetchall() == [(0, "no-marker", True)]


def test_a_path_in_a_log_is_text(case, monkeypatch):
    opened = []
    real = builtins.open

    def watched(file, *more, **named):
        opened.append(str(file))
        return real(file, *more, **named)

    monkeypatch.setattr(builtins, "open", watched)
    path_open = Path.open
    monkeypatch.setattr(
        Path, "open", lambda self, *more, **named: opened.append(str(self)) or path_open(self, *more, **named)
    )
    wb = workbench.open()
    wb.load(case("24"))
    wb.session("session-24").card("c5").text()
    assert not [path for path in opened if "dsh-subprocess" in path or "spill" in path]
