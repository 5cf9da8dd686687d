"""From what a person holds to what is seen: the one place of the workbench that reaches into the widgets, lazily."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.strings import t

if TYPE_CHECKING:
    from workbench.held import Card
    from workbench.model import TimelineModel
    from workbench.replay.timeline import Timeline
    from workbench.session import Session
    from workbench.widgets.element import Node

STATIC_ROWS = 200
"""Most rows of a session's static form."""
STATIC_DEPTH = 8
"""How deep children are written into a static form."""


def card_html(card: Card) -> str:
    """Return a card with everything below it as a fragment."""
    from workbench.widgets.element import to_fragment_html

    return to_fragment_html(_card(*card.place, highlight=True))


def card_text(card: Card) -> str:
    """Return a card with everything below it as plain text."""
    from workbench.widgets.element import to_text

    return to_text(_card(*card.place))


def row_html(row: TimelineModel) -> str:
    """Return a row that is no card as a fragment."""
    from workbench.widgets.element import to_fragment_html

    return to_fragment_html(_row(row))


def row_text(row: TimelineModel) -> str:
    """Return a row that is no card as plain text."""
    from workbench.widgets.element import to_text

    return to_text(_row(row))


def session_html(session: Session) -> str:
    """Return a session's head and its first rows as a fragment."""
    from workbench.widgets.element import to_fragment_html

    return to_fragment_html(_session(session))


def session_text(session: Session) -> str:
    """Return a session's head and its first rows as plain text."""
    from workbench.widgets.element import to_text

    return to_text(_session(session))


def show_session(session: Session) -> Any:
    """Return the live replay of a session."""
    from workbench.widgets.replay import Replay
    from workbench.widgets.source import TimelineSource

    source = TimelineSource(session.place, session.info, session.banner)
    return Replay(source, html=session.html)


def show_card(card: Card) -> Any:
    """Return a live replay of one card."""
    from workbench.widgets.replay import Replay
    from workbench.widgets.source import TimelineSource

    timeline, key = card.place
    info = {"title": card.title, "cwd": None, "model": None}
    return Replay(TimelineSource(timeline, info, None, key=key), html=card.html)


def _card(timeline: Timeline, key: str, depth: int = 0, *, highlight: bool = False) -> Node:
    from workbench.widgets.draw import draw, head
    from workbench.widgets.element import Fold, el

    model = timeline.opened(key)
    below = timeline.children(key)
    if depth >= STATIC_DEPTH:
        children: list[Node] = [el("p", t("static.deeper", count=len(below)), cls="wb-note")] if below else []
    else:
        children = [_card(line, child, depth + 1, highlight=highlight) for line, child in below]
    return Fold(summary=(head(model),), children=draw(model, children, highlight=highlight), open=depth == 0, key=key)


def _row(row: TimelineModel) -> Node:
    from workbench.widgets.draw import draw_row, head_row
    from workbench.widgets.element import Fold

    return Fold(summary=(head_row(row),), children=draw_row(row), open=True, key=row.key)


def _session(session: Session) -> Node:
    from workbench.widgets.draw import head, head_row
    from workbench.widgets.element import el

    timeline, info = session.place, session.info
    shown = timeline.entries[:STATIC_ROWS]
    timeline.fill([entry.call_key for entry in shown if entry.call_key is not None])
    rows = {row.key: row for row in timeline.rows([entry for entry in shown if entry.call_key is None])}
    left = len(timeline.entries) - len(shown)
    return el(
        "section",
        el("h3", info["title"] or session.id, cls="wb-title"),
        el("p", " · ".join(str(part) for part in (session.id, info["model"], info["cwd"]) if part), cls="wb-meta"),
        el("p", session.banner, cls="wb-banner") if session.banner else None,
        *(
            head(timeline.folded(entry.call_key)) if entry.call_key is not None else head_row(rows[entry.key])
            for entry in shown
        ),
        el("p", t("static.more_rows", count=left), cls="wb-note") if left else None,
        cls="wb-session",
    )
