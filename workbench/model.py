"""Plain values: what every room hands to the next one. No behaviour beyond reading a member by its wire name.

Times are milliseconds since 1970 (integers, as the logs write them) unless a name ends in `_at`; durations are
milliseconds; a value that is not known is None, never 0.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

Json = Any
"""Any JSON value: None, bool, int, float, str, list of Json, dict of str to Json."""

State = Literal["streaming", "proposed", "running", "waiting", "done", "failed", "denied", "interrupted"]
Outcome = Literal["ok", "error", "exit", "signal", "timeout", "denied", "interrupted", "not-started", "unknown"]
DurationKind = Literal["exact", "upper-bound", "from-child", "missing"]
ProvenanceKind = Literal["recorded", "parsed", "inferred", "missing"]
LinkSource = Literal["recorded", "text-id", "label-prompt-time", "ambiguous", "none"]
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


# ---------------------------------------------------------------------------------------------------- views


class Wire(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """A value in the harness's wire shape; members are read as `view.exit_code` or `view["exitCode"]`."""

    def __getitem__(self, name: str) -> Any:
        if name == "card" and self.__struct_config__.tag_field == "card":
            return self.__struct_config__.tag
        for attribute, wire in zip(self.__struct_fields__, self.__struct_encode_fields__, strict=True):
            if name in (wire, attribute):
                value = getattr(self, attribute)
                if value is UNSET:
                    break
                return value
        raise KeyError(name)

    def get(self, name: str, default: Any = None) -> Any:
        """Return the member with this wire name, or the default where it is absent."""
        try:
            return self[name]
        except KeyError:
            return default

    @property
    def card(self) -> str:
        """The tag of a view: generic, terminal, diff, search, read or web."""
        return str(self.__struct_config__.tag)


class Location(Wire, frozen=True, kw_only=True):
    """A place a call is about."""

    path: str
    line: int | UnsetType = UNSET


class FileDiff(Wire, frozen=True, kw_only=True):
    """One hunk or one whole file; `old_text` None is a new file or an unknown prior text."""

    path: str
    old_text: str | None
    new_text: str


class GenericCall(Wire, frozen=True, tag_field="card", tag="generic", kw_only=True):
    """Call view without a card of its own."""

    title: str
    kind: ActionKind | UnsetType = UNSET
    raw_input: Json | UnsetType = UNSET
    content: list[Json] | UnsetType = UNSET
    locations: list[Location] | UnsetType = UNSET


class TerminalCall(Wire, frozen=True, tag_field="card", tag="terminal", kw_only=True):
    """A command in the foreground; the title is the command."""

    title: str
    description: str | UnsetType = UNSET
    cwd: str | UnsetType = UNSET


class DiffCall(Wire, frozen=True, tag_field="card", tag="diff", kw_only=True):
    """A change of files, as the arguments say it."""

    title: str
    diffs: list[FileDiff]
    locations: list[Location] | UnsetType = UNSET


class GenericResult(Wire, frozen=True, tag_field="card", tag="generic", kw_only=True):
    """Result view without a card of its own; `content` absent means the raw result blocks."""

    title: str | UnsetType = UNSET
    content: list[Json] | UnsetType = UNSET


class TerminalResult(Wire, frozen=True, tag_field="card", tag="terminal", kw_only=True):
    """Output of a command; at most one of `exit_code` and `signal`."""

    title: str | UnsetType = UNSET
    output: str | UnsetType = UNSET
    exit_code: int | UnsetType = UNSET
    signal: str | UnsetType = UNSET


class DiffResult(Wire, frozen=True, tag_field="card", tag="diff", kw_only=True):
    """The hunks that were applied."""

    title: str | UnsetType = UNSET
    diffs: list[FileDiff]


class LineMatch(Wire, frozen=True, kw_only=True):
    """One matching line."""

    line_number: int
    line: str


class FileMatches(Wire, frozen=True, kw_only=True):
    """The matching lines of one file."""

    path: str
    matches: list[LineMatch]


class SearchResult(Wire, frozen=True, tag_field="card", tag="search", kw_only=True):
    """Matches grouped by file (`shape` matches), or paths (`shape` paths)."""

    shape: Literal["matches", "paths"]
    truncated: bool
    total: int
    title: str | UnsetType = UNSET
    files: list[FileMatches] | UnsetType = UNSET
    paths: list[str] | UnsetType = UNSET


class NumberedLine(Wire, frozen=True, kw_only=True):
    """One line of a file."""

    number: int
    text: str


class ReadResult(Wire, frozen=True, tag_field="card", tag="read", kw_only=True):
    """A window of a text file."""

    path: str
    offset: int
    lines: list[NumberedLine]
    total_lines: int
    title: str | UnsetType = UNSET
    lang: str | UnsetType = UNSET
    content: list[Json] | UnsetType = UNSET


class WebSource(Wire, frozen=True, kw_only=True):
    """One source of a search answer."""

    url: str
    title: str | UnsetType = UNSET
    snippet: str | UnsetType = UNSET
    published_at: str | UnsetType = UNSET


class WebResult(Wire, frozen=True, tag_field="card", tag="web", kw_only=True):
    """A search answer with its sources (`kind` search), or a fetched page (`kind` fetch)."""

    kind: Literal["search", "fetch"]
    truncated: bool
    title: str | UnsetType = UNSET
    sources: list[WebSource] | UnsetType = UNSET
    answer: str | UnsetType = UNSET
    url: str | UnsetType = UNSET
    status_code: int | UnsetType = UNSET


CallView = GenericCall | TerminalCall | DiffCall
ResultView = GenericResult | TerminalResult | DiffResult | SearchResult | ReadResult | WebResult
View = CallView | ResultView


class ToolError(Value, frozen=True, kw_only=True):
    """`data.error` of a tool/result row."""

    name: str | None = None
    code: str | None = None


class ToolResult(Value, frozen=True, kw_only=True):
    """What a result row holds: content blocks as written, and the tool's own metadata.

    `has_meta` tells an absent `meta` from a null one; `meta_text` is its JSON as written, where the log has it, since
    a decoded number may have lost digits.
    """

    content: tuple[Json, ...]
    is_error: bool
    meta: Json = None
    has_meta: bool = False
    meta_text: str | None = None
    error: ToolError | None = None


# ---------------------------------------------------------------------------------------------------- cards


class Provenance(Value, frozen=True, kw_only=True):
    """Where a shown value comes from: recorded (seq and JSON path), parsed (rule), inferred (rule) or missing."""

    kind: ProvenanceKind
    seq: int | None = None
    path: str | None = None
    rule: str | None = None


class Call(Value, frozen=True, kw_only=True):
    """One call or dispatch as the store's `all_calls` gives it, with its raw payloads.

    `arguments` is the text the model wrote (calls) or the JSON of the recorded value (dispatches); `result` is None
    while there is none. `parent_call_id`, `root_call_id` and `depth` > 0 only for dispatches.
    """

    key: str
    session_id: str
    turn: int | None
    step: int | None
    call_id: str
    name: str
    arguments: str
    arguments_complete: bool = True
    proposed_seq: int | None = None
    call_seq: int | None = None
    result_seq: int | None = None
    started_ms: int | None = None
    ended_ms: int | None = None
    state: State = "proposed"
    outcome: Outcome | None = None
    is_error: bool | None = None
    error_code: str | None = None
    exit_code: int | None = None
    signal: str | None = None
    timed_out: bool | None = None
    exit_source: ExitSource = "none"
    result_chars: int | None = None
    wait_ms: int | None = None
    run_ms: int | None = None
    duration_ms: int | None = None
    duration_kind: DurationKind = "missing"
    child_session_id: str | None = None
    link_source: LinkSource = "none"
    parent_call_id: str | None = None
    root_call_id: str | None = None
    depth: int = 0
    approval: str | None = None
    inherited: bool = False
    result: ToolResult | None = None


class Phase(Value, frozen=True, kw_only=True):
    """One phase of a workflow run: `declared` in the call's arguments, seen through its agents, or both.

    `name` None collects the agents that have no phase.
    """

    name: str | None
    declared: bool
    detail: str | None = None
    agents: tuple[Agent, ...] = ()
    started: int = 0
    settled: int = 0
    failed: int = 0


class Agent(Value, frozen=True, kw_only=True):
    """One member of a workflow run, or one child session known by lineage (`label` None)."""

    label: str | None
    state: Literal["running", "completed", "failed", "cancelled", "unknown"]
    child_session_id: str | None
    link_source: LinkSource
    seq: int | None = None
    started_ms: int | None = None
    ended_ms: int | None = None
    calls: int | None = None
    has_log: bool = False


class Todo(Value, frozen=True, kw_only=True):
    """One item of a todo list; `was` is its status in the list before, None where it is new."""

    content: str
    status: Literal["pending", "in_progress", "completed"]
    was: str | None = None


class Question(Value, frozen=True, kw_only=True):
    """One question with its options; `selected` are the labels answered, None while open or without an answer."""

    id: str
    question: str
    header: str | None
    options: tuple[tuple[str, str], ...]
    multi_select: bool
    selected: tuple[str, ...] | None = None
    custom: str | None = None


class Approval(Value, frozen=True, kw_only=True):
    """One request for approval, joined with its decision."""

    approval_id: str
    tool: str
    reason: str | None
    asked_seq: int
    asked_ms: int
    outcome: str | None
    decided_seq: int | None = None
    wait_ms: int | None = None


class CodeDetail(Value, frozen=True, kw_only=True):
    """A program and its one text output; logs and value are one text, since the log has no field for either."""

    program: str
    language: str = "typescript"
    output: str | None = None


class SubagentDetail(Value, frozen=True, kw_only=True):
    """The child of a subagent call. `child_has_log` False with an id means: log not found."""

    label: str | None
    prompt: str | None
    mode: Literal["foreground", "background", "continuable", "unknown"]
    child_session_id: str | None
    link_source: LinkSource
    child_has_log: bool
    candidates: tuple[str, ...] = ()
    child_state: str | None = None
    child_calls: int | None = None
    child_turns: int | None = None
    child_ended_ms: int | None = None
    tokens: int | None = None
    report: str | None = None


class ProgressDetail(Value, frozen=True, kw_only=True):
    """A workflow run, or a run known only by its children (`run_id` None)."""

    name: str | None
    run_id: str | None
    run_state: str | None
    phases: tuple[Phase, ...]
    agents_started: int | None
    script: str | None = None
    children: tuple[Agent, ...] = ()
    link: Provenance | None = None


class JobDetail(Value, frozen=True, kw_only=True):
    """A background job as this call knows it."""

    job_id: str | None
    command: str | None
    status: str | None
    text: str | None
    polls: int | None = None


class TodoDetail(Value, frozen=True, kw_only=True):
    """A todo list as one call writes it."""

    items: tuple[Todo, ...]


class QuestionDetail(Value, frozen=True, kw_only=True):
    """Questions with their answers."""

    questions: tuple[Question, ...]
    answered: bool


class ListDetail(Value, frozen=True, kw_only=True):
    """A table: column names and rows of text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class ChipDetail(Value, frozen=True, kw_only=True):
    """A call that is told by one word and perhaps a text."""

    label: str
    text: str | None = None


Detail = (
    CodeDetail | SubagentDetail | ProgressDetail | JobDetail | TodoDetail | QuestionDetail | ListDetail | ChipDetail
)


class CardModel(Value, frozen=True, kw_only=True):
    """What a call shows at a moment: view, state, timing, provenance. Pure; drawn by `widgets.draw`.

    `badges` are stable words with at most one argument: `exit 3`, `signal SIGTERM`, `timed out 4000`, `aborted`,
    `not started`, `rejected`, `cancelled`, `unavailable`, `sandbox`, `truncated`, `spilled`, `capped`, `empty`,
    `background`.
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
    provenance: dict[str, Provenance] = {}
