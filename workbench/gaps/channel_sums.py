"""What trials give, summed up: one row for each kind of source, option and grade, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Literal

from workbench.gaps.channel_items import GRADES, KINDS, Grade
from workbench.gaps.channel_options import OPTIONS
from workbench.gaps.channel_trial import Seen, Trial

By = Literal["kind", "log"]
ALL = "all"
"""Stands for both grades together; sizes of files are known for both together alone."""


def rows(trials: Iterable[Trial], by: By = "kind") -> list[dict[str, Any]]:
    """Return sums over trials.

    Args:
        trials: any trials of one set of assumptions.
        by: one set of rows for each kind of source, or one for each log.

    Returns:
        Dicts with `kind`, `log` (None for a kind), `option`, `grade` (milestone, raw, all), and

        - `logs`, `calls`, `items`, `item_bytes`: what was tried, and how much happened;
        - `rows`, `row_bytes`: rows that the log has more, and the bytes of their lines;
        - `stored_bytes`, `base_bytes`, `growth`: bytes that the file has more, what it had, and the file as a multiple
          of what it was; for both grades together alone;
        - `frames`, `sent_bytes`: frames beside the log, and the bytes sent to a client for rows and frames;
        - `feed_ms`, `feed_late_ms`, `file_ms`, `file_late_ms`: the delay to the screen of one who is connected and of
          one who follows the file, median and 95th percentile, of the items that get there; `feed_never` and
          `file_never` are the shares of the items that never do;
        - `in_course`, `again`: the shares, by bytes, that a replay shows in its course, and at all; `off_ms` how late
          the replay is with them (95th percentile);
        - `missed_bytes`, `gone_bytes`: what one who lost the connection did not see as it happened, and what nothing
          tells afterwards.
    """
    order = {(kind, option): (k, o) for k, kind in enumerate(KINDS) for o, option in enumerate(OPTIONS)}

    def group(trial: Trial) -> tuple[Any, ...]:
        kind, option = order[trial.case.kind, trial.option]
        return (kind, trial.case.name if by == "log" else "", option)

    found = []
    for (_, log, _), part in groupby(sorted(trials, key=group), key=group):
        held = list(part)
        about = {"kind": held[0].case.kind, "log": log or None, "option": held[0].option}
        found += [about | _sum(held, grade) for grade in (*GRADES, ALL)]
    return found


def at_share(values: Sequence[int], share: float) -> int | None:
    """Return the value below which a share of the values lies; None where there are none."""
    if not values:
        return None
    held = sorted(values)
    return held[min(len(held) - 1, int(len(held) * share))]


# ---------------------------------------------------------------------------------------------------- inside


def _sum(trials: Sequence[Trial], grade: Grade | str) -> dict[str, Any]:
    grades: tuple[Grade, ...] = tuple(one for one in GRADES if grade in (one, ALL))
    seen = [seen for trial in trials for seen in trial.seen if seen.grade in grades]
    size = sum(one.size for one in seen)
    base = sum(trial.base_stored for trial in trials)
    stored = sum(trial.stored for trial in trials) - base
    whole = grade == ALL
    row_bytes = sum(trial.row_bytes[one] for trial in trials for one in grades)
    return {
        "grade": grade,
        "logs": len(trials),
        "calls": sum(len(trial.case.sources) for trial in trials),
        "items": len(seen),
        "item_bytes": size,
        "rows": sum(trial.rows[one] for trial in trials for one in grades),
        "row_bytes": sum(trial.plain - trial.base_plain for trial in trials) if whole else row_bytes,
        "stored_bytes": stored if whole else None,
        "base_bytes": base if whole else None,
        "growth": (base + stored) / base if whole and base else None,
        "frames": sum(trial.frames[one] for trial in trials for one in grades),
        "sent_bytes": sum(trial.sent_bytes[one] for trial in trials for one in grades),
        **_delays(seen, "feed"),
        **_delays(seen, "file"),
        "in_course": _share(seen, size, [one.size for one in seen if one.in_course]),
        "again": _share(seen, size, [one.size for one in seen if one.again]),
        "off_ms": at_share([one.off_ms for one in seen if one.off_ms is not None], 0.95),
        "missed_bytes": sum(one.size for one in seen if one.missed),
        "gone_bytes": sum(one.size for one in seen if one.gone),
    }


def _delays(seen: Sequence[Seen], name: Literal["feed", "file"]) -> dict[str, Any]:
    values = [one.feed_ms if name == "feed" else one.file_ms for one in seen]
    known = [value for value in values if value is not None]
    return {
        f"{name}_ms": at_share(known, 0.5),
        f"{name}_late_ms": at_share(known, 0.95),
        f"{name}_never": (len(values) - len(known)) / len(values) if values else None,
    }


def _share(seen: Sequence[Seen], size: int, part: Sequence[int]) -> float | None:
    return sum(part) / size if seen and size else None
