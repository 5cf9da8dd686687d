"""Copying a block as plain text, and the panel below the header: on a page with a recorded session in it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from workbench.widgets.bundle import script, style
from workbench.widgets.embedded import embedded
from workbench.widgets.source import TimelineSource

import workbench

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Replay</title>
<style>body {{ margin: 0 }} {css}</style></head><body><main id="place"></main>
<script type="application/json" id="data">{data}</script>
<script type="module">{js}
const made = embed(document.getElementById("place"), JSON.parse(document.getElementById("data").textContent));
globalThis.view = made.view;
made.ready.then(() => {{ globalThis.isReady = true; }});
</script></body></html>"""
KEEP = """() => {
  globalThis.copied = [];
  const kept = { writeText: async (text) => { globalThis.copied.push(text); } };
  Object.defineProperty(navigator, "clipboard", { value: kept, configurable: true });
}"""
GOTO = """(title) => {
  const rows = Array.from({ length: view.index.length }, (_, row) => row);
  view.acts.goto(rows.find((row) => view.index.text("titles", row) === title));
}"""
REFUSE = """() => {
  globalThis.copied = [];
  const refused = { writeText: async () => { throw new Error("not allowed"); } };
  Object.defineProperty(navigator, "clipboard", { value: refused, configurable: true });
  document.execCommand = (name) => {
    if (name === "copy") globalThis.copied.push(document.activeElement.value);
    return true;
  };
}"""


def page_of(browser: Browser, folder: Path, file: Path) -> Iterator[Page]:
    """A recorded session as a page."""
    workbook = workbench.open()
    workbook.load(folder)
    session = workbook.session("session-")
    source = TimelineSource(session.place, session.info, session.banner)
    file.write_text(PAGE.format(css=style(), js=script(), data=json.dumps(embedded(source))), "utf-8")
    page = browser.new_page(viewport={"width": 1100, "height": 900})
    page.goto(file.as_uri())
    page.wait_for_function("globalThis.isReady")
    yield page
    page.close()


@pytest.fixture(scope="module")
def page(browser: Browser, recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The recorded work on files as a page."""
    yield from page_of(browser, recorded / "files", tmp_path_factory.mktemp("page") / "files.html")


@pytest.fixture(scope="module")
def shell(browser: Browser, recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """The recorded commands as a page."""
    yield from page_of(browser, recorded / "bash-foreground", tmp_path_factory.mktemp("page") / "shell.html")


def opened(page: Page, title: str) -> Locator:
    """The body of the first row with this title, opened."""
    page.evaluate(GOTO, title)
    row = page.locator(".wbr-row").filter(has=page.locator(".wbr-title", has_text=title)).first
    if "wbr-open" not in (row.get_attribute("class") or ""):
        row.locator(".wbr-head").click()
    body = row.locator(".wbr-body-content:not([aria-busy])")
    body.locator(":scope > *").first.wait_for()
    return body


def copied(page: Page) -> str:
    """What was copied since the clipboard was put in place."""
    page.wait_for_function("globalThis.copied.length > 0")
    (text,) = page.evaluate("copied")
    return text


def test_source_is_copied_without_its_line_numbers(page: Page) -> None:
    page.evaluate(KEEP)
    block = opened(page, "Read /home/dev/ws/calc.py").locator(".wb-code").first
    block.hover()
    page.locator(".wbr-copy").click()
    page.get_by_text("Copied", exact=True).wait_for()
    text = copied(page)
    assert text.startswith("def add(a, b):\n    return a + b\n\n\ndef sub(a, b):")
    assert not any(line.strip().isdigit() for line in text.split("\n"))


def test_a_diff_is_copied_with_its_signs_and_without_numbers(page: Page) -> None:
    page.evaluate(KEEP)
    opened(page, "Edit /home/dev/ws/calc.py").locator(".wb-diff").first.hover()
    page.locator(".wbr-copy").click()
    text = copied(page)
    assert '+    """Subtract b from a."""' in text.split("\n")
    assert " def sub(a, b):" in text.split("\n")


def test_the_output_of_a_command_is_copied_as_plain_text(shell: Page) -> None:
    shell.evaluate(KEEP)
    title = shell.evaluate("""() => {
      const rows = Array.from({ length: view.index.length }, (_, row) => view.index.text("titles", row));
      return rows.find((title) => title.startsWith("printf"));
    }""")
    opened(shell, title).locator(".wb-terminal").first.hover()
    shell.locator(".wbr-copy").click()
    lines = copied(shell).split("\n")
    assert lines[:2] == ["red bold", "100%"]
    assert not any(character < " " for line in lines for character in line)


def test_a_command_is_copied_without_its_prompt(shell: Page) -> None:
    shell.evaluate(KEEP)
    opened(shell, "echo about to fail; exit 3").locator(".wb-prompt").first.hover()
    shell.locator(".wbr-copy").click()
    assert copied(shell) == "echo about to fail; exit 3"


def test_a_message_is_copied(page: Page) -> None:
    page.evaluate(KEEP)
    opened(page, "[[s:files]] Please run the file scenario").locator(".wb-message").first.hover()
    page.locator(".wbr-copy").click()
    assert copied(page) == "[[s:files]] Please run the file scenario"


def test_a_block_is_copied_by_a_key_where_it_has_the_focus(page: Page) -> None:
    page.evaluate(KEEP)
    block = opened(page, "Read /home/dev/ws/calc.py").locator(".wb-code").first
    block.focus()
    block.press("c")
    assert copied(page)


def test_without_a_clipboard_the_old_command_is_used(page: Page) -> None:
    page.evaluate(REFUSE)
    opened(page, "Read /home/dev/ws/calc.py").locator(".wb-code").first.hover()
    page.locator(".wbr-copy").click()
    page.get_by_text("Copied", exact=True).wait_for()
    assert copied(page).startswith("def add(a, b):")
    assert page.locator("textarea").count() == 0


def test_the_head_of_a_longer_text_says_that_it_is_a_part(page: Page) -> None:
    page.evaluate(KEEP)
    opened(page, "Write /home/dev/ws/notes/big.txt").locator(".wb-diff").first.hover()
    assert page.locator(".wbr-copy").text_content() == "Copy this part"


def test_the_button_is_no_part_of_the_tree(page: Page) -> None:
    opened(page, "Read /home/dev/ws/calc.py").locator(".wb-code").first.hover()
    assert page.locator(".wbr-body-content .wbr-copy").count() == 0
    assert page.locator(".wbr-copy").is_visible()
    page.mouse.move(5, 5)
    page.locator(".wbr-copy").wait_for(state="hidden")


def test_the_panel_has_the_todo_list_and_the_settings(page: Page) -> None:
    panel = page.locator(".wbr-panel")
    summary = panel.locator("summary", has_text="Todo list: 3 completed")
    summary.click()
    assert panel.get_by_text("Write calc.py").is_visible()
    assert panel.get_by_text("was in progress").is_visible()
    assert panel.locator("summary", has_text="Settings").count() == 1
