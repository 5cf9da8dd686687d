"""What the README says, holds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from workbench import cli

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_first_look_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    (block,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    names: dict[str, Any] = {}
    exec(compile(block, "README.md", "exec"), names)
    assert names["card"].outcome == "exit"
    assert "exit 3" in capsys.readouterr().out


def test_the_commands_of_the_shell_are_those_that_exist() -> None:
    named = re.findall(r"^    workbench (\w+)", README, flags=re.MULTILINE)
    assert sorted(named) == sorted(
        command.callback.__name__ for command in cli.app.registered_commands if command.callback
    )


def test_the_folders_are_there() -> None:
    folders = re.findall(r"^\| `(\S+)/` \|", README, flags=re.MULTILINE)
    assert len(folders) == 5
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []
