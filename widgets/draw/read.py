"""The read card: a window of a file with its line numbers, and where the window lies in the file."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET
from workbench.widgets.draw.blocks import blocks, locations
from workbench.widgets.draw.look import HEAD_CHARS, TAIL_CHARS
from workbench.widgets.draw.parts import meta, note, path, some
from workbench.widgets.draw.text import highlighted
from workbench.widgets.element import Code, More

from workbench.model import GenericCall, ReadResult
from workbench.strings import t

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel, NumberedLine

_HEAD, _TAIL = 100, 40


def read(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the lines that were read; without a view the places of the call and its raw content."""
    view = card.result_view
    if isinstance(view, ReadResult):
        return window(view, look)
    call_view = card.call_view
    places = call_view.locations if isinstance(call_view, GenericCall) and call_view.locations is not UNSET else []
    return (*some(locations(places)), *blocks(card.content, look))


def window(
    view: ReadResult, look: Look, *, is_total_known: bool = True, origin: Node | None = None
) -> tuple[Node, ...]:
    """Return a window of a file: where it lies, and its lines.

    Args:
        view: the window.
        look: what is asked for.
        is_total_known: whether the view's total is that of the file.
        origin: a word on where the view comes from.
    """
    lang = view.lang if view.lang is not UNSET else None
    view, endings = _without_returns(view)
    facts = meta(path(view.path), _window(view) if is_total_known else _open_window(view), lang, endings, origin)
    if not view.lines:
        return (*some(facts), note(t("read.empty")))
    return (*some(facts), *_lines(view, lang, look))


def _without_returns(view: ReadResult) -> tuple[ReadResult, str | None]:
    """Return a window without the carriage returns that all its lines end in, which are said once."""
    if not view.lines or not all(line.text.endswith("\r") for line in view.lines):
        return view, None
    lines = [msgspec.structs.replace(line, text=line.text[:-1]) for line in view.lines]
    return msgspec.structs.replace(view, lines=lines), "CRLF"


def _window(view: ReadResult) -> str:
    if not view.lines:
        return t("read.total", n=view.total_lines)
    first, last = view.lines[0].number, view.lines[-1].number
    if first == 1 and last == view.total_lines:
        return t("read.whole", n=view.total_lines)
    return t("read.window", first=first, last=last, n=view.total_lines)


def _open_window(view: ReadResult) -> str:
    first, last = (view.lines[0].number, view.lines[-1].number) if view.lines else (view.offset, view.offset)
    return t("read.at_least", first=first, last=last)


def _lines(view: ReadResult, lang: str | None, look: Look) -> Iterator[Node]:
    lines = view.lines
    if "lines" in look.shown or (len(lines) <= _HEAD + _TAIL + 10 and _size(lines) <= HEAD_CHARS + TAIL_CHARS):
        yield from _blocks(lines, lang, look)
        return
    head = _fitting(lines[:_HEAD], HEAD_CHARS)
    tail = _fitting(lines[len(head) :][-_TAIL:][::-1], TAIL_CHARS)[::-1]
    yield from _blocks(head, lang, look)
    hidden = len(lines) - len(head) - len(tail)
    if hidden:
        yield More(t("more.lines", n=len(lines)), action="more:lines", hidden=hidden)
    yield from _blocks(tail, lang, look)


def _size(lines: Sequence[NumberedLine]) -> int:
    return sum(len(line.text) + 1 for line in lines)


def _fitting(lines: Sequence[NumberedLine], chars: int) -> list[NumberedLine]:
    """Return the first lines that fit; the harness cuts a line at 2 000 characters, so the first always may."""
    kept: list[NumberedLine] = []
    for line in lines:
        chars -= len(line.text) + 1
        if chars < 0 and kept:
            break
        kept.append(line)
    return kept


def _blocks(lines: Sequence[NumberedLine], lang: str | None, look: Look) -> Iterator[Code]:
    """Yield a block for each stretch of lines without a gap in their numbers."""
    for _, pairs in groupby(enumerate(lines), key=lambda pair: pair[1].number - pair[0]):
        stretch = [line for _, line in pairs]
        text = "\n".join(line.text for line in stretch)
        # a break at the end of a text begins no line, so an empty last line needs one of its own
        text += "\n" if len(stretch) > 1 and not stretch[-1].text else ""
        yield highlighted(text, lang, look, first=stretch[0].number)
