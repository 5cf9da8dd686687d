"""What all pictures are made of: fills, dots, keys, axes, and how wide words are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unicodedata import east_asian_width

from workbench.widgets.themes import Theme

from workbench.gaps.numbers import Unit
from workbench.gaps.picture import Axis, Part

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 880
"""Width of every picture in pixels, names at the left included."""
STEP = 27
"""Height of one bar or row with the space around it, in pixels."""
MAX_LABEL = 330
"""Most pixels of a name at the left."""
_LETTER = 6.6
"""Width of a letter in pixels, roughly; one of an East Asian script takes two."""
_LINE = 118
_KEYS = 20
"""Height of a row of keys."""
KEYS_ROOM = 660
"""Width that the keys of a picture may take in one row."""

_LABELS: dict[Unit, str] = {
    "ms": "datum.value < 1000 && datum.value > 0 ? format(datum.value, ',~f') + ' ms' "
    ": format(datum.value / 1000, ',~f') + ' s'",
    "share": "format(datum.value * 100, '.0f') + ' %'",
    "bytes": "datum.value == 0 ? '0' : format(datum.value, '~s') + 'B'",
}


def width(text: str) -> float:
    """Return about how many pixels a text takes."""
    return _LETTER * sum(1.9 if east_asian_width(letter) in "WF" else 1 for letter in text)


def wrapped(text: str, most: int = _LINE) -> list[str]:
    """Break a sentence into lines; a script without blanks breaks anywhere."""
    lines, line, words = [], "", text.split(" ")
    for word in words:
        if line and width(f"{line} {word}") > most * _LETTER:
            lines.append(line)
            line = ""
        line = f"{line} {word}".strip()
        while width(line) > most * _LETTER:
            cut = next(at for at in range(len(line), 0, -1) if width(line[:at]) <= most * _LETTER)
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line]


def hue_of(part: Part, look: Theme) -> str:
    """Return the colour of a part: its own, or that of what is not there, or the first."""
    if part.hue is None:
        return look.hollow if part.fill == "hollow" else look.hues[0]
    return look.hues[part.hue % len(look.hues)]


def filled(part: Part, look: Theme) -> dict[str, Any]:
    """How parts of bars are told apart: by colour, by how solid they are, and by a broken outline."""
    hue = 0 if part.hue is None else part.hue % len(look.hues)
    fill = {"full": look.hues[hue], "half": look.halves[hue], "hollow": look.within}[part.fill]
    dash = {"strokeDash": [4, 2.5]} if part.fill == "hollow" else {}
    return {"fill": fill, "stroke": hue_of(part, look), "strokeWidth": 1.4, **dash}


def inside(part: Part, look: Theme) -> str:
    """Return the colour of words on a part of a bar."""
    return {"full": look.inside, "half": look.inside_half, "hollow": look.strong}[part.fill]


def dotted(part: Part, look: Theme) -> dict[str, Any]:
    """How kinds of points are told apart: by colour, by shape, and by how solid they are."""
    colour = hue_of(part, look)
    shape, size = {"full": ("circle", 90), "half": ("triangle-up", 130), "hollow": ("diamond", 330)}[part.fill]
    return {
        "shape": shape, "size": size, "stroke": colour, "fill": colour, "strokeWidth": 2, "opacity": 1,
        "fillOpacity": 0 if part.fill == "hollow" else 1,
    }  # fmt: skip


def legend(parts: Sequence[Part], look: Theme, *, dots: bool = False, room: float = KEYS_ROOM) -> list[dict[str, Any]]:
    """The parts above the first bar: drawn as the bars are, since Vega's own legends do not show how solid one is."""
    layers: list[dict[str, Any]] = []
    rows = legend_rows(parts, room)
    for number, row in enumerate(rows):
        at, y = 7.0, {"y": {"value": -16 - _KEYS * (len(rows) - 1 - number)}}
        for part in row:
            style = dotted(part, look) if dots else {"shape": "square", "size": 150, "opacity": 1, **filled(part, look)}
            layers.append({
                "data": {"values": [{}]},
                "mark": {"type": "point", "clip": False, **style},
                "encoding": {"x": {"value": at}, **y},
            })  # fmt: skip
            layers.append({
                "data": {"values": [{}]},
                "mark": {"type": "text", "align": "left", "fontSize": 12, "color": look.ink, "text": part.title},
                "encoding": {"x": {"value": at + 13}, **y},
            })  # fmt: skip
            at += _key_width(part)
    return layers


def legend_rows(parts: Sequence[Part], room: float = KEYS_ROOM) -> list[list[Part]]:
    """Return the parts in as many rows as their names need."""
    rows: list[list[Part]] = [[]]
    for part in parts:
        if rows[-1] and sum(map(_key_width, (*rows[-1], part))) > room:
            rows.append([])
        rows[-1].append(part)
    return rows


def legend_height(parts: Sequence[Part]) -> int:
    """Return how many pixels the parts take above the first bar."""
    return 34 + _KEYS * (len(legend_rows(parts)) - 1)


def _key_width(part: Part) -> float:
    return width(part.title) + 42


def beside(rows: list[dict[str, Any]], x: Any, y: Any, colour: str, **place: Any) -> dict[str, Any]:
    """Words beside points."""
    return {
        "data": {"values": rows},
        "mark": {"type": "text", "fontSize": 12.5, "color": colour, **place},
        "encoding": {"x": x, "y": y, "text": {"field": "label"}},
    }


def words_at_ends(
    rows: list[dict[str, Any]], y: dict[str, Any], x: dict[str, Any], look: Theme, dx: int
) -> dict[str, Any]:
    """Words to the right of each bar."""
    return {
        "data": {"values": rows},
        "mark": {"type": "text", "align": "left", "dx": dx, "fontSize": 12, "color": look.ink},
        "encoding": {"y": y, "x": {"field": "sum", **x}, "text": {"field": "end"}},
    }


def category_axis(names: Sequence[str], look: Theme, labels: float) -> dict[str, Any]:
    """Return the y channel of bars: names in their order, in a column of the same width in all panels."""
    return {
        "field": "category", "type": "nominal", "sort": list(names), "title": None, "scale": {"domain": list(names)},
        "axis": {
            "labelLimit": MAX_LABEL, "minExtent": labels, "ticks": False, "domain": False, "labelPadding": 8,
            "labelColor": look.strong, "labelFontSize": 12.5,
        },
    }  # fmt: skip


def along(axis: Axis, most: float) -> dict[str, Any]:
    """Return what the x channels of bars share: a scale from 0 to `most`, without a grid."""
    found = {**axis_of(axis), "grid": False, "titleAnchor": "start"}
    if axis.unit in ("count", "calls") and most < 8:
        found["values"] = list(range(int(most) + 1))
    return {
        "type": "quantitative", "axis": found,
        "scale": {"domain": [0, most], "nice": False},
    }  # fmt: skip


def plain_scale(axis: Axis) -> dict[str, Any]:
    """Return the scale of an axis of a plane."""
    scale: dict[str, Any] = {"type": "log"} if axis.log else {}
    return scale | ({"domain": [0, axis.most]} if axis.most is not None and not axis.log else {})


def axis_of(axis: Axis) -> dict[str, Any]:
    """Return an axis with its title and its numbers written as its unit asks."""
    found: dict[str, Any] = {"title": axis.title, "tickCount": 6, "labelOverlap": True}
    if axis.unit in _LABELS:
        found["labelExpr"] = _LABELS[axis.unit]
    else:
        found |= {"format": ",~f", "tickMinStep": 1}
    if axis.log:
        found["values"] = [10**power for power in range(-3, 13)]
    if axis.most is not None and axis.unit == "share":
        found["values"] = [0, 0.25, 0.5, 0.75, 1]
    return found
