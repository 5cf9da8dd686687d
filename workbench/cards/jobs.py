"""A background job as one card: its command, its state, and everything that was read of its output."""

from __future__ import annotations

import re
from typing import Literal

from workbench import markers
from workbench.cards.arguments import Arguments, parse
from workbench.cards.context import CardContext, JobFacts
from workbench.cards.texts import result_text
from workbench.model import Call, JobDetail, JobNotice, JobRead
from workbench.tools import jobs

ENDED = frozenset({"completed", "killed", "failed"})
_KILLS = frozenset({"job_kill", "task_kill"})
_READS = frozenset({"job_output", "task_output"})
_STARTED = re.compile(markers.JOB_STARTED)
_KILL_LATE = re.compile(markers.JOB_KILL_FINISHED)
_KILL_ASKED = re.compile(markers.JOB_KILL_REQUESTED)
_EXIT = re.compile(markers.JOB_EXIT)
_SIGNAL = re.compile(markers.JOB_SIGNAL)


def job_of(call: Call, arguments: Arguments, context: CardContext) -> JobDetail:
    """Return the job of a call that starts one, looks at one, or orders its end."""
    role = role_of(call)
    return started(call, arguments, context) if role == "start" else _about(call, arguments, context, role)


def role_of(call: Call) -> Literal["start", "read", "kill"]:
    """Return what a call has to do with a job."""
    return "read" if call.name in _READS else "kill" if call.name in _KILLS else "start"


def started(call: Call, arguments: Arguments, context: CardContext) -> JobDetail:
    """Return the job that a call started, with all that later calls brought of it.

    Without a look at it the state is what the start said: running. Without a result nothing is known yet.
    """
    text = result_text(call)
    said = _STARTED.match(text or "") if not call.is_error else None
    known = context.job
    reads = tuple(_read(each) for each in context.job_reads)
    code, signal = _ending(known.detail if known else None)
    return JobDetail(
        role="start",
        job_id=said[1] if said else known.job_id if known else None,
        command=arguments.string("command") or arguments.string("prompt"),
        description=arguments.string("description"),
        status=(known.state if known else None) or ("running" if said else None),
        detail=known.detail if known else None,
        exit_code=code,
        signal=signal,
        text=_joined(reads),
        polls=known.polls if known else None,
        kind=known.kind if known else None,
        dropped=next((read.dropped for read in reversed(reads) if read.dropped), None),
        reads=reads,
        notice=_notice(known),
        started_ms=call.started_ms,
        ended_ms=known.ended_ms if known else None,
    )


def _notice(known: JobFacts | None) -> JobNotice | None:
    if known is None or known.notice_seq is None:
        return None
    return JobNotice(
        seq=known.notice_seq, time_ms=known.notice_ms, status=known.notice_status, detail=known.notice_detail
    )


def _about(call: Call, arguments: Arguments, context: CardContext, role: Literal["read", "kill"]) -> JobDetail:
    """Return what one look at a job, or one order to end it, tells by itself."""
    read = _read(call)
    code, signal = _ending(read.detail)
    return JobDetail(
        role=role,
        job_id=arguments.string("job_id") or arguments.string("task_id"),
        command=_command(context.job_start, context.job),
        status=read.status,
        detail=read.detail,
        exit_code=code,
        signal=signal,
        text=read.text,
        kind=context.job.kind if context.job else None,
        dropped=read.dropped,
    )


def _command(start: Call | None, known: JobFacts | None) -> str | None:
    """Return the command of the job that a poll is about: from the call that started it, or as a list named it."""
    if start is not None:
        arguments = parse(start.arguments)
        return arguments.string("command") or arguments.string("description")
    return known.label if known else None


def _read(call: Call) -> JobRead:
    role = role_of(call)
    what: Literal["read", "kill"] = "kill" if role == "kill" else "read"
    text = result_text(call) if not call.is_error else None
    status = detail = shown = dropped = None
    if text is not None and what == "read":
        said = jobs.parse_output(text)
        shown = said.text if said else text
        status, detail, dropped = (said.status, said.detail, said.dropped) if said else (None, None, None)
    elif text is not None:
        late = _KILL_LATE.match(text)
        status = late[2] if late else "stopping" if _KILL_ASKED.match(text) else None
        detail, shown = (late[3] if late else None), text
    return JobRead(
        key=call.key,
        what=what,
        state=call.state,
        seq=call.result_seq,
        time_ms=call.ended_ms,
        status=status,
        detail=detail,
        text=shown,
        dropped=dropped,
        reason=parse(call.arguments).string("reason") if what == "kill" else None,
    )


def _joined(reads: tuple[JobRead, ...]) -> str | None:
    """Return the output of all looks, None where nobody looked.

    The harness ends each with a line of its own, so a line that was cut between two looks reads as two lines.
    """
    found = [read.text for read in reads if read.what == "read" and read.text is not None]
    if not found:
        return None
    return "\n".join(text.removesuffix("\n") for text in found if text)


def _ending(detail: str | None) -> tuple[int | None, str | None]:
    code, signal = _EXIT.search(detail or ""), _SIGNAL.search(detail or "")
    return int(code[1][:15]) if code else None, signal[1] if signal else None
