"""Logs with rows put in: numbered anew, the same to the model, and written as the harness writes."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.errors import WorkbenchError
from workbench.gaps.channel_commands import Command, Recipe, commands, read, record_all
from workbench.gaps.channel_log import Added, appends, clocks, encode, inherited, read_lines, with_rows
from workbench.gaps.channel_readers import decoded, followed
from workbench.logs import Following, discover
from workbench.logs import read as read_log
from workbench.replay.surface import messages
from workbench.store import Store


def rows_at(lines: list, times: list[int]) -> list[Added]:
    last = len(lines) - 1
    return [Added(at, 0, last, "tool/progress", {"callId": "c", "n": n}) for n, at in enumerate(times)]


def stored(path: Path) -> Store:
    store = Store()
    for found in discover(path).found:
        store.append(read_log(found))
    store.refresh()
    return store


@pytest.mark.parametrize("scenario", ["compaction", "resume-and-fork"])
def test_rows_put_in_change_nothing_of_what_was_there(recorded: Path, tmp_path: Path, scenario: str) -> None:
    found = discover(recorded / scenario).found
    for number, one in enumerate(found):
        lines = read_lines(one.path)
        own = clocks(lines)[inherited(lines) :]
        times = [own[len(own) * share // 10] for share in range(1, 10)]
        added = [row._replace(after=inherited(lines)) for row in rows_at(lines, times)]
        new = with_rows(lines, added, {})
        assert len(new) == len(lines) + len(times)
        path = tmp_path / f"{number}" / "session.jsonl"
        path.parent.mkdir()
        path.write_bytes(b"".join(map(encode, new)))
        assert [entry.code for entry in read_log(discover(path).found[0]).damage if entry.severity != "note"] == []
    before, after = stored(recorded / scenario), stored(tmp_path)
    for one in found:
        session_id = one.header.session_id
        assert messages(after.cursor(), session_id) == messages(before.cursor(), session_id)
    calls = "select key, name, state, outcome, result_chars from calls_all order by key"
    assert after.cursor().execute(calls).fetchall() == before.cursor().execute(calls).fetchall()


@settings(deadline=None, max_examples=40)
@given(st.lists(st.integers(-5, 200), max_size=12), st.lists(st.integers(1, 4), min_size=2, max_size=20))
def test_numbers_stay_dense_and_times_never_go_back(times: list[int], steps: list[int]) -> None:
    lines: list = [{"type": "session", "id": "s"}]
    seq = now = 0
    for step in steps:
        now += step
        if step == 4:
            lines.append({"type": "text-chunks", "seq0": seq, "time0": now, "data": {"texts": ["a", "b", "c"]}})
            seq += 3
        else:
            lines.append({"type": "step/start", "seq": seq, "time": now, "data": {"of": seq}})
            seq += 1
    last = now
    within = [min(max(at, steps[0]), last) for at in times]
    new = with_rows(lines, rows_at(lines, within), {})
    expected = 0
    for line in new[1:]:
        assert line.get("seq", line.get("seq0")) == expected
        expected += len(line["data"].get("texts", "x"))
    assert clocks(new) == [line.get("time", line.get("time0")) for line in new[1:]]
    assert [line["data"]["n"] for line in new if line["type"] == "tool/progress"] == [
        number for number, _ in sorted(enumerate(within), key=lambda pair: pair[1])
    ]


def test_what_names_a_number_names_the_new_one() -> None:
    lines: list = [
        {"type": "session", "id": "s"},
        {"type": "turn/start", "seq": 0, "time": 0, "data": {}},
        *({"type": "x/y", "seq": number, "time": number, "data": {}} for number in range(1, 6)),
        {
            "type": "compaction/summary", "seq": 6, "time": 6, "sourceEventSeqs": [[1, 4], 5],
            "surfaceOp": {"op": "replace", "start": 1, "end": 5},
            "data": {"shadowedRange": {"start": 1, "end": 5}, "shadowedSeqs": [1, 5], "headerSeq": 3, "text": "1"},
        },
    ]  # fmt: skip
    new = with_rows(lines, [Added(2, 0, 7, "tool/progress", {})], {})
    moved = new[-1]
    assert moved["seq"] == 7
    assert moved["sourceEventSeqs"] == [1, 2, 4, 5, 6]
    assert moved["surfaceOp"] == {"op": "replace", "start": 1, "end": 6}
    assert moved["data"] == {
        "shadowedRange": {"start": 1, "end": 6}, "shadowedSeqs": [1, 6], "headerSeq": 4, "text": "1",
    }  # fmt: skip
    assert new[4] == {"type": "tool/progress", "seq": 3, "time": 2, "data": {}, "ignorable": True}


def test_the_writer_writes_as_the_harness_does(recorded: Path) -> None:
    """The recorded files come out again within a few per cent of their size."""
    ratios = []
    for scenario in ("bash-foreground", "latency", "files", "subagent", "run-code"):
        for found in discover(recorded / scenario).found:
            lines = read_lines(found.path)
            written = sum(len(append.data) for append in appends(lines, flush_ms=200, compressed=True))
            ratios.append(written / found.bytes)
    assert min(ratios) > 0.93
    assert max(ratios) < 1.03


@pytest.mark.parametrize("compressed", [True, False])
@pytest.mark.parametrize("flush_ms", [0, 200, 5000])
def test_appends_hold_every_line_once_and_in_order(recorded: Path, flush_ms: int, compressed: bool) -> None:
    lines = read_lines(discover(recorded / "bash-background").found[0].path)
    written = list(appends(lines, flush_ms=flush_ms, compressed=compressed))
    assert list(chain.from_iterable(map(decoded, written))) == lines
    assert [append.at for append in written] == sorted(append.at for append in written)


@pytest.mark.parametrize("compressed", [True, False])
def test_a_reader_of_the_file_sees_what_one_who_follows_it_sees(
    recorded: Path, tmp_path: Path, compressed: bool
) -> None:
    """The same bytes, given to the reader that follows real files, come at the same looks."""
    lines = read_lines(discover(recorded / "latency").found[0].path)
    written = list(appends(lines, flush_ms=200, compressed=compressed))
    path = tmp_path / ("session.jsonl.zstd" if compressed else "session.jsonl")
    path.write_bytes(written[0].data)
    following = Following(discover(path).found[0])
    following.poll()
    seen: dict[int, list[int]] = {}
    looks = sorted({-(-append.at // 1000) * 1000 for append in written[1:]})
    left = written[1:]
    for look in looks:
        with path.open("ab") as file:
            while left and left[0].at <= look:
                file.write(left.pop(0).data)
        seen[look] = list(following.poll().rows.seq)
    expected: dict[int, list[int]] = {}
    for look, line in followed(written[1:], 1000):
        expected.setdefault(look, []).append(line.get("seq", line.get("seq0")))
    assert seen == expected


def test_a_log_that_cannot_be_written_again_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "session.jsonl"
    header = {"type": "session", "version": 0, "id": "s", "createdAt": 1, "delegationDepth": 0}
    path.write_text(json.dumps(header) + '\n{"type": "turn/start", "seq": 0, "data": {}}\n', "utf-8")
    with pytest.raises(WorkbenchError, match="cannot be written again"):
        read_lines(path)


# ------------------------------------------------------------------------------------------------ commands


def test_the_recorded_commands_are_whole_and_name_no_place() -> None:
    found = commands()
    assert len(found) >= 7
    assert all(one.chunks and one.chunks[-1].at <= one.ms for one in found)
    assert any(one.exit_code for one in found)
    said = "".join(one.text(0) + one.text(1) + one.command for one in found)
    assert not [place for place in ("/tmp", "/home", "/root", "/work", "/var") if place in said]


def test_a_command_can_be_recorded_again(tmp_path: Path) -> None:
    recipes = (
        Recipe(name="two", argv=("sh", "-c", "echo a; sleep 0.2; echo b >&2; exit 3")),
        Recipe(name="none", argv=("no-such-program",), needs="no-such-program"),
    )
    path = tmp_path / "commands.jsonl"
    (one,) = record_all(path, recipes)
    assert read(path) == (one,)
    assert (one.text(0), one.text(1), one.exit_code) == ("a\n", "b\n", 3)
    assert one.chunks[1].at - one.chunks[0].at >= 150


def test_a_file_that_is_no_recording_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "commands.jsonl"
    path.write_text('{"name": 1}\n', "utf-8")
    with pytest.raises(WorkbenchError, match="is no recording of commands"):
        read(path)
    with pytest.raises(WorkbenchError, match="cannot be read"):
        read(tmp_path / "nowhere")


def test_a_command_is_a_plain_value() -> None:
    assert isinstance(commands()[0], Command)
