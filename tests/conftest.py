"""Where the tests find their material."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


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
