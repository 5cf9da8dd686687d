"""`workbench gaps`: eleven verdicts in a terminal, one page in a file, and faults as sentences."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from workbench import cli, strings
from workbench.gaps import PROBES

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command in this process; gives exit code, stdout and stderr."""

    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["workbench", "gaps", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        captured = capsys.readouterr()
        return int(ended.value.code or 0), captured.out, captured.err

    return call


def test_it_prints_what_is_loaded_and_one_line_a_gap(run: Run, recorded: Path) -> None:
    code, out, err = run(recorded / "approval")
    assert (code, err) == (0, "")
    first, *lines = out.splitlines()
    assert first.startswith("1 session ·")
    assert [line.split()[0] for line in lines[: len(PROBES)]] == list(PROBES)
    assert all(re.search(r"n=\d", line) for line in lines[: len(PROBES)])
    assert "scripted model" in lines[-1]


def test_it_writes_the_page_in_the_language_asked_for(
    run: Run, recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.widgets import gap_page

    monkeypatch.setattr(gap_page, "png", lambda picture, theme: b"\x89PNG\r\n\x1a\n")
    file = tmp_path / "gaps.html"
    code, out, _ = run(recorded / "approval", "--html", file, "--lang", "zh")
    assert code == 0
    assert str(file) in out
    assert "未解决" in out or "样本不足" in out
    assert '<html lang="zh">' in file.read_text("utf-8")
    assert strings.language() == "en", "the language of this process is as it was"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--lang", "fr"), "There is no language 'fr': choose en or zh."),
        (("--html", "/nowhere/at/all/x.html"), "There is no folder /nowhere/at/all to write into."),
    ],
)
def test_what_a_user_can_get_wrong_is_a_sentence(
    run: Run, recorded: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    code, _, err = run(recorded / "goal", *arguments)
    assert code == 1
    assert err.strip() == sentence


def test_a_place_without_sessions_is_a_sentence(run: Run, tmp_path: Path) -> None:
    code, out, err = run(tmp_path)
    assert (code, out) == (1, "")
    assert len(err.strip().splitlines()) == 1
