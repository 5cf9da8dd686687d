"""From what a person holds to what is seen: the one place of the workbench that reaches into the widgets, lazily."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.held import Card
    from workbench.model import TimelineModel
    from workbench.session import Session


def prepare() -> None:
    """Import what a first replay needs, in a kernel: there the next cell shows what was loaded, and should not wait."""
    if "ipykernel" in sys.modules:
        from workbench.widgets import replay, source  # noqa: F401


def card_html(card: Card) -> str:
    """Return a card with everything below it as a fragment."""
    from workbench.widgets.element import to_fragment_html
    from workbench.widgets.statics import card_tree

    return to_fragment_html(card_tree(*card.place, highlight=True))


def card_text(card: Card) -> str:
    """Return a card with everything below it as plain text."""
    from workbench.widgets.element import to_text
    from workbench.widgets.statics import card_tree

    return to_text(card_tree(*card.place))


def row_html(row: TimelineModel) -> str:
    """Return a row that is no card as a fragment."""
    from workbench.widgets.element import to_fragment_html
    from workbench.widgets.statics import row_tree

    return to_fragment_html(row_tree(row))


def row_text(row: TimelineModel) -> str:
    """Return a row that is no card as plain text."""
    from workbench.widgets.element import to_text
    from workbench.widgets.statics import row_tree

    return to_text(row_tree(row))


def session_html(session: Session) -> str:
    """Return a session's head and its first rows as a fragment."""
    from workbench.widgets.element import to_fragment_html
    from workbench.widgets.statics import session_tree

    return to_fragment_html(session_tree(session.place, session.info, session.banner))


def session_text(session: Session, *, whole: bool) -> str:
    """Return a session's head and all its rows as plain text, or its first rows only."""
    from workbench.widgets.element import to_text
    from workbench.widgets.statics import session_tree

    return to_text(session_tree(session.place, session.info, session.banner, whole=whole))


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
