"""What a file is, by its first two lines."""

from __future__ import annotations

import stat
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Literal

from workbench.logs.frames import MAGIC
from workbench.logs.header import NotALog, looks_foreign, parse_header
from workbench.logs.rows import Found
from workbench.logs.zstd import ZstdDecompressor, ZstdError
from workbench.model import Value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BLOCK: Final = 16 * 1024
_REMEMBERED: Final = 50_000
_LONGEST_HEADER: Final = 4 * 1024 * 1024
_SQLITE: Final = b"SQLite format 3\0"


class Other(Value, frozen=True, kw_only=True):
    """A file that is no session log, and why."""

    kind: Literal["other", "foreign", "empty", "unreadable"]
    reason: str


def sniff(path: Path) -> Found | Other:
    """Look at the first two lines of a file; nothing else of it is read, and nothing at all if it has not changed."""
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            return Other(kind="other", reason="it is no regular file")
        if not facts.st_size:
            return Other(kind="empty", reason="it is empty")
        return _look(path, facts.st_size, facts.st_mtime_ns, facts.st_ino)
    except OSError as fault:
        return Other(kind="unreadable", reason=f"it cannot be read: {fault.strerror or fault}")


@lru_cache(maxsize=_REMEMBERED)
def _look(path: Path, size: int, changed: int, inode: int) -> Found | Other:  # noqa: ARG001 - they tell files apart
    try:
        start, lines = _first_lines(path)
    except ZstdError as fault:
        return Other(kind="other", reason=f"its first Zstandard frame cannot be decoded: {fault}")
    if start.startswith(_SQLITE):
        return Other(kind="other", reason="it is an SQLite database, which this version does not read")
    parsed = parse_header(lines[0])
    if isinstance(parsed, NotALog):
        return Other(kind="foreign" if parsed.agent else "other", reason=parsed.reason)
    if looks_foreign(lines[1]):
        reason = "it is a session of the agent pi, or of one made from it: its rows have a parentId and no seq"
        return Other(kind="foreign", reason=reason)
    return Found(
        path=str(path),
        encoding="zstd" if start.startswith(MAGIC) else "jsonl",
        generation=parsed[0].generation,
        header=parsed[0],
        bytes=size,
    )


def _first_lines(path: Path) -> tuple[bytes, list[bytes]]:
    """Return the first bytes of a file and its first two lines, as far as they come early."""
    with path.open("rb", buffering=0) as file:
        start = file.read(_BLOCK)
        blocks = iter(lambda: file.read(_BLOCK), b"")
        pieces = _decoded(start, blocks) if start.startswith(MAGIC) else _worthwhile(start, blocks)
        text = b""
        try:
            for piece in pieces:
                text += piece
                if text.count(b"\n") > 1 or len(text) > _LONGEST_HEADER:
                    break
        except ZstdError:
            if b"\n" not in text:
                raise
    return start, [*text.split(b"\n", 2), b""][:2]


def _worthwhile(start: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the text of a file, of which only the start if it is no JSON object."""
    yield start
    if start.lstrip(b" \t\r\n\xef\xbb\xbf").startswith(b"{"):
        yield from blocks


def _decoded(start: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the text of a file of Zstandard frames."""
    decoder = ZstdDecompressor()
    text = decoder.decompress(start, _BLOCK)
    while True:
        yield text
        if decoder.eof:
            rest = decoder.unused_data or next(blocks, b"")
            decoder = ZstdDecompressor()
        else:
            rest = next(blocks, b"") if decoder.needs_input else b""
            if not rest and decoder.needs_input:
                return
        if not rest and decoder.needs_input:
            return
        text = decoder.decompress(rest, _BLOCK)
