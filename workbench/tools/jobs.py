"""The job family: `job_output`, `job_list` and `job_kill`, and their names before jobs were called jobs."""

from __future__ import annotations

import re
from typing import Any

from workbench import markers
from workbench.model import Json, Value
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import BOOLEAN, INTEGER, NUMBER, STRING, choice, closed, items, may, need
from workbench.tools.wire import generic, texts

STATUSES = ("running", "stopping", "completed", "killed", "failed")

_JOB = closed(
    id=need(STRING),
    kind=need(STRING),
    label=need(STRING),
    status=need(choice(*STATUSES)),
    detail=may(STRING),
    startedAt=need(INTEGER),
    finishedAt=may(INTEGER),
)


def status_line(job: dict[str, Any]) -> str:
    """Write the last line of a poll: the job's status and, where it has one, its detail."""
    return f"[status: {job['status']}, {job['detail']}]" if "detail" in job else f"[status: {job['status']}]"


def _render_output(_arguments: Arguments, value: Any) -> list[Json]:
    body = value["text"] or "(no new output)"
    return texts(f"{body}{'' if body.endswith(chr(10)) else chr(10)}{status_line(value['job'])}")


def _render_list(_arguments: Arguments, value: Any) -> list[Json]:
    lines = [f"{job['id']} [{job['kind']}] {job['status']} — {job['label']}" for job in value]
    return texts("\n".join(lines) or "(no background jobs)")


def _render_kill(_arguments: Arguments, value: Any) -> list[Json]:
    job = value["job"]
    if value["outcome"] == "cancellation-requested":
        return texts(f"requested cancellation of job {job['id']}")
    return texts(f"job {job['id']} had already finished {status_line(job)}")


# -------------------------------------------------------------------------------------------- back from the text


class JobRow(Value, frozen=True, kw_only=True):
    """One line of `job_list`."""

    id: str
    kind: str
    status: str
    label: str


class JobText(Value, frozen=True, kw_only=True):
    """What the text of a `job_output` result says.

    Attributes:
        text: the output since the poll before, without the harness's own lines; empty where there was none.
        status: one of the five states of a job.
        detail: what the producer adds to it.
        exit_code, signal: read off the detail of a shell job.
        dropped: where the output lies that fell out of memory, `(unavailable)` where nowhere.
    """

    text: str
    status: str
    detail: str | None
    exit_code: int | None
    signal: str | None
    dropped: str | None


_EXIT = re.compile(markers.JOB_EXIT)
_SIGNAL = re.compile(markers.JOB_SIGNAL)
_DROPPED = re.compile(markers.JOB_DROPPED)
_LISTED = re.compile(markers.JOB_LISTED)


def parse_output(words: str) -> JobText | None:
    """Read output and status off the text of a `job_output` result, None where no status line ends it."""
    status = markers.at_end(markers.JOB_STATUS_AT_END, words)
    if status is None:
        return None
    body = words[: status.start()]
    dropped = _DROPPED.search(body)
    code = _EXIT.search(status[2] or "")
    signal = _SIGNAL.search(status[2] or "")
    return JobText(
        text="" if body.startswith("(no new output)") and "\n" not in body else body,
        status=status[1],
        detail=status[2],
        exit_code=None if code is None else int(code[1]),
        signal=None if signal is None else signal[1],
        dropped=None if dropped is None else dropped[1],
    )


def parse_list(words: str) -> tuple[JobRow, ...] | None:
    """Read the rows off the text of a `job_list` result, None where a line is no row."""
    if words == "(no background jobs)":
        return ()
    rows = []
    for line in words.split("\n"):
        found = _LISTED.fullmatch(line)
        if found is None:
            return None
        rows.append(JobRow(id=found[1], kind=found[2], status=found[3], label=found[4]))
    return tuple(rows)


# --------------------------------------------------------------------------------------------------- the tools

_KINDS: dict[str, Any] = {
    "output": (
        "Read what a background job printed since the last read, and its status; may wait for its end.",
        output(closed(text=need(STRING), job=need(_JOB)), _render_output),
    ),
    "list": (
        "List the background jobs of this session, running and finished.",
        output(items(_JOB), _render_list),
    ),
    "kill": (
        "Ask a running background job to end; returns at once.",
        output(
            closed(outcome=need(choice("cancellation-requested", "already-finished")), job=need(_JOB)), _render_kill
        ),
    ),
}

_IDEALS = {
    "output": Ideal(
        cards=("terminal", "text"), need="once", shows="the new output in a terminal's look, the status as a badge",
        gaps=("G2", "G5"), tier="addition", first_tier="client",
    ),
    "list": Ideal(
        cards=("table", "text"), need="once", shows="one row a job with its state", gaps=("G5",), forks=("F2",),
        tier="addition", first_tier="client",
    ),
    "kill": Ideal(
        cards=("text",), need="once", shows="one line; the status as a badge", gaps=("G5",), tier="addition",
        first_tier="client",
    ),
}  # fmt: skip


def _family(prefix: str, noun: str, retired: str | None) -> list[Tool]:
    key = f"{prefix}_id"
    job = {key: need(STRING, f"The id that starting the {noun} gave.")}

    def reading(arguments: Arguments) -> Json:
        return generic(f"Read output from {noun} {arguments[key]}", "read", rawInput=arguments[key])

    def listing(_arguments: Arguments) -> Json:
        return generic(f"List {noun}s", "read")

    def killing(arguments: Arguments) -> Json:
        return generic(f"Kill {noun} {arguments[key]}", "execute", rawInput=arguments[key])

    wait = {
        "wait": may(BOOLEAN, "Wait for the end, up to the time limit."),
        "timeout_ms": may(NUMBER, "How long to wait, in milliseconds; 30 000 unless given, 600 000 at most."),
    }
    shapes = {
        "output": ({**job, **wait}, reading, "job"),
        "list": ({}, listing, "list"),
        "kill": ({**job, "reason": may(STRING, "Why, in a few words.")}, killing, "job"),
    }
    return [
        tool(
            f"{prefix}_{what}", "jobs", _KINDS[what][0], parameters, _KINDS[what][1],
            present_call=present, own_card=own, ideal=_IDEALS[what],
            retired=None if retired is None else retired.format(f"job_{what}"),
        )
        for what, (parameters, present, own) in shapes.items()
    ]  # fmt: skip


TOOLS: tuple[Tool, ...] = (
    *_family("job", "background job", None),
    *_family("task", "task", "Background jobs were called tasks then; the tool is called {} now."),
)
