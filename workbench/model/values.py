"""Words and the base of all plain values."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Json = Any
"""Any JSON value: None, bool, int, float, str, list of Json, dict of str to Json."""

State = Literal["streaming", "proposed", "running", "waiting", "done", "failed", "denied", "interrupted"]
Outcome = Literal["ok", "error", "exit", "signal", "timeout", "denied", "interrupted", "not-started", "unknown"]
DurationKind = Literal["exact", "upper-bound", "from-child", "missing"]
ProvenanceKind = Literal["recorded", "parsed", "inferred", "missing"]
LinkSource = Literal["recorded", "text-id", "label-prompt-time", "ambiguous", "none"]
LineageSource = Literal["recorded", "inferred"]
"""How a child without a link of its own is known: a row names it, or its parent and the time it was made do."""
ExitSource = Literal["marker", "no-marker", "error", "none"]
Severity = Literal["note", "warning", "error"]
ActionKind = Literal["read", "edit", "delete", "move", "search", "execute", "fetch", "other"]

CARD_TYPES = (
    "generic", "terminal", "diff", "search", "read", "web", "code", "subagent", "progress", "job", "todo", "question",
    "approval", "list", "media", "mount", "chip",
)  # fmt: skip
TIMELINE_KINDS = ("user", "assistant", "reasoning", "context", "notice", "compaction", "retry")
ROW_KINDS = CARD_TYPES + TIMELINE_KINDS
"""Kinds of a timeline row; an index into this tuple is what the browser is sent."""

STATES: tuple[State, ...] = ("streaming", "proposed", "running", "waiting", "done", "failed", "denied", "interrupted")
ACTIONS: tuple[ActionKind, ...] = ("read", "edit", "delete", "move", "search", "execute", "fetch", "other")
DURATION_KINDS: tuple[DurationKind, ...] = ("exact", "upper-bound", "from-child", "missing")
OUTCOMES: tuple[Outcome, ...] = (
    "ok", "error", "exit", "signal", "timeout", "denied", "interrupted", "not-started", "unknown",
)  # fmt: skip


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all plain values; `frozen` and `kw_only` are said again on every class, for type checkers and msgspec."""
