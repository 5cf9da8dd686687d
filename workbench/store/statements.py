"""Files of several statements, of which each runs only where it has something to do.

Most of the time of a small log goes into planning statements, not into running them. So a statement may say in the
comment in front of it what it works on: `-- needs: …` is a pattern that the name of a type of the new rows has to match
as a whole (`unknown` stands for a type that nobody knows), `-- if: …` a query that has to give a row.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from workbench.store.connect import sql

if TYPE_CHECKING:
    import duckdb

_NEEDS: Final = re.compile(r"^-- needs: (.+)$", re.MULTILINE)
_IF: Final = re.compile(r"^-- if: (.+)$", re.MULTILINE)


class Statement(NamedTuple):
    """One statement, the types that it works on, and the query that says whether there is anything (None: always)."""

    text: str
    needs: re.Pattern[str] | None
    asks: str | None


@cache
def statements(name: str) -> tuple[Statement, ...]:
    """Return the statements of a packaged file."""
    found = []
    for text in sql(name).split(";\n"):
        if text.strip():
            needs, asks = _NEEDS.search(text), _IF.search(text)
            found.append(Statement(text, re.compile(needs[1]) if needs else None, asks[1] if asks else None))
    return tuple(found)


def run(connection: duckdb.DuckDBPyConnection, name: str, types: frozenset[str]) -> None:
    """Run the statements of a file that have something to do.

    Args:
        connection: where to run them.
        name: the file, as [`sql`][] takes it.
        types: names of the types that the rows of the sessions in `pending` have.
    """
    for text, needs, asks in statements(name):
        if needs is not None and not any(map(needs.fullmatch, types)):
            continue
        if asks is None or connection.execute(asks).fetchone() is not None:
            connection.execute(text)
