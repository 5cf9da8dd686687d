"""What reading a log gives: columns of rows, the header, and everything that was not as it should be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from workbench.logs.columns import Rows
from workbench.logs.damage import as_text
from workbench.model import Damage, Header, Skipped, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

Encoding = Literal["jsonl", "zstd", "sqlite"]
LogState = Literal["complete", "open-turn", "torn", "damaged"]


class Found(Value, frozen=True, kw_only=True):
    """A log that was found, known by its header alone. `bytes` is the size of its file; notes are about its place."""

    path: str
    encoding: Encoding
    generation: int
    header: Header
    bytes: int
    notes: tuple[Damage, ...] = ()

    @property
    def shown(self) -> str:
        """The path as a text; `path` may hold bytes that are no UTF-8, which only a file system takes."""
        return as_text(self.path)


class Other(Value, frozen=True, kw_only=True):
    """A file that is no session log, and why: of another agent, empty, not readable, too new or something else."""

    kind: Literal["other", "foreign", "empty", "unreadable", "unsupported"]
    reason: str


class Discovery(Value, frozen=True, kw_only=True):
    """What a search gave: logs, files that are none, and what is wrong about files that are in no log's notes."""

    found: tuple[Found, ...]
    skipped: tuple[Skipped, ...] = ()
    damage: tuple[Damage, ...] = ()


@dataclass(slots=True)
class LogRead:
    """A log as far as it was read.

    `torn_bytes` are the bytes of the file that belong to no line or frame yet; `decoded_bytes` the size of what was
    read, after decompression.

    `state` is the first that holds: `damaged` (damage of severity error: some bytes are in no row), `torn` (the file
    ends in the middle of a line or frame), `open-turn` (the last turn that was started has no end), `complete`. So a
    damaged or torn log can have an open turn as well: ask `open_turn`.

    `changed_ns` is when the file was last changed, as it was when reading began; None where nobody looked.
    """

    found: Found
    header: Header
    rows: Rows
    damage: list[Damage]
    torn_bytes: int
    decoded_bytes: int
    state: LogState
    open_turn: bool = False
    changed_ns: int | None = None


def state_of(damage: Sequence[Damage], torn_bytes: int, open_turn: bool) -> LogState:
    """Return the state that wins, in the order that `LogRead` names."""
    if any(entry.severity == "error" and entry.code != "name-disagrees" for entry in damage):
        return "damaged"
    if torn_bytes:
        return "torn"
    return "open-turn" if open_turn else "complete"
