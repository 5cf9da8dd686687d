"""Opening the database: settings, macros, tables and views, all from the packaged .sql files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import duckdb

from workbench import markers
from workbench.logs.known import ANY, RENAMED
from workbench.logs.sources import source_word_sql

if TYPE_CHECKING:
    from collections.abc import Iterator

SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "python_scan_all_frames": True,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "preserve_insertion_order": True,
}
"""A user's own data frames can be joined; nothing is fetched from anywhere."""


@cache
def sql(name: str) -> str:
    """Return the text of a packaged SQL file.

    Args:
        name: path inside this package without the ending, such as `views/calls` or `facts/tool_calls`.
    """
    return files(__package__).joinpath(f"{name}.sql").read_text("utf-8")


@cache
def names(folder: str) -> tuple[str, ...]:
    """Return the names of the packaged SQL files of a folder, in alphabetical order, as [`sql`][] takes them."""
    found = files(__package__).joinpath(folder).iterdir()
    return tuple(sorted(f"{folder}/{entry.name[:-4]}" for entry in found if entry.name.endswith(".sql")))


def _marker_macros() -> Iterator[str]:
    """The text conventions as constants of SQL: one spelling for the store and for the presenters."""
    for name, pattern in markers.PATTERNS.items():
        literal = pattern.replace("'", "''")
        yield f"create macro marker_{name.lower()}() as '{literal}'"


def connect(path: str = ":memory:") -> duckdb.DuckDBPyConnection:
    """Open a database with all tables, macros and views of the store.

    Args:
        path: `:memory:`, or a file that does not exist yet.
    """
    connection = duckdb.connect(path, config=SETTINGS)
    connection.execute("set global TimeZone = 'UTC'")  # times read the same on every machine
    for text in definitions():
        connection.execute(text)
    return connection


def definitions() -> Iterator[str]:
    """All macros, tables and views of the store as SQL, in an order in which they can be run."""
    yield from _marker_macros()
    yield source_word_sql()
    known = ", ".join(f"'{name}'" for name in sorted(ANY | RENAMED.keys()))
    yield f"create macro is_known_name(type) as type in ({known})"
    for name in ("macros", "schema", "parts", *_view_order()):
        yield sql(name)


def _view_order() -> tuple[str, ...]:
    """Views in an order in which each finds those that it is built on."""
    first = ("views/events", "views/deltas", "views/calls")
    return first + tuple(name for name in names("views") if name not in first)
