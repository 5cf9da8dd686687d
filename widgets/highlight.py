"""Source text with the styles of its tokens, by pygments: capped, cached, and plain wherever a lexer is of no use."""

from __future__ import annotations

from functools import lru_cache
from pathlib import PurePosixPath
from time import monotonic
from typing import TYPE_CHECKING, Any

from workbench.widgets.element import Code, runs_from_tokens

if TYPE_CHECKING:
    from collections.abc import Iterator

LIMIT = 64 * 1024
"""Characters that are highlighted; what follows is plain, since a lexer may be quadratic."""
_LONGEST_LINE = 4_000
"""A text with a longer line is minified or data: a lexer is slow on it and colours tell nothing."""

PATIENCE = 0.8
"""Seconds after which the rest stays plain: some lexers need a minute for 64 KB of unclosed comments."""

_STYLES = {
    "Keyword.Constant": "constant",
    "Keyword.Type": "type",
    "Keyword": "keyword",
    "Name.Function": "function",
    "Name.Class": "class",
    "Name.Namespace": "class",
    "Name.Exception": "class",
    "Name.Builtin": "builtin",
    "Name.Decorator": "decorator",
    "Name.Tag": "tag",
    "Name.Attribute": "attribute",
    "Name.Constant": "constant",
    "Name.Variable": "variable",
    "Name.Label": "constant",
    "Name.Entity": "escape",
    "Literal.String.Doc": "comment",
    "Literal.String.Regex": "regex",
    "Literal.String.Escape": "escape",
    "Literal.String.Interpol": "escape",
    "Literal.String.Affix": "keyword",
    "Literal.String": "string",
    "Literal.Number": "number",
    "Literal.Date": "number",
    "Operator.Word": "keyword",
    "Operator": "operator",
    "Punctuation": "punctuation",
    "Comment": "comment",
    "Generic.Inserted": "inserted",
    "Generic.Deleted": "deleted",
    "Generic.Heading": "heading",
    "Generic.Subheading": "heading",
    "Generic.Error": "error",
    "Generic.Emph": "variable",
    "Generic.Strong": "keyword",
}
"""Styles by the name of a token or of one of its parents; pygments' error token is plain, since odd input is common."""


def highlight(text: str, lang: str | None, first: int | None = None) -> Code:
    """Return source text as a block, with runs where its language is known and a lexer can read it.

    Args:
        text: source text.
        lang: a language (`python`, `ts`), a file extension with or without its dot, or the path of a file.
        first: number of the first line, for a gutter.
    """
    return Code(text, lang=lang, runs=_runs(text, lang) if lang and text else (), first=first)


@lru_cache(maxsize=256)
def _runs(text: str, lang: str) -> tuple[int, ...]:
    if any(len(line) > _LONGEST_LINE for line in text[:LIMIT].split("\n")):
        return ()
    name = _lexer_name(lang)
    if name is None:
        return ()
    head = text if len(text) <= LIMIT else text[: text.rfind("\n", 0, LIMIT) + 1]
    try:
        joined, runs = runs_from_tokens(_tokens(head, name))
    except Exception:  # noqa: BLE001 -- any of 500 lexers may stumble over odd input; the text is shown plain then
        return ()
    # A lexer that drops or changes a character would put all styles after it in the wrong place.
    return runs if head.startswith(joined) else ()


def _tokens(text: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield tokens until the text or the time is at its end."""
    from pygments.lexers import get_lexer_by_name

    lexer = get_lexer_by_name(name, stripnl=False, ensurenl=False)
    deadline = monotonic() + PATIENCE
    # `get_tokens` would turn every CR into a newline and expand tabs; the text must stay as it is.
    for _, kind, part in lexer.get_tokens_unprocessed(text):
        if monotonic() > deadline:
            return
        yield part, _style(kind)


@lru_cache(maxsize=512)
def _style(kind: Any) -> str:
    while kind:
        if (style := _STYLES.get(str(kind).removeprefix("Token."))) is not None:
            return style
        kind = kind.parent
    return "plain"


@lru_cache(maxsize=512)
def _lexer_name(lang: str) -> str | None:
    """Return pygments' name for a language, an extension or a path; None where it knows none."""
    from pygments.lexers import find_lexer_class_by_name, find_lexer_class_for_filename
    from pygments.util import ClassNotFound

    if not lang.strip() or len(lang) > _LONGEST_LINE:
        return None
    word = lang.strip().lower()
    path = PurePosixPath(lang.strip().replace("\\", "/")).name
    for find, name in (
        (find_lexer_class_by_name, word),
        (find_lexer_class_for_filename, path),
        (find_lexer_class_for_filename, path.lower()),
        (find_lexer_class_for_filename, f"x.{word.lstrip('.')}"),
    ):
        try:
            found = find(name)
        except (ClassNotFound, ValueError):
            continue
        if found is not None and found.aliases:
            return str(found.aliases[0])
    return None
