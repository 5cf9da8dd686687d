"""What is met in many rows and told once: unknown types and members, a clock that goes back, odd line ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from workbench.logs.careful import short
from workbench.logs.columns import NONE
from workbench.logs.damage import damage
from workbench.logs.known import ANY, RENAMED, RETIRED

if TYPE_CHECKING:
    from workbench.logs.known import TypeTable
    from workbench.logs.piece import Piece
    from workbench.model import Damage


@dataclass(slots=True)
class _Times:
    """How often something was met, and where first."""

    line: int
    offset: int
    seq: int = NONE
    count: int = 0
    most: int = 0

    def rows(self) -> str:
        return "1 row" if self.count == 1 else f"{self.count} rows"

    def damage(self, code: str, message: str) -> Damage:
        """Return what was met, told where it was met first."""
        return damage(code, message, line=self.line, offset=self.offset)


@dataclass(slots=True)
class Tally:
    """Counts over the pieces of one log; `told` empties it."""

    types: TypeTable
    generation: int
    _clock: int = NONE
    _backwards: _Times | None = None
    _unknown: dict[tuple[int, bool], _Times] = field(default_factory=dict)
    _members: dict[str, _Times] = field(default_factory=dict)
    _returns: _Times | None = None
    _blank: _Times | None = None

    def add(self, piece: Piece) -> None:
        """Count one piece, whose rows have their seq."""
        if piece.first_return is not None:
            self._returns = self._returns or _Times(*piece.first_return)
            self._returns.count += piece.carriage_returns
        if piece.first_blank is not None:
            self._blank = self._blank or _Times(*piece.first_blank)
            self._blank.count += piece.blank_lines
        for name, line, offset in piece.unknown_members:
            self._members.setdefault(name, _Times(line, offset)).count += 1
        if len(piece):
            self._watch_clock(piece)
            unknown = ~np.array(self.types.known, dtype=np.bool_) | np.array(self.types.renamed, dtype=np.bool_)
            for index in np.flatnonzero(unknown[piece.type]).tolist():
                key = (int(piece.type[index]), piece.ignorable.get(index, False))
                times = _Times(int(piece.line[index]), int(piece.offset[index]), int(piece.seq[index]))
                self._unknown.setdefault(key, times).count += 1

    def _watch_clock(self, piece: Piece) -> None:
        clock = np.maximum.accumulate(np.concatenate(([self._clock], piece.time)))
        behind = np.where(piece.time == NONE, 0, clock[:-1] - piece.time)
        late = np.flatnonzero(behind > 0)
        self._clock = int(clock[-1])
        if len(late):
            self._backwards = self._backwards or _Times(int(piece.line[late[0]]), int(piece.offset[late[0]]))
            self._backwards.count += len(late)
            self._backwards.most = max(self._backwards.most, int(behind.max()))

    def told(self, *, again: bool = False) -> list[Damage]:
        """Return one entry for each kind of thing that was met since this was last asked.

        Args:
            again: tell the same once more, and what comes to it, when this is asked next.
        """
        found = []
        if self._backwards:
            back = self._backwards
            message = f"{back.rows()} with a time before that of an earlier row, by at most {back.most} ms"
            found.append(back.damage("clock-backwards", message))
        found += [
            self._unknown_type(self.types.names[number], times, ignorable=ignorable)
            for (number, ignorable), times in self._unknown.items()
        ]
        found += [
            times.damage("unknown-member", f"{times.rows()} with the unknown member {short(name)}")
            for name, times in self._members.items()
        ]
        if self._returns:
            lines = "1 line ends" if self._returns.count == 1 else f"{self._returns.count} lines end"
            found.append(self._returns.damage("carriage-returns", f"{lines} in CR LF"))
        if self._blank:
            lines = "1 blank line was" if self._blank.count == 1 else f"{self._blank.count} blank lines were"
            found.append(self._blank.damage("blank-lines", f"{lines} passed over"))
        if not again:
            self._backwards, self._unknown, self._members, self._returns, self._blank = None, {}, {}, None, None
        return found

    def _unknown_type(self, name: str, times: _Times, *, ignorable: bool) -> Damage:
        where = f"seq {times.seq}" if times.count == 1 else f"{times.count} rows from seq {times.seq} on"
        if name in RENAMED and self.generation < 2:
            message = f"{short(name)} ({where}), a name from before the first release, was read as {RENAMED[name]}"
            return times.damage("renamed-type", message)
        why = ""
        if name in RETIRED:
            why = ", a name from before the first release"
        elif name in ANY:
            why = f", which generation {self.generation} does not have"
        message = f"unknown event type {short(name)} ({where}){why}"
        if ignorable:
            return times.damage("unknown-ignorable-type", message)
        return times.damage("unknown-required-type", f"{message}: it is required, so derived views may be wrong")
