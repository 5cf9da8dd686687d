"""The calls of one session as the store has them, with their payloads read when a card needs them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import duckdb
import msgspec

from workbench.model import Call
from workbench.replay.payload import result_of
from workbench.replay.query import records


def load_calls(con: duckdb.DuckDBPyConnection, session_id: str) -> list[Call]:
    """Return all calls and dispatches of a session without their results, in the order they appear in the log."""
    return [_call(row) for row in records(con, "calls", session=session_id)]


def with_results(con: duckdb.DuckDBPyConnection, calls: Sequence[Call]) -> list[Call]:
    """Return the calls of one session with the payload of their result rows."""
    wanted = [call.result_seq for call in calls if call.result_seq is not None and call.result is None]
    if not wanted:
        return list(calls)
    data = payloads(con, calls[0].session_id, wanted)
    return [
        msgspec.structs.replace(call, result=result_of(data[call.result_seq]))
        if call.result is None and call.result_seq in data
        else call
        for call in calls
    ]


def payloads(con: duckdb.DuckDBPyConnection, session_id: str, seqs: Iterable[int]) -> dict[int, str]:
    """Return the data of rows by their seq."""
    return {row["seq"]: row["data"] for row in records(con, "payloads", session=session_id, seqs=list(seqs))}


def _call(row: dict[str, object]) -> Call:
    row["arguments"] = row["arguments"] or ""
    return Call(**row)  # type: ignore[arg-type]  # the query names exactly the members of Call
