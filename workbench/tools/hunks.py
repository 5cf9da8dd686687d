"""Line diffs: which lines changed between two texts, as hunks with context, in bounded time for any input."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from workbench.model import Value

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Operation = Literal[" ", "-", "+"]
Block = tuple[int, int, int, int]
"""A changed stretch: old lines from, to, new lines from, to (0-based, `to` excluded)."""

BUDGET = 400_000_000
"""Cells of the table of all line pairs that are compared exactly; a bit each, so 50 MB and about a second at most."""


class Line(Value, frozen=True, kw_only=True):
    """One line of a hunk; numbers count from 1 and are None on the side that does not have it.

    `text` has no newline; `newline` is False for a last line that is not ended by one.
    """

    op: Operation
    old_no: int | None
    new_no: int | None
    text: str
    newline: bool = True


class Hunk(Value, frozen=True, kw_only=True):
    """Neighbouring changes with their context. `old_start` and `new_start` are the numbers of the first lines."""

    old_start: int
    new_start: int
    lines: tuple[Line, ...]

    @property
    def old_text(self) -> str | None:
        """The old lines joined by newlines, None where the hunk has no old line."""
        old = [line.text for line in self.lines if line.op != "+"]
        return "\n".join(old) if old else None

    @property
    def new_text(self) -> str:
        """The new lines joined by newlines."""
        return "\n".join(line.text for line in self.lines if line.op != "-")


class LineDiff(Value, frozen=True, kw_only=True):
    """All hunks of two texts. `exact` is False where a stretch was too large to compare line by line.

    Such a stretch is shown as removed and added as a whole: true, but not the shortest way to say it.
    """

    hunks: tuple[Hunk, ...]
    added: int
    removed: int
    exact: bool


def line_hunks(old: str, new: str, context: int = 3) -> list[Hunk]:
    """Return the hunks between two texts; equal texts have none. See [`line_diff`][workbench.tools.hunks.line_diff]."""
    return list(line_diff(old, new, context).hunks)


def line_diff(old: str, new: str, context: int = 3, budget: int = BUDGET) -> LineDiff:
    r"""Compare two texts line by line.

    Lines end at `\\n` only, and a last line without one differs from the same line with one. Changes with at most
    `2 * context` equal lines between them share a hunk.

    Args:
        old: the text before.
        new: the text after.
        context: equal lines shown on each side of a change.
        budget: how many pairs of lines may be compared at once; beyond that, lines that occur once on both sides are
            taken as fixed points, and what still does not fit is shown as replaced as a whole.
    """
    before, after = _split(old), _split(new)
    ids: dict[str, int] = {}
    old_ids = [ids.setdefault(line, len(ids)) for line in before]
    new_ids = [ids.setdefault(line, len(ids)) for line in after]
    blocks, exact = _changes(old_ids, new_ids, budget)
    return LineDiff(
        hunks=tuple(_hunks(before, after, blocks, context)),
        added=sum(block[3] - block[2] for block in blocks),
        removed=sum(block[1] - block[0] for block in blocks),
        exact=exact,
    )


def _split(text: str) -> list[str]:
    lines = text.split("\n")
    last = lines.pop()
    ended = [line + "\n" for line in lines]
    return [*ended, last] if last else ended


def _changes(old: list[int], new: list[int], budget: int) -> tuple[list[Block], bool]:
    """Return the changed stretches in order, and whether they are the shortest set."""
    from rapidfuzz.distance import Indel

    blocks: list[Block] = []
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
                    blocks.append((  # noqa: PERF401 - three sources fill the list
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
    return _merged(blocks), exact


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


def _between(anchors: list[tuple[int, int]], block: Block) -> list[Block]:
    old_at, old_to, new_at, new_to = block
    gaps: list[Block] = []
    for old_anchor, new_anchor in anchors:
        gaps.append((old_at, old_anchor, new_at, new_anchor))
        old_at, new_at = old_anchor + 1, new_anchor + 1
    gaps.append((old_at, old_to, new_at, new_to))
    return gaps


def _merged(blocks: list[Block]) -> list[Block]:
    """Join stretches that touch on both sides."""
    joined: list[Block] = []
    for block in blocks:
        if joined and joined[-1][1] == block[0] and joined[-1][3] == block[2]:
            joined[-1] = (joined[-1][0], block[1], joined[-1][2], block[3])
        else:
            joined.append(block)
    return joined


def _hunks(before: list[str], after: list[str], blocks: list[Block], context: int) -> Iterator[Hunk]:
    group: list[Block] = []
    for block in blocks:
        if group and block[0] - group[-1][1] > 2 * context:
            yield _hunk(before, after, group, context)
            group = []
        group.append(block)
    if group:
        yield _hunk(before, after, group, context)


def _hunk(before: list[str], after: list[str], group: list[Block], context: int) -> Hunk:
    first, last = group[0], group[-1]
    lead = min(context, first[0])
    tail = min(context, len(before) - last[1])
    old_at, new_at = first[0] - lead, first[2] - lead
    old_start, new_start = old_at + 1, new_at + 1
    lines: list[Line] = []
    for old_from, old_to, new_from, new_to in [
        *group,
        (last[1] + tail, last[1] + tail, last[3] + tail, last[3] + tail),
    ]:
        lines.extend(_line(" ", before[at], at + 1, new_at + at - old_at + 1) for at in range(old_at, old_from))
        lines.extend(_line("-", before[at], at + 1, None) for at in range(old_from, old_to))
        lines.extend(_line("+", after[at], None, at + 1) for at in range(new_from, new_to))
        old_at, new_at = old_to, new_to
    return Hunk(old_start=old_start, new_start=new_start, lines=tuple(lines))


def _line(op: Operation, raw: str, old_no: int | None, new_no: int | None) -> Line:
    ended = raw.endswith("\n")
    return Line(op=op, old_no=old_no, new_no=new_no, text=raw[:-1] if ended else raw, newline=ended)
