"""How a card is to be drawn: what is asked for beside the card itself, and how much is shown at first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from workbench.widgets.element import Node

    from workbench.model import Attachment

HEAD_LINES, TAIL_LINES = 60, 30
"""Lines of an output that stand open; what is between them is a click away."""
HEAD_CHARS, TAIL_CHARS = 12_000, 4_000
"""The same in characters, for lines without an end."""
RAW_CHARS = 16_384
"""Characters of raw text in a fold."""
MOST_CHARS = 4_000_000
"""Characters of a text that is shown whole on request; what is longer is cut even then, and counted."""
MOST_ITEMS = 50
"""Files, sources, options, agents, table rows that stand open."""


class Look(NamedTuple):
    """What is asked for.

    Attributes:
        children: drawn cards that stand below this one.
        highlight: whether source text is to be highlighted, which costs more than everything else.
        shown: names of the parts that the reader asked to see whole (`output`, `command`, `diff`, …), as they stand in
            the actions `more:<name>`.
        attachments: pictures that blocks name, by their ids.
        is_mcp: whether the texts are those of a tool of an MCP server, in which the harness puts words of its own in
            the place of what it does not keep.
    """

    children: tuple[Node, ...] = ()
    highlight: bool = False
    shown: frozenset[str] = frozenset()
    attachments: Mapping[str, Attachment] = {}
    is_mcp: bool = False
