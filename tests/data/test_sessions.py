"""The recorded sessions that the project carries: complete, counted, small, and without a trace of the machine."""

from __future__ import annotations

import hashlib
import json
import re
import sys
from typing import TYPE_CHECKING

import pytest

from workbench import data

if TYPE_CHECKING:
    from pathlib import Path

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

SCENARIOS = sorted(folder.name for folder in data.SESSIONS.iterdir() if folder.is_dir())

EVERY_RECORDED_TOOL = {
    "ask_user_question", "bash", "create_goal", "edit", "get_goal", "glob", "grep", "interrupt_agent", "job_kill",
    "job_list", "job_output", "list_agents", "mcp__demo__echo", "mcp__demo__fail", "mcp__demo__mixed",
    "mcp__demo__picture", "mcp__demo__slow", "mcp__demo__structured", "no_such_tool", "ralph", "read", "read_image",
    "run_code", "send_message", "skill", "str_replace_editor", "structured_output", "subagent", "subagent_fork",
    "todo_write", "web_search", "workflow", "write",
}  # fmt: skip

PERSONAL = re.compile(
    rb"/root\b|/Users/\w|/home/(?!dev\b)\w|\w@[\w-]+\.[a-z]|\bgh[pousr]_\w{8}|\bsk-[A-Za-z0-9]{20}|\bxox[abp]-|\bAKIA[A-Z0-9]{8}"
    rb"|Bearer \w|[Aa]uthorization|PRIVATE KEY|https?://(?!127\.0\.0\.1)"
)


def decoded(path: Path) -> bytes:
    """The whole text of a log: concatenated frames, or the file as it is."""
    rest, parts = path.read_bytes(), []
    if path.suffix != ".zstd":
        return rest
    while rest:
        frame = zstd.ZstdDecompressor()
        parts.append(frame.decompress(rest))
        rest = frame.unused_data
    return b"".join(parts)


def logs(scenario: str) -> list[Path]:
    return sorted((data.SESSIONS / scenario).rglob("session.jsonl*"))


def rows(scenario: str) -> list[dict]:
    return [json.loads(line) for path in logs(scenario) for line in decoded(path).splitlines()[1:]]


def events(row: dict) -> int:
    """A packed row stands for one event more than it has gaps between times."""
    return 1 + len(row["data"]["dt"]) if row["type"].endswith("-chunks") else 1


def table() -> dict[str, list[int]]:
    """The counts that the README prints, by scenario."""
    text = (data.SESSIONS / "README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| `([\w-]+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", text, flags=re.MULTILINE)
    return {name: [int(number) for number in numbers] for name, *numbers in lines}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_table_of_the_readme_is_what_the_files_hold(scenario: str) -> None:
    found = rows(scenario)
    assert table()[scenario] == [
        len(logs(scenario)),
        sum(row["type"] == "tool/call" for row in found),
        sum(events(row) for row in found),
        sum(path.stat().st_size for path in logs(scenario)),
    ]


def test_every_scenario_stands_in_the_table_and_the_other_way_round() -> None:
    assert sorted(table()) == SCENARIOS


def test_together_they_show_every_recorded_tool() -> None:
    called = {row["data"]["name"] for scenario in SCENARIOS for row in rows(scenario) if row["type"] == "tool/call"}
    assert called == EVERY_RECORDED_TOOL


def test_no_file_is_big_and_nothing_but_logs_attachments_and_notices_is_carried() -> None:
    files = [path for path in data.SESSIONS.rglob("*") if path.is_file()]
    assert max(path.stat().st_size for path in files) < 300_000
    names = {path.name for path in files if "attachments" not in path.parts}
    assert names == {"session.jsonl", "session.jsonl.zstd", "README.md", "LICENSE.harness"}


def test_attachments_are_named_by_their_hash() -> None:
    objects = [path for path in data.SESSIONS.rglob("attachments/v1/objects/*/*") if path.is_file()]
    assert objects
    for path in objects:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        assert (path.parent.name, path.name) == (digest[:2], digest)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_trace_of_a_person_or_a_machine(scenario: str) -> None:
    for path in logs(scenario):
        assert PERSONAL.search(decoded(path)) is None, path


def test_the_notice_of_the_harness_is_beside_its_lines() -> None:
    notice = (data.SESSIONS / "LICENSE.harness").read_text(encoding="utf-8")
    assert notice.startswith("MIT License")
    assert "DeepSeek" in notice
