"""JSON of a tree for the browser, whatever its depth and its characters."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec
from workbench.widgets._allow import MAX_DEPTH
from workbench.widgets._expand import expand
from workbench.widgets._tree import Element, Fold, many

if TYPE_CHECKING:
    from collections.abc import Iterator

    from workbench.widgets._tree import Node, Nodes

_ENCODER = msgspec.json.Encoder()


def write(nodes: Nodes) -> bytes:
    """Return the JSON of a node or of a list of nodes; see [`element.to_json`][]."""
    try:
        return _ENCODER.encode(nodes)
    except (RecursionError, UnicodeEncodeError):
        shallow = [_shallow(node) for node in many(nodes)]
    # msgspec refuses lone surrogates; escaped, they reach the browser, which shows U+FFFD for each.
    built = msgspec.to_builtins(shallow if isinstance(nodes, tuple | list) else shallow[0])
    return json.dumps(built, separators=(",", ":")).encode()


def _shallow(node: Node) -> Node:
    """Return the tree with every element at `MAX_DEPTH` replaced by the text inside it."""
    out: list[list[Node]] = [[]]
    stack: list[tuple[Node, int] | Element | Fold] = [(node, 0)]
    while stack:
        entry = stack.pop()
        if not isinstance(entry, tuple):
            done = tuple(out.pop())
            out[-1].append(msgspec.structs.replace(entry, children=done))
            continue
        item, depth = entry
        if not isinstance(item, Element | Fold):
            out[-1].append(item)
        elif depth >= MAX_DEPTH:
            out[-1] += _texts(item)
        else:
            out.append([])
            stack.append(item)
            stack += [(child, depth + 1) for child in reversed(item.children)]
    return out[0][0] if len(out[0]) == 1 else Element("span", children=tuple(out[0]))


def _texts(node: Node) -> Iterator[str]:
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        else:
            stack.extend(reversed((item if isinstance(item, Element) else expand(item)).children))
