"""The payload of a result row, in every wrapping that the log formats have."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from workbench.model import Json, ToolError, ToolResult
from workbench.registry.json_read import read_json

_REFUSED = (msgspec.DecodeError, RecursionError, UnicodeEncodeError)


def decode(data: str) -> Json:
    """Parse a row's data; what the fast parser refuses (huge numbers, deep nesting) goes the slow way."""
    try:
        return msgspec.json.decode(data)
    except _REFUSED:
        return _slowly(data)


def _slowly(data: str) -> Json:
    try:
        return read_json(data)
    except ValueError:  # words such as NaN, which a careless writer leaves
        return json.loads(data)


class _Meta(msgspec.Struct):
    meta: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _Row(msgspec.Struct):
    """The members that tell of a result, the metadata as written."""

    message: Any = None
    content: Any = None
    isError: Any = None  # noqa: N815 (the log's own name)
    error: Any = None
    meta: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_ROW, _META = msgspec.json.Decoder(_Row), msgspec.json.Decoder(_Meta)


def _row(text: str) -> tuple[_Row, Json, str | None]:
    """Return a row's members, its metadata, and the metadata as written."""
    try:
        row = _ROW.decode(text)
        meta = None if isinstance(row.meta, msgspec.UnsetType) else msgspec.json.decode(row.meta)
        return row, meta, None if meta is None else _as_written(row.meta)
    except _REFUSED:
        data = _slowly(text)
    body: dict[str, Any] = data if isinstance(data, dict) else {}
    row = _Row(
        message=body.get("message"),
        content=body.get("content"),
        isError=body.get("isError"),
        error=body.get("error"),
        meta=msgspec.Raw() if "meta" in body else msgspec.UNSET,
    )
    try:
        written = None if body.get("meta") is None else _as_written(_META.decode(text).meta)
    except _REFUSED:
        written = None
    return row, body.get("meta"), written


def _as_written(meta: msgspec.Raw | msgspec.UnsetType) -> str | None:
    return None if isinstance(meta, msgspec.UnsetType) else bytes(meta).decode("utf-8", "replace")


def result_of(text: str) -> ToolResult:
    """Return the result that the data of a tool/result row, or of the settling row of a dispatch, holds.

    Three wrappings exist: `message.content` with exactly one tool-result block (generations 0–3), blocks directly in
    `message.content` (generation 4), and flat members (dispatches, and logs from before the first release).
    """
    row, meta, meta_text = _row(text)
    is_wrapped = isinstance(row.message, dict)
    content = row.message.get("content") if is_wrapped else row.content
    is_error = row.message.get("isError") if is_wrapped else row.isError
    blocks: list[Any] = content if isinstance(content, list) else []
    if len(blocks) == 1 and isinstance(blocks[0], dict) and blocks[0].get("type") == "tool-result":
        inner = blocks[0].get("content")
        is_error = blocks[0].get("isError", is_error)
        blocks = inner if isinstance(inner, list) else []
    elif isinstance(content, str):
        blocks = [{"type": "text", "text": content}]
    return ToolResult(
        content=tuple(blocks),
        is_error=is_error is True,
        meta=meta,
        has_meta=not isinstance(row.meta, msgspec.UnsetType),
        meta_text=meta_text,
        error=_error(row.error) if isinstance(row.error, dict) else None,
    )


def _error(error: dict[str, Any]) -> ToolError:
    name, code = error.get("name"), error.get("code")
    return ToolError(name=name if isinstance(name, str) else None, code=code if isinstance(code, str) else None)
