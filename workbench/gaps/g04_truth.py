"""How far each way to a child can be trusted: the links that are given on made stores, held against what is true."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from workbench.gaps.g04_children import score
from workbench.gaps.scenarios import Truth, make
from workbench.logs import discover
from workbench.model import Value
from workbench.store import Store

CHILDREN = 6
"""Calls of each made store; nested ones start as many again."""
STORES: Mapping[str, Mapping[str, Any]] = {
    "parallel": {},
    "nested": {"nested": True},
    "background": {"background": True},
    "named-twins": {"background": True, "twins": True},
    "field": {"twins": True, "recorded": 0.5},
    "twins": {"twins": True},
}
"""The made stores by name, with what they are made from."""


class Score(Value, frozen=True, kw_only=True):
    """One way on one made store; `none` where no link at all is given, which leaves precision unknown."""

    store: str
    way: str
    links: int
    right: int
    true: int

    @property
    def precision(self) -> float | None:
        """Right ones among the links given."""
        return self.right / self.links if self.links else None

    @property
    def recall(self) -> float:
        """Right ones among all that there are."""
        return self.right / self.true


@cache
def known_truth() -> tuple[Score, ...]:
    """Return the score of each way on each made store; they are made, loaded and forgotten once."""
    truths: dict[str, Truth] = {}
    store = Store()
    with tempfile.TemporaryDirectory(prefix="workbench-made-") as folder:
        for name, settings in STORES.items():
            truths[name] = make(Path(folder), "G4", n=CHILDREN, name=name, **settings)
        for source in discover(folder).found:
            store.load(source)
    store.refresh()
    return tuple(one for name, truth in truths.items() for one in _scored(name, store, truth))


# ---------------------------------------------------------------------------------------------------- inside


def _scored(name: str, store: Store, truth: Truth) -> list[Score]:
    rows = score(store, truth).fetchall() or [("none", 0, 0, None, 0.0)]
    return [Score(store=name, way=way, links=links, right=right, true=len(truth)) for way, links, right, _, _ in rows]
