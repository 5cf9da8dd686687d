"""Columns of plain values become tables, with NULL where a value is None."""

from __future__ import annotations

import duckdb
import numpy as np
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
        text=arrow.some_strings({2: "ünï".encode(), 0: b"a", 3: b""}, 4),
        number=arrow.numbers(np.array([1, -1, 2**63 - 1, 0]), -1),
        flag=arrow.flags(np.array([True, False, True, True])),
        truth=arrow.some_flags({3: True, 0: True, 1: False}, 4),
        word=arrow.strings([b"yz", b"x", b"yz", b"yz"]),
    ) == [
        ("a", 1, True, True, "yz"),
        (None, None, False, False, "x"),
        ("ünï", 2**63 - 1, True, None, "yz"),
        ("", 0, True, True, "yz"),
    ]


def test_more_than_a_vector_of_rows(con):
    count = 5000
    rows = table(con, text=arrow.strings([b"%d" % n for n in range(count)]), n=arrow.numbers(np.arange(count), -1))
    assert len(rows) == count
    assert all(text == str(number) for text, number in rows)


def test_an_empty_table(con):
    empty = np.zeros(0, np.int64)
    columns = {"text": arrow.strings([]), "number": arrow.numbers(empty, -1), "some": arrow.some_strings({}, 0)}
    assert table(con, **columns) == []


def test_columns_of_different_lengths_are_refused(con):
    with pytest.raises(ValueError, match="differ in length"):
        arrow.Batch({"a": arrow.strings([b"x"]), "b": arrow.strings([])})


def test_a_batch_can_be_read_again(con):
    con.register("given", arrow.Batch({"n": arrow.numbers(np.array([1, 2, 3]), -1)}))
    assert [con.execute("select sum(n) from given").fetchone() for _ in range(3)] == [(6,)] * 3
