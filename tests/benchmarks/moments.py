"""A session of 100 000 calls at any moment: states and counts in the kernel."""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import workbench

CALLS = 100_000
A_STEP, A_TURN = 4, 25
ARGUMENTS = '{"command": "ls", "description": "List"}'


def measure() -> list[dict[str, Any]]:
    """Read a log once, then go to moments anywhere in it; the median of each."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "session.jsonl"
        with log.open("w", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows())
        wb = workbench.open()
        wb.load(log)
    session = wb.session("bench")
    last = wb.sql("select max(seq) from rows").fetchall()[0][0]
    rng = random.Random(1)

    def anywhere() -> Any:
        return session.at(seq=rng.randrange(last))

    session.counts, len(session.cards), session.card("call_1")  # what is read once a session
    return [
        {"name": "counts at any moment", "seconds": median(lambda: anywhere().counts), "budget": 0.01},
        {"name": "states at any moment", "seconds": median(lambda: states(anywhere())), "budget": 0.01},
        {"name": "one card at any moment", "seconds": median(lambda: anywhere().card("call_1").state), "budget": 0.01},
        {"name": "all that run at any moment", "seconds": median(lambda: running(anywhere())), "note": "in order"},
    ]


def states(moment: Any) -> int:
    """How many calls are there, each with its state."""
    return len(moment.place.calls)


def running(moment: Any) -> int:
    """The cards of calls that run."""
    return len(moment.cards.where(state="running"))


def median(work: Callable[[], Any], times: int = 21) -> float:
    """Seconds that a piece of work takes, the middle of many."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        found.append(time.perf_counter() - start)
    return sorted(found)[times // 2]


def rows() -> Iterator[dict[str, Any]]:
    """A log of generation 0: turns of steps of a few calls each."""
    yield {"type": "session", "version": 0, "id": "bench", "createdAt": 0, "delegationDepth": 0}
    for seq, (kind, data) in enumerate(events()):
        row = {"type": kind, "seq": seq, "time": seq * 7, "data": data}
        yield row | ({"surfaceOp": "append"} if kind in ("assistant/message", "tool/result") else {})


def events() -> Iterator[tuple[str, dict[str, Any]]]:
    """The rows of that log by type and data."""
    number = 0
    for turn in range(1, CALLS // (A_STEP * A_TURN) + 1):
        yield "turn/start", {"turn": turn}
        for step in range(1, A_TURN + 1):
            place = {"turn": turn, "step": step}
            calls = [f"call_{number + at}" for at in range(A_STEP)]
            number += A_STEP
            yield "step/start", place
            blocks = [{"type": "tool-call", "id": call, "name": "bash", "arguments": ARGUMENTS} for call in calls]
            source = {"kind": "model", "provider": "p", "model": "m"}
            message = {"id": f"m{number}", "role": "assistant", "content": blocks, "source": source}
            yield "assistant/message", place | {"message": message, "usage": {"inputTokens": 10, "outputTokens": 3}}
            for call in calls:
                yield "tool/call", place | {"callId": call, "name": "bash", "arguments": ARGUMENTS}
                text = [{"type": "text", "text": "out"}]
                result = [{"type": "tool-result", "toolCallId": call, "content": text, "isError": False}]
                told = {"id": f"r{call}", "role": "user", "source": {"kind": "tool", "callId": call}, "content": result}
                yield "tool/result", place | {"message": told}
            yield "step/end", place
        yield "turn/end", {"turn": turn, "reason": {"kind": "completed"}}
