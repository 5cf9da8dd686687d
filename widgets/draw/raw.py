"""JSON of the log as it is written: numbers keep their digits, data in base64 is named and left out."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import msgspec
from workbench.widgets.draw.base64_text import json_without_data
from workbench.widgets.draw.look import RAW_CHARS
from workbench.widgets.draw.parts import note
from workbench.widgets.draw.text import plain
from workbench.widgets.element import JsonBlock

from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import Json


def json_text(value: Json) -> str:
    """Return a value as JSON. What the fast writer refuses (lone surrogates, great depth) goes the slow way."""
    try:
        return msgspec.json.encode(value).decode()
    except (TypeError, ValueError, RecursionError, UnicodeEncodeError, OverflowError):
        pass
    try:
        return json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        return repr(type(value))


_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_BRACKETS = re.compile(r"[^\[\]{}]+")
LEVELS = 48
"""Levels that the JSON block shows as folds; what is nested deeper stands there as it is written."""


def depth_of(text: str) -> int:
    """Return how deep a JSON text is nested, 0 for one that is surely not deeper than the levels that are shown."""
    if text.count("[") + text.count("{") <= LEVELS:
        return 0
    brackets = _BRACKETS.sub("", _STRING.sub("", text))
    left = brackets
    for _ in range(LEVELS):
        if not left:
            return 0
        left = left.replace("[]", "").replace("{}", "")
    level = deepest = 0
    for bracket in brackets:
        level += 1 if bracket in "[{" else -1
        deepest = max(deepest, level)
    return deepest


def is_json(text: str) -> bool:
    """Tell whether a text is one JSON object or list that is worth a tree: it begins and ends so, and can be parsed."""
    if not (4 <= len(text) <= 2 * RAW_CHARS) or text[0] not in "[{" or text.rstrip()[-1:] not in "]}":
        return False
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return False
    return True


def json_nodes(text: str, look: Look, what: str, *, depth: int = 2) -> tuple[Node, ...]:
    """Return a JSON text as a tree; a longer one as text, head and tail."""
    short, has_data = json_without_data(text)
    left_out = (note(t("media.left_out")),) if has_data else ()
    if len(short) <= 2 * RAW_CHARS:
        if (levels := depth_of(short)) > LEVELS:
            left_out = (*left_out, note(t("json.deep", n=levels, shown=LEVELS)))
        return (JsonBlock(short, depth=depth), *left_out)
    return (*plain(short, look, what, most=RAW_CHARS), *left_out)
