"""The running state of a log: how seqs go on, which turn and step are open, what the clock says, what is unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from workbench.logs.careful import NONE
from workbench.logs.damage import damage
from workbench.logs.generations import END_SEED, ends_inherited_seed
from workbench.logs.known import TypeTable
from workbench.logs.rows import Rows
from workbench.logs.tally import Tally

if TYPE_CHECKING:
    from workbench.logs.piece import Piece
    from workbench.model import Damage, Header


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

    def __init__(self, header: Header, first_own: int = 0) -> None:
        self.types = TypeTable(header.generation)
        self.generation = header.generation
        self.first_own = first_own
        self.rows = 0
        self.next_seq = 0
        self.open_turn = False
        self.turn: int | None = None
        self.step: int | None = None
        self._template: bool | None = None
        self._tally = Tally(self.types, header.generation)
        self._seeded = header.is_seeded is True
        self._mark_missing = self._seeded and header.generation >= 2

    def add(self, piece: Piece) -> tuple[Rows, list[Damage]]:
        """Return the rows of the next piece, and what is wrong with each of them."""
        found = list(piece.damage)
        self._number(piece, found)
        self._check_seq(piece, found)
        self._check_seed(piece, found)
        self._tally.add(piece)
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

    def _check_seed(self, piece: Piece, found: list[Damage]) -> None:
        """Hold the rows that end an inherited seed against the header; generation 0 and 1 have no such rows."""
        if self.generation < 2 or END_SEED not in self.types:
            return
        for index in np.flatnonzero(piece.type == self.types[END_SEED]).tolist():
            if ends_inherited_seed(piece.data[index]):
                self._mark_missing = False
                if not self._seeded:
                    message = "it ends an inherited seed, but the header says that there is none"
                    found.append(piece.at(index, "seed-mark-unexpected", message))

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
        found = self._tally.told()
        if self._mark_missing:
            message = "the header says that the log begins with a copy of another one, but no row ends it"
            found.append(damage("seed-mark-missing", message))
            self._mark_missing = False
        return found


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
