"""Running the packaged queries of the gaps: texts from .sql files, values always bound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import duckdb

    from workbench.gaps import HasStore
    from workbench.store import Store


@cache
def sql(name: str) -> str:
    """Return the text of a packaged SQL file, by its name without the ending."""
    return files(__package__).joinpath(f"sql/{name}.sql").read_text("utf-8")


class Query(NamedTuple):
    """A query with the values of its places; `rows` are there where they were computed in Python."""

    text: str
    values: dict[str, Any]
    rows: list[Mapping[str, Any]] | None = None


def query(name: str, **values: Any) -> Query:
    """Return a packaged query with its values."""
    return Query(sql(name), values)


def table(columns: str, rows: Iterable[Mapping[str, Any]]) -> Query:
    """Return a query that gives rows computed in Python.

    Args:
        columns: names and types as in SQL, such as `key varchar, n bigint`; every row has all of them.
        rows: one dict a row.
    """
    text = f"select unnest($rows::struct({columns})[], recursive := true)"
    held = list(rows)
    return Query(text, {"rows": held}, held)


def ask(con: duckdb.DuckDBPyConnection, asked: Query) -> list[dict[str, Any]]:
    """Return all rows of a query as dicts."""
    found = con.execute(asked.text, asked.values or None)
    names = [column[0] for column in found.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def count(con: duckdb.DuckDBPyConnection, asked: Query) -> list[dict[str, Any]]:
    """Count the instances of a query by tool, generation and what they have, as rows with `n`."""
    names = ("tool", "generation", "has")
    if asked.rows is not None:
        found = Counter(tuple(row[name] for name in names) for row in asked.rows)
        return [dict(zip(names, group, strict=True)) | {"n": n} for group, n in found.items()]
    text = f"select tool, generation, has, count(*) as n from (\n{asked.text}\n) group by all"  # noqa: S608 - our own
    return ask(con, Query(text, asked.values))


def one(con: duckdb.DuckDBPyConnection, name: str, **values: Any) -> dict[str, Any]:
    """Return the only row of a packaged query."""
    (row,) = ask(con, query(name, **values))
    return row


def relation(store: Store, asked: Query) -> duckdb.DuckDBPyRelation:
    """Return a query as a relation on the user's own connection, so that it can be shown, sorted and joined."""
    return store.con.sql(asked.text, params=asked.values or None)


def store_of(source: Store | HasStore) -> Store:
    """Return the store that is meant: itself, or that of a workbench."""
    from workbench.store import Store

    return source if isinstance(source, Store) else source.store
