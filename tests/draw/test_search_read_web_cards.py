"""The search, read and web cards."""

from __future__ import annotations

import json

import pytest
from workbench.widgets.draw import draw
from workbench.widgets.element import Code, to_json

from workbench.model import (
    FileMatches,
    GenericCall,
    LineMatch,
    Location,
    NumberedLine,
    ReadResult,
    SearchResult,
    WebResult,
    WebSource,
)


def matches(path, *found):
    return FileMatches(path=path, matches=[LineMatch(line_number=number, line=line) for number, line in found])


@pytest.fixture
def grep(make):
    def build(*files, truncated=False, total=None, pattern="needle"):
        count = sum(len(file.matches) for file in files)
        view = SearchResult(
            title=f"Grep {pattern}", shape="matches", files=list(files), truncated=truncated, total=total or count
        )
        badges = ("capped",) if truncated else ()
        arguments = json.dumps({"pattern": pattern})
        return make("search", result_view=view, blocks="Found", badges=badges, arguments=arguments)

    return build


class TestSearch:
    def test_matches_stand_under_their_files_with_numbers(self, grep, lines):
        card = grep(matches("a.py", (3, "a needle"), (9, "needle two")), matches("b.py", (1, "needle")))
        assert lines(card) == [
            "3 matches in 2 files",
            "▾ a.py · 2 matches",
            "  3 a needle",
            "  9 needle two",
            "▾ b.py · 1 match",
            "  1 needle",
        ]

    def test_plain_text_that_was_searched_for_is_marked_and_an_expression_is_not_run(self, grep, page):
        assert "a <mark>needle</mark>" in page(grep(matches("a.py", (1, "a needle"))))
        assert "<mark>" not in page(grep(matches("a.py", (1, "a needle")), pattern="(a+)+$"))

    def test_a_capped_search_says_how_many_there_are(self, grep, lines):
        card = grep(matches("a.py", (1, "needle")), truncated=True, total=398)
        assert lines(card)[0] == "398 matches · 1 of them recorded in 1 file · capped"

    def test_a_rest_that_could_not_be_saved_is_said_to_be_lost(self, make, lines):
        lost = "(The complete result could not be saved; narrow pattern, path, or include to see more.)"
        view = SearchResult(title="Grep x", shape="matches", files=[matches("a", (1, "x"))], truncated=True, total=9)
        card = make("search", result_view=view, blocks=f"Found 1 of 9 matches\n\na\nLine 1: x\n\n{lost}")
        assert lines(card)[-1] == "The harness could not save the whole result, so the rest is lost."

    def test_many_matches_are_cut_and_come_whole_when_asked_for(self, grep, lines):
        card = grep(*(matches(f"{n}.py", *((line, "needle") for line in range(1, 200))) for n in range(50)))
        shown = lines(card)
        assert shown[1] == "▾ 0.py · 199 matches"
        assert sum(line.startswith("▸") for line in shown) == 3
        assert shown[-1].startswith("show all 9,950 +")
        assert len(to_json(list(draw(card)))) < 60_000
        assert len(to_json(list(draw(card, shown={"matches"})))) > 400_000

    def test_paths_are_a_list(self, make, lines):
        view = SearchResult(title="Glob", shape="paths", paths=["a.txt", "b/c.txt"], truncated=False, total=2)
        card = make("search", result_view=view, blocks="a.txt\nb/c.txt")
        assert lines(card) == ["2 paths", "• a.txt", "• b/c.txt"]

    def test_nothing_found_is_said(self, grep, lines):
        assert lines(grep())[-1] == "Nothing was found."


@pytest.fixture
def read(make):
    def build(first, *texts, total=None, lang="py"):
        numbered = [NumberedLine(number=number, text=text) for number, text in enumerate(texts, first)]
        total = total if total is not None else first + len(texts) - 1
        view = ReadResult(title="Read /a.py", path="/a.py", offset=first, lines=numbered, total_lines=total, lang=lang)
        return make("read", result_view=view, blocks="1: a")

    return build


class TestRead:
    def test_lines_have_their_numbers_and_the_window_its_place(self, read, lines):
        assert lines(read(40, "a", "b", total=600)) == ["/a.py · lines 40–41 of 600 · py", "40  a", "41  b"]
        assert lines(read(1, "a"))[0] == "/a.py · all of 1 line · py"
        assert lines(read(1))[-1] == "The file is empty, or the window lies behind its end."

    def test_an_empty_last_line_has_its_number(self, read, lines):
        assert [line.rstrip() for line in lines(read(7, "a", ""))[1:]] == ["7  a", "8"]
        assert [line.rstrip() for line in lines(read(7, "a", "", ""))[1:]] == ["7  a", "8", "9"]
        assert [line.rstrip() for line in lines(read(7, ""))[1:]] == ["7"]

    def test_line_ends_of_windows_are_said_once(self, read, lines):
        assert lines(read(1, "a\r", "b\r")) == ["/a.py · all 2 lines · py · CRLF", "1  a", "2  b"]
        assert "CRLF" not in lines(read(1, "a\r", "b"))[0]

    def test_a_gap_in_the_numbers_begins_a_new_block(self, make):
        numbered = [NumberedLine(number=number, text="x") for number in (1, 2, 9)]
        view = ReadResult(path="/a", offset=1, lines=numbered, total_lines=9)
        blocks = [node for node in draw(make("read", result_view=view, blocks="x")) if isinstance(node, Code)]
        assert [(block.first, block.text) for block in blocks] == [(1, "x\nx"), (9, "x")]

    def test_source_is_highlighted_when_that_is_asked_for(self, read):
        def runs(**options):
            return next(node for node in draw(read(1, "def a(): pass"), **options) if isinstance(node, Code)).runs

        assert runs() == ()
        assert runs(highlight=True) != ()

    def test_a_long_window_is_cut_and_comes_whole_when_asked_for(self, read, lines):
        card = read(1, *(f"x = {n}" for n in range(2000)))
        shown = lines(card)
        assert "show all 2,000 lines +1 860" in [line.replace("\u202f", " ") for line in shown]
        assert shown[-1] == "2000  x = 1999"
        assert len(lines(card, shown={"lines"})) == 2001

    def test_without_a_view_the_places_and_the_raw_content_are_shown(self, make, lines):
        view = GenericCall(title="Read", kind="read", locations=[Location(path="/a", line=7), Location(path="/b")])
        card = make("read", call_view=view, blocks="raw")
        assert lines(card) == ["Places", "/a:7", "/b", "raw"]


class TestWeb:
    def test_sources_are_links_of_the_web_only(self, make, lines, page):
        view = WebResult(
            kind="search", truncated=True, answer="See **this**.",
            sources=[
                WebSource(url="https://example.invalid/?a=1&b=<2>", title="One", snippet="About", published_at="2025"),
                WebSource(url="javascript:alert(1)", title="Two"),
                WebSource(url="data:text/html,<b>", title="Three"),
            ],
        )  # fmt: skip
        card = make("web", result_view=view, blocks="See this.", badges=("capped",))
        html = page(card)
        assert 'href="https://example.invalid/?a=1&amp;b=&lt;2&gt;"' in html
        assert 'rel="noopener noreferrer"' in html
        assert html.count("href=") == 1
        assert "javascript:alert(1)" in html
        assert "<strong>this</strong>" in html
        assert "3 sources · capped" in lines(card)
        assert "example.invalid · 2025" in "\n".join(lines(card))

    def test_a_fetched_page_has_status_and_address_and_its_text_folded(self, make, lines, seen):
        view = WebResult(kind="fetch", url="https://a.invalid/end", status_code=404, truncated=True)
        card = make(
            "web", result_view=view, arguments=json.dumps({"url": "https://a.invalid/start"}), badges=("capped",),
            blocks="Fetched https://a.invalid/end (HTTP 404)\n\n# Not found",
        )  # fmt: skip
        assert lines(card)[:2] == ["HTTP 404 · https://a.invalid/end · capped", "asked for https://a.invalid/start"]
        assert lines(card)[2].startswith("▸ Text of the page")
        assert "# Not found" in seen(card)
