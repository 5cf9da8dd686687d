"""Rows are arrays inside and lists for whoever asks."""

from __future__ import annotations

import numpy as np

from workbench.logs import Reading, Rows, discover
from workbench.logs.columns import COLUMNS, NONE


def test_arrays_and_lists_say_the_same(log, load, header, turn, row):
    rows = load(log(header(), row(0), *turn(1), {**row(6), "time": None})).rows
    assert [rows.type_names[number] for number in rows.arrays["type"]] == rows.type
    assert rows.arrays["time"].tolist() == [NONE if time is None else time for time in rows.time]
    assert rows.time[-1] is None
    assert rows.turn == [None, 1, 1, 1, 1, 1, None]
    assert rows.arrays["turn"].dtype == np.int64
    assert rows.arrays["known"].dtype == np.bool_
    assert type(rows.seq[0]) is int
    assert type(rows.known[0]) is bool
    assert {len(getattr(rows, name)) for name in COLUMNS} == {7}


def test_pieces_are_joined(log, header, turn, monkeypatch):
    path = log(header(), *turn(), *turn(5, number=2))
    (found,) = discover(path).found
    (whole,) = Reading(found)
    monkeypatch.setattr("workbench.logs.lines.Cutter.__init__.__defaults__", (100, 10_000))
    monkeypatch.setattr("workbench.logs.reading.CHUNK", 64)
    rows = Rows()
    for piece in Reading(found):
        rows.extend(piece)
    assert rows == whole
    assert rows != Rows()
    rows.extend(Rows())
    assert len(rows) == 10
    assert Rows().type == Rows().time == []
