"""Frames: several, a torn one, a corrupt one, and one that expands without end (case 11)."""

from __future__ import annotations

import pytest

import workbench


@pytest.fixture
def loaded(case):
    def load(folder: str):
        wb = workbench.open()
        return wb, wb.load(case("11") / folder)

    return load


def seqs(wb) -> list[int]:
    return [row[0] for row in wb.sql("select seq from events order by seq").fetchall()]


def test_all_frames_are_read(loaded):
    wb, report = loaded("ok")
    assert seqs(wb) == list(range(11))
    assert report.damage == ()


def test_a_torn_frame_is_a_tail_and_not_corrupt(loaded):
    wb, report = loaded("torn")
    assert seqs(wb) == list(range(11))
    assert wb.sql("select torn_bytes from sources").fetchall() == [(148,)]
    assert {found.severity for found in report.damage} == {"note"}


def test_a_corrupt_frame_is_stepped_over(loaded):
    wb, report = loaded("corrupt")
    assert seqs(wb) == [0, 1, 2, 3, 7, 8, 9, 10]
    told = {found.code: found.message for found in report.damage}
    assert "435" in told["corrupt-frame"]
    assert "4 to 6" in told["seq-gap"]


def test_a_strict_load_names_the_frame(case):
    with pytest.raises(workbench.WorkbenchError, match="435"):
        workbench.open().load(case("11") / "corrupt", strict=True)


def test_a_bomb_is_refused_by_its_ratio_and_what_stands_before_it_is_kept(loaded):
    wb, report = loaded("bomb")
    assert seqs(wb) == [0]
    message = next(found.message for found in report.damage if found.code == "decompression-limit")
    assert any(letter.isdigit() for letter in message)
    assert "expands" in message
