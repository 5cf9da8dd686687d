"""Pictures of the gaps as Vega-Lite: bars whose solidity says what their colour says, dots, and lines with their names.

The sums, the places of words and the order of bars are worked out here, so that the specification only places marks.
"""

from __future__ import annotations

from typing import Any

from workbench.widgets.charts import Drawn, png_of
from workbench.widgets.picture_bars import bars_view, dots_view
from workbench.widgets.picture_grid import grid_view
from workbench.widgets.picture_parts import MAX_LABEL, WIDTH, legend_height, width, wrapped
from workbench.widgets.picture_points import points_view
from workbench.widgets.themes import THEMES, Theme, ThemeName, config

from workbench.gaps.picture import Bars, Grid, Panel, Picture, Points, categories


def draw(picture: Picture) -> Drawn:
    """Return a picture as a notebook shows it: on light and dark pages, trusted or not, and in words."""
    return Drawn(spec(picture), picture.words())


def png(picture: Picture, theme: ThemeName, *, scale: float = 2) -> bytes:
    """Return a picture for one kind of page, without title and sentence, which stand beside it as text."""
    return png_of(spec(picture, theme, bare=True), scale=scale)


def spec(picture: Picture, theme: ThemeName = "both", *, bare: bool = False) -> dict[str, Any]:
    """Return the Vega-Lite specification of a picture; one of nothing has its sentence alone."""
    look = THEMES[theme]
    wide = max((width(word) for panel in picture.panels for word in _names(panel)), default=0)
    labels = min(wide + 14, MAX_LABEL)
    half = bare and len(picture.panels) > 2 and all(isinstance(panel, Points) for panel in picture.panels)
    views = [
        _view(panel, look, labels, alone=len(picture.panels) == 1, half=half, close=bare) for panel in picture.panels
    ]
    found: dict[str, Any] = {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "description": picture.missing or picture.said,
        "config": config(look),
        "padding": 8,
        "concat" if half else "vconcat": views or [_empty(picture, look)],
        **({"columns": 2} if half else {}),
        "resolve": {"scale": {"x": "independent", "y": "independent"}},
    }
    if not bare:
        lines = [line for text in (picture.said, picture.note) if text for line in wrapped(text)]
        title = f"{picture.id} · {picture.title}" if picture.id else picture.title
        title = title if picture.n is None else f"{title} (n = {picture.n:,})"
        # Named here and not in the configuration: JupyterLab's dark theme would make the title white for good.
        found["title"] = {
            "text": wrapped(title, 98), "subtitle": lines if picture.panels else [], "color": look.strong,
            "subtitleColor": look.ink,
        }  # fmt: skip
    return found


# ---------------------------------------------------------------------------------------------------- inside


def _view(panel: Panel, look: Theme, labels: float, *, alone: bool, half: bool, close: bool) -> dict[str, Any]:
    if isinstance(panel, Grid):
        return grid_view(panel, look)
    if isinstance(panel, Points):
        view = points_view(panel, look, alone=alone, half=half)
    else:
        view = dots_view(panel, look, labels) if panel.dots else bars_view(panel, look, labels)
    if panel.title:
        without_keys = len(panel.parts) == 1 or (isinstance(panel, Points) and panel.joined)
        above = 14 if without_keys or close else legend_height(panel.parts)
        view["title"] = {"text": wrapped(panel.title, 110), "fontSize": 13, "color": look.strong, "offset": above}
    return view


def _empty(picture: Picture, look: Theme) -> dict[str, Any]:
    lines = wrapped(picture.missing or picture.said)
    return {
        "width": WIDTH, "height": 20 + 20 * len(lines), "data": {"values": [{}]},
        "mark": {"type": "text", "align": "left", "x": 0, "fontSize": 14, "color": look.ink, "lineHeight": 20},
        "encoding": {"text": {"value": lines}},
    }  # fmt: skip


def _names(panel: Panel) -> tuple[str, ...]:
    return categories(panel) if isinstance(panel, Bars) else ()
