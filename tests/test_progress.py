"""The line that a long load shows: where somebody looks, for what is long, and gone afterwards."""

from __future__ import annotations

import io
import sys

import pytest

import workbench
from workbench import progress
from workbench.strings import speaking


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(progress, "_in_notebook", lambda: False)
    return shown


def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PATIENCE", "PACE", "LARGE"):
        monkeypatch.setattr(progress, name, 0)


def test_a_terminal_sees_how_far_it_is(recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    hurried(monkeypatch)
    terminal = at_a_terminal(monkeypatch)
    workbench.open().load(recorded / "run-code")
    lines = [line.strip() for line in terminal.getvalue().split("\r")]
    assert [line.partition(",")[0] for line in lines[1:4]] == [f"Loading: {n} of 3 logs" for n in (1, 2, 3)]
    assert lines[4:] == ["Loading: what 3 logs say of their calls", "", ""]


def test_it_is_told_in_chinese(monkeypatch: pytest.MonkeyPatch) -> None:
    hurried(monkeypatch)
    terminal = at_a_terminal(monkeypatch)
    with speaking("zh"), progress.Progress(2, 1000) as shown:
        shown.load(1, 500)
    assert "正在加载：1/2 个日志，500 B/1.0 kB" in terminal.getvalue()


def test_what_is_short_or_small_shows_nothing(recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = at_a_terminal(monkeypatch)
    workbench.open().load(recorded / "run-code")
    assert terminal.getvalue() == ""


def test_a_pipe_sees_nothing(capsys: pytest.CaptureFixture[str], recorded, monkeypatch: pytest.MonkeyPatch) -> None:
    hurried(monkeypatch)
    workbench.open().load(recorded / "run-code")
    assert capsys.readouterr().err == ""


def test_a_notebook_has_one_output_that_is_empty_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    from IPython import display

    hurried(monkeypatch)
    told: list[str] = []

    class Handle:
        def update(self, data: dict[str, str], *, raw: bool) -> None:
            told.append(data["text/plain"])

    def shows(data: dict[str, str], *, raw: bool, display_id: bool) -> Handle:
        told.append(data["text/plain"])
        return Handle()

    monkeypatch.setattr(display, "display", shows)
    monkeypatch.setattr(progress, "_in_notebook", lambda: True)
    with progress.Progress(2, 1000) as shown:
        shown.load(1, 500)
        shown.load(2, 1000)
    assert told == ["Loading: 1 of 2 logs, 500 B of 1.0 kB", "Loading: 2 of 2 logs, 1.0 kB of 1.0 kB", ""]
