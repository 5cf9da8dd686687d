"""Views read off the text of a result: for calls inside programs, whose results have no metadata, and older logs.

The type of a card stays what the order of dispatch gave; only its content is shown in a better form, and said to be
parsed.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec import UNSET

from workbench.cards.arguments import Arguments
from workbench.cards.texts import only_text
from workbench.model import (
    Call,
    FileMatches,
    GenericResult,
    LineMatch,
    NumberedLine,
    Parsed,
    ReadResult,
    ResultView,
    SearchResult,
    WebResult,
    WebSource,
)
from workbench.tools import files, search, web

_EDITOR_HEAD = re.compile(
    r"Here's the content of (.+?) with line numbers(?: \(which has a total of ([0-9]{1,9}) lines\))?[^\n]*:\n"
)
_EDITOR_LINE = re.compile(r" *([0-9]{1,9})(?:\t|  )(.*)")


def parsed_of(call: Call, arguments: Arguments, result_view: ResultView | None) -> Parsed | None:
    """Return the view that the text of a result gives, None where there is a view already or no known text."""
    if result_view is not None and not isinstance(result_view, GenericResult):
        return None
    read = _READERS.get(call.name)
    text = only_text(call) if read is not None else None
    return read(text, arguments) if read is not None and text is not None else None


def _read(text: str, _: Arguments) -> Parsed | None:
    found = files.parse_read(text)
    if found is None:
        return None
    last = found.lines[-1][0] if found.lines else 0
    view = _window(found.path, found.lines, max(found.total or last, last))
    return Parsed(view=view, rule="the lines of the file's envelope", is_total_known=found.total is not None)


def _editor(text: str, arguments: Arguments) -> Parsed | None:
    head = _EDITOR_HEAD.match(text) if arguments.string("command") == "view" else None
    if head is None:
        return None
    lines = [_EDITOR_LINE.fullmatch(line) for line in text[head.end() :].removesuffix("\n").split("\n")]
    if not lines or None in lines:
        return None
    numbered = tuple((int(line[1]), line[2]) for line in lines if line is not None)
    total = int(head[2]) if head[2] else None
    view = _window(head[1], numbered, max(total or 0, numbered[-1][0]))
    return Parsed(view=view, rule="the numbered lines of the text", is_total_known=total is not None)


def _window(path: str, lines: tuple[tuple[int, str], ...], total: int) -> ReadResult:
    return ReadResult(
        path=path,
        offset=lines[0][0] if lines else 1,
        lines=[NumberedLine(number=number, text=text) for number, text in lines],
        total_lines=total,
        lang=files.language(path) or UNSET,
    )


def _grep(text: str, _: Arguments) -> Parsed | None:
    found = search.parse_grep(text)
    if found is None:
        return None
    view = SearchResult(
        shape="matches",
        truncated=found.shown < found.total,
        total=found.total,
        files=[
            FileMatches(path=path, matches=[LineMatch(line_number=number, line=line) for number, line in matches])
            for path, matches in found.files
        ],
    )
    return Parsed(view=view, rule="the groups of the text", locator=found.locator)


def _glob(text: str, _: Arguments) -> Parsed | None:
    found = search.parse_glob(text)
    if found is None:
        return None
    view = SearchResult(
        shape="paths", truncated=len(found.paths) < found.total, total=found.total, paths=list(found.paths)
    )
    return Parsed(view=view, rule="the lines of the text", locator=found.locator)


def _web_search(text: str, _: Arguments) -> Parsed | None:
    found = web.parse_search(text)
    if found is None:
        return None
    sources = [
        WebSource(
            url=source.url, title=source.label, snippet=source.snippet or UNSET, published_at=source.date or UNSET
        )
        for source in found.sources
    ]
    view = WebResult(kind="search", truncated=found.truncated, sources=sources, answer=found.answer or UNSET)
    return Parsed(view=view, rule="the list of sources in the text")


def _web_fetch(text: str, _: Arguments) -> Parsed | None:
    found = web.parse_fetch(text)
    if found is None:
        return None
    view = WebResult(kind="fetch", truncated=found.truncated, url=found.url, status_code=found.status_code)
    return Parsed(view=view, rule="the first line of the text")


_READERS: dict[str, Callable[[str, Arguments], Parsed | None]] = {
    "read": _read,
    "str_replace_editor": _editor,
    "grep": _grep,
    "glob": _glob,
    "web_search": _web_search,
    "web_fetch": _web_fetch,
}


def locator_of(call: Call) -> str | None:
    """Return the file that holds the whole of a capped search, as its text names it."""
    text = only_text(call)
    if text is None or call.name not in ("grep", "glob"):
        return None
    found: Any = search.parse_grep(text) if call.name == "grep" else search.parse_glob(text)
    return found.locator if found is not None else None
