"""Recordings and made logs in a store, as the tests of the gaps want them."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.logs import discover, read
from workbench.store import Store


def into(store: Store, *paths: Path | str) -> Store:
    """Load everything below the paths."""
    for found in discover([str(path) for path in paths]).found:
        store.append(read(found))
    store.refresh()
    return store


@pytest.fixture(scope="session")
def recordings(recorded: Path) -> Store:
    """All recordings that the project carries, in one store. Tests only read it."""
    return into(Store(), recorded)


@pytest.fixture
def empty() -> Store:
    """A store without sessions."""
    return Store()
