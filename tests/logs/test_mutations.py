"""Whatever happens to the bytes of a log: never a crash, and every line is a row or has its damage."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from workbench.errors import WorkbenchError
from workbench.logs import discover, read
from workbench.logs.careful import Refused, read_line
from workbench.logs.envelope import _one_by_one, decode
from workbench.logs.known import TypeTable
from workbench.logs.odd import _fault_at_any_depth, fault_of, members, repair
from workbench.logs.piece import Lines

FAST = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

EDITS = st.lists(
    st.tuples(
        st.sampled_from(["flip", "set", "insert", "delete", "cut", "double"]),
        st.integers(0, 10_000),
        st.sampled_from(list(b'\n\r"\\{}[],:0-N\x00\x80\xff\xed u')) | st.integers(0, 255),
    ),
    min_size=1,
    max_size=4,
)


def mutated(data: bytes, edits: list[tuple[str, int, int]]) -> bytes:
    """The data with some bytes changed, added, taken away or repeated, or its end cut off."""
    out = bytearray(data)
    for kind, where, byte in edits:
        at = where % (len(out) + 1)
        if kind == "insert":
            out.insert(at, byte)
        elif kind == "cut" and byte > 128:
            del out[at:]
        elif kind == "double":
            out[at:at] = out[at : at + byte]
        elif at < len(out):
            if kind == "delete":
                del out[at]
            else:
                out[at] = byte if kind == "set" else out[at] ^ (1 << byte % 8)
    return bytes(out)


@pytest.fixture(scope="module")
def good() -> list[bytes]:
    """The lines of a small log with every form of row."""
    place = {"turn": 1, "step": 1, "index": 0}
    rows = [
        {"type": "session", "version": 0, "id": "s", "createdAt": 5, "delegationDepth": 0},
        {"type": "turn/start", "seq": 0, "time": 10, "data": {"turn": 1}},
        {"type": "step/start", "seq": 1, "time": 11, "data": {"turn": 1, "step": 1}},
        {"type": "text-chunks", "seq0": 2, "time0": 12, "data": {**place, "dt": [1, 2], "texts": ["a", 'b",', "\\é"]}},
        {"type": "user/message", "seq": 5, "time": 15, "data": {"content": "\ud83d\ude00"}, "surfaceOp": "append"},
        {"type": "a/b", "seq": 6, "time": 16, "data": {"x": 1.5}, "ignorable": True},
        {
            "type": "tool/result",
            "seq": 7,
            "time": 17,
            "data": {"t": "é"},
            "sourceEventSeqs": [6],
            "surfaceOp": "append",
        },
        {"type": "step/end", "seq": 8, "time": 18, "data": {"turn": 1, "step": 1}},
        {"type": "turn/end", "seq": 9, "time": 19, "data": {"turn": 1, "reason": {"kind": "completed"}}},
    ]
    ascii_only = [True, False, True, False, True, False, False, True, True]
    return [
        json.dumps(row, separators=(",", ":"), ensure_ascii=plain).encode()
        for row, plain in zip(rows, ascii_only, strict=True)
    ]


def load(data: bytes):
    """Read bytes as a log; None if they are none."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        path.write_bytes(data)
        try:
            (found,) = discover(path).found
        except WorkbenchError:
            return None
        return read(found)


@FAST
@given(edits=EDITS)
def test_every_line_of_a_plain_log_is_accounted_for(good, edits):
    data = mutated(b"\n".join(good) + b"\n", edits)
    read_ = load(data)
    if read_ is None:
        return
    lines = data.split(b"\n")
    blank = {number for number, line in enumerate(lines[:-1], 1) if not line.strip(b" \t\r\n").strip(b"\xef\xbb\xbf")}
    refused = {entry.line for entry in read_.damage if entry.severity == "error"}
    assert len(read_.rows.line) == len(set(read_.rows.line))
    assert not refused & set(read_.rows.line)
    assert {1} | set(read_.rows.line) | refused | blank >= set(range(1, len(lines)))
    assert read_.torn_bytes == (len(lines[-1]) if len(lines) > 1 else 0)
    for index, number in enumerate(read_.rows.line):
        offset, length = read_.rows.offset[index], read_.rows.length[index]
        assert data[offset : offset + length] == lines[number - 1].removesuffix(b"\r")
        json.loads(read_.rows.data[index])
        if not read_.rows.repaired[index]:
            assert read_.rows.data[index] in lines[number - 1]


@FAST
@given(edits=EDITS, batches=st.lists(st.integers(1, 8), max_size=6))
def test_a_compressed_log_never_crashes_and_loses_nothing_in_silence(good, frame, edits, batches):
    cuts = sorted({1, *batches, len(good)})
    parts = [frame(*good[start:stop]) for start, stop in zip([0, *cuts], cuts, strict=False)]
    whole = b"".join(parts)
    read_ = load(mutated(whole, edits))
    if read_ is None or read_.rows.seq == [0, 1, 2, 5, 6, 7, 8, 9]:
        return
    assert [entry for entry in read_.damage if entry.code not in ("unknown-ignorable-type", "header-only")]


@FAST
@given(edits=EDITS)
def test_all_at_once_gives_what_line_by_line_gives(good, edits):
    chunk = mutated(b"\n".join(good[1:]) + b"\n", edits)
    chunk = chunk[: chunk.rfind(b"\n") + 1]
    if not chunk:
        return
    types = TypeTable(0)
    fast = decode(chunk, 2, 100, types)
    slow = _one_by_one(Lines.of(chunk, 2, 100), types)
    assert (fast.data, fast.line.tolist(), fast.seq.tolist()) == (slow.data, slow.line.tolist(), slow.seq.tolist())
    assert (fast.type.tolist(), fast.time.tolist(), fast.n.tolist()) == (
        slow.type.tolist(),
        slow.time.tolist(),
        slow.n.tolist(),
    )
    assert (fast.surface_op, fast.source_seqs, fast.ignorable) == (slow.surface_op, slow.source_seqs, slow.ignorable)
    assert (fast.extra, fast.repaired) == (slow.extra, slow.repaired)
    assert sorted(map(str, fast.damage)) == sorted(map(str, slow.damage))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@FAST
@given(value=JSON, edits=EDITS, spaces=st.booleans(), escaped=st.booleans())
def test_what_is_json_agrees_with_the_standard_library(value, edits, spaces, escaped):
    separators = (" , ", " : ") if spaces else (",", ":")
    text = json.dumps(value, separators=separators, ensure_ascii=escaped).encode("utf-8", "surrogatepass")
    for line in (text, mutated(text, edits)):
        repaired, repairs = repair(line)
        repaired.decode("utf-8")
        assert (fault_of(repaired)[0] is None) == (_fault_at_any_depth(repaired) is None)
        try:
            json.loads(line.decode(), parse_constant=lambda name: {}[name])
        except (ValueError, KeyError):
            continue
        fault = fault_of(repaired)[0]
        assert fault is None
        if not repairs.any():
            assert repaired == line


@FAST
@given(value=st.dictionaries(st.text(max_size=5), JSON, max_size=5), spaces=st.booleans())
def test_members_are_those_of_the_object(value, spaces):
    separators = (" ,\t", " : ") if spaces else (",", ":")
    line = json.dumps(value, separators=separators, ensure_ascii=True).encode()
    line, _ = repair(line)
    found = members(line)
    assert [(json.loads(key), json.loads(text)) for key, text in found] == list(json.loads(line).items())


@FAST
@given(line=st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(line):
    answer = read_line(line.replace(b"\n", b""))
    assert isinstance(answer, Refused)
