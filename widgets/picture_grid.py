"""A grid of words and signs, with boxes that are as solid as what they stand for."""

from __future__ import annotations

from typing import Any

from workbench.widgets.picture_parts import WIDTH, filled, width
from workbench.widgets.themes import Theme

from workbench.gaps.picture import Cell, Grid, Part

ROW = 25
"""Height of a row in pixels."""
_HEAD = 26
_KEYS = 26
"""Height of a row of keys."""
_LETTER = WIDTH / 122
"""Width of a letter of a column; all columns of the widest grid fill a picture."""
_BOX = 12.5
_BOLD = 1.08


def grid_view(panel: Grid, look: Theme) -> dict[str, Any]:
    """Return a grid as rectangles and words; places are in pixels."""
    boxes: list[dict[str, Any]] = []
    words: list[dict[str, Any]] = []
    wide = round(min(WIDTH, _LETTER * sum(column.width for column in panel.columns)))
    top = _keys(panel, wide, boxes, words)
    _rows(panel, wide, top, boxes, words)
    tall = top + _HEAD + ROW * len(panel.rows)
    layers = [_boxes([box for box in boxes if box["fill"] == fill], fill, look) for fill in ("full", "half", "hollow")]
    colours = {
        "head": look.ink, "name": look.strong, "word": look.ink, "full": look.inside, "half": look.inside_half,
        "hollow": look.strong, "faint": look.faint, "sign": look.strong,
    }  # fmt: skip
    for kind, colour in colours.items():
        for centred in (True, False):
            placed = [word for word in words if word["kind"] == kind and word["centred"] is centred]
            if placed:
                layers.append(_texts(placed, kind, colour, centred=centred))
    return {
        "width": wide, "height": tall,
        "layer": [_rules(len(panel.rows), wide, top, look), *layers],
        "encoding": {
            "x": {"type": "quantitative", "scale": {"domain": [0, wide], "nice": False}, "axis": None, "field": "x"},
            "y": {
                "type": "quantitative", "scale": {"domain": [tall, 0], "nice": False}, "axis": None, "field": "y",
            },
        },
    }  # fmt: skip


# ---------------------------------------------------------------------------------------------------- inside


def _keys(panel: Grid, wide: float, boxes: list[dict[str, Any]], words: list[dict[str, Any]]) -> int:
    """Put what the boxes mean above the columns, in as many rows as it takes, and return how high that is."""
    x, y = 0.0, 8
    for cell, meaning in panel.keys:
        long = 2 * _BOX + 6 + width(meaning)
        if x and x + long > wide:
            x, y = 0.0, y + _KEYS
        boxes += [_box(cell, x, x + 2 * _BOX, y)] if cell.fill is not None else []
        words.append(_word(cell.text, x + _BOX, y, _kind(cell), centred=True))
        words.append(_word(meaning, x + 2 * _BOX + 6, y, "word"))
        x += long + 22
    return y + _KEYS - 4


def _rows(panel: Grid, wide: float, top: int, boxes: list[dict[str, Any]], words: list[dict[str, Any]]) -> None:
    unit = wide / sum(column.width for column in panel.columns)
    left = 0.0
    for at, column in enumerate(panel.columns):
        room = unit * column.width
        centre = left + room / 2
        words.append(_word(column.title, centre if column.signs else left, top + 10, "head", centred=column.signs))
        for number, row in enumerate(panel.rows):
            cell, y = row[at], top + _HEAD + ROW * (number + 0.5)
            begin, end = (centre - _BOX, centre + _BOX) if column.signs else (left, left + room - 10)
            boxes += [_box(cell, begin, end, y)] if cell.fill is not None else []
            if column.signs:
                words.append(_word(cell.text, centre, y, _kind(cell), centred=True))
            elif cell.fill is not None:
                words.append(_word(_fitting(cell.text, room - 17), left + 7, y, _kind(cell)))
            else:
                words.append(_word(_fitting(cell.text, room), left, y, "word" if at else "name"))
        left += room


def _fitting(text: str, room: float) -> str:
    """Cut a text that would run into the next column; bold letters are a little wider."""
    if width(text) * _BOLD <= room:
        return text
    cut = next((at for at in range(len(text), 0, -1) if width(text[:at] + "…") * _BOLD <= room), 0)
    return text[:cut] + "…"


def _word(text: str, x: float, y: float, kind: str, *, centred: bool = False) -> dict[str, Any]:
    return {"text": text, "x": round(x, 1), "y": round(y, 1), "centred": centred, "kind": kind}


def _box(cell: Cell, x: float, x2: float, y: float) -> dict[str, Any]:
    tall = ROW / 2 - 2
    return {
        "fill": cell.fill, "x": round(x, 1), "x2": round(x2, 1), "y": round(y - tall, 1), "y2": round(y + tall, 1),
    }  # fmt: skip


def _kind(cell: Cell) -> str:
    return "faint" if cell.faint and cell.fill != "full" else cell.fill or "sign"


def _boxes(boxes: list[dict[str, Any]], fill: Any, look: Theme) -> dict[str, Any]:
    return {
        "data": {"values": boxes},
        "mark": {"type": "rect", "cornerRadius": 3, **filled(Part(id=fill, title=fill, fill=fill), look)},
        "encoding": {"x2": {"field": "x2"}, "y2": {"field": "y2"}},
    }


def _texts(words: list[dict[str, Any]], kind: str, colour: str, *, centred: bool) -> dict[str, Any]:
    return {
        "data": {"values": words},
        "mark": {
            "type": "text", "align": "center" if centred else "left", "baseline": "middle", "color": colour,
            "fontSize": 12.5, "fontWeight": 600 if kind == "name" else "normal",
        },
        "encoding": {"text": {"field": "text"}},
    }  # fmt: skip


def _rules(rows: int, wide: float, top: int, look: Theme) -> dict[str, Any]:
    lines = [{"x": 0, "x2": wide, "y": top + _HEAD + ROW * number} for number in range(rows + 1)]
    return {
        "data": {"values": lines},
        "mark": {"type": "rule", "color": look.rule},
        "encoding": {"x2": {"field": "x2"}},
    }
