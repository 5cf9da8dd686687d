"""How many members a packed row has.

The data of a packed row is `{turn, step, index, [id, name,] dt: [gap, …], texts or args: [text, …]}`; it has one gap
fewer than texts.
"""

from __future__ import annotations

from typing import Final

import msgspec


class _Text(msgspec.Struct, gc=False):
    turn: int
    step: int
    index: int
    texts: list[str]
    dt: list[int]


class _Arguments(msgspec.Struct, gc=False):
    turn: int
    step: int
    index: int
    id: str
    args: list[str]
    dt: list[int]
    name: str | None = None


_TEXT: Final = msgspec.json.Decoder(_Text)
_ARGUMENTS: Final = msgspec.json.Decoder(_Arguments)


def count(tag: str, data: bytes) -> int | str:
    """Return the number of members of a packed row, or what is wrong with it."""
    try:
        if tag == "tool-call-chunks":
            arguments = _ARGUMENTS.decode(data)
            n, gaps = len(arguments.args), len(arguments.dt)
        else:
            text = _TEXT.decode(data)
            n, gaps = len(text.texts), len(text.dt)
    except (msgspec.MsgspecError, RecursionError) as fault:
        return str(fault)
    if not n:
        return "it has no members"
    if gaps != n - 1:
        return f"it has {n} members and {gaps} time gaps between them"
    return n
