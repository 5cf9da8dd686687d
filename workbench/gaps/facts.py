"""What the numbers rest on: how much is loaded, and whether the model of these sessions was a script."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from workbench.data import SESSIONS
from workbench.gaps.asking import one
from workbench.model import Value
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.store import Store


class Facts(Value, frozen=True, kw_only=True):
    """How much is loaded. `sources` counts log files, `own` those that come with the workbench."""

    sessions: int
    calls: int
    dispatches: int
    tools: int
    events: int
    generations: tuple[int, ...]
    sources: int
    own: int

    def said(self) -> str:
        """Return the numbers as one line, in the current language."""
        generations = ", ".join(map(str, self.generations))
        return t(
            "gaps.facts", n=self.sessions, calls=self.calls, dispatches=self.dispatches, tools=self.tools,
            events=self.events, generations=generations or "—",
        )  # fmt: skip

    def scripted(self) -> str | None:
        """Return what has to be known of the model's speed; None where no log tells that the model was a script.

        A log does not say so itself: only the recordings that come with the workbench are known to be of that kind.
        """
        if not self.own:
            return None
        if self.own == self.sources:
            return t("gaps.scripted")
        return t("gaps.scripted_some", some=self.own, all=self.sources)


def facts(store: Store) -> Facts:
    """Count what is loaded."""
    found = one(store.cursor(), "facts")
    paths = [Path(path) for path in found.pop("paths") or ()]
    ours = SESSIONS.resolve()
    return Facts(
        **{name: value for name, value in found.items() if name not in ("generations", "events")},
        events=found["events"] or 0,
        generations=tuple(found["generations"] or ()),
        sources=len(paths),
        own=sum(path.resolve().is_relative_to(ours) for path in paths),
    )
