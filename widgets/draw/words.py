"""Numbers, durations, times and badges as people read them. A value that is not known is never shown as 0."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from workbench.strings import has, t

if TYPE_CHECKING:
    from workbench.model import Call

RED = frozenset({"error", "exit", "signal", "timeout"})
"""Outcomes that are failures."""
_BAD = ("exit", "signal", "timed out")
_WARN = frozenset({"rejected", "cancelled", "unavailable", "sandbox"})


def number(value: int) -> str:
    """Return a whole number with separators between the thousands."""
    return f"{value:,}"


def duration(ms: int) -> str:
    """Return a duration: `340 ms`, `4.2 s`, `3 m 05 s`, `2 h 07 m`."""
    if ms < 1000:
        return f"{ms} ms"
    if ms < 59_950:
        return f"{ms / 1000:.1f} s"
    seconds = (ms + 500) // 1000
    if seconds < 3600:
        return f"{seconds // 60} m {seconds % 60:02} s"
    minutes = (seconds + 30) // 60
    return f"{minutes // 60} h {minutes % 60:02} m"


def utc(ms: int | None) -> str:
    """Return a point in time: `2025-01-31 12:04:05 UTC`; what no calendar knows, as its number, an unknown one as —."""
    if ms is None:
        return "—"
    try:
        return f"{datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (ValueError, OverflowError, OSError):
        return f"{ms} ms"


def clipped(text: str, most: int) -> str:
    """Return a text on one line, cut to so many characters."""
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most and len(text) <= 4 * most else line[: most - 1] + "…"


def badge_text(badge: str) -> str:
    """Return the label of one of a card's stable words, such as `exit 3`; an unknown one stands as it is."""
    if has(f"badge.{badge}"):
        return t(f"badge.{badge}")
    head, _, argument = badge.rpartition(" ")
    if head in ("timed out", "waited") and argument.isdecimal() and len(argument) < 16:
        name = "badge.timed_out_after" if head == "timed out" else "badge.waited"
        return t(name, time=duration(int(argument)))
    return t(f"badge.{head}", n=argument) if head in ("exit", "signal", "pictures", "failed inside") else badge


def badge_class(badge: str) -> str:
    """Return the classes of a badge: red for a failed end, amber for a refusal, else quiet."""
    if badge.startswith(_BAD):
        return "wb-badge wb-badge-bad"
    return "wb-badge wb-badge-warn" if badge in _WARN else "wb-badge"


def took(call: Call) -> str | None:
    """Return how long a call took, or None while it is open.

    A wait for a person stands apart from the run, an upper bound has its sign, and what the log does not tell is said
    to be not known.
    """
    parts = []
    if call.wait_ms:
        parts.append(t("duration.waited", wait=duration(call.wait_ms)))
    known = call.run_ms if call.wait_ms and call.run_ms is not None else call.duration_ms
    if known is not None and (known or not parts):
        sign = "≤ " if call.duration_kind == "upper-bound" else ""
        parts.append(sign + duration(known))
    elif known is None and call.state in ("done", "failed", "denied", "interrupted"):
        parts.append(t("duration.missing"))
    return " · ".join(parts) or None


_NEVER = frozenset({"TOOL_NOT_STARTED", "ABORTED_BEFORE_DISPATCH"})


def never_ran(call: Call) -> bool:
    """Tell whether a call that did not end well surely changed nothing; one that was cut off may have done its work."""
    if call.state != "interrupted":
        return True
    return call.call_seq is None or call.error_code in _NEVER
