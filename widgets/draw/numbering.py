"""Line numbers of the hunks of a whole-file write: where each stands in the text that the call wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.element import Hunk

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.widgets.draw.compare import Comparison

    from workbench.model import FileDiff


def first_lines(written: str, changes: Sequence[FileDiff]) -> tuple[int, ...] | None:
    """Return the number of the first new line of each change, None where one cannot be told without doubt.

    Args:
        written: the whole text of the file after the call.
        changes: the recorded hunks, in their order.
    """
    found: list[int] = []
    at = 0
    line = 1
    for change in changes:
        place = _only(written, change.new_text, at)
        if place is None:
            return None
        line += written.count("\n", at, place)
        found.append(line)
        line += written.count("\n", place, place + len(change.new_text))
        at = place + len(change.new_text)
    return tuple(found)


def renumbered(found: Sequence[Comparison], firsts: Sequence[int]) -> tuple[Hunk, ...]:
    """Return the hunks of changes with the numbers of the file; the old side is off by what was added before."""
    hunks: list[Hunk] = []
    drift = 0
    for one, first in zip(found, firsts, strict=True):
        hunks += (_moved(hunk, first - 1 - drift, first - 1) for hunk in one.hunks)
        drift += one.added - one.removed
    return tuple(hunks)


def _only(written: str, part: str, start: int) -> int | None:
    """Return the one place, from a position on, where a part stands as whole lines; None for none or several."""
    if not part:
        return None
    place = written.find(part, start)
    while place > 0 and written[place - 1] != "\n":
        place = written.find(part, place + 1)
    if place < 0:
        return None
    again = written.find(part, place + 1)
    while again > 0 and written[again - 1] != "\n":
        again = written.find(part, again + 1)
    return place if again < 0 else None


def _moved(hunk: Hunk, old: int, new: int) -> Hunk:
    lines = tuple(
        (sign, None if before is None else before + old, None if after is None else after + new, text, marks)
        for sign, before, after, text, marks in hunk.lines
    )
    return Hunk(hunk.old + old, hunk.new + new, lines)
