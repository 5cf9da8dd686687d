"""Generations 1 to 4: the same envelope, other types, another mark of the inherited part."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.logs import discover, read

END = "session/end-seed"


@pytest.mark.parametrize(
    ("version", "known", "unknown"),
    [
        (0, ["assistant/chunk", "tool/code-dispatch", "team/task"], ["system/message", "tool/ptc-dispatch", "a/b"]),
        (1, ["assistant/chunk", "tool/code-dispatch"], ["assistant/attempt"]),
        (2, ["assistant/attempt", "tool/code-dispatch"], ["assistant/chunk", "system/message"]),
        (3, ["tool/ptc-dispatch", "system/message", "subagent/catalog"], ["tool/code-dispatch", "developer/message"]),
        (4, ["developer/message", "image/offload", "workspace/changes"], ["assistant/chunk", "tool/code-dispatch"]),
    ],
)
def test_each_generation_knows_its_types(log, load, header, row, version, known, unknown):  # noqa: PLR0917
    types = [*known, *unknown]
    read_ = load(log(header(version), *(row(seq, kind) for seq, kind in enumerate(types)), name="x.jsonl"))
    assert read_.rows.known == [kind in known for kind in types]
    assert [entry.code for entry in read_.damage] == ["unknown-required-type"] * len(unknown)


def test_from_generation_2_on_a_row_ends_the_inherited_part(log, load, header, row):
    rows = [row(0), row(1, END, {"inherited": True}), row(2), row(3, END, {"inherited": True}), row(4, END), row(5)]
    read_ = load(log(header(3, isSeeded=True), *rows, name="session.v3.jsonl"))
    assert read_.rows.inherited == [True, True, True, False, False, False]
    assert read_.damage == []
    plain = load(log(header(3, isSeeded=False), row(0), row(1, END), name="plain.jsonl"))
    assert plain.rows.inherited == [False, False]
    assert plain.damage == []


def test_a_header_that_does_not_say_whether_there_is_a_seed_leaves_it_to_the_rows(log, load, header, row):
    rows = [row(0), row(1, END, {"inherited": True}), row(2)]
    for marked in (True, False):
        read_ = load(log(header(4), *(rows if marked else [row(0)]), name="x.jsonl"))
        assert (read_.rows.inherited, read_.damage) == ([True, False, False] if marked else [False], [])


def test_a_log_that_is_shorter_than_its_seed_says_so(log, load, header, row):
    whole = load(log(header(0, seedLength=2), row(0), row(1), name="whole.jsonl"))
    assert (whole.rows.inherited, whole.damage) == ([True, True], [])
    short = load(log(header(1, seedLength=9), row(0), row(1), name="short.jsonl"))
    assert short.rows.inherited == [True, True]
    assert [(entry.code, entry.line, entry.offset) for entry in short.damage] == [("seed-mark-missing", 1, 0)]
    assert "9 events" in short.damage[0].message


def test_the_inherited_part_of_a_compressed_log(compressed, load, header, row):
    rows = [row(0), row(1), row(2, END, {"inherited": True}), row(3)]
    read_ = load(compressed(header(2, isSeeded=True), *rows, name="session.v2.jsonl.zstd"))
    assert read_.rows.inherited == [True, True, False, False]


def test_the_stream_of_an_answer_stays_in_its_row(log, load, header, row):
    stream = [{"type": "text-chunks", "time0": 5, "index": 0, "dt": [], "texts": ["a"]}]
    data = {"turn": 1, "step": 1, "stream": stream}
    read_ = load(log(header(2, isSeeded=False), row(0, "assistant/attempt", data), name="session.v2.jsonl"))
    assert (read_.rows.n, read_.rows.turn, read_.rows.step) == ([1], [1], [1])


@pytest.mark.parametrize("folder", ["v0", "v1", "v2", "v3", "v4"])
def test_recorded_generations(shared: Path, folder):
    found = discover(shared / "generations" / folder).found
    assert {one.generation for one in found} == {int(folder[1])}
    for one in found:
        read_ = read(one)
        assert read_.damage == [], one.path
        assert all(read_.rows.known)
        assert any(read_.rows.inherited) == bool(one.header.is_seeded or one.header.seed_length)
        assert read_.state == ("open-turn" if read_.open_turn else "complete")


def test_mixed_folders(shared: Path):
    by_folder = {folder.name: discover(folder).found for folder in sorted((shared / "generations" / "mixed").iterdir())}
    assert [[one.generation for one in found] for found in by_folder.values()] == [[3], [3]]
    assert [[note.code for note in found[0].notes] for found in by_folder.values()] == [
        ["other-generation"],
        ["other-generation", "newer-generation"],
    ]
    assert len(read(by_folder["v0-and-v3"][0]).rows) == 42
