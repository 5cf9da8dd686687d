"""What a terminal shows for the text a program printed."""

from __future__ import annotations

import json
import re

import pytest

from workbench.sgr import BOLD, DIM, INVERSE, ITALIC, RGB, STRIKE, UNDERLINE
from workbench.terminal import pack, render

ESC = "\x1b"


def lines(text):
    return list(render(text).lines)


def spans(text):
    """The styled pieces of a text, as (text, style)."""
    screen = render(text)
    whole, runs = pack(screen)
    found, at = [], 0
    for length, style in zip(runs[::2], runs[1::2], strict=True):
        if style:
            found.append((whole[at : at + length], screen.styles[style]))
        at += length
    return found


def test_plain_text_is_taken_as_it_is():
    screen = render("one\n  two\n\nthree\n")
    assert screen.lines == ("one", "  two", "", "three", "")
    assert pack(screen) == ("one\n  two\n\nthree\n", ())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (" 50%\r 75%\r100%", ["100%"]),
        ("long line\rab", ["abng line"]),
        ("ab\bc", ["ac"]),
        ("\b\b\bx", ["x"]),
        ("one\r\ntwo\r\n", ["one", "two", ""]),
        ("a\tb", ["a       b"]),
        ("12345678\tb", ["12345678        b"]),
        ("abcdefghij\r\tX", ["abcdefghXj"]),
        ("bell\x07 nul\x00 del\x7f", ["bell nul del"]),
        ("form\x0cfeed", ["form", "feed"]),
    ],
)
def test_control_characters_do_what_a_terminal_does(text, shown):
    assert lines(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("working…\r\x1b[Kdone", ["done"]),
        ("abcdef\x1b[3D\x1b[K", ["abc"]),
        ("abcdef\x1b[3D\x1b[1K", ["    ef"]),
        ("abcdef\x1b[2Kx", ["      x"]),
        ("abcdef\x1b[1Gxy", ["xycdef"]),
        ("ab\x1b[3Cc", ["ab   c"]),
        ("abcdef\x1b[1G\x1b[2P", ["cdef"]),
        ("abcdef\x1b[1G\x1b[2@", ["  abcdef"]),
        ("abcdef\x1b[1G\x1b[2X", ["  cdef"]),
        ("ab\x1b7cd\x1b8X", ["abXd"]),
        ("gone\n\x1b[2J\x1b[Hnew", ["new"]),
        ("keep\nlater\ngone\x1b[2;1H\x1b[J", ["keep", ""]),
    ],
)
def test_erasing_and_moving_within_a_line(text, shown):
    assert lines(text) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("one\ntwo\n\x1b[2A\x1b[2KONE", ["ONE", "two", ""]),
        ("one\ntwo\n\x1b[1A\rTWO", ["one", "TWO", ""]),
        ("a: 1\nb: 1\n\x1b[2F\x1b[Ka: 2\nb: 2", ["a: 2", "b: 2", ""]),
        ("one\x1b[1Btwo", ["onetwo"]),
        ("one\n\x1b[1Atwo", ["one", "two"]),
        ("one\x1b[99A\rtop", ["top"]),
    ],
)
def test_a_move_to_another_line_counts_once_that_line_is_addressed(text, shown):
    assert lines(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "a\x1b[?25lb\x1b[?25h",
        "a\x1b]0;a title\x07b",
        "a\x1b]0;a title\x1b\\b",
        "a\x1b]8;;https://example.invalid\x1b\\b\x1b]8;;\x1b\\",
        "a\x9d0;title\x9cb",
        "a\x1bPq#0\x1b\\b",
        "a\x1b(Bb",
        "a\x1b[>cb",
        "ab\x1b[9",
        "ab\x1b",
        "ab\x1b]0;cut",
        "ab\x1b[38;2;1",
        "\x9b31mab\x9b0m",
    ],
)
def test_what_has_no_text_leaves_no_residue(text):
    assert lines(text) == ["ab"]


def test_a_title_that_is_never_ended_does_not_swallow_the_next_line():
    assert lines("a\x1b]0;title\nb") == ["a", "b"]


def test_wide_and_combining_characters():
    assert lines("中文\r\x1b[2Cx") == ["中x "]
    assert lines("中\rx") == ["x "]
    assert lines("e\u0301\rx") == ["x"]
    assert lines("ab\be\u0301") == ["ae\u0301"]


@pytest.mark.parametrize(
    ("codes", "style"),
    [
        ("1", (BOLD, -1, -1)),
        ("2;3;4;7;9", (DIM | ITALIC | UNDERLINE | INVERSE | STRIKE, -1, -1)),
        ("31", (0, 1, -1)),
        ("97;104", (0, 15, 12)),
        ("38;5;200", (0, 200, -1)),
        ("48;5;17", (0, -1, 17)),
        ("38;2;255;120;0", (0, RGB | 0xFF7800, -1)),
        ("38:2::255:120:0", (0, RGB | 0xFF7800, -1)),
        ("38:2:255:120:0", (0, RGB | 0xFF7800, -1)),
        ("38;2;999;0;0", (0, RGB | 0xFF0000, -1)),
        ("58;2;1;2;3;31", (0, 1, -1)),
        ("8;31", (0, 1, -1)),
        ("1;22;31", (0, 1, -1)),
        ("31;44;39", (0, -1, 4)),
    ],
)
def test_colours_and_flags(codes, style):
    assert spans(f"{ESC}[{codes}mx{ESC}[0my") == [("x", style)]


def test_a_colour_runs_on_into_the_next_line_and_belongs_to_the_cell():
    assert spans("\x1b[31mred\nstill\x1b[0m plain") == [("red", (0, 1, -1)), ("still", (0, 1, -1))]
    assert spans("\x1b[31mabc\r\x1b[32mX") == [("X", (0, 2, -1)), ("bc", (0, 1, -1))]


def test_runs_count_utf16_code_units():
    text, runs = pack(render("\x1b[31m😀\x1b[0mx"))
    assert text == "😀x"
    assert runs == (2, 1, 1, 0)


def test_a_part_of_the_lines_has_its_own_runs():
    screen = render("a\n\x1b[1mb\x1b[0mc\nd")
    assert pack(screen, 1, 2) == ("bc", (1, 1, 1, 0))
    assert pack(screen, 2) == ("d", ())


def test_the_colours_and_controls_of_the_hard_case(cases):
    for line in (cases / "04-ansi-and-controls" / "session.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row["type"] == "tool/result":
            text = row["data"]["message"]["content"][0]["content"][0]["text"]
    assert lines(text) == [
        "   Compiling demo v0.1.0",
        "warn",
        "100%",
        "ac",
        "plain under never reset",
        "next line ",
    ]
    assert spans(text) == [
        ("   Compiling", (BOLD, 2, -1)),
        ("warn", (0, RGB | 0xFF7800, -1)),
        ("under", (UNDERLINE, -1, -1)),
        ("never reset", (0, 1, -1)),
        ("next line ", (0, 1, -1)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "x" * 300_000,
        "a" * 100_000 + "\x1b[1K" * 40_000,
        "\n" * 40_000 + "\x1b[1J" * 40_000,
        "\x1b[999C x\r\n" * 20_000,
        "\x1b[9999999999999999999B" * 20_000 + "x",
        "ab\x1b[1G\x1b[P" * 30_000,
        "x" * 100_000 + "\x1b[1G\x1b[@" * 30_000,
        "a" + "\u0301" * 100_000 + "\r",
        "\x1b[" + "1;" * 100_000 + "m",
        "\x1b]0;" * 60_000,
    ],
)
def test_hostile_output_stays_bounded(text):
    screen = render(text)
    assert sum(map(len, screen.lines)) + len(screen.lines) <= 8 * len(text) + 20_000
    assert not re.search("[\x00-\x1f\x7f-\x9f]", "".join(screen.lines))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("日本\r\x1b[P", [" 本"]),
        ("日本\r\x1b[C\x1b[@x", [" x 本"]),
        ("日本\r\x1b[C\x1b[2P", ["  "]),
        ("日\r\x1b[@", [" 日"]),
    ],
)
def test_half_of_a_wide_character_is_a_blank_where_the_rest_moves(text, shown):
    assert lines(text) == shown
