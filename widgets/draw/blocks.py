"""Content blocks of a result or a message: text, pictures, sound, resources, and what nobody knows yet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from workbench.widgets.draw.base64_text import size_of, without_data
from workbench.widgets.draw.look import MOST_ITEMS
from workbench.widgets.draw.members import further, is_base64
from workbench.widgets.draw.parts import label, link, note, pairs, some
from workbench.widgets.draw.placeholders import placeholders
from workbench.widgets.draw.raw import is_json, json_nodes, json_text
from workbench.widgets.draw.text import output, plain
from workbench.widgets.element import Element, Fold, Image, More, el

from workbench.strings import t

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.widgets.draw.base64_text import Data
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import Json

_CONSOLE = re.compile(r"```console\n(.*)\n```", re.DOTALL)
_DRAWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
_MOST_PICTURE = 400_000
"""Characters of base64 that are drawn as a picture without being asked for."""


def blocks(content: Sequence[Json], look: Look, what: str = "content") -> tuple[Node, ...]:
    """Return content blocks, one after the other.

    Args:
        content: blocks as the log has them; anything may stand in the place of a block.
        look: what is asked for.
        what: the name of the part, for the actions that show more of it.
    """
    drawn: list[Node] = []
    for number, block in enumerate(content[:MOST_ITEMS]):
        drawn += one(block, look, what if len(content) == 1 else f"{what}-{number}")
    if len(content) > MOST_ITEMS:
        drawn.append(note(t("more.blocks", n=len(content) - MOST_ITEMS)))
    return tuple(drawn)


def one(block: Json, look: Look, what: str) -> tuple[Node, ...]:
    """Return one content block."""
    if not isinstance(block, dict):
        return _unknown(block, None, look, what)
    kind = block.get("type")
    text = block.get("text")
    drawn: tuple[Node, ...] | None = None
    if kind in ("text", "reasoning") and isinstance(text, str):
        drawn = text_block(text, look, what)
    elif kind == "image":
        drawn = _image(block, look, what)
    elif kind in ("audio", "video", "file"):
        drawn = _data(block, str(kind))
    elif kind in ("resource", "resource_link"):
        drawn = _resource(block, look, what)
    elif kind == "tool-call" and isinstance(block.get("name"), str):
        drawn = _call(block, look, what)
    return _unknown(block, kind, look, what) if drawn is None else (*drawn, *further(block, look, what))


def _call(block: dict[str, Any], look: Look, what: str) -> tuple[Node, ...]:
    """Return a call that stands in a message: the tool's name, and its arguments folded."""
    arguments = block.get("arguments")
    text = arguments if isinstance(arguments, str) else json_text(arguments)
    summary = (el("span", t("block.call", tool=str(block["name"])[:80])),)
    return (Fold(summary, json_nodes(text, look, what) if text else (), key=what),)


def text_block(text: str, look: Look, what: str) -> tuple[Node, ...]:
    """Return a text: the inside of a console fence as a terminal shows it, data as its type and size, else as it is."""
    fence = _CONSOLE.fullmatch(text)
    if fence is not None:
        return output(fence[1], look, what)
    if not text:
        return (note(t("block.empty_text")),)
    if look.is_mcp and (parts := placeholders(text)) is not None:
        inner = look._replace(is_mcp=False)
        drawn = (
            text_block(part, inner, f"{what}-{at}") if isinstance(part, str) else (part,)
            for at, part in enumerate(parts)
        )
        return tuple(node for nodes in drawn for node in nodes)
    if is_json(text):
        return json_nodes(text, look, what)
    short, data = without_data(text)
    nodes = output(short, look, what) if "\x1b" in short or "\b" in short else plain(short, look, what)
    return (*nodes, *(_offer(piece, number, look) for number, piece in enumerate(data)))


def _offer(data: Data, number: int, look: Look) -> Node:
    """Return a button that shows what data in a text holds, or the picture once it is asked for."""
    name = f"data-{number}"
    if name in look.shown:
        return Image(data.media_type.lower(), data.base64, alt=data.words, note=data.words)
    return More(data.words, action=f"more:{name}" if data.media_type.lower() in _DRAWN else None)


def _image(block: dict[str, Any], look: Look, what: str) -> tuple[Node, ...] | None:
    attachment, data = block.get("attachment"), block.get("data")
    if isinstance(attachment, dict):
        return (_attached(attachment, look, offloaded=block.get("offloaded") is True),)
    if isinstance(data, str):
        return _inline(data, str(block.get("mimeType") or block.get("mediaType") or "image").lower(), look, what)
    return None


def _attached(attachment: dict[str, Any], look: Look, *, offloaded: bool) -> Image:
    """Return a picture of the harness's store: itself where it was found and is what the log says, else its facts."""
    kind, size = str(attachment.get("mediaType") or "image"), _whole(attachment, "bytes")
    found = look.attachments.get(str(attachment.get("attachmentId")))
    data = found.data_base64 if found is not None and found.media_type == kind else None
    why = t(f"media.{found.missing}") if found is not None and found.missing else t("media.not_here")
    words = (
        None if size is None else t("size.bytes", n=size),
        t("media.verified") if data is not None else why,
        _original(attachment),
        t("media.offloaded") if offloaded else None,
    )
    return Image(
        kind,
        data,
        alt=_string(attachment, "name") or "",
        width=_whole(attachment, "width"),
        height=_whole(attachment, "height"),
        note=" · ".join(word for word in words if word),
    )


def _original(attachment: dict[str, Any]) -> str | None:
    """Say what size a picture had before the harness made it smaller."""
    held = attachment.get("originalDimensions")
    width, height = (_whole(held, "width"), _whole(held, "height")) if isinstance(held, dict) else (None, None)
    return t("media.was", width=width, height=height) if width is not None and height is not None else None


def _inline(data: str, kind: str, look: Look, what: str) -> tuple[Node, ...]:
    """Return a picture whose bytes stand in the block itself, which the harness does not write; never an SVG."""
    words = _written(data, kind)
    if kind not in _DRAWN or not is_base64(data):
        return (Image(kind, None, alt=kind, note=words),)
    if len(data) <= _MOST_PICTURE or what in look.shown:
        return (Image(kind, data, alt=kind, note=words),)
    return (Image(kind, None, alt=kind, note=words), More(words, action=f"more:{what}"))


def _data(block: dict[str, Any], kind: str) -> tuple[Node, ...]:
    """Return the placeholder of sound, film or a file."""
    attachment = block.get("attachment")
    holder = attachment if isinstance(attachment, dict) else block
    kind = str(holder.get("mimeType") or holder.get("mediaType") or kind)
    data = holder.get("data")
    words = _facts(holder, _written(data, kind) if isinstance(data, str) else kind)
    return (el("div", t("media.placeholder", facts=" · ".join(words)), cls="wb-placeholder"),)


def _written(data: str, kind: str) -> str:
    """Return the type and the size of data in base64; of anything else that it is none."""
    key = "media.base64" if is_base64(data) else "media.no_base64"
    return t(key, type=kind, n=size_of(data) if is_base64(data) else len(data))


def _resource(block: dict[str, Any], look: Look, what: str) -> tuple[Node, ...]:
    inner = block.get("resource")
    holder = inner if isinstance(inner, dict) else block
    address, name, title = (_string(holder, member) for member in ("uri", "name", "title"))
    text, data = holder.get("text"), holder.get("blob")
    size = size_of(data) if isinstance(data, str) and is_base64(data) else None
    told = _whole(holder, "size")
    facts = pairs(
        (
            (t("block.resource"), link(address, title or name) if address else title or name),
            (t("fact.name"), name if title else None),
            (t("fact.type"), _string(holder, "mimeType")),
            (t("fact.description"), _string(holder, "description")),
            (t("fact.size"), _bytes(size)),
            (t("fact.size_told") if size is not None else t("fact.size"), _bytes(told) if told != size else None),
        )
    )
    if facts is None and not isinstance(text, str):
        facts = el("div", t("media.placeholder", facts=str(block.get("type"))), cls="wb-placeholder")
    return (*some(facts), *(text_block(text, look, what) if isinstance(text, str) else ()))


def _bytes(size: int | None) -> str | None:
    return None if size is None else t("size.bytes", n=size)


def _unknown(block: Json, kind: object, look: Look, what: str) -> tuple[Node, ...]:
    text = json_text(block)
    words = t("block.unknown", type=str(kind)[:80] if kind is not None else t("block.no_type"), n=len(text))
    return (Fold(summary=(el("span", words),), children=json_nodes(text, look, what), key=what, cls="wb-unknown"),)


def _facts(holder: dict[str, Any], kind: str) -> tuple[str, ...]:
    """Return type, size, dimensions and name, as far as they are told."""
    width, height, size = (_whole(holder, name) for name in ("width", "height", "bytes"))
    return tuple(
        word
        for word in (
            _string(holder, "name"),
            kind,
            f"{width}×{height}" if width is not None and height is not None else None,
            t("size.bytes", n=size) if size is not None else None,
        )
        if word
    )


def content_words(content: Sequence[Json]) -> str:
    """Return how many blocks and characters there are, in words."""
    chars = sum(
        len(block["text"]) for block in content if isinstance(block, dict) and isinstance(block.get("text"), str)
    )
    return t("block.size", blocks=t("block.count", n=len(content)), size=t("size.characters", n=chars))


def locations(places: Sequence[Any]) -> Element | None:
    """Return the places a call is about, None without any."""
    if not places:
        return None
    shown = [el("span", _place(place), cls="wb-path") for place in places[:MOST_ITEMS]]
    left = len(places) - len(shown)
    rest = [el("span", t("more.places", n=left), cls="wb-note")] if left else []
    return el("div", label(t("label.locations")), *(el("div", place) for place in (*shown, *rest)), cls="wb-locations")


def _place(place: Any) -> str:
    line = place.line
    return f"{place.path}:{line}" if isinstance(line, int) else str(place.path)


def _string(holder: dict[str, Any], name: str) -> str | None:
    value = holder.get(name)
    return value if isinstance(value, str) and value else None


def _whole(holder: dict[str, Any], name: str) -> int | None:
    value = holder.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
