"""The file family: `read`, `read_image`, `write` and `edit`."""

from __future__ import annotations

import re
from typing import Any

from workbench import markers
from workbench.model import Json, ToolResult, Value
from workbench.registry.json_text import number_text
from workbench.registry.json_values import is_integer
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.hunks import line_hunks
from workbench.tools.shell import ESCALATION
from workbench.tools.wire import generic, only_text, optional_text, pick, texts

READ_LIMIT = 2000
"""Lines that one `read` returns at most, and by default."""

_LANGUAGES = {
    "ts": "ts", "mts": "ts", "cts": "ts", "tsx": "tsx", "js": "js", "mjs": "js", "cjs": "js", "jsx": "jsx",
    "json": "json", "jsonc": "json", "py": "py", "rb": "rb", "go": "go", "rs": "rs", "java": "java", "c": "c", "h": "c",
    "cc": "cpp", "cpp": "cpp", "hpp": "cpp", "cxx": "cpp", "cs": "cs", "kt": "kotlin", "swift": "swift", "php": "php",
    "sh": "sh", "bash": "sh", "zsh": "sh", "yaml": "yaml", "yml": "yaml", "toml": "toml", "ini": "ini", "md": "md",
    "markdown": "md", "mdx": "mdx", "html": "html", "htm": "html", "css": "css", "scss": "scss", "less": "less",
    "sql": "sql", "xml": "xml", "lua": "lua",
}  # fmt: skip

_PATH: dict[str, Json] = {
    "type": "string",
    "required": True,
    "description": "The file; a relative path starts at the session's.",
}


def language(path: str) -> str | None:
    """Return the language hint that a path's extension gives; a name that only begins with a dot has no extension."""
    name = re.split(r"[/\\]", path)[-1]
    stem, dot, extension = name.rpartition(".")
    return _LANGUAGES.get(extension.lower()) if dot and stem else None


# ---------------------------------------------------------------------------------------------------- reading


def _read_call(arguments: Arguments) -> Json:
    offset, limit = arguments.get("offset"), arguments.get("limit")
    first = 1 if offset is None else offset
    window = ""
    if limit is not None and limit > 0:
        window = f" ({number_text(first)} - {number_text(first + limit - 1)})"
    elif offset is not None:
        window = f" (from line {number_text(offset)})"
    path = arguments["file_path"]
    return generic(f"Read {path}{window}", "read", locations=[{"path": path, "line": first}])


_ENVELOPE = re.compile(markers.READ_ENVELOPE_WHOLE)


def _read_result(_arguments: Arguments, result: ToolResult) -> Json:
    words = only_text(result.content)
    if result.is_error or words is None or not _is_window(result.meta):
        return None
    envelope = _ENVELOPE.fullmatch(words)
    if envelope is None or envelope[2] != "file":
        return None
    view = {"card": "read", **pick(result.meta, "path", "offset", "lines", "totalLines", "lang")}
    view["content"] = texts(envelope[3])
    return view


def _is_window(meta: Json) -> bool:
    """Tell whether a result's meta is a window of a text file that can be shown with line numbers."""
    if not isinstance(meta, dict):
        return False
    offset: Any = meta.get("offset")
    total: Any = meta.get("totalLines")
    lines = meta.get("lines")
    if not (isinstance(meta.get("path"), str) and is_integer(offset) and is_integer(total) and isinstance(lines, list)):
        return False
    if offset < 1 or total < 0 or not optional_text(meta, "lang"):
        return False
    last = offset - 1
    for line in lines:
        number: Any = line.get("number") if isinstance(line, dict) else None
        if not is_integer(number) or not last < number <= total or not isinstance(line.get("text"), str):
            return False
        last = number
    return True


def _render_read(arguments: Arguments, value: Any) -> list[Json]:
    lines, total, offset = value["lines"], value["totalLines"], value["offset"]
    limit = arguments.get("limit", READ_LIMIT)
    end = lines[-1]["number"] if lines else max(0, offset - 1)
    if end >= total:
        footer = f"(End of file - total {number_text(total)} lines)"
    elif len(lines) < limit:
        footer = f"(Output capped. Showing lines {offset}-{end}. Use offset={end + 1} to continue.)"
    else:
        footer = f"(Showing lines {offset}-{end} of {total}. Use offset={end + 1} to continue.)"
    body = "\n".join(f"{line['number']}: {line['text']}" for line in lines)
    return _enveloped(value["path"], "file", f"{body}\n\n{footer}" if lines else footer)


def _enveloped(path: str, kind: str, body: str) -> list[Json]:
    return texts(f"<path>{path}</path>\n<type>{kind}</type>\n<content>\n{body}\n</content>")


def _read_meta(_arguments: Arguments, value: Any) -> Json:
    meta = {
        "path": value["path"],
        "offset": value["offset"],
        "lines": [{"number": line["number"], "text": line["text"]} for line in value["lines"]],
        "totalLines": value["totalLines"],
    }
    lang = language(value["path"])
    return meta if lang is None else {**meta, "lang": lang}


class Envelope(Value, frozen=True, kw_only=True):
    """What the text of a `read`, `read_image` or `write` result says: a path, what it is, and the content lines."""

    path: str
    kind: str
    body: str


class ReadText(Value, frozen=True, kw_only=True):
    """A window read off the text of a `read` result.

    Attributes:
        path: the file.
        lines: pairs of line number and text. A line of the file cannot hold a newline, so the numbers are certain.
        first, last: the window as the footer says it; None where it says only the total.
        total: lines of the file, None where the footer does not say.
        capped: whether more of the file was left out.
        next_offset: where reading would go on.
    """

    path: str
    lines: tuple[tuple[int, str], ...]
    first: int | None
    last: int | None
    total: int | None
    capped: bool
    next_offset: int | None


_READ_END = re.compile(markers.READ_END_WHOLE)
_READ_SHOWING = re.compile(markers.READ_SHOWING_WHOLE)
_READ_CAPPED = re.compile(markers.READ_CAPPED_WHOLE)
_READ_LINE = re.compile(markers.READ_LINE_WHOLE)


def parse_envelope(words: str) -> Envelope | None:
    """Read the envelope around the text of a file result, None where there is none."""
    found = _ENVELOPE.fullmatch(words)
    return None if found is None else Envelope(path=found[1], kind=found[2], body=found[3])


def parse_read(words: str) -> ReadText | None:
    """Read the lines and the footer off the text of a `read` result, None where it is no such text."""
    envelope = parse_envelope(words)
    if envelope is None or envelope.kind != "file":
        return None
    body, _, footer = envelope.body.rpartition("\n\n")
    first = last = total = following = None
    if ended := _READ_END.fullmatch(footer):
        total = int(ended[1])
    elif shown := _READ_SHOWING.fullmatch(footer):
        first, last, total, following = (int(group) for group in shown.groups())
    elif cut := _READ_CAPPED.fullmatch(footer):
        first, last, following = (int(group) for group in cut.groups())
    else:
        return None
    lines = []
    for line in body.split("\n") if body else ():
        numbered = _READ_LINE.fullmatch(line)
        if numbered is None:
            return None
        lines.append((int(numbered[1]), numbered[2]))
    return ReadText(
        path=envelope.path, lines=tuple(lines), first=first, last=last, total=total,
        capped=following is not None, next_offset=following,
    )  # fmt: skip


# ---------------------------------------------------------------------------------------------------- images


def _read_image_call(arguments: Arguments) -> Json:
    path = arguments["file_path"]
    return generic(f"Read image {path}", "read", locations=[{"path": path}])


def _render_image(_arguments: Arguments, value: Any) -> list[Json]:
    image = value["image"]
    size = f"{image['mediaType']} image, {image['width']}x{image['height']} px, {image['bytes']} bytes"
    if original := image.get("originalDimensions"):
        across, down = (f"{original[side] / image[side]:.2f}" for side in ("width", "height"))
        how = (
            f"multiply coordinates by {across}"
            if across == down
            else f"multiply x coordinates by {across} and y coordinates by {down}"
        )
        was = f"{original['width']}x{original['height']} px"
        size += f" (downscaled from {was}; {how} to locate features in the original file)"
    return [*_enveloped(value["path"], "image", size), {"type": "image", "attachment": image}]


# --------------------------------------------------------------------------------------------------- changing


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
    return _enveloped(value["path"], "file", f"{verb} file")


def _render_edit(arguments: Arguments, value: Any) -> list[Json]:
    if arguments.get("replace_all"):
        return texts(f"The file {value['path']} has been updated. All occurrences were successfully replaced.")
    return texts(f"The file {value['path']} has been updated successfully.")


# -------------------------------------------------------------------------------------------------- the tools


def _record(**properties: Json) -> dict[str, Json]:
    return {"type": "object", "additionalProperties": False, "properties": properties}


_STRING: dict[str, Json] = {"type": "string", "required": True}
_INTEGER: dict[str, Json] = {"type": "integer", "required": True}

_READ_OUTPUT = _record(
    path=_STRING,
    offset=_INTEGER,
    lines={"type": "array", "required": True, "items": _record(number=_INTEGER, text=_STRING)},
    totalLines=_INTEGER,
)
_IMAGE_OUTPUT = _record(
    path=_STRING,
    image={
        **_record(
            attachmentId=_STRING,
            mediaType={**_STRING, "enum": ["image/png", "image/jpeg", "image/webp", "image/gif"]},
            bytes=_INTEGER,
            width=_INTEGER,
            height=_INTEGER,
            name={"type": "string"},
            originalDimensions=_record(width=_INTEGER, height=_INTEGER),
        ),
        "required": True,
    },
)
_WRITE_OUTPUT = _record(
    path=_STRING,
    operation={**_STRING, "enum": ["create", "update"]},
    before={"oneOf": [{"type": "string"}, {"type": "null"}], "required": True},
    after=_STRING,
)
_EDIT_OUTPUT = _record(path=_STRING, before=_STRING, after=_STRING)

_DIFF_IDEAL = Ideal(
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
        "read",
        "files",
        "Return a window of a text file, each line with its number.",
        {
            "file_path": _PATH,
            "offset": {"type": "number", "description": "First line, counted from 1."},
            "limit": {"type": "number", "description": "How many lines; 2000 unless given."},
        },
        output(_READ_OUTPUT, _render_read, _read_meta),
        present_call=_read_call,
        present_result=_read_result,
        concurrency_safe=True,
        ideal=Ideal(
            cards=("text",),
            need="once",
            shows="the path as a link, the window of lines, highlighted code with line numbers",
            gaps=("G7",),
            tier="client",
            first_tier="client",
        ),
    ),
    tool(
        "read_image",
        "files",
        "Return an image file as an image the model can look at.",
        {"file_path": _PATH},
        output(_IMAGE_OUTPUT, _render_image),
        present_call=_read_image_call,
        concurrency_safe=True,
        ideal=Ideal(
            cards=("generic",),
            need="once",
            shows="the image with its size and type; its bytes lie outside the log",
            gaps=("G10",),
            tier="client",
            first_tier="client",
            basis="ours",
        ),
    ),
    tool(
        "write",
        "files",
        "Create a text file or replace the whole of one.",
        {"file_path": _PATH, "content": {**_STRING, "description": "The whole new text."}, **ESCALATION},
        output(_WRITE_OUTPUT, _render_write, _write_meta),
        present_call=_write_call,
        present_result=_write_result,
        ideal=_DIFF_IDEAL,
    ),
    tool(
        "edit",
        "files",
        "Replace a piece of text in a file by another, once or everywhere.",
        {
            "file_path": _PATH,
            "old_string": {**_STRING, "description": "The text to replace, to the letter."},
            "new_string": {**_STRING, "description": "What stands there afterwards; empty deletes."},
            "replace_all": {"type": "boolean", "description": "Replace every occurrence instead of the only one."},
            **ESCALATION,
        },
        output(_EDIT_OUTPUT, _render_edit, _edit_meta),
        present_call=_edit_call,
        present_result=_edit_result,
        ideal=_DIFF_IDEAL,
    ),
)
