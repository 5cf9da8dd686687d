"""The diff card: what a call changed in files, or wanted to change and did not."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.compare import Comparison, compare, unchanged
from workbench.widgets.draw.look import MOST_ITEMS
from workbench.widgets.draw.numbering import first_lines, renumbered
from workbench.widgets.draw.parts import meta, note, path, some
from workbench.widgets.draw.search import fields
from workbench.widgets.draw.words import never_ran
from workbench.widgets.element import Diff, Hunk, More, el

from workbench.model import DiffCall, DiffResult, FileDiff
from workbench.strings import t

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel

_HEAD, _TAIL = 80, 30
_WHOLE = 20_000


def diff(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the changed files with their counts; a failed change comes after its error, marked as not applied."""
    view = card.result_view if isinstance(card.result_view, DiffResult) else card.call_view
    diffs = view.diffs if isinstance(view, DiffCall | DiffResult) else []
    is_recorded = _is_recorded(card)
    failed = card.call.is_error or card.call.state in ("denied", "interrupted")
    parts: list[Node] = []
    if failed:
        parts += (
            (el("div", *blocks(card.content, look, "error"), cls="wb-error"),) if card.call.result is not None else ()
        )
        key = "diff.not_applied" if never_ran(card.call) else "diff.maybe_applied"
        parts.append(el("div", t(key), cls="wb-note wb-bad wb-not-applied"))
    elif card.call.result is None:
        parts.append(note(t("diff.not_yet")))
    for number, (name, group) in enumerate(_files(diffs[:MOST_ITEMS])):
        parts += _file(card, look, name, group, number, is_recorded=is_recorded)
    if len(diffs) > MOST_ITEMS:
        parts.append(note(t("more.places", n=len(diffs) - MOST_ITEMS)))
    return (el("div", *parts, cls="wb-diffs wb-not-done" if failed else "wb-diffs"),)


def _files(diffs: Sequence[FileDiff]) -> Iterator[tuple[str, list[FileDiff]]]:
    for name, group in groupby(diffs, key=lambda change: change.path):
        yield name, list(group)


def _is_recorded(card: CardModel) -> bool:
    """Tell whether the hunks are those that the tool recorded, not those that the arguments promise."""
    meta = card.call.result.meta if card.call.result is not None else None
    return isinstance(card.result_view, DiffResult) and isinstance(meta, dict) and bool(meta.get("diffs"))


def _file(
    card: CardModel, look: Look, name: str, group: list[FileDiff], number: int, *, is_recorded: bool
) -> Iterator[Node]:
    what = "diff" if number == 0 else f"diff-{number}"
    whole = what in look.shown
    excerpts = is_recorded or any(change.old_text is not None for change in group)
    found = [compare(one.old_text, one.new_text, is_excerpt=excerpts, whole=whole) for one in group]
    if _is_rewritten(card):
        found = [unchanged(one) for one in found]
    added, removed = sum(one.added for one in found), sum(one.removed for one in found)
    firsts = first_lines(_written(card), group) if is_recorded else None
    hunks = tuple(hunk for one in found for hunk in one.hunks) if firsts is None else renumbered(found, firsts)
    places = t("diff.places", n=len(hunks)) if len(hunks) > 1 else None
    counts = el("span", f"+{added:,} −{removed:,}", cls="wb-diff-count") if added or removed else None
    numbered = None
    if firsts is not None:
        numbered = el("span", t("diff.numbers_found"), cls="wb-origin")
    elif excerpts:
        numbered = el("span", t("diff.numbered"), cls="wb-origin", title=t("diff.relative_numbers"))
    facts = meta(path(name), counts, _prior(card, group, is_recorded=is_recorded), places, numbered)
    yield from some(facts)
    for words in dict.fromkeys(words for one in found for words in one.notes):
        yield note(words)
    if not hunks and not any(one.notes for one in found):
        yield note(t("diff.empty"))
    yield from _capped(hunks, found, what, whole=whole)


def _is_rewritten(card: CardModel) -> bool:
    """Tell whether a write gave a file the text that it had: the tool records no change of a file that was there."""
    result = card.call.result
    recorded = result.meta.get("diffs") if result is not None and isinstance(result.meta, dict) else None
    return recorded == [] and card.call.name == "write" and not card.call.is_error and "Updated file" in _said(card)


def _written(card: CardModel) -> str:
    """Return the whole text of the file after a write, as its arguments have it; empty for any other call."""
    return fields(card.call.arguments).get("content", "") if card.call.name == "write" else ""


def _capped(hunks: tuple[Hunk, ...], found: list[Comparison], what: str, *, whole: bool) -> Iterator[Node]:
    """Yield the hunks, head and tail where they are long."""
    total = sum(len(hunk.lines) for hunk in hunks)
    most = _WHOLE if whole else _HEAD + _TAIL
    if total <= most:
        if hunks:
            yield Diff("", hunks)
        if any(one.is_cut for one in found):
            yield More(t("diff.whole_lines"), action=f"more:{what}")
        return
    head, tail = (most - _TAIL, _TAIL) if whole else (_HEAD, _TAIL)
    yield Diff("", tuple(_first(hunks, head)))
    yield More(t("more.lines", n=total), action=f"more:{what}")
    yield Diff("", tuple(_last(hunks, tail)))


def _first(hunks: Sequence[Hunk], lines: int) -> Iterator[Hunk]:
    for hunk in hunks:
        if lines <= 0:
            return
        yield Hunk(hunk.old, hunk.new, hunk.lines[:lines])
        lines -= len(hunk.lines)


def _last(hunks: Sequence[Hunk], lines: int) -> list[Hunk]:
    kept: list[Hunk] = []
    for hunk in reversed(hunks):
        if lines <= 0:
            break
        kept.append(Hunk(hunk.old, hunk.new, hunk.lines[-lines:]))
        lines -= len(hunk.lines)
    return kept[::-1]


def _said(card: CardModel) -> str:
    content = card.call.result.content if card.call.result is not None else ()
    return str(content[0].get("text", "")) if content and isinstance(content[0], dict) else ""


def _prior(card: CardModel, group: list[FileDiff], *, is_recorded: bool) -> str | None:
    """Say what is known about the text before: a new file, a text that is not recorded, or nothing to say."""
    if is_recorded or any(change.old_text is not None for change in group):
        return None
    words = _said(card)
    if _is_rewritten(card):
        return t("diff.rewritten")
    if "Created file" in words:
        return t("diff.new_file")
    if "Updated file" in words:
        return t("diff.unknown_prior")
    return t("diff.new_or_unknown")
