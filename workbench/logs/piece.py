"""The rows of some whole lines as columns, before their order is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from workbench.logs.damage import damage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from workbench.logs.careful import Refused, Row
    from workbench.logs.known import TypeTable
    from workbench.model import Damage

    Integers = NDArray[np.int64]

Value = TypeVar("Value")


@dataclass(slots=True)
class Lines:
    """Where the lines of a chunk are: `number` and `base` are the number and offset of the first one in the log.

    `carriage_returns` counts the lines that end in one, and `first_return` is the index of the first of these.
    """

    chunk: bytes
    number: int
    base: int
    starts: Integers
    stops: Integers
    carriage_returns: int
    first_return: int = 0

    @classmethod
    def of(cls, chunk: bytes, number: int, base: int) -> Lines:
        """Find the lines of a chunk, each ended by a newline or by a carriage return and a newline."""
        codes = np.frombuffer(chunk, dtype=np.uint8)
        stops = np.flatnonzero(codes == 0x0A)
        starts = np.zeros_like(stops)
        starts[1:] = stops[:-1] + 1
        returns = first = 0
        if b"\r" in chunk:
            ended = (codes[stops - 1] == 0x0D) & (stops > starts)
            stops = stops - ended
            returns, first = int(ended.sum()), int(ended.argmax()) if len(ended) else 0
        return cls(chunk, number, base, starts, stops, returns, first)

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, index: int) -> bytes:
        return self.chunk[self.starts[index] : self.stops[index]]

    def place(self, index: int) -> tuple[int, int]:
        """Return the number of a line and its offset."""
        return self.number + index, self.base + int(self.starts[index])

    def refused(self, index: int, refusal: Refused) -> Damage:
        """Return the damage of a line that gives no row."""
        number, offset = self.place(index)
        message = f"line {number} was not read: {refusal.reason}"
        return damage(
            refusal.code or "malformed-line",
            message,
            line=number,
            offset=offset,
            raw=self[index],
        )


@dataclass(slots=True)
class Piece:
    """Columns of rows; `seq` and `time` are NONE where a row has none, `type` holds numbers of a `TypeTable`.

    What few rows have is kept by the index of the row. `lines` counts all lines, those without a row too; of carriage
    returns and blank lines the first is named by its line and offset.
    """

    type: Integers
    data: list[bytes]
    seq: Integers
    n: Integers
    time: Integers
    line: Integers
    offset: Integers
    length: Integers
    surface_op: dict[int, bytes] = field(default_factory=dict)
    source_seqs: dict[int, bytes] = field(default_factory=dict)
    ignorable: dict[int, bool] = field(default_factory=dict)
    extra: dict[int, bytes] = field(default_factory=dict)
    repaired: set[int] = field(default_factory=set)
    unknown_members: list[tuple[str, int, int]] = field(default_factory=list)
    damage: list[Damage] = field(default_factory=list)
    lines: int = 0
    carriage_returns: int = 0
    blank_lines: int = 0
    first_return: tuple[int, int] | None = None
    first_blank: tuple[int, int] | None = None

    @classmethod
    def empty(cls, count: int) -> Piece:
        """Return columns for rows that are put in one by one."""
        type_, seq, n, time, line, offset, length = (np.zeros(count, dtype=np.int64) for _ in range(7))
        return cls(type_, [b""] * count, seq, n, time, line, offset, length)

    def __len__(self) -> int:
        return len(self.data)

    def at(self, index: int, code: str, message: str) -> Damage:
        """Return damage at the line of a row."""
        line = int(self.line[index])
        return damage(code, f"line {line}: {message}", line=line, offset=int(self.offset[index]))

    def put(self, index: int, row: Row, types: TypeTable) -> None:
        """Let a row that was read with care take its place in the columns."""
        self.type[index], self.data[index] = types[row.type], row.data
        self.seq[index], self.time[index] = row.seq, row.time
        _set(self.surface_op, index, row.surface_op)
        _set(self.source_seqs, index, row.source_seqs)
        _set(self.ignorable, index, row.ignorable)
        _set(self.extra, index, row.extra)
        if row.repaired:
            self.repaired.add(index)
        self.damage += [self.at(index, code, message) for code, message in row.met]
        self.unknown_members += [(name, int(self.line[index]), int(self.offset[index])) for name in row.unknown]

    def without(self, dropped: list[int]) -> Piece:
        """Return the piece without some of its rows."""
        keep = np.ones(len(self), dtype=np.bool_)
        keep[dropped] = False
        place = (np.cumsum(keep) - 1).tolist()

        def moved(column: dict[int, Value]) -> dict[int, Value]:
            return {place[index]: value for index, value in column.items() if keep[index]}

        return replace(
            self,
            type=self.type[keep],
            data=[text for text, kept in zip(self.data, keep.tolist(), strict=True) if kept],
            seq=self.seq[keep],
            n=self.n[keep],
            time=self.time[keep],
            line=self.line[keep],
            offset=self.offset[keep],
            length=self.length[keep],
            surface_op=moved(self.surface_op),
            source_seqs=moved(self.source_seqs),
            ignorable=moved(self.ignorable),
            extra=moved(self.extra),
            repaired={place[index] for index in self.repaired if keep[index]},
        )


def _set(column: dict[int, Value], index: int, value: Value | None) -> None:
    column.pop(index, None)
    if value is not None:
        column[index] = value
