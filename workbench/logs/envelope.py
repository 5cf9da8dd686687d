"""Whole lines → columns of envelope members, with every byte of every line accounted for.

A row as the harness writes it is exactly its members, without a space: the length of the line is then the sum of the
lengths of the members that were decoded. Only a line of another length is looked at again, on the careful way: it has
spaces, an escape in its type, a member twice, or one that nobody knows.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
import numpy as np

from workbench.logs import packed
from workbench.logs.careful import LARGEST, NONE, Refused, Row, read_line
from workbench.logs.damage import damage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from workbench.logs.known import TypeTable
    from workbench.model import Damage

    Integers = NDArray[np.int64]

Value = TypeVar("Value")

_ABSENT: Final = msgspec.Raw(b"")
_BARE: Final = len('{"type":"","data":}')
_SEQ: Final = len(',"seq":')
_TIME: Final = len(',"time":')
_TENS: Final = np.array([10**k for k in range(1, 19)], dtype=np.int64)


class Envelope(msgspec.Struct, gc=False, rename="camel"):
    """The members of a row that have a meaning of their own."""

    type: str
    data: msgspec.Raw = _ABSENT
    seq: int = NONE
    time: int = NONE
    seq0: int = NONE
    time0: int = NONE
    surface_op: msgspec.Raw = _ABSENT
    source_event_seqs: msgspec.Raw = _ABSENT
    ignorable: bool | None = None


_DECODER: Final = msgspec.json.Decoder(Envelope)
_PLACEHOLDER: Final = Envelope(type="", data=msgspec.Raw(b"{}"))


@dataclass(slots=True)
class Piece:
    """The rows of some whole lines, before their order is looked at.

    `type` holds numbers of a `TypeTable`; `seq` and `time` are NONE where there is none. What few rows have is kept
    by the index of the row.
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
    unknown_members: list[tuple[str, int]] = field(default_factory=list)
    damage: list[Damage] = field(default_factory=list)
    carriage_returns: int = 0
    blank_lines: int = 0


@dataclass(slots=True)
class _Lines:
    """Where the lines of a chunk are."""

    chunk: bytes
    number: int
    base: int
    starts: Integers
    stops: Integers
    carriage_returns: int

    def __getitem__(self, index: int) -> bytes:
        return self.chunk[self.starts[index] : self.stops[index]]

    def damage(self, index: int, code: str, message: str, raw: bytes | None = None) -> Damage:
        return damage(code, message, line=self.number + index, offset=self.base + int(self.starts[index]), raw=raw)

    def refused(self, index: int, refusal: Refused) -> Damage:
        assert refusal.code is not None  # noqa: S101 - blank lines are counted, not reported one by one
        number = self.number + index
        return self.damage(index, refusal.code, f"line {number} was not read: {refusal.reason}", self[index])


def decode(chunk: bytes, number: int, base: int, types: TypeTable) -> Piece:
    """Decode whole lines, each ended by a newline.

    `number` is that of the first line and `base` its offset in the decoded stream.
    """
    lines = _split(chunk, number, base)
    envelopes = _all_at_once(chunk, len(lines.starts))
    piece = None if envelopes is None else _columns(envelopes, np.arange(len(envelopes)), {}, lines, types)
    return _one_by_one(lines, types) if piece is None else piece


def _split(chunk: bytes, number: int, base: int) -> _Lines:
    codes = np.frombuffer(chunk, dtype=np.uint8)
    stops = np.flatnonzero(codes == 0x0A)
    starts = np.zeros_like(stops)
    starts[1:] = stops[:-1] + 1
    returns = 0
    if b"\r\n" in chunk:
        ended = (codes[stops - 1] == 0x0D) & (stops > starts)
        stops = stops - ended
        returns = int(ended.sum())
    return _Lines(chunk, number, base, starts, stops, returns)


def _all_at_once(chunk: bytes, lines: int) -> list[Envelope] | None:
    """Decode a chunk in one call; None where a line of it needs another way."""
    try:
        if not chunk.isascii():
            chunk.decode("utf-8")
        envelopes = _DECODER.decode_lines(chunk)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return envelopes if len(envelopes) == lines else None


def _one_by_one(lines: _Lines, types: TypeTable) -> Piece:
    """Decode each line by itself, so that a bad one costs no other."""
    envelopes: list[Envelope] = []
    kept: list[int] = []
    careful: dict[int, Row] = {}
    refused: list[Damage] = []
    blank = 0
    for index in range(len(lines.starts)):
        line = lines[index]
        try:
            if not line.isascii():
                line.decode("utf-8")
            envelope = _DECODER.decode(line)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            row = read_line(line)
            if isinstance(row, Refused):
                blank += row.code is None
                if row.code is not None:
                    refused.append(lines.refused(index, row))
                continue
            careful[len(kept)] = row
            envelope = _PLACEHOLDER
        envelopes.append(envelope)
        kept.append(index)
    piece = _columns(envelopes, np.array(kept, dtype=np.int64), careful, lines, types, refused)
    assert piece is not None  # noqa: S101 - only lines decoded all at once can be out of step
    piece.blank_lines = blank
    return piece


def _columns(
    envelopes: list[Envelope],
    kept: Integers,
    careful: dict[int, Row],
    lines: _Lines,
    types: TypeTable,
    refused: list[Damage] | None = None,
) -> Piece | None:
    """Make columns of envelopes; `kept` is the line of each, `careful` the rows already read with care.

    Without `refused`, the envelopes were decoded all at once: a line that gives no row then means that lines and
    envelopes are out of step, and the answer is None.
    """
    count = len(envelopes)
    data = [bytes(envelope.data) for envelope in envelopes]
    number = np.fromiter(map(types.__getitem__, [envelope.type for envelope in envelopes]), np.int64, count)
    seq = _integers([envelope.seq for envelope in envelopes])
    time = _integers([envelope.time for envelope in envelopes])
    starts, stops = lines.starts[kept], lines.stops[kept]
    size = np.fromiter(map(len, data), np.int64, count) + _BARE
    for index in np.flatnonzero(seq == NONE).tolist():
        envelope = envelopes[index]
        if types.packed[number[index]] and max(envelope.seq0, envelope.time0) <= LARGEST:
            seq[index], time[index] = envelope.seq0, envelope.time0
            size[index] += 2 if envelope.seq0 != NONE else 0
    if types.names:
        size += np.array(types.size, dtype=np.int64)[number]
    size += np.where(seq >= 0, np.searchsorted(_TENS, seq, side="right") + (1 + _SEQ), 0)
    size += np.where(time >= 0, np.searchsorted(_TENS, time, side="right") + (1 + _TIME), 0)
    piece = Piece(
        type=number,
        data=data,
        seq=seq,
        n=np.ones(count, dtype=np.int64),
        time=time,
        line=kept + lines.number,
        offset=starts + lines.base,
        length=stops - starts,
        carriage_returns=lines.carriage_returns,
        damage=list(refused or ()),
    )
    dropped: list[int] = []
    size[(seq > LARGEST) | (time > LARGEST)] = 0  # no line is empty: the careful way
    size[[index for index, text in enumerate(data) if text[:1] != b"{"]] = 0
    for index in np.flatnonzero(size != piece.length).tolist():
        row: Row | Refused
        if index in careful:
            row = careful[index]
        elif size[index] and piece.length[index] == size[index] + _take_optional(piece, index, envelopes[index]):
            continue
        else:
            row = read_line(lines[kept[index]])
        if isinstance(row, Refused):
            if refused is None or row.code is None:
                return None
            piece.damage.append(lines.refused(int(kept[index]), row))
            dropped.append(index)
        else:
            _put(piece, index, row, lines, types)
    if types.names:
        for index in np.flatnonzero(np.array(types.packed)[piece.type]).tolist():
            if envelopes[index].seq != NONE and index not in careful:  # a packed row has seq0
                row = read_line(lines[kept[index]])
                if isinstance(row, Row):
                    _put(piece, index, row, lines, types)
            n = packed.count(types.names[piece.type[index]], piece.data[index])
            if isinstance(n, str):
                piece.damage.append(lines.refused(int(kept[index]), Refused("malformed-packed-row", n)))
                dropped.append(index)
            else:
                piece.n[index] = n
    return _without(piece, dropped) if dropped else piece


def _integers(values: list[int]) -> Integers:
    try:
        return np.array(values, dtype=np.int64)
    except OverflowError:
        return np.array([max(min(value, LARGEST + 1), NONE) for value in values], dtype=np.int64)


def _take_optional(piece: Piece, index: int, envelope: Envelope) -> int:
    """Put the members that few rows have into the piece; return the bytes that they and their names take."""
    size = 0
    if envelope.surface_op is not _ABSENT:
        text = piece.surface_op[index] = bytes(envelope.surface_op)
        size += len(',"surfaceOp":') + len(text)
    if envelope.source_event_seqs is not _ABSENT:
        text = piece.source_seqs[index] = bytes(envelope.source_event_seqs)
        size += len(',"sourceEventSeqs":') + len(text)
    if envelope.ignorable is not None:
        piece.ignorable[index] = envelope.ignorable
        size += len(',"ignorable":true') + (not envelope.ignorable)
    return size


def _put(piece: Piece, index: int, row: Row, lines: _Lines, types: TypeTable) -> None:
    """Let a row that was read with care take its place in the columns."""
    piece.type[index], piece.data[index] = types[row.type], row.data
    piece.seq[index], piece.time[index] = row.seq, row.time
    columns: tuple[tuple[dict[int, Any], Any], ...] = (
        (piece.surface_op, row.surface_op),
        (piece.source_seqs, row.source_seqs),
        (piece.ignorable, row.ignorable),
        (piece.extra, row.extra),
    )
    for column, value in columns:
        column.pop(index, None)
        if value is not None:
            column[index] = value
    if row.repaired:
        piece.repaired.add(index)
    line = int(piece.line[index])
    piece.damage += [lines.damage(line - lines.number, code, f"line {line}: {message}") for code, message in row.met]
    piece.unknown_members += [(name, line) for name in row.unknown]


def _without(piece: Piece, dropped: list[int]) -> Piece:
    """Return the piece without some of its rows."""
    keep = np.ones(len(piece.data), dtype=np.bool_)
    keep[dropped] = False
    place = np.cumsum(keep) - 1

    def moved(column: dict[int, Value]) -> dict[int, Value]:
        return {int(place[index]): value for index, value in column.items() if keep[index]}

    return replace(
        piece,
        type=piece.type[keep],
        data=[text for text, kept in zip(piece.data, keep.tolist(), strict=True) if kept],
        seq=piece.seq[keep],
        n=piece.n[keep],
        time=piece.time[keep],
        line=piece.line[keep],
        offset=piece.offset[keep],
        length=piece.length[keep],
        surface_op=moved(piece.surface_op),
        source_seqs=moved(piece.source_seqs),
        ignorable=moved(piece.ignorable),
        extra=moved(piece.extra),
        repaired={int(place[index]) for index in piece.repaired if keep[index]},
    )
