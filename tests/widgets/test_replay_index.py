"""The columnar index and its wire form."""

from __future__ import annotations

import runpy
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from workbench.replay.index import CHUNK, HEAD, Index, chunks, pack, pack_chunk, pack_head, unpack

Synthetic = runpy.run_path(str(Path(__file__).with_name("synthetic.py")))["Synthetic"]


@pytest.fixture(scope="module")
def index() -> Index:
    return Synthetic(5_000).index()


def test_the_head_has_the_numbers_of_every_row(index):
    head = unpack(pack_head(index))
    assert list(head) == [name for name, _ in HEAD]
    for name in head:
        np.testing.assert_array_equal(head[name], getattr(index, name))


def test_the_head_is_small(index):
    assert len(pack_head(index)) < 30 * len(index)


def test_a_head_can_begin_later(index):
    np.testing.assert_array_equal(unpack(pack_head(index, 4_096))["clock"], index.clock[4_096:])


def test_chunks_give_back_all_texts_and_transitions(index):
    titles: list[str] = []
    moves: list[tuple[int, int]] = []
    for start, stop in chunks(len(index)):
        part = unpack(pack_chunk(index, start, stop))
        data = part["titles.bytes"].tobytes()
        at = part["titles.at"]
        titles += [data[a:b].decode() for a, b in pairwise(at)]
        assert part["t_start"][0] == 0
        moves += zip(part["t_clock"].tolist(), part["t_state"].tolist(), strict=True)
        np.testing.assert_array_equal(part["seq"], index.seq[start:stop])
    assert titles == list(index.titles)
    assert moves == list(zip(index.t_clock.tolist(), index.t_state.tolist(), strict=True))


def test_chunks_cover_every_row_once():
    assert chunks(0) == []
    assert chunks(1) == [(0, 1)]
    assert chunks(2 * CHUNK + 1) == [(0, CHUNK), (CHUNK, 2 * CHUNK), (2 * CHUNK, 2 * CHUNK + 1)]


def test_every_column_begins_at_a_multiple_of_four_bytes():
    data = pack({"odd": np.zeros(3, "u1"), "wide": np.array([1, -2], "<i4"), "pair": np.array([7], "<u2")})
    size = int.from_bytes(data[:4], "little")
    assert size % 4 == 0
    assert unpack(data)["wide"].tolist() == [1, -2]
    assert unpack(data)["pair"].tolist() == [7]


@pytest.mark.parametrize("title", ["日本語 – ü", "lone \ud800 surrogate", "", "\x00\x1b[31m", "\u202e turned"])
def test_any_text_of_a_log_can_be_sent(title):
    index = _one(title)
    part = unpack(pack_chunk(index, 0, 1))
    sent = part["titles.bytes"].tobytes().decode()
    assert sent == title.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def test_a_deep_row_keeps_its_parent_though_its_depth_is_capped():
    depth = np.arange(300, dtype="<i4")
    index = _chain(depth)
    index.check()
    head = unpack(pack_head(index))
    assert head["depth"].max() == 255
    assert head["parent"].tolist() == list(range(-1, 299))


def test_an_index_out_of_order_is_refused():
    with pytest.raises(ValueError, match="pre-order"):
        _chain(np.array([0, 2], "<i4")).check()
    with pytest.raises(ValueError, match="column titles"):
        Index(**{**_columns(np.zeros(1, "<i4")), "titles": []}).check()


def _columns(depth: np.ndarray) -> dict:
    n = len(depth)
    zero = {
        "kind": "u1",
        "icon": "u1",
        "tool": "<u2",
        "seq": "<i4",
        "clock": "<i4",
        "end": "<i4",
        "wait": "<i4",
        "duration": "<i4",
    }
    zero |= {"duration_kind": "u1", "state": "u1", "outcome": "u1", "flags": "u1"}
    texts = {name: [""] * n for name in ("titles", "badges", "keys")}
    columns = {name: np.zeros(n, kind) for name, kind in zero.items()}
    return {
        **columns,
        **texts,
        "depth": depth,
        "parent": np.arange(-1, n - 1, dtype="<i4"),
        "t_start": np.zeros(n + 1, "<i4"),
    }


def _chain(depth: np.ndarray) -> Index:
    return Index(**_columns(depth))


def _one(title: str) -> Index:
    return Index(**{**_columns(np.zeros(1, "<i4")), "titles": [title]})
