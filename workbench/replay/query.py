"""Running a packaged query: its result as plain dicts, read at once, since a cursor holds one result only."""

from __future__ import annotations

from typing import Any

import duckdb

from workbench.store import sql


def records(con: duckdb.DuckDBPyConnection, name: str, **values: Any) -> list[dict[str, Any]]:
    """Return the rows of `queries/<name>.sql` with the values bound."""
    found = con.execute(sql(f"queries/{name}"), values)
    names = [column[0] for column in found.description or ()]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
