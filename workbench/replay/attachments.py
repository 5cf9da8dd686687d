"""Pictures that lie beside a log: found by their hash, read once, and believed only when hash and type agree.

A log names an attachment by `sha256:<64 hex>`. The harness keeps the bytes in its home, under
`attachments/v1/objects/<first two hex>/<hash>`, and the home holds the folder of the sessions too. So the folders above
the log are looked at, a few levels up and no further; nothing else that a log names is ever opened.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import stat
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.model import Attachment, Json
from workbench.replay.query import records

if TYPE_CHECKING:
    from workbench.replay.timeline import Timeline

LEVELS = 6
"""Folders above a log in which its attachments may lie."""
LARGEST = 3_000_000
"""Bytes of one picture that is shown; a larger one is told by its type and size."""
TOGETHER = 6_000_000
"""Bytes of all pictures of one card."""
_HASH = re.compile(r"sha256:([0-9a-f]{64})")
_TYPES = {
    "image/png": (b"\x89PNG\r\n\x1a\n",),
    "image/jpeg": (b"\xff\xd8\xff",),
    "image/gif": (b"GIF87a", b"GIF89a"),
    "image/webp": (b"RIFF",),
}


def attachments_of(timeline: Timeline, content: Iterable[Json]) -> tuple[Attachment, ...]:
    """Return the attachments that blocks name, each once, with their data where it is there and is what it says."""
    named = {(one.get("attachmentId"), one.get("mediaType")) for one in _named(content)}
    wanted = sorted((key, kind) for key, kind in named if isinstance(key, str) and isinstance(kind, str))
    if not wanted:
        return ()
    path = records(timeline.library.store.cursor(), "source_path", session=timeline.session_id)
    left = TOGETHER
    found = []
    for key, kind in wanted:
        one = attachment(path[0]["path"], key, kind) if path else _missing(key, kind, "not-stored")
        size = len(one.data_base64 or "") * 3 // 4
        found.append(one if size <= left else _missing(key, kind, "too-large"))
        left -= min(size, left)
    return tuple(found)


def attachment(log: str, attachment_id: str, media_type: str) -> Attachment:
    """Return one attachment of a log by its id, or why it cannot be shown."""
    named = _HASH.fullmatch(attachment_id)
    if named is None:
        return _missing(attachment_id, media_type, "no-hash")
    if media_type not in _TYPES:
        return _missing(attachment_id, media_type, "wrong-type")
    digest = named[1]
    for folder in list(Path(log).absolute().parents)[:LEVELS]:
        file = folder / "attachments" / "v1" / "objects" / digest[:2] / digest
        try:
            about = file.lstat()
        except (OSError, ValueError):
            continue
        if not stat.S_ISREG(about.st_mode):
            continue
        if about.st_size > LARGEST:
            return _missing(attachment_id, media_type, "too-large")
        return _read(str(file), about.st_mtime_ns, attachment_id, media_type)
    return _missing(attachment_id, media_type, "not-stored")


@lru_cache(maxsize=16)
def _read(file: str, _mtime: int, attachment_id: str, media_type: str) -> Attachment:
    """Read a file that is no link, and check that it is what the log says."""
    try:
        descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError:
        return _missing(attachment_id, media_type, "unreadable")
    if hashlib.sha256(data).hexdigest() != attachment_id.removeprefix("sha256:"):
        return _missing(attachment_id, media_type, "wrong-hash")
    if not data.startswith(_TYPES[media_type]) or (media_type == "image/webp" and data[8:12] != b"WEBP"):
        return _missing(attachment_id, media_type, "wrong-type")
    return Attachment(
        attachment_id=attachment_id, media_type=media_type, data_base64=base64.b64encode(data).decode("ascii")
    )


def _named(content: Iterable[Json]) -> list[dict[str, Json]]:
    """Return what the picture blocks of a message or a result say of their attachments."""
    found = []
    for block in content:
        held = block.get("attachment") if isinstance(block, dict) and block.get("type") == "image" else None
        if isinstance(held, dict):
            found.append(held)
    return found


def _missing(attachment_id: str, media_type: str, why: str) -> Attachment:
    return Attachment(attachment_id=attachment_id, media_type=media_type, missing=why)
