"""A store of sessions, listed by the header lines alone."""

from __future__ import annotations

from collections.abc import Sequence

import duckdb
import numpy as np

from workbench.logs import Found

COLUMNS = ("session_id", "created_at", "generation", "encoding", "bytes", "cwd", "parent_session", "depth", "path")


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
        "path": [source.path for source in found],
    }
    columns = {
        name: np.array(values, dtype=object) if name in _TEXTS else np.array(values) for name, values in rows.items()
    }
    con.register("browsed", columns)
    return con.sql(
        "select session_id::varchar as session_id, make_timestamptz(created_ms::bigint * 1000) as created_at, "
        "generation::integer as generation, encoding::varchar as encoding, bytes::bigint as bytes, cwd::varchar as cwd, "
        "parent_session::varchar as parent_session, depth::integer as depth, path::varchar as path "
        "from browsed order by created_at desc, session_id"
    )


_TEXTS = frozenset({"session_id", "encoding", "cwd", "parent_session", "path"})
