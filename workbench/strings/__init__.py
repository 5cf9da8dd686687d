"""Every label and sentence that a person reads, in English and Chinese, by key.

Texts of the harness and of its tools are never translated: they stand as the log has them.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

from workbench.strings import (
    en,
    en_cards,
    en_channel,
    en_decisions,
    en_gaps,
    en_store,
    en_why,
    zh,
    zh_cards,
    zh_channel,
    zh_decisions,
    zh_gaps,
    zh_store,
    zh_why,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Text = str | tuple[str, str]
"""A template with `{places}`, or two: for the count one and for all others."""

TABLES: Final[Mapping[str, Mapping[str, Text]]] = {
    "en": en.TABLE
    | en_cards.TABLE
    | en_gaps.TABLE
    | en_channel.TABLE
    | en_decisions.TABLE
    | en_why.TABLE
    | en_store.TABLE,
    "zh": zh.TABLE
    | zh_cards.TABLE
    | zh_gaps.TABLE
    | zh_channel.TABLE
    | zh_decisions.TABLE
    | zh_why.TABLE
    | zh_store.TABLE,
}

_current = "en"
_here: ContextVar[str | None] = ContextVar("language", default=None)


def language() -> str:
    """Return the code of the current language."""
    return _here.get() or _current


def set_language(code: str) -> None:
    """Choose the language of all labels from here on: `zh` and its variants are Chinese, everything else English."""
    global _current  # noqa: PLW0603 - one process has one reader
    _current = _known(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Use a language within a block, in this thread alone: for what was begun in it and goes on later."""
    token = _here.set(_known(code))
    try:
        yield
    finally:
        _here.reset(token)


def phrase(english: str) -> str:
    """Return words that stand in the sources in English (a rule, a note of the catalogue) in the current language."""
    return zh_why.PHRASES.get(english, english) if language() == "zh" else english


def t(key: str, **params: object) -> str:
    """Return a text in the current language, its places filled.

    Whole numbers are written with separators between the thousands. A text with two forms takes the first where the
    parameter `n` (or `count`) is 1. `{n:call|calls}` is the word that belongs to a number.
    """
    text = TABLES[language()][key]
    if isinstance(text, tuple):
        text = text[params.get("n", params.get("count")) != 1]
    return filled(text, params) if params else text


def filled(text: str, params: Mapping[str, object]) -> str:
    """Return a template with its places filled; `{n:call|calls}` is the first word where `n` is 1, else the second."""
    return text.format_map(_Places(params))


def has(key: str) -> bool:
    """Tell whether there is a text with this key."""
    return key in TABLES["en"]


def in_every_language(key: str) -> frozenset[str]:
    """Return a text without places as every language has it, to know it again whatever language it was written in."""
    return frozenset(text for table in TABLES.values() if isinstance(text := table[key], str))


def templates(keys: tuple[str, ...], code: str) -> dict[str, str]:
    """Return the templates whose keys begin with one of these, unfilled, for a reader that fills them itself."""
    table = TABLES[_known(code)]
    return {key: text if isinstance(text, str) else text[1] for key, text in table.items() if key.startswith(keys)}


def _known(code: str) -> str:
    return "zh" if code.lower().startswith("zh") else "en"


class _Places(dict[str, object]):
    """What stands in the places of a template: numbers as they are written, and words that go with them."""

    def __getitem__(self, name: str) -> object:
        written = _written(super().__getitem__(name))
        return _Counted(written) if isinstance(written, str) else written


class _Counted(str):
    """A number or a text in a place; with `one|many` behind the colon it gives the word and not the number."""

    __slots__ = ()

    def __format__(self, words: str) -> str:
        one, bar, many = words.partition("|")
        return super().__format__(words) if not bar else one if self == "1" else many


def _written(value: object) -> object:
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.1f}".removesuffix(".0")
    return "?" if value is None else value
