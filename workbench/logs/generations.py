"""The generations of the log format that are read, and how they differ for a reader of rows.

Generation 0 and 1 differ by the number alone. Generation 2 puts the stream of an answer into its row, so that a row is
an event; 3 renames and adds types; 4 changes the shape of messages. All of them have the same envelope.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final

import msgspec

from workbench.logs.careful import Refused, read_line
from workbench.logs.columns import NONE
from workbench.logs.lines import Cutter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from workbench.logs.rows import Found

KNOWN: Final = (0, 1, 2, 3, 4)
END_SEED: Final = "session/end-seed"


def named() -> str:
    """Return the generations that are read, as words of a sentence."""
    return f"{KNOWN[0]} to {KNOWN[-1]}"


def ends_inherited_seed(data: bytes) -> bool:
    """Tell whether the data of a `session/end-seed` row says that what stands before it is inherited."""
    try:
        members = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        return False
    return isinstance(members, dict) and members.get("inherited") is True


def first_own_event(found: Found, texts: Callable[[Found], Iterator[bytes | None]]) -> int:
    """Return the seq of the first event that is not copied from another session; 0 if nothing is.

    Generations 0 and 1 say in the header how many events were copied. Later ones have a row `session/end-seed` with
    `inherited: true` after the copied events; a copy of a copy has several, and the last counts. The log is read once
    more for it, unless its header says that it has no seed. Where that row is missing (the log was cut off before
    it, or it was lost), the events from before the log was made are the copied ones: they keep their times.
    """
    if found.generation < 2:
        return found.header.seed_length or 0
    if found.header.is_seeded is False:
        return 0
    seq = 0
    cutter = Cutter()
    for text in texts(found):
        seq = _last_mark(cutter.take() if text is None else cutter.feed(text), seq)
    seq = _last_mark(cutter.take(), seq)
    return seq or (_first_of_its_time(found, texts) if found.header.is_seeded else 0)


def _first_of_its_time(found: Found, texts: Callable[[Found], Iterator[bytes | None]]) -> int:
    """Return the seq of the first event that is not older than its log; without one, the seq after the last event."""
    seq = 0
    cutter = Cutter()
    for text in chain(texts(found), [None]):
        for line in (cutter.take() if text is None else cutter.feed(text)).split(b"\n"):
            row = read_line(line)
            if isinstance(row, Refused) or row.seq == NONE:
                continue
            if row.time != NONE and row.time >= found.header.created_at:
                return row.seq
            seq = row.seq + 1
    return seq


def _last_mark(lines: bytes, seq: int) -> int:
    if END_SEED.encode() in lines:
        for line in lines.split(b"\n"):
            if END_SEED.encode() in line:
                row = read_line(line)
                if not isinstance(row, Refused) and row.type == END_SEED and ends_inherited_seed(row.data):
                    seq = row.seq
    return seq
