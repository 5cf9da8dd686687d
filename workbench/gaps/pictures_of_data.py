"""Pictures of what results carry and who can draw it: metadata (G5), rich cards (G7), media (G10), presenters (G11)."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from workbench.gaps.numbers import told
from workbench.gaps.picture import Axis, Bar, Bars, Part, Picture, bars_of, fewer, name
from workbench.strings import has, t

if TYPE_CHECKING:
    from workbench.gaps.gap import Gap

MOST = 14
_READERS = ("raw", "by_name", "by_presenters", "in_workbench")


def metadata_by_tool(gap: Gap) -> Picture:
    """G5: how many results of each tool are data, and how many are text alone."""
    found: list[tuple[str, dict[str, float]]] = [
        (name(tool), {"recorded": tally.recorded, "joined": tally.joined, "missing": tally.missing})
        for tool, tally in gap.by_tool.items()
    ]
    shown = fewer(found, MOST)
    measures = gap.measures
    return Picture(
        id=gap.number,
        title=t("gaps.g5.title"),
        said=t(
            "gaps.g5.said",
            n=gap.n,
            recorded=told(gap.tally.recorded),
            text=told(gap.tally.missing),
            parsed=told(measures["parsed"]),
            right=told(measures["parsed_right"]),
        ),
        panels=(
            Bars(
                bars=bars_of(shown),
                parts=(
                    Part(id="recorded", title=t("gaps.g5.recorded"), fill="full"),
                    Part(id="joined", title=t("gaps.g5.joined"), fill="half"),
                    Part(id="missing", title=t("gaps.g5.missing"), fill="hollow"),
                ),
                axis=Axis(title=t("gaps.results"), unit="calls"),
                ends={
                    tool: t("gaps.of", part=told(parts["recorded"] + parts["joined"]), whole=told(sum(parts.values())))
                    for tool, parts in shown
                },
            ),
        ),
        n=gap.n,
    )


def rich_cards_by_reader(gap: Gap) -> Picture:
    """G7: the share of calls with more than a generic card, by who computes it."""
    measures = gap.measures
    categories = {reader: t(f"gaps.g7.{reader}") for reader in _READERS}
    return Picture(
        id=gap.number,
        title=t("gaps.g7.title"),
        said=t(
            "gaps.g7.said",
            calls=told(measures["calls"]),
            names=told(measures["rich_by_name"], "share"),
            presenters=told(measures["rich_by_presenters"], "share"),
            same=told(measures["same_by_name"], "share"),
            stored=told(measures["stored"]),
        ),
        panels=(
            Bars(
                bars=tuple(
                    Bar(category=words, part="rich", value=measures[f"rich_{reader}"])
                    for reader, words in categories.items()
                ),
                parts=(Part(id="rich", title=t("gaps.g7.rich"), fill="full"),),
                axis=Axis(title=t("gaps.g7.axis"), unit="share", most=1),
            ),
        ),
        n=measures["calls"],
        note=t("gaps.g7.note"),
    )


def fate_of_media(gap: Gap) -> Picture:
    """G10: what became of each kind of media, by where it came from."""
    counted: dict[tuple[str, str, str], dict[str, float]] = defaultdict(dict)
    for row in gap.rows("by_kind"):
        counted[row["tool"], row["side"], row["kind"]][row["fate"]] = row["pieces"]
    found = [
        (f"{_kind(kind)} · {name(tool) if side == 'output' else t('gaps.g10.input')}", fates)
        for (tool, side, kind), fates in counted.items()
    ]
    measures = gap.measures
    return Picture(
        id=gap.number,
        title=t("gaps.g10.title"),
        said=t(
            "gaps.g10.said",
            n=gap.n,
            kept=told(gap.tally.recorded),
            replaced=told(measures["replaced"]),
            disk=told(measures["on_disk"]),
        ),
        panels=(
            Bars(
                bars=bars_of(fewer(found, MOST)),
                parts=(
                    Part(id="kept", title=t("gaps.g10.kept"), fill="full"),
                    Part(id="replaced", title=t("gaps.g10.replaced"), fill="hollow"),
                ),
                axis=Axis(title=t("gaps.g10.axis")),
            ),
        ),
        n=gap.n,
    )


def what_is_left_without_presenter(gap: Gap) -> Picture:
    """G11: what a reader sees of calls whose tools declare no presenter."""
    parts = (
        Part(id="presenter", title=t("gaps.g11.presenter"), fill="full"),
        Part(id="own", title=t("gaps.g11.own"), fill="full", hue=1),
        Part(id="text", title=t("gaps.g11.text"), fill="half"),
        Part(id="bare", title=t("gaps.g11.bare"), fill="hollow"),
    )
    counted: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys((part.id for part in parts), 0))
    for row in gap.rows("by_family"):
        found = counted[name(row["tool"])]
        if row["has"] == "recorded":
            found["presenter"] += row["calls"]
            continue
        found["own"] += row["own_card"]
        found["text"] += row["text_alone"]
        found["bare"] += row["calls"] - row["own_card"] - row["text_alone"]
    used = tuple(part for part in parts if any(found[part.id] for found in counted.values()))
    measures = gap.measures
    return Picture(
        id=gap.number,
        title=t("gaps.g11.title"),
        said=t(
            "gaps.g11.said",
            n=gap.n,
            share=told(measures["share"], "share"),
            own=told(measures["own_card"]),
            recorded=told(gap.tally.recorded),
        ),
        panels=(
            Bars(
                bars=bars_of(fewer(list(counted.items()), MOST)),
                parts=used,
                axis=Axis(title=t("gaps.calls"), unit="calls"),
            ),
        ),
        n=gap.n,
    )


def _kind(kind: str) -> str:
    """What kind of media it is: a word of ours where we have one."""
    return t(f"gaps.g10.{kind}") if has(f"gaps.g10.{kind}") else name(kind)


__all__ = [
    "fate_of_media", "metadata_by_tool", "rich_cards_by_reader", "what_is_left_without_presenter",
]  # fmt: skip
