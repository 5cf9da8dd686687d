"""The fold of the surface by the rules of each generation, with the writer's words for what breaks one."""

from __future__ import annotations

import pytest

from workbench.logs.surface import SurfaceError, expanded, fold_surface
from workbench.replay.assemble import assemble
from workbench.replay.repair import closers

APPEND = {"surfaceOp": "append"}


def user(seq: int, **more: object) -> dict:
    data = {"id": f"u{seq}", "role": "user", "content": [], "source": {"kind": "user"}}
    return {"type": "user/message", "seq": seq, "time": 0, "data": data} | APPEND | more


def typed(seq: int, kind: str, **more: object) -> dict:
    message = {"id": f"m{seq}", "content": []}
    return {"type": kind, "seq": seq, "time": 0, "data": {"turn": 1, "step": 1, "message": message}} | APPEND | more


def native(seq: int, text: str, **more: object) -> dict:
    """A result of generation 4."""
    message = {"id": "r", "role": "tool", "toolCallId": "c", "content": [{"type": "text", "text": text}]}
    return {"type": "tool/result", "seq": seq, "time": 0, "data": {"turn": 1, "step": 1, "message": message}} | more


def old(start: int, end: int) -> dict:
    return {"surfaceOp": {"op": "replace", "start": start, "end": end}}


def new(start: int, end: int) -> dict:
    return {"surfaceOp": {"op": "replace", "startSeq": start, "endSeq": end}}


def test_a_replacement_stands_where_the_span_began_and_can_be_replaced_again():
    events = [user(0), user(1), user(2), user(3, **old(0, 1), sourceEventSeqs=[0, 1]), user(4)]
    events += [user(5, **old(3, 2), sourceEventSeqs=[2, 3])]
    nodes, replacements = fold_surface(events)
    assert nodes == [5, 4]
    assert [one.shadowed for one in replacements] == [(0, 1), (3, 2)]


@pytest.mark.parametrize(
    ("generation", "event", "words"),
    [
        (0, typed(1, "system/message"), 'session event "system/message" is not surface-eligible and cannot carry'),
        (3, typed(1, "developer/message"), 'session event "developer/message" is not surface-eligible'),
        (0, {"type": "tool/call", "seq": 1, "data": {}, "sourceEventSeqs": [0]}, "cannot carry sourceEventSeqs"),
        (0, {"type": "user/message", "seq": 1, "data": {}}, "is surface-eligible and requires a surfaceOp marker"),
        (0, user(1, surfaceOp=None), 'session event "user/message" carries an invalid surfaceOp'),
        (0, user(1, surfaceOp=["append"]), "carries an invalid surfaceOp"),
        (0, user(1, **new(0, 0), sourceEventSeqs=[0]), "carries an invalid replace surfaceOp"),
        (3, user(1, **old(0, 0), sourceEventSeqs=[0]), "carries an invalid replace surfaceOp"),
        (0, user(1, surfaceOp={"op": "replace", "start": 0, "end": -1}), "carries an invalid replace surfaceOp"),
        (0, user(1, **old(0, 7), sourceEventSeqs=[0]), "surface replace: end seq 7 not found in surface"),
        (0, user(1, sourceEventSeqs=7), "sourceEventSeqs on event at seq 1 must be an array when present"),
        (0, user(1, sourceEventSeqs=["0"]), "sourceEventSeqs must densely contain non-negative safe integers"),
        (0, user(1, sourceEventSeqs=[0, 0]), "sourceEventSeqs must not contain duplicates"),
        (0, user(1, sourceEventSeqs=[1]), "sourceEventSeqs must reference earlier events: 1 >= current seq 1"),
        (2, user(1, sourceEventSeqs=[]), "sourceEventSeqs must not be empty"),
        (2, typed(1, "assistant/message", sourceEventSeqs=[0]), "embeds its source stream and cannot carry"),
        (3, user(1, **new(0, 5), sourceEventSeqs=[0]), "surface replace at seq 1: startSeq and endSeq must reference"),
        (0, user(5), "session event seq 5 is not contiguous; expected 1"),
    ],
)
def test_what_breaks_a_rule_is_said_in_the_words_of_the_writer(generation, event, words):
    with pytest.raises(SurfaceError) as broken:
        fold_surface([user(0), event], generation)
    assert words in str(broken.value)


def test_the_ends_must_be_in_the_order_of_the_list():
    events = [user(0), user(1), user(2, **old(1, 0), sourceEventSeqs=[0, 1])]
    with pytest.raises(SurfaceError, match=r"start seq 1 \(index 1\) is after end seq 0 \(index 0\)"):
        fold_surface(events)


def test_an_answer_may_cite_an_empty_stream_before_generation_2():
    assert fold_surface([typed(0, "assistant/message", sourceEventSeqs=[])])[0] == [0]


def test_a_result_takes_the_place_of_one_result_and_changes_nothing_but_the_content():
    cited = {"sourceEventSeqs": [0]}
    assert fold_surface([native(0, "long", **APPEND), native(1, "short", **new(0, 0), **cited)], 4)[0] == [1]
    renamed = native(1, "short", **new(0, 0), **cited)
    renamed["data"]["message"]["isError"] = True
    with pytest.raises(SurfaceError, match="may change only content"):
        fold_surface([native(0, "long", **APPEND), renamed], 4)
    with pytest.raises(SurfaceError, match="must target a current tool/result"):
        fold_surface([user(0), native(1, "short", **new(0, 0), **cited)], 4)
    two = [native(0, "a", **APPEND), native(1, "b", **APPEND), native(2, "c", **new(0, 1), sourceEventSeqs=[0, 1])]
    with pytest.raises(SurfaceError, match="must rewrite exactly one current node"):
        fold_surface(two, 4)


def test_the_system_prompt_at_the_head_is_protected_from_generation_3_on():
    head, cited = typed(0, "system/message"), {"sourceEventSeqs": [0]}
    assert fold_surface([head, typed(1, "system/message", **new(0, 0), **cited)], 3)[0] == [1]
    with pytest.raises(SurfaceError, match="node 0 holds the system prompt"):
        fold_surface([head, user(1, **new(0, 0), **cited)], 3)
    later = [user(0), typed(1, "system/message"), user(2, **new(1, 1), sourceEventSeqs=[1])]
    assert fold_surface(later, 3)[0] == [0, 2]


def test_an_unknown_type_that_may_be_passed_over_keeps_what_it_carries_from_generation_3_on():
    future = {"type": "future/thing", "seq": 0, "time": 0, "data": {}, "ignorable": True, "surfaceOp": "append"}
    assert fold_surface([future], 3) == ([], [])
    with pytest.raises(SurfaceError, match="is not surface-eligible"):
        fold_surface([future], 0)


def test_ranges_of_seqs_are_expanded():
    assert expanded([0, [2, 5], 9]) == [0, 2, 3, 4, 5, 9]
    assert expanded(["x", [1], [3, 2]]) == []


def test_records_after_the_end_of_a_block_are_passed_over_and_the_first_end_counts():
    block = {"type": "text", "text": "whole"}
    found = assemble(
        [
            {"type": "block-start", "index": 3, "blockType": "text"},
            {"type": "reasoning-delta", "index": 0, "text": "r"},
            {"type": "text-delta", "index": 3, "text": "wh"},
            {"type": "block-end", "index": 3, "block": block},
            {"type": "text-delta", "index": 3, "text": "late"},
            {"type": "block-end", "index": 3, "block": {"type": "text", "text": "other"}},
            {"type": "usage", "usage": {"outputTokens": 1}},
            {"type": "usage", "usage": {"outputTokens": 2}},
        ]
    )
    assert found.blocks == (block, {"type": "reasoning", "text": "r"})
    assert found.usage == {"outputTokens": 2}
    assert assemble([{"type": "tool-call-delta", "index": 4, "argumentsDelta": "{"}]).blocks == (
        {"type": "tool-call", "id": "call-4", "name": "", "arguments": "{"},
    )


def test_a_whole_log_needs_no_closers_and_a_later_generation_has_no_wrapper():
    start = {"type": "turn/start", "seq": 0, "time": 5, "data": {"turn": 1}}
    assert closers([]) == []
    assert closers([start, {"type": "turn/end", "seq": 1, "time": 6, "data": {"turn": 1}}]) == []
    asked = {"content": [{"type": "tool-call", "id": "a", "name": "bash", "arguments": "{}"}]}
    data = {"turn": 1, "step": 1, "message": asked}
    (result, end) = closers([start, {"type": "assistant/message", "seq": 1, "time": 7, "data": data}], 4)
    assert result["data"]["message"]["role"] == "tool"
    assert result["data"]["message"]["toolCallId"] == "a"
    assert result["data"]["message"]["content"][0]["type"] == "text"
    assert (end["type"], end["seq"], end["time"]) == ("turn/end", 3, 7)
