"""How many members a packed row has, without decoding them.

The data of a packed row is `{turn, step, index, [id, name,] dt: [gap, …], texts or args: [text, …]}`; it has one gap
fewer than texts. A row whose data looks as the harness writes it is counted by its quotes and commas; every other is
decoded.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

_PLACE: Final = rb'\{"turn":\d+,"step":\d+,"index":\d+,'
_GAPS: Final = rb'"dt":\[([-\d,]*)\],'
_NAMES: Final = rb'"id":"[^"\\]*",(?:"name":"[^"\\]*",)?'
_AS_WRITTEN: Final = {
    "text-chunks": re.compile(_PLACE + _GAPS + rb'"texts":(\[".*"\])\}', re.DOTALL),
    "reasoning-chunks": re.compile(_PLACE + _GAPS + rb'"texts":(\[".*"\])\}', re.DOTALL),
    "tool-call-chunks": re.compile(
        _PLACE + rb"(?:" + _GAPS + _NAMES + rb"|" + _NAMES + _GAPS + rb')"args":(\[".*"\])\}', re.DOTALL
    ),
}


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
    match = _AS_WRITTEN[tag].fullmatch(data)
    if match is not None:
        *either, texts = match.groups(b"")
        gaps = b"".join(either)
        n = gaps.count(b",") + 2 if gaps else 1
        if b"\\\\" not in texts and texts.count(b'"') - texts.count(b'\\"') == 2 * n and texts.count(b'","') == n - 1:
            return n
    return _decode(tag, data)


def _decode(tag: str, data: bytes) -> int | str:
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
