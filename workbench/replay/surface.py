"""What the model saw at a moment, as the messages that were sent."""

from __future__ import annotations

from typing import Any

import duckdb

from workbench.model import Json
from workbench.replay.payload import decode
from workbench.replay.query import records

Message = dict[str, Any]


def messages(con: duckdb.DuckDBPyConnection, session_id: str, seq: int | None = None) -> list[Message]:
    """Return the messages that the model saw when a row was the last, in its order; without a row, at the end.

    Each is as the log has it, with id, role, content and source. Events without content are none.
    """
    found = (
        message_of(row["type"], decode(row["data"])) for row in records(con, "surface", session=session_id, seq=seq)
    )
    return [message for message in found if message is not None]


def message_of(kind: str, data: Json) -> Message | None:
    """Return the message that an event puts in front of the model, or None where it puts none.

    Args:
        kind: type of the event in today's vocabulary.
        data: its payload. The first builds wrote messages flat, without id and role; they get the role.
    """
    body: Message = data if isinstance(data, dict) else {}
    message = body.get("message")
    if kind == "user/message":
        return {"role": "user"} | body
    if kind == "tool/result":
        return message if isinstance(message, dict) else _flat_result(body)
    if not isinstance(message, dict):
        source = {"source": body["provenance"]} if "provenance" in body else {}
        message = {"role": kind.partition("/")[0], "content": body.get("content"), **source}
    if kind in ("assistant/message", "system/message") and not message.get("content"):
        return None
    return message


def _flat_result(body: Message) -> Message:
    call_id = body.get("callId")
    block = {"type": "tool-result", "toolCallId": call_id, "content": body.get("content")}
    if "isError" in body:
        block["isError"] = body["isError"]
    return {"role": "user", "source": {"kind": "tool", "callId": call_id}, "content": [block]}
