"""Line diffs: hunks with context, the harness's own choice among shortest edits, and bounded work on any input."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.tools.changes import changed_stretches
from workbench.tools.edits import hunk_diffs
from workbench.tools.hunks import Hunk, line_diff, line_hunks
from workbench.tools.shortest import shortest_edits


def shown(hunk: Hunk) -> list[str]:
    return [f"{line.op}{line.text}" for line in hunk.lines]


def test_equal_texts_have_no_hunks() -> None:
    assert line_hunks("a\nb\n", "a\nb\n") == []
    assert line_hunks("", "") == []


def test_a_change_has_three_lines_of_context_and_both_numbers() -> None:
    old = "".join(f"{number}\n" for number in range(1, 11))
    (hunk,) = line_hunks(old, old.replace("5\n", "five\nfünf\n"))
    assert shown(hunk) == [" 2", " 3", " 4", "-5", "+five", "+fünf", " 6", " 7", " 8"]
    assert (hunk.old_start, hunk.new_start) == (2, 2)
    assert [(line.old_no, line.new_no) for line in hunk.lines][3:7] == [(5, None), (None, 5), (None, 6), (6, 7)]
    assert hunk.old_text == "2\n3\n4\n5\n6\n7\n8"
    assert hunk.new_text == "2\n3\n4\nfive\nfünf\n6\n7\n8"


def test_changes_with_six_equal_lines_between_them_share_a_hunk_with_seven_they_do_not() -> None:
    def changed(between: int) -> int:
        middle = "".join(f"{number}\n" for number in range(between))
        return len(line_hunks(f"a\n{middle}b\n", f"A\n{middle}B\n"))

    assert (changed(6), changed(7)) == (1, 2)


def test_new_text_in_an_empty_file_has_no_old_text() -> None:
    assert hunk_diffs("f", "", "x\n") == [{"path": "f", "oldText": None, "newText": "x"}]
    assert hunk_diffs("f", "x\n", "") == [{"path": "f", "oldText": "x", "newText": ""}]


def test_a_missing_last_newline_is_a_change_but_no_text() -> None:
    assert hunk_diffs("f", "a\nb", "a\nb\n") == [{"path": "f", "oldText": "a\nb", "newText": "a\nb"}]
    (hunk,) = line_hunks("a\nb", "a\nb\n")
    assert [(line.op, line.newline) for line in hunk.lines] == [(" ", True), ("-", False), ("+", True)]


def test_only_a_newline_ends_a_line() -> None:
    (hunk,) = line_hunks("a\r\nb\u2028c\n", "a\r\nb\u2028d\n")
    assert shown(hunk) == [" a\r", "-b\u2028c", "+b\u2028d"]


def test_of_equal_lines_the_last_ones_are_the_new_ones() -> None:
    old = "def a():\n    pass\n\n\ndef c():\n    pass\n"
    new = "def a():\n    pass\n\n\ndef b():\n    pass\n\n\ndef c():\n    pass\n"
    (hunk,) = line_hunks(old, new)
    assert shown(hunk) == [
        "     pass", " ", " ", "+def b():", "+    pass", "+", "+", " def c():", "     pass",
    ]  # fmt: skip


lines = st.lists(st.sampled_from("abc"), max_size=14)


@settings(deadline=None)
@given(lines, lines)
def test_a_diff_rebuilds_the_new_text(old: list[str], new: list[str]) -> None:
    before, after = "\n".join(old), "\n".join(new)
    diff = line_diff(before, after)
    assert diff.exact
    assert rebuilt(before, diff.hunks) == after
    changes = [line.op for hunk in diff.hunks for line in hunk.lines]
    assert (changes.count("+"), changes.count("-")) == (diff.added, diff.removed)


@settings(deadline=None)
@given(lines, lines, st.sampled_from([0, 3, 10_000]))
def test_so_does_one_that_had_to_be_cut(old: list[str], new: list[str], budget: int) -> None:
    ids = {word: number for number, word in enumerate("abc")}
    edits, _ = changed_stretches([ids[word] for word in old], [ids[word] for word in new], budget)
    kept, at = [], 0
    for old_from, old_to, new_from, new_to in edits:
        kept += old[at:old_from] + new[new_from:new_to]
        at = old_to
    assert kept + old[at:] == new


@settings(deadline=None)
@given(lines, lines)
def test_few_changes_are_as_few_as_can_be(old: list[str], new: list[str]) -> None:
    ids = {word: number for number, word in enumerate("abc")}
    x, y = [ids[word] for word in old], [ids[word] for word in new]
    edits = shortest_edits(x, y, 100)
    changes = sum(edit[1] - edit[0] + edit[3] - edit[2] for edit in edits)
    assert changes == len(x) + len(y) - 2 * common(x, y)
    if changes:
        assert shortest_edits(x, y, changes - 1) is None


def common(x: list[int], y: list[int]) -> int:
    row = [0] * (len(y) + 1)
    for item in x:
        diagonal = 0
        for at, other in enumerate(y):
            diagonal, row[at + 1] = row[at + 1], diagonal + 1 if item == other else max(row[at], row[at + 1])
    return row[-1]


def rebuilt(old: str, hunks: tuple[Hunk, ...]) -> str:
    raw = [line + "\n" for line in old.split("\n")]
    raw[-1] = raw[-1][:-1]
    before = [line for line in raw if line]
    out, at = [], 0
    for hunk in hunks:
        out += before[at : hunk.old_start - 1]
        at = hunk.old_start - 1
        for line in hunk.lines:
            text = line.text + ("\n" if line.newline else "")
            if line.op != "+":
                assert before[at] == text
                at += 1
            if line.op != "-":
                out.append(text)
    return "".join(out + before[at:])


def test_what_is_too_large_to_compare_says_so() -> None:
    many = line_diff("a\nb\n" * 40, "b\na\nc\n" * 900, budget=100)
    assert not many.exact
    assert rebuilt("a\nb\n" * 40, many.hunks) == "b\na\nc\n" * 900


def test_lines_that_stand_once_hold_a_large_diff_together() -> None:
    old = "".join(f"{number}\n" for number in range(2000))
    new = "".join(f"{number}\n" if number % 4 else f"{number}!\n" for number in range(2000))
    diff = line_diff(old, new, budget=1)
    assert (diff.added, diff.removed) == (500, 500)
