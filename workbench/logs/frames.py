"""Zstandard frames: found by their structure, so that a torn or broken one costs no other.

A log is a row of independent frames, each with a content checksum; the first holds the header line, every later one a
batch of whole lines. A frame counts when all of it can be decoded; only a frame of more than 4 MiB is given out piece
by piece, before its checksum is known.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from workbench.logs.damage import damage
from workbench.logs.zstd import ZstdDecompressor, ZstdError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.model import Damage

MAGIC: Final = b"\x28\xb5\x2f\xfd"
PIECE: Final = 4 * 1024 * 1024
RATIO: Final = 1000
RATIO_FLOOR: Final = 32 * 1024 * 1024
"""A frame may expand to this many bytes whatever its ratio; beyond it, to at most RATIO times its size."""
_TRIES: Final = 1000


class Limit(Exception):  # noqa: N818 - not an error of the program
    """A frame expands beyond the limit."""


def frame_end(data: bytes, start: int) -> int | None:
    """Return where the frame that starts here ends, or None if the data ends first.

    Raises:
        ValueError: there is no frame here; the sentence says why.
    """
    size = len(data)
    if data[start : start + 4] != MAGIC[: size - start]:
        raise ValueError("invalid frame magic")
    if start + 5 > size:
        return None
    descriptor = data[start + 4]
    if descriptor & 0x08:
        raise ValueError("reserved frame-header bit")
    single = bool(descriptor & 0x20)
    content = descriptor >> 6
    at = start + 5 + (not single) + (0, 1, 2, 4)[descriptor & 3] + (int(single) if not content else 1 << content)
    while at + 3 <= size:
        block = int.from_bytes(data[at : at + 3], "little")
        kind = (block >> 1) & 3
        if kind == 3:
            raise ValueError("reserved block type")
        at += 3 + (1 if kind == 1 else block >> 3)
        if block & 1:
            at += 4 if descriptor & 0x04 else 0
            return at if at <= size else None
    return None


def inflate(frame: bytes) -> Iterator[bytes]:
    """Yield the content of one whole frame, in pieces of at most PIECE bytes.

    Raises:
        ZstdError: the content or the checksum is wrong.
        Limit: the frame expands beyond the limit on the ratio.
    """
    decoder = ZstdDecompressor()
    text = decoder.decompress(frame, PIECE)
    total = 0
    while True:
        total += len(text)
        if total > RATIO_FLOOR and total > RATIO * len(frame):
            raise Limit
        if text:
            yield text
        if decoder.eof:
            return
        if not text and decoder.needs_input:
            raise ZstdError("the content ends early")
        text = decoder.decompress(b"", PIECE)


@dataclass(slots=True)
class Inflater:
    """Decodes the frames of a file, or of what was added to it since.

    Iterating gives the decoded text in pieces, and None where text is missing between two pieces. `whole` is where
    the last whole frame ends in the file; `torn_bytes` is what comes after it, of which the whole lines are given as
    well, unless the rest of the frame is still expected (`follow`).
    """

    data: bytes
    base: int = 0
    follow: bool = False
    damage: list[Damage] = field(default_factory=list)
    whole: int = 0
    torn_bytes: int = 0
    first: bool = True
    tries: int = _TRIES

    def __iter__(self) -> Iterator[bytes | None]:
        at = 0
        while at < len(self.data):
            try:
                end = frame_end(self.data, at)
            except ValueError as fault:
                after = self._next_frame(at + 1)
                self._report("frame-garbage", at, f"{after - at} bytes belong to no frame: {fault}")
                yield None
                at = after
            else:
                if end is None:
                    after = self._next_frame(at + 4)
                    if after == len(self.data):
                        yield from self._torn(at)
                        return
                    self._report("corrupt-frame", at, f"the frame runs into the next one, at byte {self.base + after}")
                    yield None
                    at = after
                else:
                    yield from self._frame(at, end)
                    at = self.whole - self.base
            self.whole = self.base + at
        self.whole = self.base + at

    def _frame(self, at: int, end: int) -> Iterator[bytes | None]:
        """Give the content of a frame that is whole by its structure."""
        last = b"\n"
        lines = 0
        try:
            for text in inflate(self.data[at:end]):
                yield text
                last = text
                lines += text.count(b"\n") if self.first else 0
        except Limit:
            limit = f"more than {RATIO_FLOOR >> 20} MiB and more than {RATIO} times its {end - at:,} bytes"
            self._report("decompression-limit", at, f"the frame expands to {limit}; the rest of it was not read")
            yield None
        except ZstdError as fault:
            end = min(end, self._next_frame(at + 4))
            self._report("corrupt-frame", at, f"the frame's content or checksum is wrong ({fault}); it was not read")
            yield None
        else:
            whole_lines = last.endswith(b"\n")
            if self.first and (lines != 1 or not whole_lines):
                self._report("header-frame", at, "the first frame is not exactly the header line", line=1)
            elif not whole_lines and end < len(self.data):
                self._report("frame-splits-line", at, "the frame ends in the middle of a line")
        self.first = False
        self.whole = self.base + end

    def _torn(self, at: int) -> Iterator[bytes | None]:
        """Give the whole lines of the last frame, which is not all there."""
        self.torn_bytes = len(self.data) - at
        self.whole = self.base + at
        if self.follow:
            return
        yield b""  # so that a reader can tell what stands before the end that is not whole
        decoder = ZstdDecompressor()
        kept = b""
        lines = total = 0
        piece = self.data[at:]
        try:
            while total <= RATIO_FLOOR or total <= RATIO * self.torn_bytes:
                text = decoder.decompress(piece, PIECE)
                piece = b""
                total += len(text)
                kept += text
                cut = kept.rfind(b"\n") + 1
                if cut:
                    lines += kept.count(b"\n")
                    yield kept[:cut]
                    kept = kept[cut:]
                if not text:
                    break
        except ZstdError:
            pass
        saved = f"; {lines} whole lines were taken from it" if lines else ""
        message = f"the last frame is not whole: {self.torn_bytes} bytes from byte {self.base + at} on{saved}"
        self._report("torn-tail", at, message)

    def _next_frame(self, at: int) -> int:
        """Return where the next frame that can be decoded starts, or the end of the data."""
        while self.tries > 0 and (at := self.data.find(MAGIC, at)) >= 0:
            self.tries -= 1
            try:
                end = frame_end(self.data, at)
                if end is not None:
                    next(inflate(self.data[at:end]), None)
                    return at
            except (ValueError, ZstdError, Limit):
                pass
            at += 1
        return len(self.data)

    def _report(self, code: str, at: int, message: str, line: int | None = None) -> None:
        """Report damage of a frame; its line is what the reader of the text makes of it."""
        place = self.base + at
        message = f"Zstandard frame at byte {place} of the file: {message}"
        self.damage.append(damage(code, message, line=line, offset=place))
