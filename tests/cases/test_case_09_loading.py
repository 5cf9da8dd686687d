"""One damaged line between whole ones (case 09)."""

from __future__ import annotations

import pytest

import workbench


@pytest.fixture(scope="module")
def loaded(cases):
    wb = workbench.open()
    return wb, wb.load(cases / "09-malformed-middle-line" / "session.jsonl")


def test_everything_else_is_read(loaded):
    wb, report = loaded
    assert report.events == 11
    assert wb.sql("select list(seq order by seq) from events").fetchall() == [(list(range(11)),)]
    assert wb.session("session-09").card("c1").state == "done"


def test_the_line_is_one_row_of_damage_with_its_bytes(loaded, cases):
    _, report = loaded
    (found,) = report.damage
    assert (found.code, found.severity, found.line, found.offset) == ("malformed-line", "error", 6, 776)
    raw = (cases / "09-malformed-middle-line" / "session.jsonl").read_bytes()
    assert found.raw == raw[776 : raw.index(b"\n", 776)]


def test_the_session_says_it(loaded):
    wb, _ = loaded
    session = wb.session("session-09")
    assert "one line could not be read" in session.banner.lower()
    assert session.at(seq=2).banner is None or "line" not in session.at(seq=2).banner


def test_a_strict_load_names_file_line_offset_and_reason(cases):
    path = cases / "09-malformed-middle-line" / "session.jsonl"
    with pytest.raises(workbench.WorkbenchError, match="not JSON") as refused:
        workbench.open().load(path, strict=True)
    error = refused.value
    assert (error.path, error.line, error.offset) == (str(path), 6, 776)
    assert str(path) in str(error)
