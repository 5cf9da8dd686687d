"""Recordings and made logs in a store, as the tests of the gaps want them."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.bench import Workbench
from workbench.gaps import Gap, gaps
from workbench.store import Store


@pytest.fixture(scope="session")
def recordings(recorded: Path) -> Store:
    """All recordings that the project carries, in one store. Tests only read it."""
    wb = Workbench()
    wb.load(recorded)
    return wb.store


@pytest.fixture(scope="session")
def measured(recordings: Store) -> dict[str, Gap]:
    """All gaps of these recordings, by number."""
    return {one.number: one for one in gaps(recordings)}


@pytest.fixture
def empty() -> Store:
    """A store without sessions."""
    return Store()
