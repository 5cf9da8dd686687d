"""Opening the database: settings, macros, tables and views, all from the packaged .sql files."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import duckdb

from workbench import markers
from workbench.logs.known import ANY, RENAMED
from workbench.logs.sources import source_word_sql

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


HOT = "hot"
"""The schema of what is in memory: the tables under their own names."""

INSIDE = f"set search_path = '{HOT},main'"
"""Lets the statements of one cursor find the tables in memory before the views of the same name."""

BETWEEN = ("call_links", "inferred_children", "pending", "duplicate_files")
"""Tables that belong to no one session, or are never kept in the cache."""


def connect() -> duckdb.DuckDBPyConnection:
    """Open a database in memory with all tables, macros and views of the store.

    The tables lie in a schema of their own; under the name that everybody uses stands a view, which shows what is in
    memory and what still lies in the cache. A view looks for names first where it lies itself.
    """
    connection = duckdb.connect(config=SETTINGS)
    connection.execute("set global TimeZone = 'UTC'")  # times read the same on every machine
    connection.begin()  # one transaction for all that is made: a third less time
    for text in (*_macros(), f"create schema {HOT}"):
        connection.execute(text)
    for text in (INSIDE, sql("schema"), sql("parts"), "set search_path = 'main'"):
        connection.execute(text)
    for table in BETWEEN:
        connection.execute(f"create table {table} as from {HOT}.{table}")
        connection.execute(f"drop table {HOT}.{table}")
    connection.execute("create table cold (kept_as bigint, source integer, session_id varchar)")
    for table in kept_tables(connection):
        connection.execute(f"create view {table} as from {HOT}.{table}")
    for name in _view_order():
        connection.execute(sql(name))
    connection.commit()
    return connection


def tables(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the names of all tables of a store."""
    return [*kept_tables(connection), *BETWEEN]


def kept_tables(connection: duckdb.DuckDBPyConnection) -> list[str]:
    """Return the names of the tables whose entries belong to a source or a session."""
    found = connection.execute(
        "select table_name from duckdb_tables() where schema_name = ? and database_name = 'memory' order by table_oid",
        [HOT],
    ).fetchall()
    return [name for (name,) in found]


def definitions() -> Iterator[str]:
    """All macros, tables and views of a saved store as SQL, in an order in which they can be run.

    What is saved has no cache: every table is one.
    """
    yield from _macros()
    for name in ("schema", "parts", *_view_order()):
        yield sql(name)


def _macros() -> Iterator[str]:
    yield from _marker_macros()
    yield source_word_sql()
    known = ", ".join(f"'{name}'" for name in sorted(ANY | RENAMED.keys()))
    yield f"create macro is_known_name(type) as type in ({known})"
    yield sql("macros")


def _view_order() -> tuple[str, ...]:
    """Views in an order in which each finds those that it is built on."""
    first = ("views/events", "views/deltas", "views/calls")
    return first + tuple(name for name in names("views") if name not in first)
