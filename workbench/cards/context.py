"""What a card needs beside its own call: gathered by `replay`, so that building a card stays pure."""

from __future__ import annotations

from workbench.model import Agent, Approval, Provenance, Value


class ChildFacts(Value, frozen=True, kw_only=True):
    """A child session as its own log tells it, or its id alone where the log is not there."""

    session_id: str
    has_log: bool
    state: str | None = None
    calls: int | None = None
    turns: int | None = None
    started_ms: int | None = None
    ended_ms: int | None = None
    tokens: int | None = None


class RunFacts(Value, frozen=True, kw_only=True):
    """One workflow run with its members, in the order of their numbers. `phase` of a member stands in `phases`."""

    run_id: str
    name: str | None
    state: str
    agents: tuple[Agent, ...] = ()
    phases: tuple[str | None, ...] = ()


class JobFacts(Value, frozen=True, kw_only=True):
    """A background job joined over the calls that name it."""

    job_id: str
    state: str | None
    exit_code: int | None
    polls: int


class CardContext(Value, frozen=True, kw_only=True):
    """Facts around one call. Everything is empty or None where the session has nothing of the kind."""

    cwd: str | None = None
    approvals: tuple[Approval, ...] = ()
    child: ChildFacts | None = None
    candidates: tuple[str, ...] = ()
    run: RunFacts | None = None
    run_link: Provenance | None = None
    lineage: tuple[Agent, ...] = ()
    job: JobFacts | None = None
    previous_todos: tuple[tuple[str, str], ...] | None = None
