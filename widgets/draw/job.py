"""The job card: a background command with its state, everything that was read of its output, and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.parts import badge, dot, meta, note, path, some
from workbench.widgets.draw.rail import rail
from workbench.widgets.draw.terminal import prompt
from workbench.widgets.draw.text import output
from workbench.widgets.draw.words import duration, utc
from workbench.widgets.element import Element, Fold, More, el

from workbench.model import JobDetail
from workbench.strings import has, t

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel, JobRead

STATES = {"completed": "done", "stopping": "running", "killed": "interrupted"}
"""States of a job in the words of a call's."""
ENDED = frozenset({"completed", "killed", "failed"})


def job(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return a job: the call that starts one has everything, a call about one its own part."""
    detail = card.detail
    if not isinstance(detail, JobDetail):
        return (*rail(look, "rail.polls"), *blocks(card.content, look, "output"))
    command = prompt(detail.command, look, session_cwd=card.cwd) if detail.command else ()
    if detail.role != "start":
        return (*command, *some(_line(detail)), *_own(card, detail, look), *_dropped(detail), *rail(look, "rail.polls"))
    told = some(el("div", detail.description, cls="wb-description") if detail.description else None)
    return (*told, *command, *job_parts(card, detail, look))


def job_parts(card: CardModel, detail: JobDetail, look: Look) -> tuple[Node, ...]:
    """Return a started job below its command: state, joined scrollback, notice, and the calls about it."""
    result = card.call.result
    if result is None:
        return rail(look, "rail.polls")
    if result.is_error or detail.job_id is None:
        return (*blocks(card.content, look, "output"), *rail(look, "rail.polls"))
    said = (*_dropped(detail), *_notice(detail))
    return (*some(_line(detail)), *_scrollback(detail, look), *said, *_calls(detail, look))


def status_of(status: str | None) -> Element | None:
    """Return the state of a job as a sign with the harness's word for it; None where it is not known."""
    if not status:
        return None
    word = t(f"status.{status}") if has(f"status.{status}") else status
    return dot(STATES.get(status, status), word)


def _line(detail: JobDetail) -> Element | None:
    ended = detail.status in ENDED
    ran = None
    if detail.role == "start" and ended and detail.started_ms is not None and detail.ended_ms is not None:
        ran = t("job.ran", time=duration(max(detail.ended_ms - detail.started_ms, 0)))
    ending = _ending(detail)
    return meta(
        el("code", detail.job_id) if detail.job_id else None,
        status_of(detail.status) or (el("span", t("job.unknown"), cls="wb-state") if detail.job_id else None),
        ending,
        ran,
        t("job.polls", n=detail.polls) if detail.polls is not None else None,
    )


def _ending(detail: JobDetail) -> Node | None:
    if detail.signal is not None:
        return badge(f"signal {detail.signal}")
    if detail.exit_code is not None:
        return badge(f"exit {detail.exit_code}") if detail.exit_code else t("terminal.exit", n="0")
    return detail.detail or None


def _scrollback(detail: JobDetail, look: Look) -> tuple[Node, ...]:
    """Return the output of all polls as one; a job that nobody looked at has none in the log."""
    if detail.text is None:
        return (note(t("job.not_read")),)
    return output(detail.text, look) or (note(t("terminal.no_output")),)


def _own(card: CardModel, detail: JobDetail, look: Look) -> tuple[Node, ...]:
    """Return what one call about a job brought."""
    result = card.call.result
    if result is None:
        return ()
    if result.is_error or detail.text is None:
        nodes = blocks(card.content, look, "output")
        return (el("div", *nodes, cls="wb-error"),) if result.is_error else nodes
    if detail.role == "kill":
        return (note(detail.text),)
    return output(detail.text, look) or (note(t("job.nothing")),)


def _dropped(detail: JobDetail) -> tuple[Node, ...]:
    return (el("div", f"{t('job.dropped')} ", path(detail.dropped), cls="wb-spill"),) if detail.dropped else ()


def _notice(detail: JobDetail) -> Iterator[Node]:
    notice = detail.notice
    if notice is None:
        return
    status = notice.status or "?"
    words = t(f"status.{status}") if has(f"status.{status}") else status
    if notice.detail:
        words = f"{words}, {notice.detail}"
    yield el(
        "div",
        el("span", t("job.notice", status=words)),
        el("span", f" · {_when(notice.time_ms, notice.seq)}", cls="wb-meta"),
        cls="wb-note wb-job-notice",
    )


def _when(time_ms: int | None, seq: int | None) -> str:
    when = utc(time_ms) if time_ms is not None else t("fact.no_time")
    return t("job.row", time=when, seq="?" if seq is None else str(seq))


def _calls(detail: JobDetail, look: Look) -> tuple[Node, ...]:
    """Return the calls about a job, folded: as cards where they are drawn here, else one line each.

    Those that programs made stand below their programs, and are lines here.
    """
    cards = {getattr(child, "key", None): child for child in look.children}
    looks = {read.key for read in detail.reads}
    others = (child for child in look.children if getattr(child, "key", None) not in looks)
    inside = (*(cards.get(read.key) or _read(read) for read in detail.reads), *others)
    if not inside:
        return ()
    summary = (el("span", t("job.calls", n=len(inside))),)
    return (Fold(summary, (el("div", *inside, cls="wb-rail"),), key="calls", cls="wb-job-calls"),)


def _read(read: JobRead) -> Element:
    brought = None
    if read.what == "read" and read.text is not None:
        lines = read.text.count("\n") + bool(read.text and not read.text.endswith("\n"))
        brought = t("size.lines", n=lines) if read.text else t("job.nothing")
    elif read.state == "failed":
        brought = t("job.failed_read")
    line = meta(
        More(t(f"job.{read.what}"), action=f"goto:{read.key}"),
        brought,
        status_of(read.status),
        read.detail,
        read.reason,
        _when(read.time_ms, read.seq),
    )
    assert line is not None  # noqa: S101 - it always has its word
    return line
