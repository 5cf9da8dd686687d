"""Escaped halves of surrogate pairs (case 06): one note of repair, everything else as it is."""

from __future__ import annotations

import workbench


def test_all_events_load_and_only_line_7_is_damaged(case):
    wb = workbench.open()
    report = wb.load(case("06") / "session.jsonl")
    assert (report.rows, report.events) == (11, 11)
    ((found),) = report.damage
    assert (found.code, found.severity, found.line) == ("lone-surrogate", "warning", 7)
    assert "2 characters in 1 string" in found.message
    assert wb.sql("select seq from rows where repaired").fetchall() == [(6 - 1,)]
    card = wb.session("session-06").card("c1")
    assert (card.type, card.state) == ("terminal", "done")
    assert wb.sql("select exit_code from calls").fetchall() == [(0,)]
    text = card.text()
    assert text.count("\N{REPLACEMENT CHARACTER}") >= 2
    assert "\N{GRINNING FACE}" in text or any(ord(letter) > 0xFFFF for letter in text)
    assert not any(0xD800 <= ord(letter) <= 0xDFFF for letter in text)


def test_what_is_saved_holds_no_half_characters(case, tmp_path):
    wb = workbench.open()
    wb.load(case("06") / "session.jsonl")
    assert wb.save(tmp_path / "folder").is_dir()
