"""The file family, reading: `read` and `read_image`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from workbench import markers
from workbench.model import Value
from workbench.registry.json_text import number_text
from workbench.registry.json_values import is_integer
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.envelope import enveloped, parse_envelope
from workbench.tools.shapes import INTEGER, NUMBER, STRING, choice, closed, items, may, need
from workbench.tools.wire import generic, only_text, optional_text, pick, texts

if TYPE_CHECKING:
    from workbench.model import Json, ToolResult

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


def language(path: str) -> str | None:
    """Return the language hint that a path's extension gives; a name that only begins with a dot has no extension."""
    name = re.split(r"[/\\]", path)[-1]
    stem, dot, extension = name.rpartition(".")
    return _LANGUAGES.get(extension.lower()) if dot and stem else None


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


def _read_result(_arguments: Arguments, result: ToolResult) -> Json:
    words = only_text(result.content)
    if result.is_error or words is None or not _is_window(result.meta):
        return None
    envelope = parse_envelope(words)
    if envelope is None or envelope.kind != "file":
        return None
    view = {"card": "read", **pick(result.meta, "path", "offset", "lines", "totalLines", "lang")}
    view["content"] = texts(envelope.body)
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
    return enveloped(value["path"], "file", f"{body}\n\n{footer}" if lines else footer)


def _read_meta(_arguments: Arguments, value: Any) -> Json:
    meta = {
        "path": value["path"],
        "offset": value["offset"],
        "lines": [{"number": line["number"], "text": line["text"]} for line in value["lines"]],
        "totalLines": value["totalLines"],
    }
    lang = language(value["path"])
    return meta if lang is None else {**meta, "lang": lang}


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
    return [*enveloped(value["path"], "image", size), {"type": "image", "attachment": image}]


# -------------------------------------------------------------------------------------------- back from the text


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


# --------------------------------------------------------------------------------------------------- the tools

_READ = closed(
    path=need(STRING),
    offset=need(INTEGER),
    lines=need(items(closed(number=need(INTEGER), text=need(STRING)))),
    totalLines=need(INTEGER),
)
_IMAGE = closed(
    attachmentId=need(STRING),
    mediaType=need(choice("image/png", "image/jpeg", "image/webp", "image/gif")),
    bytes=need(INTEGER),
    width=need(INTEGER),
    height=need(INTEGER),
    name=may(STRING),
    originalDimensions=may(closed(width=need(INTEGER), height=need(INTEGER))),
)
PATH = need(STRING, "The file; a relative path starts at the session's folder.")

TOOLS: tuple[Tool, ...] = (
    tool(
        "read",
        "files",
        "Return a window of a text file, each line with its number.",
        {
            "file_path": PATH,
            "offset": may(NUMBER, "First line, counted from 1."),
            "limit": may(NUMBER, "How many lines; 2000 unless given."),
        },
        output(_READ, _render_read, _read_meta),
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
        {"file_path": PATH},
        output(closed(path=need(STRING), image=need(_IMAGE)), _render_image),
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
)
