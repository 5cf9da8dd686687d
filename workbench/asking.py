"""A person's SQL on the loaded sessions: values bound, and what goes wrong said in one sentence."""

from __future__ import annotations

from typing import Any

import duckdb

from workbench.errors import WorkbenchError

_UNBOUND = "Values were not provided"


def ask(con: duckdb.DuckDBPyConnection, query: str, values: dict[str, Any]) -> duckdb.DuckDBPyRelation:
    """Return the relation of a query with its `$name` values bound.

    Raises:
        WorkbenchError: the query does not run; the sentence has the database's own reason and its advice.
    """
    try:
        return con.sql(query, params=values or None)
    except duckdb.Error as error:
        raise WorkbenchError(_sentence(str(error)), code="sql") from None


def _sentence(message: str) -> str:
    """The reason and the advice without the picture of the place, which needs more than a line."""
    reason = " ".join(message.split("\n\n", maxsplit=1)[0].split())
    if _UNBOUND in reason:
        names = reason.rpartition(":")[2].strip().split(", ")
        listed = ", ".join(f"${name}" for name in names)
        return f"The query has {listed} without a value: give it, as in wb.sql(query, {names[0]}=…)."
    return f"The query did not run: {reason}"
