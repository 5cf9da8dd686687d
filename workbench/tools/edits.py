"""The file family, changing: `write` and `edit`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.envelope import enveloped
from workbench.tools.files import PATH
from workbench.tools.hunks import line_hunks
from workbench.tools.shapes import BOOLEAN, NULL, STRING, choice, closed, either, may, need
from workbench.tools.shell import ESCALATION
from workbench.tools.wire import pick, texts

if TYPE_CHECKING:
    from workbench.model import Json, ToolResult


def _whole_file(arguments: Arguments) -> list[Json]:
    return [{"path": arguments["file_path"], "oldText": None, "newText": arguments["content"]}]


def _write_call(arguments: Arguments) -> Json:
    path = arguments["file_path"]
    return {"card": "diff", "title": f"Write {path}", "diffs": _whole_file(arguments), "locations": [{"path": path}]}


def _write_result(arguments: Arguments, result: ToolResult) -> Json:
    if result.is_error:
        return None
    diffs = diffs_of(result.meta) or _whole_file(arguments)
    return {"card": "diff", "title": f"Write {arguments['file_path']}", "diffs": diffs}


def _edit_call(arguments: Arguments) -> Json:
    path = arguments["file_path"]
    change = {"path": path, "oldText": arguments["old_string"] or None, "newText": arguments["new_string"]}
    return {"card": "diff", "title": f"Edit {path}", "diffs": [change], "locations": [{"path": path}]}


def _edit_result(arguments: Arguments, result: ToolResult) -> Json:
    diffs = None if result.is_error else diffs_of(result.meta)
    return None if diffs is None else {"card": "diff", "title": f"Edit {arguments['file_path']}", "diffs": diffs}


def diffs_of(meta: Json) -> list[Json] | None:
    """Return the hunks in a result's meta, None where there are none or one of them is malformed."""
    diffs = meta.get("diffs") if isinstance(meta, dict) else None
    if not isinstance(diffs, list) or not diffs:
        return None
    for diff in diffs:
        if not isinstance(diff, dict) or "oldText" not in diff:
            return None
        old = diff["oldText"]
        if not (isinstance(diff.get("path"), str) and isinstance(diff.get("newText"), str)):
            return None
        if not (old is None or isinstance(old, str)):
            return None
    return [pick(diff, "path", "oldText", "newText") for diff in diffs]


def hunk_diffs(path: str, before: str, after: str) -> list[Json]:
    """Return one diff for each hunk of a change, with three lines of context, as the harness stores them."""
    return [{"path": path, "oldText": hunk.old_text, "newText": hunk.new_text} for hunk in line_hunks(before, after)]


def _write_meta(arguments: Arguments, value: Any) -> Json:
    before = value["before"]
    return {"diffs": [] if before is None else hunk_diffs(arguments["file_path"], before, value["after"])}


def _edit_meta(arguments: Arguments, value: Any) -> Json:
    return {"diffs": hunk_diffs(arguments["file_path"], value["before"], value["after"])}


def _render_write(_arguments: Arguments, value: Any) -> list[Json]:
    verb = "Created" if value["operation"] == "create" else "Updated"
    return enveloped(value["path"], "file", f"{verb} file")


def _render_edit(arguments: Arguments, value: Any) -> list[Json]:
    if arguments.get("replace_all"):
        return texts(f"The file {value['path']} has been updated. All occurrences were successfully replaced.")
    return texts(f"The file {value['path']} has been updated successfully.")


_WRITTEN = closed(
    path=need(STRING),
    operation=need(choice("create", "update")),
    before=need(either(STRING, NULL)),
    after=need(STRING),
)
_EDITED = closed(path=need(STRING), before=need(STRING), after=need(STRING))
_IDEAL = Ideal(
    cards=("diff",),
    need="once",
    shows="the hunks that were applied, which the result's metadata holds; the new text while the call is written",
    gaps=("G6", "G7"),
    forks=("F1",),
    tier="client",
    first_tier="client",
)

TOOLS: tuple[Tool, ...] = (
    tool(
        "write",
        "files",
        "Create a text file or replace the whole of one.",
        {"file_path": PATH, "content": need(STRING, "The whole new text."), **ESCALATION},
        output(_WRITTEN, _render_write, _write_meta),
        present_call=_write_call,
        present_result=_write_result,
        ideal=_IDEAL,
    ),
    tool(
        "edit",
        "files",
        "Replace a piece of text in a file by another, once or everywhere.",
        {
            "file_path": PATH,
            "old_string": need(STRING, "The text to replace, to the letter."),
            "new_string": need(STRING, "What stands there afterwards; empty deletes."),
            "replace_all": may(BOOLEAN, "Replace every occurrence instead of the only one."),
            **ESCALATION,
        },
        output(_EDITED, _render_edit, _edit_meta),
        present_call=_edit_call,
        present_result=_edit_result,
        ideal=_IDEAL,
    ),
)
