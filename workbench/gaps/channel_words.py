"""Rows of a channel's costs for people: titles in the current language, numbers with their units."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from workbench.gaps.catalogue import catalogue
from workbench.gaps.channel_checks import Checked
from workbench.gaps.channel_items import GRADES
from workbench.gaps.channel_options import Assumptions
from workbench.gaps.channel_pictures import title
from workbench.gaps.channel_sums import ALL
from workbench.gaps.numbers import Unit, told
from workbench.strings import has, t

_DEFAULT = Assumptions()
_UNITS: Mapping[str, Unit] = {
    "item_bytes": "bytes", "row_bytes": "bytes", "stored_bytes": "bytes", "sent_bytes": "bytes",
    "missed_bytes": "bytes", "gone_bytes": "bytes", "base_bytes": "bytes", "in_course": "share", "again": "share",
    "feed_never": "share", "file_never": "share", "feed_ms": "ms", "feed_late_ms": "ms", "file_ms": "ms",
    "file_late_ms": "ms", "off_ms": "ms", "ms": "ms",
}  # fmt: skip


def assumptions(assumed: Assumptions = _DEFAULT) -> list[dict[str, Any]]:
    """Return every assumption with its value and what it is, in the current language."""
    return [
        {"name": name, "value": getattr(assumed, name), "text": t(f"channel.assumed.{name}")}
        for name in Assumptions.__struct_fields__
    ]


def readable(found: Iterable[Mapping[str, Any]], columns: Sequence[str] = ()) -> list[dict[str, str]]:
    """Return rows for people: titles in the current language, numbers with their units.

    Args:
        found: rows of this module.
        columns: which to show, in this order; without them all that the first row has.
    """
    held = list(found)
    names = columns or (list(held[0]) if held else [])
    titles = {name: t(f"channel.column.{name}") if has(f"channel.column.{name}") else name for name in names}
    return [{titles[name]: _word(name, row.get(name)) for name in names} for row in held]


def summary(found: Iterable[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Return rows for people, one a source and option: of milestones and of the raw stream as `milestones / raw`."""
    of: dict[tuple[str, str], dict[str, Mapping[str, Any]]] = {}
    for row in found:
        of.setdefault((row["kind"], row["option"]), {})[row["grade"]] = row
    lines = []
    for (kind, option), grades in of.items():
        line = {t("channel.column.kind"): _word("kind", kind), t("channel.column.option"): _letter(option)}
        for name in _WHOLE:
            line[t(f"channel.column.{name}")] = _word(name, grades[ALL][name])
        for name in _APART:
            both = (_word(name, grades[grade][name]) for grade in GRADES)
            line[t(f"channel.column.{name}")] = " / ".join(both)
        lines.append(line)
    return lines


def closing(checks: Iterable[Checked]) -> list[dict[str, str]]:
    """Return, for people, the verdict of each gap in each option's logs: recorded + joined of all instances."""
    words = catalogue().words.verdicts
    return [
        {t("channel.column.option"): title(check.option)}
        | {
            number: f"{words[tally.verdict]} ({tally.recorded} + {tally.joined} / {tally.n})"
            for number, tally in check.tallies.items()
        }
        for check in checks
    ]


# ---------------------------------------------------------------------------------------------------- inside

_WHOLE = ("stored_bytes", "growth", "missed_bytes", "gone_bytes")
_APART = ("rows", "sent_bytes", "feed_ms", "file_ms", "in_course", "off_ms", "again")


def _letter(option: str) -> str:
    return option if option in "ABCD" else title(option)


def _word(name: str, value: Any) -> str:
    if name == "option":
        return title(value)
    if name == "id":
        return f"{value} · {next(entry.title for entry in catalogue().options.precedents if entry.id == value)}"
    if isinstance(value, bool):
        return t("channel.yes" if value else "channel.no")
    if isinstance(value, str):
        key = f"channel.{name}.{value}"
        return t(key) if has(key) else value
    if isinstance(value, (tuple, list)):
        return ", ".join(map(str, value)) or told(None)
    if name == "growth" and value is not None:
        return f"{value:.2f}"
    return told(value, _UNITS.get(name, "count"))
