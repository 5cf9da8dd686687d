"""Pieces of a log put in order: rows are numbered, jumps of seq and odd seeds are found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from workbench.logs.columns import NONE, Rows
from workbench.logs.damage import HEADER, damage
from workbench.logs.generations import END_SEED, ends_inherited_seed
from workbench.logs.known import TypeTable
from workbench.logs.places import Places
from workbench.logs.tally import Tally

if TYPE_CHECKING:
    from workbench.logs.piece import Piece
    from workbench.model import Damage, Header


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
        self.places = Places()
        self._template: bool | None = None
        self._tally = Tally(self.types, header.generation)
        self._seeded = header.is_seeded
        self._mark_missing = header.is_seeded is True and header.generation >= 2
        self._told_short = False

    def add(self, piece: Piece) -> tuple[Rows, list[Damage]]:
        """Return the rows of the next piece, and what is wrong with each of them."""
        found = list(piece.damage)
        self._number(piece, found)
        self._check_seq(piece, found)
        self._check_seed(piece, found)
        self._tally.add(piece)
        turns, steps = self.places.of(piece, self.types)
        count = len(piece)
        self.rows += count
        repaired = np.zeros(count, dtype=np.bool_)
        repaired[sorted(piece.repaired)] = True
        rows = Rows(
            data=piece.data,
            arrays={
                "type": piece.type,
                "seq": piece.seq,
                "n": piece.n,
                "time": piece.time,
                "turn": turns,
                "step": steps,
                "line": piece.line,
                "offset": piece.offset,
                "length": piece.length,
                "inherited": piece.seq < self.first_own,
                "known": np.array(self.types.known, dtype=np.bool_)[piece.type],
                "repaired": repaired,
            },
            sparse={
                "surface_op": piece.surface_op,
                "source_seqs": piece.source_seqs,
                "extra": piece.extra,
                "ignorable": piece.ignorable,
            },
            type_names=self.types.names,
        )
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
                if self._seeded is False:
                    message = "it ends an inherited seed, but the header says that there is none"
                    found.append(piece.at(index, "seed-mark-unexpected", message))

    def summary(self, *, again: bool = False) -> list[Damage]:
        """Return what was met in many rows since the last summary, one entry a kind; see `Tally.told`."""
        found = self._tally.told(again=again)
        if self._mark_missing:
            message = "the header says that the log begins with a copy of another one, but no row ends it"
            found.append(damage("seed-mark-missing", message, **HEADER))
            self._mark_missing = again
        if self.generation < 2 and self.first_own > self.next_seq and not self._told_short:
            message = (
                f"the header says that the log begins with a copy of {self.first_own} events, but it has no more than "
                f"{self.next_seq}"
            )
            found.append(damage("seed-mark-missing", message, **HEADER))
            self._told_short = not again
        return found
