"""The gaps as one offline page: numbers, pictures, names of tools, sequence numbers and keys, and no text of a call.

Everything is a tree of elements and becomes HTML by the one writer. The page has one sheet and one small script of our
own, and a policy that lets nothing else in.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html import escape
from importlib import resources
from typing import TYPE_CHECKING

from workbench.widgets.element import Element, Fold, Table, el, to_page_html
from workbench.widgets.gap_trees import gaps_tree, matrix_tree, measures, verdict_node
from workbench.widgets.pictures import png
from workbench.widgets.survey_trees import survey_tree, wire_tree

from workbench.gaps.catalogue import catalogue
from workbench.gaps.picture import table
from workbench.gaps.showing import evidence_rows
from workbench.strings import language, t

if TYPE_CHECKING:
    from workbench.widgets.element import Node

    from workbench.gaps.facts import Facts
    from workbench.gaps.gap import Gap
    from workbench.gaps.matrix import Matrix
    from workbench.gaps.picture import Picture
    from workbench.gaps.showing import Chapter

ROWS = 8
"""Most rows of a gap that the page lists."""


def page(gaps: Sequence[Gap], matrix: Matrix, facts: Facts, chapters: Sequence[Chapter] = ()) -> str:
    """Return the page, in the current language.

    Args:
        gaps: the measured gaps, one screen each.
        matrix: the coverage of all tools.
        facts: what is loaded.
        chapters: more screens, one for each of their pictures and tables.
    """
    coverage = matrix.pages()
    screens = [
        _contents(gaps, len(coverage), facts, chapters),
        *(_screen(gap) for gap in gaps),
        *(_exhibit(picture, t("gaps.page.coverage")) for picture in coverage),
        _exhibit(matrix.levers_picture(), t("gaps.page.levers")),
        _section("wb-one", el("h2", t("survey.wire")), wire_tree()),
        *(screen for chapter in chapters for screen in _chapter(chapter)),
    ]
    survey = el("section", el("h2", t("survey.title")), survey_tree(), cls="wb-screen wb-read")
    rest = (_how(gaps, facts), survey, el("section", matrix_tree(matrix), cls="wb-screen wb-read"))
    body = to_page_html([el("div", *screens, cls="wb-screens"), *rest, _bar()])
    return _document(t("gaps.page.title"), body)


# ---------------------------------------------------------------------------------------------------- inside


def _contents(gaps: Sequence[Gap], pages: int, facts: Facts, chapters: Sequence[Chapter]) -> Element:
    entries = [
        _entry(number, gap.number, gap.title, verdict_node(gap.verdict), gap.key_number)
        for number, gap in enumerate(gaps, 1)
    ]
    at = len(gaps) + 1
    entries.append(_entry(at, "", t("gaps.page.coverage"), None, t("gaps.matrix.title")))
    at += pages
    entries.append(_entry(at, "", t("gaps.page.levers"), None, t("gaps.levers.title")))
    entries.append(_entry(at + 1, "", t("survey.wire"), None, t("survey.wire_said")))
    at += 2
    for chapter in chapters:
        entries.append(_entry(at, "", chapter.title, None, chapter.said))
        at += len(chapter.pictures) + len(chapter.tables)
    scripted = facts.scripted()
    return _section(
        "wb-one wb-cover",
        el("h1", t("gaps.page.title")),
        el("p", facts.said(), cls="wb-facts"),
        el("p", t("gaps.page.lead"), cls="wb-lead wb-reading"),
        el("div", *entries, cls="wb-contents"),
        el("p", scripted, cls="wb-note") if scripted else None,
        el("p", t("gaps.page.kept_out"), cls="wb-note wb-reading"),
    )


def _entry(number: int, label: str, title: str, verdict: Node | None, note: str) -> Element:
    return el(
        "button",
        el("span", el("span", f"{label} " if label else "", cls="wb-number"), title, cls="wb-name"),
        el("span", note, cls="wb-note"),
        verdict,
        cls="wb-entry",
        action=f"go-{number}",
    )


def _screen(gap: Gap) -> Element:
    entry, picture = gap.entry, gap.picture()
    rows, total = evidence_rows(gap, ROWS)
    columns = tuple(t(f"gaps.column.{name}") for name in ("session", "call", "tool", "has"))
    return _section(
        "wb-two",
        el(
            "div", el("h2", el("span", f"{gap.number} ", cls="wb-number"), gap.title), verdict_node(gap.verdict),
            cls="wb-head-row",
        ),
        el(
            "div",
            el("h3", t("gaps.page.claim", date=f"{entry.as_of:%Y-%m-%d}")),
            el("p", str(entry.text)),
            el("h3", t("gaps.page.since")),
            *(el("p", el("b", f"{since.as_of:%Y-%m-%d} "), str(since.text)) for since in entry.since),
            el("h3", t("gaps.page.verdict")),
            el("p", gap.rule, cls="wb-rule-text"),
            el("h3", t("gaps.page.closes")),
            el("p", str(entry.closes)),
            cls="wb-argument",
        ),
        el(
            "div",
            *_image(picture),
            _numbers(picture),
            Fold(summary=t("gaps.page.measures"), children=(_measures(gap),), cls="wb-fold"),
            Fold(
                summary=t("gaps.page.rows", n=len(rows), all=total),
                children=(Table(columns, rows), el("p", el("code", f'wb.gap("{gap.number}").evidence'))),
                cls="wb-fold",
            )
            if rows
            else None,
            cls="wb-exhibit",
        ),
    )  # fmt: skip


def _exhibit(picture: Picture, title: str) -> Element:
    return _section(
        "wb-one", el("h2", title), el("div", *_image(picture), _numbers(picture), cls="wb-exhibit"),
    )  # fmt: skip


def _chapter(chapter: Chapter) -> list[Element]:
    found = [_exhibit(picture, chapter.title) for picture in chapter.pictures]
    for titled in chapter.tables:
        columns, *rows = titled.rows
        found.append(
            _section(
                "wb-one",
                el("h2", chapter.title),
                el("p", el("b", titled.title)),
                el("p", titled.said) if titled.said else None,
                Table(columns, tuple(tuple(row) for row in rows)),
            )
        )
    return found


def _how(gaps: Sequence[Gap], facts: Facts) -> Element:
    words = catalogue().words
    rules = tuple((verdict_node(verdict), str(rule)) for verdict, rule in words.rules.items())
    return el(
        "section",
        el("h2", t("gaps.page.how")),
        el("p", facts.said(), cls="wb-facts"),
        Table((t("gaps.column.verdict"), t("gaps.column.rule")), rows=tuple(rules)),
        gaps_tree(gaps),
        cls="wb-screen wb-read",
    )


def _section(kind: str, *children: Node | None) -> Element:
    return el("section", *children, cls=f"wb-screen {kind}", tabindex=-1)


def _image(picture: Picture) -> tuple[Node, ...]:
    title = el("p", picture.title, cls="wb-title")
    said = el("p", picture.missing or picture.said)
    if picture.missing:
        return title, said
    pictures = (
        el("img", src=f"data:image/png;base64,{base64.b64encode(png(picture, theme)).decode()}",
           alt=f"{picture.title}. {picture.said}", cls=f"wb-{theme}")
        for theme in ("light", "dark")
    )  # fmt: skip
    note = el("p", picture.note, cls="wb-note") if picture.note else None
    return tuple(node for node in (title, said, *pictures, note) if node is not None)


def _numbers(picture: Picture) -> Node | None:
    tables: list[Node] = []
    for panel in picture.panels:
        columns, *rows = table(panel)
        tables += [el("p", panel.title), Table(columns, tuple(tuple(row) for row in rows))]
    return Fold(summary=t("gaps.page.numbers"), children=tuple(tables), cls="wb-fold") if tables else None


def _measures(gap: Gap) -> Node:
    return Table(("", ""), tuple((words, value) for words, value in measures(gap)), align=("left", "right"))


def _bar() -> Element:
    def press(action: str, label: str, when: str) -> Element:
        return el("button", label, cls=f"wb-press {when}", action=action)

    return el(
        "div",
        el("span", t("gaps.page.help"), cls="wb-while"),
        press("back", t("gaps.page.back"), "wb-while"),
        el("span", cls="wb-place wb-while"),
        press("next", t("gaps.page.next"), "wb-while"),
        press("go-0", t("gaps.page.contents"), "wb-while"),
        press("leave", t("gaps.page.leave"), "wb-while"),
        press("present", t("gaps.page.present"), "wb-reading"),
        cls="wb-steer",
    )


def _document(title: str, body: str) -> str:
    static = resources.files(__package__ or "workbench.widgets") / "static"
    sheet = "\n".join((static / name).read_text("utf-8") for name in ("cards.css", "gaps.css"))
    script = (static / "present.js").read_text("utf-8")
    policy = (
        f"default-src 'none'; img-src data:; style-src '{_digest(sheet)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    return (
        f'<!doctype html>\n<html lang="{language()}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{sheet}</style>\n</head>\n"
        f'<body class="wb-page">\n{body}\n<script>{script}</script>\n</body>\n</html>\n'
    )


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
