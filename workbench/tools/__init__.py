"""The catalogue: every tool of the harness, what it takes and returns, and how it presents itself.

[`catalogue`][workbench.tools.catalogue] maps names to tools and [`find`][workbench.tools.find] looks one up;
[`present_call`][workbench.tools.present_call] and [`present_result`][workbench.tools.present_result] give the views of
a logged call as the harness's host does; [`find_older`][workbench.tools.find_older] gives those of an older shape.
Each family's module also reads structure back from the text of its results, where the harness keeps a convention.
"""

from __future__ import annotations

from workbench.tools.definition import Ideal, Older, Output, Presented, Tool
from workbench.tools.lookup import (
    OlderCard,
    catalogue,
    find,
    find_older,
    own_card,
    present_call,
    present_result,
)
from workbench.tools.mcp import public_name as mcp_public_name

__all__ = [
    "Ideal",
    "Older",
    "OlderCard",
    "Output",
    "Presented",
    "Tool",
    "catalogue",
    "find",
    "find_older",
    "mcp_public_name",
    "own_card",
    "present_call",
    "present_result",
]
