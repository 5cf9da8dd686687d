"""Where logs are found, which of several is read, and what is said about everything else."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from workbench.errors import WorkbenchError
from workbench.logs import discover, read
from workbench.logs.sniff import sniff

PI = {"type": "session", "version": 3, "id": "p", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/x"}
CLAUDE = {"parentUuid": None, "sessionId": "c", "uuid": "u", "type": "user", "message": {"role": "user"}}


def refused(path) -> WorkbenchError:
    with pytest.raises(WorkbenchError) as raised:
        discover(path)
    return raised.value


def names(found, folder: Path) -> list[str]:
    return [Path(one.path).relative_to(folder).as_posix() for one in found]


def test_a_file_a_folder_a_glob_and_a_list(log, compressed, tmp_path, header, turn):
    one = log(header(session="a"), *turn(), name="p/a/session.jsonl")
    two = compressed(header(session="b"), *turn(), name="p/b/session.jsonl.zstd")
    assert [found.path for found in discover(one).found] == [str(one)]
    assert names(discover(str(tmp_path)).found, tmp_path) == ["p/a/session.jsonl", "p/b/session.jsonl.zstd"]
    assert names(discover(str(tmp_path / "p" / "*" / "*.zstd")).found, tmp_path) == ["p/b/session.jsonl.zstd"]
    assert names(discover(str(tmp_path / "**" / "session*")).found, tmp_path) == names(
        discover(tmp_path).found, tmp_path
    )
    assert names(discover([two, one, tmp_path, str(one)]).found, tmp_path) == [
        "p/b/session.jsonl.zstd",
        "p/a/session.jsonl",
    ]


def test_what_a_found_log_says(compressed, header):
    path = compressed(header(session="b", cwd="/home/dev"))
    (found,) = discover(path).found
    assert (found.encoding, found.generation, found.bytes) == ("zstd", 0, path.stat().st_size)
    assert (found.header.session_id, found.header.cwd, found.notes) == ("b", "/home/dev", ())


def test_the_first_line_decides_not_the_name(log, compressed, tmp_path, header, turn):
    log(header(session="a"), *turn(), name="notes.txt")
    compressed(header(session="b"), *turn(), name="deep/er/blob")
    log({"t": 1.5, "f": "session/session.jsonl", "size": 534}, name="file-growth.jsonl")
    log(b"# read me", name="README.md")
    log({"type": "session", "id": "x"}, name="other.jsonl")
    result = discover(tmp_path)
    assert names(result.found, tmp_path) == ["notes.txt", "deep/er/blob"]
    assert {Path(entry.path).name: entry.reason for entry in result.skipped} == {
        "README.md": "its first line is no JSON object",
        "file-growth.jsonl": "its first line is no session header",
        "other.jsonl": "its header has no createdAt in milliseconds",
    }
    assert result.damage == ()


def test_temporary_hidden_and_foreign_folders_are_not_opened(log, tmp_path, header):
    log(header(), name="session.jsonl")
    log(header(), name="session.jsonl.0123456789ab.tmp")
    log(b"secret: 1", name=".credentials.yaml")
    log(header(), name=".git/session.jsonl")
    result = discover(tmp_path)
    assert names(result.found, tmp_path) == ["session.jsonl"]
    assert {Path(entry.path).name: entry.reason for entry in result.skipped} == {
        ".credentials.yaml": "hidden files are not opened",
        ".git": "folders of this name are not searched",
        "session.jsonl.0123456789ab.tmp": "it is a temporary file of a writer",
    }


def test_links_pipes_and_files_that_cannot_be_read_are_skipped(log, tmp_path, header, monkeypatch):
    log(header(), name="a/session.jsonl")
    (tmp_path / "loop").symlink_to(tmp_path)
    (tmp_path / "nowhere").symlink_to(tmp_path / "missing")
    os.mkfifo(tmp_path / "pipe")
    locked = log(header(session="z"), name="z/session.jsonl")
    opened = Path.open

    def refuse(path, *rest, **named):
        if path == locked:
            raise PermissionError(13, "Permission denied")
        return opened(path, *rest, **named)

    monkeypatch.setattr(Path, "open", refuse)
    result = discover(tmp_path)
    assert names(result.found, tmp_path) == ["a/session.jsonl"]
    assert {Path(entry.path).name: entry.reason for entry in result.skipped} == {
        "nowhere": "it cannot be read: No such file or directory",
        "pipe": "it is no regular file",
        "session.jsonl": "it cannot be read: Permission denied",
    }
    assert [entry.code for entry in result.damage] == ["unreadable"]
    assert refused(locked).code == "unreadable"
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_path_that_does_not_exist(tmp_path):
    error = refused(tmp_path / "nothing")
    assert (error.code, error.path) == ("no-such-path", str(tmp_path / "nothing"))
    assert "give the folder that holds the sessions" in str(error)
    assert refused(str(tmp_path / "*.jsonl")).code == "no-sessions"
    assert refused([]).code == "no-sessions"


def test_a_folder_without_sessions(log, tmp_path):
    log(b"# read me", name="README.md")
    error = refused(tmp_path)
    assert error.code == "no-sessions"
    assert "1 other file was met" in str(error)
    assert "~/.dsh/sessions" in str(error)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "it is empty"),
        (b"\x00\x01\x02", "no JSON object"),
        (b"# text\n", "no JSON object"),
        (b'{"a":1}\n', "no session header"),
        (b"[" * 10_000, "no JSON object"),
        (b'{"type":"session","createdAt":5}\n', "no id"),
        (b'{"type":"session","createdAt":5,"id":"x","version":"3"}\n', "no number"),
        (b'{"type":"session","createdAt":true,"id":"x"}\n', "no createdAt"),
        (b"\x28\xb5\x2f\xfd" + b"\xff" * 50, "Zstandard"),
        (b"\x28\xb5\x2f\xfd", "no JSON object"),
    ],
)
def test_a_file_that_is_no_log(binary, content, why):
    error = refused(binary(content, name="x.jsonl"))
    assert error.code == "not-a-session-log"
    assert why in str(error)
    assert "give the session.jsonl" in str(error)


def test_a_broken_log_by_name_is_damage_not_only_skipped(binary, log, tmp_path, header):
    log(header(), name="ok/session.jsonl")
    binary(b"", name="e/session.jsonl")
    binary(b'{"type":"sess\n', name="f/session.v3.jsonl")
    result = discover(tmp_path)
    assert [(entry.code, entry.severity) for entry in result.damage] == [("empty-file", "note"), ("no-header", "error")]
    assert len(result.skipped) == 2


@pytest.mark.parametrize("lines", [[PI], [{**PI, "createdAt": 5}, {"type": "message", "id": "1", "parentId": None}]])
def test_the_logs_of_another_agent_that_look_alike_are_named(log, tmp_path, header, lines):
    path = log(*lines, name="x/session.jsonl")
    assert refused(path).code == "other-agent"
    error = refused(tmp_path)
    assert error.code == "other-agent"
    assert "the agent pi" in str(error)
    log(header(), name="ok/session.jsonl")
    result = discover(tmp_path)
    assert names(result.found, tmp_path) == ["ok/session.jsonl"]
    assert "the agent pi" in result.skipped[0].reason


def test_transcripts_of_claude_code_are_named(log, tmp_path):
    log(CLAUDE, name="projects/-home/00000000.jsonl")
    error = refused(tmp_path)
    assert error.code == "other-agent"
    assert "Claude Code" in str(error)


def test_the_highest_generation_side_by_side_is_read(log, compressed, tmp_path, header):
    compressed(header(0), name="session.jsonl.zstd")
    log(header(2, isSeeded=False), name="session.v2.jsonl")
    compressed(header(4, isSeeded=False), name="session.v4.jsonl.zstd")
    result = discover(tmp_path)
    assert names(result.found, tmp_path) == ["session.v4.jsonl.zstd"]
    assert [entry.code for entry in result.found[0].notes] == ["other-generation"] * 2
    assert "session.jsonl.zstd beside it is generation 0" in result.found[0].notes[0].message
    assert [entry.reason for entry in result.skipped] == [
        "generation 4 of the same session lies beside it and was read instead"
    ] * 2


def test_a_newer_generation_is_never_replaced_without_a_word(log, tmp_path, header):
    log(header(3, isSeeded=False), name="session.v3.jsonl")
    newer = log(header(9, isSeeded=False), name="session.v9.jsonl")
    result = discover(tmp_path)
    assert names(result.found, tmp_path) == ["session.v3.jsonl"]
    (note,) = result.found[0].notes
    assert (note.code, note.severity) == ("newer-generation", "warning")
    assert "session.v9.jsonl" in note.message
    error = refused(newer)
    assert (error.code, error.generation) == ("unsupported-generation", 9)
    assert "format generation 9; this version reads generation 0 to 4" in str(error)


def test_a_pattern_that_leaves_out_the_newer_generation_still_hears_of_it(log, tmp_path, header):
    for version in (0, 3, 9):
        log(header(version), name=f"session.v{version}.jsonl" if version else "session.jsonl")
    (found,) = discover(str(tmp_path / "session.v3*")).found
    assert [entry.code for entry in found.notes] == ["other-generation", "newer-generation"]
    (found,) = discover(str(tmp_path / "session.v[39]*")).found
    assert sorted(entry.code for entry in found.notes) == ["newer-generation", "other-generation"]
    log(header(3), name="copy.jsonl")
    (found,) = discover(str(tmp_path / "copy*")).found
    assert found.notes == ()


def test_what_a_header_says_twice_or_hides_is_told(log, load, header):
    plain = json.dumps(header())
    twice = load(log(plain.replace('"id": "s"', '"id": "x", "id": "s"').encode()))
    assert twice.header.session_id == "s"
    assert [(entry.code, entry.line) for entry in twice.damage] == [("odd-header", 1), ("header-only", 1)]
    assert "'id' 2 times" in twice.damage[0].message
    assert "NUL" in load(log(b"\0\0" + plain.encode())).damage[0].message


def test_only_a_newer_generation(log, tmp_path, header):
    log(header(9, isSeeded=False), name="b/session.v9.jsonl")
    assert refused(tmp_path).code == "unsupported-generation"
    log(header(0), name="a/session.jsonl")
    result = discover(tmp_path)
    assert names(result.found, tmp_path) == ["a/session.jsonl"]
    assert [(entry.code, entry.severity) for entry in result.damage] == [("unsupported-generation", "warning")]


def test_the_same_generation_twice_and_other_ids_are_all_read(log, compressed, tmp_path, header):
    log(header(session="a"), name="x/session.jsonl")
    compressed(header(session="a"), name="x/session.jsonl.zstd")
    log(header(3, session="b"), name="x/session.v3.jsonl")
    log(header(session="a"), name="x/copy.jsonl")
    result = discover(tmp_path)
    assert names(result.found, tmp_path) == [
        "x/copy.jsonl",
        "x/session.jsonl",
        "x/session.jsonl.zstd",
        "x/session.v3.jsonl",
    ]
    assert [[note.code for note in found.notes] for found in result.found] == [
        [],
        ["same-generation"],
        ["same-generation"],
        [],
    ]


def test_names_that_disagree_with_the_header(log, tmp_path, header):
    log(header(3), name="a/session.v2.jsonl")
    log(header(3), name="b/session.jsonl")
    log(header(3), name="c/whatever.v1.jsonl")
    notes = [[(note.code, note.severity) for note in found.notes] for found in discover(tmp_path).found]
    assert notes == [[("name-disagrees", "error")], [("name-without-number", "note")], []]
    assert [read(found).state for found in discover(tmp_path).found] == ["complete"] * 3


def test_a_file_that_is_named_itself_is_taken_as_it_is(log, header):
    old = log(header(0), name="session.jsonl")
    log(header(3), name="session.v3.jsonl")
    (found,) = discover(old).found
    assert (found.generation, [note.code for note in found.notes]) == (0, ["other-generation"])
    assert "newer generation 3" in found.notes[0].message


def test_only_the_beginning_of_a_file_is_read(log, header, row):
    path = log(header(), *(row(seq) for seq in range(50_000)))
    read = []

    class Counting:
        def __init__(self, file):
            self.file = file

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.file.close()

        def read(self, size):
            read.append(size)
            return self.file.read(size)

    opened = Path.open
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "open", lambda *given, **named: Counting(opened(*given, **named)))
        sniff(path)
    assert sum(read) <= 64 * 1024
