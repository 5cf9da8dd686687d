"""Short spellings for nodes of the author's DSL, since the catalogue writes hundreds of them."""

from __future__ import annotations

from typing import Any

Node = dict[str, Any]

STRING: Node = {"type": "string"}
NUMBER: Node = {"type": "number"}
INTEGER: Node = {"type": "integer"}
BOOLEAN: Node = {"type": "boolean"}
NULL: Node = {"type": "null"}
JSON: Node = {"type": "json"}


def need(node: Node, description: str | None = None, **members: Any) -> Node:
    """Return a node that must be there, for a property map."""
    return {**node, **members, **_described(description), "required": True}


def may(node: Node, description: str | None = None, **members: Any) -> Node:
    """Return a node that may be there, for a property map."""
    return {**node, **members, **_described(description)}


def choice(*words: str) -> Node:
    """Return a string that is one of these words."""
    return {"type": "string", "enum": list(words)}


def word(only: str) -> Node:
    """Return a string that is this word."""
    return {"type": "string", "const": only}


def closed(**properties: Node) -> Node:
    """Return an object with these properties and no others."""
    return {"type": "object", "additionalProperties": False, "properties": properties}


def opened(**properties: Node) -> Node:
    """Return an object with these properties and perhaps others."""
    return {"type": "object", "additionalProperties": True, **({"properties": properties} if properties else {})}


def items(node: Node) -> Node:
    """Return an array of such nodes."""
    return {"type": "array", "items": node}


def either(*nodes: Node) -> Node:
    """Return a value that fits exactly one of the nodes."""
    return {"oneOf": list(nodes)}


def _described(description: str | None) -> Node:
    return {} if description is None else {"description": description}
