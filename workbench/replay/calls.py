"""The calls of one session as the store has them, with their payloads read when a card needs them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import duckdb
import msgspec

from workbench.model import Call
from workbench.replay.payload import result_of
from workbench.replay.query import records


class Recorded:
    """All calls and dispatches of a session by key, in the order of the log, without results, as at the end."""

    def __init__(self, calls: dict[str, Call]) -> None:
        self.calls = calls

    @cached_property
    def keys(self) -> dict[str, list[str]]:
        """The keys of the calls with an id."""
        found: dict[str, list[str]] = {}
        for key, call in self.calls.items():
            found.setdefault(call.call_id, []).append(key)
        return found

    @cached_property
    def tools(self) -> frozenset[str]:
        """Names of the tools that were called."""
        return frozenset(call.name for call in self.calls.values())


def recorded(con: duckdb.DuckDBPyConnection, session_id: str) -> Recorded:
    """Read the calls of a session."""
    calls = map(_call, records(con, "calls", session=session_id))
    return Recorded({call.key: call for call in calls})


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
