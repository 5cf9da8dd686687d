"""Which turn and step each row stands in: the running state of the rows that open and close them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from workbench.logs.columns import NONE

if TYPE_CHECKING:
    from workbench.logs.known import TypeTable
    from workbench.logs.piece import Integers, Piece


class _Place(msgspec.Struct, gc=False):
    """Turn and step as the data of a row says them; anything but a count is passed over."""

    turn: Any = None
    step: Any = None


_PLACE: Final = msgspec.json.Decoder(_Place)
_PLACES: Final = msgspec.json.Decoder(list[_Place])


@dataclass(slots=True)
class Places:
    """The open turn and step of one log, NONE where none is open; `of` takes its pieces one after the other.

    The rows that open and close have their own turn and step. After the end of a step no step is open, after the end of
    a turn no turn. Where none is open, a row whose type says its turn or step is asked for it.
    """

    open_turn: bool = False
    turn: int = NONE
    step: int = NONE

    def of(self, piece: Piece, types: TypeTable) -> tuple[Integers, Integers]:
        """Return turn and step of each row."""
        count = len(piece)
        turns, steps = np.full(count, NONE, dtype=np.int64), np.full(count, NONE, dtype=np.int64)
        if not count:
            return turns, steps
        marks = np.flatnonzero(np.array(types.marker, dtype=np.bool_)[piece.type]).tolist()
        start = 0
        for mark, (turn, step) in zip(marks, _all_places([piece.data[index] for index in marks]), strict=True):
            turns[start:mark], steps[start:mark] = self.turn, self.step
            turns[mark], steps[mark] = self._pass(types.names[piece.type[mark]], turn, step)
            start = mark + 1
        turns[start:], steps[start:] = self.turn, self.step
        self._ask(piece, types, turns, steps)
        return turns, steps

    def _pass(self, name: str, turn: int, step: int) -> tuple[int, int]:
        """Open or close a turn or step; return where the row that does so stands."""
        turn = self.turn if turn == NONE else turn
        step = NONE if name.startswith("turn/") else self.step if step == NONE else step
        self.open_turn = name != "turn/end" and (self.open_turn or name == "turn/start")
        self.turn = NONE if name == "turn/end" else turn
        self.step = step if name == "step/start" else NONE
        return turn, step

    @staticmethod
    def _ask(piece: Piece, types: TypeTable, turns: Integers, steps: Integers) -> None:
        """Ask rows that stand nowhere what their data says."""
        within = np.array(types.within, dtype=np.int64)[piece.type]
        asked = np.flatnonzero(((turns == NONE) & (within > 0)) | ((steps == NONE) & (within > 1))).tolist()
        for index, (turn, step) in zip(asked, _all_places([piece.data[index] for index in asked]), strict=True):
            if turns[index] == NONE:
                turns[index] = turn
            if steps[index] == NONE:
                steps[index] = step


def _all_places(data: list[bytes]) -> list[tuple[int, int]]:
    """Return the turn and step that the data of some rows say."""
    try:
        places = _PLACES.decode(b"[" + b",".join(data) + b"]")
    except (msgspec.MsgspecError, RecursionError):
        places = [_one_place(text) for text in data]
    return [(_count(place.turn), _count(place.step)) for place in places]


def _one_place(data: bytes) -> _Place:
    try:
        return _PLACE.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return _Place()


def _count(value: Any) -> int:
    return value if type(value) is int and 0 <= value < 2**53 else NONE
