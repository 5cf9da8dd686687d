"""Whole lines → columns of envelope members, with every byte of every line accounted for.

A row as the harness writes it is exactly its members, without a space: the length of the line is then the sum of the
lengths of the members that were decoded. Only a line of another length is looked at again, on the careful way: it has
spaces, an escape in its type, a member twice, or one that nobody knows.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np

from workbench.logs import packed
from workbench.logs.careful import LARGEST, Refused, Row, read_line
from workbench.logs.columns import NONE
from workbench.logs.piece import Lines, Piece

if TYPE_CHECKING:
    from workbench.logs.known import TypeTable
    from workbench.logs.piece import Integers
    from workbench.model import Damage

_ABSENT: Final = msgspec.Raw(b"")
_BARE: Final = len('{"type":"","data":}')
_SEQ: Final = len(',"seq":')
_TIME: Final = len(',"time":')
_TENS: Final = np.array([10**k for k in range(1, 19)], dtype=np.int64)
_FIRST_BYTE: Final = itemgetter(0)
_REFUSALS: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
_TEXT: Final = 64 * 1024
"""Bytes that are held against UTF-8 at once; more would leave the cache and cost twice the time."""


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


class _OutOfStep(Exception):  # noqa: N818 - caught here, never seen outside
    """Envelopes that were decoded all at once are not one for each line."""


def decode(chunk: bytes, number: int, base: int, types: TypeTable) -> Piece:
    """Decode whole lines, each ended by a newline.

    `number` is that of the first line and `base` its offset in the decoded stream.
    """
    lines = Lines.of(chunk, number, base)
    try:
        _check_text(chunk)
        envelopes = _DECODER.decode_lines(chunk)
        if len(envelopes) == len(lines):
            return _Batch(lines, types, envelopes, np.arange(len(lines)), {}, by_line=False).piece()
    except (*_REFUSALS, _OutOfStep):
        pass
    return _one_by_one(lines, types)


def _check_text(text: bytes) -> None:
    """Raise UnicodeDecodeError if a text is not UTF-8."""
    if text.isascii():
        return
    view = memoryview(text)
    at = 0
    while at < len(view):
        stop = at + _TEXT
        at += codecs.utf_8_decode(view[at:stop], "strict", stop >= len(view))[1]


def _one_by_one(lines: Lines, types: TypeTable) -> Piece:
    """Decode each line by itself, so that a bad one costs no other."""
    envelopes: list[Envelope] = []
    kept: list[int] = []
    careful: dict[int, Row] = {}
    refused: list[Damage] = []
    blank: list[int] = []
    for index in range(len(lines)):
        line = lines[index]
        try:
            _check_text(line)
            envelope = _DECODER.decode(line)
        except _REFUSALS:
            row = read_line(line)
            if isinstance(row, Refused):
                if row.code is None:
                    blank.append(index)
                else:
                    refused.append(lines.refused(index, row))
                continue
            careful[len(kept)] = row
            envelope = _PLACEHOLDER
        envelopes.append(envelope)
        kept.append(index)
    piece = _Batch(lines, types, envelopes, np.array(kept, dtype=np.int64), careful, by_line=True).piece()
    piece.damage += refused
    piece.blank_lines, piece.first_blank = len(blank), lines.place(blank[0]) if blank else None
    return piece


@dataclass(slots=True)
class _Batch:
    """Envelopes and the lines they come from: `kept` is the index of the line of each.

    `careful` are the rows that have been read with care already. If the envelopes were not decoded one `by_line`, a
    line that gives no row means that lines and envelopes may be out of step.
    """

    lines: Lines
    types: TypeTable
    envelopes: list[Envelope]
    kept: Integers
    careful: dict[int, Row]
    by_line: bool
    dropped: list[int] = field(default_factory=list)

    def piece(self) -> Piece:
        """Return the columns."""
        piece, size = self._columns()
        size[(piece.seq > LARGEST) | (piece.time > LARGEST)] = 0  # no line is empty: the careful way
        size[_no_objects(piece.data)] = 0
        for index in np.flatnonzero(size != piece.length).tolist():
            row: Row | Refused | None = self.careful.get(index)
            if row is None:
                if size[index] and piece.length[index] == size[index] + self._take_optional(piece, index):
                    continue
                row = read_line(self.lines[int(self.kept[index])])
            if isinstance(row, Row):
                piece.put(index, row, self.types)
            elif self.by_line:
                piece.damage.append(self.lines.refused(int(self.kept[index]), row))
                self.dropped.append(index)
            else:
                raise _OutOfStep
        self._count_members(piece)
        return piece.without(self.dropped) if self.dropped else piece

    def _columns(self) -> tuple[Piece, Integers]:
        """Return the columns, and the length that a line with no more than these would have."""
        envelopes, types = self.envelopes, self.types
        count = len(envelopes)
        starts, stops = self.lines.starts[self.kept], self.lines.stops[self.kept]
        piece = Piece(
            type=np.fromiter(map(types.__getitem__, [envelope.type for envelope in envelopes]), np.int64, count),
            data=[bytes(envelope.data) for envelope in envelopes],
            seq=_integers([envelope.seq for envelope in envelopes]),
            n=np.ones(count, dtype=np.int64),
            time=_integers([envelope.time for envelope in envelopes]),
            line=self.kept + self.lines.number,
            offset=starts + self.lines.base,
            length=stops - starts,
            lines=len(self.lines),
            carriage_returns=self.lines.carriage_returns,
            first_return=self.lines.place(self.lines.first_return) if self.lines.carriage_returns else None,
        )
        size = np.fromiter(map(len, piece.data), np.int64, count) + _BARE
        for index in np.flatnonzero(piece.seq == NONE).tolist():
            envelope = envelopes[index]
            if types.packed[piece.type[index]] and 0 <= envelope.seq0 <= LARGEST and envelope.time0 <= LARGEST:
                piece.seq[index], piece.time[index] = envelope.seq0, envelope.time0
                size[index] += 2  # the zeros in the names
        if count:
            size += np.array(types.size, dtype=np.int64)[piece.type]
        for values, name in ((piece.seq, _SEQ), (piece.time, _TIME)):
            size += np.where(values >= 0, np.searchsorted(_TENS, values, side="right") + (1 + name), 0)
        return piece, size

    def _take_optional(self, piece: Piece, index: int) -> int:
        """Put the members that few rows have into the piece; return the bytes that they and their names take."""
        envelope = self.envelopes[index]
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

    def _count_members(self, piece: Piece) -> None:
        """Count the members of packed rows; drop those that contradict themselves."""
        if not len(piece):
            return
        indices = np.flatnonzero(np.array(self.types.packed)[piece.type])
        for index, line in zip(indices.tolist(), self.kept[indices].tolist(), strict=True):
            if self.envelopes[index].seq != NONE and index not in self.careful:  # a packed row has seq0
                row = read_line(self.lines[line])
                if isinstance(row, Row):
                    piece.put(index, row, self.types)
            n = packed.count(self.types.names[piece.type[index]], piece.data[index])
            if isinstance(n, str):
                piece.damage.append(self.lines.refused(line, Refused("malformed-packed-row", n)))
                self.dropped.append(index)
            else:
                piece.n[index] = n


def _no_objects(data: list[bytes]) -> list[int]:
    """Return the indices of values that are no objects."""
    try:
        if set(map(_FIRST_BYTE, data)) <= {0x7B}:
            return []
    except IndexError:  # data that is absent
        pass
    return [index for index, text in enumerate(data) if not text.startswith(b"{")]


def _integers(values: list[int]) -> Integers:
    try:
        return np.array(values, dtype=np.int64)
    except OverflowError:
        return np.array([max(min(value, LARGEST + 1), NONE) for value in values], dtype=np.int64)
