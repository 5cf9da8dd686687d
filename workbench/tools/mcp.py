"""The MCP family: tools of other servers, whose names and schemas the log brings. They declare no presenter."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING, Any

from workbench.tools.definition import Arguments, Ideal, Output, Tool, output
from workbench.tools.shapes import JSON, closed, items, may, need
from workbench.tools.wire import text

if TYPE_CHECKING:
    from workbench.model import Json

PREFIX = "mcp__"
_LONGEST = 64
_KEPT = 51
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")


def public_name(server: str, raw: str) -> str:
    """Return the name under which a server's tool is offered to the model.

    Characters that a tool name may not have become `_`; if that changed the name, or it is longer than 64, it is cut to
    51 characters and gets `_` and 12 hex digits of the SHA-256 of server, NUL and the tool's own name.
    """
    name = f"{PREFIX}{server}__{raw}"
    # The harness replaces UTF-16 units, so a character beyond the basic plane gives two underscores.
    safe = _UNSAFE.sub(lambda found: "_" * (2 if found[0] > "\uffff" else 1), name)
    if safe == name and len(safe) <= _LONGEST:
        return safe
    digest = hashlib.sha256(f"{server}\0{raw}".encode("utf-8", "replace")).hexdigest()
    return f"{safe[:_KEPT]}_{digest[:12]}"


def parts(name: str) -> tuple[str, str] | None:
    """Part a public name into server and tool, None where it is no such name.

    A server's name has at most 32 characters and no dots; where it holds `__` itself, the first one is taken.
    """
    if not name.startswith(PREFIX):
        return None
    server, found, raw = name[len(PREFIX) :].partition("__")
    return (server, raw) if found and server and raw else None


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    """Show text and images as they are, and say what else the server sent.

    The harness first stores images; the block that it writes then refers to the stored bytes.
    """
    shown: list[Json] = []
    for block in value["content"]:
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text":
            shown.append(text(str(block.get("text", ""))))
        elif kind == "image" and "attachment" in block:
            shown.append(block)
        else:
            shown.append(text(_placeholder(kind, block)))
    return shown


def _placeholder(kind: Any, block: Any) -> str:
    if kind == "image":
        what, still = f"image unavailable: {block.get('mimeType', 'unknown')}; not stored", "image"
    elif kind == "audio":
        what, still = f"audio result unsupported: {block.get('mimeType', 'unknown')}", "audio"
    elif kind == "resource":
        what, still = "embedded resource unsupported", "resource"
    else:
        what, still = f"{kind} result unsupported", str(kind)
    return f"[{what}; raw {still} data remains available to programmatic callers]"


OUTPUT: Output = output(closed(content=need(items(JSON)), structuredContent=may(JSON)), _render)

FAMILY = Tool(
    name=PREFIX,
    family="mcp",
    description="A tool of an MCP server; the request header of the log has the server's own description and schema.",
    dsl={},
    parameters={"type": "object"},
    output=OUTPUT,
    checks_arguments=False,
    ideal=Ideal(
        cards=("generic",),
        need="once",
        shows="arguments and result as folded JSON; images as images",
        gaps=("G10", "G11"),
        tier="addition",
        first_tier="client",
    ),
)
