"""Inline styles for notebook outputs, whose sheets, variables, roles and data attributes an untrusted reader strips.

Text keeps the colour of its surroundings; areas are tinted by translucent greys and hues; coloured text has a middle
lightness. So one palette reads well on white and on black.
"""

from __future__ import annotations

import re

_MONO = "font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12px;line-height:1.5"
_FAINT = "opacity:.65"
_STYLE: dict[str, str] = {}
_VARIABLE = re.compile(r"--wb-([a-z]+): ([^;]+);")


def inline(tag: str, cls: str, variables: str) -> str:  # noqa: ARG001
    """Return the inline style of an element by its tag, its classes and our variables, or an empty string."""
    return ""
