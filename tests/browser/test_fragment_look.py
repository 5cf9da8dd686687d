"""What a notebook keeps of a card can be read on white and on the dark grey of a notebook, with no style sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import workbench

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

CONTRASTS = """() => {
  const parts = (text) => text.match(/[\\d.]+/g).map(Number);
  const over = ([r, g, b, a = 1], under) => [r, g, b].map((value, i) => value * a + under[i] * (1 - a));
  const linear = (value) => value / 255 <= 0.04045 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const own = getComputedStyle(document.body).color;
  const least = {};
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const around = [];
    for (let at = text.parentElement; at; at = at.parentElement) around.unshift(getComputedStyle(at));
    const style = around.at(-1);
    if (text.data.trim() === '' || style.fontSize === '0px' || text.parentElement.closest('a')) continue;
    const ground = around.reduce((under, one) => over(parts(one.backgroundColor), under), [255, 255, 255]);
    const opacity = around.reduce((all, one) => all * Number(one.opacity), 1);
    const [r, g, b, a = 1] = parts(style.color);
    const [more, less] = [light(over([r, g, b, a * opacity], ground)), light(ground)].sort((one, other) => other - one);
    const kind = style.color !== own ? 'coloured' : opacity < 1 ? 'quiet' : 'plain';
    least[kind] = Math.min(least[kind] ?? 21, (more + 0.05) / (less + 0.05));
  }
  return least;
}"""


@pytest.fixture(scope="module")
def fragments(recorded: Path) -> str:
    wb = workbench.open()
    wb.load([recorded / name for name in ("files", "bash-foreground", "workflow", "approval")])
    sessions = [wb.session(session_id) for session_id in wb.sessions]
    return "".join(html for session in sessions for html in (session.html(), *(card.html() for card in session.cards)))


@pytest.mark.parametrize(("ground", "ink"), [("#ffffff", "rgba(0, 0, 0, 0.87)"), ("#111111", "#ffffff")])
def test_quiet_text_can_be_read_on_both_grounds(browser: Browser, fragments: str, ground: str, ink: str) -> None:
    page = browser.new_page()
    page.set_content(f'<!doctype html><body style="background:{ground};color:{ink}">{fragments}')
    page.evaluate("() => { for (const fold of document.querySelectorAll('details')) fold.open = true; }")
    least = page.evaluate(CONTRASTS)
    page.close()
    assert least["quiet"] >= 4.5
    assert least["plain"] > least["quiet"]
    # One colour on two grounds, of which neither is black: 4.5 on the one is less than that on the other.
    assert least["coloured"] >= 3.7
