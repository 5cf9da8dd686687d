"""Arguments of programs' calls, character by character.

They are JSON values inside a row. The database writes such a value anew when it takes it out, and a number can lose
digits on the way (`1e5` becomes `100000.0`); where that has happened the value is cut out of the row instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from workbench.store.connect import sql

if TYPE_CHECKING:
    import duckdb


class _Dispatch(msgspec.Struct):
    arguments: msgspec.Raw = msgspec.Raw(b"null")


_DECODER = msgspec.json.Decoder(_Dispatch)


def exact_arguments(connection: duckdb.DuckDBPyConnection) -> None:
    """Put the arguments as they are written into `dispatch_events`, for the sessions in `pending`."""
    for session_id, seq, data in connection.execute(sql("rewritten")).fetchall():
        try:
            written = bytes(_DECODER.decode(data).arguments).decode()
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        connection.execute(
            "update dispatch_events set arguments = ? where session_id = ? and seq = ?", [written, session_id, seq]
        )
