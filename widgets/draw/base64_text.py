"""Data that is written into a text as base64: recognised, named by type and size, and not drawn as text."""

from __future__ import annotations

import re
from typing import NamedTuple

from workbench.strings import t

_DATA_URL = re.compile(
    r"data:([a-zA-Z0-9.+-]{1,40}/[a-zA-Z0-9.+-]{1,60})(?:;[a-z]{1,20}=[\w-]{1,40})?;base64,([A-Za-z0-9+/]{256,}={0,2})"
)
_BARE = re.compile(r'"([A-Za-z0-9+/]{512,}={0,2})"')
_MIXED = re.compile(r"(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])")
MOST = 16
"""Data that is told one by one; a text with more says so by their words alone."""


class Data(NamedTuple):
    """One piece of data: its type as the text says it, its size in bytes, and the base64 itself."""

    media_type: str
    size: int
    base64: str

    @property
    def words(self) -> str:
        """Type and size, as a person reads them."""
        return t("media.base64", type=self.media_type, n=self.size)


def size_of(base64: str) -> int:
    """Return how many bytes a base64 text holds."""
    return max(len(base64) * 3 // 4 - base64[-2:].count("="), 0)


def without_data(text: str) -> tuple[str, tuple[Data, ...]]:
    """Return the text with words in the place of its data URLs, and what they hold."""
    if ";base64," not in text:
        return text, ()
    found: list[Data] = []

    def words(match: re.Match[str]) -> str:
        data = Data(match[1], size_of(match[2]), match[2])
        if len(found) < MOST:
            found.append(data)
        return f"⟨{data.words}⟩"

    return _DATA_URL.sub(words, text), tuple(found)


def json_without_data(text: str) -> tuple[str, bool]:
    """Return a JSON text with words in the place of data URLs and long base64 strings, and whether there were any."""
    short, found = without_data(text)
    if len(short) < 512:
        return short, bool(found)

    def words(match: re.Match[str]) -> str:
        if not _MIXED.match(match[1][:4096]):
            return match[0]
        return f'"⟨{t("media.bare", n=size_of(match[1]))}⟩"'

    bare, count = _BARE.subn(words, short)
    return bare, bool(found) or (bare != short and count > 0)
