"""Whether what a drawing returned can be drawn: nodes of the tree, all the way down, with text where text belongs."""

from __future__ import annotations

from typing import Any

from workbench.widgets._tree import (
    Code,
    Diff,
    Element,
    Fold,
    Hunk,
    Image,
    JsonBlock,
    Lane,
    Lanes,
    More,
    Mount,
    Table,
    Terminal,
    many,
)

MOST = 200_000
"""Nodes of one body; more would stop the browser."""

_TEXTS: dict[type, tuple[str, ...]] = {
    Code: ("text",),
    Terminal: ("text",),
    Diff: ("path",),
    Table: (),
    JsonBlock: ("text",),
    Lanes: (),
    Image: ("media_type", "alt"),
    More: ("label",),
    Fold: ("cls",),
    Mount: ("model_id",),
}


def check(nodes: Any) -> None:
    """Raise TypeError where something is no node, and ValueError where there are too many of them."""
    if not isinstance(nodes, tuple | list):
        raise TypeError(f"a list of nodes is expected, not {type(nodes).__name__}")
    stack: list[Any] = [*nodes]
    seen = 0
    while stack:
        node = stack.pop()
        seen += 1
        if seen > MOST:
            raise ValueError(f"more than {MOST:,} nodes")
        kind = type(node)
        if kind is str:
            continue
        if kind is Element:
            if type(node.tag) is not str or type(node.cls) is not str or type(node.children) is not tuple:
                raise TypeError("an element has a tag, a class and a tuple of children")
            if node.attrs:
                _attributes(node)
            stack += node.children
        else:
            stack += _block(node)


def _attributes(node: Element) -> None:
    for name, value in node.attrs.items():
        if type(name) is not str or type(value) is not str:
            raise TypeError(f"an attribute of <{node.tag}> is no text")


def _block(node: Any) -> list[Any]:
    """Return what stands inside a block."""
    texts = _TEXTS.get(type(node))
    if texts is None:
        raise TypeError(f"{type(node).__name__} is no node")
    for name in texts:
        if not isinstance(getattr(node, name), str):
            raise TypeError(f"the {name} of a {type(node).__name__} is no text")
    if isinstance(node, Fold):
        return [*many(node.summary), *node.children]
    if isinstance(node, Table):
        return [cell for row in node.rows for cell in row]
    if isinstance(node, Diff) and not all(isinstance(hunk, Hunk) for hunk in node.hunks):
        raise TypeError("a hunk of a Diff is no Hunk")
    if isinstance(node, Lanes) and not all(isinstance(lane, Lane) for lane in node.lanes):
        raise TypeError("a lane of Lanes is no Lane")
    return []
