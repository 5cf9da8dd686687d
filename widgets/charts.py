"""Charts that need no network: Vega-Lite is compiled here, and a picture stands beside it.

JupyterLab bundles Vega 5 but an older Vega-Lite than Altair writes, so the Vega-Lite is compiled to Vega in Python. The
colours have one middle tone each, so that a chart reads on a light and on a dark page.
"""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import duckdb

from workbench.errors import WorkbenchError

if TYPE_CHECKING:
    import altair as alt

VEGA_MIME = "application/vnd.vega.v5+json"
MAX_ROWS = 5000
INK = "#7b8494"
RULE = "#7b849440"
SERIES = ("#4c78c8", "#d08a2e", "#4f9d69", "#8f6bbf", "#c2585c", "#3c9aa3", "#a0875b", "#7b8494")

OUTCOMES = {
    "ok": "#4f9d69", "exit": "#d08a2e", "timeout": "#b8722c", "signal": "#a05a8c", "error": "#c2585c",
    "denied": "#8f6bbf",
    "interrupted": "#7b8494", "not-started": "#a8afbb", "unknown": "#5f6672", "open": "#4c78c8",
}  # fmt: skip
"""One colour an outcome, the same in every chart; red is for errors alone."""
_PLACE = "place in its bar"


class Drawn:
    """A chart as a notebook shows it: Vega for JupyterLab, a picture for everything else, a sentence for text."""

    def __init__(self, spec: dict[str, Any], text: str) -> None:
        self.spec = spec
        self._text = text

    def vega(self) -> dict[str, Any]:
        """Return the compiled Vega specification."""
        import vl_convert

        vega: dict[str, Any] = vl_convert.vegalite_to_vega(self.spec)
        vega["$schema"] = "https://vega.github.io/schema/vega/v5.json"
        return vega

    def png(self) -> bytes:
        """Return the chart as a picture."""
        return png_of(self.spec)

    def svg(self) -> str:
        """Return the chart as an SVG document."""
        import vl_convert

        return str(vl_convert.vegalite_to_svg(self.spec))

    def __repr__(self) -> str:
        return self._text

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        picture = base64.b64encode(self.png()).decode()
        return {VEGA_MIME: self.vega(), "image/png": picture, "text/plain": self._text}


def drawn(chart: alt.TopLevelMixin, text: str) -> Drawn:
    """Return an Altair chart in our style.

    Args:
        chart: the chart.
        text: what it shows, in one sentence; it stands where no picture can.
    """
    return Drawn(chart.configure(**_config()).to_dict(), text)


def png_of(spec: dict[str, Any], *, scale: float = 1) -> bytes:
    """Return a Vega-Lite specification as a picture."""
    import vl_convert

    return smaller(vl_convert.svg_to_png(vl_convert.vegalite_to_svg(spec), scale=scale))


def smaller(png: bytes) -> bytes:
    """Return the same picture, its data packed better: what draws it packs in a hurry."""
    out, packed, at = [png[:8]], b"", 8
    while at < len(png):
        (length,) = struct.unpack_from(">I", png, at)
        kind, data = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if kind == b"IDAT":
            packed += data
        elif kind == b"IEND":
            out += [_chunk(b"IDAT", zlib.compress(zlib.decompress(packed), 6)), _chunk(kind, data)]
        else:
            out.append(_chunk(kind, data))
        at += 12 + length
    return b"".join(out)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def bars(
    rows: duckdb.DuckDBPyRelation, *, category: str, value: str, colour: str | None = None, title: str = ""
) -> Drawn:
    """Draw one horizontal bar a category, stacked by a second column where one is named.

    Raises:
        WorkbenchError: a column is not there, or there are more than 5 000 rows: aggregate them in SQL.
    """
    import altair as alt

    missing = [name for name in (category, value, colour) if name is not None and name not in rows.columns]
    if missing:
        raise WorkbenchError(f"The query has no column {missing[0]!r}: it has {', '.join(rows.columns)}.", code="chart")
    frame = rows.df()
    if len(frame) > MAX_ROWS:
        raise WorkbenchError(f"{len(frame):,} rows are too many for a chart: aggregate them in SQL.", code="chart")
    encoding: dict[str, Any] = {
        "x": alt.X(value, type="quantitative", title=value.replace("_", " ")),
        "y": alt.Y(category, type="nominal", sort="-x", title=None),
        "tooltip": list(rows.columns),
    }
    if colour is not None:
        domain = _in_order(frame[colour].unique())
        encoding["color"] = alt.Color(colour, type="nominal", title=colour.replace("_", " "), scale=_scale(domain))
        # The pieces of a bar stand in the order of the legend.
        frame = frame.assign(**{_PLACE: frame[colour].map({name: at for at, name in enumerate(domain)})})
        encoding["order"] = alt.Order(_PLACE, type="quantitative", sort="ascending")
    chart = alt.Chart(frame, title=title, width=520, height={"step": 20}).mark_bar(cornerRadiusEnd=2).encode(**encoding)
    return drawn(chart, f"{title or value}: {len(frame)} bars")


def _in_order(values: Iterable[Any]) -> list[Any]:
    """Outcomes in their own order, from what went well to what is not known; other values by their words."""
    found = set(values)
    return [name for name in OUTCOMES if name in found] if found <= OUTCOMES.keys() else sorted(found, key=str)


def _scale(domain: list[Any]) -> Any:
    """The colours of outcomes where the values are outcomes, else the series of the page."""
    import altair as alt

    if not OUTCOMES.keys() >= set(domain):
        return alt.Undefined
    return alt.Scale(domain=domain, range=[OUTCOMES[name] for name in domain])


def _config() -> dict[str, Any]:
    text = {"labelColor": INK, "titleColor": INK, "labelFontSize": 11, "titleFontSize": 11, "titleFontWeight": "normal"}
    return {
        "background": "transparent",
        "view": {"stroke": None},
        "axis": {**text, "domainColor": RULE, "tickColor": RULE, "gridColor": RULE},
        "legend": text,
        "title": {"color": INK, "fontSize": 13, "fontWeight": 600, "anchor": "start", "offset": 12},
        "range": {"category": list(SERIES)},
    }
