"""The small parts of views and results: blocks, generic views, and members of hostile JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.model import ActionKind, Json


def text(words: str) -> dict[str, Any]:
    """Return a text block."""
    return {"type": "text", "text": words}


def texts(words: str) -> list[Json]:
    """Return content of one text block."""
    return [text(words)]


def only_text(content: Sequence[Json]) -> str | None:
    """Return the text of content that is exactly one text block, None for any other content."""
    if len(content) != 1:
        return None
    block = content[0]
    if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str):
        return str(block["text"])
    return None


def generic(title: str, kind: ActionKind | None = None, **members: Any) -> dict[str, Any]:
    """Return a generic call view; members by their wire names, for instance `rawInput`, `content`, `locations`."""
    view: dict[str, Any] = {"card": "generic", "title": title}
    if kind is not None:
        view["kind"] = kind
    view.update(members)
    return view


def pick(record: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return the members of these names that the record has, in this order."""
    return {name: record[name] for name in names if name in record}


def optional_text(record: dict[str, Any], *names: str) -> bool:
    """Tell whether each of these members is absent or a string."""
    return all(isinstance(record.get(name, ""), str) for name in names)
