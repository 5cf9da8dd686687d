"""A session with everything below its calls as one list in pre-order, and the columnar index of that list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from workbench.cards.badges import is_failure
from workbench.model import ACTIONS, DURATION_KINDS, OUTCOMES, ROW_KINDS, STATES, Call, FoldedCard, TimelineModel, Value
from workbench.replay.entry import Entry
from workbench.replay.index import DISPATCH, HAS_CHILDREN, INHERITED, NONE_U8, NONE_U16, OF_CHILD, Index
from workbench.replay.timeline import Timeline

_ROW_KIND, _ACTION, _DURATION_KIND, _STATE, _OUTCOME = (
    {word: number for number, word in enumerate(words)}
    for words in (ROW_KINDS, ACTIONS, DURATION_KINDS, STATES, OUTCOMES)
)
SAME_IN_EVERY_CHILD = frozenset({"context"})
"""Rows of a child that its parent's call does not show."""


class FlatRow(Value, frozen=True, kw_only=True):
    """One row: where it stands, and the call or the entry it shows."""

    timeline: Timeline
    depth: int
    parent: int
    call_key: str | None = None
    entry: Entry | None = None


def flatten(timeline: Timeline, keys: Iterable[str] | None = None) -> list[FlatRow]:
    """Return the rows of a session (or of some of its calls) in pre-order.

    A session that would stand below itself, which only a made-up log can say, is not entered again.
    """
    rows: list[FlatRow] = []
    if keys is not None:
        for key in keys:
            _add(rows, timeline, key)
        return rows
    for entry in timeline.entries:
        if entry.call_key is not None:
            _add(rows, timeline, entry.call_key)
        else:
            rows.append(FlatRow(timeline=timeline, depth=0, parent=-1, entry=entry))
    return rows


def _add(rows: list[FlatRow], timeline: Timeline, key: str) -> None:
    pending: list[tuple[Timeline, str | Entry, int, int, frozenset[str]]]
    pending = [(timeline, key, 0, -1, frozenset({timeline.session_id}))]
    while pending:
        line, what, depth, parent, above = pending.pop()
        number = len(rows)
        if not isinstance(what, str):
            rows.append(FlatRow(timeline=line, depth=depth, parent=parent, entry=what))
            continue
        rows.append(FlatRow(timeline=line, depth=depth, parent=parent, call_key=what))
        below = [
            (child, inner, depth + 1, number, above | {child.session_id})
            for child, inner in _inside(line, what)
            if child is line or child.session_id not in above
        ]
        pending.extend(reversed(below))


def _inside(timeline: Timeline, key: str) -> Iterator[tuple[Timeline, str | Entry]]:
    """Yield what stands below a call: its calls, and all that its children were told, said and did."""
    for inner in timeline.below.get(key, ()):
        yield timeline, inner
    for child in timeline.child_sessions(key):
        if timeline.knows(child):
            told = timeline.child(child)
            for entry in told.entries:
                if entry.kind not in SAME_IN_EVERY_CHILD:
                    yield told, entry if entry.call_key is None else entry.call_key


def index_of(rows: list[FlatRow], t0: int, tools: list[str]) -> Index:
    """Return the columnar index of flat rows.

    Args:
        rows: from `flatten`.
        t0: milliseconds since 1970 that the clocks count from.
        tools: is filled with the tool names that the index points into.
    """
    numbers: dict[str, int] = {}
    transitions = _transitions(rows, t0)
    parents = {row.parent for row in rows}
    models = list(_models(rows))
    calls = [model.call if isinstance(model, FoldedCard) else None for model in models]
    index = Index(
        kind=_u8(_ROW_KIND[_kind(model)] for model in models),
        icon=_u8(_ACTION[model.kind] if isinstance(model, FoldedCard) else NONE_U8 for model in models),
        tool=np.array([_tool(call, numbers) for call in calls], "<u2"),
        depth=_i32(row.depth for row in rows),
        parent=_i32(row.parent for row in rows),
        seq=_i32(_seq(model) for model in models),
        clock=_i32(_since(_begin(model), t0) for model in models),
        end=_i32(_since(_end(model), t0) for model in models),
        wait=_i32(_known(call.wait_ms if call else None) for call in calls),
        duration=_i32(_known(call.duration_ms if call else None) for call in calls),
        duration_kind=_u8(_DURATION_KIND[call.duration_kind if call else "missing"] for call in calls),
        state=_u8(_STATE[call.state] if call else NONE_U8 for call in calls),
        outcome=_u8(_OUTCOME[call.outcome] if call and call.outcome else NONE_U8 for call in calls),
        flags=_u8(
            (INHERITED if call and call.inherited else 0)
            | (HAS_CHILDREN if number in parents else 0)
            | (DISPATCH if call and call.depth else 0)
            | (OF_CHILD if row.timeline is not rows[0].timeline else 0)
            for number, (row, call) in enumerate(zip(rows, calls, strict=True))
        ),
        titles=[model.title for model in models],
        hints=[model.hint if isinstance(model, FoldedCard) else "" for model in models],
        badges=_badges(rows, models),
        keys=[model.call.key if isinstance(model, FoldedCard) else model.key for model in models],
        t_start=transitions[0],
        t_clock=transitions[1],
        t_state=transitions[2],
    )
    tools[:] = list(numbers)
    index.check()
    return index


def _models(rows: list[FlatRow]) -> Iterator[FoldedCard | TimelineModel]:
    wanted: dict[str, tuple[Timeline, list[str], list[Entry]]] = {}
    for row in rows:
        _, keys, entries = wanted.setdefault(row.timeline.session_id, (row.timeline, [], []))
        if row.call_key is not None:
            keys.append(row.call_key)
        elif row.entry is not None:
            entries.append(row.entry)
    found: dict[str, TimelineModel] = {}
    for timeline, keys, entries in wanted.values():
        timeline.fill(keys)
        found |= {model.key: model for model in timeline.rows(entries)}
    for row in rows:
        yield row.timeline.folded(row.call_key) if row.call_key is not None else found[row.entry.key]  # type: ignore[union-attr]


def _badges(rows: list[FlatRow], models: list[FoldedCard | TimelineModel]) -> list[str]:
    """The badges of each row; a call below which calls failed says how many, at any depth."""
    failed = [int(isinstance(model, FoldedCard) and is_failure(model.call)) for model in models]
    inside = [0] * len(rows)
    for number in range(len(rows) - 1, -1, -1):
        parent = rows[number].parent
        if parent >= 0:
            inside[parent] += inside[number] + failed[number]
    return [
        "\x1f".join((*model.badges, f"failed inside {count}") if count else model.badges)
        for model, count in zip(models, inside, strict=True)
    ]


def _transitions(rows: list[FlatRow], t0: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    own = [row.timeline.changed.get(row.call_key, ()) if row.call_key is not None else () for row in rows]
    start = np.zeros(len(rows) + 1, "<i4")
    np.cumsum([len(found) for found in own], out=start[1:])
    clocks = np.array([_since(clock, t0) for found in own for clock, _ in found], "<i4")
    return start, clocks, _u8(_STATE[state] for found in own for _, state in found)


def _kind(model: FoldedCard | TimelineModel) -> str:
    return model.type if isinstance(model, FoldedCard) else model.kind


def _tool(call: Call | None, numbers: dict[str, int]) -> int:
    if call is None:
        return NONE_U16
    number = numbers.setdefault(call.name, len(numbers))
    return min(number, NONE_U16 - 1)


def _seq(model: FoldedCard | TimelineModel) -> int:
    if isinstance(model, TimelineModel):
        return model.seq
    call = model.call
    return next((seq for seq in (call.call_seq, call.proposed_seq, call.result_seq) if seq is not None), 0)


def _begin(model: FoldedCard | TimelineModel) -> int | None:
    if isinstance(model, FoldedCard):
        return model.call.started_ms
    return model.clock_ms if model.begin_ms is None else model.begin_ms


def _end(model: FoldedCard | TimelineModel) -> int | None:
    return model.call.ended_ms if isinstance(model, FoldedCard) else model.end_ms


def _since(time: int | None, t0: int) -> int:
    return -1 if time is None or not 0 <= time - t0 < 2**31 else time - t0


def _known(value: int | None) -> int:
    return -1 if value is None else min(value, 2**31 - 1)


def _i32(values: Iterable[int]) -> np.ndarray:
    return np.fromiter(values, "<i4")


def _u8(values: Iterable[int]) -> np.ndarray:
    return np.fromiter(values, "u1")
