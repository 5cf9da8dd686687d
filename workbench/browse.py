"""A store of sessions, listed by the header lines alone."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import numpy as np

from workbench.logs import Found
from workbench.store import sql


def listing(con: duckdb.DuckDBPyConnection, found: Sequence[Found]) -> duckdb.DuckDBPyRelation:
    """Return one row a log, newest first: id, time of creation, format, size, folder, parent, depth and path."""
    rows = {
        "session_id": [source.header.session_id for source in found],
        "created_ms": [source.header.created_at for source in found],
        "generation": [source.generation for source in found],
        "encoding": [source.encoding for source in found],
        "bytes": [source.bytes for source in found],
        "cwd": [source.header.cwd for source in found],
        "parent_session": [source.header.parent_session for source in found],
        "depth": [source.header.depth for source in found],
        "path": [source.shown for source in found],
    }
    columns = {name: np.array(values, dtype=object if name in _TEXTS else None) for name, values in rows.items()}
    con.register("browsed", columns)
    return con.sql(sql("queries/browse"))


_TEXTS = frozenset({"session_id", "encoding", "cwd", "parent_session", "path"})
