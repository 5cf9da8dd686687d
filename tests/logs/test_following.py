"""A log that grows: every row is given once, as soon as its line or frame is whole."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from workbench.logs import Following, Rows, discover, read


def grow(path: Path, data: bytes, step: int):
    """Write a file piece by piece and poll after each; yield what each poll gives."""
    head = data.index(b"\n") + 1 if data.startswith(b"{") else len(data) // 3
    path.write_bytes(data[:head])
    following = Following(discover(path).found[0])
    yield following.poll()
    for start in range(head, len(data), step):
        with path.open("ab") as file:
            file.write(data[start : start + step])
        yield following.poll()


@pytest.mark.parametrize("step", [1, 7, 100])
def test_a_plain_log_that_grows(log, header, turn, step):
    path = log(header(), *turn(), *turn(5, number=2))
    data, whole = path.read_bytes(), read(discover(path).found[0])
    rows = Rows()
    for polled in grow(path, data, step):
        rows.extend(polled.rows)
        assert polled.torn_bytes == len(path.read_bytes()) - path.read_bytes().rindex(b"\n") - 1
        assert polled.damage == []
        assert polled.state == ("torn" if polled.torn_bytes else "open-turn" if polled.open_turn else "complete")
    assert rows == whole.rows
    assert polled.decoded_bytes == whole.decoded_bytes
    assert polled.state == "complete"


@pytest.mark.parametrize("step", [1, 40, 1000])
def test_a_compressed_log_that_grows(compressed, header, turn, step):
    path = compressed(header(), *turn(), *turn(5, number=2))
    data, whole = path.read_bytes(), read(discover(path).found[0])
    rows = Rows()
    for polled in grow(path, data, step):
        rows.extend(polled.rows)
        assert polled.damage == []
    assert rows == whole.rows
    assert (polled.torn_bytes, polled.state) == (0, "complete")


def test_only_what_was_added_is_read(log, header, row, monkeypatch):
    path = log(header(), *(row(seq) for seq in range(1000)))
    following = Following(discover(path).found[0])
    assert len(following.poll().rows) == 1000
    opened, read_bytes = Path.open, []

    def counting(self, *given, **named):
        file = opened(self, *given, **named)
        size = self.stat().st_size

        class Counting:
            def __enter__(self):
                return self

            def __exit__(self, *_):
                read_bytes.append(file.tell())
                file.close()

            def __getattr__(self, name):
                return getattr(file, name)

            def seek(self, place):
                read_bytes.append(-place)
                return file.seek(place)

        assert size
        return Counting()

    monkeypatch.setattr(Path, "open", counting)
    assert len(following.poll().rows) == 0
    assert sum(read_bytes) == 0


def test_a_line_that_breaks_and_a_gap_are_told_once(log, header, row):
    path = log(header(), row(0))
    following = Following(discover(path).found[0])
    assert following.poll().damage == []
    with path.open("ab") as file:
        file.write(b'{"broken\n{"type":"todo/write","seq":3,"time":1,"data":{}}\n')
    polled = following.poll()
    assert [entry.code for entry in polled.damage] == ["malformed-line", "seq-gap", "clock-backwards"]
    assert (polled.rows.seq, polled.rows.line) == ([3], [4])
    again = following.poll()
    assert (again.damage, len(again.rows), again.state) == ([], 0, "damaged")


def test_a_torn_end_that_the_writer_takes_back(log, header, row):
    """When a writer opens a log again, it cuts a torn line off and goes on."""
    path = log(header(), row(0), tail=b'{"type":"turn/st')
    whole = path.read_bytes().rindex(b"\n") + 1
    following = Following(discover(path).found[0])
    assert following.poll().torn_bytes == 16
    with path.open("r+b") as file:
        file.truncate(whole)
        file.seek(whole)
        file.write(b'{"type":"todo/write","seq":1,"time":1790000000001,"data":{}}\n')
    polled = following.poll()
    assert (polled.rows.seq, polled.damage, polled.torn_bytes) == ([1], [], 0)


def test_a_file_that_is_replaced(log, header, row, tmp_path):
    path = log(header(), row(0), row(1))
    following = Following(discover(path).found[0])
    following.poll()
    other = log(header(), row(0), row(1), row(2), name="other")
    other.replace(path)
    assert [entry.code for entry in following.poll().damage] == ["source-replaced"]
    path = log(header(), row(0), row(1))
    following = Following(discover(path).found[0])
    following.poll()
    log(header(), row(0))
    assert [entry.code for entry in following.poll().damage] == ["source-replaced"]


def test_the_last_record_is_still_being_written(shared: Path, tmp_path):
    case = shared / "cases" / "10-torn-tail-live-write"
    path = Path(shutil.copy(case / "session.jsonl", tmp_path))
    path.chmod(0o600)
    following = Following(discover(path).found[0])
    first = following.poll()
    assert (first.rows.seq, first.torn_bytes, first.open_turn) == ([0, 1, 2, 3, 4], 155, True)
    with path.open("ab") as file:
        file.write((case / "rest.bin").read_bytes())
    second = following.poll()
    assert (second.rows.seq, second.torn_bytes, second.state) == ([5, 6, 7, 8, 9, 10], 0, "complete")
    first.rows.extend(second.rows)
    assert first.rows == read(discover(path).found[0]).rows
