"""Zstandard: many frames, torn ones, broken ones, and one that would fill the memory."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from workbench.logs import discover, read
from workbench.logs.frames import frame_end

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd


def codes(read_):
    return [entry.code for entry in read_.damage]


def test_a_frame_ends_where_its_structure_says(frame):
    first, second = frame({"a": 1}), frame({"b": "x" * 400_000})
    data = first + second
    assert frame_end(data, 0) == len(first)
    assert frame_end(data, len(first)) == len(data)
    for cut in range(len(first)):
        assert frame_end(first[:cut], 0) is None
    sized = zstd.compress(b"x" * 70_000)
    assert frame_end(sized, 0) == len(sized)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\x28\xb5\x2f\xfe", "invalid frame magic"),
        (b"\x28\xb5\x2f\xfd\x08", "reserved frame-header bit"),
        (b"\x28\xb5\x2f\xfd\x04\x58\x07\x00\x00", "reserved block type"),
    ],
)
def test_what_is_no_frame(data, why):
    with pytest.raises(ValueError, match=why):
        frame_end(data, 0)


def test_thousands_of_small_frames(compressed, load, header, row):
    rows = load(compressed(header(), *(row(seq) for seq in range(3000)))).rows
    assert rows.seq == list(range(3000))


def test_one_frame_for_all_is_read_with_a_note(binary, frame, load, header, turn):
    read_ = load(binary(frame(header(), *turn())))
    assert codes(read_) == ["header-frame"]
    assert len(read_.rows) == 5


def test_a_frame_larger_than_a_piece(load_frames, header, row, monkeypatch):
    monkeypatch.setattr("workbench.logs.frames.PIECE", 1000)
    rows = [row(seq, data={"text": str(seq) * 50}) for seq in range(200)]
    read_ = load_frames([header()], rows)
    assert read_.rows.seq == list(range(200))
    assert read_.damage == []


def test_the_last_frame_is_torn_and_nothing_of_it_can_be_decoded(compressed, load, header, turn):
    path = compressed(header(), *turn())
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    read_ = load(path)
    assert codes(read_) == ["torn-tail"]
    assert read_.rows.seq == [0, 1, 2, 3]
    last = whole.rindex(b"\x28\xb5\x2f\xfd")
    assert (read_.torn_bytes, read_.damage[0].offset, read_.state) == (len(whole) - 9 - last, last, "torn")


def test_whole_lines_are_taken_from_a_torn_frame(binary, frame, load, header, row):
    """As the writer does when it opens the log again: blocks that are there are decoded, a cut line is not."""
    first = frame(header())
    rows = [row(seq, data={"text": f"{seq * 7919 % 1000003} " * 2000}) for seq in range(40)]
    last = frame(*rows)
    read_ = load(binary(first, last[: len(last) * 2 // 3]))
    taken = len(read_.rows)
    assert 0 < taken < 40
    assert read_.rows.seq == list(range(taken))
    assert codes(read_) == ["torn-tail"]
    assert f"{taken} whole lines were taken from it" in read_.damage[0].message
    assert (read_.torn_bytes, read_.state) == (len(last) * 2 // 3, "torn")


@pytest.mark.parametrize("cut", range(1, 14))
def test_any_torn_end_of_a_frame(compressed, load, header, turn, cut):
    path = compressed(header(), *turn())
    path.write_bytes(path.read_bytes()[:-cut])
    read_ = load(path)
    assert codes(read_) == ["torn-tail"]
    assert read_.rows.seq[:4] == [0, 1, 2, 3]


@pytest.mark.parametrize("code", ["frame-garbage", "corrupt-frame", "torn-tail"])
def test_damage_of_a_frame_names_the_line_that_was_next(frame, load_frames, header, row, code):
    broken = bytearray(frame(row(2), row(3)))
    broken[-1] ^= 1
    rest = {
        "frame-garbage": b"garbage" + frame(row(2)),
        "corrupt-frame": bytes(broken) + frame(row(4)),
        "torn-tail": frame(row(2), row(3))[:-9],
    }
    entry = load_frames([header()], [row(0), row(1)], rest[code]).damage[0]
    assert (entry.code, entry.line, entry.offset) == (code, 4, len(frame(header()) + frame(row(0), row(1))))


def test_a_broken_frame_is_stepped_over(binary, frame, load, header, row):
    parts = [frame(header()), frame(row(0)), frame(row(1), row(2)), frame(row(3))]
    broken = bytearray(parts[2])
    broken[-1] ^= 0xFF  # its checksum
    read_ = load(binary(parts[0], parts[1], bytes(broken), parts[3]))
    assert read_.rows.seq == [0, 3]
    assert [(entry.code, entry.offset) for entry in read_.damage][:1] == [("corrupt-frame", len(parts[0] + parts[1]))]
    assert codes(read_) == ["corrupt-frame", "seq-gap"]
    assert read_.state == "damaged"


def test_a_broken_size_does_not_hide_the_frames_after_it(binary, frame, load, header, row):
    parts = [frame(header()), *(frame(row(seq, data={"n": seq})) for seq in range(6))]
    broken = bytearray(parts[2])
    broken[7] ^= 0x7F  # the size of its block
    read_ = load(binary(*parts[:2], bytes(broken), *parts[3:]))
    assert read_.rows.seq == [0, 2, 3, 4, 5]
    assert "corrupt-frame" in codes(read_)


def test_garbage_between_frames(binary, frame, load, header, row):
    read_ = load(binary(frame(header()), frame(row(0)), b"\0" * 77, frame(row(1))))
    assert read_.rows.seq == [0, 1]
    (entry,) = read_.damage
    assert (entry.code, entry.offset) == ("frame-garbage", len(frame(header()) + frame(row(0))))
    assert "77 bytes" in entry.message


def test_a_line_over_the_end_of_its_frame_is_read(binary, frame, load, header):
    line = b'{"type":"todo/write","seq":0,"time":1,"data":{}}\n'
    read_ = load(binary(frame(header()), zstd.compress(line[:20]), zstd.compress(line[20:])))
    assert codes(read_) == ["frame-splits-line"]
    assert read_.rows.seq == [0]


def test_a_whole_frame_that_ends_in_a_line_that_nothing_continues(binary, frame, load, header, row):
    read_ = load(binary(frame(header()), frame(row(0)), zstd.compress(b'{"type":"todo')))
    assert codes(read_) == ["frame-cuts-line"]
    assert (read_.damage[0].line, read_.damage[0].raw) == (3, b'{"type":"todo')
    assert (read_.rows.seq, read_.torn_bytes, read_.state) == ([0], 0, "damaged")


def test_a_frame_that_expands_without_end_is_refused(load_frames, header, row, monkeypatch):
    monkeypatch.setattr("workbench.logs.frames.RATIO_FLOOR", 100_000)
    monkeypatch.setattr("workbench.logs.frames.PIECE", 50_000)
    bomb = zstd.compress(b'{"type":"todo/write","seq":1,"time":1,"data":{"a":"' + b"x" * 3_000_000 + b'"}}\n')
    read_ = load_frames([header()], [row(0)], bomb, [row(2)])
    assert read_.rows.seq == [0, 2]
    assert codes(read_) == ["decompression-limit", "frame-cuts-line", "seq-gap"]
    assert "1000 times its" in read_.damage[0].message


def test_a_large_frame_of_an_honest_ratio_is_read(load_frames, header, row, monkeypatch):
    monkeypatch.setattr("workbench.logs.frames.RATIO_FLOOR", 1000)
    rows = [row(seq, data={"text": f"{seq * 7919 % 1000003}" * 30}) for seq in range(100)]
    assert load_frames([header()], rows).damage == []


@pytest.mark.parametrize("folder", ["ok", "torn", "corrupt", "bomb"])
def test_hard_frames(shared: Path, folder):
    (found,) = discover(shared / "cases" / "11-zstd-frames-torn-corrupt-bomb" / folder).found
    read_ = read(found)
    eleven = list(range(11))
    expected = {
        "ok": (eleven, 0, []),
        "torn": (eleven, 148, ["torn-tail"]),
        "corrupt": ([0, 1, 2, 3, 7, 8, 9, 10], 0, ["corrupt-frame", "seq-gap"]),
        "bomb": ([0], 0, ["decompression-limit", "frame-cuts-line"]),
    }
    assert (read_.rows.seq, read_.torn_bytes, codes(read_)) == expected[folder]
    if folder == "corrupt":
        assert read_.damage[0].offset == 435
