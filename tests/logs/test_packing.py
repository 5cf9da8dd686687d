"""Packing loses nothing, and a packed row that contradicts itself is refused in the writer's words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.logs.packing import SHORTEST, pack, unpack

LARGEST = 2**53 - 1


def chunk(seq: int, time: int, part: dict, *, turn: int = 1) -> dict:
    return {"type": "assistant/chunk", "seq": seq, "time": time, "data": {"turn": turn, "step": 1, "chunk": part}}


def text(index: int = 0, value: str = "x", kind: str = "text-delta") -> dict:
    return {"type": kind, "index": index, "text": value}


def call(**more: str) -> dict:
    return {"type": "tool-call-delta", "index": 0, "argumentsDelta": "{", "id": "c"} | more


PARTS = st.one_of(
    st.builds(text, st.integers(0, 1), st.text(max_size=3), st.sampled_from(["text-delta", "reasoning-delta"])),
    st.builds(lambda more: call(**more), st.sampled_from([{}, {"name": "bash"}, {"id": "d"}, {"name": "read"}])),
    st.just({"type": "usage", "usage": {}}),
    st.just(text() | {"more": 1}),
)
STEPS = st.lists(st.tuples(PARTS, st.integers(-5, 50), st.sampled_from([1, 1, 1, 2])), max_size=30)


@given(STEPS)
def test_unpacking_gives_back_every_event(steps):
    events = [chunk(7 + place, 1000 + gap, part, turn=turn) for place, (part, gap, turn) in enumerate(steps)]
    rows = pack(events)
    assert [event for row in rows for event in unpack(row)] == events
    assert all(len(unpack(row)) >= SHORTEST for row in rows if "seq0" in row)


@pytest.mark.parametrize(
    "part",
    [text(1), text(kind="reasoning-delta"), text() | {"more": 1}, {"type": "text-delta", "index": 0, "text": 1}],
    ids=["another block", "another kind", "an unknown member", "no text"],
)
def test_a_run_ends_where_the_members_differ(part):
    run = [chunk(seq, 0, text()) for seq in range(3)]
    assert [row["type"] for row in pack([*run, chunk(3, 0, part)])] == ["text-chunks", "assistant/chunk"]


def test_a_run_ends_where_a_seq_is_missing_and_where_the_time_jumps_too_far():
    assert len(pack([chunk(seq, 0, text()) for seq in (0, 1, 3)])) == 3
    assert len(pack([chunk(0, -LARGEST, text()), chunk(1, LARGEST, text()), chunk(2, LARGEST, text())])) == 3


def test_calls_are_packed_when_all_have_the_same_name_or_none():
    named = [chunk(seq, 0, call(name="bash")) for seq in range(3)]
    (row,) = pack(named)
    assert row["data"] == {
        "turn": 1, "step": 1, "index": 0, "dt": [0, 0], "id": "c", "name": "bash", "args": ["{", "{", "{"],
    }  # fmt: skip
    assert len(pack([*named[:2], chunk(2, 0, call())])) == 3


ROW = {"type": "text-chunks", "seq0": 0, "time0": 1}
TEXTS = {"turn": 1, "step": 1, "index": 0, "dt": [1], "texts": ["a", "b"]}
ARGUMENTS = {"turn": 1, "step": 1, "index": 0, "id": "c", "dt": [], "args": ["a"]}


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (ROW | {"data": TEXTS, "more": 1}, "envelope must be exactly {type, seq0, time0, data}"),
        (ROW | {"seq0": -1, "data": TEXTS}, "seq0 must be a non-negative safe integer"),
        (ROW | {"seq0": True, "data": TEXTS}, "seq0 must be a non-negative safe integer"),
        (ROW | {"time0": 0.5, "data": TEXTS}, "time0 must be a safe integer"),
        (ROW | {"data": 1}, "data must be an object"),
        (ROW | {"data": TEXTS | {"id": "c"}}, "data must be exactly {turn, step, index, dt, texts}"),
        (ROW | {"data": TEXTS | {"turn": "1"}}, "turn/step/index must be numbers"),
        (ROW | {"data": TEXTS | {"texts": ["a", 1]}}, "texts must be a non-empty string array"),
        (ROW | {"data": TEXTS | {"dt": [0.5]}}, "dt must be an array of safe integers"),
        (ROW | {"data": TEXTS | {"dt": []}}, "dt length 0 does not match 2 members"),
        (ROW | {"seq0": LARGEST, "data": TEXTS}, "member seqs must stay safe integers"),
        (ROW | {"time0": LARGEST, "data": TEXTS}, "member times must stay safe integers"),
        (
            ROW | {"type": "tool-call-chunks", "data": TEXTS},
            "data must be exactly {turn, step, index, id, name?, dt, args}",
        ),
        (
            ROW | {"type": "tool-call-chunks", "data": ARGUMENTS | {"name": 1}},
            "id (and name when present) must be strings",
        ),
        (ROW | {"type": "tool-call-chunks", "data": ARGUMENTS | {"args": []}}, "args must be a non-empty string array"),
    ],
)
def test_a_row_that_contradicts_itself_is_refused(row, words):
    with pytest.raises(ValueError, match=row["type"]) as refused:
        unpack(row)
    assert str(refused.value) == f"malformed {row['type']} storage row: {words}"
