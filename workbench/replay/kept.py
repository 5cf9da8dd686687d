"""What was made lately, so that it need not be made again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """The last few things by their names; unlike a cache around a function it can be filled with many at once.

    Args:
        most: how many are kept; the one that was not asked for the longest goes first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[K, V] = OrderedDict()

    def __contains__(self, name: K) -> bool:
        return name in self._found

    def get(self, name: K) -> V | None:
        """Return what is kept under a name, None where nothing is."""
        found = self._found.get(name)
        if found is not None:
            self._found.move_to_end(name)
        return found

    def put(self, name: K, value: V) -> V:
        """Keep something under a name, and return it."""
        self._found[name] = value
        if len(self._found) > self._most:
            self._found.popitem(last=False)
        return value
