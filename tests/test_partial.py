"""JSON that is still arriving: what is closed is exact, what is open is shown as far as it goes."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.partial import Reader, read
from workbench.tools.present import parse_arguments

TEXTS = st.text(st.characters(exclude_categories=[]), max_size=12)
"""With lone surrogates, which a log may hold."""
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def written(draw: Any) -> str:
    """A JSON value in one of its spellings."""
    indent = draw(st.sampled_from([None, 1]))
    ascii_only = draw(st.booleans())
    blank = draw(st.sampled_from(["", " ", "\n\t"]))
    return blank + json.dumps(draw(VALUES), indent=indent, ensure_ascii=ascii_only) + blank


def grown(before: Any, after: Any) -> bool:
    """Whether a value came out of another by adding to it at its open end."""
    if isinstance(before, str):
        return isinstance(after, str) and after.startswith(before)
    if isinstance(before, list) and isinstance(after, list):
        return (
            before == after[: len(before)]
            if not before
            else (before[:-1] == after[: len(before) - 1] and grown(before[-1], after[len(before) - 1]))
        )
    if isinstance(before, dict) and isinstance(after, dict):
        keys = list(before)
        return (
            keys == list(after)[: len(keys)]
            and all(before[key] == after[key] for key in keys[:-1])
            and (not keys or grown(before[keys[-1]], after[keys[-1]]))
        )
    return type(before) is type(after) and before == after


@settings(deadline=None)
@given(written())
def test_a_whole_text_is_read_exactly(text):
    found = read(text, ended=True)
    assert (found.complete, found.broken) == (True, None)
    assert repr(found.value) == repr(parse_arguments(text))


@settings(deadline=None)
@given(written())
def test_every_prefix_is_read_and_nothing_shown_is_taken_back(text):
    before = read("")
    for end in range(1, len(text) + 1):
        found = read(text[:end])
        assert found.broken is None
        assert found.shown >= before.shown
        assert not before.shown or grown(before.value, found.value)
        before = found


@settings(deadline=None)
@given(written(), st.data())
def test_pieces_are_read_as_the_whole(text, data):
    reader, cut = Reader(), 0
    while cut < len(text):
        size = data.draw(st.integers(1, 5))
        reader.feed(text[cut : cut + size])
        cut += size
        assert repr(reader.so_far()) == repr(read(text[:cut]))


@settings(deadline=None)
@given(st.text(st.sampled_from('{}[]",:\\u0dD89ab tfnrualse-+.1eE\n\x01é'), max_size=40))
def test_any_text_is_read_up_to_where_it_breaks(text):
    found = read(text)
    if found.broken is None:
        whole = read(text, ended=True)
        try:
            assert repr(parse_arguments(text)) == repr(whole.value)
            assert whole.complete
        except ValueError:
            assert not whole.complete
    else:
        with pytest.raises(ValueError, match=r"."):
            parse_arguments(text)
        assert found.broken < len(text)
        assert read(text[: found.broken]).broken is None
        assert read(text + '"}]').broken == found.broken
        assert not found.complete


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"command": "ls -la", "descr', {"command": "ls -la"}),
        ('{"command": "ls -la", "description"', {"command": "ls -la"}),
        ('{"command": "ls -la", "description": "Li', {"command": "ls -la", "description": "Li"}),
        ('{"command"', {}),
        ('{"command": "', {"command": ""}),
        ("[1, 2", [1]),
        ("[1, 2,", [1, 2]),
        ('[true, "a", fal', [True, "a"]),
        ('{"a": [{"b": {"c": "d', {"a": [{"b": {"c": "d"}}]}),
        (r'["a\n', ["a\n"]),
        ('["a\\', ["a"]),
        (r'["a\u00e', ["a"]),
        (r'["a\ud83d', ["a"]),
        (r'["a\ud83d\ude0', ["a"]),
        (r'["a\ud83d\ude00', ["a\U0001f600"]),
        (r'["a\ud83d\n', ["a\ud83d\n"]),
        (r'["a\ud83db', ["a\ud83db"]),
    ],
)
def test_what_is_open(text, value):
    found = read(text)
    assert (found.value, found.shown, found.complete, found.broken) == (value, True, False, None)


def test_nothing_is_not_null():
    assert (read("").shown, read(" nul").shown, read("null").shown, read("null").value) == (False, False, True, None)


def test_a_number_at_the_end_is_whole_only_when_no_more_comes():
    assert not read("12").shown
    assert read("12", ended=True).value == 12
    assert not read("12.", ended=True).shown
    assert read("-0 ").value == 0
    assert math.copysign(1, read("-0 ").value) == -1


def test_a_key_written_twice_has_its_last_value():
    assert read('{"a": "one", "a": "tw').value == {"a": "tw"}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("{'a'", 1),
        ("[1,]", 3),
        ('{"a" 1', 5),
        ("[01", 2),
        ("NaN", 0),
        ('["\t', 2),
        (r'["\x', 3),
        ("{} {", 3),
        ("tru3", 3),
    ],
)
def test_where_a_text_breaks(text, place):
    assert read(text).broken == place
    assert read(text + "more").broken == place


def test_depth_and_length_are_no_limits():
    depth = 200_000
    found = read("[" * depth)
    levels = 0
    value = found.value
    while value:
        value = value[0]
        levels += 1
    assert levels == depth - 1
    assert read('["' + "x" * 3_000_000).value[0] == "x" * 3_000_000
    reader = Reader()
    for _ in range(100_000):
        reader.feed('["a", ')
    assert len(reader.so_far().value) == 2
