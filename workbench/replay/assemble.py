"""Stream records → the blocks of an answer, by the rule that the agent loop itself follows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from workbench.model import Json, Value

Block = dict[str, Any]

_DELTAS = {"text-delta": "text", "reasoning-delta": "reasoning", "tool-call-delta": "tool-call"}


class Assembled(Value, frozen=True, kw_only=True):
    """An answer put together from its stream.

    Attributes:
        blocks: the blocks of the message, in the order in which they were first seen; None where `error` says why they
            cannot be told.
        interrupted: what is kept of them when the user stopped the answer: text and reasoning that are not blank.
        finish: the reason of the last finish record, `{"kind": "stop"}` where there is none.
        usage: the last usage record, None where there is none.
    """

    blocks: tuple[Json, ...] | None
    interrupted: tuple[Json, ...]
    finish: Json
    usage: Json = None
    error: str | None = None


class _Part:
    """A block that is arriving; `whole` is what its end record says, which counts from then on."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.text = ""
        self.arguments = ""
        self.id: str | None = None
        self.name = ""
        self.whole: Block | None = None

    def add(self, record: Block) -> None:
        if self.whole is not None:
            return
        if record["type"] == "tool-call-delta":
            self.id = record.get("id")
            self.name = record.get("name") or self.name
            self.arguments += record.get("argumentsDelta", "")
        else:
            self.text += record.get("text", "")

    def block(self, index: Any) -> Block:
        if self.whole is not None:
            return self.whole
        if self.kind in ("text", "reasoning"):
            return {"type": self.kind, "text": self.text}
        if self.kind == "tool-call":
            call_id = f"call-{index}" if self.id is None else self.id
            return {"type": "tool-call", "id": call_id, "name": self.name, "arguments": self.arguments}
        raise ValueError(f'cannot assemble incomplete block of type "{self.kind}"')


def assemble(records: Iterable[Block]) -> Assembled:
    """Put the stream records of one attempt together.

    Records are as the log has them: block-start, text-delta, reasoning-delta, tool-call-delta, block-end, usage and
    finish. Deltas make a block where no start was seen; the first end of a block counts, what comes after it is
    passed over. A finish of kind `max-tokens` drops the calls, since they cannot be run safely.
    """
    parts: dict[Any, _Part] = {}
    finish: Json = {"kind": "stop"}
    usage: Json = None
    for record in records:
        kind = record.get("type")
        if kind == "block-start":
            parts.setdefault(record["index"], _Part(record["blockType"]))
        elif kind in _DELTAS:
            parts.setdefault(record["index"], _Part(_DELTAS[kind])).add(record)
        elif kind == "block-end":
            part = parts.setdefault(record["index"], _Part(record["block"]["type"]))
            part.whole = record["block"] if part.whole is None else part.whole
        elif kind == "usage":
            usage = record["usage"]
        elif kind == "finish":
            finish = record["reason"]
    error = None
    blocks: tuple[Json, ...] | None = None
    try:
        blocks = tuple(part.block(index) for index, part in parts.items())
    except ValueError as fault:
        error = str(fault)
    if blocks is not None and isinstance(finish, dict) and finish.get("kind") == "max-tokens":
        blocks = tuple(block for block in blocks if block["type"] != "tool-call")
    return Assembled(blocks=blocks, interrupted=_kept(parts), finish=finish, usage=usage, error=error)


def _kept(parts: dict[Any, _Part]) -> tuple[Json, ...]:
    kept = []
    for index, part in parts.items():
        if (part.whole["type"] if part.whole is not None else part.kind) in ("text", "reasoning"):
            block = part.block(index)
            if block["text"].strip(_BLANK):
                kept.append(block)
    return tuple(kept)


_BLANK = "\t\n\v\f\r \u00a0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000\ufeff"
"""What the writer's language counts as blank."""
