"""The editor family: `str_replace_editor`, one tool with four commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import INTEGER, STRING, choice, items, may, need
from workbench.tools.wire import generic, texts

if TYPE_CHECKING:
    from workbench.model import Json


def present_call(arguments: Arguments) -> Json:
    """A diff for what creates or replaces text, a generic card with the place for `view` and `insert`."""
    command, path = arguments["command"], arguments["path"]
    title = f"{command} {path}"
    if command == "view":
        return generic(title, "read", locations=[{"path": path}])
    if command == "insert":
        place = {"path": path}
        if "insert_line" in arguments:
            place["line"] = max(1, arguments["insert_line"] + 1)
        return generic(title, "edit", locations=[place])
    if command == "create":
        change = {"path": path, "oldText": None, "newText": arguments.get("file_text", "")}
    else:
        change = {"path": path, "oldText": arguments.get("old_str"), "newText": arguments.get("new_str", "")}
    return {"card": "diff", "title": title, "diffs": [change], "locations": [{"path": path}]}


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    return texts(value)


TOOLS: tuple[Tool, ...] = (
    tool(
        "str_replace_editor",
        "editor",
        "View a file or folder, create a file, replace one piece of text, or insert text after a line.",
        {
            "command": need(choice("view", "create", "str_replace", "insert"), "What to do."),
            "path": need(STRING, "Absolute path of the file or folder."),
            "file_text": may(STRING, "The text of a created file."),
            "insert_line": may(INTEGER, "The line after which `new_str` is put; 0 is the top."),
            "new_str": may(STRING, "The new text of a replacement or insertion."),
            "old_str": may(STRING, "The text to replace; must stand once in the file."),
            "view_range": may(items(INTEGER), "First and last line to view; -1 is the end of the file."),
        },
        output(STRING, _render),
        present_call=present_call,
        ideal=Ideal(
            cards=("diff", "text"),
            need="once",
            shows="the applied hunks, which this tool does not store: its result has no metadata",
            gaps=("G5", "G7"),
            forks=("F5",),
            tier="addition",
            first_tier="client",
            basis="ours",
        ),
    ),
)
