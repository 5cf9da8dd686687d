"""Colours of pictures: one set that reads on a light and on a dark page alike, and one for each of them.

Blue is what is there, orange what is not: the two stay apart for every kind of colour blindness, and how solid a thing
is drawn says the same without colours.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from workbench.model import Value
from workbench.strings import language

ThemeName = Literal["both", "light", "dark"]
FONTS: Final = {
    "en": "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', sans-serif",
    "zh": "'Noto Sans CJK SC', 'Noto Sans SC', 'PingFang SC', 'Microsoft YaHei', sans-serif",
}
"""Where a picture is made outside of a browser, the first of these that is there has to have all letters."""


class Theme(Value, frozen=True, kw_only=True):
    """The colours of one kind of page; `inside` is for words on what is drawn solid."""

    paper: str

    ink: str
    strong: str
    rule: str
    hues: tuple[str, ...]
    hollow: str
    inside: str


THEMES: Final[dict[ThemeName, Theme]] = {
    "both": Theme(
        paper="transparent",
        ink="#747a86", strong="#747a86", rule="#7b849440", hues=("#4674c4", "#8a63b8", "#2f8f83"), hollow="#c0741a",
        inside="#ffffff",
    ),
    "light": Theme(
        paper="#ffffff",
        ink="#454c57", strong="#1f2329", rule="#d5d9e0", hues=("#2f62b8", "#7a4ea8", "#1f7a70"), hollow="#b35c00",
        inside="#ffffff",
    ),
    "dark": Theme(
        paper="#15181d",
        ink="#b9c0ca", strong="#eef0f3", rule="#3b424d", hues=("#79a7ee", "#bd97e6", "#6cc9bd"), hollow="#f2a65a",
        inside="#10141a",
    ),
}  # fmt: skip


def config(theme: Theme) -> dict[str, Any]:
    """Return the configuration of Vega-Lite for a theme: no frames, faint rules, one font."""
    text = {
        "labelColor": theme.ink, "titleColor": theme.ink, "labelFontSize": 12, "titleFontSize": 12,
        "titleFontWeight": "normal",
    }  # fmt: skip
    return {
        "background": theme.paper,
        "font": FONTS[language()],
        "view": {"stroke": None},
        "concat": {"spacing": 28},
        "axis": {**text, "domainColor": theme.rule, "tickColor": theme.rule, "gridColor": theme.rule},
        "legend": {
            **text, "orient": "top", "title": None, "symbolType": "square", "symbolSize": 140, "labelLimit": 0,
            "columnPadding": 18, "offset": 10,
        },
        "title": {
            "color": theme.strong, "subtitleColor": theme.ink, "fontSize": 15, "subtitleFontSize": 12.5,
            "fontWeight": 600, "anchor": "start", "frame": "bounds", "offset": 14, "subtitlePadding": 6,
            "subtitleLineHeight": 18,
        },
    }  # fmt: skip
