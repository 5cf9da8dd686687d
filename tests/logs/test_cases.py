"""What the hard inputs ask of loading."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from workbench.errors import WorkbenchError
from workbench.logs import discover, read


def only(path: Path):
    (found,) = discover(path).found
    return read(found)


def test_lone_surrogates(cases: Path):
    read_ = only(cases / "06-lone-surrogates")
    assert len(read_.rows) == 11
    (entry,) = read_.damage
    assert (entry.code, entry.line) == ("lone-surrogate", 7)
    assert "2 characters in 1 string repaired" in entry.message
    text = json.dumps(json.loads(read_.rows.data[5]), ensure_ascii=False)
    assert text.count("\ufffd") == 2
    text.encode()


def test_packed_rows_of_an_aborted_turn(cases: Path):
    rows = only(cases / "14-packed-chunks-aborted-turn").rows
    assert (len(rows), sum(rows.n)) == (10, 15)
    assert [n for n in rows.n if n > 1] == [4, 3]


def test_invalid_utf8(shared: Path):
    read_ = only(shared / "cases" / "07-invalid-utf8-and-nul")
    assert len(read_.rows) == 11
    (entry,) = read_.damage
    assert (entry.code, entry.severity, entry.line, entry.offset) == ("invalid-utf8", "warning", 7, 972)
    assert "\ufffd\ufffd" in read_.rows.data[5].decode()
    assert read_.rows.offset[5] == 972


def test_a_broken_line_in_the_middle(shared: Path):
    read_ = only(shared / "cases" / "09-malformed-middle-line")
    assert read_.rows.seq == list(range(11))
    (entry,) = read_.damage
    assert (entry.code, entry.severity, entry.line, entry.offset) == ("malformed-line", "error", 6, 776)
    assert entry.raw == b'{"type":"tool/call","seq":5,"ti'


def test_a_torn_tail(shared: Path):
    read_ = only(shared / "cases" / "10-torn-tail-live-write")
    assert (read_.rows.seq, read_.torn_bytes, read_.state, read_.open_turn) == ([0, 1, 2, 3, 4], 155, "torn", True)
    assert [(entry.code, entry.severity) for entry in read_.damage] == [("torn-tail", "note")]


@pytest.mark.parametrize(
    ("folder", "rows", "codes"),
    [
        ("required", 7, [("unknown-required-type", "warning")]),
        ("ignorable", 14, [("unknown-ignorable-type", "note")]),
        ("renamed", 14, []),
    ],
)
def test_unknown_types(shared: Path, folder, rows, codes):
    read_ = only(shared / "cases" / "12-unknown-event-types" / folder)
    assert len(read_.rows) == rows
    assert [(entry.code, entry.severity) for entry in read_.damage] == codes
    assert read_.rows.known.count(False) == len(codes)
    if folder == "required":
        assert "'future/thing' (seq 4)" in read_.damage[0].message


def test_another_agents_transcripts(shared: Path):
    with pytest.raises(WorkbenchError, match="Claude Code") as raised:
        discover(shared / "cases" / "29-claude-rewind-fork")
    assert raised.value.code == "other-agent"


def test_all_cases_load_without_damage_but_what_they_are_about(shared: Path):
    about = {"06", "07", "09", "10", "11", "12"}
    for folder in sorted((shared / "cases").iterdir()):
        if folder.name[:2] in about or folder.name[:2] in ("03", "29"):
            continue
        for found in discover(folder).found:
            assert read(found).damage == [], found.path
