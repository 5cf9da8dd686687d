"""The diff card."""

from __future__ import annotations

import pytest
from workbench.widgets.draw import draw
from workbench.widgets.draw.compare import compare
from workbench.widgets.draw.marks import marked_words
from workbench.widgets.element import Diff, to_json

from workbench.model import DiffCall, DiffResult, FileDiff, GenericCall

PATH = "/home/dev/a.py"
EXCERPT = "lines numbered within the excerpt"


@pytest.fixture
def edit(make):
    """edit((old, new), …) -> a diff card whose hunks the tool recorded."""

    def build(*changes, recorded=True, **members):
        diffs = [FileDiff(path=PATH, old_text=old, new_text=new) for old, new in changes]
        if recorded:
            wire = [{"path": PATH, "oldText": old, "newText": new} for old, new in changes]
            members = {"result_view": DiffResult(title="Edit", diffs=diffs), "meta": {"diffs": wire}} | members
            members.setdefault("blocks", f"The file {PATH} has been updated successfully.")
        return make("diff", name="edit", call_view=DiffCall(title=f"Edit {PATH}", diffs=diffs), **members)

    return build


def test_lines_have_numbers_signs_and_counts(edit, lines):
    shown = lines(edit(("a\nb\nc\n", "a\nB\nc\nd\n")))
    assert shown[0] == f"{PATH} · +2 −1 · {EXCERPT}"
    assert shown[1:] == ["1 1   a", "2   - b", "  2 + B", "3 3   c", "  4 + d"]


def test_numbers_of_an_excerpt_are_said_to_be_its_own(edit, lines, page):
    assert lines(edit(("a\n", "b\n")))[0] == f"{PATH} · +1 −1 · {EXCERPT}"
    assert "its place in the file is not in the log" in page(edit(("a\n", "b\n")))
    created = edit((None, "a\n"), recorded=False, blocks="Created file")
    assert EXCERPT not in lines(created)[0]


def test_words_that_changed_are_marked(edit, page):
    card = edit(("    return sub(a, b)\n", "    return div(a, b)\n"))
    assert "<del>sub</del>" in page(card)
    assert "<ins>div</ins>" in page(card)


def test_marks_are_offsets_in_utf16_code_units():
    assert marked_words("😀 one two", "😀 one tree") == ((7, 10), (7, 11))
    assert marked_words("x = 1", "x = 1") == ((), ())
    assert marked_words("alpha beta", "x + y") is None
    assert marked_words("a" * 5000, "b") is None


def test_a_new_file_an_overwrite_and_what_is_not_known(edit, lines):
    def head(words):
        return lines(edit((None, "a\n"), recorded=False, **({"blocks": words} if words else {})))

    assert head("Created file")[0] == f"{PATH} · +1 −0 · new file"
    assert head("Updated file")[0] == f"{PATH} · +1 −0 · overwritten; the text before is not recorded"
    assert head(None)[:2] == [
        "Asked for; there is no result yet.",
        f"{PATH} · +1 −0 · new file, or the text before is not known",
    ]


def test_several_places_of_one_file_stand_together(edit, lines):
    shown = lines(edit(("a\n", "b\n"), ("c\n", "d\n"), ("e\n", "f\n")))
    assert shown[0] == f"{PATH} · +3 −3 · 3 places · {EXCERPT}"
    assert shown.count("⋯") == 2


def test_an_inserted_hunk_is_no_new_file(edit, lines):
    assert lines(edit((None, "new\n"), ("c\n", "d\n")))[0] == f"{PATH} · +2 −1 · 2 places · {EXCERPT}"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("a\r\nb\r", "a\nb", "Line endings changed (CRLF to LF)."),
        ("a\nb\n", "a\r\nb\r\n", "Line endings changed (LF to CRLF)."),
        ("a\r\nb\n", "a\nb\r\n", "Only line endings changed; both kinds stand in the file."),
    ],
)
def test_a_change_of_line_endings_alone_is_said_in_words(edit, lines, old, new, said):
    shown = lines(edit((old, new)))
    assert said in shown
    assert "2 lines, their text the same" in shown
    assert shown[-2:] == ["1 1   a", "2 2   b"]


def test_a_carriage_return_is_no_line_break_and_leaves_no_sign(edit, lines):
    shown = lines(edit(("a\r\nb\r\n", "a\r\nc\r\n")))
    assert "Lines end in CRLF." in shown
    assert shown[-3:] == ["1 1   a", "2   - b", "  2 + c"]


def test_a_missing_line_break_at_the_end_is_said_of_whole_files_only(edit, lines):
    created = edit((None, "a"), recorded=False, blocks="Created file")
    assert "The last line has no line break at its end." in lines(created)
    assert not any("line break" in line for line in lines(edit(("a", "b"))))
    assert lines(edit(("a", "a\nb")))[0] == f"{PATH} · +1 −0 · {EXCERPT}"


def test_a_failed_edit_shows_its_error_and_the_change_as_not_applied(edit, lines, page):
    card = edit(("x", "y"), recorded=False, blocks="Error: old_string was not found", is_error=True, state="failed",
                outcome="error", error_code="FS_EDIT_NOT_FOUND")  # fmt: skip
    assert lines(card)[:2] == [
        "Error: old_string was not found",
        "Not applied: this is the change that was asked for.",
    ]
    assert lines(card)[-2:] == ["1   - x", "  1 + y"]
    assert "wb-not-done" in page(card)
    assert "wb-not-done" not in page(edit(("x", "y")))


def test_a_long_diff_is_cut_and_comes_whole_when_asked_for(edit, lines):
    old = "".join(f"line {n} alpha\n" for n in range(8000))
    new = "".join(f"line {n} gamma\n" if n % 2 else f"line {n} alpha\n" for n in range(8000))
    card = edit((old, new))
    shown = lines(card)
    assert shown[0] == f"{PATH} · +4,000 −4,000 · {EXCERPT}"
    assert "show all 12,000 lines" in shown
    assert len(shown) < 130
    assert len(to_json(list(draw(card)))) < 100_000
    assert len(lines(card, shown={"diff"})) > 11_900


def test_a_long_line_is_cut_and_comes_whole_when_asked_for(edit, lines):
    card = edit((None, "x" * 400_000), recorded=False, blocks="Created file")
    assert any("… 399,000 more characters" in line for line in lines(card))
    assert "show whole lines" in lines(card)
    assert any(len(line) > 400_000 for line in lines(card, shown={"diff"}))


def test_texts_that_are_too_large_are_counted_and_not_compared():
    old, new = "a\n" * 1_500_000, "b\n" * 1_000_000
    found = compare(old, new)
    assert (found.removed, found.added) == (1_500_000, 1_000_000)
    assert found.notes == ("Too large to compare line by line: a part is shown as removed and added as a whole.",)
    assert sum(len(hunk.lines) for hunk in found.hunks) <= 20


def test_the_same_text_before_and_after_is_said_in_words(edit, lines):
    assert "The text is the same before and after." in lines(edit(("a\n", "a\n")))


def test_a_diff_block_has_its_hunks(edit):
    nodes = draw(edit(("a\n", "b\n")))[0].children
    block = next(node for node in nodes if isinstance(node, Diff))
    assert block.path == ""
    assert [line[:4] for line in block.hunks[0].lines] == [("-", 1, None, "a"), ("+", None, 1, "b")]


def test_a_line_break_that_only_one_side_ends_with_is_said(edit, lines):
    gone = lines(edit(("a\n", "a"), recorded=False, blocks="Done"))
    assert gone[1] == "The text before ends with a line break, the one after does not."
    assert gone[2:] == ["1 line, its text the same", "1 1   a"]
    added = lines(edit(("a", "b\n"), recorded=False, blocks="Done"))
    assert "The text after ends with a line break, the one before does not." in added
    assert not any("line break" in line for line in lines(edit(("a", "b"), recorded=False)))


def test_a_text_that_is_the_same_is_shown(edit, lines):
    assert lines(edit(("a\nb\n", "a\nb\n")))[-2:] == ["1 1   a", "2 2   b"]


@pytest.mark.parametrize("meta", [{"diffs": []}, None])
def test_a_write_that_recorded_no_change_wrote_what_was_there(make, lines, meta):
    diffs = [FileDiff(path=PATH, old_text=None, new_text="a\nb\n")]
    views = {"call_view": DiffCall(title="Write", diffs=diffs), "result_view": DiffResult(title="Write", diffs=diffs)}
    members = {"meta": meta} if meta else {}
    shown = lines(make("diff", name="write", blocks="Updated file", **views, **members))
    if meta is None:
        assert shown == [f"{PATH} · +2 −0 · overwritten; the text before is not recorded", "  1 + a", "  2 + b"]
    else:
        assert shown == [f"{PATH} · written again with the text it had: nothing changed", "1 1   a", "2 2   b"]


def test_an_empty_new_file_is_said_to_be_empty(edit, lines):
    assert lines(edit((None, ""), recorded=False, blocks="Created file")) == [
        f"{PATH} · new file",
        "The file is empty.",
    ]


def test_an_insertion_shows_what_was_inserted(make, lines):
    arguments = '{"command": "insert", "path": "/a", "insert_line": 0, "new_str": "first\\nsecond"}'
    card = make(name="str_replace_editor", arguments=arguments, call_view=GenericCall(title="insert /a"), blocks="Done")
    assert lines(card) == ["Input", "first", "second", "Done"]
