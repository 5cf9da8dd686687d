"""A picture of numbers as a plain value: what is drawn, along which axes, and the same numbers in words.

Whoever draws it decides on colours and sizes. How solid a part is drawn says the same as its colour, so that a picture
reads without colours too. Texts are in the language that was current when the picture was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from workbench.gaps.numbers import Unit, told
from workbench.model import Value
from workbench.strings import t

Fill = Literal["full", "half", "hollow"]
"""How solid a part is: there as data, there by inference or in part, not there."""
LONGEST = 44
"""Most characters of a name from a log."""


class Axis(Value, frozen=True, kw_only=True):
    """One axis. `most` is its end where it has a natural one, such as 1 for a share."""

    title: str
    unit: Unit = "count"
    most: float | None = None
    log: bool = False


class Part(Value, frozen=True, kw_only=True):
    """What bars are made of, or a line or a kind of point; `hue` counts colours, where a part has one of its own."""

    id: str
    title: str
    fill: Fill = "full"
    hue: int | None = None


class Bar(Value, frozen=True, kw_only=True):
    """One stretch of a bar, or one dot, in the line of its category; None is a number that nobody knows."""

    category: str
    part: str
    value: float | None


class Bars(Value, frozen=True, kw_only=True):
    """Horizontal bars, one a category, in the order in which the categories come first.

    Attributes:
        parts: in the order in which they follow one another in a bar.
        ends: words at the end of a category's bar; without them the sum stands there.
        dots: the values are dots on a line, not stretches of a bar.
    """

    bars: tuple[Bar, ...]
    parts: tuple[Part, ...]
    axis: Axis
    ends: dict[str, str] = {}  # noqa: RUF012 - a struct copies it
    dots: bool = False
    title: str = ""


class Point(Value, frozen=True, kw_only=True):
    """One point of a part; `label` stands beside it."""

    part: str
    x: float
    y: float
    label: str = ""


class Points(Value, frozen=True, kw_only=True):
    """Points in a plane; `joined` draws a line through those of a part, in their order."""

    points: tuple[Point, ...]
    parts: tuple[Part, ...]
    x: Axis
    y: Axis
    joined: bool = False
    title: str = ""


class Column(Value, frozen=True, kw_only=True):
    """A column of a grid; `width` in letters. `signs` for one that holds single signs in boxes."""

    title: str
    width: float
    signs: bool = False


class Cell(Value, frozen=True, kw_only=True):
    """What stands in one place of a grid: words or a sign, in a box where `fill` says how solid."""

    text: str = ""
    fill: Fill | None = None
    faint: bool = False


class Grid(Value, frozen=True, kw_only=True):
    """Rows and columns of words and signs; the first cell of a row names it. `keys` say what the boxes mean."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    keys: tuple[tuple[Cell, str], ...] = ()
    title: str = ""


Panel = Bars | Points | Grid


class Picture(Value, frozen=True, kw_only=True):
    """One or more panels below one another, with what they show.

    Attributes:
        id: a short name, such as `G4`.
        title: what is shown.
        said: the same as a sentence with its numbers; it stands where no picture can.
        n: how many instances the numbers are of; None where they are not counted.
        missing: why there is nothing to draw, as a sentence; then there are no panels.
        note: what has to be known to read it right.
    """

    id: str
    title: str
    said: str
    panels: tuple[Panel, ...] = ()
    n: int | None = None
    note: str | None = None
    missing: str | None = None

    def words(self) -> str:
        """Return everything that is drawn as text, one line a number."""
        lines = [" · ".join(filter(None, (self.id, self.title))), self.missing or self.said]
        for panel in self.panels:
            lines += ["", *([panel.title] if panel.title else ()), *lined(table(panel))]
        return "\n".join((*lines, *(["", self.note] if self.note else ())))


def table(panel: Panel) -> tuple[tuple[str, ...], ...]:
    """Return a panel as rows of words, the names of its columns first."""
    if isinstance(panel, Grid):
        return (
            tuple(column.title for column in panel.columns),
            *(tuple(cell.text for cell in row) for row in panel.rows),
        )
    rows: list[tuple[str, ...]]
    if isinstance(panel, Points):
        titles = {part.id: part.title for part in panel.parts}
        rows = [
            (titles[point.part], told(point.x, panel.x.unit), told(point.y, panel.y.unit), point.label)
            for point in panel.points
        ]
        head = ("", panel.x.title, panel.y.title, "")
        return _without_empty((head, *rows))
    values = {(bar.category, bar.part): bar.value for bar in panel.bars}
    rows = [
        (
            category,
            *(
                told(values[category, part.id], panel.axis.unit) if (category, part.id) in values else ""
                for part in panel.parts
            ),
            panel.ends.get(category, ""),
        )
        for category in categories(panel)
    ]
    return _without_empty((("", *(part.title for part in panel.parts), ""), *rows))


def categories(panel: Bars) -> tuple[str, ...]:
    """Return the categories in their order."""
    return tuple(dict.fromkeys(bar.category for bar in panel.bars))


def nothing(number: str, title: str, why: str) -> Picture:
    """Return a picture of nothing that says why."""
    return Picture(id=number, title=title, said=why, missing=why, n=0)


def name(text: str | None) -> str:
    """Return a name from a log as a picture shows it: printable, and not too long."""
    plain = "".join(letter if letter.isprintable() else "�" for letter in text or "?")
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 1]}…"


def fewer(bars: Sequence[tuple[str, dict[str, float]]], most: int) -> list[tuple[str, dict[str, float]]]:
    """Return the first categories, and the sum of all others as one more; names that were cut to the same are one."""
    named: dict[str, dict[str, float]] = {}
    for category, parts in bars:
        _add(named.setdefault(category, {}), parts)
    if len(named) <= most:
        return list(named.items())
    rest: dict[str, float] = {}
    for parts in list(named.values())[most - 1 :]:
        _add(rest, parts)
    return [*list(named.items())[: most - 1], (t("gaps.others", n=len(named) - most + 1), rest)]


def bars_of(found: Iterable[tuple[str, Mapping[str, float | None]]]) -> tuple[Bar, ...]:
    """Return stretches of bars from categories with a value for each part."""
    return tuple(
        Bar(category=category, part=part, value=value) for category, parts in found for part, value in parts.items()
    )


def lined(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return rows of words as lines with their columns below one another, the first to the left, the others right."""
    widths = [max(_width(row[at]) for row in rows) for at in range(len(rows[0]))]
    return [
        "  ".join(
            word + " " * (width - _width(word)) if at == 0 else " " * (width - _width(word)) + word
            for at, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


# ---------------------------------------------------------------------------------------------------- inside


def _add(parts: dict[str, float], more: dict[str, float]) -> None:
    for part, value in more.items():
        parts[part] = parts.get(part, 0) + value


def _without_empty(rows: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """Leave out columns without a word in any row."""
    kept = [at for at in range(len(rows[0])) if any(row[at] for row in rows[1:])]
    return tuple(tuple(row[at] for at in kept) for row in rows)


def _width(text: str) -> int:
    """Columns that a text takes: a letter of East Asian scripts takes two."""
    from unicodedata import east_asian_width

    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
