"""One picture a gap, the one that fits its claim best, with the numbers of the loaded sessions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from workbench.gaps import pictures_of_data as data
from workbench.gaps import pictures_of_links as links
from workbench.gaps import pictures_of_time as time
from workbench.gaps.facts import facts
from workbench.gaps.gap import counted
from workbench.gaps.picture import Picture, nothing
from workbench.strings import language, t

if TYPE_CHECKING:
    from workbench.gaps.gap import Gap

PICTURES: dict[str, Callable[[Gap], Picture]] = {
    "G1": time.blank_time,
    "G2": time.silent_commands,
    "G3": links.pieces_of_runs,
    "G4": links.ways_to_children,
    "G5": data.metadata_by_tool,
    "G6": time.arguments_as_they_come,
    "G7": data.rich_cards_by_reader,
    "G8": links.calls_inside_programs,
    "G9": time.waiting_and_running,
    "G10": data.fate_of_media,
    "G11": data.what_is_left_without_presenter,
}
"""The drawing of each gap's numbers."""
TIMED = frozenset({"G1", "G2", "G6", "G9"})
"""Gaps whose pictures show durations, so that it matters whether the model was a script."""


def picture(gap: Gap) -> Picture:
    """Return the picture of a gap, or one that says why there is nothing to draw."""
    if gap.n == 0:
        return nothing(gap.number, gap.title, t("gaps.nothing", instances=counted(gap, "instances", 0, language())))
    found = PICTURES[gap.number](gap)
    scripted = facts(gap.store).scripted() if gap.number in TIMED else None
    notes = " ".join(filter(None, (found.note, scripted)))
    return msgspec.structs.replace(found, note=notes or None)
