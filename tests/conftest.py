"""Where the tests find their material."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

os.environ["WORKBENCH_CACHE"] = "off"  # no test reads what another run has kept, or fills the user's cache

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The project folder."""
    return ROOT


@pytest.fixture(scope="session")
def recorded() -> Path:
    """The recordings that the project carries."""
    return ROOT / "data" / "sessions"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The larger material beside the project; a test that needs it is skipped where it is absent."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("needs the folder ../shared with the full material")
    return folder


@pytest.fixture(scope="session")
def cases() -> Path:
    """Hard inputs, one folder each."""
    return ROOT / "tests" / "cases"


@pytest.fixture(scope="session")
def case(cases: Path) -> Callable[[str], Path]:
    """The folder of one hard input, by its name or its number."""

    def find(name: str) -> Path:
        (folder,) = [path for path in cases.iterdir() if name in (path.name, path.name.partition("-")[0])]
        return folder

    return find


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The browser tests first: they are the longest. Their driver's event loop ends before others start one."""
    browser = ROOT / "tests" / "browser"
    items.sort(key=lambda item: not item.path.is_relative_to(browser))
