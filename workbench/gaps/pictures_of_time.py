"""Pictures of time: blank and silent stretches (G1, G2), arguments as they come (G6), waiting (G9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.gaps.numbers import told
from workbench.gaps.picture import Axis, Bar, Bars, Part, Picture, Point, Points, bars_of, fewer, name, nothing
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.gaps.gap import Gap

MOST = 12
"""Most bars of one panel."""
LONGEST = 8
"""Most single commands and jobs."""


def blank_time(gap: Gap) -> Picture:
    """G1: how much of each tool's running time no event tells of."""
    rows = gap.rows("by_tool")
    if not rows:
        return nothing(gap.number, t("gaps.g1.title"), t("gaps.g1.nothing", seconds=gap.settings["seconds"]))
    found: list[tuple[str, dict[str, float]]] = [
        (name(row["tool"]), {"blank": row["blank_ms"], "told": max((row["running_ms"] or 0) - row["blank_ms"], 0)})
        for row in rows
    ]
    shown = fewer(found, MOST)
    measures = gap.measures
    bars = Bars(
        bars=bars_of(shown),
        parts=(
            Part(id="blank", title=t("gaps.g1.blank"), fill="hollow"),
            Part(id="told", title=t("gaps.g1.told"), fill="full"),
        ),
        axis=Axis(title=t("gaps.g1.axis"), unit="ms"),
        ends={
            tool: t("gaps.of", part=told(parts["blank"], "ms"), whole=told(sum(parts.values()), "ms"))
            for tool, parts in shown
        },
    )
    return Picture(
        id=gap.number,
        title=t("gaps.g1.title"),
        said=t(
            "gaps.g1.said",
            blank=told(measures["blank_ms"], "ms"),
            working=told(measures["working_ms"], "ms"),
            share=told(measures["blank_share"], "share"),
            seconds=gap.settings["seconds"],
        ),
        panels=(bars,),
        n=gap.n,
    )


def silent_commands(gap: Gap) -> Picture:
    """G2: how long commands showed nothing, and what came at once when they were over; what background jobs took."""
    panels = tuple(filter(None, (_silent(gap.rows("silent")[:LONGEST]), _jobs(gap.rows("jobs")[:LONGEST]))))
    title = t("gaps.g2.title")
    if not panels:
        return nothing(gap.number, title, t("gaps.g2.nothing", seconds=gap.settings["seconds"]))
    measures = gap.measures
    return Picture(
        id=gap.number,
        title=title,
        said=t(
            "gaps.g2.said",
            silent=told(measures["silent_ms"], "ms"),
            chars=told(measures["largest_chars"], "chars"),
            polls=told(measures["polls"] or 0),
            jobs=told(measures["jobs"] or 0),
        ),
        panels=panels,
        n=gap.n,
    )


def arguments_as_they_come(gap: Gap) -> Picture:
    """G6: how much of the text in the arguments can be seen while its pieces arrive, by either reader."""
    rows = gap.rows("curve")
    measures = gap.measures
    tolerant = [Point(part="tolerant", x=row["reached"], y=row["shown"]) for row in rows]
    strict = [
        Point(part="strict", x=0.0, y=0.0),
        Point(part="strict", x=1.0, y=0.0),
        Point(part="strict", x=1.0, y=1.0),
    ]
    return Picture(
        id=gap.number,
        title=t("gaps.g6.title"),
        said=t(
            "gaps.g6.said",
            share=told(measures["shown_share"], "share"),
            gained=told(measures["gained_most_ms"], "ms"),
            unreadable=told(measures["longest_ms"], "ms"),
        ),
        panels=(
            Points(
                points=(*tolerant, *strict),
                parts=(
                    Part(id="tolerant", title=t("gaps.g6.tolerant"), fill="full"),
                    Part(id="strict", title=t("gaps.g6.strict"), fill="hollow"),
                ),
                x=Axis(title=t("gaps.g6.x"), unit="share", most=1),
                y=Axis(title=t("gaps.g6.y"), unit="share", most=1),
                joined=True,
            ),
        ),
        n=gap.n,
    )


def waiting_and_running(gap: Gap) -> Picture:
    """G9: of each call that a person was asked about, how much of its time was waiting."""
    rows = gap.rows("waits")
    found: list[tuple[str, dict[str, float | None]]] = []
    ends: dict[str, str] = {}
    for row in rows[:MOST]:
        category = _place(row, name(row["tool"]))
        waited, lasted = row["wait_ms"], row["duration_ms"]
        ran = None if waited is None or lasted is None else max(lasted - waited, 0)
        found.append((category, {"wait": waited, "run": ran}))
        ends[category] = t(f"gaps.g9.{row['kind']}_{row['has']}")
    measures = gap.measures
    return Picture(
        id=gap.number,
        title=t("gaps.g9.title"),
        said=t(
            "gaps.g9.said",
            share=told(measures["hidden_share"], "share"),
            approvals=told(measures["approvals"]),
            questions=told(measures["questions"]),
        ),
        panels=(
            Bars(
                bars=bars_of(found),
                parts=(
                    Part(id="wait", title=t("gaps.g9.wait"), fill="hollow"),
                    Part(id="run", title=t("gaps.g9.run"), fill="full"),
                ),
                axis=Axis(title=t("gaps.g9.axis"), unit="ms"),
                ends=ends,
            ),
        ),
        n=gap.n,
        note=t("gaps.first", n=len(rows), shown=MOST) if len(rows) > MOST else None,
    )


# ---------------------------------------------------------------------------------------------------- inside


def _silent(rows: list[dict[str, Any]]) -> Bars | None:
    if not rows:
        return None
    places = [_place(row) for row in rows]
    return Bars(
        bars=tuple(
            Bar(category=place, part="silent", value=row["silent_ms"]) for place, row in zip(places, rows, strict=True)
        ),
        parts=(Part(id="silent", title=t("gaps.g2.silent"), fill="hollow"),),
        axis=Axis(title=t("gaps.g2.axis"), unit="ms"),
        ends={
            place: t("gaps.g2.then", time=told(row["silent_ms"], "ms"), n=row["result_chars"] or 0)
            for place, row in zip(places, rows, strict=True)
        },
        title=t("gaps.g2.commands"),
    )


def _jobs(rows: list[dict[str, Any]]) -> Bars | None:
    if not rows:
        return None
    found: list[tuple[str, dict[str, float]]] = [
        (
            t("gaps.g2.job", place=short(row["session_id"]), n=number),
            {"reads": row["reads"], "lists": row["lists"], "notices": row["notices"]},
        )
        for number, row in enumerate(rows, 1)
    ]
    return Bars(
        bars=bars_of(found),
        parts=(
            Part(id="reads", title=t("gaps.g2.reads"), fill="full"),
            Part(id="lists", title=t("gaps.g2.lists"), fill="half"),
            Part(id="notices", title=t("gaps.g2.notices"), fill="full", hue=1),
        ),
        axis=Axis(title=t("gaps.g2.cards"), unit="count"),
        title=t("gaps.g2.jobs"),
    )


def short(session_id: str) -> str:
    """Return the beginning of a session's id that tells it from others."""
    return name(session_id.removeprefix("session-")[:8])


def _place(row: dict[str, Any], what: str = "") -> str:
    place = f"{short(row['session_id'])} · seq {row['seq']}"
    return f"{what} · {place}" if what else place
