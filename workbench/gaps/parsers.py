"""Readers of result texts, held against the metadata of the same results: what a card wins back from text alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workbench.model import ToolResult
from workbench.tools import files, search, web

Read = Callable[[str], Any]
"""What a reader makes of a text, in the shape of the tool's metadata; None where it can make nothing of it."""


def _read(words: str) -> Any:
    found = files.parse_read(words)
    if found is None:
        return None
    return {
        "path": found.path,
        "offset": found.lines[0][0] if found.lines else None,
        "lines": [{"number": number, "text": text} for number, text in found.lines],
        "totalLines": found.total,
    }


def _grep(words: str) -> Any:
    found = search.parse_grep(words)
    if found is None:
        return None
    groups = [
        {"path": path, "matches": [{"lineNumber": number, "line": line} for number, line in matches]}
        for path, matches in found.files
    ]
    return {"files": groups, "total": found.total, "truncated": found.shown < found.total}


def _glob(words: str) -> Any:
    found = search.parse_glob(words)
    if found is None:
        return None
    return {"paths": list(found.paths), "total": found.total, "truncated": len(found.paths) < found.total}


def _web_search(words: str) -> Any:
    found = web.parse_search(words)
    return (
        None if found is None else {"sources": [source.url for source in found.sources], "truncated": found.truncated}
    )


def _web_fetch(words: str) -> Any:
    found = web.parse_fetch(words)
    if found is None:
        return None
    return {"url": found.url, "statusCode": found.status_code, "truncated": found.truncated}


READERS: Mapping[str, Read] = {
    "read": _read, "grep": _grep, "glob": _glob, "web_search": _web_search, "web_fetch": _web_fetch,
}  # fmt: skip


def compared(tool: str, result: ToolResult) -> dict[str, bool] | None:
    """Hold the text of a result against its metadata, member by member.

    Returns:
        For each member that the reader gives, whether the metadata says the same; None where the result has not exactly
        one text, has no metadata object, or the reader can make nothing of the text.
    """
    words = [block.get("text") for block in result.content if isinstance(block, dict) and block.get("type") == "text"]
    if len(words) != 1 or not isinstance(words[0], str) or not isinstance(result.meta, dict):
        return None
    found = READERS[tool](words[0])
    return None if found is None else {name: value == _said(tool, name, result.meta) for name, value in found.items()}


def _said(tool: str, name: str, meta: Mapping[str, Any]) -> Any:
    said = meta.get(name)
    if tool == "web_search" and name == "sources" and isinstance(said, list):
        return [source.get("url") if isinstance(source, dict) else None for source in said]
    if tool == "read" and name == "offset" and meta.get("lines") == []:
        return None
    return said
