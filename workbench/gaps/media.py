"""Media in results and messages: blocks that were kept, and the sentences that stand where one was."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from workbench.model import Json, Value

KINDS = frozenset({"image", "audio", "video", "file", "resource"})
_REPLACED = re.compile(
    r"^\[(?:(image) unavailable: ([^;\]]*);|(audio) result unsupported: ([^;\]]*);|embedded (resource) unsupported;|"
    r"unsupported MCP content type: ([^\]]*)\])",
    re.MULTILINE,
)
"""How the harness's client for other servers writes that something was there."""
_HASH = re.compile(r"sha256:([0-9a-f]{64})\Z")


class Piece(Value, frozen=True, kw_only=True):
    """One piece of media. `fate` is kept or replaced; `digest` the SHA-256 that a reference names, None without one."""

    kind: str
    fate: str
    media_type: str | None
    digest: str | None = None
    bytes: int | None = None


def pieces(payload: Json, *, by_server: bool) -> Iterator[Piece]:
    """Yield the media of one row.

    Args:
        payload: the data of a result or a message.
        by_server: whether the texts are by the client for other servers, so that its sentences count. Anything else
            could hold the same words.
    """
    for block in _blocks(payload):
        kind = block.get("type")
        if isinstance(kind, str) and kind in KINDS:
            yield _kept(kind, block)
        elif by_server and kind == "text" and isinstance(block.get("text"), str):
            for found in _REPLACED.finditer(block["text"]):
                named = found[1] or found[3] or found[5] or found[6] or "unknown"
                yield Piece(kind=named, fate="replaced", media_type=found[2] or found[4])


@cache
def beside(path: str, digest: str) -> bool:
    """Tell whether the bytes of a reference lie in the store that a log is in, by the name of their file alone.

    Args:
        path: the log; the store's `attachments/v1/objects` is looked for in the folders above it.
        digest: the SHA-256 in hexadecimal.
    """
    inside = Path("attachments", "v1", "objects", digest[:2], digest)
    return any((folder / inside).is_file() for folder in list(Path(path).parents)[:6])


# ---------------------------------------------------------------------------------------------------- inside


def _blocks(payload: Json) -> Iterator[dict[str, Any]]:
    """Content blocks of a row in all wrappings: in `message.content` or `content`, inside one tool-result or not."""
    body = payload if isinstance(payload, dict) else {}
    holder = body.get("message") if isinstance(body.get("message"), dict) else body
    content = holder.get("content") if isinstance(holder, dict) else None
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") == "tool-result":
            inner = block.get("content")
            yield from (found for found in (inner if isinstance(inner, list) else ()) if isinstance(found, dict))
        elif isinstance(block, dict):
            yield block


def _kept(kind: str, block: dict[str, Any]) -> Piece:
    attachment = block.get("attachment")
    told = attachment if isinstance(attachment, dict) else block
    named = told.get("attachmentId")
    digest = _HASH.match(named) if isinstance(named, str) else None
    data = block.get("data")
    has = digest is not None or isinstance(named, str) or isinstance(data, str)
    media, size = told.get("mediaType", told.get("mimeType")), told.get("bytes")
    return Piece(
        kind=kind,
        fate="kept" if has else "replaced",
        media_type=media if isinstance(media, str) else None,
        digest=None if digest is None else digest[1],
        bytes=size if isinstance(size, int) else None,
    )
