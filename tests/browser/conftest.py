"""One browser for all tests of this folder, one JupyterLab for those that need it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import lab as labs
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """A headless Chromium; without one the test is skipped, or fails where WORKBENCH_REQUIRE_BROWSER is set."""
    if labs.find_chromium() is None:
        if os.environ.get("WORKBENCH_REQUIRE_BROWSER"):
            pytest.fail(labs.HOW_TO_GET_A_BROWSER)
        pytest.skip(labs.HOW_TO_GET_A_BROWSER)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = labs.launch(playwright)
        yield started
        started.close()


@pytest.fixture(scope="package")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[labs.Lab]:
    """A JupyterLab over a copy of the notebooks and the recordings."""
    root = tmp_path_factory.mktemp("project")
    shutil.copytree(ROOT / "notebooks", root / "notebooks")
    shutil.copytree(ROOT / "data", root / "data")
    with labs.running(root, tmp_path_factory.mktemp("home")) as started:
        yield started


@pytest.fixture
def visit(browser: Browser) -> Iterator[labs.Visit]:
    """A fresh page. Whatever the test did: nothing was asked of another machine, and no script failed."""
    with labs.visiting(browser) as visit:
        yield visit
        assert visit.outside == []
        assert visit.faults == []


@pytest.fixture(scope="package")
def write_notebook(lab: labs.Lab) -> Callable[..., str]:
    """Put a notebook of these cells into the server's folder; gives its path there."""

    def write(name: str, *cells: str) -> str:
        path = f"notebooks/{name}.ipynb"
        notebook = {
            "nbformat": 4,
            "nbformat_minor": 5,
            "metadata": {"kernelspec": {"name": "workbench", "display_name": "Workbench", "language": "python"}},
            "cells": [
                {
                    "id": f"cell-{at}",
                    "cell_type": "code",
                    "source": cell,
                    "metadata": {},
                    "outputs": [],
                    "execution_count": None,
                }
                for at, cell in enumerate(cells)
            ],
        }
        (lab.root / path).write_text(json.dumps(notebook), encoding="utf-8")
        return path

    return write


@pytest.fixture(scope="session")
def shots() -> Path:
    """Where pictures for a person to look at are put."""
    folder = HERE / "shots"
    folder.mkdir(exist_ok=True)
    return folder
