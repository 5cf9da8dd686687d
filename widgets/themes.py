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
    """The colours of one kind of page, all without transparency: what makes pictures gets that wrong on no background.

    Attributes:
        paper: the background.
        ink, strong, faint: words, in three weights; `rule` for thin lines.
        hues: what is drawn solid, and `halves` the same half solid; `inside` and `inside_half` are for words on them.
        hollow: the outline of what is not there, and `within` what fills it.
    """

    paper: str
    ink: str
    strong: str
    faint: str
    rule: str
    hues: tuple[str, ...]
    halves: tuple[str, ...]
    hollow: str
    within: str
    inside: str
    inside_half: str


THEMES: Final[dict[ThemeName, Theme]] = {
    "both": Theme(
        paper="transparent", ink="#747a86", strong="#747a86", faint="#8d929c", rule="#b4b8bf",
        hues=("#4674c4", "#8a63b8", "#2f8f83"), halves=("#b3c4e6", "#d3c1e6", "#abd6cf"), hollow="#c0741a",
        within="transparent", inside="#ffffff", inside_half="#1f2329",
    ),
    "light": Theme(
        paper="#ffffff", ink="#454c57", strong="#1f2329", faint="#6b727d", rule="#d5d9e0",
        hues=("#2f62b8", "#7a4ea8", "#1f7a70"), halves=("#b5c7e6", "#d2c2e3", "#b0d3cf"), hollow="#b35c00",
        within="#fdf4ea", inside="#ffffff", inside_half="#1f2329",
    ),
    "dark": Theme(
        paper="#15181d", ink="#b9c0ca", strong="#eef0f3", faint="#8b929d", rule="#3b424d",
        hues=("#79a7ee", "#bd97e6", "#6cc9bd"), halves=("#33486b", "#4c3d63", "#2c5650"), hollow="#f2a65a",
        within="#2a2119", inside="#10141a", inside_half="#eef0f3",
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
