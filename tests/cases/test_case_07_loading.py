"""Bytes that are no UTF-8, and an escaped NUL (case 07)."""

from __future__ import annotations

import pytest

import workbench


def test_the_line_is_read_with_replacements_and_named(case):
    path = case("07") / "session.jsonl"
    wb = workbench.open()
    report = wb.load(path)
    assert report.events == 11
    (found,) = report.damage
    assert (found.code, found.line, found.offset) == ("invalid-utf8", 7, 972)
    raw = path.read_bytes()
    assert raw[1210:1212] == b"\xb2\xff"
    assert wb.sql('select "offset", length from rows where line = 7').fetchall() == [(972, raw.index(b"\n", 972) - 972)]


def test_a_nul_reaches_neither_text_nor_page_nor_sql(case):
    wb = workbench.open()
    wb.load(case("07") / "session.jsonl")
    card = wb.session("session-07").card("c1")
    assert "\0" not in card.text()
    assert "\0" not in card.html()
    assert wb.sql("select count(*) from rows where contains(data, chr(0))").fetchall() == [(0,)]
    assert wb.sql("select count(*) from calls where contains(arguments, chr(0))").fetchall() == [(0,)]
    ((start,),) = wb.sql("select text_start from tool_results").fetchall()
    texts = [row[0] for row in wb.sql("select text from surface('session-07')").fetchall()]
    assert start in texts
    assert "\N{SYMBOL FOR NULL}" in start
    assert "\0" not in "".join(texts)


def test_a_strict_load_names_the_same_line(case):
    path = case("07") / "session.jsonl"
    with pytest.raises(workbench.WorkbenchError) as refused:
        workbench.open().load(path, strict=True)
    error = refused.value
    assert (error.code, error.path, error.line, error.offset) == ("invalid-utf8", str(path), 7, 972)
