"""A session whose every field tries to run a script, shown live: all of it is text, nothing runs or is fetched."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import lab as labs
import pytest
from playwright.sync_api import Dialog
from replays import Replay

CASE = "01-xss-every-field"


@pytest.fixture
def alerts(visit: labs.Visit) -> list[str]:
    """What the page tried to tell in dialogs."""
    told: list[str] = []

    def tell(dialog: Dialog) -> None:
        told.append(dialog.message)
        dialog.dismiss()

    visit.page.on("dialog", tell)
    return told


def test_no_field_runs_and_every_row_opens(
    visit: labs.Visit, lab: labs.Lab, write_notebook: Callable[..., str], cases: Path, alerts: list[str]
) -> None:
    shutil.copytree(cases / CASE, lab.root / CASE)
    path = write_notebook(
        "hostile",
        f"wb.load('../{CASE}'); session = wb.session('session-01')",
        "session.show()",
        "session",
        "session.cards[2]",
    )
    labs.open_notebook(visit, lab, path)
    labs.run_all(visit)
    assert labs.errors(visit) == []
    shown = visit.page.locator(".wbr-replay")
    shown.scroll_into_view_if_needed()
    replay = Replay(shown)
    replay.unfold_all()
    text = ""
    replay.row(0).locator(".wbr-head").click()
    for _ in range(int(replay.scroller.get_attribute("aria-rowcount") or 0)):
        body = replay.root.locator(".wbr-active .wbr-body-content:not([aria-busy])")
        body.locator(":scope > *").first.wait_for()
        body.evaluate("(body) => body.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
        text += replay.root.locator(".wbr-active").inner_text() + "\n"
        body.hover()
        visit.page.keyboard.press("Enter")
        visit.page.keyboard.press("j")
        visit.page.keyboard.press("Enter")
    visit.page.mouse.move(5, 5)
    visit.page.wait_for_timeout(300)

    text += replay.root.locator(".wbr-header").inner_text()
    assert "<script>alert(20)</script>" in text
    assert '<img src=x onerror="alert(1)">' in text
    assert "<script>alert(10)</script> title" in text
    page = visit.page
    assert (
        page.locator(".jp-OutputArea script, .jp-OutputArea iframe, .jp-OutputArea img, .jp-OutputArea object").count()
        == 0
    )
    hrefs = page.locator(".jp-OutputArea a").evaluate_all("(links) => links.map((link) => link.getAttribute('href'))")
    assert all(href.startswith(("https://", "http://", "mailto:")) for href in hrefs)
    assert alerts == []
