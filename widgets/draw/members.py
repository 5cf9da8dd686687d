"""Members of a content block that its drawing has no place for: they stand folded below it, so that none is lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from workbench.widgets.draw.raw import json_nodes, json_text
from workbench.widgets.element import Fold, el

from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

Told = Mapping[str, Callable[[Any], bool]]
_BASE64 = re.compile(r"[A-Za-z0-9+/\s]*={0,2}\s*")


def is_base64(data: object) -> bool:
    """Tell whether a value is written as base64, be it broken into lines."""
    return isinstance(data, str) and _BASE64.fullmatch(data) is not None


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_size(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"width", "height"} and all(map(_is_count, value.values()))


_TYPES: Told = {"mimeType": _is_text, "mediaType": _is_text}
_IDS: Told = {"attachmentId": _is_text, "id": _is_text}
"""Names that a person does not read; the raw content has them."""
_FACTS: Told = {**_TYPES, "name": _is_text, "bytes": _is_count, "width": _is_count, "height": _is_count}
_PICTURE: Told = {**_FACTS, "originalDimensions": _is_size}
_DATA: Told = {**_FACTS, "data": is_base64}
_RESOURCE: Told = {
    **dict.fromkeys(("uri", "name", "title", "mimeType", "description", "text"), _is_text),
    "blob": is_base64,
    "size": _is_count,
}
_TEXT: Told = {"text": _is_text}
_CALL: Told = {"name": _is_text, "arguments": lambda _: True}

_TOLD: Mapping[str, tuple[Told, str, Told]] = {
    "text": (_TEXT, "", {}),
    "reasoning": (_TEXT, "", {}),
    "image": ({**_TYPES, "data": is_base64}, "attachment", _PICTURE),
    "audio": (_DATA, "attachment", _DATA),
    "video": (_DATA, "attachment", _DATA),
    "file": (_DATA, "attachment", _DATA),
    "resource": (_RESOURCE, "resource", _RESOURCE),
    "resource_link": (_RESOURCE, "resource", _RESOURCE),
    "tool-call": (_CALL, "", {}),
}
"""By the type of a block: what its drawing tells; the member that holds the facts in its place; what is told of it."""


def untold(block: dict[str, Any], *, with_ids: bool) -> dict[str, Any]:
    """Return the members of a known block that its drawing does not tell, those of its inner object within it."""
    told, holder, inside = _TOLD[block["type"]]
    inner = block.get(holder) if holder else None
    if isinstance(inner, dict):
        rest = _rest(inner, inside, with_ids=with_ids)
        told = {"offloaded": lambda value: value is True} if block["type"] == "image" else {}
        left = _rest({name: value for name, value in block.items() if name != holder}, told, with_ids=with_ids)
        return {**left, holder: rest} if rest else left
    return _rest(block, told, with_ids=with_ids)


def _rest(members: dict[str, Any], told: Told, *, with_ids: bool) -> dict[str, Any]:
    known = told if with_ids else {**_IDS, **told}
    return {
        name: value for name, value in members.items() if name != "type" and not (name in known and known[name](value))
    }


def further(block: dict[str, Any], look: Look, what: str) -> tuple[Node, ...]:
    """Return the members that nothing else tells, folded; nothing where all are told."""
    rest = untold(block, with_ids=what.startswith("raw-"))
    if not rest:
        return ()
    names = ", ".join(rest)
    summary = (el("span", t("block.further", names=names if len(names) <= 200 else f"{names[:200]}…")),)
    return (Fold(summary, json_nodes(json_text(rest), look, f"{what}-members"), key=f"{what}-members"),)
