"""Trees of what stands still: a card with everything below it, a row, a session with its first rows or with all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.widgets.draw import draw, draw_row, head, head_row, panel
from workbench.widgets.element import Fold, el

from workbench.replay.inside import failed_inside
from workbench.replay.panel import panel_of
from workbench.strings import t

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.widgets.element import Node

    from workbench.model import TimelineModel
    from workbench.replay.timeline import Timeline

ROWS = 60
"""Most rows of a session."""
DEPTH = 8
"""How deep children are drawn."""
CHILDREN = 100
"""Most rows below one card."""
_LEFT_OUT = frozenset({"context"})
"""Rows of a child that say the same in every child."""


class Place(NamedTuple):
    """Where a card is drawn: how deep, below which sessions, and how.

    Source text may be highlighted; `listed` cards are their folded rows alone, and none of them is left out.
    """

    depth: int = 0
    above: frozenset[str] = frozenset()
    highlight: bool = False
    listed: bool = False

    def inside(self, line: Timeline) -> Place:
        """Return the place of what stands below, in this or another session."""
        return self._replace(depth=self.depth + 1, above=self.above | {line.session_id})


def card_tree(timeline: Timeline, key: str, *, highlight: bool = False) -> Node:
    """Return a card, open, with everything below it, folded."""
    return _card(timeline, key, Place(above=frozenset({timeline.session_id}), highlight=highlight))


def row_tree(row: TimelineModel) -> Node:
    """Return a row that is no card, open."""
    return Fold(summary=(head_row(row),), children=draw_row(row), open=True, key=row.key)


def session_tree(timeline: Timeline, info: dict[str, Any], banner: str | None, *, whole: bool = False) -> Node:
    """Return the head of a session, its panel, and its rows, folded.

    Args:
        timeline: the session.
        info: its entry in the table `sessions`.
        banner: a sentence below its head, or None.
        whole: all rows, with those inside calls below them; else the first rows of the session itself.
    """
    shown = timeline.entries if whole else timeline.entries[:ROWS]
    timeline.fill([entry.call_key for entry in shown if entry.call_key is not None])
    rows = {row.key: row for row in timeline.rows([entry for entry in shown if entry.call_key is None])}
    left = len(timeline.entries) - len(shown)
    place = Place(above=frozenset({timeline.session_id}), listed=True)
    facts = (timeline.session_id, info["model"], info["cwd"])
    return el(
        "section",
        el("h3", info["title"] or timeline.session_id, cls="wb-title"),
        el("p", " · ".join(str(part) for part in facts if part), cls="wb-meta"),
        el("p", banner, cls="wb-banner") if banner else None,
        *panel(panel_of(timeline)),
        *(
            head_row(rows[entry.key])
            if entry.call_key is None
            else _card(timeline, entry.call_key, place)
            if whole
            else _head(timeline, entry.call_key)
            for entry in shown
        ),
        el("p", t("static.more_rows", count=left), cls="wb-note") if left else None,
        cls="wb-session",
    )


def _card(timeline: Timeline, key: str, place: Place) -> Node:
    if place.listed:
        inner = el("div", *_below(timeline, key, place), cls="wb-fold-body")
        return el("div", _head(timeline, key), inner if inner.children else None)
    model = timeline.opened(key)
    is_open = place.depth == 0
    children = tuple(_below(timeline, key, place))
    body = draw(model, children, highlight=place.highlight)
    return Fold(summary=(head(model, failed_inside(timeline, key)),), children=body, open=is_open, key=key)


def _head(timeline: Timeline, key: str) -> Node:
    return head(timeline.folded(key), failed_inside(timeline, key))


def _below(timeline: Timeline, key: str, place: Place) -> Iterator[Node]:
    """Yield what stands below a card: all that its children were told, said and did, and its calls."""
    below = [(line, child) for line, child in timeline.children(key) if _is_new(timeline, line, place)]
    if place.depth >= DEPTH:
        if below:
            yield el("p", t("static.deeper", count=len(below)), cls="wb-note")
        return
    for child in timeline.child_sessions(key):
        if child not in place.above and timeline.knows(child):
            yield from _session(timeline.child(child), place)
    below = [(line, inner) for line, inner in below if line is timeline]
    most = len(below) if place.listed else CHILDREN
    for line, inner in below[:most]:
        yield _card(line, inner, place.inside(line))
    if len(below) > most:
        yield el("p", t("static.more_rows", count=len(below) - most), cls="wb-note")


def _session(child: Timeline, place: Place) -> Iterator[Node]:
    entries = [entry for entry in child.entries if entry.kind not in _LEFT_OUT]
    shown = entries if place.listed else entries[:CHILDREN]
    rows = {row.key: row for row in child.rows([entry for entry in shown if entry.call_key is None])}
    for entry in shown:
        if entry.call_key is not None:
            yield _card(child, entry.call_key, place.inside(child))
        else:
            row = rows[entry.key]
            yield (
                head_row(row) if place.listed else Fold(summary=(head_row(row),), children=draw_row(row), key=row.key)
            )
    if len(entries) > len(shown):
        yield el("p", t("static.more_rows", count=len(entries) - len(shown)), cls="wb-note")


def _is_new(timeline: Timeline, line: Timeline, place: Place) -> bool:
    """Whether a session may be entered: one that would stand below itself, which only a made log says, may not."""
    return line is timeline or line.session_id not in place.above
