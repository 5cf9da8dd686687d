"""JSON as a tree of folds: digits as written, strings decoded, any depth and size, text that is not JSON as it is."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from workbench.widgets.element import JsonBlock, to_page_html, to_text


class Text(HTMLParser):
    """Collects the text."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(text: str, depth: int = 3) -> str:
    reader = Text()
    reader.feed(to_page_html(JsonBlock(text, depth)))
    reader.close()
    return reader.text


def is_tree(text: str) -> bool:
    return to_page_html(JsonBlock(text)).startswith('<div class="wb-json">')


@pytest.mark.parametrize("number", ["1e400", "0.1000000000000000055", "-0", "12345678901234567890123", "1E+2", "1.50"])
def test_numbers_keep_their_digits(number: str) -> None:
    assert f'<span class="wb-t-number">{number}</span>' in to_page_html(JsonBlock(f"[{number}]"))


def test_strings_are_shown_decoded_and_numbers_in_strings_are_not_numbers() -> None:
    assert shown(r'["line\nbreak \"q\" \\ \/ \u00e9 \ud83d\ude00","1",1]') == '["line\nbreak "q" \\ / é 😀", "1", 1]'


def test_a_name_that_stands_twice_is_shown_twice() -> None:
    assert shown('{"a":1,"a":2}') == "{a: 1, a: 2}"


def test_what_python_writes_beyond_json_is_shown() -> None:
    assert shown("[NaN,-Infinity,true,null]") == "[NaN, -Infinity, true, null]"


def test_short_containers_stand_in_one_line_and_others_fold() -> None:
    written = to_page_html(JsonBlock('{"edits":[{"path":"a","line":1},{"path":"' + "b" * 80 + '"}]}'))
    assert "{<span" in written
    assert written.count("<details") == 2
    assert '<span class="wb-json-count">[2]</span>' in written


def test_levels_below_the_depth_are_closed() -> None:
    long = "x" * 80
    written = to_page_html(JsonBlock(json.dumps({"a": {"b": {"c": {"d": long}}}}), depth=2))
    assert re.findall(r"<details class=\"wb-json-fold\"( open)?>", written) == [" open", "", ""]


@pytest.mark.parametrize("levels", [200, 5_000])
@pytest.mark.parametrize(("opener", "closer"), [("[", "]"), ('{"a":', "}")])
def test_any_depth_is_shown_whole(levels: int, opener: str, closer: str) -> None:
    text = opener * levels + "7" + closer * levels
    assert is_tree(text)
    assert shown(text).count("7") == 1
    assert shown(text).count("a") == (levels if opener != "[" else 0)
    assert "7" in to_text(JsonBlock(text, depth=levels))


def test_too_many_values_are_cut_and_the_rest_is_counted() -> None:
    text = "[" + ",".join(["1"] * 5_000) + "]"
    written = to_page_html(JsonBlock(text))
    rest = re.search(r"⋯ \+(\d+)", written)
    assert rest is not None
    values = written.count("wb-t-number")
    assert 1_000 < values < 5_000
    assert "[" + ",".join(["1"] * values) + "," == text[: len(text) - int(rest[1])]
    assert f"[{values}+]" in written


def test_too_many_characters_are_cut_between_values() -> None:
    text = json.dumps({f"key {number}": "😀" * 500 for number in range(200)}, ensure_ascii=False)
    written = to_page_html(JsonBlock(text))
    rest = re.search(r"⋯ \+(\d+)", written)
    assert rest is not None
    assert written.count("wb-json-key") * 1_000 < 70_000
    assert int(rest[1]) > 100_000


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "}",
        "[1,]",
        '{"a"}',
        '{"a":}',
        '{"a":1,}',
        "{,}",
        "[1 2]",
        "[}",
        "1 2",
        '"open',
        "<b>",
        "[1",
        "{1:2}",
        "'a'",
    ],
)
def test_text_that_is_not_json_is_shown_as_it_is(text: str) -> None:
    assert not is_tree(text)
    assert shown(text) == text


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=30,
)


@given(values, st.sampled_from([None, 1]))
def test_every_json_value_is_a_tree(value: object, indent: int | None) -> None:
    assert is_tree(json.dumps(value, indent=indent))
    assert is_tree(json.dumps(value, ensure_ascii=False))


@given(st.text('[]{}:,"\\u0 1et\n', max_size=30))
def test_a_tree_is_only_made_of_what_a_parser_takes(text: str) -> None:
    try:
        json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return
    assert is_tree(text)
