"""What reading a log tells beside its rows."""

from __future__ import annotations

from workbench.model.values import Severity, Value


class Damage(Value, frozen=True, kw_only=True):
    """Something in a source that is not as the format says. Nothing is dropped without one of these.

    `line` counts the lines of the decoded stream from 1 (the header); `offset` is the byte offset in it.
    """

    code: str
    severity: Severity
    message: str
    line: int | None = None
    offset: int | None = None
    raw: bytes | None = None
    session_id: str | None = None
    path: str | None = None


class Skipped(Value, frozen=True, kw_only=True):
    """A file met while searching that is no session log, and why."""

    path: str
    reason: str


class Header(Value, frozen=True, kw_only=True):
    """The header line of a session log, all generations. `generation` is its `version`, 0 where a template has none."""

    session_id: str
    generation: int
    created_at: int
    cwd: str | None = None
    parent_session: str | None = None
    origin: str | None = None
    depth: int = 0
    preset: str | None = None
    seed_length: int | None = None
    is_seeded: bool | None = None
    raw: bytes = b""
