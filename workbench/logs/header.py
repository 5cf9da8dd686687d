"""The header line of a log, and first lines that only look like one."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import msgspec

from workbench.logs.careful import BYTE_ORDER_MARK, LARGEST, short
from workbench.logs.damage import HEADER, damage
from workbench.logs.odd import fault_of, members, repair
from workbench.model import Damage, Header, Value

_RETIRED: Final = ("sandboxMode", "approvalPolicy", "system", "messagePrefix")


class NotALog(Value, frozen=True, kw_only=True):
    """Why a first line is no header of a session log; `agent` names another program that writes such lines."""

    reason: str
    agent: str | None = None


def parse_header(line: bytes) -> tuple[Header, list[Damage]] | NotALog:
    """Read the first line of a file.

    A header is an object with type "session", an id and an integer `createdAt`; a `version` that is absent, as in
    committed templates, counts as 0. Optional members of a wrong type count as absent, with a note.
    """
    found: list[Damage] = []
    text = line.strip(b" \t\r\n\0")
    if b"\0" in (line[:1], line.rstrip(b"\r\n")[-1:]):
        found.append(damage("odd-header", "NUL bytes around the header were passed over", **HEADER))
    if text.startswith(BYTE_ORDER_MARK):
        text = text.removeprefix(BYTE_ORDER_MARK)
        found.append(damage("byte-order-mark", "the file begins with a byte order mark", **HEADER))
    text, repairs = repair(text)
    fault, _ = fault_of(text)
    if fault is not None or not text.startswith(b"{"):
        return NotALog(reason="its first line is no JSON object")
    try:
        values: dict[str, Any] = msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError):
        return NotALog(reason="its first line cannot be read")
    wrong = _other(values)
    if wrong is not None:
        return wrong
    if repairs.any():
        found.append(damage("odd-header", "characters of the header were repaired", **HEADER))
    names = [msgspec.json.decode(key, type=str) for key, _ in members(text)]
    found += [
        damage("odd-header", f"the header has {short(name)} {count} times; the last one counts", **HEADER)
        for name, count in Counter(names).items()
        if count > 1
    ]
    return _header(values, text, found), found


def _other(members: dict[str, Any]) -> NotALog | None:
    """Return why the object is no header, or None."""
    if members.get("type") == "session" and not _count(members.get("createdAt")):
        if isinstance(members.get("timestamp"), str):
            return NotALog(reason="it is a session of the agent pi, or of one made from it", agent="pi")
        return NotALog(reason="its header has no createdAt in milliseconds")
    if members.get("type") != "session":
        if "sessionId" in members and ("uuid" in members or "leafUuid" in members or "parentUuid" in members):
            return NotALog(reason="it is a transcript of Claude Code", agent="Claude Code")
        return NotALog(reason="its first line is no session header")
    if not isinstance(members.get("id"), str) or not members["id"]:
        return NotALog(reason="its header has no id")
    if not _count(members.get("version", 0)):
        return NotALog(reason="the version in its header is no number")
    return None


def _count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= LARGEST


def _header(members: dict[str, Any], text: bytes, found: list[Damage]) -> Header:
    def optional(name: str, kind: type) -> Any:
        value = members.get(name)
        if value is None or (type(value) is kind and (kind is not int or _count(value))):
            return value
        found.append(damage("odd-header", f"the header's {name} is not as the format says", **HEADER))
        return None

    found += [
        damage("odd-header", f"the header has the retired member {name}", **HEADER)
        for name in _RETIRED
        if name in members
    ]
    return Header(
        session_id=members["id"],
        generation=members.get("version", 0),
        created_at=members["createdAt"],
        cwd=optional("cwd", str),
        parent_session=optional("parentSession", str),
        origin=optional("origin", str),
        depth=optional("delegationDepth", int) or 0,
        preset=optional("agentPreset", str),
        seed_length=optional("seedLength", int),
        is_seeded=optional("isSeeded", bool),
        raw=text,
    )


def looks_foreign(row: bytes) -> bool:
    """Tell whether the row after a header has the links of another agent's tree instead of a seq."""
    try:
        members = msgspec.json.decode(row)
    except (msgspec.MsgspecError, RecursionError):
        return False
    return isinstance(members, dict) and "parentId" in members and not {"seq", "seq0"} & members.keys()
