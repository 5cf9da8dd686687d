"""Whatever a tool hands over to be shown is shown: every member of every view of the harness is on its card."""

from __future__ import annotations

import json

import pytest

from workbench.model import (
    DiffCall,
    DiffResult,
    FileDiff,
    FileMatches,
    GenericCall,
    GenericResult,
    LineMatch,
    Location,
    NumberedLine,
    ReadResult,
    SearchResult,
    TerminalCall,
    TerminalResult,
    WebResult,
    WebSource,
)

TEXT = [{"type": "text", "text": "what came back"}]


def a_diff(**members):
    change = FileDiff(path="src/Path.py", old_text="the old line\n", new_text="the new line\n")
    return {"title": "Edit a file", "diffs": [change]} | members


VIEWS = {
    "generic call": (
        "generic",
        {
            "call_view": GenericCall(
                title="Look it up",
                kind="search",
                raw_input={"wanted": "a needle"},
                locations=[Location(path="/a/b", line=7)],
            )
        },
        ("Look it up", "wanted", "a needle", "/a/b:7"),
    ),
    "generic call with content": (
        "generic",
        {"call_view": GenericCall(title="Plan", content=TEXT), "content": tuple(TEXT)},
        ("Plan", "what came back"),
    ),
    "generic result": (
        "generic",
        {
            "call_view": GenericCall(title="A call"),
            "result_view": GenericResult(title="A review", content=TEXT),
            "blocks": TEXT,
        },
        ("A review", "what came back"),
    ),
    "terminal call": (
        "terminal",
        {"call_view": TerminalCall(title="make all", description="Build it", cwd="sub"), "cwd": "/w"},
        ("make all", "Build it", "/w/sub"),
    ),
    "terminal result": (
        "terminal",
        {
            "call_view": TerminalCall(title="make all"),
            "blocks": TEXT,
            "exit_code": 4,
            "exit_source": "marker",
            "result_view": TerminalResult(title="make it", output="a line\n", exit_code=4),
            "badges": ("exit 4",),
        },
        ("make it", "a line", "exit 4"),
    ),
    "terminal killed": (
        "terminal",
        {
            "call_view": TerminalCall(title="sleep 9"),
            "blocks": TEXT,
            "signal": "SIGKILL",
            "exit_source": "marker",
            "result_view": TerminalResult(output="", signal="SIGKILL"),
            "badges": ("signal SIGKILL",),
        },
        ("sleep 9", "signal SIGKILL"),
    ),
    "diff call": (
        "diff",
        {"call_view": DiffCall(**a_diff(locations=[Location(path="src/Path.py")]))},
        ("Edit a file", "src/Path.py", "the old line", "the new line"),
    ),
    "diff result": (
        "diff",
        {"call_view": DiffCall(title="Edit", diffs=[]), "result_view": DiffResult(**a_diff()), "blocks": TEXT},
        ("Edit a file", "src/Path.py", "the old line", "the new line", "+1 −1"),
    ),
    "matches": (
        "search",
        {
            "blocks": TEXT,
            "result_view": SearchResult(
                title="Grep it",
                shape="matches",
                truncated=True,
                total=77,
                files=[FileMatches(path="src/Found.py", matches=[LineMatch(line_number=31, line="here it is")])],
            ),
        },
        ("Grep it", "src/Found.py", "31", "here it is", "77", "capped"),
    ),
    "paths": (
        "search",
        {
            "blocks": TEXT,
            "result_view": SearchResult(title="Glob it", shape="paths", paths=["one/Path"], truncated=True, total=88),
        },
        ("Glob it", "one/Path", "88", "capped"),
    ),
    "read": (
        "read",
        {
            "blocks": TEXT,
            "result_view": ReadResult(
                title="Read it",
                path="src/Read.py",
                offset=12,
                lines=[NumberedLine(number=12, text="line twelve")],
                total_lines=99,
                lang="py",
                content=TEXT,
            ),
        },
        ("Read it", "src/Read.py", "12", "line twelve", "99", "py"),
    ),
    "web search": (
        "web",
        {
            "blocks": TEXT,
            "result_view": WebResult(
                title="Ask the web",
                kind="search",
                truncated=True,
                answer="The answer.",
                sources=[
                    WebSource(
                        url="https://a.example/x", title="Site A", snippet="A snippet.", published_at="2026-01-02"
                    )
                ],
            ),
        },
        ("Ask the web", "The answer.", "Site A", "https://a.example/x", "A snippet.", "2026-01-02", "capped"),
    ),
    "web fetch": (
        "web",
        {
            "blocks": TEXT,
            "arguments": json.dumps({"url": "https://asked.example/"}),
            "result_view": WebResult(
                title="Fetch it",
                kind="fetch",
                truncated=True,
                url="https://final.example/",
                status_code=203,
            ),
        },
        ("Fetch it", "203", "https://final.example/", "https://asked.example/", "capped", "what came back"),
    ),
}


@pytest.mark.parametrize("name", VIEWS)
def test_every_member_of_a_view_is_on_its_card(make, page, seen, name):
    kind, members, wanted = VIEWS[name]
    card = make(kind, **members)
    shown = seen(card) + page(card)
    assert [words for words in wanted if words not in shown] == []
