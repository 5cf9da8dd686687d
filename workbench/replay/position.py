"""Where a session is read to."""

from __future__ import annotations

from typing import Any

from workbench.model import Value

NEVER = 2**62
"""A number that no row and no clock reaches."""


class Position(Value, frozen=True, kw_only=True):
    """A moment of a session: what had been written when a row was the last, or when a clock showed a time.

    Attributes:
        clock: milliseconds since 1970; what other logs say later does not count. The clock of a session is the highest
            time of its rows so far.
        seq: the last event of the session that counts.
        k: how many stream records of the next row had arrived: from generation 2 on they stand inside the row that
            they became, each with a time of its own.
        is_inferred: the session is another one's child, and was cut at its parent's clock.
    """

    clock: int = NEVER
    seq: int = NEVER
    k: int = 0
    is_inferred: bool = False

    @property
    def bounds(self) -> dict[str, Any]:
        """The position as the packaged queries take it."""
        return {"clock": self.clock, "seq": self.seq, "k": self.k}


END = Position()
"""Everything that was read: the moment at the end."""
