"""The shortest way from one sequence to another, choosing among equally short ones as the harness's diff package does.

Myers' search along diagonals: in each round every diagonal is left as far down as one more removal or addition and then
equal items lead. A text has many shortest edits where lines repeat; the harness's stored hunks follow from the choices
made here, so they are part of what must agree.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Edits = list[tuple[int, int, int, int]]
"""Changed stretches in order: old from, to, new from, to (0-based, `to` excluded)."""

_Trail = tuple[int, int, bool, "_Trail"] | None
"""Where a path was changed last: old and new position, whether an item was added there, and the change before."""


def shortest_edits(old: Sequence[int], new: Sequence[int], limit: int) -> Edits | None:
    """Return the changed stretches, None where more than `limit` single changes are needed.

    Takes time in the order of `limit` squared plus the length of both sequences.
    """
    if _fewest(old, new) > limit:
        return None
    old_length, new_length = len(old), len(new)
    reached: dict[int, tuple[int, _Trail]] = {}
    position = _follow(old, new, 0, 0)
    if position == old_length == new_length:
        return []
    reached[0] = (position, None)
    lowest, highest = -limit, limit
    for changes in range(1, limit + 1):
        for diagonal in range(max(lowest, -changes), min(highest, changes) + 1, 2):
            removing = reached.pop(diagonal - 1, None)
            adding = reached.get(diagonal + 1)
            can_add = adding is not None and 0 <= adding[0] - diagonal - 1 < new_length
            can_remove = removing is not None and removing[0] < old_length
            if can_add and not (can_remove and removing[0] >= adding[0]):  # type: ignore[index]  # both are there
                at, trail = adding  # type: ignore[misc]  # it is there
                trail = (at, at - diagonal - 1, True, trail)
            elif can_remove:
                at, trail = removing  # type: ignore[misc]  # it is there
                trail = (at, at - diagonal + 1, False, trail)
                at += 1
            else:
                reached.pop(diagonal, None)
                continue
            at = _follow(old, new, at, at - diagonal)
            if at >= old_length and at - diagonal >= new_length:
                return _stretches(trail)
            reached[diagonal] = (at, trail)
            if at >= old_length:
                highest = min(highest, diagonal - 1)
            if at - diagonal >= new_length:
                lowest = max(lowest, diagonal + 1)
    return None


def _fewest(old: Sequence[int], new: Sequence[int]) -> int:
    surplus = Counter(old)
    surplus.subtract(Counter(new))
    return sum(map(abs, surplus.values()))


def _follow(old: Sequence[int], new: Sequence[int], old_at: int, new_at: int) -> int:
    """Return the old position after the equal items that follow."""
    end = min(len(old), old_at + len(new) - new_at)
    while old_at < end and old[old_at] == new[new_at]:
        old_at += 1
        new_at += 1
    return old_at


def _stretches(trail: _Trail) -> Edits:
    edits: Edits = []
    while trail is not None:
        old_at, new_at, added, trail = trail
        change = (old_at, old_at, new_at, new_at + 1) if added else (old_at, old_at + 1, new_at, new_at)
        if edits and change[1] == edits[-1][0] and change[3] == edits[-1][2]:
            edits[-1] = (change[0], edits[-1][1], change[2], edits[-1][3])
        else:
            edits.append(change)
    return edits[::-1]
