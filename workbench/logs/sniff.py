"""What a file is, by its first bytes."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING, Final, Literal

from workbench.logs.frames import MAGIC, ZstdDecompressor, ZstdError
from workbench.logs.header import NotALog, looks_foreign, parse_header
from workbench.logs.rows import Found
from workbench.model import Value

if TYPE_CHECKING:
    from pathlib import Path

_BLOCK: Final = 64 * 1024
_LONGEST_HEADER: Final = 4 * 1024 * 1024
_SQLITE: Final = b"SQLite format 3\0"


class Other(Value, frozen=True, kw_only=True):
    """A file that is no session log, and why."""

    kind: Literal["other", "foreign", "empty", "unreadable"]
    reason: str


def sniff(path: Path) -> Found | Other:
    """Look at the first two lines of a file; nothing else of it is read."""
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            return Other(kind="other", reason="it is no regular file")
        if not facts.st_size:
            return Other(kind="empty", reason="it is empty")
        zstd, text = _first_lines(path)
    except OSError as fault:
        return Other(kind="unreadable", reason=f"it cannot be read: {fault.strerror or fault}")
    except ZstdError as fault:
        return Other(kind="other", reason=f"its first Zstandard frame cannot be decoded: {fault}")
    if text.startswith(_SQLITE):
        return Other(kind="other", reason="it is an SQLite database, which this version does not read")
    header, _, row = text.partition(b"\n")
    parsed = parse_header(header)
    if isinstance(parsed, NotALog):
        return Other(kind="foreign" if parsed.agent else "other", reason=parsed.reason)
    if looks_foreign(row.partition(b"\n")[0]):
        reason = "it is a session of the agent pi, or of one made from it: its rows have parentId and no seq"
        return Other(kind="foreign", reason=reason)
    return Found(
        path=str(path),
        encoding="zstd" if zstd else "jsonl",
        generation=parsed[0].generation,
        header=parsed[0],
        bytes=facts.st_size,
    )


def _first_lines(path: Path) -> tuple[bool, bytes]:
    """Return whether the file is compressed, and its text up to the second line's end, if it comes early."""
    with path.open("rb", buffering=0) as file:
        block = file.read(_BLOCK)
        zstd = block.startswith(MAGIC)
        if not zstd:
            text = block
            while (
                block and text.count(b"\n") < 2 and text.lstrip()[:1] in (b"{", b"\xef") and len(text) < _LONGEST_HEADER
            ):
                block = file.read(_BLOCK)
                text += block
            return False, text
        text = b""
        decoder = ZstdDecompressor()
        while block and text.count(b"\n") < 2 and len(text) < _LONGEST_HEADER:
            try:
                text += decoder.decompress(block, _BLOCK)
            except ZstdError:
                if b"\n" not in text:
                    raise
                return True, text
            if decoder.eof:
                block = decoder.unused_data or file.read(_BLOCK)
                decoder = ZstdDecompressor()
            else:
                block = file.read(_BLOCK) if decoder.needs_input else b""
                if not decoder.needs_input:
                    text += decoder.decompress(b"", _LONGEST_HEADER)
                    block = file.read(_BLOCK)
        return True, text
