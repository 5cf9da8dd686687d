"""The progress card: a workflow run as a bar of phases that open into agents, and its agents over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.facts import origin
from workbench.widgets.draw.look import HEAD_CHARS, MOST_ITEMS, TAIL_CHARS
from workbench.widgets.draw.parts import dot, label, meta, note, pairs, some
from workbench.widgets.draw.rail import rail
from workbench.widgets.draw.raw import json_nodes
from workbench.widgets.draw.subagent import STATES
from workbench.widgets.draw.text import plain
from workbench.widgets.draw.tracks import tracks
from workbench.widgets.draw.words import duration
from workbench.widgets.element import Element, Fold, More, el

from workbench.model import ProgressDetail, Track
from workbench.strings import has, t

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import Agent, CardModel, Phase


_LOG = 20
"""Lines of a script's log that stand open."""


def progress(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the run: a bar with its counts, phases with agents, lanes over time, log, script, and its result."""
    detail = card.detail
    if not isinstance(detail, ProgressDetail):
        return (*rail(look), *blocks(card.content, look, "result"))
    agents = [agent for phase in detail.phases for agent in phase.agents]
    is_known = detail.run_id is not None or (card.call.depth == 0 and card.call.state != "done")
    return (
        *_bar(card, detail, agents),
        *(_phase(phase, number, is_known=is_known) for number, phase in enumerate(detail.phases)),
        *_by_lineage(detail),
        *_lanes(card, detail, agents or list(detail.children)),
        *_log(detail),
        *rail(look),
        *_script(detail, look),
        *_result(card, detail, look),
    )


def _bar(card: CardModel, detail: ProgressDetail, agents: Sequence[Agent]) -> Iterator[Node]:
    settled = sum(agent.state not in ("running", "unknown") for agent in agents)
    state = detail.run_state
    if detail.run_id is None:
        is_early = card.call.result is None and card.call.depth == 0
        yield note(t("progress.not_begun" if is_early and detail.phases else "progress.no_run"))
    counts = None
    if detail.run_id is not None:
        counts = el("span", *[node for part in _counts(agents) for node in (" · ", part)][1:])
    took = None
    if detail.run_started_ms is not None and detail.run_ended_ms is not None:
        took = t("progress.took", time=duration(max(detail.run_ended_ms - detail.run_started_ms, 0)))
    name = el("span", detail.name, cls="wb-strong") if detail.name else None
    yield from some(meta(name, _state(state), counts, took))
    if detail.description:
        yield el("div", detail.description[:1_000], cls="wb-description")
    if agents:
        yield el(
            "progress", value=settled, max=len(agents), cls="wb-bar wb-bar-bad" if _is_bad(state) else "wb-bar",
            aria_label=t("progress.settled", settled=settled, n=len(agents)),
        )  # fmt: skip
    link = origin(detail.link) if detail.link is not None else None
    yield from some(pairs(((t("progress.run"), detail.run_id), (t("progress.link"), link))))


def _is_bad(state: str | None) -> bool:
    return STATES.get(state or "", state) == "failed"


def _counts(agents: Sequence[Agent]) -> Iterator[Node]:
    """Yield how many agents are settled, and how many of each other kind there are."""

    def count(*states: str) -> int:
        return sum(agent.state in states for agent in agents)

    settled = count("completed", "failed", "cancelled")
    yield el("span", t("progress.settled", settled=settled, n=len(agents)), cls="wb-count")
    if failed := count("failed"):
        yield el("span", t("progress.failed", n=failed), cls="wb-count wb-bad")
    if cancelled := count("cancelled"):
        yield el("span", t("progress.cancelled", n=cancelled), cls="wb-count")
    if running := count("running"):
        yield dot("running", t("progress.running", n=running))
    if unsettled := count("unknown"):
        yield el("span", t("progress.unsettled", n=unsettled), cls="wb-count wb-warn")


def _state(state: str | None) -> Element | None:
    if not state:
        return None
    word = t(f"reason.{state}") if has(f"reason.{state}") and state != "completed" else None
    return dot(STATES.get(state, state), word)


def _phase(phase: Phase, number: int, *, is_known: bool) -> Node:
    """Return a phase; without a record of the run it is not known whether it began."""
    name = phase.name if phase.name is not None else t("progress.no_phase")
    head: list[Node] = [el("span", name, cls="wb-strong")]
    if phase.agents:
        head += [node for part in _counts(phase.agents) for node in (" · ", part)]
    else:
        count = el("span", t("progress.settled", settled=0, n=0), cls="wb-count")
        head += [" · ", *((count, " · ") if is_known else ())]
        key = "progress.entered" if phase.entered else "progress.not_started" if is_known else "progress.not_known"
        head.append(el("span", t(key), cls="wb-state wb-state-not-started"))
    if (took := _took(phase.agents)) is not None:
        head += [" · ", el("span", took, cls="wb-time")]
    if not phase.declared and phase.name is not None:
        head.append(el("span", f" · {t('progress.undeclared')}", cls="wb-meta"))
    if phase.detail:
        head.append(el("span", f" · {phase.detail[:400]}", cls="wb-meta"))
    if not phase.agents:
        return el("div", *head, cls="wb-phase")
    is_open = len(phase.agents) <= 12 or phase.failed > 0
    return Fold(tuple(head), tuple(_agents(phase.agents)), open=is_open, key=f"phase-{number}", cls="wb-phase")


def _took(agents: Sequence[Agent]) -> str | None:
    """Return the time from the first start to the last end of a phase's agents, None while one of them is open."""
    starts = [agent.started_ms for agent in agents if agent.started_ms is not None]
    ends = [agent.ended_ms for agent in agents if agent.ended_ms is not None]
    if not starts or len(ends) < len(agents):
        return None
    return duration(max(max(ends) - min(starts), 0))


def _agents(agents: Sequence[Agent]) -> Iterator[Node]:
    for agent in agents[: 4 * MOST_ITEMS]:
        yield _agent(agent)
    left = len(agents) - 4 * MOST_ITEMS
    if left > 0:
        yield note(t("more.agents", n=left))


def _agent(agent: Agent) -> Element:
    child = agent.child_session_id
    took = None
    if agent.started_ms is not None and agent.ended_ms is not None:
        took = duration(max(agent.ended_ms - agent.started_ms, 0))
    goto = More(t("subagent.open"), action=f"open:{child}") if child and agent.has_log else None
    return el(
        "div",
        dot(STATES.get(agent.state, agent.state)),
        " ",
        el("span", agent.label if agent.label is not None else t("progress.no_label"), cls="wb-agent-label"),
        *((el("span", f" · {took}", cls="wb-time"),) if took else ()),
        *((el("span", f" · {t('subagent.calls', n=agent.calls)}", cls="wb-meta"),) if agent.calls is not None else ()),
        *((" ", el("code", child, cls="wb-id")) if child else ()),
        *((" ", goto) if goto else ()),
        *((el("span", f" · {t('subagent.no_log')}", cls="wb-warn"),) if child and not agent.has_log else ()),
        cls="wb-agent",
    )


def _by_lineage(detail: ProgressDetail) -> tuple[Node, ...]:
    if not detail.children:
        return ()
    n = len(detail.children)
    return (
        label(t("progress.children", n=n)),
        note(t("progress.inferred")),
        el("div", *_agents(detail.children), cls="wb-agents"),
    )


def _lanes(card: CardModel, detail: ProgressDetail, agents: Sequence[Agent]) -> tuple[Node, ...]:
    """Return the agents over time, once there are two to compare; an open one ends where the card is seen."""
    timed = [agent for agent in agents if agent.started_ms is not None]
    if len(timed) < 2:
        return ()
    now = card.call.ended_ms if card.call.ended_ms is not None else detail.now_ms
    return tracks([_track(agent) for agent in timed], "progress.lanes", now)


def _track(agent: Agent) -> Track:
    return Track(
        label=agent.label or agent.child_session_id or "?",
        spans=((agent.started_ms or 0, agent.ended_ms, STATES.get(agent.state, agent.state)),),
        child_session_id=agent.child_session_id,
        has_log=agent.has_log,
    )


def _log(detail: ProgressDetail) -> Iterator[Node]:
    """Yield the last lines that the script wrote, where the source has any; the ordinary logs have none."""
    if not detail.log:
        return
    tail, before = detail.log[-_LOG:], detail.log[:-_LOG]
    yield label(t("progress.log", n=len(tail)))
    if before:
        summary = (el("span", t("progress.log_more", n=len(before))),)
        yield Fold(summary, tuple(el("div", line[:2_000], cls="wb-log-line") for line in before[-500:]), key="log")
    yield el("div", *(el("div", line[:2_000], cls="wb-log-line") for line in tail), cls="wb-log")


def _script(detail: ProgressDetail, look: Look) -> tuple[Node, ...]:
    if not detail.script:
        return ()
    lines = detail.script.count("\n") + 1
    summary = (el("span", t("progress.script")), el("span", f" · {t('size.lines', n=lines)}", cls="wb-meta"))
    nodes = plain(detail.script, look, "script", lang="typescript", most=HEAD_CHARS + TAIL_CHARS)
    return (Fold(summary, nodes, key="script", open="script" in look.shown),)


def _result(card: CardModel, detail: ProgressDetail, look: Look) -> tuple[Node, ...]:
    """Return the value of a run, or why it has none; the whole text stands in the fold below."""
    if card.call.result is None:
        return ()
    if detail.value is not None:
        missing = detail.value_missing_chars
        cut = (note(t("progress.value_cut", n=missing)),) if missing else ()
        return (label(t("progress.value")), *json_nodes(detail.value, look, "value"), *cut)
    nodes = blocks(card.content, look, "result")
    if card.call.is_error:
        return (el("div", *nodes, cls="wb-error"),)
    return (label(t("progress.result")), *nodes) if nodes else ()
