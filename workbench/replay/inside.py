"""What went wrong below a call, for its folded row in static forms; the index counts the same over its own rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.cards.badges import is_failure

if TYPE_CHECKING:
    from workbench.replay.timeline import Timeline


def failed_inside(timeline: Timeline, key: str) -> int:
    """Return how many calls below a call went wrong, at any depth; no session is entered below itself."""
    failed = 0
    pending = [(timeline, key, frozenset({timeline.session_id}))]
    while pending:
        line, outer, above = pending.pop()
        for child, inner in line.children(outer):
            if child is line or child.session_id not in above:
                failed += is_failure(child.calls[inner])
                pending.append((child, inner, above | {child.session_id}))
    return failed
