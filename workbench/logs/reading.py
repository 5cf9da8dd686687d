"""One pass over a log, piece by piece, or in one go.

A pass remembers where the last whole line or frame ended, so that a log that grows can be read on from there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.logs.damage import damage
from workbench.logs.envelope import decode
from workbench.logs.frames import Inflater
from workbench.logs.generations import first_own_event
from workbench.logs.header import NotALog, parse_header
from workbench.logs.lines import CHUNK, LONGEST, Cutter
from workbench.logs.order import Order
from workbench.logs.rows import Found, LogRead, Rows, state_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.model import Damage


def read_log(found: Found) -> LogRead:
    """Read a log in a file of its own, in one go; nothing is raised, what cannot be read is damage."""
    reading = Reading(found)
    rows = Rows()
    for piece in reading:
        rows.extend(piece)
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
    """One pass over a log: iterating gives its rows piece by piece; afterwards the rest of `LogRead` is known.

    A store that takes the pieces as they come needs memory for one of them, not for the log.
    """

    def __init__(self, found: Found) -> None:
        self.found = found
        self.damage: list[Damage] = list(found.notes)
        self.torn_bytes = 0
        self.decoded_bytes = 0
        self._line = 1
        self._order: Order | None = None

    def __iter__(self) -> Iterator[Rows]:
        try:
            self._order = Order(self.found.header, first_own_event(self.found, texts))
            yield from self._pieces(self._order)
        except OSError as fault:
            self.damage.append(damage("unreadable", f"the file could not be read: {fault.strerror or fault}"))
        self._finish()

    def result(self, rows: Rows) -> LogRead:
        """Return what the pass gave, with rows that were collected from it."""
        open_turn = self._order is not None and self._order.open_turn
        return LogRead(
            found=self.found,
            header=self.found.header,
            rows=rows,
            damage=self.damage,
            torn_bytes=self.torn_bytes,
            decoded_bytes=self.decoded_bytes,
            state=state_of(self.damage, self.torn_bytes, open_turn),
            open_turn=open_turn,
        )

    def _pieces(self, order: Order) -> Iterator[Rows]:
        cutter = Cutter()
        if self.found.encoding == "zstd":
            source = Inflater(Path(self.found.path).read_bytes())
            source.damage = self.damage
            for text in source:
                if text is None:
                    yield from self._rows(cutter.take(), order)
                    self._cut_off(cutter)
                else:
                    lines = cutter.feed(text)
                    self._too_long(cutter)
                    yield from self._rows(lines, order)
            yield from self._rows(cutter.take(), order)
            self.torn_bytes = source.torn_bytes
            self._cut_off(cutter)
            return
        for text in texts(self.found):
            assert text is not None  # noqa: S101 - plain text has no holes
            lines = cutter.feed(text)
            self._too_long(cutter)
            yield from self._rows(lines, order)
        yield from self._rows(cutter.take(), order)
        self._torn(cutter)

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

    def _too_long(self, cutter: Cutter) -> None:
        if skipped := cutter.skipped():
            self._lost("line-too-long", f"it has {skipped:,} bytes, more than the limit of {LONGEST:,}", skipped)

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
        if not size:
            return
        if self._line == 1:
            self._header(text)
            return
        self.torn_bytes = size
        message = f"the last {size} bytes are no whole line: still being written, or the writer stopped there"
        self.damage.append(damage("torn-tail", message, line=self._line, offset=self.decoded_bytes, raw=text))

    def _finish(self) -> None:
        if self._order is None:
            return
        self.damage += self._order.summary()
        if not self._order.rows and self._line == 2:
            self.damage.append(damage("header-only", "the log has a header and no rows"))
