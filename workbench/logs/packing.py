"""Packed rows and the events they stand for, both ways, on decoded JSON.

Generations 0 and 1 store a run of stream records of one block as one row: `seq0` and `time0` are those of the first
member, `dt` the gaps between the times of neighbours. Only what has exactly the expected shape is packed, so that
unpacking gives back every event as it was; a row that contradicts itself is refused with the writer's own words.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from workbench.logs.careful import LARGEST
from workbench.logs.known import PACKED

Event = dict[str, Any]

SHORTEST: Final = 3
"""Members of the shortest run that the writer packs; readers take any number from 1 on."""

_RECORDS: Final = {
    "text-delta": "text-chunks",
    "reasoning-delta": "reasoning-chunks",
    "tool-call-delta": "tool-call-chunks",
}
_TAGS: Final = {tag: record for record, tag in _RECORDS.items()}


def pack(events: list[Event]) -> list[Event]:
    """Return the rows that the writer stores for a batch of events: runs of stream records packed, the rest as it is.

    A run has neighbouring seqs, one turn, step and block, and for a call one id and, on all members or on none, one
    name; it is packed from three members on.
    """
    rows: list[Event] = []
    run: list[Event] = []
    for event in events:
        is_packable = _is_packable(event)
        if run and not (is_packable and _continues(run[-1], event)):
            rows += _row(run)
            run = []
        (run if is_packable else rows).append(event)
    return rows + _row(run)


def unpack(row: Event) -> list[Event]:
    """Return the events that a stored row stands for; a row that is not packed is the one event.

    Raises:
        ValueError: the row has the tag of a packed one, but not its shape.
    """
    tag = row.get("type")
    if tag not in PACKED:
        return [row]
    fault = _fault(row, tag)
    if fault is not None:
        raise ValueError(f"malformed {tag} storage row: {fault}")
    data = row["data"]
    named = {name: data[name] for name in ("id", "name") if name in data}
    text = "argumentsDelta" if tag == "tool-call-chunks" else "text"
    events = []
    time = row["time0"]
    for place, (gap, part) in enumerate(zip([0, *data["dt"]], _parts(data, tag), strict=True)):
        time += gap
        chunk = {"type": _TAGS[tag], "index": data["index"], **named, text: part}
        events.append(
            {
                "type": "assistant/chunk",
                "seq": row["seq0"] + place,
                "time": time,
                "data": {"turn": data["turn"], "step": data["step"], "chunk": chunk},
            }
        )
    return events


def _parts(data: Event, tag: str) -> Any:
    return data.get("args" if tag == "tool-call-chunks" else "texts")


def _is_safe(value: Any) -> bool:
    """Whether a value is an integer that a JavaScript number holds exactly."""
    whole = type(value) is int or (type(value) is float and value.is_integer())
    return whole and -LARGEST <= value <= LARGEST


def _is_number(value: Any) -> bool:
    return type(value) in (int, float)


def _has(value: Any, *names: str) -> bool:
    return isinstance(value, dict) and value.keys() == set(names)


def _is_packable(event: Event) -> bool:
    if event.get("type") != "assistant/chunk" or not _has(event, "type", "seq", "time", "data"):
        return False
    if not _is_safe(event["seq"]) or event["seq"] < 0 or not _is_safe(event["time"]):
        return False
    data = event["data"]
    if not _has(data, "turn", "step", "chunk") or not _is_number(data["turn"]) or not _is_number(data["step"]):
        return False
    chunk = data["chunk"]
    if not isinstance(chunk, dict) or not _is_number(chunk.get("index")):
        return False
    if chunk.get("type") in ("text-delta", "reasoning-delta"):
        return _has(chunk, "type", "index", "text") and isinstance(chunk["text"], str)
    names = ("id", "name", "argumentsDelta") if "name" in chunk else ("id", "argumentsDelta")
    return (
        chunk.get("type") == "tool-call-delta"
        and _has(chunk, "type", "index", *names)
        and all(isinstance(chunk[name], str) for name in names)
    )


def _continues(last: Event, event: Event) -> bool:
    return event["seq"] == last["seq"] + 1 and _is_safe(event["time"] - last["time"]) and _block(event) == _block(last)


def _block(event: Event) -> tuple[Any, ...]:
    """What all members of a run share."""
    data, chunk = event["data"], event["data"]["chunk"]
    return data["turn"], data["step"], chunk["type"], chunk["index"], chunk.get("id"), chunk.get("name")


def _row(run: list[Event]) -> list[Event]:
    if len(run) < SHORTEST:
        return run
    first = run[0]
    chunks = [event["data"]["chunk"] for event in run]
    parts, text = ("args", "argumentsDelta") if "id" in chunks[0] else ("texts", "text")
    times = [event["time"] for event in run]
    data = {
        "turn": first["data"]["turn"],
        "step": first["data"]["step"],
        "index": chunks[0]["index"],
        "dt": [later - earlier for earlier, later in pairwise(times)],
        **{name: chunks[0][name] for name in ("id", "name") if name in chunks[0]},
        parts: [chunk[text] for chunk in chunks],
    }
    return [{"type": _RECORDS[chunks[0]["type"]], "seq0": first["seq"], "time0": first["time"], "data": data}]


def _fault(row: Event, tag: str) -> str | None:
    """Return what is wrong with a packed row, in the order and the words of the writer."""
    if not _has(row, "type", "seq0", "time0", "data"):
        return "envelope must be exactly {type, seq0, time0, data}"
    if not _is_safe(row["seq0"]) or row["seq0"] < 0:
        return "seq0 must be a non-negative safe integer"
    if not _is_safe(row["time0"]):
        return "time0 must be a safe integer"
    data = row["data"]
    if not isinstance(data, dict | list):
        return "data must be an object"
    return _fault_of_members(data, tag) or _fault_of_run(row, tag)


def _fault_of_members(data: Any, tag: str) -> str | None:
    if tag != "tool-call-chunks":
        return (
            None
            if _has(data, "turn", "step", "index", "dt", "texts")
            else ("data must be exactly {turn, step, index, dt, texts}")
        )
    names = ("id", "name") if isinstance(data, dict) and "name" in data else ("id",)
    if not _has(data, "turn", "step", "index", "dt", "args", *names):
        return "data must be exactly {turn, step, index, id, name?, dt, args}"
    if not all(isinstance(data[name], str) for name in names):
        return "id (and name when present) must be strings"
    return None


def _fault_of_run(row: Event, tag: str) -> str | None:
    data = row["data"]
    if not all(_is_number(data[name]) for name in ("turn", "step", "index")):
        return "turn/step/index must be numbers"
    parts, gaps = _parts(data, tag), data["dt"]
    if not isinstance(parts, list) or not parts or not all(isinstance(part, str) for part in parts):
        return f"{'args' if tag == 'tool-call-chunks' else 'texts'} must be a non-empty string array"
    if not isinstance(gaps, list) or not all(map(_is_safe, gaps)):
        return "dt must be an array of safe integers"
    if len(gaps) != len(parts) - 1:
        return f"dt length {len(gaps)} does not match {len(parts)} members"
    if len(parts) - 1 > LARGEST - row["seq0"]:
        return "member seqs must stay safe integers"
    time = row["time0"]
    for gap in gaps:
        time += gap
        if not _is_safe(time):
            return "member times must stay safe integers"
    return None
