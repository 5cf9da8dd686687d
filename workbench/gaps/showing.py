"""What a page of the gaps shows beside the pictures: the first rows behind a verdict, and chapters of other modules."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from workbench.gaps.picture import Picture, name
from workbench.model import Value
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.gaps.gap import Gap

_PLAIN = re.compile(r"[A-Za-z0-9_.:#-]{1,80}")


class Titled(Value, frozen=True, kw_only=True):
    """A table of words; the names of its columns are its first row."""

    title: str
    rows: tuple[tuple[str, ...], ...]
    said: str = ""


class Chapter(Value, frozen=True, kw_only=True):
    """More screens of the page: pictures and tables under one title, and a sentence for the contents."""

    title: str
    said: str
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Titled, ...] = ()


def evidence_rows(gap: Gap, most: int) -> tuple[tuple[tuple[str, ...], ...], int]:
    """Return the first rows behind a verdict as words (session and seq, key, tool, has), and how many there are."""
    rows = tuple(
        (
            f"{session_name(row['session_id'])} · seq {row['seq']}",
            key_name(row["key"], row["session_id"]),
            name(row["tool"]),
            t(f"gaps.{row['has']}"),
        )
        for row in gap.first(most)
    )
    return rows, gap.n


def session_name(session_id: str) -> str:
    """Return the id of a session; one that could be a path or any other text of a person as its digest."""
    if _PLAIN.fullmatch(session_id):
        return session_id.removeprefix("session-")[:13]
    return f"log-{hashlib.sha256(session_id.encode('utf-8', 'replace')).hexdigest()[:8]}"


def key_name(key: str | None, session_id: str) -> str:
    """Return the key of a call without the session's id, which stands beside it."""
    return "" if key is None else name(key.removeprefix(session_id).removeprefix("/"))
