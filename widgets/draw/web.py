"""The web card: an answer with its sources, or a fetched page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import UNSET
from workbench.widgets.draw.blocks import blocks, content_words
from workbench.widgets.draw.look import MOST_ITEMS
from workbench.widgets.draw.parts import badge, link, meta, note, some
from workbench.widgets.draw.prose import prose
from workbench.widgets.draw.search import fields
from workbench.widgets.draw.text import plain
from workbench.widgets.element import Element, Fold, More, el

from workbench import markers
from workbench.model import WebResult
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel, WebSource

_HEAD = re.compile(markers.FETCHED)


def web(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return an answer with its sources, a fetched page, or the raw content where there is no such result."""
    view = card.result_view
    if not isinstance(view, WebResult):
        return blocks(card.content, look)
    return answered(view, look, card)


def answered(view: WebResult, look: Look, card: CardModel, *, origin: Node | None = None) -> tuple[Node, ...]:
    """Return an answer with its sources, or a fetched page; `origin` is a word on where the view comes from."""
    return _search(view, look, origin) if view.kind == "search" else _fetch(card, view, look, origin)


def _search(view: WebResult, look: Look, origin: Node | None) -> tuple[Node, ...]:
    sources = view.sources if view.sources is not UNSET else []
    capped = badge("capped") if view.truncated else None
    shown = sources if "sources" in look.shown else sources[:MOST_ITEMS]
    listed = el("ol", *(el("li", *_source(source)) for source in shown), cls="wb-sources")
    left = len(sources) - len(shown)
    rest = (More(t("more.all", n=len(sources)), action="more:sources", hidden=left),) if left else ()
    return (
        *(prose(view.answer, look, "answer") if view.answer is not UNSET and view.answer else ()),
        *some(meta(t("web.sources", n=len(sources)), capped, origin)),
        listed if sources else note(t("web.nothing")),
        *rest,
    )


def _source(source: WebSource) -> tuple[Node, ...]:
    title = source.title if source.title is not UNSET and source.title else None
    published = source.published_at if source.published_at is not UNSET else None
    snippet = source.snippet if source.snippet is not UNSET else None
    facts = meta(el("span", host(source.url), cls="wb-host") if title else None, published)
    return (
        link(source.url, title),
        *some(facts, el("div", snippet[:1_000], cls="wb-snippet") if snippet else None),
        *((el("span", f"… +{len(snippet) - 1_000:,}", cls="wb-count"),) if snippet and len(snippet) > 1_000 else ()),
    )


def host(address: str) -> str:
    """Return the host of an address, or the address itself where it has none."""
    try:
        return urlsplit(address).hostname or address
    except ValueError:
        return address


def _fetch(card: CardModel, view: WebResult, look: Look, origin: Node | None) -> tuple[Node, ...]:
    code = view.status_code if view.status_code is not UNSET else None
    final = view.url if view.url is not UNSET else ""
    asked = fields(card.call.arguments).get("url")
    ok = code is not None and 200 <= code < 300
    status = el("span", f"HTTP {code}", cls="wb-badge" if ok else "wb-badge wb-badge-bad") if code is not None else None
    facts = meta(status, link(final), badge("capped") if view.truncated else None, origin)
    moved = note(t("web.redirected"), " ", link(asked)) if asked and asked != final else None
    return (*some(facts, moved), _page(card, look))


def _page(card: CardModel, look: Look) -> Element | Fold:
    """Return the text of a page, folded; the line that says what was fetched stands above it already."""
    words = content_words(card.content)
    first = card.content[0] if card.content else None
    text = first.get("text") if isinstance(first, dict) else None
    if isinstance(text, str) and len(card.content) == 1:
        head = _HEAD.match(text)
        nodes = plain(text[head.end() :] if head else text, look, "page")
    else:
        nodes = blocks(card.content, look, "page")
    summary = (el("span", t("web.page")), el("span", f" · {words}", cls="wb-meta"))
    return Fold(summary=summary, children=nodes, key="page", open="page" in look.shown)
