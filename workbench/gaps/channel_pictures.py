"""Pictures of what a channel would cost: bytes against delay, and what a replay still shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from workbench.gaps.channel_items import KINDS
from workbench.gaps.channel_options import OPTIONS
from workbench.gaps.numbers import told
from workbench.gaps.picture import Axis, Bar, Bars, Fill, Part, Picture, Point, Points, nothing
from workbench.strings import t

Reader = Literal["feed", "file"]
Row = Mapping[str, Any]


def frontier(rows: Iterable[Row], *, name: str = "coalesce_ms", reader: Reader = "feed") -> Picture:
    """Return bytes against delay: a panel for each kind of source, a line for each option.

    Args:
        rows: of a sweep; each has the value under the name of the assumption that was swept.
        name: which one that is.
        reader: whose screen: one who is connected, or one who follows the file.
    """
    held = list(rows)
    if not held:
        return nothing("F3", t("channel.frontier.title"), t("channel.frontier.missing"))
    panels = tuple(filter(None, (_plane(held, kind, name, reader) for kind in KINDS)))
    ends = [_pair(held, "executor", "A", value, name) for value in _ends(held, name)]
    (growth_low, delay_low), (growth_high, delay_high) = ((row["growth"], row[f"{reader}_ms"]) for row in ends)
    low, high = _ends(held, name)
    said = t(
        "channel.frontier.said", name=name, low=str(low), high=str(high), most=f"{growth_low:.2f}",
        least=f"{growth_high:.2f}", soon=told(delay_low, "ms"), late=told(delay_high, "ms"),
    )  # fmt: skip
    note = t("channel.frontier.note", name=_named(name))
    return Picture(id="F3", title=t("channel.frontier.title"), said=said, panels=panels, note=note)


def shown_again(rows: Iterable[Row]) -> Picture:
    """Return what a replay shows of what was seen, by option: milestones, the raw stream, and that with the result."""
    held = list(rows)
    panels = []
    parts = (
        Part(id="milestone", title=t("channel.again.milestone"), fill="full"),
        Part(id="raw", title=t("channel.again.raw"), fill="hollow"),
        Part(id="settled", title=t("channel.again.settled"), fill="half"),
    )
    for kind in KINDS:
        found = {(row["option"], row["grade"]): row for row in held if row["kind"] == kind}
        bars = [
            Bar(category=title(option), part=part, value=found[option, grade][column])
            for option in OPTIONS
            for part, grade, column in _DOTS
            if (option, grade) in found
        ]
        if bars:
            axis = Axis(title=t("channel.again.axis"), unit="share", most=1)
            panels.append(Bars(bars=tuple(bars), parts=parts, axis=axis, dots=True, title=t(f"channel.kind.{kind}")))
    if not panels:
        return nothing("F4", t("channel.again.title"), t("channel.frontier.missing"))
    raw = {row["option"]: row for row in held if row["kind"] == "executor" and row["grade"] == "raw"}
    share = {option: told(raw.get(option, {}).get("in_course"), "share") for option in ("A", "B")}
    again = told(raw.get("B", {}).get("again"), "share")
    said = t("channel.again.said", a=share["A"], b=share["B"], again=again)
    note = t("channel.again.note")
    return Picture(id="F4", title=t("channel.again.title"), said=said, panels=tuple(panels), note=note)


def growth(rows: Iterable[Row]) -> Picture:
    """Return the bytes that each option adds to the file, by kind of source."""
    whole = {(row["kind"], row["option"]): row for row in rows if row["grade"] == "all"}
    if not whole:
        return nothing("F3", t("channel.growth.title"), t("channel.frontier.missing"))
    panels = tuple(
        Bars(
            bars=tuple(
                Bar(category=title(option), part="added", value=float(whole[kind, option]["stored_bytes"]))
                for option in OPTIONS
                if (kind, option) in whole
            ),
            parts=(Part(id="added", title=t("channel.growth.part")),),
            axis=Axis(title=t("channel.growth.axis"), unit="bytes"),
            title=t(f"channel.kind.{kind}"),
        )
        for kind in KINDS
        if any(found == kind for found, _ in whole)
    )

    def added(kind: str, option: str) -> str:
        return told(whole[kind, option]["stored_bytes"] if (kind, option) in whole else None, "bytes")

    said = t(
        "channel.growth.said", executor=added("executor", "A"), child=added("child", "A"), bus=added("bus", "A"),
        executor_c=added("executor", "C"), child_c=added("child", "C"), bus_c=added("bus", "C"),
    )  # fmt: skip
    return Picture(id="F3", title=t("channel.growth.title"), said=said, panels=panels)


def title(option: str) -> str:
    """Return the title of an option, in the current language."""
    from workbench.gaps.catalogue import catalogue

    if option == "today":
        return t("channel.today")
    found = next(entry for entry in catalogue().options.options if entry.id == option)
    return f"{option} · {found.title}"


# ---------------------------------------------------------------------------------------------------- inside


_FILLS: Mapping[str, Fill] = {"today": "hollow", "A": "full", "B": "hollow", "C": "full", "D": "half"}
"""What an option keeps: all that it tells, milestones alone, nothing."""
_HUES: Mapping[str, int | None] = {"today": None, "A": 0, "B": 1, "C": 2, "D": 0}
_DOTS = (("milestone", "milestone", "in_course"), ("raw", "raw", "in_course"), ("settled", "raw", "again"))


def _plane(rows: Sequence[Row], kind: str, name: str, reader: Reader) -> Points | None:
    found = [row for row in rows if row["kind"] == kind]
    points: list[Point] = []
    parts: list[Part] = []
    for option in OPTIONS:
        line = [_pair(found, kind, option, value, name) for value in dict.fromkeys(row[name] for row in found)]
        line = [row for row in line if row and row["growth"] and row[f"{reader}_ms"] is not None]
        if option == "today":
            line = line[:1]
        if not line:
            continue
        parts.append(Part(id=option, title=title(option), fill=_FILLS[option], hue=_HUES[option]))
        for row in line:
            y = max(row[f"{reader}_ms"], 1)
            level = bool(points) and points[-1].part == option and points[-1].y == y
            label = f"{row[name]}" if option == "A" and not level else ""
            points.append(Point(part=option, x=row["growth"], y=y, label=label))
    if not points:
        return None
    x = Axis(title=t("channel.frontier.x"))
    y = Axis(title=t(f"channel.frontier.{reader}"), unit="ms", log=True)
    return Points(points=tuple(points), parts=tuple(parts), x=x, y=y, title=t(f"channel.kind.{kind}"))


def _pair(rows: Sequence[Row], kind: str, option: str, value: Any, name: str) -> dict[str, Any]:
    """The raw stream of an option at one value, with the growth of the file, which both grades share."""
    of = {row["grade"]: row for row in rows if row["kind"] == kind and row["option"] == option and row[name] == value}
    if "raw" not in of:
        return {}
    return dict(of["raw"]) | {"growth": of["all"]["growth"]}


def _ends(rows: Sequence[Row], name: str) -> tuple[Any, Any]:
    values = list(dict.fromkeys(row[name] for row in rows))
    return values[0], values[-1]


def _named(name: str) -> str:
    """The name that sets an assumption, with what it is in words."""
    return f"{name} ({t(f'channel.assumed.{name}')})"
