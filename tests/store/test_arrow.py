"""Columns of plain values become tables, with NULL where a value is None."""

from __future__ import annotations

import duckdb
import pytest

from workbench.store import arrow


@pytest.fixture
def con():
    with duckdb.connect() as connection:
        yield connection


def table(con, **columns):
    con.register("given", arrow.Batch(columns))
    return con.execute("select * from given").fetchall()


def test_values_and_missing_values_arrive_as_they_are(con):
    assert table(
        con,
        text=arrow.strings([b"a", None, "ünï".encode(), b""]),
        number=arrow.integers([1, None, -(2**63), 2**63 - 1]),
        truth=arrow.booleans([True, False, None, True]),
    ) == [("a", 1, True), (None, None, False), ("ünï", -(2**63), None), ("", 2**63 - 1, True)]


def test_a_number_that_does_not_fit_into_64_bits_is_not_known(con):
    assert table(con, number=arrow.integers([2**63, 7, None])) == [(None,), (7,), (None,)]


def test_more_than_a_vector_of_rows(con):
    count = 5000
    rows = table(con, text=arrow.strings([b"%d" % n for n in range(count)]), n=arrow.integers(list(range(count))))
    assert len(rows) == count
    assert all(text == str(number) for text, number in rows)


def test_an_empty_table(con):
    assert table(con, text=arrow.strings([]), number=arrow.integers([]), truth=arrow.booleans([])) == []


def test_a_batch_can_be_read_again(con):
    con.register("given", arrow.Batch({"n": arrow.integers([1, 2, 3])}))
    assert [con.execute("select sum(n) from given").fetchone() for _ in range(3)] == [(6,)] * 3
