"""Every colour of the style sheet can be read, on light and on dark; a notebook's own rules do not reach the cards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from axe_playwright_python.sync_playwright import Axe
from workbench.widgets import element
from workbench.widgets.element import STYLES, Code, Diff, Fold, Hunk, JsonBlock, More, Table, Terminal, el, to_page_html

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SHEET = Path(element.__file__).parent / "static" / "cards.css"
LINES = ((" ", 1, 1, "same", ()), ("-", 2, None, "old word", (0, 3)), ("+", None, 2, "new word", (0, 3)))
ONE_COLOUR = [*((colour, -1) for colour in range(-1, 16)), *((-1, colour) for colour in range(16))]
PALETTE = tuple((flags, *colours) for flags in (0, 16) for colours in ONE_COLOUR)
COLOURS = tuple((0, 0x1000000 | rgb, -1) for rgb in (0, 0xFFFFFF, 0xFFFF88, 0x5028FA, 0x00FF00, 0x808080, 0x300000))
STATES = ("done", "failed", "running", "waiting", "denied", "interrupted", "proposed")
NODES = [
    Code(" word" * len(STYLES), runs=tuple(n for style in range(len(STYLES)) for n in (5, style)), first=1),
    Terminal(" word" * len(PALETTE), tuple(n for at in range(len(PALETTE)) for n in (5, at)), PALETTE),
    Terminal(" word" * len(COLOURS), tuple(n for at in range(len(COLOURS)) for n in (5, at)), COLOURS),
    Diff("a/path.py", (Hunk(1, 1, LINES), Hunk(9, 9, LINES)), note="note"),
    Table(("a", "b"), (("1", "2"),), total=9),
    JsonBlock('{"a":["text",1,null,{"b":"' + "x" * 90 + '"}]}'),
    More("more", "more", 12),
    More("left out"),
    Fold("summary", ("body",), open=True),
    *(el("span", "word", cls=f"wb-badge {cls}") for cls in ("", "wb-badge-warn", "wb-badge-bad")),
    *(el("span", el("span", "●", cls=f"wb-dot wb-dot-{state}"), f" {state}", cls="wb-state") for state in STATES),
    el("p", "note", cls="wb-note"),
    el("p", "bad", cls="wb-note wb-bad"),
    el("div", el("p", "a ", el("a", "link", href="https://x.invalid"), " ", el("code", "code")), cls="wb-prose"),
]
NOTEBOOK = """
  .lab pre { border: none; margin: 0; padding: 0; word-break: break-all; white-space: pre-wrap; }
  .lab :is(code, samp, pre) { font-family: serif; font-size: 20px; line-height: 2; padding: 0; }
  .lab a, .lab a:hover { color: unset; text-decoration: unset; }
  .lab button { border-radius: 0; }
"""


def html(scheme: str, extra: str = "") -> str:
    sheet = SHEET.read_text("utf-8")
    body = f'<main class="wb-page" style="color-scheme: {scheme}"><h1>cards</h1>{to_page_html(NODES)}</main>'
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>cards</title><style>{sheet}</style>'
        f'<style>{extra}</style><body class="lab" style="margin: 0">{body}'
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_can_be_read(browser: Browser, scheme: str) -> None:
    page = browser.new_page(viewport={"width": 900, "height": 900})
    page.set_content(html(scheme))
    found = Axe().run(page).response["violations"]
    page.close()
    assert [(rule["id"], node["html"][:120]) for rule in found for node in rule["nodes"]] == []


def test_the_rules_of_a_notebook_change_nothing(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 900, "height": 900})
    page.set_content(html("light"))
    alone = page.screenshot(full_page=True)
    page.set_content(html("light", NOTEBOOK))
    within = page.screenshot(full_page=True)
    page.close()
    assert alone == within
