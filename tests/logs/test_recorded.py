"""Every recording and every upstream fixture is read to the last line."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from workbench.logs import discover, read

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

SYNTHETIC = "synthetic-torn-tail"


def lines_of(found) -> list[bytes]:
    """The lines of a log, decoded by a streaming reader that knows nothing of frames; a torn end gives what it can."""
    if found.encoding == "jsonl":
        return Path(found.path).read_bytes().split(b"\n")[:-1]
    text = b""
    with zstd.open(found.path) as file:
        try:
            while piece := file.read1(1 << 16):
                text += piece
        except EOFError:
            pass
    return text.split(b"\n")[:-1]


def check(found) -> int:
    """Compare the rows of a log with its lines; return the number of its events."""
    read_ = read(found)
    rows = read_.rows
    lines = lines_of(found)
    assert rows.line == list(range(2, len(lines) + 1)), found.path
    offset = len(lines[0]) + 1
    for index, line in enumerate(lines[1:]):
        whole = json.loads(line)
        assert rows.data[index] in line
        assert json.loads(rows.data[index]) == whole["data"]
        assert rows.type[index] == whole["type"]
        if "seq" in whole or "seq0" in whole:
            assert rows.seq[index] == whole.get("seq", whole.get("seq0"))
            assert rows.time[index] == whole.get("time", whole.get("time0"))
        members = (
            whole["data"].get("texts") or whole["data"].get("args") if rows.type[index].endswith("-chunks") else [1]
        )
        assert rows.n[index] == len(members)
        assert (rows.surface_op[index] is None) == ("surfaceOp" not in whole)
        assert (rows.offset[index], rows.length[index]) == (offset, len(line))
        offset += len(line) + 1
    assert rows.repaired == [False] * len(rows)
    assert all(rows.known)
    assert rows.extra == [None] * len(rows)
    assert {entry.severity for entry in read_.damage} <= {"note"}
    return sum(rows.n)


def expected_events(folder: Path) -> dict[str, int]:
    """The logical events of each session, as the folder's page says."""
    text = (folder / "README.md").read_text()
    found = re.findall(r"id `([^`]+)`.*?(\d+) logical events", text)
    return {session: int(events) for session, events in found}


def test_recordings(shared: Path):
    folders = sorted(folder for folder in (shared / "recorded").iterdir() if folder.is_dir())
    assert len(folders) == 23
    for folder in folders:
        result = discover(folder)
        events = {found.header.session_id: check(found) for found in result.found}
        if folder.name != SYNTHETIC:
            assert events == expected_events(folder), folder.name
        others = {path for path in folder.rglob("*") if path.is_file()} - {Path(one.path) for one in result.found}
        assert others == {Path(entry.path) for entry in result.skipped}
        assert all(entry.reason for entry in result.skipped)
        assert result.damage == ()


def test_what_is_no_log_is_skipped_with_a_reason(shared: Path):
    skipped = discover(shared / "recorded").skipped
    growth = {entry.reason for entry in skipped if re.search(r"(growth|cordis-bus)\.jsonl$", entry.path)}
    assert growth == {"its first line is no session header"}
    others = {entry.reason for entry in skipped if re.search(r"README\.md|/attachments/|/external/", entry.path)}
    assert others == {"its first line is no JSON object"}


def test_torn_recordings(shared: Path):
    plain, packed = discover(shared / "recorded" / SYNTHETIC).found
    assert [(read(one).state, read(one).torn_bytes) for one in (plain, packed)] == [("torn", 41), ("torn", 126)]


@pytest.mark.parametrize(
    ("recording", "states"),
    [("killed-mid-bash", {"open-turn"}), ("bus-workflow", {"complete"}), ("cancel-and-continue", {"complete"})],
)
def test_states_of_recordings(shared: Path, recording, states):
    assert {read(found).state for found in discover(shared / "recorded" / recording).found} == states


def test_a_fork_knows_what_it_inherited(shared: Path):
    found = discover(shared / "recorded" / "resume-and-fork").found
    seeds = {one.header.session_id: one.header.seed_length for one in found}
    assert sorted(seed or 0 for seed in seeds.values())[1:] != [0, 0]
    for one in found:
        rows = read(one).rows
        inherited = sum(n for n, mine in zip(rows.n, rows.inherited, strict=True) if mine)
        assert inherited == (one.header.seed_length or 0)


def test_upstream_fixtures(shared: Path):
    result = discover(shared / "fixtures" / "upstream")
    assert len(result.found) == 115
    for found in result.found:
        check(found)
        rows = read(found).rows
        assert rows.time == [None] * len(rows)
        assert rows.seq == [sum(rows.n[:index]) for index in range(len(rows))]
    written = [b'"version"' in found.header.raw for found in result.found]
    assert (written.count(True), written.count(False)) == (107, 8)


def test_fixtures_converted_to_generation_3(shared: Path):
    result = discover(shared / "fixtures" / "derived-v3")
    assert {found.generation for found in result.found} == {3}
    for found in result.found:
        check(found)
