"""Points in a plane, and lines through them with their names."""

from __future__ import annotations

from typing import Any

from workbench.widgets.picture_parts import (
    KEYS_ROOM,
    WIDTH,
    axis_of,
    beside,
    dotted,
    hue_of,
    legend,
    plain_scale,
    wrapped,
)
from workbench.widgets.themes import Theme

from workbench.gaps.numbers import told
from workbench.gaps.picture import Points

TALL = 300
"""Height of a plane in pixels, where it is the only one."""
HALF = WIDTH // 2 - 80
"""Width of each of several planes side by side."""
LOW = 170
"""Height of each of several planes."""


def points_view(panel: Points, look: Theme, *, alone: bool, half: bool) -> dict[str, Any]:
    """Return points as marks of one shape a part, and lines with their names beside them."""
    tall = TALL if alone else LOW
    x = {"field": "x", "type": "quantitative", "axis": axis_of(panel.x), "scale": plain_scale(panel.x)}
    y = {
        "field": "y", "type": "quantitative",
        "axis": {**axis_of(panel.y), "title": wrapped(panel.y.title, tall // 7), "titlePadding": 10},
        "scale": plain_scale(panel.y),
    }  # fmt: skip
    layers: list[dict[str, Any]] = []
    for part in panel.parts:
        points = [point for point in panel.points if point.part == part.id]
        rows = [
            {
                "x": point.x, "y": point.y, "label": point.label, "at": at,
                "told": f"{part.title}: {told(point.x, panel.x.unit)} · {told(point.y, panel.y.unit)}",
            }
            for at, point in enumerate(points)
        ]  # fmt: skip
        if not rows:
            continue
        colour = hue_of(part, look)
        if panel.joined:
            dash = {"full": [1, 0], "half": [2, 2], "hollow": [6, 4]}[part.fill]
            layers.append(
                {
                    "data": {"values": rows},
                    "mark": {"type": "line", "strokeWidth": 2.6, "color": colour, "strokeDash": dash},
                    "encoding": {"x": x, "y": y, "order": {"field": "at", "type": "quantitative"}},
                }
            )
            middle = {**rows[len(rows) // 2], "label": part.title}
            layers.append(beside([middle], x, y, colour, align="right", dx=-10, dy=-9))
        else:
            layers.append({
                "data": {"values": rows},
                "mark": {"type": "point", **dotted(part, look)},
                "encoding": {
                    "x": x, "y": y, "tooltip": [{"field": "label", "title": " "}, {"field": "told", "title": "  "}],
                },
            })  # fmt: skip
        if any(row["label"] for row in rows):
            layers.append(beside(rows, x, y, look.ink, align="left", dx=11, dy=0))
    if not panel.joined and len(panel.parts) > 1:
        layers += legend(panel.parts, look, dots=True, room=HALF if half else KEYS_ROOM)
    return {"width": HALF if half else WIDTH - 72, "height": tall, "layer": layers}
