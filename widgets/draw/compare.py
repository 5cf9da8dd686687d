"""Two texts of a file as hunks to draw: compared line by line within bounds, counted beyond them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from workbench.widgets.draw.marks import word_marks
from workbench.widgets.element import DiffLine, Hunk

from workbench.strings import t
from workbench.tools.hunks import line_diff

if TYPE_CHECKING:
    from workbench.tools.hunks import Hunk as LineHunk

CELLS = 80_000_000
"""Pairs of lines compared at once: 8 000 lines against 10 000, some hundredths of a second."""
_COMPARED = 4_000_000
"""Characters of both texts together; more are counted and not compared."""
_LINE = 1_000
"""Characters of a line that are shown at first."""


class Comparison(NamedTuple):
    """Hunks of one file with how many lines were added and removed.

    `notes` are sentences about what the lines cannot show; `is_cut` says that a line is not shown to its end.
    """

    hunks: tuple[Hunk, ...]
    added: int
    removed: int
    notes: tuple[str, ...] = ()
    is_cut: bool = False


def compare(old: str | None, new: str, *, is_excerpt: bool = False, whole: bool = False) -> Comparison:
    """Compare two texts, None being a file that was not there, or whose text is not known.

    Args:
        old: the text before.
        new: the text after.
        is_excerpt: the texts are parts of a file; how their last lines end says nothing.
        whole: show lines to their end, however long they are.
    """
    if is_excerpt and old is not None:
        at_end = _break_at_end(old, new)
        if at_end and _ended(old) == _ended(new):
            return _alike(new, *at_end)
        inside = compare(_ended(old), _ended(new), whole=whole)
        return inside._replace(notes=(*inside.notes, *at_end))
    if old is None:
        return _drawn(line_diff("", _ended(new) if is_excerpt else new, context=0).hunks, whole=whole)
    if len(old) + len(new) > _COMPARED:
        return _too_large(old, new)
    endings = _line_endings(old, new)
    if endings is not None:
        return _alike(new, endings)
    if old == new:
        return _alike(new, t("diff.no_change"))
    found = line_diff(old, new, context=3, budget=CELLS)
    drawn = _drawn(found.hunks, whole=whole)
    notes = drawn.notes if found.exact else (*drawn.notes, t("diff.too_large"))
    return drawn._replace(added=found.added, removed=found.removed, notes=notes)


def _alike(text: str, *words: str) -> Comparison:
    """Return the first lines of a text whose lines are the same before and after, with what is not in words."""
    lines = _split(text)
    kept: tuple[DiffLine, ...] = tuple((" ", at, at, _short(line), ()) for at, line in enumerate(lines[:6], 1))
    hunks = (Hunk(1, 1, kept),) if kept else ()
    return Comparison(hunks, 0, 0, (*words, t("diff.lines_alike", n=len(lines))) if kept else words)


def _short(line: str) -> str:
    return line if len(line) <= _LINE else line[:_LINE] + t("diff.line_more", n=len(line) - _LINE)


def unchanged(written: Comparison) -> Comparison:
    """Return a text that was compared with none as one that stood there already."""
    hunks = tuple(
        Hunk(hunk.new, hunk.new, tuple((" ", after, after, text, ()) for _, _, after, text, _ in hunk.lines))
        for hunk in written.hunks
    )
    return written._replace(hunks=hunks, added=0, removed=0)


def _break_at_end(old: str, new: str) -> tuple[str, ...]:
    """Say what the lines of two excerpts cannot show: that only one of them ends with a line break."""
    if not old or not new or old.endswith("\n") == new.endswith("\n"):
        return ()
    return (t("diff.break_removed" if old.endswith("\n") else "diff.break_added"),)


def _drawn(hunks: tuple[LineHunk, ...], *, whole: bool) -> Comparison:
    drawn: list[Hunk] = []
    added = removed = 0
    is_cut = False
    unended: set[str] = set()
    for hunk in hunks:
        marks = word_marks(hunk.lines)
        lines: list[DiffLine] = []
        for at, line in enumerate(hunk.lines):
            text = line.text.removesuffix("\r")
            if len(text) > _LINE and not whole:
                is_cut = True
                text = text[:_LINE] + t("diff.line_more", n=len(text) - _LINE)
            lines.append((line.op, line.old_no, line.new_no, text, marks.get(at, ())))
            added += line.op == "+"
            removed += line.op == "-"
            if not line.newline and line.op != " ":
                unended.add(line.op)
        drawn.append(Hunk(hunk.old_start, hunk.new_start, tuple(lines)))
    notes = [t(key) for op, key in (("-", "diff.old_unended"), ("+", "diff.new_unended")) if op in unended]
    if len(unended) == 2:
        notes = [t("diff.both_unended")]
    return Comparison(tuple(drawn), added, removed, (*notes, *_carriage_returns(hunks)), is_cut)


def _carriage_returns(hunks: tuple[LineHunk, ...]) -> tuple[str, ...]:
    """Say where lines end in CRLF: the carriage return itself is not drawn."""
    ends = {(line.op, line.text.endswith("\r")) for hunk in hunks for line in hunk.lines}
    if not any(crlf for _, crlf in ends):
        return ()
    if all(crlf for _, crlf in ends):
        return (t("diff.crlf"),)
    if ("-", True) in ends and ("+", False) in ends and ("+", True) not in ends:
        return (t("diff.crlf_to_lf"),)
    if ("+", True) in ends and ("-", False) in ends and ("-", True) not in ends:
        return (t("diff.lf_to_crlf"),)
    return (t("diff.crlf_mixed"),)


def _ended(text: str) -> str:
    return text if not text or text.endswith("\n") else text + "\n"


def _too_large(old: str, new: str) -> Comparison:
    """Return the counts and the ends of both texts."""
    before, after = _split(old), _split(new)
    hunks = []
    for first in (0, -4):
        lines: list[DiffLine] = []
        for op, found in (("-", before), ("+", after)):
            start = 0 if first == 0 else max(len(found) - 4, 4)
            for at, line in enumerate(found[start : start + 4], start + 1):
                lines.append((op, at if op == "-" else None, at if op == "+" else None, _short(line), ()))
        if lines:
            hunks.append(Hunk(1, 1, tuple(lines)))
    return Comparison(tuple(hunks), len(after), len(before), (t("diff.too_large"),), is_cut=False)


def _line_endings(old: str, new: str) -> str | None:
    """Return what a change of line endings alone is, in words, or None for any other change."""
    if old == new or old.replace("\r\n", "\n") != new.replace("\r\n", "\n"):
        return None
    if "\r\n" not in new:
        return t("diff.endings", before="CRLF", after="LF")
    if "\r\n" not in old:
        return t("diff.endings", before="LF", after="CRLF")
    return t("diff.endings_mixed")


def _split(text: str) -> list[str]:
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return lines if lines[-1] else lines[:-1]
