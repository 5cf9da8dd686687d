"""The web family: `web_search` and `web_fetch`."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from workbench import markers
from workbench.model import Json, ToolResult, Value
from workbench.registry.json_text import number_text
from workbench.registry.json_values import is_number
from workbench.tools.definition import Arguments, Ideal, Tool, older, output, tool
from workbench.tools.shapes import BOOLEAN, INTEGER, STRING, closed, either, items, may, need, word
from workbench.tools.wire import generic, optional_text, pick, texts

TIMEOUT_MS = 30_000
CITE = "Cite the relevant URLs above as markdown links in your answer."
_SOURCE_MEMBERS = ("url", "title", "snippet", "publishedAt")


def _queries(arguments: Arguments) -> str:
    return ", ".join(arguments["queries"])


def _search_call(arguments: Arguments) -> Json:
    title = _queries(arguments)
    return generic(title, "search", rawInput=title)


def _search_result(arguments: Arguments, result: ToolResult) -> Json:
    return _search_view(_queries(arguments), result)


def _search_view(title: str, result: ToolResult) -> Json:
    meta = result.meta
    if result.is_error or not isinstance(meta, dict):
        return None
    sources = meta.get("sources")
    if not isinstance(sources, list) or not all(_is_source(source) for source in sources):
        return None
    if not isinstance(meta.get("truncated"), bool) or not optional_text(meta, "answer"):
        return None
    shown = [pick(source, *_SOURCE_MEMBERS) for source in sources]
    return {"card": "web", "kind": "search", "title": title, "sources": shown, **pick(meta, "truncated", "answer")}


def _is_source(source: Json) -> bool:
    return isinstance(source, dict) and isinstance(source.get("url"), str) and optional_text(source, *_SOURCE_MEMBERS)


def _fetch_call(arguments: Arguments) -> Json:
    return generic(arguments["url"], "fetch", rawInput=arguments["url"])


def _fetch_result(arguments: Arguments, result: ToolResult) -> Json:
    meta = result.meta
    if result.is_error or not isinstance(meta, dict) or not isinstance(meta.get("url"), str):
        return None
    if not is_number(meta.get("statusCode")) or not isinstance(meta.get("truncated"), bool):
        return None
    return {"card": "web", "kind": "fetch", "title": arguments["url"], **pick(meta, "url", "statusCode", "truncated")}


# ------------------------------------------------------------------------------------------------ projections


def _label(source: dict[str, Any]) -> str:
    if title := source.get("title"):
        return str(title)
    url = str(source["url"])
    try:
        return urlsplit(url).hostname or url
    except ValueError:
        return url


def _render_search(_arguments: Arguments, value: Any) -> list[Json]:
    parts = [value["content"]] if value.get("content") else []
    lines = []
    for source in value["sources"]:
        told = [source["snippet"]] if source.get("snippet") else []
        if source.get("publishedAt"):
            told.append(f"({source['publishedAt']})")
        lines.append(f"- [{_label(source)}]({source['url']}){' — ' if told else ''}{' '.join(told)}")
    if lines:
        parts.append("\n".join(["Sources:", *lines]))
    elif not parts:
        parts.append("No results found.")
    if value["truncated"]:
        parts.append(f"(Showing the first {len(lines)} sources. Refine the query for more.)")
    return texts("\n\n".join([*parts, CITE]))


def _search_meta(_arguments: Arguments, value: Any) -> Json:
    sources = [pick(source, *_SOURCE_MEMBERS) for source in value["sources"]]
    meta = {"sources": sources, "truncated": value["truncated"]}
    return {**meta, "answer": value["content"]} if "content" in value else meta


def _render_fetch(_arguments: Arguments, value: Any) -> list[Json]:
    """Write the page as it was fetched; the harness turns HTML into markdown first, which is not repeated here."""
    cut = (
        "\n\n(Content truncated. Fetch a more specific URL or section for the full text.)" if value["truncated"] else ""
    )
    head = f"Fetched {value['url']} (HTTP {number_text(value['statusCode'])})"
    return texts(f"{head}\n\n{value['body']['content']}{cut}")


def _fetch_meta(_arguments: Arguments, value: Any) -> Json:
    return pick(value, "url", "statusCode", "truncated")


# -------------------------------------------------------------------------------------------- back from the text


class SourceText(Value, frozen=True, kw_only=True):
    """One source read off a `web_search` text. `label` is its title or its host; the text does not tell which.

    `snippet` and `date` are parted at the last brackets, which may belong to the snippet.
    """

    label: str
    url: str
    snippet: str | None
    date: str | None


class SearchText(Value, frozen=True, kw_only=True):
    """What the text of a `web_search` result says."""

    answer: str | None
    sources: tuple[SourceText, ...]
    truncated: bool


class FetchText(Value, frozen=True, kw_only=True):
    """What the text of a `web_fetch` result says."""

    url: str
    status_code: int
    body: str
    truncated: bool


_SOURCE = re.compile(markers.WEB_SOURCE_WHOLE)
_MORE = re.compile(markers.WEB_TRUNCATED)
_FETCHED = re.compile(markers.FETCHED)


def parse_search(words: str) -> SearchText | None:
    """Read answer and sources off the text of a `web_search` result, None where it is not written in that way."""
    if not words.endswith(CITE):
        return None
    body = words[: -len(CITE)].removesuffix("\n\n")
    more = markers.at_end(markers.WEB_TRUNCATED, body)
    body = body if more is None else body[: more.start()]
    if body == "No results found.":
        return SearchText(answer=None, sources=(), truncated=more is not None)
    at = 0 if body.startswith("Sources:\n- [") else body.rfind("\n\nSources:\n- [")
    if at < 0:
        return SearchText(answer=body or None, sources=(), truncated=more is not None)
    sources = []
    for line in body[at:].lstrip("\n").split("\n")[1:]:
        found = _SOURCE.fullmatch(line)
        if found is None:
            return None
        snippet, date = _parted(found[3])
        sources.append(SourceText(label=found[1], url=found[2], snippet=snippet, date=date))
    return SearchText(answer=body[:at] or None, sources=tuple(sources), truncated=more is not None)


def _parted(told: str | None) -> tuple[str | None, str | None]:
    if told is None or not told.endswith(")") or "(" not in told:
        return told, None
    snippet, _, date = told[:-1].rpartition("(")
    return snippet.rstrip() or None, date


def parse_fetch(words: str) -> FetchText | None:
    """Read address, status and body off the text of a `web_fetch` result, None where it is not written in that way."""
    head = _FETCHED.match(words)
    if head is None:
        return None
    cut = markers.at_end(markers.FETCH_TRUNCATED_AT_END, words)
    body = words[head.end() : None if cut is None else max(cut.start(), head.end())]
    return FetchText(url=head[1], status_code=int(head[2]), body=body, truncated=cut is not None)


# --------------------------------------------------------------------------------------------------- the tools

_SOURCE_VALUE = closed(url=need(STRING), title=may(STRING), snippet=may(STRING), publishedAt=may(STRING))
_FOUND = closed(content=may(STRING), sources=need(items(_SOURCE_VALUE)), truncated=need(BOOLEAN))
_BODY = either(
    closed(kind=need(word("html")), content=need(STRING)), closed(kind=need(word("text")), content=need(STRING))
)
_PAGE = closed(url=need(STRING), statusCode=need(INTEGER), body=need(_BODY), truncated=need(BOOLEAN))

_ONE_QUERY = older(
    "The arguments are those of the time when a search took one query.",
    {"query": need(STRING)},
    lambda arguments: generic(arguments["query"], "search", rawInput=arguments["query"]),
    lambda arguments, result: _search_view(arguments["query"], result),
)

TOOLS: tuple[Tool, ...] = (
    tool(
        "web_search",
        "web",
        "Search the web with one to four queries; returns an answer where there is one, and sources.",
        {"queries": need(items(STRING), "One to four queries.")},
        output(_FOUND, _render_search, _search_meta),
        present_call=_search_call,
        present_result=_search_result,
        timeout_ms=TIMEOUT_MS,
        concurrency_safe=True,
        older=[_ONE_QUERY],
        ideal=Ideal(
            cards=("table",),
            need="once",
            shows="the sources as links, each with its snippet",
            gaps=("G5",),
            forks=("F2", "F5"),
            tier="addition",
            first_tier="client",
        ),
    ),
    tool(
        "web_fetch",
        "web",
        "Fetch one page and return it as text.",
        {"url": need(STRING, "An http or https address.")},
        output(_PAGE, _render_fetch, _fetch_meta),
        present_call=_fetch_call,
        present_result=_fetch_result,
        timeout_ms=TIMEOUT_MS,
        concurrency_safe=True,
        ideal=Ideal(
            cards=("text",),
            need="once",
            shows="the address as a link, the page as folded markdown, a mark where it was cut",
            gaps=("G1",),
            tier="client",
            first_tier="client",
        ),
    ),
)
