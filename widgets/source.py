"""Where a live replay takes its rows from: a session, or one card with what stands below it."""

from __future__ import annotations

import json
from functools import cached_property
from typing import Any, Literal

import numpy as np
from workbench.widgets.draw import draw, draw_row, panel
from workbench.widgets.element import to_json

from workbench.errors import WorkbenchError
from workbench.model import OUTCOMES, STATES, CardModel
from workbench.replay.flatten import FlatRow, flatten, index_of
from workbench.replay.index import DISPATCH, INHERITED, NONE_U16, OF_CHILD, Index
from workbench.replay.panel import panel_of
from workbench.replay.timeline import Timeline
from workbench.strings import language, speaking


class TimelineSource:
    """Rows of a timeline for `Replay`, in the language in which it was made: a page never mixes two.

    Args:
        timeline: the session.
        info: its row of the table `sessions`.
        banner: a sentence above the rows, or None.
        key: only the card with this key and what stands below it.
    """

    def __init__(self, timeline: Timeline, info: dict[str, Any], banner: str | None, key: str | None = None) -> None:
        self._timeline = timeline
        self._info = info
        self._banner = banner
        self._keys = None if key is None else [key]
        self._tools: list[str] = []
        self._shown: dict[int, set[str]] = {}
        self._language = language()

    @cached_property
    def _rows(self) -> list[FlatRow]:
        return flatten(self._timeline, self._keys)

    @cached_property
    def _t0(self) -> int:
        clocks = [entry.clock_ms for entry in self._timeline.entries if entry.clock_ms is not None]
        return min(clocks, default=0)

    @cached_property
    def _index(self) -> Index:
        with speaking(self._language):
            return index_of(self._rows, self._t0, self._tools)

    def meta(self) -> dict[str, Any]:
        """Return what the head of the replay says."""
        index = self._index
        return {
            "title": self._info["title"] or self._timeline.session_id,
            "session_id": self._timeline.session_id,
            "banner": self._banner,
            "cwd": self._info["cwd"],
            "model": self._info["model"],
            "t0": self._t0,
            "tools": list(self._tools),
            "language": self._language,
            "counts": {
                "calls": self._counted("state", 0),
                "dispatches": self._counted("state", DISPATCH),
                "child_calls": self._counted("state", OF_CHILD),
                "child_dispatches": self._counted("state", OF_CHILD | DISPATCH),
                "call_outcomes": self._counted("outcome", 0),
                "dispatch_outcomes": self._counted("outcome", DISPATCH),
                "child_call_outcomes": self._counted("outcome", OF_CHILD),
                "child_dispatch_outcomes": self._counted("outcome", OF_CHILD | DISPATCH),
                "children": self._children(),
            },
            "single": self._keys is not None,
            "panel": self._panel() if self._keys is None else [],
            "rows": len(index),
        }

    def _panel(self) -> list[Any]:
        """The todo list and the settings, as element-tree JSON."""
        with speaking(self._language):
            nodes: list[Any] = json.loads(to_json(panel(panel_of(self._timeline))))
        return nodes

    def index(self) -> Index:
        """Return the index of all rows."""
        return self._index

    def body(self, row: int, highlight: bool) -> bytes:
        """Return the body of a row as element-tree JSON."""
        flat = self._rows[row]
        shown = self._shown.get(row, ())
        with speaking(self._language):
            if flat.call_key is not None:
                return to_json(draw(self._model(flat), highlight=highlight, shown=shown))
            assert flat.entry is not None  # noqa: S101 - a row is a call or an entry
            return to_json(draw_row(flat.timeline.row(flat.entry), shown=shown, highlight=highlight))

    def act(self, row: int, action: str) -> bytes:
        """Show one more part of a row whole (`more:<part>`), and return its body.

        Raises:
            WorkbenchError: the action is no such thing.
        """
        verb, _, part = action.partition(":")
        if verb != "more":
            raise WorkbenchError(f"This row has no action {action!r}.", code="no-action")
        self._shown.setdefault(row, set()).add(part)
        return self.body(row, highlight=True)

    def _model(self, flat: FlatRow) -> CardModel:
        assert flat.call_key is not None  # noqa: S101
        return flat.timeline.opened(flat.call_key)

    def _children(self) -> int:
        """How many sessions of subagents stand below the calls."""
        named = (row.timeline.child_sessions(row.call_key) for row in self._rows if row.call_key is not None)
        return len({session_id for found in named for session_id in found} - {self._timeline.session_id})

    def _counted(self, by: Literal["state", "outcome"], whose: int) -> dict[str, int]:
        """Calls of the rows by word: the session's own (0) or its children's, by the model or by programs."""
        index = self._index
        own = (index.tool != NONE_U16) & (index.flags & (OF_CHILD | DISPATCH) == whose) & (index.flags & INHERITED == 0)
        words: tuple[str, ...] = STATES if by == "state" else OUTCOMES
        numbers = np.bincount(getattr(index, by)[own], minlength=256)
        return {word: int(n) for word, n in zip(words, numbers, strict=False) if n}
