"""What cards of a type hold beside the view: children, runs, jobs, lists, questions, plugins."""

from __future__ import annotations

from typing import Literal

from workbench.model.calls import Provenance
from workbench.model.values import LineageSource, LinkSource, State, Value


class Phase(Value, frozen=True, kw_only=True):
    """One phase of a workflow run: `declared` in the call's arguments, seen through its agents, or both.

    `name` None collects the agents that have no phase. `entered` says that the run itself said so, which few sources
    do. `unsettled` are agents that started and of which nothing more is known.
    """

    name: str | None
    declared: bool
    detail: str | None = None
    agents: tuple[Agent, ...] = ()
    started: int = 0
    settled: int = 0
    failed: int = 0
    cancelled: int = 0
    unsettled: int = 0
    running: int = 0
    entered: bool = False


class Agent(Value, frozen=True, kw_only=True):
    """One member of a workflow run, or one child session known by lineage (`label` None)."""

    label: str | None
    state: Literal["running", "completed", "failed", "cancelled", "unknown"]
    child_session_id: str | None
    link_source: LineageSource
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


class CodeDetail(Value, frozen=True, kw_only=True):
    """A program and its one text output; logs and value are one text, since the log has no field for either.

    `failure` is why the program ended badly, parted from what it had printed before (`output`). `logs` are the lines
    that some older logs keep apart in the metadata.
    """

    program: str
    language: str = "typescript"
    output: str | None = None
    failure: str | None = None
    logs: tuple[str, ...] | None = None
    tracks: tuple[Track, ...] = ()
    now_ms: int | None = None


class ChildTurn(Value, frozen=True, kw_only=True):
    """One turn of a child session; `reason` is how it ended, None while it is open."""

    turn: int | None
    started_ms: int | None
    ended_ms: int | None = None
    reason: str | None = None


class Track(Value, frozen=True, kw_only=True):
    """One subagent on the time axis that it shares with others.

    `depth` 0 is the level of the card's own call. `spans` are (start, end, state): the child's turns, where its log is
    there, else the call; an end of None is still open. `is_self` marks the card's own child.
    """

    label: str
    spans: tuple[tuple[int, int | None, str], ...]
    depth: int = 0
    child_session_id: str | None = None
    has_log: bool = False
    is_self: bool = False


class AgentMessage(Value, frozen=True, kw_only=True):
    """Something said between a parent and its child after the start: a further order, a report, the news of its end."""

    what: Literal["sent", "interrupt", "report", "settled"]
    text: str
    seq: int
    time_ms: int | None = None


class SubagentDetail(Value, frozen=True, kw_only=True):
    """The child of a subagent call. `child_has_log` False with an id means: log not found.

    `child_ended_ms` is the child's own end, `result_ms` the time of the call's result row in the parent.
    """

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
    is_fork: bool = False
    job: JobDetail | None = None
    result_ms: int | None = None
    child_started_ms: int | None = None
    child_last_ms: int | None = None
    child_depth: int | None = None
    child_model: str | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    turns: tuple[ChildTurn, ...] = ()
    tracks: tuple[Track, ...] = ()
    now_ms: int | None = None
    messages: tuple[AgentMessage, ...] = ()


class ProgressDetail(Value, frozen=True, kw_only=True):
    """A workflow run, or a run known only by its children (`run_id` None).

    `log` are the script's own lines, which only some sources have. `value` is what the run returned, as JSON text, and
    `failure` why it did not; both are read off the result's text.
    """

    name: str | None
    run_id: str | None
    run_state: str | None
    phases: tuple[Phase, ...]
    agents_started: int | None
    script: str | None = None
    children: tuple[Agent, ...] = ()
    link: Provenance | None = None
    description: str | None = None
    log: tuple[str, ...] = ()
    value: str | None = None
    value_missing_chars: int | None = None
    failure: str | None = None
    run_started_ms: int | None = None
    run_ended_ms: int | None = None
    now_ms: int | None = None


class JobRead(Value, frozen=True, kw_only=True):
    """One call about a job: a look at its output (`read`), or the order to end it (`kill`).

    `text` is what it brought, without the harness's own lines; None where the call has no result yet, or failed.
    """

    key: str
    what: Literal["read", "kill"]
    state: State
    seq: int | None
    time_ms: int | None
    status: str | None = None
    detail: str | None = None
    text: str | None = None
    dropped: str | None = None
    reason: str | None = None


class JobNotice(Value, frozen=True, kw_only=True):
    """The message with which the harness tells that a job is over."""

    seq: int
    time_ms: int | None
    status: str | None
    detail: str | None


class JobDetail(Value, frozen=True, kw_only=True):
    """A background job as this call knows it.

    The call that starts a job (`role` start) has everything: `reads` in order, whose texts joined are the scrollback,
    and the notice of its end. A poll (`read`) or an order to end it (`kill`) has its own text alone. `started_ms` is
    the time of the call, `ended_ms` that of the first row that says the job is over; what lies between is an upper
    bound.
    """

    job_id: str | None
    command: str | None
    status: str | None
    text: str | None
    polls: int | None = None
    description: str | None = None
    role: Literal["start", "read", "kill"] = "start"
    kind: str | None = None
    detail: str | None = None
    exit_code: int | None = None
    signal: str | None = None
    dropped: str | None = None
    reads: tuple[JobRead, ...] = ()
    notice: JobNotice | None = None
    started_ms: int | None = None
    ended_ms: int | None = None


class TodoDetail(Value, frozen=True, kw_only=True):
    """A todo list as one call writes it. `gone` are items of the list before that are no longer in it."""

    items: tuple[Todo, ...]
    gone: tuple[str, ...] = ()
    has_before: bool = False


class QuestionDetail(Value, frozen=True, kw_only=True):
    """Questions with their answers."""

    questions: tuple[Question, ...]
    answered: bool


class ListDetail(Value, frozen=True, kw_only=True):
    """A table: column names and rows of text."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    links: tuple[str | None, ...] = ()
    """The session that a row is about, where its log is loaded; empty, or one entry a row."""


class FactsDetail(Value, frozen=True, kw_only=True):
    """Names with values: a goal, a reminder, a task. Names are words of `workbench.strings` (`name.<word>`)."""

    facts: tuple[tuple[str, str], ...]
    text: str | None = None
    rule: str | None = None


class Section(Value, frozen=True, kw_only=True):
    """A heading with what stands under it: markdown, or JSON where `is_json`."""

    heading: str | None
    text: str
    is_json: bool = False


class MountDetail(Value, frozen=True, kw_only=True):
    """A plugin that the model wrote, or a look at the plugins.

    `sources` are pairs of which half it is (host, client or None) and the program. `provides` and `needs` are read off
    the program's text, `refusal` is what went wrong in plain words.
    """

    action: str
    name: str | None = None
    purpose: str | None = None
    plugin_id: str | None = None
    package_id: str | None = None
    run_id: str | None = None
    status: str | None = None
    sources: tuple[tuple[str | None, str], ...] = ()
    provides: tuple[tuple[str, str], ...] = ()
    needs: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    refusal: str | None = None
    sections: tuple[Section, ...] = ()


class ChipDetail(Value, frozen=True, kw_only=True):
    """A call that is told by one word and perhaps a text, or a value as JSON text."""

    label: str
    text: str | None = None
    value: str | None = None


Detail = (
    CodeDetail
    | SubagentDetail
    | ProgressDetail
    | JobDetail
    | TodoDetail
    | QuestionDetail
    | ListDetail
    | ChipDetail
    | FactsDetail
    | MountDetail
)
