"""Plain text of a tree: what a terminal, a log or a diff of notebooks shows."""

from __future__ import annotations

from wcwidth import wcswidth
from workbench.widgets.element import (
    Code,
    Diff,
    Fold,
    Hunk,
    Image,
    JsonBlock,
    Lane,
    Lanes,
    More,
    Mount,
    Table,
    Terminal,
    el,
    to_text,
)


def test_elements_of_a_line_run_on_and_blocks_begin_a_line() -> None:
    assert to_text(el("div", "a", el("b", "b"), el("div", "c", el("span", "d")), "e")) == "ab\ncd\ne"


def test_prose_is_wrapped_and_output_is_not() -> None:
    words = "word " * 40
    assert max(map(len, to_text(el("p", words), 50).split("\n"))) <= 50
    assert to_text(el("p", words), 50).split() == words.split()
    assert to_text(Terminal(words)) == words.rstrip()
    assert to_text(el("p", "x" * 300), 50) == "x" * 300


def test_wide_characters_count_double() -> None:
    lines = to_text(el("p", "漢字 " * 40), 40).split("\n")
    assert all(wcswidth(line) <= 40 for line in lines)


def test_lists_quotes_and_rules() -> None:
    listing = el(
        "ol", el("li", "a", el("ul", el("li", "b"), el("li", "c"))), el("li", el("p", "d"), el("p", "e")), start=9
    )
    assert to_text(listing) == "9. a\n   • b\n   • c\n10. d\n\n    e"
    assert to_text(el("blockquote", el("p", "q"))) == "│ q"
    assert to_text(["a", el("hr"), "b", el("br"), "c"]) == f"a\n{'─' * 20}\nb\nc"


def test_an_open_fold_shows_its_body_and_a_closed_one_its_summary() -> None:
    inner = Fold("inner", ("hidden",))
    assert to_text(Fold((el("b", "outer"), " fold"), ("body", inner), open=True)) == "▾ outer fold\n  body\n  ▸ inner"


def test_code_has_its_numbers() -> None:
    assert to_text(Code("a\n  b\n", first=9)) == " 9  a\n10    b"
    assert to_text(Code("a\n  b\n")) == "a\n  b"


def test_a_diff_has_numbers_and_signs() -> None:
    lines = ((" ", 9, 9, "a", ()), ("-", 10, None, "b", (0, 1)), ("+", None, 10, "c", (0, 1)))
    diff = Diff("x.py", (Hunk(9, 9, lines), Hunk(99, 99, lines[:1])), note="as applied")
    assert to_text(diff) == "x.py\n 9  9   a\n10    - b\n   10 + c\n⋯\n 9  9   a\nas applied"


def test_a_table_has_columns_side_by_side() -> None:
    table = Table(("name", "n"), (("a", "1"), ("漢字", "234"), ("long " * 30, "5")), total=99, align=("left", "right"))
    lines = to_text(table).split("\n")
    assert lines[0].split() == ["name", "n"]
    assert set(lines[1]) == {"─", " "}
    assert len({wcswidth(line) for line in lines[2:5]}) == 1
    assert lines[4].rstrip().endswith("5")
    assert "…" in lines[4]
    assert lines[5] == "3 / 99"


def test_a_table_of_elements_is_a_table_too() -> None:
    table = el(
        "table",
        el("thead", el("tr", el("th", "a"), el("th", "b"))),
        el("tbody", el("tr", el("td", "1"), el("td", "2"))),
    )
    assert to_text(table) == "a  b\n─  ─\n1  2"
    assert to_text(Table(("a",), ((el("b", "x"),),))) == "a\n─\nx"


def test_lanes_are_told_in_words() -> None:
    assert to_text(Lanes((Lane("scan", ((0, 1, "done", "a, done", None), (1, None, "running", "b", "x"))),), 0, 2)) == (
        "scan: a, done; b"
    )


def test_the_other_blocks() -> None:
    assert to_text(JsonBlock('{"a":[1,2],"b":{"c":"' + "x" * 80 + '"}}')) == f'a: [1, 2]\n▾ b: {{1}}\n  c: "{"x" * 80}"'
    assert to_text(Image("image/png", None, "a.png", 3, 4, "not here")) == "[a.png · image/png · 3×4]\nnot here"
    assert to_text(More("more lines", "x", 1_234)) == "more lines +1\u202f234"
    assert to_text(["a", Mount("m"), "b"]) == "a\nb"


def test_links_have_their_address_unless_it_is_the_text() -> None:
    assert to_text(el("a", "text", href="https://x.invalid")) == "text <https://x.invalid>"
    assert to_text(el("a", "https://x.invalid", href="https://x.invalid")) == "https://x.invalid"


def test_what_is_for_the_eye_only_is_left_out() -> None:
    assert (
        to_text(el("div", el("span", "❯", aria_hidden="true"), "bash", el("span", "exit 3", cls="wb-badge")))
        == "bash exit 3"
    )


def test_marks_that_turn_the_direction_of_writing_are_made_visible() -> None:
    assert to_text("a\u202eb\u2066c\u2069") == "a\ufffdb\ufffdc\ufffd"
    assert to_text("עברית") == "עברית"
