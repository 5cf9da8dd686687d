"""Cards and timeline rows: everything a drawing needs."""

from __future__ import annotations

import msgspec

from workbench.model.calls import Approval, Call, Provenance
from workbench.model.details import Detail, TodoDetail
from workbench.model.values import ActionKind, Json, Value
from workbench.model.views import CallView, ReadResult, ResultView, SearchResult, View, WebResult


class Parsed(Value, frozen=True, kw_only=True):
    """A view that was read off the text of a result, since the log has no metadata for it; `rule` says how.

    `is_total_known` is False where the text does not say how much there is in all; `locator` is the file that holds
    what is not shown, as the text names it.
    """

    view: ReadResult | SearchResult | WebResult
    rule: str
    is_total_known: bool = True
    locator: str | None = None


class Attachment(Value, frozen=True, kw_only=True):
    """Data that lies beside the log, found by its hash. Without `data_base64`, `missing` says why it is not shown.

    `missing` is one of `not-stored`, `too-large`, `wrong-hash`, `wrong-type`, `no-hash`, `unreadable`.
    """

    attachment_id: str
    media_type: str
    data_base64: str | None = None
    missing: str | None = None


class HookRun(Value, frozen=True, kw_only=True):
    """One hook of the user's that ran: at which point, which one, and what it decided."""

    point: str
    handler: str | None
    seq: int
    matcher: str | None = None
    dialect: str | None = None
    decision: str | None = None
    exit_code: int | None = None
    duration_ms: float | None = None
    stderr: str | None = None


class Happening(Value, frozen=True, kw_only=True):
    """A row that was written while a call ran, or between calls: what changed, in words, with its facts."""

    seq: int
    type: str
    title: str
    time_ms: int | None = None
    facts: tuple[tuple[str, str], ...] = ()


class Replacement(Value, frozen=True, kw_only=True):
    """A shorter copy that took the place of a result, for the model alone; the card shows the result itself."""

    seq: int
    text: str
    chars: int


class Line(Value, frozen=True, kw_only=True):
    """Rows of the log that a card stands on: one, or neighbours of one type and role."""

    seq: int
    last_seq: int
    rows: int
    type: str
    role: str
    time_ms: int | None = None


class Replaced(Value, frozen=True, kw_only=True):
    """One row that a compaction took out of what the model sees."""

    seq: int
    type: str
    title: str
    chars: int | None = None
    key: str | None = None


class FoldedCard(Value, frozen=True, kw_only=True):
    """What the folded row of a card shows; its members mean what those of `CardModel` mean, and are equal to them."""

    call: Call
    """The call without its result."""
    type: str
    title: str
    hint: str
    kind: ActionKind
    badges: tuple[str, ...]
    why: tuple[str, ...]


class CardModel(Value, frozen=True, kw_only=True):
    """What a call shows at a moment: view, state, timing, provenance. Pure; drawn by `widgets.draw`.

    `badges` are stable words with at most one argument: `exit 3`, `signal SIGTERM`, `timed out 4000`, `aborted`,
    `not started`, `rejected`, `cancelled`, `unavailable`, `sandbox`, `truncated`, `spilled`, `capped`, `empty`,
    `background`, `waited 4000`.
    `notes` are whole sentences. `why` is the order of dispatch that was tried, the last entry being the one taken.
    """

    call: Call
    type: str
    title: str
    kind: ActionKind
    badges: tuple[str, ...]
    call_view: CallView | None
    result_view: ResultView | None
    view: View
    notes: tuple[str, ...]
    provenance: dict[str, Provenance]
    why: tuple[str, ...]
    content: tuple[Json, ...]
    detail: Detail | None = None
    approvals: tuple[Approval, ...] = ()
    cwd: str | None = None
    parsed: Parsed | None = None
    locator: str | None = None
    """The file that holds the whole of a capped result, as its text names it; never opened by itself."""
    attachments: dict[str, Attachment] = msgspec.field(default_factory=dict)
    hooks: tuple[HookRun, ...] = ()
    happenings: tuple[Happening, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    lines: tuple[Line, ...] = ()
    lines_left: int = 0
    hint: str = ""
    """What stands beside the title of the folded row: what went wrong, what the call is for, or what came of it."""


class TimelineModel(Value, frozen=True, kw_only=True):
    """A row of the timeline that is no tool card: message, notice, compaction, retry, stand-alone approval."""

    key: str
    session_id: str
    kind: str
    seq: int
    time_ms: int | None
    clock_ms: int | None
    begin_ms: int | None = None
    end_ms: int | None = None
    title: str
    text: str | None = None
    blocks: tuple[Json, ...] = ()
    source: str | None = None
    state: str | None = None
    badges: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    provenance: dict[str, Provenance] = msgspec.field(default_factory=dict)
    facts: tuple[tuple[str, str], ...] = ()
    """Names (words of `workbench.strings`, `name.<word>`) with values."""
    attachments: dict[str, Attachment] = msgspec.field(default_factory=dict)
    replaced: tuple[Replaced, ...] = ()
    replaced_left: int = 0
    todo: TodoDetail | None = None
    approvals: tuple[Approval, ...] = ()
