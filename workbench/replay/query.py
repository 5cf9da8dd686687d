"""Running a packaged query: its result as plain dicts, read at once, since a cursor holds one result only."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import duckdb

from workbench.store import sql

_NAMED = re.compile(r"\$([a-z_]+)")


def records(con: duckdb.DuckDBPyConnection, name: str, **values: Any) -> list[dict[str, Any]]:
    """Return the rows of `queries/<name>.sql`; of the values those are bound that the query names."""
    text, named = _query(name)
    found = con.execute(text, {name: values[name] for name in named})
    names = [column[0] for column in found.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


@cache
def _query(name: str) -> tuple[str, frozenset[str]]:
    text = sql(f"queries/{name}")
    return text, frozenset(_NAMED.findall(text))
