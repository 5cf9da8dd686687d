"""The language-server family: `lsp`."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from workbench.registry.json_text import number_text
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import INTEGER, NULL, NUMBER, STRING, choice, closed, either, items, may, need, word
from workbench.tools.wire import generic, texts

if TYPE_CHECKING:
    from workbench.model import Json

TIMEOUT_MS = 60_000
LOCATIONS = 100
RESULT_CHARS = 16_000


def _call(arguments: Arguments) -> Json:
    path, line = arguments["file_path"], arguments["line"]
    place = f"{path}:{number_text(line)}:{number_text(arguments['character'])}"
    return generic(f"LSP {arguments['operation']} {place}", "search", locations=[{"path": path, "line": line}])


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    if value["kind"] == "hover":
        hover = value["hover"]
        return texts(_bounded("No hover information." if hover is None else hover["contents"], "hover"))
    found = value["locations"]
    by_path: dict[str, list[str]] = {}
    for location in found[:LOCATIONS]:
        path = _shown_path(location["uri"], value["resolvedWorkspaceUri"])
        start = location["range"]["start"]
        by_path.setdefault(path, []).append(f"{path}:{start['line'] + 1}:{start['character'] + 1}")
    lines = [line for group in by_path.values() for line in group]
    if (omitted := len(found) - LOCATIONS) > 0:
        lines.append(f"… {omitted} more location{'' if omitted == 1 else 's'} omitted (limit {LOCATIONS}).")
    return texts(_bounded("\n".join(lines) or "No results.", "locations"))


def _shown_path(uri: str, workspace_uri: str) -> str:
    """Show a file as a path, relative below the workspace; a path of Windows is shown as its URI has it."""
    if not uri.startswith("file:") or not workspace_uri.startswith("file:"):
        return uri
    try:
        target, root = (unquote(urlsplit(each).path, errors="strict") for each in (uri, workspace_uri))
    except ValueError:
        return uri
    inside = target == root or target.startswith(root.rstrip("/") + "/")
    return posixpath.relpath(target, root) if inside else target


def _bounded(words: str, what: str) -> str:
    if len(words) <= RESULT_CHARS:
        return words
    notice = f"\n… {what} truncated (limit {RESULT_CHARS} characters)."
    return words[: RESULT_CHARS - len(notice)] + notice


_POSITION = closed(line=need(INTEGER), character=need(INTEGER))
_RANGE = closed(start=need(_POSITION), end=need(_POSITION))
_VALUE = either(
    closed(
        kind=need(word("locations")),
        locations=need(items(closed(uri=need(STRING), range=need(_RANGE)))),
        resolvedWorkspaceUri=need(STRING),
    ),
    closed(kind=need(word("hover")), hover=need(either(NULL, closed(contents=need(STRING), range=may(_RANGE))))),
)

TOOLS: tuple[Tool, ...] = (
    tool(
        "lsp",
        "lsp",
        "Ask a language server where a name is defined, used or implemented, or what it is.",
        {
            "operation": need(choice("goToDefinition", "findReferences", "goToImplementation", "hover")),
            "file_path": need(STRING, "The file that the cursor is in."),
            "line": need(NUMBER, "Line of the cursor, counted from 1."),
            "character": need(NUMBER, "Column of the cursor in UTF-16 units, counted from 1."),
        },
        output(_VALUE, _render),
        present_call=_call,
        timeout_ms=TIMEOUT_MS,
        ideal=Ideal(
            cards=("table", "text"), need="once", shows="the places as links, grouped by file", gaps=("G5",),
            forks=("F2",), tier="addition", first_tier="client", basis="ours",
        ),
    ),
)  # fmt: skip
