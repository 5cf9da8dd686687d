"""The columnar index of a timeline: everything a folded row shows, as arrays that travel to the browser as they are.

It is sent in two parts. The *head* has the numbers of every row (about 26 bytes a row): enough to draw any row with its
tool, state and duration, to fold, filter and count, and to draw the lanes. The *chunks* have the texts and transitions
of `CHUNK` rows each. So no row is ever empty, however fast a reader scrolls.

Wire form of both: a little-endian u32 with the length of a JSON header, the header `[[name, type, offset, count], …]`
padded to four bytes, then the columns, each at a multiple of four bytes; `offset` counts from the end of the header.
A text column is two of them: `name.bytes` (UTF-8, joined) and `name.at` (count + 1 offsets into it).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final

import numpy as np
import numpy.typing as npt

CHUNK: Final = 2048
"""Rows in a chunk of texts: about 300 KB, so that one is far below what a front end takes in one frame."""

NONE_U8: Final = 255
NONE_U16: Final = 0xFFFF
INHERITED: Final = 1
HAS_CHILDREN: Final = 2
DISPATCH: Final = 4
OF_CHILD: Final = 8
"""Bits of `flags`: a row that was copied, that has rows below it, that is a call made inside a program, that is of a
child session."""

Ints = npt.NDArray[np.integer[Any]]
Columns = Mapping[str, Ints]

HEAD: Final[tuple[tuple[str, str], ...]] = (
    ("kind", "u1"),
    ("icon", "u1"),
    ("tool", "<u2"),
    ("depth", "u1"),
    ("parent", "<i4"),
    ("clock", "<i4"),
    ("end", "<i4"),
    ("duration", "<i4"),
    ("duration_kind", "u1"),
    ("state", "u1"),
    ("outcome", "u1"),
    ("flags", "u1"),
)
"""Columns of the head, and their types on the wire; `depth` is capped at 255 there, the exact one follows `parent`."""


def _i32() -> Ints:
    return np.empty(0, "<i4")


def _u8() -> Ints:
    return np.empty(0, "u1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """One entry a row, in pre-order: the children of a row follow it.

    Times are milliseconds since the `t0` of the source's meta; −1 is unknown. See the module for what is sent when.

    Attributes:
        kind: index into `model.ROW_KINDS`.
        icon: index into `model.ACTIONS`.
        tool: index into the `tools` of the source's meta; 0xFFFF for a row that is no call.
        depth: 0 for a root row.
        parent: row number of the parent, −1 for a root row.
        seq: the event the row begins with.
        clock, end: begin and end.
        wait, duration: milliseconds spent waiting for a person, and in all.
        duration_kind: index into `model.DURATION_KINDS`.
        state: index into `model.STATES`, 255 for none.
        outcome: index into `model.OUTCOMES`, 255 for none.
        flags: bits `INHERITED`, `HAS_CHILDREN`, `DISPATCH` and `OF_CHILD`.
        titles, badges, keys: texts; the badges of a row are joined with U+001F.
        hints: texts beside the titles, or empty where no row has one.
        t_start, t_clock, t_state: the transitions of row i are `t_start[i]` up to `t_start[i + 1]` of the other two.
    """

    kind: Ints = field(default_factory=_u8)
    icon: Ints = field(default_factory=_u8)
    tool: Ints = field(default_factory=lambda: np.empty(0, "<u2"))
    depth: Ints = field(default_factory=_i32)
    parent: Ints = field(default_factory=_i32)
    seq: Ints = field(default_factory=_i32)
    clock: Ints = field(default_factory=_i32)
    end: Ints = field(default_factory=_i32)
    wait: Ints = field(default_factory=_i32)
    duration: Ints = field(default_factory=_i32)
    duration_kind: Ints = field(default_factory=_u8)
    state: Ints = field(default_factory=_u8)
    outcome: Ints = field(default_factory=_u8)
    flags: Ints = field(default_factory=_u8)
    titles: Sequence[str] = ()
    hints: Sequence[str] = ()
    badges: Sequence[str] = ()
    keys: Sequence[str] = ()
    t_start: Ints = field(default_factory=lambda: np.zeros(1, "<i4"))
    t_clock: Ints = field(default_factory=_i32)
    t_state: Ints = field(default_factory=_u8)

    def __len__(self) -> int:
        return len(self.kind)

    def check(self) -> None:
        """Raise ValueError where the columns do not fit each other; for whoever fills an index, and for tests."""
        n = len(self)
        for column in fields(self):
            if column.name.startswith("t_"):
                continue
            if column.name == "hints" and not self.hints:
                continue
            if len(getattr(self, column.name)) != n:
                raise ValueError(f"column {column.name} has {len(getattr(self, column.name))} entries, not {n}")
        if (
            len(self.t_start) != n + 1
            or self.t_start[-1] != len(self.t_clock)
            or len(self.t_clock) != len(self.t_state)
        ):
            raise ValueError("t_start, t_clock and t_state do not fit each other")
        parent, depth = np.asarray(self.parent), np.asarray(self.depth)
        inner = np.flatnonzero(parent >= 0)
        if np.any(parent >= np.arange(n)) or np.any(depth[inner] != depth[parent[inner]] + 1):
            raise ValueError("the rows are not in pre-order: a parent must come before its children, one depth above")
        if np.any((parent < 0) != (depth == 0)):
            raise ValueError("a row has depth 0 exactly when it has no parent")


def pack_head(index: Index, start: int = 0) -> bytes:
    """Return the head in wire form: the numbers of all rows from `start` on."""
    columns: dict[str, Ints] = {}
    for name, kind in HEAD:
        values = np.asarray(getattr(index, name))[start:]
        columns[name] = (np.minimum(values, 255) if name == "depth" else values).astype(kind, copy=False)
    return pack(columns)


def pack_chunk(index: Index, start: int, stop: int) -> bytes:
    """Return the texts, sequence numbers, waits and transitions of rows `start` up to `stop` in wire form."""
    start, stop = max(0, start), min(len(index), stop)
    first = int(index.t_start[start])
    last = int(index.t_start[stop])
    columns: dict[str, Ints] = {
        "seq": np.asarray(index.seq[start:stop], "<i4"),
        "wait": np.asarray(index.wait[start:stop], "<i4"),
        "t_start": np.asarray(index.t_start[start : stop + 1], "<i4") - np.int32(first),
        "t_clock": np.asarray(index.t_clock[first:last], "<i4"),
        "t_state": np.asarray(index.t_state[first:last], "u1"),
    }
    for name in ("titles", "badges", "keys", "hints"):
        texts = getattr(index, name)
        columns |= _texts(name, texts[start:stop] if texts else [""] * (stop - start))
    return pack(columns)


def chunks(rows: int) -> list[tuple[int, int]]:
    """Return the bounds of all chunks of an index of so many rows."""
    return [(start, min(rows, start + CHUNK)) for start in range(0, rows, CHUNK)]


def pack(columns: Columns) -> bytes:
    """Return named integer columns in wire form (see the module)."""
    header: list[list[str | int]] = []
    parts: list[bytes] = []
    offset = 0
    for name, values in columns.items():
        data = np.ascontiguousarray(values).tobytes()
        header.append([name, _wire_type(values), offset, len(values)])
        padded = -len(data) % 4
        parts.append(data + b"\0" * padded)
        offset += len(data) + padded
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    return b"".join((len(text).to_bytes(4, "little"), text, *parts))


def unpack(data: bytes) -> dict[str, Ints]:
    """Return the columns of a wire form; the inverse of `pack`, for tests and other readers in Python."""
    size = int.from_bytes(data[:4], "little")
    base = 4 + size
    return {
        name: np.frombuffer(data, {"u8": "u1", "u16": "<u2", "i32": "<i4"}[kind], count, base + offset)
        for name, kind, offset, count in json.loads(data[4:base])
    }


def _wire_type(values: Ints) -> str:
    names = {("u", 1): "u8", ("u", 2): "u16", ("i", 4): "i32"}
    return names[values.dtype.kind, values.dtype.itemsize]


def _texts(name: str, texts: Sequence[str]) -> dict[str, Ints]:
    encoded = [_utf8(text) for text in texts]
    at = np.zeros(len(encoded) + 1, "<i4")
    np.cumsum([len(data) for data in encoded], out=at[1:])
    return {f"{name}.bytes": np.frombuffer(b"".join(encoded), "u1"), f"{name}.at": at}


def _utf8(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:  # a lone surrogate, which a log may hold
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()
