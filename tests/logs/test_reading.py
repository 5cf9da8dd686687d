"""What a log gives: its rows as written, numbered and placed, whatever its encoding."""

from __future__ import annotations

import json
import os

from workbench.logs import Reading, discover, read


def test_rows_are_the_lines_after_the_header(log, load, header, turn):
    path = log(header(), *turn())
    rows = load(path).rows
    lines = path.read_bytes().split(b"\n")
    assert rows.type == ["turn/start", "step/start", "user/message", "step/end", "turn/end"]
    assert rows.seq == [0, 1, 2, 3, 4]
    assert rows.n == [1] * 5
    assert rows.time == [1790000000000 + seq for seq in range(5)]
    assert rows.line == [2, 3, 4, 5, 6]
    for line, offset, length, data in zip(rows.line, rows.offset, rows.length, rows.data, strict=True):
        assert path.read_bytes()[offset : offset + length] == lines[line - 1]
        assert data in lines[line - 1]
    assert rows.surface_op == [None, None, b'"append"', None, None]
    assert rows.known == [True] * 5
    assert rows.repaired == rows.inherited == [False] * 5
    assert rows.extra == rows.source_seqs == rows.ignorable == [None] * 5


def test_the_header_is_read_as_written(log, load, header):
    members = {"cwd": "C:\\DEV\\X", "parentSession": "p", "origin": "subagent", "agentPreset": "ptc", "seedLength": 3}
    read_ = load(log(header(**members)))
    head = read_.header
    assert (head.session_id, head.generation, head.created_at) == ("s", 0, 1790000000000)
    assert (head.cwd, head.parent_session, head.origin, head.preset) == ("C:\\DEV\\X", "p", "subagent", "ptc")
    assert (head.seed_length, head.is_seeded, head.depth) == (3, None, 0)
    assert json.loads(head.raw)["agentPreset"] == "ptc"


def test_data_stays_byte_for_byte(log, load, header):
    data = b'{"a":1.10,"b":-0,"c":1e400,"d":123456789012345678901234567890,"e":"\\u00e9\\u0000\\/","a":2, "f" :[ ] }'
    read_ = load(log(header(), b'{"type":"x/y","seq":0,"time":1,"data":' + data + b"}"))
    assert read_.rows.data == [data]
    assert read_.rows.repaired == [False]
    assert [entry.code for entry in read_.damage] == ["unknown-required-type"]


def test_the_order_of_members_and_spaces_do_not_matter(log, load, header):
    odd = b' { "data" : {"turn": 1} ,"time":5, "seq" : 0 ,"surfaceOp": "append", "type" :"turn\\/start" } '
    read_ = load(log(header(), odd))
    assert (read_.rows.type, read_.rows.seq, read_.rows.time) == (["turn/start"], [0], [5])
    assert read_.rows.data == [b'{"turn": 1}']
    assert read_.rows.surface_op == [b'"append"']
    assert read_.rows.extra == [None]
    assert read_.damage == []


def test_optional_members_are_kept_as_written(log, load, header, row):
    replace = {"op": "replace", "start": 0, "end": 0}
    rows = load(
        log(
            header(),
            row(0),
            row(1, "tool/result", surfaceOp=replace, sourceEventSeqs=[0, [0, 0]]),
            row(2, ignorable=True),
            row(3, ignorable=False),
        )
    ).rows
    assert rows.surface_op == [None, b'{"op":"replace","start":0,"end":0}', None, None]
    assert rows.source_seqs == [None, b"[0,[0,0]]", None, None]
    assert rows.ignorable == [None, None, True, False]


def test_a_packed_row_counts_its_members(log, load, header, row):
    place = {"turn": 1, "step": 1, "index": 0}
    read_ = load(
        log(
            header(),
            row(0),
            {"type": "text-chunks", "seq0": 1, "time0": 9, "data": {**place, "dt": [5, -3], "texts": ["a", '",', ""]}},
            {"type": "tool-call-chunks", "seq0": 4, "time0": 9, "data": {**place, "dt": [], "id": "c", "args": ["{"]}},
            row(5),
        )
    )
    assert read_.rows.type[1:3] == ["text-chunks", "tool-call-chunks"]
    assert read_.rows.seq == [0, 1, 4, 5]
    assert read_.rows.n == [1, 3, 1, 1]
    assert read_.rows.time[1] == 9
    assert [entry.code for entry in read_.damage] == ["clock-backwards"]


def test_templates_are_numbered_by_position(log, load, header):
    chunk = {"turn": 1, "step": 1, "index": 0, "dt": [0, 1], "texts": ["a", "b", "c"]}
    read_ = load(
        log(
            header(None),
            {"type": "turn/start", "data": {"turn": 1}},
            {"type": "text-chunks", "data": chunk},
            {"type": "turn/end", "data": {"turn": 1}},
        )
    )
    assert read_.header.generation == 0
    assert read_.rows.seq == [0, 1, 4]
    assert read_.rows.n == [1, 3, 1]
    assert read_.rows.time == [None] * 3
    assert read_.damage == []


def test_turn_and_step_are_those_that_are_open(log, load, header, row, turn):
    read_ = load(log(header(), row(0), *turn(1), row(6), *turn(7, number=2), row(12, "hook/result", {"turn": 2})))
    assert read_.rows.turn == [None, 1, 1, 1, 1, 1, None, 2, 2, 2, 2, 2, 2]
    assert read_.rows.step == [None, None, 1, 1, 1, None, None, None, 1, 1, 1, None, None]
    assert read_.state == "complete"


def test_outside_a_turn_rows_are_asked_themselves(log, load, header, row):
    place = {"turn": 3, "step": 2}
    rows = load(
        log(
            header(),
            row(0, "tool/call", place),
            row(1, "todo/write", place),
            row(2, "turn/start", {"turn": 4}),
            row(3, "tool/call", {"turn": 4, "step": 1}),
            row(4, "tool/call", {"turn": "4", "step": 1.5}),
        )
    ).rows
    assert rows.turn == [3, None, 4, 4, 4]
    assert rows.step == [2, None, None, 1, None]


def test_the_seed_of_generation_0_is_inherited(log, load, header, row, turn):
    rows = load(log(header(seedLength=5), *turn(), row(5, "session/end-seed"), row(6))).rows
    assert rows.inherited == [True] * 5 + [False] * 2


def test_compressed_rows_are_the_same(log, compressed, load, header, turn):
    lines = [header(), *turn(), *turn(5, number=2)]
    plain = load(log(*lines))
    packed = load(compressed(*lines, name="other/session.jsonl.zstd"))
    assert (plain.found.encoding, packed.found.encoding) == ("jsonl", "zstd")
    assert packed.rows == plain.rows
    assert packed.damage == []
    assert packed.decoded_bytes == plain.decoded_bytes == plain.found.bytes


def test_states(log, load, header, turn, row):
    whole = [header(), *turn()]
    assert load(log(*whole)).state == "complete"
    open_turn = load(log(*whole, row(5, "turn/start", {"turn": 2})))
    assert (open_turn.state, open_turn.open_turn) == ("open-turn", True)
    torn = load(log(*whole, row(5, "turn/start", {"turn": 2}), tail=b'{"type"'))
    assert (torn.state, torn.open_turn, torn.torn_bytes) == ("torn", True, 7)
    damaged = load(log(*whole, b"{", tail=b'{"type"'))
    assert (damaged.state, damaged.open_turn, damaged.torn_bytes) == ("damaged", False, 7)


def test_reading_in_pieces_gives_the_same(log, header, turn, monkeypatch):
    monkeypatch.setattr("workbench.logs.lines.Cutter.__init__.__defaults__", (200, 10_000))
    monkeypatch.setattr("workbench.logs.reading.CHUNK", 64)
    lines = [header(), *(line for number in range(20) for line in turn(5 * number, number=number + 1))]
    (found,) = discover(log(*lines)).found
    pieces = list(Reading(found))
    assert len(pieces) > 5
    monkeypatch.undo()
    whole = read(found).rows
    assert [seq for piece in pieces for seq in piece.seq] == whole.seq == list(range(100))
    assert [turn_ for piece in pieces for turn_ in piece.turn] == whole.turn
    assert [offset for piece in pieces for offset in piece.offset] == whole.offset


def test_the_source_is_not_touched(log, load, header, turn):
    path = log(header(), *turn())
    os.utime(path, ns=(1, 2))
    path.chmod(0o400)
    before = path.read_bytes()
    load(path)
    assert path.stat().st_mtime_ns == 2
    assert path.read_bytes() == before
    assert [entry.name for entry in path.parent.iterdir()] == ["session.jsonl"]


def test_a_file_that_went_away_is_damage(log, header, turn):
    path = log(header(), *turn())
    (found,) = discover(path).found
    path.unlink()
    gone = read(found)
    assert [entry.code for entry in gone.damage] == ["unreadable"]
    assert (len(gone.rows), gone.state) == (0, "damaged")
