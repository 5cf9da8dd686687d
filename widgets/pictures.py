"""Pictures of the gaps as Vega-Lite: bars whose solidity says what their colour says, dots, and lines with their names.

The sums, the places of words and the order of bars are worked out here, so that the specification only places marks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

from workbench.widgets.charts import Drawn, png_of
from workbench.widgets.themes import THEMES, Theme, ThemeName, config

from workbench.gaps.numbers import Unit, told
from workbench.gaps.picture import Axis, Bars, Part, Picture, Points, categories

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 880
"""Width of every picture in pixels, names at the left included."""
STEP = 27
"""Height of one bar with the space around it, in pixels."""
TALL = 300
_LETTER = 6.6
"""Width of a letter in pixels, roughly; one of an East Asian script takes two."""
_LINE = 122
_MAX_LABEL = 330


def draw(picture: Picture) -> Drawn:
    """Return a picture as a notebook shows it: on light and dark pages, trusted or not, and in words."""
    return Drawn(spec(picture), picture.words())


def png(picture: Picture, theme: ThemeName, *, scale: float = 2) -> bytes:
    """Return a picture for one kind of page, without title and sentence, which stand beside it as text."""
    return png_of(spec(picture, theme, bare=True), scale=scale)


def spec(picture: Picture, theme: ThemeName = "both", *, bare: bool = False) -> dict[str, Any]:
    """Return the Vega-Lite specification of a picture; one of nothing has its sentence alone."""
    look = THEMES[theme]
    wide = max((_width(word) for panel in picture.panels for word in _names(panel)), default=0)
    labels = min(wide + 14, _MAX_LABEL)
    views = [_view(panel, look, labels) for panel in picture.panels]
    found: dict[str, Any] = {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "description": picture.missing or picture.said,
        "config": config(look),
        "padding": 8,
        "vconcat": views or [_empty(picture, look)],
        "resolve": {"scale": {"x": "independent", "y": "independent"}},
    }
    if not bare:
        lines = [line for text in (picture.said, picture.note) if text for line in _wrapped(text)]
        title = f"{picture.id} · {picture.title}" if picture.id else picture.title
        title = title if picture.n is None else f"{title} (n = {picture.n:,})"
        found["title"] = {"text": _wrapped(title, 98), "subtitle": lines if picture.panels else []}
    return found


# ---------------------------------------------------------------------------------------------------- inside


def _view(panel: Bars | Points, look: Theme, labels: float) -> dict[str, Any]:
    if isinstance(panel, Points):
        view = _points(panel, look)
    else:
        view = _dots(panel, look, labels) if panel.dots else _bars(panel, look, labels)
    if panel.title:
        above = 14 if len(panel.parts) == 1 or (isinstance(panel, Points) and panel.joined) else 34
        view["title"] = {"text": _wrapped(panel.title, 110), "fontSize": 13, "color": look.strong, "offset": above}
    return view


def _bars(panel: Bars, look: Theme, labels: float) -> dict[str, Any]:
    names = categories(panel)
    sums = {name: sum(bar.value or 0 for bar in panel.bars if bar.category == name) for name in names}
    ends = {name: panel.ends.get(name) or told(_known(panel, name, sums[name]), panel.axis.unit) for name in names}
    width = WIDTH - labels
    per_unit = min(((width - _width(ends[name]) - 14) / total for name, total in sums.items() if total), default=1.0)
    if panel.axis.most is not None:
        per_unit = min(per_unit, (width - 60) / panel.axis.most)
    alone = len(panel.parts) == 1
    x = _along(panel.axis, width / per_unit)
    y = _categories(names, look, labels)
    at = dict.fromkeys(names, 0.0)
    layers = [] if alone else _legend(panel.parts, look)
    for part in panel.parts:
        rows: list[dict[str, Any]] = []
        for bar in panel.bars:
            if bar.part != part.id or not bar.value:
                continue
            label = told(bar.value, panel.axis.unit)
            fits = not alone and _width(label) + 8 < bar.value * per_unit
            begun = at[bar.category]
            at[bar.category] = begun + bar.value
            rows.append({
                "category": bar.category, "from": begun, "to": at[bar.category], "middle": begun + bar.value / 2,
                "label": label if fits else "", "value": f"{part.title}: {label}",
            })  # fmt: skip
        layers.append({
            "data": {"values": rows},
            "mark": {"type": "bar", "height": {"band": 0.66}, "cornerRadius": 2, **_fill(part, look)},
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
                    "color": look.inside if part.fill == "full" else look.strong,
                },
                "encoding": {"y": y, "x": {"field": "middle", **x}, "text": {"field": "label"}},
            }
        )
    told_at_end = [{"category": name, "sum": sums[name], "end": ends[name]} for name in names]
    return {"width": width, "height": STEP * len(names), "layer": [*layers, _ends(told_at_end, y, x, look, 7)]}


def _dots(panel: Bars, look: Theme, labels: float) -> dict[str, Any]:
    names = categories(panel)
    most = panel.axis.most or max((bar.value or 0 for bar in panel.bars), default=1) or 1
    values = {(bar.category, bar.part): bar.value for bar in panel.bars}
    ends = {
        name: " · ".join(told(values.get((name, part.id)), panel.axis.unit) for part in panel.parts) for name in names
    }
    room = max((_width(end) for end in ends.values()), default=0) + 30
    width = WIDTH - labels
    x = _along(panel.axis, most * width / (width - room))
    y = _categories(names, look, labels)
    layers = [
        *_legend(panel.parts, look, dots=True),
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
            "mark": {"type": "point", **_dot(part, look)},
            "encoding": {
                "y": y, "x": {"field": "value", **x},
                "tooltip": [{"field": "category", "title": " "}, {"field": "told", "title": "  "}],
            },
        })  # fmt: skip
    layers.append(_ends([{"category": name, "sum": most, "end": ends[name]} for name in names], y, x, look, 16))
    return {"width": width, "height": STEP * len(names), "layer": layers}


def _points(panel: Points, look: Theme) -> dict[str, Any]:
    x = {"field": "x", "type": "quantitative", "axis": _axis(panel.x), "scale": _plain(panel.x)}
    y = {
        "field": "y", "type": "quantitative", "axis": {**_axis(panel.y), "titlePadding": 10}, "scale": _plain(panel.y),
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
        colour = _colour(part, look)
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
            layers.append(_beside([middle], x, y, colour, align="right", dx=-10, dy=-9))
        else:
            layers.append({
                "data": {"values": rows},
                "mark": {"type": "point", **_dot(part, look)},
                "encoding": {
                    "x": x, "y": y, "tooltip": [{"field": "label", "title": " "}, {"field": "told", "title": "  "}],
                },
            })  # fmt: skip
        if any(row["label"] for row in rows):
            layers.append(_beside(rows, x, y, look.ink, align="left", dx=11, dy=0))
    if not panel.joined and len(panel.parts) > 1:
        layers += _legend(panel.parts, look, dots=True)
    return {"width": WIDTH - 72, "height": TALL, "layer": layers}


def _beside(rows: list[dict[str, Any]], x: Any, y: Any, colour: str, **place: Any) -> dict[str, Any]:
    """Words beside points."""
    return {
        "data": {"values": rows},
        "mark": {"type": "text", "fontSize": 12.5, "color": colour, **place},
        "encoding": {"x": x, "y": y, "text": {"field": "label"}},
    }


def _ends(rows: list[dict[str, Any]], y: dict[str, Any], x: dict[str, Any], look: Theme, dx: int) -> dict[str, Any]:
    """Words to the right of each bar."""
    return {
        "data": {"values": rows},
        "mark": {"type": "text", "align": "left", "dx": dx, "fontSize": 12, "color": look.ink},
        "encoding": {"y": y, "x": {"field": "sum", **x}, "text": {"field": "end"}},
    }


def _legend(parts: Sequence[Part], look: Theme, *, dots: bool = False) -> list[dict[str, Any]]:
    """The parts above the first bar: drawn as the bars are, since Vega's own legends do not show how solid one is."""
    y = {"y": {"value": -16}}
    layers: list[dict[str, Any]] = []
    at = 7.0
    for part in parts:
        style = _dot(part, look) if dots else {"shape": "square", "size": 150, "opacity": 1, **_fill(part, look)}
        layers.append(
            {
                "data": {"values": [{}]},
                "mark": {"type": "point", "clip": False, **style},
                "encoding": {"x": {"value": at}, **y},
            }
        )
        layers.append(
            {
                "data": {"values": [{}]},
                "mark": {"type": "text", "align": "left", "fontSize": 12, "color": look.ink, "text": part.title},
                "encoding": {"x": {"value": at + 13}, **y},
            }
        )
        at += _width(part.title) + 42
    return layers


def _fill(part: Part, look: Theme) -> dict[str, Any]:
    """How parts of bars are told apart: by colour, by how solid they are, and by a broken outline."""
    colour = _colour(part, look)
    return {
        "fill": colour, "fillOpacity": {"full": 1, "half": 0.38, "hollow": 0.1}[part.fill], "stroke": colour,
        "strokeWidth": 1.4, **({"strokeDash": [4, 2.5]} if part.fill == "hollow" else {}),
    }  # fmt: skip


def _dot(part: Part, look: Theme) -> dict[str, Any]:
    colour = _colour(part, look)
    shape, size = {"full": ("circle", 90), "half": ("triangle-up", 130), "hollow": ("diamond", 330)}[part.fill]
    return {
        "shape": shape, "size": size, "stroke": colour, "fill": colour, "strokeWidth": 2, "opacity": 1,
        "fillOpacity": {"full": 1, "half": 0.38, "hollow": 0}[part.fill],
    }  # fmt: skip


def _colour(part: Part, look: Theme) -> str:
    if part.hue is None:
        return look.hollow if part.fill == "hollow" else look.hues[0]
    return look.hues[part.hue % len(look.hues)]


def _along(axis: Axis, most: float) -> dict[str, Any]:
    found = {**_axis(axis), "grid": False, "titleAnchor": "start"}
    if axis.unit in ("count", "calls") and most < 8:
        found["values"] = list(range(int(most) + 1))
    return {
        "type": "quantitative", "axis": found,
        "scale": {"domain": [0, most], "nice": False},
    }  # fmt: skip


def _categories(names: Sequence[str], look: Theme, labels: float) -> dict[str, Any]:
    return {
        "field": "category", "type": "nominal", "sort": list(names), "title": None, "scale": {"domain": list(names)},
        "axis": {
            "labelLimit": _MAX_LABEL, "minExtent": labels, "ticks": False, "domain": False, "labelPadding": 8,
            "labelColor": look.strong, "labelFontSize": 12.5,
        },
    }  # fmt: skip


def _plain(axis: Axis) -> dict[str, Any]:
    scale: dict[str, Any] = {"type": "log"} if axis.log else {}
    return scale | ({"domain": [0, axis.most]} if axis.most is not None and not axis.log else {})


_LABELS: dict[Unit, str] = {
    "ms": "datum.value < 1000 && datum.value > 0 ? format(datum.value, ',~f') + ' ms' "
    ": format(datum.value / 1000, ',~f') + ' s'",
    "share": "format(datum.value * 100, '.0f') + ' %'",
    "bytes": "datum.value == 0 ? '0' : format(datum.value, '~s') + 'B'",
}


def _axis(axis: Axis) -> dict[str, Any]:
    found: dict[str, Any] = {"title": axis.title, "tickCount": 6, "labelOverlap": True}
    if axis.unit in _LABELS:
        found["labelExpr"] = _LABELS[axis.unit]
    else:
        found |= {"format": ",~f", "tickMinStep": 1}
    if axis.most is not None and axis.unit == "share":
        found["values"] = [0, 0.25, 0.5, 0.75, 1]
    return found


def _empty(picture: Picture, look: Theme) -> dict[str, Any]:
    lines = _wrapped(picture.missing or picture.said)
    return {
        "width": WIDTH, "height": 20 + 20 * len(lines), "data": {"values": [{}]},
        "mark": {"type": "text", "align": "left", "x": 0, "fontSize": 14, "color": look.ink, "lineHeight": 20},
        "encoding": {"text": {"value": lines}},
    }  # fmt: skip


def _names(panel: Bars | Points) -> tuple[str, ...]:
    return categories(panel) if isinstance(panel, Bars) else ()


def _known(panel: Bars, name: str, total: float) -> float | None:
    """The sum of a bar, None where none of its values is known."""
    return total if any(bar.category == name and bar.value is not None for bar in panel.bars) else None


def _width(text: str) -> float:
    return _LETTER * sum(1.9 if east_asian_width(letter) in "WF" else 1 for letter in text)


def _wrapped(text: str, most: int = _LINE) -> list[str]:
    """Break a sentence into lines; a script without blanks breaks anywhere."""
    lines, line, words = [], "", text.split(" ")
    for word in words:
        if line and _width(f"{line} {word}") > most * _LETTER:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
        while _width(line) > most * _LETTER:
            cut = next(at for at in range(len(line), 0, -1) if _width(line[:at]) <= most * _LETTER)
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line]
