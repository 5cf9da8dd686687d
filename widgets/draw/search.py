"""The search card: matches grouped by file, or paths, with how many there are in all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.parts import badge, meta, note, path
from workbench.widgets.draw.words import number
from workbench.widgets.element import Element, Fold, More, el

from workbench.cards.texts import only_text
from workbench.model import SearchResult
from workbench.strings import t
from workbench.tools.present import parse_arguments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel, FileMatches, LineMatch

_FILES, _MATCHES, _IN_FILE, _PATHS = 40, 120, 30, 100
_OPEN = 60
"""So many matches stand open; with more only the first file does."""
_LINE = 400
_NOT_SAVED = re.compile(r"\bThe complete result could not be saved;[^\n]*\)\Z")
_PLAIN = frozenset(r"\.^$*+?()[]{}|")


def search(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the counts and what was found; the title says already what was searched for."""
    view = card.result_view
    if not isinstance(view, SearchResult):
        return blocks(card.content, look)
    return found(view, look, card)


def found(view: SearchResult, look: Look, card: CardModel, *, origin: Node | None = None) -> tuple[Node, ...]:
    """Return what was found, and the file that holds the rest of a capped result, as the text names it.

    Args:
        view: paths or matches.
        look: what is asked for.
        card: the card of the search.
        origin: a word on where the view comes from.
    """
    if view.shape == "paths":
        drawn = tuple(_paths(view, look))
    else:
        drawn = tuple(_matches(view, look, _literal(fields(card.call.arguments).get("pattern"))))
    rest = (el("div", f"{t('search.whole_in')} ", path(card.locator), cls="wb-spill"),) if card.locator else ()
    if not rest and only_text(card.call) is not None and _NOT_SAVED.search(str(only_text(card.call))[-400:]):
        rest = (note(t("search.not_saved")),)
    return (_counts(view, origin), *drawn, *rest)


def _counts(view: SearchResult, origin: Node | None = None) -> Element:
    if view.shape == "paths":
        paths = view.paths or []
        shown, words = len(paths), t("search.paths", n=view.total)
    else:
        files = view.files or []
        shown = sum(len(file.matches) for file in files)
        words = t("search.matches", n=view.total)
    is_capped = view.truncated or shown < view.total
    # only of what is recorded it is known where it stands
    where = t("search.in_files", n=len(view.files or [])) if view.shape != "paths" else ""
    parts: list[Node] = [el("span", words if is_capped else words + where)]
    if is_capped:
        parts.append(el("span", t("search.recorded", n=shown) + where))
        parts.append(badge("capped"))
    line = meta(*parts, origin)
    assert line is not None  # noqa: S101 - there is always a count
    return line


def _paths(view: SearchResult, look: Look) -> Iterator[Node]:
    paths = view.paths or []
    if not paths:
        yield note(t("search.nothing"))
        return
    shown = paths if "paths" in look.shown else paths[:_PATHS]
    yield el("ul", *(el("li", path(name)) for name in shown), cls="wb-paths")
    if len(shown) < len(paths):
        yield More(t("more.all", n=len(paths)), action="more:paths", hidden=len(paths) - len(shown))


def _matches(view: SearchResult, look: Look, literal: str | None) -> Iterator[Node]:
    files = view.files or []
    if not files:
        yield note(t("search.nothing"))
        return
    everything = "matches" in look.shown
    total = sum(len(file.matches) for file in files)
    left = total if everything else _MATCHES
    drawn = 0
    for at, file in enumerate(files if everything else files[:_FILES]):
        shown = min(len(file.matches), left if everything else min(left, _IN_FILE))
        if shown:
            yield _group(file, shown, literal, is_open=total <= _OPEN or at == 0, key=f"file-{at}")
        left -= shown
        drawn += shown
    if drawn < total:
        yield More(t("more.all", n=total), action="more:matches", hidden=total - drawn)


def _group(file: FileMatches, shown: int, literal: str | None, *, is_open: bool, key: str) -> Fold:
    lines = tuple([_match(match, literal) for match in file.matches[:shown]])
    summary = (path(file.path), el("span", f" · {t('search.matches', n=len(file.matches))}", cls="wb-meta"))
    return Fold(summary=summary, children=lines, open=is_open, key=key, cls="wb-file")


def _match(match: LineMatch, literal: str | None) -> Element:
    line = Element("span", "wb-no", children=(str(match.line_number),))
    source = Element("span", "wb-source", children=tuple(_marked(match.line, literal)))
    return Element("div", "wb-match", children=(line, " ", source))


def _marked(line: str, literal: str | None) -> Iterator[Node]:
    """Yield a line with what was searched for marked, where that is plain text."""
    text = line if len(line) <= _LINE else line[:_LINE]
    at = 0
    while literal and (found := text.find(literal, at)) >= 0:
        if found > at:
            yield text[at:found]
        at = found + len(literal)
        yield el("mark", text[found:at])
    if at < len(text):
        yield text[at:]
    if len(text) < len(line):
        yield el("span", f"… +{number(len(line) - len(text))}", cls="wb-count")


def _literal(pattern: str | None) -> str | None:
    """Return a pattern that means itself; an expression is not run here, it could take for ever."""
    if not pattern or not _PLAIN.isdisjoint(pattern):
        return None
    return pattern


def fields(arguments: str) -> dict[str, str]:
    """Return the members of a call's arguments that are strings; nothing where the text is no JSON object."""
    try:
        value = parse_arguments(arguments)
    except ValueError:
        return {}
    return {name: part for name, part in value.items() if isinstance(part, str)} if isinstance(value, dict) else {}
