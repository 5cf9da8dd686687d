"""Recursion without the call stack: a walker is a generator that yields the walkers of its children.

Schemas and values come from models and logs and may be nested thousands of levels deep; Python's own stack ends at
about one thousand. A walker reads like a recursive function (`found = yield walk(child)`), but `run` keeps the
suspended parents in a list.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")
Walk = Generator[Any, Any, T]

Path = tuple[Any, str] | None
"""A place in a schema or value: the parent's path and the segment as written, joined only when it is to be shown."""


def run(root: Walk[T]) -> T:
    """Run a walker to its end and return what it returns; an exception of any walker ends the whole walk."""
    stack: list[Walk[Any]] = [root]
    value: Any = None
    while stack:
        try:
            child = stack[-1].send(value)
        except StopIteration as stop:
            stack.pop()
            value = stop.value
        else:
            stack.append(child)
            value = None
    return value  # type: ignore[no-any-return]  # the root's value, by construction


def path_text(path: Path) -> str:
    """Return the path as one string, such as `schema.properties.a.items`."""
    segments: list[str] = []
    while path is not None:
        path, segment = path
        segments.append(segment)
    return "".join(reversed(segments))
