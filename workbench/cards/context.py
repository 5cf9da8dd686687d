"""What a card needs beside its own call: gathered by `replay`, so that building a card stays pure."""

from __future__ import annotations

from workbench.model import (
    Agent,
    AgentMessage,
    Approval,
    Attachment,
    Call,
    ChildTurn,
    Happening,
    HookRun,
    Line,
    Provenance,
    Replacement,
    Track,
    Value,
)


class ChildFacts(Value, frozen=True, kw_only=True):
    """A child session as its own log tells it, or its id alone where the log is not there.

    `state` is complete, open, or how the last turn ended where that was no completion (`aborted`, `error`, …);
    `ended_ms` is the end of the last turn, `last_ms` the time of the last row.
    """

    session_id: str
    has_log: bool
    state: str | None = None
    calls: int | None = None
    turns: int | None = None
    started_ms: int | None = None
    ended_ms: int | None = None
    last_ms: int | None = None
    tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    depth: int | None = None
    model: str | None = None


class RunFacts(Value, frozen=True, kw_only=True):
    """One workflow run with its members, in the order of their numbers. `phase` of a member stands in `phases`.

    `seen` are phases that the run said it entered and `log` the lines its script wrote, where a log has such rows.
    """

    run_id: str
    name: str | None
    state: str
    agents: tuple[Agent, ...] = ()
    phases: tuple[str | None, ...] = ()
    seen: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    started_ms: int | None = None
    ended_ms: int | None = None


class JobFacts(Value, frozen=True, kw_only=True):
    """A background job joined over the calls and notices that name it.

    `started_ms` is the time of the start's result, `ended_ms` that of the first row that says the job is over; the
    members `notice_…` are those of the message that tells its end.
    """

    job_id: str
    state: str | None
    polls: int
    detail: str | None = None
    kind: str | None = None
    label: str | None = None
    start_key: str | None = None
    started_ms: int | None = None
    ended_ms: int | None = None
    notice_seq: int | None = None
    notice_ms: int | None = None
    notice_status: str | None = None
    notice_detail: str | None = None


class CardContext(Value, frozen=True, kw_only=True):
    """Facts around one call. Everything is empty or None where the session has nothing of the kind.

    `job_reads` are the calls about the call's job with their results, `job_start` the call that started it.
    `now_ms` is the last moment that the session knows, up to which an open span is drawn; `result_ms` the time of the
    call's result row, which may be later than its end.
    """

    cwd: str | None = None
    now_ms: int | None = None
    result_ms: int | None = None
    approvals: tuple[Approval, ...] = ()
    child: ChildFacts | None = None
    child_turns: tuple[ChildTurn, ...] = ()
    candidates: tuple[str, ...] = ()
    tracks: tuple[Track, ...] = ()
    messages: tuple[AgentMessage, ...] = ()
    run: RunFacts | None = None
    run_link: Provenance | None = None
    lineage: tuple[Agent, ...] = ()
    job: JobFacts | None = None
    job_start: Call | None = None
    job_reads: tuple[Call, ...] = ()
    known_sessions: frozenset[str] = frozenset()
    previous_todos: tuple[tuple[str, str], ...] | None = None
    attachments: tuple[Attachment, ...] = ()
    hooks: tuple[HookRun, ...] = ()
    happenings: tuple[Happening, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    lines: tuple[Line, ...] = ()
    lines_left: int = 0
