"""Answers that are still arriving at a moment: their texts, and their calls as far as the arguments have come."""

from __future__ import annotations

from typing import Any

import duckdb

from workbench.model import Call, State, Value
from workbench.replay.position import Position
from workbench.replay.query import records


class Block(Value, frozen=True, kw_only=True):
    """A call of which only stream records have arrived.

    `over` says that nothing more came, `is_kept` that the log knows of the call at its end: not where the answer failed
    and was tried again, and not where the records stand inside a message that is not there yet.
    """

    key: str
    turn: int | None
    step: int | None
    call_id: str
    name: str
    arguments: str
    complete: bool
    seq: int
    clock: int | None
    inherited: bool
    over: bool
    is_kept: bool

    @property
    def state(self) -> State:
        """The state of the call."""
        return "interrupted" if self.over else "streaming"

    def call(self, session_id: str) -> Call:
        """Return the call that it is so far."""
        return Call(
            key=self.key,
            session_id=session_id,
            turn=self.turn,
            step=self.step,
            call_id=self.call_id,
            name=self.name,
            arguments=self.arguments,
            arguments_complete=self.complete,
            state=self.state,
            outcome="not-started" if self.over else None,
            inherited=self.inherited,
        )


class Text(Value, frozen=True, kw_only=True):
    """Text or reasoning (`kind` assistant or reasoning) of which only stream records have arrived."""

    kind: str
    seq: int
    time_ms: int | None
    clock_ms: int | None
    inherited: bool


class Streaming(Value, frozen=True, kw_only=True):
    """What is arriving: all calls, and the texts of the next row (those of rows before are in the timeline).

    `now_ms` is the clock of the last record of the next row that has arrived, None where none has.
    """

    blocks: tuple[Block, ...] = ()
    texts: tuple[Text, ...] = ()
    now_ms: int | None = None


_KINDS = {"text": "assistant", "reasoning": "reasoning"}


def streaming(con: duckdb.DuckDBPyConnection, session_id: str, position: Position) -> Streaming:
    """Return what is arriving in a session at a moment."""
    blocks = []
    if records(con, "open_attempts", session=session_id, **position.bounds):
        blocks = [Block(**row) for row in records(con, "streaming", session=session_id, **position.bounds)]
    texts: list[Text] = []
    now = None
    if position.k:
        clocks = records(con, "next_members", session=session_id, **position.bounds)
        now = max((row["clock"] for row in clocks if row["clock"] is not None), default=None)
        for row in records(con, "arriving", session=session_id, **position.bounds):
            if row["part"] == "tool-call":
                same = sum(_place(block) == (row["turn"], row["step"], row["call_id"]) for block in blocks)
                blocks.append(_block(session_id, row, same + 1))
            elif _KINDS[row["part"]] not in {text.kind for text in texts}:
                texts.append(
                    Text(
                        kind=_KINDS[row["part"]],
                        seq=row["seq"],
                        time_ms=row["time_ms"],
                        clock_ms=row["clock_ms"],
                        inherited=row["inherited"],
                    )
                )
    return Streaming(blocks=tuple(blocks), texts=tuple(texts), now_ms=now)


def _place(block: Block) -> tuple[int | None, int | None, str]:
    return block.turn, block.step, block.call_id


def _block(session_id: str, row: dict[str, Any], occurrence: int) -> Block:
    turn, step = ("-" if row[name] is None else row[name] for name in ("turn", "step"))
    return Block(
        key=f"{session_id}/{turn}.{step}/{row['call_id']}{f'#{occurrence}' if occurrence > 1 else ''}",
        turn=row["turn"],
        step=row["step"],
        call_id=row["call_id"],
        name=row["name"],
        arguments=row["text"] or "",
        complete=row["complete"],
        seq=row["seq"],
        clock=row["clock_ms"],
        inherited=row["inherited"],
        over=False,
        is_kept=False,
    )
