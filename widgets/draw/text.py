"""Texts of any length, in bounded space: head and tail, how much lies between, and the way to the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from workbench.widgets.draw.look import HEAD_CHARS, HEAD_LINES, MOST_CHARS, TAIL_CHARS, TAIL_LINES
from workbench.widgets.element import Code, More, Terminal, el, utf16_length
from workbench.widgets.highlight import highlight

from workbench.strings import t
from workbench.terminal import pack, render

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

_RENDERED = 200_000
"""Characters at either end of a longer output that are rendered as a terminal would."""


class Cut(NamedTuple):
    """Where the head of a text ends and its tail begins, and how much the text holds."""

    head: int
    tail: int
    lines: int
    chars: int


def cut(text: str, lines: tuple[int, int], chars: tuple[int, int]) -> Cut | None:
    """Return where a text is cut so that at most so many lines and characters stand at its head and at its tail.

    None where everything fits, with a margin: what is hidden is never shorter than the line that says so.
    """
    count = text.count("\n")
    if len(text) <= sum(chars) and count < sum(lines) + 5:
        return None
    head = _after(text, lines[0], chars[0])
    tail = _before(text, lines[1], chars[1])
    return Cut(head, tail, count + (not text.endswith("\n")), len(text)) if head < tail else None


def _after(text: str, lines: int, chars: int) -> int:
    """Return the end of the first lines, at a line break where one is near enough."""
    at = -1
    for _ in range(lines):
        found = text.find("\n", at + 1, chars)
        if found < 0:
            return at + 1 if at > chars // 2 else min(chars, len(text))
        at = found
    return at + 1


def _before(text: str, lines: int, chars: int) -> int:
    """Return the beginning of the last lines, at a line break where one is near enough."""
    first = max(len(text) - chars, 0)
    at = len(text) - text.endswith("\n")
    for _ in range(lines):
        found = text.rfind("\n", first, at)
        if found < 0:
            return at + 1 if len(text) - at > chars // 2 else first
        at = found
    return at + 1


def more(at: Cut, what: str) -> More:
    """Return what stands between head and tail: how much there is in all, and the way to it."""
    if at.lines > HEAD_LINES + TAIL_LINES:
        return More(t("more.lines", n=at.lines), action=f"more:{what}")
    return More(t("more.characters", n=at.chars), action=f"more:{what}")


def plain(text: str, look: Look, what: str, *, lang: str | None = None, most: int | None = None) -> tuple[Node, ...]:
    """Return a text as it is, head and tail.

    Args:
        text: any text.
        look: what is asked for.
        what: the name of the part, for the action that shows it whole.
        lang: language of a source text, highlighted if that is asked for.
        most: characters shown, where that is less than usual.
    """
    return _ends(text, look, what, lambda part: _source(part, lang, look), most)


def paragraphs(text: str, look: Look, what: str, cls: str = "") -> tuple[Node, ...]:
    """Return a text whose lines may be broken anywhere, head and tail."""
    return _ends(text, look, what, lambda part: el("div", part, cls=f"wb-plain {cls}".rstrip()))


def output(text: str, look: Look, what: str = "output") -> tuple[Node, ...]:
    """Return the output of a program as a terminal shows it, head and tail, with the colours of every cell."""
    if len(text) > 4 * _RENDERED and what not in look.shown:
        start = text.find("\n", _RENDERED, 2 * _RENDERED)
        stop = text.rfind("\n", -2 * _RENDERED, -_RENDERED)
        head = _screen(text[: start if start > 0 else _RENDERED])
        tail = _screen(text[stop + 1 if stop > 0 else -_RENDERED :])
        whole = Cut(0, 0, text.count("\n") + (not text.endswith("\n")), len(text))
        first = _after(head.text, HEAD_LINES, HEAD_CHARS)
        last = _before(tail.text, TAIL_LINES, TAIL_CHARS)
        return (_part(head, 0, first), more(whole, what), _part(tail, last, len(tail.text)))
    screen = _screen(text if len(text) <= MOST_CHARS else text[:MOST_CHARS])
    if what in look.shown:
        return (screen, *_beyond(text))
    at = cut(screen.text, (HEAD_LINES, TAIL_LINES), (HEAD_CHARS, TAIL_CHARS))
    if at is None:
        return (screen,) if screen.text.strip("\n") else ()
    return (_part(screen, 0, at.head), more(at, what), _part(screen, at.tail, len(screen.text)))


def shown_text(text: str) -> str:
    """Return the plain text of an output: what a terminal shows, without its colours."""
    return pack(render(text))[0]


def _ends(text: str, look: Look, what: str, draw: Callable[[str], Node], most: int | None = None) -> tuple[Node, ...]:
    if what in look.shown:
        return (draw(text[:MOST_CHARS]), *_beyond(text))
    chars = (HEAD_CHARS, TAIL_CHARS) if most is None else (most * 3 // 4, most // 4)
    at = cut(text, (HEAD_LINES, TAIL_LINES), chars)
    if at is None:
        return (draw(text),)
    return (draw(text[: at.head].removesuffix("\n")), more(at, what), draw(text[at.tail :]))


def _beyond(text: str) -> tuple[Node, ...]:
    """Say what is left out even of a text that was asked for whole."""
    left = len(text) - MOST_CHARS
    return (el("div", t("more.beyond", n=left), cls="wb-note"),) if left > 0 else ()


def _source(text: str, lang: str | None, look: Look) -> Code:
    return highlighted(text, lang, look) if lang else Code(text)


def highlighted(text: str, lang: str | None, look: Look, first: int | None = None) -> Code:
    """Return source text, highlighted if that is asked for; `first` numbers its lines."""
    if not look.highlight or not lang:
        return Code(text, lang=lang, first=first)
    return highlight(text, lang, first=first)


def _screen(text: str) -> Terminal:
    screen = render(text)
    shown, runs = pack(screen)
    return Terminal(shown, runs, screen.styles if runs else ())


def _part(screen: Terminal, start: int, stop: int) -> Terminal:
    """Return a part of an output, between two places of its text; its last line break is not shown."""
    text = screen.text[start:stop].removesuffix("\n")
    if not screen.runs:
        return Terminal(text)
    first = utf16_length(screen.text[:start])
    last = first + utf16_length(text)
    runs: list[int] = []
    at = 0
    for length, style in zip(screen.runs[::2], screen.runs[1::2], strict=True):
        kept = min(at + length, last) - max(at, first)
        if kept > 0:
            runs += (kept, style)
        at += length
    return Terminal(text, tuple(runs), screen.styles)
