"""A call as it stood at a moment: what came later is taken away from what it is at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from workbench.model import Approval, Call, Value
from workbench.replay.changes import Stood
from workbench.replay.kin import Link

LATER: dict[str, Any] = {
    "result_seq": None, "ended_ms": None, "is_error": None, "error_code": None, "exit_code": None, "signal": None,
    "timed_out": None, "exit_source": "none", "result_chars": None, "wait_ms": None, "run_ms": None,
    "duration_ms": None, "duration_kind": "missing", "result": None,
}  # fmt: skip
"""What a call is without its result."""


class Early(Value, frozen=True, kw_only=True):
    """What a call was taken for before it began: the name, and the arguments as far as they had arrived."""

    name: str
    arguments: str
    complete: bool


def cut(
    call: Call,
    seq: int,
    stood: Stood | None,
    *,
    asked: Sequence[Approval] = (),
    early: Early | None = None,
    link: Link | None = None,
) -> Call | None:
    """Return a call as a log that ends with the row `seq` tells it, None where it does not tell of it.

    Args:
        call: the call at the end of the log.
        seq: the last row that counts.
        stood: its state and outcome then, None where nothing was seen of it yet.
        asked: its requests for approval then, in order.
        early: name and arguments then, where they were others than at the end.
        link: its child session, as far as it could be told then.
    """
    if stood is None:
        return None
    changes: dict[str, Any] = {"state": stood[0], "outcome": stood[1]}
    if _later(call.proposed_seq, seq):
        changes["proposed_seq"] = None
    if _later(call.call_seq, seq):
        changes |= {"call_seq": None, "started_ms": None}
    if early is not None:
        changes |= {"name": early.name, "arguments": early.arguments, "arguments_complete": early.complete}
    if link is not None:
        changes |= {"child_session_id": link.child_session_id, "link_source": link.link_source}
    is_open = call.result_seq is None or call.result_seq > seq
    if is_open:
        changes |= LATER
    if call.approval is not None:
        changes |= _waited(call, asked, is_open=is_open)
    return msgspec.structs.replace(call, **changes)


def _waited(call: Call, asked: Sequence[Approval], *, is_open: bool) -> dict[str, Any]:
    approval = (asked[-1].outcome or "asked") if asked else None
    if not is_open and approval == call.approval:
        return {}
    waits = [request.wait_ms for request in asked if request.wait_ms is not None]
    wait = sum(waits) if waits else None
    run = None if is_open or call.duration_ms is None or approval == "asked" else call.duration_ms - (wait or 0)
    return {"approval": approval, "wait_ms": wait, "run_ms": run if run is None or run >= 0 else None}


def _later(row: int | None, seq: int) -> bool:
    return row is not None and row > seq
