"""Bars and dots, one line a category, with words at their ends."""

from __future__ import annotations

from typing import Any

from workbench.widgets.picture_parts import (
    STEP,
    WIDTH,
    along,
    category_axis,
    dotted,
    filled,
    inside,
    legend,
    width,
    words_at_ends,
)
from workbench.widgets.themes import Theme

from workbench.gaps.numbers import told
from workbench.gaps.picture import Bars, categories


def bars_view(panel: Bars, look: Theme, labels: float) -> dict[str, Any]:
    """Return bars of stretches that follow one another; the longest leaves room for the words at its end."""
    names = categories(panel)
    sums = {name: sum(bar.value or 0 for bar in panel.bars if bar.category == name) for name in names}
    ends = {name: panel.ends.get(name) or told(_known(panel, name, sums[name]), panel.axis.unit) for name in names}
    plot = WIDTH - labels
    per_unit = min(((plot - width(ends[name]) - 14) / total for name, total in sums.items() if total), default=1.0)
    if panel.axis.most is not None:
        per_unit = min(per_unit, (plot - 60) / panel.axis.most)
    alone = len(panel.parts) == 1
    x = along(panel.axis, plot / per_unit)
    y = category_axis(names, look, labels)
    at = dict.fromkeys(names, 0.0)
    layers = [] if alone else legend(panel.parts, look)
    for part in panel.parts:
        rows: list[dict[str, Any]] = []
        for bar in panel.bars:
            if bar.part != part.id or not bar.value:
                continue
            label = told(bar.value, panel.axis.unit)
            fits = not alone and width(label) + 8 < bar.value * per_unit
            begun = at[bar.category]
            at[bar.category] = begun + bar.value
            rows.append({
                "category": bar.category, "from": begun, "to": at[bar.category], "middle": begun + bar.value / 2,
                "label": label if fits else "", "value": f"{part.title}: {label}",
            })  # fmt: skip
        layers.append({
            "data": {"values": rows},
            "mark": {"type": "bar", "height": {"band": 0.66}, "cornerRadius": 2, **filled(part, look)},
            "encoding": {
                "y": y, "x": {"field": "from", **x}, "x2": {"field": "to"},
                "tooltip": [{"field": "category", "title": " "}, {"field": "value", "title": "  "}],
            },
        })  # fmt: skip
        layers.append(
            {
                "data": {"values": rows},
                "mark": {
                    "type": "text",
                    "fontSize": 11.5,
                    "color": inside(part, look),
                },
                "encoding": {"y": y, "x": {"field": "middle", **x}, "text": {"field": "label"}},
            }
        )
    told_at_end = [{"category": name, "sum": sums[name], "end": ends[name]} for name in names]
    return {"width": plot, "height": STEP * len(names), "layer": [*layers, words_at_ends(told_at_end, y, x, look, 7)]}


def dots_view(panel: Bars, look: Theme, labels: float) -> dict[str, Any]:
    """Return dots on one line a category, with all its values in words at its end."""
    names = categories(panel)
    most = panel.axis.most or max((bar.value or 0 for bar in panel.bars), default=1) or 1
    values = {(bar.category, bar.part): bar.value for bar in panel.bars}
    ends = {
        name: " · ".join(told(values.get((name, part.id)), panel.axis.unit) for part in panel.parts) for name in names
    }
    room = max((width(end) for end in ends.values()), default=0) + 30
    plot = WIDTH - labels
    x = along(panel.axis, most * plot / (plot - room))
    y = category_axis(names, look, labels)
    layers = [
        *legend(panel.parts, look, dots=True),
        {
            "data": {"values": [{"category": name, "from": 0, "to": most} for name in names]},
            "mark": {"type": "rule", "color": look.rule},
            "encoding": {"y": y, "x": {"field": "from", **x}, "x2": {"field": "to"}},
        },
    ]
    for part in panel.parts:
        rows = [
            {"category": bar.category, "value": bar.value, "told": f"{part.title}: {told(bar.value, panel.axis.unit)}"}
            for bar in panel.bars
            if bar.part == part.id and bar.value is not None
        ]
        layers.append({
            "data": {"values": rows},
            "mark": {"type": "point", **dotted(part, look)},
            "encoding": {
                "y": y, "x": {"field": "value", **x},
                "tooltip": [{"field": "category", "title": " "}, {"field": "told", "title": "  "}],
            },
        })  # fmt: skip
    layers.append(words_at_ends([{"category": name, "sum": most, "end": ends[name]} for name in names], y, x, look, 16))
    return {"width": plot, "height": STEP * len(names), "layer": layers}


def _known(panel: Bars, name: str, total: float) -> float | None:
    """The sum of a bar, None where none of its values is known."""
    return total if any(bar.category == name and bar.value is not None for bar in panel.bars) else None
