"""Logs into a store, as the tests here want them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from workbench.logs import discover, read
from workbench.store import Store

Load = Callable[..., Store]
Ask = Callable[..., list[tuple[Any, ...]]]


def into(store: Store, *paths: Path | str) -> Store:
    """Load everything below the paths."""
    for found in discover([str(path) for path in paths]).found:
        store.append(read(found))
    store.refresh()
    return store


@pytest.fixture
def load() -> Load:
    return lambda *paths: into(Store(), *paths)


@pytest.fixture(scope="session")
def recordings(recorded: Path) -> Store:
    """All recordings that the project carries, in one store. Tests only read it."""
    return into(Store(), recorded)


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a small log: rows as (type, data) or whole dicts; seq, time and the header's rest are filled in."""

    def log(rows: Iterable[Any], name: str = "session.jsonl", **header: Any) -> Path:
        lines = [{"type": "session", "version": 0, "id": "s", "createdAt": 1000, "delegationDepth": 0} | header]
        for number, row in enumerate(rows):
            given = row if isinstance(row, dict) else {"type": row[0], "data": row[1]}
            lines.append({"seq": number, "time": 1000 + number} | given)
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        return path

    return log
