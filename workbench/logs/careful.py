"""One line on the careful way: repaired where it must be, taken apart member by member, nothing of it dropped."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

import msgspec

from workbench.logs.columns import NONE
from workbench.logs.known import PACKED
from workbench.logs.odd import Repairs, fault_of, members, repair

LARGEST: Final = 2**53 - 1
"""The largest integer that the writer, a JavaScript program, can count to."""
BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"

_COUNT: Final = re.compile(rb"0|[1-9]\d{0,15}")


@dataclass(slots=True)
class Row:
    """A row, and what was met on the way: (code, message) pairs and the names of members nobody knows."""

    type: str
    data: bytes
    seq: int = NONE
    time: int = NONE
    surface_op: bytes | None = None
    source_seqs: bytes | None = None
    ignorable: bool | None = None
    extra: bytes | None = None
    repaired: bool = False
    met: list[tuple[str, str]] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Refused:
    """A line that gives no row: why, under which damage code; code None is a blank line."""

    code: str | None
    reason: str = ""


def read_line(line: bytes) -> Row | Refused:
    """Read one line, which may be anything."""
    text = line.strip(b" \t\r\n")
    marked = text.startswith(BYTE_ORDER_MARK)
    if marked:
        text = text.removeprefix(BYTE_ORDER_MARK).strip(b" \t\r\n")
    if not text:
        return Refused(None)
    text, repairs = repair(text)
    fault, deep = fault_of(text)
    if fault is not None:
        return Refused("malformed-line", f"it is not JSON: {fault}")
    if not text.startswith(b"{"):
        return Refused("malformed-line", "it is JSON, but no object")
    row = _row(text)
    if isinstance(row, Row):
        row.repaired = repairs.any()
        row.met += described(repairs)
        if deep:
            row.met.append(("deep-nesting", "the row is nested deeper than most JSON readers go"))
        if marked:
            row.met.append(("byte-order-mark", "a byte order mark before the row was passed over"))
    return row


def described(repairs: Repairs) -> list[tuple[str, str]]:
    """Return damage codes and sentences for what was repaired in a line."""
    met = []
    if repairs.invalid_bytes:
        met.append(("invalid-utf8", f"{_many(repairs.invalid_bytes, 'byte')} not UTF-8: replaced by U+FFFD"))
    if repairs.surrogates:
        where = f"{repairs.surrogate_strings} string{'s' if repairs.surrogate_strings != 1 else ''}"
        count = f"{repairs.surrogates} character{'s' if repairs.surrogates != 1 else ''}"
        met.append(("lone-surrogate", f"{count} in {where} repaired: half of a surrogate pair became U+FFFD"))
    if repairs.numbers:
        met.append(("not-a-number", f"{_many(repairs.numbers, 'number')} not JSON (NaN, Infinity): replaced by null"))
    if repairs.controls:
        met.append(("control-character", f"{_many(repairs.controls, 'character')} not allowed in JSON: escaped"))
    return met


def _many(count: int, what: str) -> str:
    return f"{count} {what} is" if count == 1 else f"{count} {what}s are"


def _row(text: bytes) -> Row | Refused:
    last: dict[str, tuple[bytes, bytes]] = {}
    extra: list[tuple[bytes, bytes]] = []
    doubled = set()
    for key, value in members(text):
        name = msgspec.json.decode(key, type=str)
        if name in last:
            extra.append(last.pop(name))
            doubled.add(name)
        last[name] = (key, value)
    kind = last.pop("type", (b"", b""))[1]
    data = last.pop("data", (b"", b""))[1]
    if not kind.startswith(b'"'):
        return Refused("malformed-row", "its type is no text" if kind else "it has no type")
    if not data.startswith(b"{"):
        return Refused("malformed-row", "its data is no object" if data else "it has no data")
    row = Row(type=msgspec.json.decode(kind, type=str), data=data)
    if doubled:
        row.met.append(("duplicate-member", f"written twice: {short(', '.join(sorted(doubled)))}; the last one counts"))
    extra += [member for name, member in last.items() if not _take(row, name, member[1])]
    if extra:
        row.extra = b"{" + b",".join(key + b":" + value for key, value in extra) + b"}"
    return row


def _take(row: Row, name: str, value: bytes) -> bool:
    """Put a member where it belongs; False if it belongs nowhere, or has a value that its place does not take."""
    is_packed = row.type in PACKED
    if name in (("seq0", "time0") if is_packed else ("seq", "time")):
        if not _COUNT.fullmatch(value) or int(value) > LARGEST:
            return False  # reported as a row without seq or time
        if name.startswith("seq"):
            row.seq = int(value)
        else:
            row.time = int(value)
    elif name == "surfaceOp" and not is_packed:
        row.surface_op = value
    elif name == "sourceEventSeqs" and not is_packed:
        row.source_seqs = value
    elif name == "ignorable" and not is_packed and value in (b"true", b"false"):
        row.ignorable = value == b"true"
    else:
        row.unknown.append(name)
        return False
    return True


def short(text: str, most: int = 80) -> str:
    """Return a text from a log as part of a message: in quotes, nothing unprintable in it, and not too long."""
    return repr(text if len(text) <= most else f"{text[:most]}…")
