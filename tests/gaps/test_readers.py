"""What the probes lean on: offsets of arguments, readers of result texts, a recorded bus, presenters that misbehave."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import partial
from workbench.bench import Workbench
from workbench.errors import WorkbenchError
from workbench.gaps import bus
from workbench.gaps.hostile import tried
from workbench.gaps.media import pieces
from workbench.gaps.offsets import members
from workbench.gaps.parsers import compared
from workbench.model import ToolResult
from workbench.store import Store

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.text(max_size=6), VALUES, max_size=5)


# ------------------------------------------------------------------------------------------------ arguments


@settings(deadline=None, max_examples=60)
@given(OBJECTS, st.booleans(), st.sampled_from([None, 1]))
def test_members_stand_where_the_text_has_them(value: dict, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    found = members(text)
    assert [member.name for member in found] == list(value)
    for member in found:
        written = text[member.start : member.end]
        assert json.loads(f'"{written}"' if member.is_text else written) == value[member.name]


@settings(deadline=None, max_examples=60)
@given(OBJECTS)
def test_offsets_say_what_the_reader_of_beginnings_shows(value: dict) -> None:
    text = json.dumps(value)
    found = members(text)
    for end in range(len(text)):
        said = partial.read(text[:end]).value or {}
        for member in found:
            if member.is_text and member.name in said and end < member.start:
                pytest.fail(f"{member.name} is shown before its first character")
            if member.is_text and end >= member.end:
                assert said[member.name] == value[member.name]


@pytest.mark.parametrize("text", ["", "7", "[1]", "{", '{"a', '{"a" 1}', '{"a":', '{"a": [1', "{]"])
def test_a_text_that_is_no_object_has_no_members(text: str) -> None:
    assert members(text) == ()


def test_what_stands_before_a_fault_counts() -> None:
    assert [member.name for member in members('{"a": "x", "b": ]')] == ["a"]


# ------------------------------------------------------------------------------------------------ result texts

WINDOW = "<path>/a.py</path>\n<type>file</type>\n<content>\n1: x\n2: y\n\n(End of file - total 2 lines)\n</content>"
META = {
    "path": "/a.py",
    "offset": 1,
    "lines": [{"number": 1, "text": "x"}, {"number": 2, "text": "y"}],
    "totalLines": 2,
}


def result(text: str, meta: object) -> ToolResult:
    return ToolResult(content=({"type": "text", "text": text},), is_error=False, meta=meta, has_meta=True)


def test_a_text_that_says_the_same_as_its_metadata_is_right() -> None:
    told = compared("read", result(WINDOW, META))
    assert told == {"path": True, "offset": True, "lines": True, "totalLines": True}


def test_a_member_that_differs_is_named() -> None:
    told = compared("read", result(WINDOW, META | {"totalLines": 3}))
    assert told is not None
    assert [name for name, same in told.items() if not same] == ["totalLines"]


def test_a_text_in_no_known_form_is_not_scored() -> None:
    assert compared("read", result("hello", META)) is None
    assert compared("read", result(WINDOW, None)) is None


# ------------------------------------------------------------------------------------------------ media


def test_a_sentence_counts_only_where_the_client_for_servers_wrote_it() -> None:
    said = "[audio result unsupported: audio/wav; raw audio data remains available to programmatic callers]\nafter"
    payload = {"content": [{"type": "text", "text": said}]}
    assert [(piece.kind, piece.fate) for piece in pieces(payload, by_server=True)] == [("audio", "replaced")]
    assert list(pieces(payload, by_server=False)) == []


@pytest.mark.parametrize("payload", [None, [], {"content": 7}, {"message": {"content": [7, {"type": "tool-result"}]}}])
def test_odd_payloads_hold_no_media(payload: object) -> None:
    assert list(pieces(payload, by_server=True)) == []


def test_an_image_without_data_or_reference_was_not_kept() -> None:
    assert [piece.fate for piece in pieces({"content": [{"type": "image"}]}, by_server=True)] == ["replaced"]


# ------------------------------------------------------------------------------------------------ the bus


def test_the_bus_says_more_than_the_log(shared: Path) -> None:
    wb = Workbench()
    wb.load(shared / "recorded" / "bus-workflow")
    path = shared / "recorded" / "bus-workflow" / "cordis-bus.jsonl"
    kinds = {row[0]: row[1:4] for row in bus.by_kind(wb.store, path).fetchall()}
    assert kinds == {
        "start": (4, 3, 1), "phase": (6, 0, 6), "log": (6, 0, 6), "agent-start": (14, 12, 2), "agent-end": (14, 12, 2),
        "end": (4, 3, 1),
    }  # fmt: skip
    late = [row[0] for row in bus.phases(wb.store, path).project("late_ms").fetchall()]
    assert len(late) == 6
    assert late.count(None) == 2
    assert all(0 < ms < 20 for ms in late if ms is not None)


def test_a_bus_without_workflows_is_empty(tmp_path: Path, empty: Store) -> None:
    path = tmp_path / "bus.jsonl"
    path.write_text('{"t": 1.5, "event": "session/created", "args": [{}]}\n', "utf-8")
    assert bus.read_bus(path) == []
    assert bus.by_kind(empty, path).fetchall() == []


def test_a_file_that_is_no_bus_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "bus.jsonl"
    path.write_text('{"t": "soon"}\n', "utf-8")
    with pytest.raises(WorkbenchError, match=r"Line 1 of .* is no event of a recorded bus"):
        bus.read_bus(path)
    with pytest.raises(WorkbenchError, match="cannot be read"):
        bus.read_bus(tmp_path / "nowhere")


# ------------------------------------------------------------------------------------------------ presenters


def test_what_presenters_raise_or_get_wrong_is_contained() -> None:
    found = {one.name: one for one in tried()}
    for name in ("raises", "recurses", "nonsense", "malformed", "unknown"):
        assert found[name].contained
        assert found[name].reason


def test_a_slow_presenter_is_waited_for() -> None:
    """Nothing limits its time, in the harness as here; the catalogue's own presenters take microseconds."""
    assert not {one.name: one for one in tried()}["sleeps"].contained
