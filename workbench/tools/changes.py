"""What changed between two sequences, in bounded time whatever they hold."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from workbench.tools.shortest import Edits, shortest_edits

if TYPE_CHECKING:
    from collections.abc import Sequence

Block = tuple[int, int, int, int]

LIMIT = 300
"""Single changes up to which the harness's own choice among shortest edits is followed; about a tenth of a second."""

BUDGET = 400_000_000
"""Pairs of items that may be compared at once; a bit each, so 50 MB and about a second at most."""


def changed_stretches(old: list[int], new: list[int], budget: int = BUDGET) -> tuple[Edits, bool]:
    """Return what changed between two sequences, and whether that is a shortest set of changes.

    Few changes are found exactly as the harness finds them. Many are found through a table of all pairs, equally short
    but perhaps another choice where items repeat. What exceeds the budget is cut at items that stand once on each side;
    a piece without such an item is replaced as a whole.
    """
    few = shortest_edits(old, new, LIMIT)
    return (few, True) if few is not None else _many(old, new, budget)


def _many(old: list[int], new: list[int], budget: int) -> tuple[Edits, bool]:
    from rapidfuzz.distance import Indel

    blocks: Edits = []
    exact = True
    stack = [(0, len(old), 0, len(new))]
    while stack:
        old_from, old_to, new_from, new_to = _trim(old, new, stack.pop())
        if old_from == old_to or new_from == new_to:
            if old_from != old_to or new_from != new_to:
                blocks.append((old_from, old_to, new_from, new_to))
        elif (old_to - old_from) * (new_to - new_from) <= budget:
            for code in Indel.opcodes(old[old_from:old_to], new[new_from:new_to]):
                if code.tag != "equal":
                    blocks.append((
                        old_from + code.src_start, old_from + code.src_end,
                        new_from + code.dest_start, new_from + code.dest_end,
                    ))  # fmt: skip
        else:
            exact = False
            anchors = _anchors(old, new, (old_from, old_to, new_from, new_to))
            if not anchors:
                blocks.append((old_from, old_to, new_from, new_to))
            else:
                stack.extend(reversed(_between(anchors, (old_from, old_to, new_from, new_to))))
    return _slid(old, new, _merged(blocks)), exact


def _trim(old: Sequence[int], new: Sequence[int], block: Block) -> Block:
    old_from, old_to, new_from, new_to = block
    while old_from < old_to and new_from < new_to and old[old_from] == new[new_from]:
        old_from += 1
        new_from += 1
    while old_from < old_to and new_from < new_to and old[old_to - 1] == new[new_to - 1]:
        old_to -= 1
        new_to -= 1
    return old_from, old_to, new_from, new_to


def _anchors(old: Sequence[int], new: Sequence[int], block: Block) -> list[tuple[int, int]]:
    """Return pairs of positions of lines that stand once on each side, in an order that both sides share."""
    old_from, old_to, new_from, new_to = block
    in_old = Counter(old[old_from:old_to])
    in_new = Counter(new[new_from:new_to])
    place = {line: at for at, line in enumerate(new[new_from:new_to], new_from) if in_new[line] == 1}
    once = ((at, line) for at, line in enumerate(old[old_from:old_to], old_from) if in_old[line] == 1)
    pairs = [(at, place[line]) for at, line in once if line in place]
    return _rising(pairs)


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest part of the pairs whose second members rise too."""
    ends: list[int] = []
    tails: list[int] = []
    previous = [-1] * len(pairs)
    for index, (_, position) in enumerate(pairs):
        at = _first_not_below(ends, position)
        previous[index] = tails[at - 1] if at else -1
        if at == len(ends):
            ends.append(position)
            tails.append(index)
        else:
            ends[at], tails[at] = position, index
    chain: list[tuple[int, int]] = []
    index = tails[-1] if tails else -1
    while index >= 0:
        chain.append(pairs[index])
        index = previous[index]
    return chain[::-1]


def _first_not_below(values: list[int], wanted: int) -> int:
    low, high = 0, len(values)
    while low < high:
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def _between(anchors: list[tuple[int, int]], block: Block) -> Edits:
    old_at, old_to, new_at, new_to = block
    gaps: Edits = []
    for old_anchor, new_anchor in anchors:
        gaps.append((old_at, old_anchor, new_at, new_anchor))
        old_at, new_at = old_anchor + 1, new_anchor + 1
    gaps.append((old_at, old_to, new_at, new_to))
    return gaps


def _merged(blocks: Edits) -> Edits:
    """Join stretches that touch on both sides."""
    joined: Edits = []
    for block in blocks:
        if joined and joined[-1][1] == block[0] and joined[-1][3] == block[2]:
            joined[-1] = (joined[-1][0], block[1], joined[-1][2], block[3])
        else:
            joined.append(block)
    return joined


def _slid(old: Sequence[int], new: Sequence[int], blocks: Edits) -> Edits:
    """Move pure insertions and deletions down as far as the texts allow, as a diff does that reads from the top.

    The lines of a moved stretch are the same; only which of several equal lines count as new is decided.
    """
    slid: Edits = []
    for at in range(len(blocks) - 1, -1, -1):
        old_from, old_to, new_from, new_to = blocks[at]
        old_end, new_end = (slid[-1][0], slid[-1][2]) if slid else (len(old), len(new))
        if old_from == old_to or new_from == new_to:
            side, begin, end, limit = (
                (new, new_from, new_to, new_end) if old_from == old_to else (old, old_from, old_to, old_end)
            )
            step = 0
            while end + step < limit and side[begin + step] == side[end + step]:
                step += 1
            old_from, old_to, new_from, new_to = old_from + step, old_to + step, new_from + step, new_to + step
        slid.append((old_from, old_to, new_from, new_to))
    return _merged(slid[::-1])
