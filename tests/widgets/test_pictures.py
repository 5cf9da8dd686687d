"""Pictures as Vega-Lite, PNG and SVG: offline, for light and for dark pages, and in words."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import duckdb
import pytest
from workbench.widgets import pictures
from workbench.widgets.charts import VEGA_MIME, bars, smaller
from workbench.widgets.picture_parts import legend_rows, wrapped
from workbench.widgets.themes import THEMES

from workbench import strings
from workbench.gaps.picture import Axis, Bar, Bars, Cell, Column, Grid, Part, Picture, Point, Points, nothing

PARTS = (Part(id="a", title="there"), Part(id="b", title="half", fill="half"), Part(id="c", title="not", fill="hollow"))
BARS = Bars(
    bars=tuple(Bar(category=name, part=part, value=value) for name, part, value in [
        ("one", "a", 3.0), ("one", "c", 1.0), ("two", "b", 2.0), ("three", "a", 0.0), ("four", "a", None),
    ]),
    parts=PARTS,
    axis=Axis(title="things"),
    title="Bars",
)  # fmt: skip
DOTS = Bars(
    bars=(Bar(category="x", part="a", value=0.5), Bar(category="x", part="c", value=None)),
    parts=PARTS,
    axis=Axis(title="share", unit="share", most=1),
    dots=True,
)
LINES = Points(
    points=(Point(part="a", x=0, y=0), Point(part="a", x=1, y=1), Point(part="c", x=1, y=10, label="ten")),
    parts=PARTS,
    x=Axis(title="x", unit="share", most=1),
    y=Axis(title="y", unit="ms", log=True),
)
GRID = Grid(
    columns=(Column(title="tool", width=10), Column(title="G1", width=4, signs=True)),
    rows=((Cell(text="bash"), Cell(text="○", fill="hollow")), (Cell(text="read"), Cell())),
    keys=((Cell(text="○", fill="hollow"), "open"),),
)
PICTURE = Picture(id="G0", title="A picture", said="Three things.", panels=(BARS, DOTS, LINES, GRID), n=3, note="Note.")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    strings.set_language("en")


def texts(node: Any) -> Iterator[str]:
    """Every text in a specification."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict):
        for value in node.values():
            yield from texts(value)
    elif isinstance(node, list):
        for value in node:
            yield from texts(value)


def test_a_picture_is_vega_png_and_words_with_every_number() -> None:
    shown = pictures.draw(PICTURE)._repr_mimebundle_()
    assert set(shown) == {VEGA_MIME, "image/png", "text/plain"}
    assert shown["text/plain"] == PICTURE.words()
    assert all(word in shown["text/plain"] for word in ("things", "50 %", "—", "ten", "10 ms", "bash", "○", "Note."))


def test_the_same_picture_gives_the_same_bytes() -> None:
    assert pictures.draw(PICTURE)._repr_mimebundle_() == pictures.draw(PICTURE)._repr_mimebundle_()


def test_nothing_is_fetched() -> None:
    shown = pictures.draw(PICTURE)
    urls = [text for text in texts(shown.vega()) if "://" in text]
    assert all(text.startswith("https://vega.github.io/schema/") for text in urls)
    assert "http" not in shown.svg().replace("http://www.w3.org/", "")


def test_a_reader_of_the_picture_is_told_what_it_shows() -> None:
    assert pictures.spec(PICTURE)["description"] == "Three things."
    assert pictures.draw(PICTURE).vega()["description"] == "Three things."


@pytest.mark.parametrize("theme", ["both", "light", "dark"])
def test_colours_are_those_of_the_page_and_none_is_translucent(theme: Any) -> None:
    spec = pictures.spec(PICTURE, theme)
    assert spec["config"]["background"] == THEMES[theme].paper
    text = json.dumps(spec)
    assert '"opacity": 0.' not in text
    assert THEMES[theme].hues[0] in text
    assert THEMES[theme].hollow in text
    others = {colour for other, look in THEMES.items() if other != theme for colour in (look.hues[0], look.hollow)}
    assert not any(colour in text for colour in others - {THEMES[theme].hues[0], THEMES[theme].hollow})


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_words_stand_out_from_their_page(theme: Any) -> None:
    look = THEMES[theme]
    pairs = [(look.ink, look.paper), (look.strong, look.paper), (look.faint, look.paper), (look.inside, look.hues[0]),
             (look.inside_half, look.halves[0]), (look.strong, look.within)]  # fmt: skip
    assert all(contrast(*pair) >= 4.5 for pair in pairs)
    assert all(contrast(colour, look.paper) >= 3 for colour in (*look.hues, look.hollow))


def test_the_colours_of_any_page_stand_out_from_both() -> None:
    look = THEMES["both"]
    for colour in (*look.hues, look.hollow, look.ink):
        assert contrast(colour, "#ffffff") >= 3
        assert contrast(colour, "#111111") >= 3


def contrast(one: str, other: str) -> float:
    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_parts_differ_without_colours() -> None:
    spec = pictures.spec(Picture(id="G0", title="t", said="s", panels=(BARS,)))
    marks = [layer["mark"] for layer in spec["vconcat"][0]["layer"] if layer["mark"]["type"] == "bar"]
    assert len(marks) == 3
    assert marks[2]["strokeDash"]
    assert marks[2]["fill"] == "transparent"
    assert "strokeDash" not in marks[0]


def test_the_longest_bar_leaves_room_for_its_words() -> None:
    bars = Bars(
        bars=(Bar(category="one", part="a", value=9.0),), parts=PARTS[:1], axis=Axis(title="x"), ends={"one": "w" * 40}
    )
    (view,) = pictures.spec(Picture(id="", title="", said="", panels=(bars,)))["vconcat"]
    domain = view["layer"][0]["encoding"]["x"]["scale"]["domain"]
    assert domain[1] > 9 * 1.4


def test_nothing_to_draw_is_its_sentence() -> None:
    empty = nothing("G4", "Children", "No session has one.")
    shown = pictures.draw(empty)._repr_mimebundle_()
    assert "No session has one." in shown["text/plain"]
    assert "No session has one." in list(texts(pictures.spec(empty)))


def test_names_from_logs_are_text_and_no_expression() -> None:
    hostile = "datum.x = 1; </script><img src=x onerror=alert(1)> ' + \""
    bars = Bars(bars=(Bar(category=hostile, part="a", value=1.0),), parts=PARTS[:1], axis=Axis(title="x"))
    picture = Picture(id="", title="", said="", panels=(bars,))
    svg = pictures.draw(picture).svg()
    assert "<img" not in svg
    assert "</script" not in svg


def test_a_picture_of_one_page_has_no_title_of_its_own() -> None:
    assert "title" not in pictures.spec(PICTURE, "light", bare=True)
    assert pictures.spec(PICTURE, "light")["title"]["text"] == ["G0 · A picture (n = 3)"]


def test_a_png_is_packed_better_and_stays_the_same() -> None:
    def rows(png: bytes) -> bytes:
        found, at = b"", 8
        while at < len(png):
            (length,) = struct.unpack_from(">I", png, at)
            if png[at + 4 : at + 8] == b"IDAT":
                found += png[at + 8 : at + 8 + length]
            at += 12 + length
        return zlib.decompress(found)

    import vl_convert

    made = vl_convert.svg_to_png(pictures.draw(PICTURE).svg())
    assert rows(smaller(made)) == rows(made)
    assert len(smaller(made)) < len(made)
    assert smaller(made)[:8] == made[:8]


def test_long_sentences_break_also_without_blanks() -> None:
    assert len(wrapped("词" * 300, 50)) > 5
    assert "".join(wrapped("词" * 300, 50)) == "词" * 300
    assert wrapped("a b", 50) == ["a b"]
    assert len(legend_rows([Part(id=str(at), title="a long name of a part") for at in range(9)])) > 1


def test_the_pieces_of_a_bar_stand_in_the_order_of_the_legend() -> None:
    con = duckdb.connect()
    rows = con.sql("select * from (values ('a', 'open', 1), ('a', 'exit', 2), ('a', 'ok', 3)) as t (tool, outcome, n)")
    spec = bars(rows, category="tool", value="n", colour="outcome").spec
    legend = spec["encoding"]["color"]["scale"]["domain"]
    place = spec["encoding"]["order"]["field"]
    drawn = sorted(*spec["datasets"].values(), key=lambda row: row[place])
    assert [row["outcome"] for row in drawn] == legend == ["ok", "exit", "open"]
