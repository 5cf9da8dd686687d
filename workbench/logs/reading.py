"""A pass over a log, piece by piece or in one go; and one pass after the other over a log that grows."""

from __future__ import annotations

import copy
import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from workbench.logs.columns import Rows
from workbench.logs.damage import HEADER, damage
from workbench.logs.envelope import decode
from workbench.logs.frames import Inflater
from workbench.logs.generations import END_SEED, ends_inherited_seed, first_own_event
from workbench.logs.header import NotALog, parse_header
from workbench.logs.lines import CHUNK, LONGEST, Cutter
from workbench.logs.order import Order
from workbench.logs.rows import Found, LogRead, state_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from io import FileIO

    from workbench.model import Damage


def read_log(found: Found) -> LogRead:
    """Read a log in a file of its own, in one go; nothing is raised, what cannot be read is damage."""
    reading = Reading(found)
    rows = Rows()
    rows.extend(*reading)
    return reading.result(rows)


def texts(found: Found) -> Iterator[bytes | None]:
    """Yield the decoded text of a log in pieces, and None where text is missing between two of them."""
    if found.encoding == "zstd":
        yield from Inflater(Path(found.path).read_bytes())
        return
    with Path(found.path).open("rb", buffering=0) as file:
        while text := file.read(CHUNK):
            yield text


class Reading:
    """Iterating gives the rows of a log piece by piece; afterwards the rest of `LogRead` is known.

    A store that takes the pieces as they come needs memory for one of them, not for the log. With `follow`, iterating
    again gives the rows that were added since, from where the last whole line or frame ended; an end that is torn is
    then no damage, but waited for.
    """

    _tells_again = False

    def __init__(self, found: Found, *, follow: bool = False) -> None:
        self.found = found
        self.damage: list[Damage] = list(found.notes)
        self.torn_bytes = 0
        self.decoded_bytes = 0
        self._follow = follow
        self._line = 1
        self._order: Order | None = None
        self._inode: int | None = None
        self._changed_ns: int | None = None
        self._whole = 0
        self._cutter = Cutter()

    def __iter__(self) -> Iterator[Rows]:
        try:
            if self._order is None:
                self._order = Order(self.found.header, first_own_event(self.found, texts))
            with Path(self.found.path).open("rb", buffering=0) as file:
                if self._is_the_same(file):
                    yield from self._pieces(file, self._order)
        except OSError as fault:
            message = f"the file could not be read: {fault.strerror or fault}"
            self.damage.append(damage("unreadable", message, line=self._line, offset=self.decoded_bytes))
        self._finish()

    def result(self, rows: Rows) -> LogRead:
        """Return what the pass gave, with rows that were collected from it."""
        open_turn = self._order is not None and self._order.places.open_turn
        return LogRead(
            found=self.found,
            header=self.found.header,
            rows=rows,
            damage=self.damage,
            torn_bytes=self.torn_bytes,
            decoded_bytes=self.decoded_bytes,
            state=state_of(self.damage, self.torn_bytes, open_turn),
            open_turn=open_turn,
            changed_ns=self._changed_ns,
        )

    def _whole_so_far(self, order: Order) -> None:
        """What was given until here stays; what comes now is the end of a file that may be written on."""

    def _is_the_same(self, file: FileIO) -> bool:
        """Go on where the last pass ended; False if the file is another one, or shorter, since then."""
        facts = os.fstat(file.fileno())
        if facts.st_size < self._whole or self._inode not in (None, facts.st_ino):
            message = "the file was replaced or cut off while it was followed"
            self.damage.append(damage("source-replaced", message, line=self._line, offset=self.decoded_bytes))
            return False
        self._inode = facts.st_ino
        self._changed_ns = facts.st_mtime_ns
        file.seek(self._whole)
        return True

    def _pieces(self, file: FileIO, order: Order) -> Iterator[Rows]:
        cutter = self._cutter
        packed = self.found.encoding == "zstd"
        frames = Inflater(file.readall() if packed else b"", self._whole, self._follow, self.damage)
        frames.first = not self._whole
        torn = False
        told = len(self.damage)
        for text in frames if packed else iter(lambda: file.read(CHUNK), b""):
            self._place(told, cutter)
            if frames.torn_bytes and not torn:
                torn = True
                yield from self._rows(cutter.take(), order)
                self._whole_so_far(copy.deepcopy(order))
            lines = cutter.take() if text is None else cutter.feed(text)
            if skipped := cutter.skipped():
                reason = f"it has {skipped:,} bytes, more than the limit of {LONGEST:,}"
                self._lost("line-too-long", reason, skipped)
            yield from self._rows(lines, order)
            if text is None:
                self._cut_off(cutter)
            told = len(self.damage)
        self._place(told, cutter)
        yield from self._rows(cutter.take(), order)
        self._whole_so_far(order)
        if packed:
            self._whole, self.torn_bytes = frames.whole, frames.torn_bytes
            if not self._follow:
                self._cut_off(cutter)
        else:
            self._torn(cutter)
            self._whole = self.decoded_bytes

    def _place(self, told: int, cutter: Cutter) -> None:
        """Say of the damage of frames which line was next when it was met; a frame knows its place in the file only."""
        for index in range(told, len(self.damage)):
            if self.damage[index].line is None:
                self.damage[index] = replace(self.damage[index], line=self._line + cutter.lines())

    def _rows(self, lines: bytes, order: Order) -> Iterator[Rows]:
        if not lines:
            return
        if self._line == 1:
            end = lines.index(b"\n") + 1
            self._header(lines[:end])
            lines = lines[end:]
        if lines:
            piece = decode(lines, self._line, self.decoded_bytes, order.types)
            self._line += piece.lines
            self.decoded_bytes += len(lines)
            rows, found = order.add(piece)
            self.damage += found
            if len(rows):
                yield rows

    def _header(self, line: bytes) -> None:
        parsed = parse_header(line)
        if isinstance(parsed, NotALog):
            message = f"the first line is no header any more: {parsed.reason}"
            self.damage.append(damage("malformed-line", message, line=1, offset=0, raw=line))
        else:
            self.damage += parsed[1]
        self._line += 1
        self.decoded_bytes += len(line)

    def _cut_off(self, cutter: Cutter) -> None:
        """Report a line that a Zstandard frame leaves without an end."""
        text, size = cutter.rest()
        if size:
            self._lost("frame-cuts-line", f"its frame ends after {size:,} bytes of it", size, text)

    def _lost(self, code: str, reason: str, size: int, raw: bytes | None = None) -> None:
        message = f"line {self._line} was not read: {reason}"
        self.damage.append(damage(code, message, line=self._line, offset=self.decoded_bytes, raw=raw))
        self._line += 1
        self.decoded_bytes += size

    def _torn(self, cutter: Cutter) -> None:
        text, size = cutter.rest()
        self.torn_bytes = size
        if not size or self._follow:
            return
        if self._line == 1:
            self.torn_bytes = 0
            self._header(text)
            return
        message = f"the last {size} bytes are no whole line: still being written, or the writer stopped there"
        self.damage.append(damage("torn-tail", message, line=self._line, offset=self.decoded_bytes, raw=text))

    def _finish(self) -> None:
        if self._order is not None:
            self.damage += self._order.summary(again=self._tells_again)
            if not self._order.rows and self._line == 2 and not self._follow:
                self.damage.append(damage("header-only", "the log has a header and no rows", **HEADER))


class Rewritten(Exception):  # noqa: N818 - not an error of the program
    """A log that grew has to be read afresh: what was added changes what stands before it."""


class Growing(Reading):
    """A log that is read again when it has grown: iterating again gives the rows of what was added.

    Other than with `follow`, the damage after each pass is that of the whole log as it is then, told as if the log had
    been read in one go. An end that is torn is damage, until a later pass finds it whole.

    Attributes:
        settled: number of the first line that the next pass gives again, as more may have been written of it.
        whole: bytes of the file that the next pass does not read again.
    """

    _tells_again = True

    def __init__(self, found: Found) -> None:
        super().__init__(found)
        self.settled = 1
        self._kept: tuple[Order, int, int, int] | None = None
        self._passes = 0

    @property
    def whole(self) -> int:
        """Bytes of the file that the next pass does not read again."""
        return self._whole

    @property
    def can_go_on(self) -> bool:
        """Whether the next pass can go on where this one ended; the log has to be read afresh otherwise."""
        return self._kept is not None

    def go_on(self, found: Found) -> bool:
        """Prepare for the next pass over the log as it was found now; False if it has to be read afresh."""
        if self._kept is None or (found.header, found.notes) != (self.found.header, self.found.notes):
            return False
        self.found = found
        self._order, self._line, self.decoded_bytes, told = self._kept
        self.damage = self.damage[:told]
        self.torn_bytes = 0
        self._cutter = Cutter()
        return True

    def __iter__(self) -> Iterator[Rows]:
        self._kept = None
        self._passes += 1
        for rows in super().__iter__():
            if self._passes > 1 and self._moves_the_seed(rows):
                raise Rewritten
            yield rows
        if any(entry.code in ("unreadable", "source-replaced") for entry in self.damage):
            self._kept = None

    def _moves_the_seed(self, rows: Rows) -> bool:
        """Whether a row says anew where what was copied from another session ends."""
        if END_SEED not in rows.type_names or self.found.header.is_seeded is False:
            return False
        at = rows.type_names.index(END_SEED)
        places = np.flatnonzero(rows.arrays["type"] == at).tolist()
        return any(ends_inherited_seed(rows.data[place]) for place in places)

    def _whole_so_far(self, order: Order) -> None:
        if self._kept is None and self._line > 1 and not (self.found.encoding == "zstd" and self._cutter.has_rest):
            self._kept = (order, self._line, self.decoded_bytes, len(self.damage))
            self.settled = self._line


class Following:
    """A log that is being written: each `poll` gives what was added since the one before."""

    def __init__(self, found: Found) -> None:
        self._reading = Reading(found, follow=True)
        self._damaged = False

    def poll(self) -> LogRead:
        """Return the rows and the damage since the last poll, and size, torn bytes and state as they are now.

        `decoded_bytes` is the size of all that was read. Damage `source-replaced` means that the log has to be loaded
        afresh.
        """
        rows = Rows()
        rows.extend(*self._reading)
        result = self._reading.result(rows)
        self._reading.damage = []
        self._damaged = self._damaged or result.state == "damaged"
        if self._damaged:
            result.state = "damaged"
        return result
