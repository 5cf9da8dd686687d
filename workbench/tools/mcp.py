"""The MCP family: tools of other servers, whose names and schemas the log brings. They declare no presenter."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from workbench.tools.definition import Arguments, Ideal, Output, Tool, output
from workbench.tools.shapes import JSON, closed, items, may, need
from workbench.tools.wire import texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.model import Json

PREFIX = "mcp__"
_LONGEST = 64
_KEPT = 51
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]")
_SURROGATE = re.compile("[\ud800-\udfff]")


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
    told = _SURROGATE.sub("\ufffd", f"{server}\0{raw}")
    digest = hashlib.sha256(told.encode()).hexdigest()
    return f"{safe[:_KEPT]}_{digest[:12]}"


def parts(name: str) -> tuple[str, str] | None:
    """Part a public name into server and tool, None where it is no such name.

    A server's name has at most 32 characters and no dots; where it holds `__` itself, the first one is taken.
    """
    if not name.startswith(PREFIX):
        return None
    server, found, raw = name[len(PREFIX) :].partition("__")
    return (server, raw) if found and server and raw else None


def _renderer(raw: str) -> Callable[[Arguments, Any], list[Json]]:
    def render(_arguments: Arguments, value: Any) -> list[Json]:
        """Write everything as one text; images are stored afterwards, and the text that stands for them is replaced."""
        lines = [line for block in value["content"] if (line := _line(block)) is not None]
        return texts("\n".join(lines) if lines else f"({raw} returned no model-visible content)")

    return render


_UNTOLD = "the MCP block is missing its name or URI"
_UNSTORED = "this result was not admitted to durable model context"


def _line(block: Any) -> str | None:
    if not isinstance(block, dict):
        return "[unsupported MCP content block: expected an object]"
    kind = block.get("type", "undefined")
    media = block.get("mimeType", "unknown media type")
    if kind == "text":
        return block.get("text")
    if kind == "image":
        return f"[image unavailable: {media}; {_UNSTORED}; raw image data remains available to programmatic callers]"
    if kind == "audio":
        return f"[audio result unsupported: {media}; raw audio data remains available to programmatic callers]"
    if kind == "resource":
        return "[embedded resource unsupported; raw resource data remains available to programmatic callers]"
    if kind == "resource_link":
        told = "name" in block and "uri" in block
        return f"Resource link: {block['name']} ({block['uri']})" if told else f"[resource link unavailable: {_UNTOLD}]"
    return f"[unsupported MCP content type: {kind}]"


OUTPUT: Output = output(closed(content=need(items(JSON)), structuredContent=may(JSON)), _renderer("tool"))


@lru_cache(maxsize=256)
def tool_named(name: str) -> Tool:
    """Return the family's tool under a public name."""
    known = parts(name)
    contract = msgspec.structs.replace(OUTPUT, render=_renderer(name if known is None else known[1]))
    return msgspec.structs.replace(FAMILY, name=name, output=contract)


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
