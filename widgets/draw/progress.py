"""The progress card: a workflow run as a bar of phases that open into agents, and its agents over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.facts import origin
from workbench.widgets.draw.look import HEAD_CHARS, MOST_ITEMS, TAIL_CHARS
from workbench.widgets.draw.parts import dot, label, meta, note, pairs, some
from workbench.widgets.draw.rail import rail
from workbench.widgets.draw.subagent import STATES
from workbench.widgets.draw.text import plain
from workbench.widgets.draw.words import duration
from workbench.widgets.element import Element, Fold, Lane, Lanes, More, el

from workbench.model import ProgressDetail
from workbench.strings import t

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import Agent, CardModel, Phase


def progress(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the run: a bar with its counts, phases with agents, lanes over time, script, and its result."""
    detail = card.detail
    if not isinstance(detail, ProgressDetail):
        return (*rail(look), *blocks(card.content, look, "result"))
    agents = [agent for phase in detail.phases for agent in phase.agents]
    return (
        *_bar(card, detail, agents),
        *(_phase(phase, number) for number, phase in enumerate(detail.phases)),
        *_by_lineage(detail),
        *_lanes(card, agents or list(detail.children)),
        *rail(look),
        *_script(detail, look),
        *_result(card, look),
    )


def _bar(card: CardModel, detail: ProgressDetail, agents: Sequence[Agent]) -> Iterator[Node]:
    settled = sum(agent.state not in ("running", "unknown") for agent in agents)
    failed = sum(agent.state == "failed" for agent in agents)
    state = detail.run_state
    if detail.run_id is None:
        yield note(
            t("progress.no_run") if card.call.result is not None or not detail.phases else t("progress.not_begun")
        )
    counts = None
    if detail.run_id is not None:
        parts = [el("span", part, cls=cls) for part, cls in _counts(len(agents), settled, failed)]
        counts = el("span", *[node for part in parts for node in (" · ", part)][1:])
    yield from some(meta(el("span", detail.name, cls="wb-strong") if detail.name else None, _state(state), counts))
    if agents:
        yield el(
            "progress", value=settled, max=len(agents), cls="wb-bar",
            aria_label=t("progress.settled", settled=settled, n=len(agents)),
        )  # fmt: skip
    link = origin(detail.link) if detail.link is not None else None
    yield from some(pairs(((t("progress.run"), detail.run_id), (t("progress.link"), link))))


def _counts(started: int, settled: int, failed: int) -> Iterator[tuple[str, str]]:
    yield t("progress.settled", settled=settled, n=started), "wb-count"
    if failed:
        yield t("progress.failed", n=failed), "wb-count wb-bad"


def _state(state: str | None) -> Element | None:
    return dot(STATES.get(state, state)) if state else None


def _phase(phase: Phase, number: int) -> Node:
    name = phase.name if phase.name is not None else t("progress.no_phase")
    head: list[Node] = [el("span", name, cls="wb-strong")]
    if phase.started or phase.agents:
        parts = _counts(phase.started, phase.settled, phase.failed)
        running = phase.started - phase.settled
        head += [node for part, cls in parts for node in (" · ", el("span", part, cls=cls))]
        if running:
            head += [" · ", dot("running")]
    else:
        head += [" · ", el("span", t("progress.settled", settled=0, n=0), cls="wb-count"), " · "]
        head.append(el("span", t("progress.not_started"), cls="wb-state wb-state-not-started"))
    if not phase.declared and phase.name is not None:
        head.append(el("span", f" · {t('progress.undeclared')}", cls="wb-meta"))
    if phase.detail:
        head.append(el("span", f" · {phase.detail[:400]}", cls="wb-meta"))
    if not phase.agents:
        return el("div", *head, cls="wb-phase")
    is_open = len(phase.agents) <= 12 or phase.failed > 0
    return Fold(tuple(head), tuple(_agents(phase.agents)), open=is_open, key=f"phase-{number}", cls="wb-phase")


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


def _lanes(card: CardModel, agents: Sequence[Agent]) -> tuple[Node, ...]:
    """Return the agents over time, once there are two to compare; an open one ends where the card is seen."""
    timed = [agent for agent in agents if agent.started_ms is not None][: 2 * MOST_ITEMS]
    if len(timed) < 2:
        return ()
    starts = [agent.started_ms for agent in timed if agent.started_ms is not None]
    ends = [agent.ended_ms for agent in timed if agent.ended_ms is not None]
    if card.call.ended_ms is not None and len(ends) < len(timed):
        ends.append(card.call.ended_ms)
    start, end = min(starts), max([*starts, *ends])
    lanes = tuple(_lane(agent) for agent in timed)
    return (label(t("progress.lanes", time=duration(end - start))), Lanes(lanes, start, max(end, start + 1)))


def _lane(agent: Agent) -> Lane:
    name = agent.label or agent.child_session_id or "?"
    start, end = agent.started_ms or 0, agent.ended_ms
    state = STATES.get(agent.state, agent.state)
    took = duration(max(end - start, 0)) if end is not None else t("state.running")
    word = t(f"state.{state}") if state != "unknown" else t("state.unknown")
    return Lane(name[:60], ((start, end, state, f"{word} · {took}", None),))


def _script(detail: ProgressDetail, look: Look) -> tuple[Node, ...]:
    if not detail.script:
        return ()
    lines = detail.script.count("\n") + 1
    summary = (el("span", t("progress.script")), el("span", f" · {t('size.lines', n=lines)}", cls="wb-meta"))
    nodes = plain(detail.script, look, "script", lang="typescript", most=HEAD_CHARS + TAIL_CHARS)
    return (Fold(summary, nodes, key="script", open="script" in look.shown),)


def _result(card: CardModel, look: Look) -> tuple[Node, ...]:
    if card.call.result is None:
        return ()
    nodes = blocks(card.call.result.content, look, "result")
    if card.call.is_error:
        return (el("div", *nodes, cls="wb-error"),)
    return (label(t("progress.result")), *nodes) if nodes else ()
