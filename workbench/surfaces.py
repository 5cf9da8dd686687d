"""From what a person holds to what is seen: the one place of the workbench that reaches into the widgets, lazily."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.gaps.gap import Gap
    from workbench.gaps.matrix import Matrix
    from workbench.gaps.picture import Picture
    from workbench.gaps.turning import Turn
    from workbench.held import Card
    from workbench.model import TimelineModel
    from workbench.session import Session
    from workbench.store import Store


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


def chart(picture: Picture) -> Any:
    """Return a picture of numbers as a notebook shows it."""
    from workbench.widgets.pictures import draw

    return draw(picture)


def gap_html(gap: Gap) -> str:
    """Return a measured gap as a fragment."""
    from workbench.widgets.element import to_fragment_html
    from workbench.widgets.gap_trees import gap_tree

    return to_fragment_html(gap_tree(gap))


def gap_text(gap: Gap) -> str:
    """Return a measured gap as plain text."""
    from workbench.widgets.element import to_text
    from workbench.widgets.gap_trees import gap_tree

    return to_text(gap_tree(gap))


def gaps_html(gaps: Sequence[Gap]) -> str:
    """Return a table of gaps as a fragment."""
    from workbench.widgets.element import to_fragment_html
    from workbench.widgets.gap_trees import gaps_tree

    return to_fragment_html(gaps_tree(gaps))


def gaps_text(gaps: Sequence[Gap]) -> str:
    """Return a table of gaps as plain text."""
    from workbench.widgets.element import to_text
    from workbench.widgets.gap_trees import gaps_tree

    return to_text(gaps_tree(gaps), width=160)


def turns_html(turns: Sequence[Turn]) -> str:
    """Return verdicts on made sessions as a fragment."""
    from workbench.widgets.element import to_fragment_html
    from workbench.widgets.gap_trees import turns_tree

    return to_fragment_html(turns_tree(turns))


def turns_text(turns: Sequence[Turn]) -> str:
    """Return verdicts on made sessions as plain text."""
    from workbench.widgets.element import to_text
    from workbench.widgets.gap_trees import turns_tree

    return to_text(turns_tree(turns), width=120)


def gaps_page(store: Store, gaps: Sequence[Gap]) -> str:
    """Return the measured gaps of a store as one offline page that can be presented, in the current language."""
    from workbench.gaps.chapters import chapters
    from workbench.gaps.facts import facts
    from workbench.gaps.matrix import matrix
    from workbench.widgets.gap_page import page

    return page(gaps, matrix(store, gaps), facts(store), chapters(store))


def coverage_html(matrix: Matrix) -> str:
    """Return the coverage of all tools as a fragment."""
    from workbench.widgets.element import to_fragment_html
    from workbench.widgets.gap_trees import matrix_tree

    return to_fragment_html(matrix_tree(matrix))


def coverage_text(matrix: Matrix) -> str:
    """Return the coverage of all tools as plain text."""
    from workbench.widgets.element import to_text
    from workbench.widgets.gap_trees import matrix_tree

    return to_text(matrix_tree(matrix), width=200)
