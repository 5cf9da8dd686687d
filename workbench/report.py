"""What loading did: counts, damage and what was passed over, told in a few lines."""

from __future__ import annotations

from workbench.model import Damage, Skipped, Value


class Report(Value, frozen=True, kw_only=True):
    """The result of `wb.load`.

    Attributes:
        sessions: ids of the sessions that were read now.
        already: ids of those that were loaded before, unchanged.
        rows: stored lines after the headers; of a log that was loaded before and has grown, those that were added.
        events: logical events; a packed row stands for several.
        damage: everything that is not as the format says, in the order it was met.
        skipped: files that are no session logs, and why.
    """

    sessions: tuple[str, ...]
    already: tuple[str, ...]
    rows: int
    events: int
    damage: tuple[Damage, ...]
    skipped: tuple[Skipped, ...]

    def __repr__(self) -> str:
        parts = [
            f"{_count(len(self.sessions), 'session')}, {_count(self.events, 'event')} in {_count(self.rows, 'row')}"
        ]
        if self.already:
            parts.append(f"{len(self.already):,} loaded before")
        parts.append(f"{len(self.skipped):,} other files skipped" if self.skipped else "no file skipped")
        parts.append(_damage(self.damage))
        return "; ".join(parts)


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def _damage(damage: tuple[Damage, ...]) -> str:
    if not damage:
        return "no damage"
    by_code: dict[str, int] = {}
    for found in damage:
        by_code[found.code] = by_code.get(found.code, 0) + 1
    listed = ", ".join(f"{code} {number}" for code, number in sorted(by_code.items()))
    return f"damage: {listed} (wb.sql('from damage') has the places)"
