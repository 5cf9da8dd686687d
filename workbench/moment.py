"""A session at a moment: what all logs together told when they had been written so far."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from workbench.bench import Workbench
from workbench.errors import WorkbenchError
from workbench.replay.moments import at_clock, at_seq, change_of
from workbench.replay.position import NEVER, Position
from workbench.replay.query import records
from workbench.replay.timeline import Timeline
from workbench.session import Session

if TYPE_CHECKING:
    from workbench.held import Card

Time = float | str | datetime


class Moment(Session):
    """A session as it stood at a moment, with the members of a session.

    It shows what its log would show if it ended there; the logs of its children are cut where the clock stood then,
    since they share nothing else with it.
    """

    def __init__(self, workbench: Workbench, session_id: str, position: Position) -> None:
        super().__init__(workbench, session_id)
        self.position = position

    @property
    def _timeline(self) -> Timeline:
        return self._workbench.timeline(self.id, self.position)

    def __repr__(self) -> str:
        clock = self.position.clock
        time = "" if clock >= NEVER else f", {datetime.fromtimestamp(clock / 1000, UTC):%Y-%m-%d %H:%M:%S.%f}"[:-3]
        return f"<Moment of {self.id} at row {self.position.seq}{time}: {len(self.cards)} cards>"


def find(
    workbench: Workbench,
    session_id: str,
    *,
    card: Card | None,
    when: str,
    seq: int | None,
    time: Time | None,
    k: int,
) -> Moment:
    """Return a moment by exactly one of: a card of the session and what happened to it, a row, a time.

    Raises:
        WorkbenchError: none or several of them, or no such moment.
    """
    if sum(given is not None for given in (card, seq, time)) != 1:
        raise WorkbenchError(
            'Say which moment: s.at(seq=120), s.at(time=…) or s.at("call_…", "asked").', code="no-moment"
        )
    con = workbench.store.cursor()
    if time is not None:
        return Moment(workbench, session_id, at_clock(con, session_id, milliseconds(time)))
    if card is not None:
        changes = records(con, "changes_of", session=session_id, key=card.key)
        timeline = workbench.timeline(session_id)
        call = timeline.calls[card.key]
        seq = change_of(changes, call, timeline.around.approvals.get(card.key, ()), when)
    assert seq is not None  # noqa: S101 - one of the three is given
    return Moment(workbench, session_id, at_seq(con, session_id, seq, k))


def milliseconds(time: Time) -> int:
    """Return a time as milliseconds since 1970; a time without a zone is UTC.

    Raises:
        WorkbenchError: it is no time.
    """
    if isinstance(time, str):
        try:
            time = datetime.fromisoformat(time)
        except ValueError:
            raise WorkbenchError(
                f"{time!r} is no time: give ISO 8601 (2026-01-31T12:00:00Z), a datetime, or milliseconds since 1970.",
                code="no-time",
            ) from None
    if isinstance(time, datetime):
        return round((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp() * 1000)
    return int(time)
