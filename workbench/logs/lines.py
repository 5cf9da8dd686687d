"""Text as it comes → pieces of whole lines."""

from __future__ import annotations

from typing import Final

CHUNK: Final = 2 * 1024 * 1024
"""Bytes of whole lines that are handed on together, more or less."""
LONGEST: Final = 128 * 1024 * 1024
"""Bytes of the longest line that is read."""


class Cutter:
    """Collects text and cuts it at line ends; a line that is too long is passed over and counted."""

    def __init__(self, chunk: int = CHUNK, longest: int = LONGEST) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._has_line = False
        self._chunk = chunk
        self._longest = longest
        self._skipping = 0
        self._skipped = 0

    def feed(self, text: bytes) -> bytes:
        """Take more text; return whole lines as soon as there are enough of them, else nothing."""
        if self._skipping:
            end = text.find(b"\n") + 1
            self._skipping += end or len(text)
            if not end:
                return b""
            self._skipped, self._skipping = self._skipping, 0
            text = text[end:]
        self._parts.append(text)
        self._size += len(text)
        self._has_line = self._has_line or b"\n" in text
        if self._size < self._chunk:
            return b""
        if self._has_line:
            return self.take()
        if self._size > self._longest:
            self._skipping = self._size
            self._keep(b"")
        return b""

    def skipped(self) -> int:
        """Return the bytes of a line that was too long and stood before what `feed` returned last, and forget them."""
        skipped, self._skipped = self._skipped, 0
        return skipped

    def take(self) -> bytes:
        """Return the whole lines collected so far; the rest waits for its end."""
        text = b"".join(self._parts)
        end = text.rfind(b"\n") + 1
        self._keep(text[end:])
        return text[:end]

    def lines(self) -> int:
        """Return how many whole lines are collected and not handed on yet."""
        return sum(part.count(b"\n") for part in self._parts)

    @property
    def has_rest(self) -> bool:
        """Whether there is a line without its end."""
        return bool(self._size or self._skipping)

    def rest(self) -> tuple[bytes, int]:
        """Return what is left of a line without its end, and its size, which is larger if it was passed over."""
        text = b"".join(self._parts)
        size, self._skipping = self._skipping or len(text), 0
        self._keep(b"")
        return text, size

    def _keep(self, text: bytes) -> None:
        self._parts = [text] if text else []
        self._size = len(text)
        self._has_line = False
