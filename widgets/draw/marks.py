"""Which words of a line changed: marks within removed and added lines that belong together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workbench.widgets.element import utf16_length

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.tools.hunks import Line

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_LONGEST = 1_000
_PAIRS = 400
_ALIKE = 0.4
"""Lines less alike than this are other lines, not changed ones."""

Marks = dict[int, tuple[int, ...]]


def word_marks(lines: Sequence[Line]) -> Marks:
    """Return for the lines of a hunk, by their place in it, flat pairs of start and end in UTF-16 code units."""
    found: Marks = {}
    pairs = 0
    at = 0
    while at < len(lines):
        first = at
        while at < len(lines) and lines[at].op == "-":
            at += 1
        second = at
        while at < len(lines) and lines[at].op == "+":
            at += 1
        # a block of other height has no lines that answer one another
        if first < second < at and second - first == at - second and pairs + at - second <= _PAIRS:
            pairs += at - second
            for old, new in zip(range(first, second), range(second, at), strict=True):
                both = marked_words(lines[old].text.removesuffix("\r"), lines[new].text.removesuffix("\r"))
                if both is not None:
                    found[old], found[new] = both
        at = max(at, first + 1)
    return found


def marked_words(old: str, new: str) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the changed stretches of two lines, None where the lines have too little in common or are too long."""
    if len(old) > _LONGEST or len(new) > _LONGEST:
        return None
    from rapidfuzz.distance import Indel

    before, after = _WORD.findall(old), _WORD.findall(new)
    ids: dict[str, int] = {}
    old_ids = [ids.setdefault(word, len(ids)) for word in before]
    new_ids = [ids.setdefault(word, len(ids)) for word in after]
    opcodes = list(Indel.opcodes(old_ids, new_ids))
    same = sum(
        len(word)
        for code in opcodes
        if code.tag == "equal"
        for word in before[code.src_start : code.src_end]
        if not word.isspace()
    )
    shorter = min(len("".join(old.split())), len("".join(new.split())))
    if not shorter or same < _ALIKE * shorter:
        return None
    removed = [(code.src_start, code.src_end) for code in opcodes if code.tag == "delete"]
    added = [(code.dest_start, code.dest_end) for code in opcodes if code.tag == "insert"]
    return _units(before, removed), _units(after, added)


def _units(words: list[str], stretches: list[tuple[int, int]]) -> tuple[int, ...]:
    """Return stretches of words as stretches of code units; neighbours are one."""
    starts = [0]
    for word in words:
        starts.append(starts[-1] + utf16_length(word))
    flat: list[int] = []
    for start, end in stretches:
        if flat and flat[-1] == starts[start]:
            flat[-1] = starts[end]
        else:
            flat += (starts[start], starts[end])
    return tuple(flat)
