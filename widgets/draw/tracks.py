"""Calls, agents and sessions side by side over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.look import MOST_ITEMS
from workbench.widgets.draw.parts import label, note
from workbench.widgets.draw.words import duration
from workbench.widgets.element import Lane, Lanes

from workbench.strings import has, t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.widgets.element import Node, Span

    from workbench.model import Track

_NAME = 60
_OPEN = frozenset({"running", "waiting", "streaming", "proposed"})
"""States in which a span goes on; in any other its end is merely not known."""


def tracks(found: Sequence[Track], heading: str, now_ms: int | None = None) -> tuple[Node, ...]:
    """Return tracks as lanes on one axis, under how much time they cover; nothing where none has a time.

    Args:
        found: what to draw, in order; deeper ones are set in.
        heading: key of the text above, which has a place for the time.
        now_ms: up to where an open span is drawn; default: the last time that any of them knows.
    """
    shown = [track for track in found if track.spans][: 2 * MOST_ITEMS]
    if not shown:
        return ()
    starts = [start for track in shown for start, _, _ in track.spans]
    ends = [end for track in shown for _, end, _ in track.spans if end is not None]
    is_open = any(end is None and state in _OPEN for track in shown for _, end, state in track.spans)
    start = min(starts)
    end = max([*starts, *ends, *([now_ms] if is_open and now_ms is not None else [])])
    lanes = tuple(Lane(_name(track), tuple(_span(track, span) for span in track.spans)) for track in shown)
    left = len(found) - len(shown)
    rest = (note(t("more.blocks", n=left)),) if left > 0 else ()
    return (label(t(heading, time=duration(end - start))), Lanes(lanes, start, max(end, start + 1)), *rest)


def _name(track: Track) -> str:
    name = track.label if len(track.label) <= _NAME else track.label[: _NAME - 1] + "…"
    name = f"{'› ' * track.depth}{name}"
    return f"{name} ({t('subagent.self')})" if track.is_self else name


def _span(track: Track, span: tuple[int, int | None, str]) -> Span:
    start, end, state = span
    word = t(f"state.{state}") if has(f"state.{state}") else state
    ending = t("progress.open" if state in _OPEN else "progress.end_unknown")
    took = duration(max(end - start, 0)) if end is not None else ending
    parts = [word, took]
    if track.child_session_id is not None and not track.has_log:
        parts.append(t("subagent.no_log_lane"))
    opens = f"open:{track.child_session_id}" if track.child_session_id is not None and track.has_log else None
    return (start, end, state, " · ".join(parts), opens)
