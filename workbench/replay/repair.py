"""What the writer appends to a log whose last turn was cut off, when it opens it again."""

from __future__ import annotations

from typing import Any

Event = dict[str, Any]

NATIVE_RESULT = 4
"""From this generation on a result has its blocks in the message, without a wrapper."""

_STARTED = (
    "The tool call was interrupted after it was recorded, but no result was durably recorded. Its outcome is unknown. "
    "Decide whether to retry from the tool semantics: retry only if the operation is read-only or idempotent; if it "
    "may have side effects, first verify external state or ask the user. Do not retry blindly."
)
_NOT_STARTED = (
    "The tool call was interrupted before the Harness recorded it as started. Retry it if it is still needed."
)
_ERRORS = {
    True: {"name": "ToolOutcomeUnknownError", "code": "TOOL_OUTCOME_UNKNOWN"},
    False: {"name": "ToolNotStartedError", "code": "TOOL_NOT_STARTED"},
}


class _Open:
    """What is open at the end of the events seen so far: turn, step, and calls (with the seq of their start)."""

    def __init__(self) -> None:
        self.turn: Any = None
        self.step: Any = None
        self.calls: dict[str, tuple[Any, int | None]] = {}

    def see(self, event: Event) -> None:
        kind, data = event["type"], event["data"]
        if kind in ("turn/start", "turn/end"):
            self.turn = data["turn"] if kind == "turn/start" else None
            self.step = None
            self.calls.clear()
        elif kind == "step/start":
            self.step = data["step"]
        elif kind == "step/end":
            self.step = None
            self.calls.clear()
        elif kind == "assistant/message":
            message = data.get("message", data)
            for block in message.get("content", ()):
                if block.get("type") == "tool-call":
                    self.calls[block["id"]] = (data.get("step"), None)
        elif kind == "tool/call" and data["callId"] in self.calls:
            self.calls[data["callId"]] = (self.calls[data["callId"]][0], event["seq"])
        elif kind == "tool/result":
            self.calls.pop(_answered(data), None)


def _answered(data: Event) -> Any:
    """Return the id of the call that a result answers, in any of its three shapes."""
    message = data.get("message", {})
    return message.get("source", {}).get("callId") or message.get("toolCallId") or data.get("callId")


def closers(events: list[Event], generation: int = 0) -> list[Event]:
    """Return the events that close an open turn: an error result for each call, the end of the step, of the turn.

    They are what the writer would append, so their results are nobody's measurement: all of them have the time of the
    last real event. A log that is whole needs none.

    Args:
        events: logical events in order.
        generation: of the log; it decides on the shape of a result.
    """
    found = _Open()
    for event in events:
        found.see(event)
    if found.turn is None or not events:
        return []
    seq, time = events[-1]["seq"] + 1, events[-1]["time"]
    added: list[Event] = []
    for call_id, (step, call_seq) in found.calls.items():
        message = _message(call_id, seq + len(added), call_seq is not None, generation)
        error = _ERRORS[call_seq is not None]
        added.append(
            {
                "type": "tool/result",
                "seq": seq + len(added),
                "time": time,
                "data": {"turn": found.turn, "step": step, "message": message, "error": error},
                "surfaceOp": "append",
                **({} if call_seq is None else {"sourceEventSeqs": [call_seq]}),
            }
        )
    if found.step is not None:
        data = {"turn": found.turn, "step": found.step}
        added.append({"type": "step/end", "seq": seq + len(added), "time": time, "data": data})
    data = {"turn": found.turn, "reason": {"kind": "interrupted"}}
    added.append({"type": "turn/end", "seq": seq + len(added), "time": time, "data": data})
    return added


def _message(call_id: str, seq: int, started: bool, generation: int) -> Event:
    text = {"type": "text", "text": _STARTED if started else _NOT_STARTED}
    told: Event = {"toolCallId": call_id, "isError": True, "content": [text]}
    is_native = generation >= NATIVE_RESULT
    return {
        "id": f"interrupted-tool-result-{call_id}-{seq}",
        "role": "tool" if is_native else "user",
        "source": {"kind": "tool", "callId": call_id},
        **(told if is_native else {"content": [{"type": "tool-result", **told}]}),
    }
