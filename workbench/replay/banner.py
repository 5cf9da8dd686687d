"""The sentences above a session: what a person has to know before reading it."""

from __future__ import annotations

import duckdb

from workbench.replay.position import NEVER, Position
from workbench.replay.query import records
from workbench.strings import t

MOST = 5
"""Most unknown types that are named."""
_LINES = frozenset(
    {
        "malformed-line", "malformed-row", "malformed-packed-row", "malformed-store-row", "line-too-long",
        "frame-cuts-line", "unreadable-json",
    }
)  # fmt: skip


def banner(con: duckdb.DuckDBPyConnection, session_id: str, position: Position, *, is_open: bool) -> str | None:
    """Return the sentences for a session at a moment, or None where there is nothing to say.

    Args:
        con: a cursor on the store.
        session_id: the session.
        position: what was written later does not count.
        is_open: the last turn has no end there.
    """
    told = records(con, "told_damage", session=session_id)
    if told and position.seq < NEVER:
        (last,) = records(con, "last_line", session=session_id, seq=position.seq)
        told = [entry for entry in told if entry["line"] is not None and entry["line"] <= (last["line"] or 0)]
    lines = sum(entry["code"] in _LINES for entry in told)
    unknown = [_name(entry["message"]) for entry in told if entry["code"] == "unknown-required-type"]
    parts = len(told) - lines - len(unknown)
    said = (
        t("banner.open") if is_open else "",
        _counted("banner.line", lines),
        _counted("banner.part", parts),
        _counted("banner.unknown_type", len(unknown), names=", ".join(unknown[:MOST])),
    )
    return " ".join(sentence for sentence in said if sentence) or None


def _counted(word: str, number: int, **names: str) -> str:
    """Return the sentence for one thing, for several, or nothing."""
    if number < 2:
        return t(word, **names) if number else ""
    return t(f"{word}s", n=number, **names)


def _name(message: str) -> str:
    """Return the type and where it stands, as the damage says them."""
    return message.removeprefix("unknown event type ").partition(": it is required")[0]
