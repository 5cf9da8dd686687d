"""The messages between kernel and browser, version 1: the same for the live comm and for an exported file.

A browser asks, the kernel answers with the same `id`; an answer goes to every view of a model, so an `id` begins with
the view's own random prefix and each view takes only its own. A question that gets no answer is asked again (front ends
drop messages silently above a rate), so answering twice must be harmless. What the kernel says unasked carries a
running number `n`; it tells only *that* something changed, so a view that missed one catches up by asking.
Browser to kernel messages are far below the few megabytes that front ends lose.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NotRequired, Protocol, TypedDict, runtime_checkable

from workbench.replay.index import Index

VERSION: Final = 1
MAX_BODIES: Final = 16
"""Most bodies answered to one question; a browser asks for the rest again."""


MAX_CHUNKS: Final = 2
"""Most chunks of texts in a welcome, the first and the last; the others are asked for one by one."""


class Counts(TypedDict):
    """Number of calls by state, for what the model issued and for sub-calls, and by outcome for those that have one."""

    calls: dict[str, int]
    dispatches: dict[str, int]
    call_outcomes: NotRequired[dict[str, int]]
    dispatch_outcomes: NotRequired[dict[str, int]]
    children: NotRequired[int]
    """Sessions of subagents below the calls, at any depth."""


class Meta(TypedDict, total=False):
    """What a source says about its session. Only `title`, `session_id`, `t0` and `tools` are always there.

    `t0` is milliseconds since 1970; `live` says that rows are still being added; `single` that the rows are one card
    and what stands below it, shown open, without header and filters; `tools` are the names that the index's tool column
    points into; `panel` is element-tree JSON that stands below the header. `labels`, `allow`, `kinds`, `actions`,
    `states`, `outcomes` and `duration_kinds` are added on the way (`vocabulary.full_meta`).
    """

    title: str
    session_id: str
    banner: str | None
    cwd: str | None
    model: str | None
    counts: Counts
    t0: int
    live: bool
    single: bool
    panel: list[Any]
    language: str
    tools: list[str]
    labels: dict[str, str]
    allow: dict[str, Any]
    kinds: list[str]
    actions: list[str]
    states: list[str]
    outcomes: list[str]
    duration_kinds: list[str]


class ReplaySource(Protocol):
    """Where a replay takes its rows from. Called from any thread, one call at a time."""

    def meta(self) -> dict[str, Any]:
        """Return a `Meta`."""

    def index(self) -> Index:
        """Return the index of all rows."""

    def body(self, row: int, highlight: bool) -> bytes:
        """Return the body of a row: a list of nodes as element-tree JSON; highlighted text is asked for later."""


@runtime_checkable
class Acting(Protocol):
    """A source that also answers actions of its bodies, such as the next page of an output."""

    def act(self, row: int, action: str) -> bytes:
        """Return the new body of the row as element-tree JSON."""


class Hello(TypedDict):
    """Asks for meta, the head from row `since` on, the first chunk there and the last one. Answered by `Welcome`."""

    type: Literal["hello"]
    id: str
    v: int
    since: int


class Ping(TypedDict):
    """Asks whether anything changed; sent every few seconds where `live` stands in the meta. Answered by `Pong`."""

    type: Literal["ping"]
    id: str


class AskIndex(TypedDict):
    """Asks for the chunk of rows `start` up to `stop`. Answered by `IndexChunk` and one buffer."""

    type: Literal["index"]
    id: str
    start: int
    stop: int


class AskBodies(TypedDict):
    """Asks for the bodies of rows. Answered by `Bodies` and one buffer a row, in its order."""

    type: Literal["body"]
    id: str
    rows: list[int]
    highlight: bool


class Act(TypedDict):
    """An action of a body was chosen. Answered by `Bodies` with the row's new body."""

    type: Literal["act"]
    id: str
    row: int
    action: str


Question = Hello | Ping | AskIndex | AskBodies | Act


class Welcome(TypedDict):
    """Buffers: the head, then one for each of `chunks` (bounds of rows).

    The head begins with row `since`, which is the bound of a chunk at or before the one asked for. `n` is the running
    number of the last `Changed`.
    """

    type: Literal["welcome"]
    id: str
    v: int
    meta: dict[str, Any]
    rows: int
    since: int
    chunk: int
    chunks: list[tuple[int, int]]
    revision: int
    n: int


class Pong(TypedDict):
    """The revision of the index."""

    type: Literal["pong"]
    id: str
    revision: int


class IndexChunk(TypedDict):
    """One buffer: the chunk. A `revision` other than the browser's says that the index changed: say hello again."""

    type: Literal["index"]
    id: str
    start: int
    stop: int
    revision: int


class Bodies(TypedDict):
    """Buffers: one a row. A row in `failed` could not be drawn; its buffer is empty, the text says why."""

    type: Literal["body"]
    id: str
    rows: list[int]
    failed: dict[str, str]
    highlight: bool
    revision: int


class Failure(TypedDict):
    """A question that could not be answered, in one sentence."""

    type: Literal["error"]
    id: str
    message: str


Answer = Welcome | Pong | IndexChunk | Bodies | Failure


class Changed(TypedDict):
    """Said unasked: rows from `start` on changed or came in addition; the browser asks for what it needs."""

    type: Literal["changed"]
    n: int
    rows: int
    start: int
    revision: int
