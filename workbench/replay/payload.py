"""The payload of a result row, in every wrapping that the log formats have."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from workbench.model import Json, ToolError, ToolResult


def decode(data: str) -> Json:
    """Parse a row's data; what the fast parser refuses (huge numbers, deep nesting) goes the slow way."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return json.loads(data)


class _Meta(msgspec.Struct):
    meta: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


def result_of(text: str) -> ToolResult:
    """Return the result that the data of a tool/result row, or of the settling row of a dispatch, holds.

    Three wrappings exist: `message.content` with exactly one tool-result block (generations 0–3), blocks directly in
    `message.content` (generation 4), and flat members (dispatches, and logs from before the first release).
    """
    data = decode(text)
    body: dict[str, Any] = data if isinstance(data, dict) else {}
    message = body.get("message")
    holder: dict[str, Any] = message if isinstance(message, dict) else body
    content = holder.get("content")
    blocks: list[Any] = content if isinstance(content, list) else []
    is_error = holder.get("isError")
    if len(blocks) == 1 and isinstance(blocks[0], dict) and blocks[0].get("type") == "tool-result":
        inner = blocks[0].get("content")
        is_error = blocks[0].get("isError", is_error)
        blocks = inner if isinstance(inner, list) else []
    elif isinstance(content, str):
        blocks = [{"type": "text", "text": content}]
    error = body.get("error")
    return ToolResult(
        content=tuple(blocks),
        is_error=is_error is True,
        meta=body.get("meta"),
        has_meta="meta" in body,
        meta_text=_meta_text(text) if body.get("meta") is not None else None,
        error=_error(error) if isinstance(error, dict) else None,
    )


def _meta_text(text: str) -> str | None:
    try:
        meta = msgspec.json.decode(text, type=_Meta).meta
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return None
    return None if isinstance(meta, msgspec.UnsetType) else bytes(meta).decode("utf-8", "replace")


def _error(error: dict[str, Any]) -> ToolError:
    name, code = error.get("name"), error.get("code")
    return ToolError(name=name if isinstance(name, str) else None, code=code if isinstance(code, str) else None)
