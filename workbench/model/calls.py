"""One call as the store joins it, its result, and where values come from."""

from __future__ import annotations

from workbench.model.values import DurationKind, ExitSource, Json, LinkSource, Outcome, ProvenanceKind, State, Value


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


class Approval(Value, frozen=True, kw_only=True):
    """One request for approval, joined with its decision.

    `is_over` is that its call, or its turn where it names no call, ended without one: nobody waits for it any more.
    """

    approval_id: str
    tool: str
    reason: str | None
    asked_seq: int
    asked_ms: int | None
    outcome: str | None
    decided_seq: int | None = None
    wait_ms: int | None = None
    is_over: bool = False
