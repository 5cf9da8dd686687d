"""Pictures of what belongs together: pieces of workflows (G3), children (G4), calls inside programs (G8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.gaps.g04_truth import known_truth
from workbench.gaps.numbers import told
from workbench.gaps.picture import Axis, Bar, Bars, Part, Picture, bars_of, fewer, name
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.gaps.gap import Gap

MOST = 12
_WAYS = {
    "recorded": "recorded", "catalog": "joined", "text_id": "joined", "label_prompt_time": "joined",
    "lineage": "joined", "ambiguous": "missing", "none": "missing",
}  # fmt: skip
_PIECES = ("start", "agent-start", "agent-end", "end", "call", "phase", "log")


def has_parts() -> tuple[Part, ...]:
    """Return the three parts of every tally: recorded, joined, missing."""
    return (
        Part(id="recorded", title=t("gaps.recorded"), fill="full"),
        Part(id="joined", title=t("gaps.joined"), fill="half"),
        Part(id="missing", title=t("gaps.missing"), fill="hollow"),
    )


def pieces_of_runs(gap: Gap) -> Picture:
    """G3: for each kind of piece that a run's process consists of, in how many runs the log has it."""
    counted = {(row["piece"], row["has"]): row["pieces"] for row in gap.rows("pieces")}
    found: list[tuple[str, dict[str, float]]] = []
    for piece in _PIECES:
        parts: dict[str, float] = {part.id: counted.get((piece, part.id), 0) for part in has_parts()}
        if any(parts.values()):
            found.append((t(f"gaps.g3.{piece}"), parts))
    measures = gap.measures
    return Picture(
        id=gap.number,
        title=t("gaps.g3.title"),
        said=t(
            "gaps.g3.said",
            runs=told(measures["runs"]),
            silent=told(measures["without_events"]),
            lines=told(measures["lines_seen"]),
            scripts=told(measures["scripts_with_lines"]),
        ),
        panels=(Bars(bars=bars_of(found), parts=has_parts(), axis=Axis(title=t("gaps.g3.axis"))),),
        n=gap.n,
    )


def ways_to_children(gap: Gap) -> Picture:
    """G4: by which way children are found here, and how far each way can be trusted where the truth is known."""
    measures = gap.measures
    found: list[tuple[str, dict[str, float]]] = [
        (t(f"gaps.g4.{way}"), {has: measures[way]}) for way, has in _WAYS.items() if measures[way]
    ]
    scores = known_truth()
    dots = [
        Bar(category=t("gaps.g4.row", store=t(f"gaps.g4.store.{score.store}"), way=t(f"gaps.g4.way.{score.way}")),
            part=part, value=value)
        for score in scores
        for part, value in (("precision", score.precision), ("recall", score.recall))
    ]  # fmt: skip
    return Picture(
        id=gap.number,
        title=t("gaps.g4.title"),
        said=t(
            "gaps.g4.said",
            n=gap.n,
            recorded=told(gap.tally.recorded),
            joined=told(gap.tally.joined),
            missing=told(gap.tally.missing),
        ),
        panels=(
            Bars(bars=bars_of(found), parts=has_parts(), axis=Axis(title=t("gaps.g4.axis")), title=t("gaps.g4.here")),
            Bars(
                bars=tuple(dots),
                parts=(
                    Part(id="precision", title=t("gaps.g4.precision"), fill="full"),
                    Part(id="recall", title=t("gaps.g4.recall"), fill="hollow", hue=1),
                ),
                axis=Axis(title=t("gaps.g4.share"), unit="share", most=1),
                dots=True,
                title=t("gaps.g4.truth"),
            ),
        ),
        n=gap.n,
        note=t("gaps.g4.note"),
    )


def calls_inside_programs(gap: Gap) -> Picture:
    """G8: the calls of each tool that a reader misses who passes over the events of programs."""
    found: list[tuple[str, dict[str, float]]] = [
        (name(row["tool"]), {"issued": row["issued"], "inside": row["inside"]}) for row in gap.rows("beside")
    ]
    measures = gap.measures
    return Picture(
        id=gap.number,
        title=t("gaps.g8.title"),
        said=t(
            "gaps.g8.said",
            n=gap.n,
            recorded=told(gap.tally.recorded),
            share=told(measures["missed_share"], "share"),
            chars=told(measures["missed_chars"], "chars"),
        ),
        panels=(
            Bars(
                bars=bars_of(fewer(found, MOST)),
                parts=(
                    Part(id="inside", title=t("gaps.g8.inside"), fill="hollow"),
                    Part(id="issued", title=t("gaps.g8.issued"), fill="full"),
                ),
                axis=Axis(title=t("gaps.calls"), unit="calls"),
                ends={
                    tool: t("gaps.of", part=told(parts["inside"]), whole=told(sum(parts.values())))
                    for tool, parts in fewer(found, MOST)
                },
            ),
        ),
        n=gap.n,
    )
