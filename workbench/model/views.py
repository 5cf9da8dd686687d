"""Views in the harness's wire shape: what its presenters say of a call and of a result."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from workbench.model.values import ActionKind, Json


class Wire(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A value in the harness's wire shape; members are read as `view.exit_code` or `view["exitCode"]`."""

    def __getitem__(self, name: str) -> Any:
        if name == "card" and self.__struct_config__.tag_field == "card":
            return self.__struct_config__.tag
        for attribute, wire in zip(self.__struct_fields__, self.__struct_encode_fields__, strict=True):
            if name in (wire, attribute):
                value = getattr(self, attribute)
                if value is UNSET:
                    break
                return value
        raise KeyError(name)

    def get(self, name: str, default: Any = None) -> Any:
        """Return the member with this wire name, or the default where it is absent."""
        try:
            return self[name]
        except KeyError:
            return default

    @property
    def card(self) -> str:
        """The tag of a view: generic, terminal, diff, search, read or web."""
        return str(self.__struct_config__.tag)


class Location(Wire, frozen=True, kw_only=True):
    """A place a call is about."""

    path: str
    line: int | UnsetType = UNSET


class FileDiff(Wire, frozen=True, kw_only=True):
    """One hunk or one whole file; `old_text` None is a new file or an unknown prior text."""

    path: str
    old_text: str | None
    new_text: str


class GenericCall(Wire, frozen=True, tag_field="card", tag="generic", kw_only=True):
    """Call view without a card of its own."""

    title: str
    kind: ActionKind | UnsetType = UNSET
    raw_input: Json | UnsetType = UNSET
    content: list[Json] | UnsetType = UNSET
    locations: list[Location] | UnsetType = UNSET


class TerminalCall(Wire, frozen=True, tag_field="card", tag="terminal", kw_only=True):
    """A command in the foreground; the title is the command."""

    title: str
    description: str | UnsetType = UNSET
    cwd: str | UnsetType = UNSET


class DiffCall(Wire, frozen=True, tag_field="card", tag="diff", kw_only=True):
    """A change of files, as the arguments say it."""

    title: str
    diffs: list[FileDiff]
    locations: list[Location] | UnsetType = UNSET


class GenericResult(Wire, frozen=True, tag_field="card", tag="generic", kw_only=True):
    """Result view without a card of its own; `content` absent means the raw result blocks."""

    title: str | UnsetType = UNSET
    content: list[Json] | UnsetType = UNSET


class TerminalResult(Wire, frozen=True, tag_field="card", tag="terminal", kw_only=True):
    """Output of a command; at most one of `exit_code` and `signal`."""

    title: str | UnsetType = UNSET
    output: str | UnsetType = UNSET
    exit_code: int | UnsetType = UNSET
    signal: str | UnsetType = UNSET


class DiffResult(Wire, frozen=True, tag_field="card", tag="diff", kw_only=True):
    """The hunks that were applied."""

    title: str | UnsetType = UNSET
    diffs: list[FileDiff]


class LineMatch(Wire, frozen=True, kw_only=True):
    """One matching line."""

    line_number: int
    line: str


class FileMatches(Wire, frozen=True, kw_only=True):
    """The matching lines of one file."""

    path: str
    matches: list[LineMatch]


class SearchResult(Wire, frozen=True, tag_field="card", tag="search", kw_only=True):
    """Matches grouped by file (`shape` matches), or paths (`shape` paths)."""

    shape: Literal["matches", "paths"]
    truncated: bool
    total: int
    title: str | UnsetType = UNSET
    files: list[FileMatches] | UnsetType = UNSET
    paths: list[str] | UnsetType = UNSET


class NumberedLine(Wire, frozen=True, kw_only=True):
    """One line of a file."""

    number: int
    text: str


class ReadResult(Wire, frozen=True, tag_field="card", tag="read", kw_only=True):
    """A window of a text file."""

    path: str
    offset: int
    lines: list[NumberedLine]
    total_lines: int
    title: str | UnsetType = UNSET
    lang: str | UnsetType = UNSET
    content: list[Json] | UnsetType = UNSET


class WebSource(Wire, frozen=True, kw_only=True):
    """One source of a search answer."""

    url: str
    title: str | UnsetType = UNSET
    snippet: str | UnsetType = UNSET
    published_at: str | UnsetType = UNSET


class WebResult(Wire, frozen=True, tag_field="card", tag="web", kw_only=True):
    """A search answer with its sources (`kind` search), or a fetched page (`kind` fetch)."""

    kind: Literal["search", "fetch"]
    truncated: bool
    title: str | UnsetType = UNSET
    sources: list[WebSource] | UnsetType = UNSET
    answer: str | UnsetType = UNSET
    url: str | UnsetType = UNSET
    status_code: int | UnsetType = UNSET


CallView = GenericCall | TerminalCall | DiffCall

ResultView = GenericResult | TerminalResult | DiffResult | SearchResult | ReadResult | WebResult

View = CallView | ResultView
