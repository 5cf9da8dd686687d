"""The running state of a log: how seqs go on, which turn and step are open, what the clock says, what is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from workbench.logs.careful import NONE, short
from workbench.logs.damage import damage
from workbench.logs.known import ANY, RETIRED, TypeTable
from workbench.logs.rows import Rows

if TYPE_CHECKING:
    from workbench.logs.piece import Piece
    from workbench.model import Damage


class _Place(msgspec.Struct, gc=False):
    """Turn and step as the data of a row says them; anything but a number is passed over."""

    turn: Any = None
    step: Any = None


_PLACE: Final = msgspec.json.Decoder(_Place)
_PLACES: Final = msgspec.json.Decoder(list[_Place])


class Order:
    """Puts the pieces of one log in order; `add` takes them one after the other.

    `first_own` is the seq of the first event that is not inherited, 0 where nothing is.
    """

    def __init__(self, generation: int, first_own: int = 0) -> None:
        self.types = TypeTable(generation)
        self.generation = generation
        self.first_own = first_own
        self.rows = 0
        self.next_seq = 0
        self.open_turn = False
        self.turn: int | None = None
        self.step: int | None = None
        self._template: bool | None = None
        self._clock = NONE
        self._backwards: list[int] = []  # count, first line, largest distance
        self._unknown: dict[tuple[int, bool], list[int]] = {}  # (type, ignorable) → count, first line, first seq
        self._members: dict[str, list[int]] = {}
        self._returns = 0
        self._blank = 0

    def add(self, piece: Piece) -> tuple[Rows, list[Damage]]:
        """Return the rows of the next piece, and what is wrong with each of them."""
        found = list(piece.damage)
        self._number(piece, found)
        self._check_seq(piece, found)
        self._check_clock(piece)
        self._tally(piece)
        turns, steps = self._places(piece)
        count = len(piece.data)
        self.rows += count
        types = self.types
        number = piece.type
        known = np.array(types.known, dtype=np.bool_)[number].tolist() if count else []
        inherited = (piece.seq < self.first_own).tolist() if self.first_own else [False] * count
        time: list[int | None] = piece.time.tolist()
        for index in np.flatnonzero(piece.time == NONE).tolist():
            time[index] = None
        rows = Rows(
            type=np.array(types.names, dtype=object)[number].tolist() if count else [],
            seq=piece.seq.tolist(),
            n=piece.n.tolist(),
            time=time,
            turn=turns,
            step=steps,
            inherited=inherited,
            known=known,
            repaired=[False] * count,
            data=piece.data,
            surface_op=_sparse(piece.surface_op, count),
            source_seqs=_sparse(piece.source_seqs, count),
            extra=_sparse(piece.extra, count),
            ignorable=_sparse(piece.ignorable, count),
            line=piece.line.tolist(),
            offset=piece.offset.tolist(),
            length=piece.length.tolist(),
        )
        for index in piece.repaired:
            rows.repaired[index] = True
        return rows, found

    def _number(self, piece: Piece, found: list[Damage]) -> None:
        """Number rows without a seq by their position; templates have neither seq nor time, on purpose."""
        if self._template is None and len(piece.data):
            self._template = bool(piece.seq[0] == NONE and piece.time[0] == NONE)
        without = np.flatnonzero(piece.seq == NONE)
        if len(without) == len(piece.data):
            piece.seq = self.next_seq + np.concatenate(([0], np.cumsum(piece.n)[:-1])) if len(without) else piece.seq
        else:
            for index in without.tolist():
                before = piece.seq[index - 1] + piece.n[index - 1] if index else self.next_seq
                piece.seq[index] = before
        if self._template:
            return
        found += [
            piece.at(index, "bad-seq", f"it has no usable seq and was numbered {piece.seq[index]} by its place")
            for index in without.tolist()
        ]
        found += [
            piece.at(index, "bad-time", "it has no usable time")
            for index in np.flatnonzero(piece.time == NONE).tolist()
        ]

    def _check_seq(self, piece: Piece, found: list[Damage]) -> None:
        if not len(piece.data):
            return
        ends = piece.seq + piece.n
        expected = np.concatenate(([self.next_seq], ends[:-1]))
        for index in np.flatnonzero(piece.seq != expected).tolist():
            seq, wanted = int(piece.seq[index]), int(expected[index])
            if seq > wanted:
                missing = str(wanted) if seq == wanted + 1 else f"{wanted} to {seq - 1}"
                found.append(piece.at(index, "seq-gap", f"seq {missing} missing, the next row has {seq}"))
            else:
                found.append(piece.at(index, "seq-overlap", f"seq {seq} comes where {wanted} was expected"))
        self.next_seq = int(ends[-1])

    def _check_clock(self, piece: Piece) -> None:
        if not len(piece.data):
            return
        clock = np.maximum.accumulate(np.concatenate(([self._clock], piece.time)))
        behind = np.where(piece.time == NONE, 0, clock[:-1] - piece.time)
        late = np.flatnonzero(behind > 0)
        self._clock = int(clock[-1])
        if len(late):
            if not self._backwards:
                self._backwards = [0, int(piece.line[late[0]]), 0]
            self._backwards[0] += len(late)
            self._backwards[2] = max(self._backwards[2], int(behind.max()))

    def _tally(self, piece: Piece) -> None:
        self._returns += piece.carriage_returns
        self._blank += piece.blank_lines
        for name, line in piece.unknown_members:
            self._members.setdefault(name, [0, line])[0] += 1
        if not len(piece.data):
            return
        unknown = ~np.array(self.types.known, dtype=np.bool_)
        for index in np.flatnonzero(unknown[piece.type]).tolist():
            key = (int(piece.type[index]), piece.ignorable.get(index, False))
            self._unknown.setdefault(key, [0, int(piece.line[index]), int(piece.seq[index])])[0] += 1

    def _places(self, piece: Piece) -> tuple[list[int | None], list[int | None]]:
        """Return the turn and step of each row, from the rows that open and close them."""
        turns: list[int | None] = []
        steps: list[int | None] = []
        count = len(piece)
        if not count:
            return turns, steps
        marked = np.flatnonzero(np.array(self.types.marker, dtype=np.bool_)[piece.type]).tolist()
        for mark, (turn, step) in zip(marked, _all_places([piece.data[index] for index in marked]), strict=True):
            self._fill(piece, mark, turns, steps)
            name = self.types.names[piece.type[mark]]
            turns.append(self.turn if turn is None else turn)
            steps.append((self.step if step is None else step) if name.startswith("step/") else None)
            self.open_turn = name != "turn/end" and (self.open_turn or name == "turn/start")
            self.turn = None if name == "turn/end" else turns[-1]
            self.step = steps[-1] if name == "step/start" else None
        self._fill(piece, count, turns, steps)
        return turns, steps

    def _fill(self, piece: Piece, stop: int, turns: list[int | None], steps: list[int | None]) -> None:
        """Give the rows before `stop` the open turn and step; where none is open, ask the rows that say it."""
        start = len(turns)
        if start == stop:
            return
        turns += [self.turn] * (stop - start)
        steps += [self.step] * (stop - start)
        if self.turn is not None and self.step is not None:
            return
        within = np.array(self.types.within, dtype=np.int64)[piece.type[start:stop]]
        asked = (np.flatnonzero(within >= (1 if self.turn is None else 2)) + start).tolist()
        for index, (turn, step) in zip(asked, _all_places([piece.data[index] for index in asked]), strict=True):
            if self.turn is None:
                turns[index] = turn
            if self.step is None:
                steps[index] = step

    def summary(self) -> list[Damage]:
        """Return what was met in many rows since the last summary, one entry a kind."""
        found = []
        if self._backwards:
            count, line, most = self._backwards
            rows = "1 row goes" if count == 1 else f"{count} rows go"
            found.append(damage("clock-backwards", f"{rows} back in time, by at most {most} ms", line=line))
        for (number, ignorable), (count, line, seq) in self._unknown.items():
            found.append(self._unknown_type(self.types.names[number], ignorable, count, line, seq))
        for name, (count, line) in self._members.items():
            rows = "1 row" if count == 1 else f"{count} rows"
            found.append(damage("unknown-member", f"{rows} with the unknown member {short(name)}", line=line))
        if self._returns:
            found.append(damage("carriage-returns", f"{self._returns} lines end in CR LF"))
        if self._blank:
            found.append(damage("blank-lines", f"{self._blank} blank lines were passed over"))
        self._backwards, self._unknown, self._members, self._returns, self._blank = [], {}, {}, 0, 0
        return found

    def _unknown_type(self, name: str, ignorable: bool, count: int, line: int, seq: int) -> Damage:
        where = f"seq {seq}" if count == 1 else f"{count} rows from seq {seq} on"
        why = ""
        if name in RETIRED:
            why = ", a name from before the first release"
        elif name in ANY:
            why = f", which generation {self.generation} does not have"
        if ignorable:
            return damage("unknown-ignorable-type", f"unknown event type {short(name)} ({where}){why}", line=line)
        message = f"unknown event type {short(name)} ({where}){why}: it is required, so derived views may be wrong"
        return damage("unknown-required-type", message, line=line)


def _sparse(values: dict[int, Any], count: int) -> list[Any]:
    column: list[Any] = [None] * count
    for index, value in values.items():
        column[index] = value
    return column


def _all_places(data: list[bytes]) -> list[tuple[int | None, int | None]]:
    """Return the turn and step that the data of some rows say; what is no number counts as absent."""
    try:
        places = _PLACES.decode(b"[" + b",".join(data) + b"]")
    except (msgspec.MsgspecError, RecursionError):
        return [_one_place(text) for text in data]
    return [(_count(place.turn), _count(place.step)) for place in places]


def _one_place(data: bytes) -> tuple[int | None, int | None]:
    try:
        place = _PLACE.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return None, None
    return _count(place.turn), _count(place.step)


def _count(value: Any) -> int | None:
    return value if type(value) is int and 0 <= value < 2**53 else None
