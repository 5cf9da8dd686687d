"""Numbers as a reader wants them: a unit, few digits, and a dash for one that nobody knows."""

from __future__ import annotations

from typing import Any, Literal

from workbench.strings import t

Unit = Literal["ms", "share", "count", "calls", "chars", "bytes"]
UNKNOWN = "—"
"""Stands for a number that is not known; it is never 0."""


def told(value: Any, unit: Unit = "count") -> str:
    """Return a number with its unit: `6.1 s`, `61 %`, `12,345`, `5.2 kB`."""
    if value is None:
        return UNKNOWN
    if unit == "ms":
        return _time(value)
    if unit == "share":
        return _share(value)
    if unit == "bytes":
        return _bytes(value)
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.1f}"


def _time(ms: float) -> str:
    if ms < 1000:
        return f"{ms:.0f} ms"
    if ms < 59_950:
        return f"{ms / 1000:.1f} s"
    minutes, seconds = divmod(round(ms / 1000), 60)
    if minutes < 60:
        return t("gaps.minutes", minutes=minutes, seconds=f"{seconds:02d}")
    return t("gaps.hours", hours=minutes // 60, minutes=f"{minutes % 60:02d}")


def _share(value: float) -> str:
    """Whole per cent, but neither 0 nor 100 for what is not quite that."""
    percent = value * 100
    if 0 < percent < 1:
        return "<1 %"
    if 99 < percent < 100:
        return ">99 %"
    return f"{percent:.0f} %"


def _bytes(value: float) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if abs(value) < 1000 or unit == "GB":
            return f"{value:,.0f} {unit}" if unit == "B" else f"{value:,.1f} {unit}"
        value /= 1000
    raise AssertionError("the loop ends")
