"""Line diffs: which lines changed between two texts, as hunks with context, in bounded time for any input."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from workbench.model import Value
from workbench.tools.changes import BUDGET, changed_stretches

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.tools.shortest import Edits

Operation = Literal[" ", "-", "+"]


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
    blocks, exact = changed_stretches(old_ids, new_ids, budget)
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


def _hunks(before: list[str], after: list[str], blocks: Edits, context: int) -> Iterator[Hunk]:
    group: Edits = []
    for block in blocks:
        if group and block[0] - group[-1][1] > 2 * context:
            yield _hunk(before, after, group, context)
            group = []
        group.append(block)
    if group:
        yield _hunk(before, after, group, context)


def _hunk(before: list[str], after: list[str], group: Edits, context: int) -> Hunk:
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
