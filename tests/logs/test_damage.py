"""Every kind of damage: an input that has it, and what is read all the same."""

from __future__ import annotations

import json

import pytest

from workbench.errors import WorkbenchError
from workbench.logs import CODES, discover, read

HEADER = {"type": "session", "version": 0, "id": "s", "createdAt": 1, "delegationDepth": 0}
SEEDED = {**HEADER, "version": 3, "isSeeded": True}


def r(seq, kind="todo/write", data=None, **members):
    return {"type": kind, "seq": seq, "time": 10 + seq, "data": {} if data is None else data, **members}


def packed(seq, **data):
    return {
        "type": "text-chunks",
        "seq0": seq,
        "time0": 10 + seq,
        "data": {"turn": 1, "step": 1, "index": 0, "dt": [1], "texts": ["a", "b"], **data},
    }


PLAIN = {
    # code: (lines of the log, the seqs of its rows, the line that the damage names)
    "malformed-line": ([HEADER, r(0), b'{"type":"x","se', r(1)], [0, 1], 3),
    "malformed-row": ([HEADER, r(0), {"type": "todo/write", "seq": 1, "time": 1}, r(1)], [0, 1], 3),
    "malformed-packed-row": ([HEADER, packed(0, dt=[1, 2]), r(0)], [0], 2),
    "invalid-utf8": ([HEADER, b'{"type":"todo/write","seq":0,"time":1,"data":{"a":"\xb2\xff"}}'], [0], 2),
    "lone-surrogate": ([HEADER, b'{"type":"todo/write","seq":0,"time":1,"data":{"a":"\\udcb2"}}'], [0], 2),
    "not-a-number": ([HEADER, b'{"type":"todo/write","seq":0,"time":1,"data":{"a":NaN}}'], [0], 2),
    "control-character": ([HEADER, b'{"type":"todo/write","seq":0,"time":1,"data":{"a":"\x00"}}'], [0], 2),
    "duplicate-member": ([HEADER, b'{"type":"todo/write","seq":7,"seq":0,"time":1,"data":{}}'], [0], 2),
    "bad-seq": ([HEADER, r(0), {**r(1), "seq": "1"}, r(2)], [0, 1, 2], 3),
    "bad-time": ([HEADER, r(0), {**r(1), "time": 1.5}, r(2)], [0, 1, 2], 3),
    "seq-gap": ([HEADER, r(0), r(3)], [0, 3], 3),
    "seq-overlap": ([HEADER, r(0), r(1), r(1), r(2)], [0, 1, 1, 2], 4),
    "unknown-required-type": ([HEADER, r(0, "future/thing"), r(1)], [0, 1], 2),
    "unknown-ignorable-type": ([HEADER, r(0, "future/thing", ignorable=True), r(1)], [0, 1], 2),
    "renamed-type": ([HEADER, r(0), r(1, "compact/start"), r(2, "compact/start")], [0, 1, 2], 3),
    "unknown-member": ([HEADER, r(0), r(1, meta=5), r(2, meta=6)], [0, 1, 2], 3),
    "deep-nesting": (
        [HEADER, b'{"type":"todo/write","seq":0,"time":1,"data":{"a":' + b"[" * 5000 + b"]" * 5000 + b"}}"],
        [0],
        2,
    ),
    "clock-backwards": ([HEADER, r(0), {**r(1), "time": 3}, r(2)], [0, 1, 2], 3),
    "byte-order-mark": ([b"\xef\xbb\xbf" + json.dumps(HEADER).encode(), r(0)], [0], 1),
    "carriage-returns": ([json.dumps(HEADER).encode() + b"\r", json.dumps(r(0)).encode() + b"\r"], [0], 2),
    "blank-lines": ([HEADER, r(0), b"", b"  ", r(1)], [0, 1], 3),
    "header-only": ([HEADER], [], 1),
    "odd-header": ([{**HEADER, "cwd": 5}, r(0)], [0], 1),
    "seed-mark-missing": ([SEEDED, r(0)], [0], 1),
    "seed-mark-unexpected": ([{**SEEDED, "isSeeded": False}, r(0, "session/end-seed", {"inherited": True})], [0], 2),
}
ELSEWHERE = {
    "torn-tail", "unreadable", "line-too-long", "corrupt-frame", "frame-garbage", "frame-cuts-line",
    "decompression-limit", "frame-splits-line", "header-frame", "no-header", "name-disagrees", "newer-generation",
    "unsupported-generation", "empty-file", "other-generation", "same-generation", "name-without-number",
    "malformed-store-row", "source-replaced", "older-store",
    "unreadable-json", "duplicate-session", "child-log-missing",
}  # fmt: skip
"""Codes whose inputs are in test_frames.py, test_discovery.py, test_reading.py, test_following.py,
test_sqlite_store.py, and in the store's test_store.py and test_links.py."""


def test_every_code_has_an_input():
    assert set(PLAIN) | ELSEWHERE == set(CODES)


@pytest.mark.parametrize("code", PLAIN)
def test_damage_is_said_and_the_rest_is_read(log, load, code):
    lines, seqs, line = PLAIN[code]
    read_ = load(log(*lines, name="some.jsonl"))
    assert [entry.code for entry in read_.damage] == [code]
    (entry,) = read_.damage
    assert entry.severity == CODES[code][0]
    assert entry.line == line
    assert log(*lines).read_bytes()[: entry.offset].count(b"\n") == line - 1
    assert read_.rows.seq == seqs
    assert read_.state == ("damaged" if entry.severity == "error" else "complete")
    if entry.severity == "error":
        assert entry.raw == log(*lines).read_bytes().split(b"\n")[line - 1]
        assert entry.offset == sum(len(text) + 1 for text in log(*lines).read_bytes().split(b"\n")[: line - 1])


def test_repairs_touch_nothing_else(log, load):
    line = b'{"type":"todo/write","seq":0,"time":1,"data":{"a" : "x\\ud83d\\ude00\\ud83d","b":1.10,"c":"\\\\ud800"}}'
    read_ = load(log(HEADER, line))
    assert read_.rows.data == [b'{"a" : "x\\ud83d\\ude00\\ufffd","b":1.10,"c":"\\\\ud800"}']
    assert read_.rows.repaired == [True]
    assert "1 character in 1 string repaired" in read_.damage[0].message


def test_numbers_that_json_does_not_have_become_null_outside_of_strings_only(log, load):
    line = b'{"type":"todo/write","seq":0,"time":1,"data":{"a":[NaN,-Infinity,Infinity],"b":"NaN"}}'
    assert load(log(HEADER, line)).rows.data == [b'{"a":[null,null,null],"b":"NaN"}']


def test_control_characters_keep_their_meaning(log, load):
    line = b'{"type":"todo/write","seq":0,"time":1,"data":{"a":"x\x00\ty",\t"b":1}}'
    assert load(log(HEADER, line)).rows.data == [b'{"a":"x\\u0000\\u0009y",\t"b":1}']


def test_invalid_bytes_are_replaced_and_counted(log, load):
    line = '{"type":"todo/write","seq":0,"time":1,"data":{"a":"\ufffd'.encode() + b'\xb2\xff ok \xed\xa0\x80"}}'
    read_ = load(log(HEADER, r(0), line))
    assert json.loads(read_.rows.data[1]) == {"a": "\ufffd\ufffd\ufffd ok \ufffd\ufffd\ufffd"}
    assert "5 bytes are not UTF-8" in read_.damage[0].message
    assert read_.damage[0].line == 3


def test_what_nobody_knows_is_kept_in_extra(log, load):
    line = b'{"type":"todo/write","seq":7,"x":1.0,"seq":0,"time":1,"data":{},"x":[2],"\\u0074ime":2}'
    read_ = load(log(HEADER, line))
    assert read_.rows.extra == [b'{"seq":7,"x":1.0,"time":1,"x":[2]}']
    assert (read_.rows.seq, read_.rows.time) == ([0], [2])


def test_a_value_that_its_place_does_not_take_is_kept_in_extra(log, load):
    rows = load(
        log(
            HEADER,
            {**r(0), "seq": 2**53},
            {**r(1), "time": 10**30},
            {**r(2), "seq": -1, "ignorable": "yes"},
            b'{"type":"todo/write","seq":-0,"time":null,"data":{}}',
            {**r(4), "seq0": 9},
            {**packed(5), "seq": 5},
        )
    ).rows
    assert rows.seq == [0, 1, 2, 3, 4, 5]
    assert rows.extra == [
        b'{"seq":9007199254740992}',
        b'{"time":1000000000000000000000000000000}',
        b'{"seq":-1,"ignorable":"yes"}',
        b'{"seq":-0,"time":null}',
        b'{"seq0":9}',
        b'{"seq":5}',
    ]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"texts": ["a", 1]}, "Expected `str`"),
        ({"texts": ["a", "b", "c"]}, "3 members and 1 time gaps"),
        ({"texts": [], "dt": []}, "no members"),
        ({"dt": [1.5]}, "Expected `int`"),
        ({"turn": "1"}, "Expected `int`"),
        ({"texts": None}, "Expected `array`"),
    ],
)
def test_a_packed_row_that_contradicts_itself_is_no_row(log, load, data, why):
    read_ = load(log(HEADER, packed(0, **data), r(2)))
    assert [entry.code for entry in read_.damage] == ["malformed-packed-row", "seq-gap"]
    assert why in read_.damage[0].message
    assert read_.rows.seq == [2]


@pytest.mark.parametrize(
    "line",
    [
        b"garbage",
        b"[1]",
        b'"text"',
        b"null",
        b'{"type":"todo/write","seq":1,"time":1,"data":{}}{"type":"todo/write","seq":2,"time":1,"data":{}}',
        b'{"type":"todo/write","seq":1,"time":1,"data":{"a":01}}',
        b'{"type":"todo/write","seq":1,"time":1,"data":{"a":"\\x"}}',
        b'{"type":"todo/write","seq":1,"time":1,"data":{"a":1,}}',
        b'{"type":5,"seq":1,"time":1,"data":{}}',
        b'{"type":"todo/write","seq":1,"time":1,"data":[]}',
        b'{"type":"todo/write","seq":1,"time":1,"data":' + b"[" * 3000 + b"}",
        b"\xff\xfe{\x00}\x00",
    ],
)
def test_a_line_that_is_no_row_costs_no_other(log, load, line):
    read_ = load(log(HEADER, r(0), line, r(1)))
    assert read_.rows.seq == [0, 1]
    assert read_.rows.line == [2, 4]
    (entry,) = read_.damage
    assert entry.code in ("malformed-line", "malformed-row")
    assert (entry.line, entry.raw) == (3, line)


def test_a_broken_line_between_whole_ones_is_no_gap(log, load):
    assert [entry.code for entry in load(log(HEADER, r(0), b"{", r(1))).damage] == ["malformed-line"]


def test_one_row_over_two_lines_is_two_broken_lines(log, load):
    line = json.dumps(r(1))
    read_ = load(log(HEADER, r(0), line[:20].encode(), line[20:].encode(), r(1)))
    assert [(entry.code, entry.line) for entry in read_.damage] == [("malformed-line", 3), ("malformed-line", 4)]
    assert read_.rows.line == [2, 5]


def test_two_rows_on_a_line_and_a_blank_line_do_not_shift_the_others(log, load):
    one = json.dumps(r(1), separators=(",", ":")).encode()
    read_ = load(log(HEADER, r(0), one + b" " + one, b"", r(1), r(2)))
    assert read_.rows.line == [2, 5, 6]
    assert [entry.code for entry in read_.damage] == ["malformed-line", "blank-lines"]


def test_gaps_and_overlaps_name_what_is_missing(log, load):
    read_ = load(log(HEADER, r(1), r(2), r(5), r(4)))
    assert [(entry.code, entry.line) for entry in read_.damage] == [
        ("seq-gap", 2), ("seq-gap", 4), ("seq-overlap", 5), ("clock-backwards", 5),
    ]  # fmt: skip
    assert "seq 0 missing" in read_.damage[0].message
    assert "seq 3 to 4 missing" in read_.damage[1].message


def test_the_clock_is_told_once(log, load):
    read_ = load(log(HEADER, r(90), *({**r(91 + k), "time": 50 - k} for k in range(10))))
    assert [entry.code for entry in read_.damage] == ["seq-gap", "clock-backwards"]
    assert "10 rows with a time before that of an earlier row, by at most 59 ms" in read_.damage[1].message


def test_unknown_types_are_told_once_each_and_kept(log, load):
    read_ = load(log(HEADER, r(0, "a/b"), r(1, "a/b"), r(2, "tool/ptc-dispatch"), r(3, "mode/set"), r(4, "a" * 500)))
    messages = [entry.message for entry in read_.damage]
    assert len(messages) == 4
    assert "'a/b' (2 rows from seq 0 on)" in messages[0]
    assert "generation 0 does not have" in messages[1]
    assert "before the first release" in messages[2]
    assert len(messages[3]) < 300
    assert read_.rows.known == [False] * 5
    assert len(read_.rows) == 5


def test_a_line_that_is_too_long_is_passed_over(log, load, monkeypatch):
    monkeypatch.setattr("workbench.logs.lines.Cutter.__init__.__defaults__", (100, 1000))
    monkeypatch.setattr("workbench.logs.reading.CHUNK", 64)
    long = json.dumps(r(1, data={"a": "x" * 2000})).encode()
    path = log(HEADER, r(0), long, r(2))
    read_ = load(path)
    assert [(entry.code, entry.line) for entry in read_.damage] == [("line-too-long", 3), ("seq-gap", 4)]
    offset, length = read_.rows.offset[1], read_.rows.length[1]
    assert path.read_bytes()[offset : offset + length] == json.dumps(r(2), separators=(",", ":")).encode()


@pytest.mark.parametrize(
    ("tail", "torn"), [(b'{"type":"todo/', 14), (b'{"type":"todo/write","seq":1,"time":1,"data":{}}', 48)]
)
def test_a_line_without_its_newline_is_no_row_yet(log, load, tail, torn):
    read_ = load(log(HEADER, r(0), tail=tail))
    assert read_.torn_bytes == torn
    (entry,) = read_.damage
    assert (entry.code, entry.severity, entry.line, entry.raw) == ("torn-tail", "note", 3, tail)
    assert read_.rows.seq == [0]


def test_a_header_without_its_newline_is_a_header(binary, load):
    read_ = load(binary(json.dumps(HEADER).encode(), name="session.jsonl"))
    assert read_.header.session_id == "s"
    assert [entry.code for entry in read_.damage] == ["header-only"]


def test_a_header_that_broke_since_is_damage(log):
    path = log(HEADER, r(0))
    (found,) = discover(path).found
    path.write_bytes(b"x" + path.read_bytes())
    read_ = read(found)
    assert [(entry.code, entry.line) for entry in read_.damage] == [("malformed-line", 1)]
    assert read_.rows.seq == [0]


def test_messages_do_not_repeat_what_is_hostile(log, load):
    read_ = load(log(HEADER, r(0, "\x1b[31m<script>\u202e"), r(1, **{"\x07": 1})))
    assert not any(ord(char) < 32 or char == "\u202e" for entry in read_.damage for char in entry.message)


def test_strict_callers_find_line_offset_and_reason(log, load):
    entry = load(log(HEADER, r(0), b"{", r(1))).damage[0]
    error = WorkbenchError(entry.message, code=entry.code, line=entry.line, offset=entry.offset)
    assert str(error) == "line 3 was not read: it is not JSON: Input data was truncated"
