"""The search family: `grep` and `glob`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from workbench import markers
from workbench.model import Json, ToolResult, Value
from workbench.registry.json_text import json_text
from workbench.registry.json_values import is_number
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import INTEGER, STRING, closed, items, may, need
from workbench.tools.wire import generic, pick, texts

if TYPE_CHECKING:
    from collections.abc import Sequence

GREP_LIMIT = 250
"""Matches that a `grep` shows at most; the rest is stored beside the log."""

GLOB_LIMIT = 100
"""Paths that a `glob` shows at most."""

LINE_BYTES = 2000
"""Bytes of one matching line that are kept."""

META_BYTES = 65_536
"""UTF-8 bytes that the serialized metadata of a search may have; trailing files or paths are dropped beyond."""

TIMEOUT_MS = 30_000


def _grep_call(arguments: Arguments) -> Json:
    where = f" in {arguments['path']}" if "path" in arguments else ""
    which = f" ({arguments['include']})" if "include" in arguments else ""
    return generic(f"Grep {arguments['pattern']}{where}{which}", "search", rawInput=arguments["pattern"])


def _glob_call(arguments: Arguments) -> Json:
    where = f" in {arguments['path']}" if "path" in arguments else ""
    return generic(f"Glob {arguments['pattern']}{where}", "search", rawInput=arguments["pattern"])


def _grep_result(_arguments: Arguments, result: ToolResult) -> Json:
    meta = _search_meta(result, "matches")
    if meta is None or not isinstance(meta.get("files"), list):
        return None
    files = []
    for file in meta["files"]:
        if not (isinstance(file, dict) and isinstance(file.get("path"), str) and isinstance(file.get("matches"), list)):
            return None
        for match in file["matches"]:
            if not (
                isinstance(match, dict) and is_number(match.get("lineNumber")) and isinstance(match.get("line"), str)
            ):
                return None
        files.append(
            {"path": file["path"], "matches": [pick(match, "lineNumber", "line") for match in file["matches"]]}
        )
    return {"card": "search", "shape": "matches", "files": files, **pick(meta, "truncated", "total")}


def _glob_result(_arguments: Arguments, result: ToolResult) -> Json:
    meta = _search_meta(result, "paths")
    paths = None if meta is None else meta.get("paths")
    if meta is None or not isinstance(paths, list) or not all(isinstance(path, str) for path in paths):
        return None
    return {"card": "search", "shape": "paths", "paths": paths, **pick(meta, "truncated", "total")}


def _search_meta(result: ToolResult, shape: str) -> dict[str, Any] | None:
    meta = result.meta
    if result.is_error or not isinstance(meta, dict) or meta.get("shape") != shape:
        return None
    return meta if isinstance(meta.get("truncated"), bool) and is_number(meta.get("total")) else None


# ------------------------------------------------------------------------------------------------ projections


def _preview(line: str) -> str:
    raw = line.encode("utf-8", "surrogatepass")
    if len(raw) <= LINE_BYTES:
        return line
    return raw[:LINE_BYTES].decode("utf-8", "ignore") + " (line truncated)"


def _groups(matches: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    by_path: dict[str, list[Json]] = {}
    for match in matches:
        entry = {"lineNumber": match["lineNumber"], "line": _preview(match["line"])}
        by_path.setdefault(match["path"], []).append(entry)
    return [{"path": path, "matches": entries} for path, entries in by_path.items()]


def _render_grep(_arguments: Arguments, value: Any) -> list[Json]:
    found = value["matches"]
    if not found:
        return texts("No matches found")
    sections = []
    for group in _groups(found[:GREP_LIMIT]):
        lines = (f"Line {match['lineNumber']}: {match['line']}" for match in group["matches"])
        sections.append("\n".join([group["path"], *lines]))
    body = "\n\n".join(sections)
    if len(found) <= GREP_LIMIT:
        return texts(f"Found {len(found)} match{'' if len(found) == 1 else 'es'}\n\n{body}")
    lost = "(The complete result could not be saved; narrow pattern, path, or include to see more.)"
    return texts(f"Found {GREP_LIMIT} of {len(found)} matches\n\n{body}\n\n{lost}")


def _render_glob(_arguments: Arguments, value: Any) -> list[Json]:
    """Write the newest paths; a deployment may choose to show a sample across folders instead, and says so then."""
    paths = value["paths"]
    if not paths:
        return texts("No files found")
    body = "\n".join(paths[:GLOB_LIMIT])
    if len(paths) <= GLOB_LIMIT:
        return texts(body)
    lost = "The complete result could not be saved; narrow pattern or path to see more."
    return texts(f"{body}\n\n(Showing {GLOB_LIMIT} of {len(paths)} paths. {lost})")


def _grep_meta(_arguments: Arguments, value: Any) -> Json:
    found = value["matches"]
    return _capped("matches", "files", _groups(found[:GREP_LIMIT]), len(found) > GREP_LIMIT, len(found))


def _glob_meta(_arguments: Arguments, value: Any) -> Json:
    paths = value["paths"]
    return _capped("paths", "paths", paths[:GLOB_LIMIT], len(paths) > GLOB_LIMIT, len(paths))


def _capped(shape: str, member: str, items: list[Json], truncated: bool, total: int) -> Json:
    """Drop trailing items until the serialized metadata fits; a single item stays, however large."""
    meta = {"shape": shape, member: items, "truncated": truncated, "total": total}
    if _size(meta) <= META_BYTES:
        return meta
    rest = _size({**meta, member: [], "truncated": True})
    kept = 0
    for item in items:
        rest += _size(item) + (1 if kept else 0)
        if kept and rest > META_BYTES:
            break
        kept += 1
    return {**meta, member: items[:kept], "truncated": True}


def _size(value: Json) -> int:
    return len(json_text(value).encode("utf-8", "surrogatepass"))


# -------------------------------------------------------------------------------------------- back from the text


class GrepText(Value, frozen=True, kw_only=True):
    """Matches read off the text of a `grep` result.

    `files` are pairs of path and matches, a match being a pair of line number and line; `total` counts all that were
    found; `note` is the statement of a capped result, `locator` the file it names.
    """

    files: tuple[tuple[str, tuple[tuple[int, str], ...]], ...]
    shown: int
    total: int
    note: str | None = None
    locator: str | None = None


class GlobText(Value, frozen=True, kw_only=True):
    """Paths read off the text of a `glob` result; members as in [`GrepText`][workbench.tools.search.GrepText]."""

    paths: tuple[str, ...]
    total: int
    note: str | None = None
    locator: str | None = None


_FOUND = re.compile(markers.GREP_FOUND)
_MATCH = re.compile(markers.GREP_LINE_WHOLE)
_SHOWING = re.compile(markers.GLOB_SHOWING)


def parse_grep(words: str) -> GrepText | None:
    """Read the groups off the text of a `grep` result, None where it is not written in that way."""
    if words == "No matches found":
        return GrepText(files=(), shown=0, total=0)
    head = _FOUND.match(words)
    if head is None:
        return None
    body, note, locator = _without_note(words[head.end() :], capped=head[1] is not None)
    files: list[tuple[str, list[tuple[int, str]]]] = []
    for line in body.split("\n"):
        match = _MATCH.fullmatch(line)
        if match is not None and files:
            files[-1][1].append((int(match[1]), match[2]))
        elif line:
            files.append((line, []))
    shown = sum(len(matches) for _, matches in files)
    if shown != int(head[1] or head[2]):
        return None
    return GrepText(
        files=tuple((path, tuple(matches)) for path, matches in files),
        shown=shown, total=int(head[2]), note=note, locator=locator,
    )  # fmt: skip


def parse_glob(words: str) -> GlobText | None:
    """Read the paths off the text of a `glob` result, None where a capped result does not say how it was capped."""
    if words == "No files found":
        return GlobText(paths=(), total=0)
    body, note, locator = _without_note(words, capped=True)
    paths = tuple(body.split("\n"))
    if note is None:
        return GlobText(paths=paths, total=len(paths))
    shown = _SHOWING.match(note)
    return None if shown is None else GlobText(paths=paths, total=int(shown[2]), note=note, locator=locator)


def _without_note(words: str, *, capped: bool) -> tuple[str, str | None, str | None]:
    found = markers.at_end(markers.SEARCH_NOTE_AT_END, words) if capped else None
    if found is None:
        return words, None, None
    stored = markers.at_end(markers.STORED_ELSEWHERE_AT_END, words)
    return words[: found.start()], found[1], None if stored is None else stored[2]


# --------------------------------------------------------------------------------------------------- the tools

_GREP = closed(matches=need(items(closed(path=need(STRING), lineNumber=need(INTEGER), line=need(STRING)))))
_GLOB = closed(root=need(STRING), paths=need(items(STRING)))

_IDEAL = Ideal(
    cards=("table", "text"),
    need="once",
    shows="matches grouped by file with clickable lines, or the paths; a note where the rest was stored",
    gaps=("G5",),
    forks=("F2", "F5"),
    tier="addition",
    first_tier="client",
)

TOOLS: tuple[Tool, ...] = (
    tool(
        "grep",
        "search",
        "Find lines that match a regular expression, grouped by file.",
        {
            "pattern": need(STRING, "A regular expression in ripgrep's syntax."),
            "path": may(STRING, "File or folder to search; the session's folder unless given."),
            "include": may(STRING, "One glob that names which files to search."),
        },
        output(_GREP, _render_grep, _grep_meta),
        present_call=_grep_call,
        present_result=_grep_result,
        timeout_ms=TIMEOUT_MS,
        ideal=_IDEAL,
    ),
    tool(
        "glob",
        "search",
        "Find files whose path matches a pattern, newest first.",
        {
            "pattern": need(STRING, "A glob over paths."),
            "path": may(STRING, "Folder to search; the session's folder unless given."),
        },
        output(_GLOB, _render_glob, _glob_meta),
        present_call=_glob_call,
        present_result=_glob_result,
        timeout_ms=TIMEOUT_MS,
        ideal=_IDEAL,
    ),
)
