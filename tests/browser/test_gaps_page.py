"""The page of the gaps in a browser: read as a whole, and shown to a room one screen at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZE = {"width": 1600, "height": 900}


@pytest.fixture(scope="module")
def file(recorded: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of all recordings, without the chapters that follow the gaps."""
    from workbench.widgets.gap_page import page

    import workbench
    from workbench.gaps.facts import facts
    from workbench.gaps.matrix import matrix

    wb = workbench.open()
    wb.load(recorded)
    gaps = wb.gaps()
    path = tmp_path_factory.mktemp("page") / "gaps.html"
    path.write_text(page(gaps, matrix(wb.store, gaps), facts(wb.store)), "utf-8")
    return path


@pytest.fixture
def opened(file: Path, browser: Any) -> Iterator[Any]:
    """The page, opened from disk, with a record of what it asks for and what goes wrong in it."""
    page = browser.new_page(viewport=SIZE)
    page.asked = []
    page.faults = []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda message: page.faults.append(message.text) if message.type == "error" else None)
    page.goto(file.as_uri())
    yield page
    assert page.faults == []
    assert [url for url in page.asked if not url.startswith(("file:", "data:"))] == []
    page.close()


def shown(page: Any) -> int:
    """Which screen is shown alone, counted from 1; 0 where the page is read as a whole."""
    return page.evaluate(
        "() => [...document.querySelectorAll('.wb-screens > .wb-screen')].findIndex((s) => s.matches('.wb-now')) + 1"
    )


def test_it_reads_from_top_to_bottom_and_presents_by_a_key(opened: Any) -> None:
    assert shown(opened) == 0
    assert opened.locator("h2:visible").count() > 11
    opened.keyboard.press("p")
    assert shown(opened) == 1
    assert opened.locator(".wb-screen:visible").count() == 1
    opened.keyboard.press("Escape")
    assert shown(opened) == 0


def test_arrow_keys_move_and_stop_at_the_ends(opened: Any) -> None:
    opened.keyboard.press("p")
    opened.keyboard.press("ArrowLeft")
    assert shown(opened) == 1
    for key in ("ArrowRight", "PageDown", " ", "ArrowLeft"):
        opened.keyboard.press(key)
    assert shown(opened) == 3
    assert opened.locator(".wb-place").inner_text().startswith("3 / ")
    opened.keyboard.press("End")
    last = shown(opened)
    opened.keyboard.press("ArrowRight")
    assert shown(opened) == last
    opened.keyboard.press("c")
    assert shown(opened) == 1


def test_the_contents_lead_to_a_gap_and_back(opened: Any) -> None:
    opened.keyboard.press("p")
    opened.locator(".wb-entry", has_text="G4").click()
    assert "G4" in opened.locator(".wb-now h2").inner_text()
    opened.locator(".wb-press", has_text="Contents").click()
    assert shown(opened) == 1
    opened.locator(".wb-entry", has_text="G9").focus()
    opened.keyboard.press("Enter")
    assert "G9" in opened.locator(".wb-now h2").inner_text()


def test_an_address_leads_to_a_screen(opened: Any, file: Path) -> None:
    opened.goto("about:blank")
    opened.goto(f"{file.as_uri()}#6")
    assert shown(opened) == 6


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_picture_is_shown_in_the_colours_of_the_page(opened: Any, scheme: str) -> None:
    opened.emulate_media(color_scheme=scheme)
    other = "dark" if scheme == "light" else "light"
    assert opened.locator(f"img.wb-{scheme}:visible").count() == opened.locator(f"img.wb-{scheme}").count() > 5
    assert opened.locator(f"img.wb-{other}:visible").count() == 0
    widths = opened.eval_on_selector_all(f"img.wb-{scheme}", "(all) => all.map((one) => one.naturalWidth)")
    assert all(width > 800 for width in widths)


def test_a_gap_fits_on_one_screen(opened: Any) -> None:
    opened.keyboard.press("p")
    for _ in range(11):
        opened.keyboard.press("ArrowRight")
        height = opened.evaluate("() => document.querySelector('.wb-now').scrollHeight")
        title = opened.locator(".wb-now h2").inner_text()
        assert height <= SIZE["height"] + 2, title


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_used_without_a_mouse_and_read_aloud(opened: Any, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    opened.emulate_media(color_scheme=scheme)
    found = Axe().run(opened, options={"runOnly": ["wcag2a", "wcag2aa"]})
    assert [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found.response["violations"]] == []


def test_printed_it_is_light_and_whole(opened: Any) -> None:
    opened.emulate_media(media="print", color_scheme="dark")
    assert opened.locator("img.wb-dark:visible").count() == 0
    assert opened.locator("img.wb-light:visible").count() > 5
    assert opened.locator(".wb-steer:visible").count() == 0
