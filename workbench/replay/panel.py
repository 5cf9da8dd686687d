"""What stands above a session's rows at a moment: its todo list, and the settings it ran with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.cards.details import todos_of
from workbench.cards.happenings import told
from workbench.model import TodoDetail, Value
from workbench.replay.payload import decode
from workbench.replay.query import records

if TYPE_CHECKING:
    from workbench.replay.timeline import Timeline


class Panel(Value, frozen=True, kw_only=True):
    """The list as it was last written, by which row, and the settings as lines."""

    todo: TodoDetail | None = None
    todo_seq: int | None = None
    settings: tuple[str, ...] = ()


def panel_of(timeline: Timeline) -> Panel:
    """Return the panel of a session at its moment."""
    lists = timeline.around.todos
    rows = records(timeline.library.store.cursor(), "settings", session=timeline.session_id, **timeline.bounds)
    settings = tuple(told(row["type"], _object(row["data"]))[0] for row in rows)
    if not lists:
        return Panel(settings=settings)
    seq, items = lists[-1]
    before = lists[-2][1] if len(lists) > 1 else None
    return Panel(todo=todos_of(items, before), todo_seq=seq, settings=settings)


def _object(data: str) -> dict[str, Any]:
    value = decode(data)
    return value if isinstance(value, dict) else {}
