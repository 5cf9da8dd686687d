"""From the start of a cell to the first rows on the screen, in a real JupyterLab."""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "browser"))

import lab as labs  # noqa: E402

LONG = ROOT.parent / "shared" / "recorded" / "long"
SMALL = ROOT / "data" / "sessions" / "files"


def _notebook(*cells: str) -> str:
    made = [
        {"id": f"c{at}", "cell_type": "code", "source": cell, "metadata": {}, "outputs": [], "execution_count": None}
        for at, cell in enumerate(cells)
    ]
    kernel = {"kernelspec": {"name": "workbench", "display_name": "Workbench"}}
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": made})


def _seconds(visit: labs.Visit, lab: labs.Lab, folder: Path) -> float:
    (lab.root / f"{folder.name}.ipynb").write_text(
        _notebook(f"wb.load({str(folder)!r})", "replay = wb.session('session-').show()\nreplay"), encoding="utf-8"
    )
    labs.open_notebook(visit, lab, f"{folder.name}.ipynb")
    labs.run_cell(visit, "wb.load")
    begun = time.perf_counter()
    labs.command(visit, "notebook:run-all-below")
    visit.page.wait_for_selector(".wbr-row .wbr-title")
    return time.perf_counter() - begun


def measure() -> list[dict]:
    """Seconds until a row stands in the page; loading is not counted."""
    from playwright.sync_api import sync_playwright

    if labs.find_chromium() is None:
        return [{"name": "first rows", "note": labs.HOW_TO_GET_A_BROWSER}]
    rows = []
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        root = Path(place) / "root"
        root.mkdir()
        browser = labs.launch(playwright)
        with labs.running(root, Path(place) / "home") as lab:
            for folder in (SMALL, LONG):
                if not folder.is_dir():
                    rows.append({"name": "first rows of the longest recording", "note": "it lies in ../shared"})
                    continue
                with labs.visiting(browser) as visit:
                    seconds = _seconds(visit, lab, folder)
                    rows.append({"name": f"first rows of {folder.name!r}", "seconds": seconds, "budget": 1})
        browser.close()
    return rows
