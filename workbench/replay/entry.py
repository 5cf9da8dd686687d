"""A row of a timeline before anything of it is read."""

from __future__ import annotations

from workbench.model import Value


class Entry(Value, frozen=True, kw_only=True):
    """One row of a timeline: a card (`call_key`) or another row (`kind`)."""

    key: str
    kind: str
    seq: int
    last_seq: int | None
    type: str | None
    time_ms: int | None
    clock_ms: int | None
    call_key: str | None = None
    inherited: bool | None = None
    interrupted: bool | None = None
    begin_ms: int | None = None
    end_ms: int | None = None
