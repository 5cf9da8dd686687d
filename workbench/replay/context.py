"""Everything that one opened card needs beside its own call, gathered from the session it stands in.

What many cards share stands in `Surroundings`; what only the opened one needs (texts of polls, pictures, rows written
while it ran, the time axis of subagents) is read here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from workbench.cards import CardContext, ChildFacts, RunFacts
from workbench.cards.happenings import hook_of, settled, told
from workbench.model import Agent, AgentMessage, Call, ChildTurn, Happening, HookRun, Line, Replacement, Value
from workbench.replay.attachments import attachments_of
from workbench.replay.calls import payloads, with_results
from workbench.replay.payload import decode, result_of
from workbench.replay.position import END
from workbench.replay.query import records
from workbench.replay.tracks import tracks_of

if TYPE_CHECKING:
    from workbench.replay.timeline import Timeline

_QUIET = frozenset({"todo/write"})
"""Rows that say the same as the card they belong to."""
MOST = 200
"""Rows of one call that are read."""
LINES = 30
"""Entries of the list of rows that a card stands on."""


class Closer(Value, frozen=True, kw_only=True):
    """What a session holds around its calls that only opened cards need; read once a timeline."""

    now_ms: int | None
    reads: dict[str, tuple[str, ...]]
    during: dict[str, tuple[tuple[str, int, str, int | None], ...]]
    messages: dict[str, tuple[AgentMessage, ...]]
    children: dict[str, dict[str, Any]]
    turns: dict[str, tuple[ChildTurn, ...]]
    log: dict[str, tuple[str, ...]]
    entered: dict[str, tuple[str, ...]]


def closer_of(timeline: Timeline) -> Closer:
    """Read what is around the calls of a session; a handful of small queries."""
    con, bounds = timeline.library.store.cursor(), timeline.bounds
    session = timeline.session_id
    reads: dict[str, list[str]] = defaultdict(list)
    for row in records(con, "job_reads", session=session, **bounds):
        reads[row["start_key"]].append(row["key"])
    during: dict[str, list[tuple[str, int, str, int | None]]] = defaultdict(list)
    for row in records(con, "during", session=session, **bounds):
        during[row["card_key"]].append((row["role"], row["seq"], row["type"], row["time"]))
    known = [timeline.arriving.now_ms, *(row["clock"] for row in records(con, "last_clock", session=session, **bounds))]
    children = list(timeline.around.children)
    turns: dict[str, list[ChildTurn]] = defaultdict(list)
    for row in records(con, "child_turns", children=children, **bounds):
        turns[row.pop("session_id")].append(ChildTurn(**row))
    lines: dict[str, dict[str, list[str]]] = {"log": defaultdict(list), "phase": defaultdict(list)}
    for row in records(con, "run_lines", session=session, **bounds):
        if row["run_id"] and row["text"]:
            lines[row["what"]][row["run_id"]].append(row["text"])
    facts = {row.pop("session_id"): row for row in records(con, "child_facts", children=children, **bounds)}
    for child, fact in facts.items():
        fact["last_ms"] = _last(timeline, child, fact["last_ms"])
    return Closer(
        now_ms=max((clock for clock in known if clock is not None), default=None),
        reads={start: tuple(keys) for start, keys in reads.items()},
        during={key: tuple(rows) for key, rows in during.items()},
        messages=_messages(timeline, records(con, "agent_messages", session=session, **bounds)),
        children=facts,
        turns={child: tuple(found) for child, found in turns.items()},
        log={run: tuple(found) for run, found in lines["log"].items()},
        entered={run: tuple(dict.fromkeys(found)) for run, found in lines["phase"].items()},
    )


def _last(timeline: Timeline, child: str, last_ms: int | None) -> int | None:
    """The last moment that a child's log knows, with the records of an answer that is arriving."""
    arrived = timeline.child(child).arriving.now_ms if timeline.position != END else None
    return arrived if last_ms is None else max(last_ms, arrived or 0)


def context_of(timeline: Timeline, call: Call) -> CardContext:
    """Return the facts around one call, its own result being read already."""
    base, more = timeline.around.of(call), timeline.closer
    hooks, happenings, replacements = _during(timeline, more.during.get(call.key, ()))
    job = base.job
    reads = more.reads.get(call.key, ())
    start = timeline.calls.get(job.start_key) if job is not None and job.start_key is not None else None
    con = timeline.library.store.cursor()
    lines = records(con, "card_lines", session=timeline.session_id, key=call.key, **timeline.bounds)
    return msgspec.structs.replace(
        base,
        lines=tuple(Line(**line) for line in lines[:LINES]),
        lines_left=sum(line["rows"] for line in lines[LINES:]),
        now_ms=more.now_ms,
        result_ms=_result_ms(timeline, call) if call.child_session_id is not None else None,
        child=_child(base.child, more),
        child_turns=more.turns.get(call.child_session_id or "", ()),
        run=_run(base.run, more),
        lineage=tuple(_settled(agent, more) for agent in base.lineage),
        job_start=start,
        job_reads=tuple(with_results(con, [timeline.calls[key] for key in reads if key in timeline.calls])),
        known_sessions=_known(timeline) if call.name == "list_agents" else frozenset(),
        tracks=tracks_of(timeline, call),
        messages=more.messages.get(call.child_session_id or "", ()),
        hooks=hooks,
        happenings=happenings,
        replacements=replacements,
        attachments=attachments_of(timeline, call.result.content if call.result is not None else ()),
    )


def _result_ms(timeline: Timeline, call: Call) -> int | None:
    """Return the time that the row of a result carries: for a child it may be later than the call's own end."""
    if call.result_seq is None or call.ended_ms is None:
        return None
    found = records(timeline.library.store.cursor(), "row_time", session=timeline.session_id, row=call.result_seq)
    return found[0]["time"] if found else None


def _child(child: ChildFacts | None, more: Closer) -> ChildFacts | None:
    """Return a child with what its own log tells further; a turn that ended otherwise than well is its state."""
    found = more.children.get(child.session_id) if child is not None else None
    if child is None or found is None:
        return child
    reason = found["reason"]
    state = reason if child.state == "complete" and reason not in (None, "completed") else child.state
    facts = {name: found[name] for name in ("last_ms", "output_tokens", "cached_tokens", "depth", "model")}
    return msgspec.structs.replace(child, state=state, **facts)


def _run(run: RunFacts | None, more: Closer) -> RunFacts | None:
    if run is None:
        return None
    return msgspec.structs.replace(run, log=more.log.get(run.run_id, ()), seen=more.entered.get(run.run_id, ()))


def _settled(agent: Agent, more: Closer) -> Agent:
    """Return a child known by lineage; what its own log says of its end is better than that it ended."""
    reason = more.children.get(agent.child_session_id or "", {}).get("reason")
    states = {"error": "failed", "aborted": "cancelled", "interrupted": "cancelled"}
    if agent.state != "completed" or reason not in states:
        return agent
    return msgspec.structs.replace(agent, state=states[reason])


def _known(timeline: Timeline) -> frozenset[str]:
    return frozenset(timeline.library.session_ids(timeline.position))


def _during(
    timeline: Timeline, rows: Iterable[tuple[str, int, str, int | None]]
) -> tuple[tuple[HookRun, ...], tuple[Happening, ...], tuple[Replacement, ...]]:
    """Return the hooks, the changes and the shorter copies among the rows that belong to one call."""
    listed = list(rows)[:MOST]
    if not listed:
        return (), (), ()
    con = timeline.library.store.cursor()
    data = payloads(con, timeline.session_id, [seq for _, seq, _, _ in listed])
    hooks: list[HookRun] = []
    happenings: list[Happening] = []
    replacements: list[Replacement] = []
    for role, seq, kind, time in listed:
        if seq not in data:
            continue
        if role == "replacement":
            replacements.append(_replacement(seq, data[seq]))
            continue
        body = _object(data[seq])
        if kind == "hook/invoked":
            hooks.append(hook_of(body, seq))
        elif kind == "hook/result":
            _settle(hooks, body, seq)
        elif kind not in _QUIET:
            title, facts = told(kind, body)
            happenings.append(Happening(seq=seq, type=kind, title=title, time_ms=time, facts=facts))
    return tuple(hooks), tuple(happenings), tuple(replacements)


def _settle(hooks: list[HookRun], body: dict[str, Any], seq: int) -> None:
    """Give the result of a hook to the one that is still open under its name."""
    for at in range(len(hooks) - 1, -1, -1):
        hook = hooks[at]
        if hook.decision is None and (hook.point, hook.handler) == (body.get("point"), body.get("handlerId")):
            hooks[at] = settled(hook, body)
            return
    hooks.append(settled(hook_of(body, seq), body))


def _replacement(seq: int, data: str) -> Replacement:
    texts = [
        str(block.get("text"))
        for block in result_of(data).content
        if isinstance(block, dict) and block.get("type") == "text"
    ]
    text = "\n".join(texts)
    return Replacement(seq=seq, text=text, chars=len(text))


def _messages(timeline: Timeline, said: list[dict[str, Any]]) -> dict[str, tuple[AgentMessage, ...]]:
    """Return what was said between this session and each of its children after their start, in order."""
    found: dict[str, list[AgentMessage]] = defaultdict(list)
    for row in said:
        what = "settled" if row["source_kind"] == "subagent-settled" else "report"
        found[row["sender_session_id"]].append(
            AgentMessage(what=what, text=row["text"] or "", seq=row["seq"], time_ms=row["time_ms"])  # type: ignore[arg-type]
        )
    for call in timeline.calls.values():
        if call.name not in ("send_message", "interrupt_agent") or call.call_seq is None:
            continue
        fields = _object(call.arguments)
        child = fields.get("subagent_id") or fields.get("agent_id")
        if isinstance(child, str):
            found[child].append(
                AgentMessage(
                    what="sent" if call.name == "send_message" else "interrupt",
                    text=str(fields.get("message") or ""),
                    seq=call.call_seq,
                    time_ms=call.started_ms,
                )
            )
    return {child: tuple(sorted(messages, key=lambda one: one.seq)) for child, messages in found.items()}


def _object(text: str) -> dict[str, Any]:
    try:
        value = decode(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
