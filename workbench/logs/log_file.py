"""A log in a file of its own: recognised by its first two lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.logs.frames import MAGIC
from workbench.logs.header import NotALog, looks_foreign, parse_header
from workbench.logs.rows import Found, Other
from workbench.logs.zstd import ZstdDecompressor, ZstdError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from workbench.logs.rows import Encoding

_BLOCK: Final = 16 * 1024
_LONGEST_HEADER: Final = 4 * 1024 * 1024


def look(path: Path, start: bytes, size: int) -> tuple[Found, ...] | Other:
    """Look at the first two lines of a file that starts with `start`; nothing else of it is read.

    Raises:
        OSError: the file cannot be read.
    """
    try:
        header, row = _first_lines(path)
    except ZstdError as fault:
        return Other(kind="other", reason=f"its first Zstandard frame cannot be decoded: {fault}")
    parsed = parse_header(header)
    if isinstance(parsed, NotALog):
        return Other(kind="foreign" if parsed.agent else "other", reason=parsed.reason)
    if looks_foreign(row):
        reason = "it is a session of the agent pi, or of one made from it: its rows have a parentId and no seq"
        return Other(kind="foreign", reason=reason)
    encoding: Encoding = "zstd" if start.startswith(MAGIC) else "jsonl"
    head = parsed[0]
    return (Found(path=str(path), encoding=encoding, generation=head.generation, header=head, bytes=size),)


def _first_lines(path: Path) -> tuple[bytes, bytes]:
    """Return the first two lines of a file, as far as they come early."""
    with path.open("rb", buffering=0) as file:
        blocks = iter(lambda: file.read(_BLOCK), b"")
        start = next(blocks, b"")
        text = b""
        try:
            for piece in _decoded(start, blocks) if start.startswith(MAGIC) else _worthwhile(start, blocks):
                text += piece
                if text.count(b"\n") > 1 or len(text) > _LONGEST_HEADER:
                    break
        except ZstdError:
            if b"\n" not in text:
                raise
    header, _, rest = text.partition(b"\n")
    return header, rest.partition(b"\n")[0]


def _worthwhile(start: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the text of a file, of which only the start if it is no JSON object."""
    yield start
    if start.lstrip(b" \t\r\n\xef\xbb\xbf").startswith(b"{"):
        yield from blocks


def _decoded(start: bytes, blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the text of a file of Zstandard frames."""
    decoder = ZstdDecompressor()
    rest = start
    while rest or not decoder.needs_input:
        yield decoder.decompress(rest, _BLOCK)
        if decoder.eof:
            rest = decoder.unused_data or next(blocks, b"")
            decoder = ZstdDecompressor()
        else:
            rest = next(blocks, b"") if decoder.needs_input else b""
