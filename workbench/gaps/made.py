"""Made logs with a known truth: sessions in which a chosen share of the instances of a gap has what a card needs.

They are logs as the harness writes them (generation 0, plain lines), except where a share above 0 asks for something
that no harness writes, such as a progress event. Two such stores that differ in the share alone turn a verdict; a
verdict that cannot turn is no measurement.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from workbench.errors import WorkbenchError
from workbench.logs.known import TYPES
from workbench.model import Json

T0 = 1_790_000_000_000
"""Milliseconds since 1970 at which made sessions begin."""
Event = tuple[str, dict[str, Json]]
"""Type and data of a row."""


class Log:
    """A session log that is written call by call; every step holds the calls that run at the same time."""

    def __init__(self, session_id: str, *, at: int = T0, **header: Json) -> None:
        self.session_id = session_id
        self.now = at
        self.step = 0
        self._lines: list[dict[str, Json]] = [
            {"type": "session", "version": 0, "id": session_id, "createdAt": at, "cwd": "/made", "delegationDepth": 0}
            | header
        ]
        self.row("turn/start", {"turn": 1})

    @property
    def seq(self) -> int:
        """The number of the next row."""
        return len(self._lines) - 1

    def row(self, kind: str, data: Json, *, after: int = 1, **envelope: Json) -> int:
        """Write a row `after` milliseconds later, and return its number; a type nobody knows may be passed over."""
        seq = self.seq
        self.now += after
        line: dict[str, Json] = {"type": kind, "seq": seq, "time": self.now, "data": data} | envelope
        if kind not in TYPES[0]:
            line["ignorable"] = True
        self._lines.append(line)
        return seq

    def message(self, words: str) -> None:
        """Write a message of a person."""
        data = {"id": f"m{self.seq}", "role": "user", "content": [_text(words)], "source": {"kind": "user"}}
        self.row("user/message", data, surfaceOp="append")

    def call(
        self,
        name: str,
        arguments: Json,
        content: str | Sequence[Json] = "done",
        *,
        ms: int = 1500,
        events: Iterable[Event] = (),
        pieces: int = 1,
        result: Mapping[str, Json] | None = None,
    ) -> str:
        """Write one call with its result and return its id.

        Args:
            name: the tool.
            arguments: an object.
            content: text, or content blocks.
            ms: how long it runs.
            events: rows between call and result; a member that is None becomes the id of the call.
            pieces: into how many pieces the stream of the arguments is cut.
            result: more members of the result row, such as `meta`.
        """
        (call_id,) = self.calls([(name, arguments)], [content], ms=ms, events=events, pieces=pieces, result=result)
        return call_id

    def calls(
        self,
        asked: Sequence[tuple[str, Json]],
        contents: Sequence[str | Sequence[Json]],
        *,
        ms: int = 1500,
        events: Iterable[Event] = (),
        pieces: int = 1,
        result: Mapping[str, Json] | None = None,
    ) -> list[str]:
        """Write calls of one step that run at the same time; the results follow in the order of the calls."""
        self.step += 1
        at = {"turn": 1, "step": self.step}
        calls = [
            (f"{self.session_id}-{self.step}-{number}", name, json.dumps(arguments, ensure_ascii=False))
            for number, (name, arguments) in enumerate(asked)
        ]
        self.row("step/start", at)
        for number, (call_id, name, words) in enumerate(calls):
            for piece in _cut(words, pieces):
                chunk = {"type": "tool-call-delta", "index": number, "id": call_id, "name": name}
                self.row("assistant/chunk", at | {"chunk": chunk | {"argumentsDelta": piece}}, after=40)
        self._propose(at, calls)
        started = [
            self.row("tool/call", at | {"callId": call_id, "name": name, "arguments": words})
            for call_id, name, words in calls
        ]
        within = list(events)
        pause = ms // (len(within) + 1)
        for kind, data in within:
            self.row(kind, {name: calls[0][0] if value is None else value for name, value in data.items()}, after=pause)
        self.now += pause
        for (call_id, _, _), seq, content in zip(calls, started, contents, strict=True):
            self._result(at | dict(result or {}), call_id, seq, content)
        self.row("step/end", at)
        return [call_id for call_id, _, _ in calls]

    def key(self, call_id: str) -> str:
        """Return the key that the store gives a call of this log."""
        return f"{self.session_id}/1.{call_id.rsplit('-', 2)[1]}/{call_id}"

    def write(self, folder: Path) -> Path:
        """End the turn and write the log into a folder of its own."""
        self.row("turn/end", {"turn": 1, "reason": {"kind": "completed"}})
        path = folder / self.session_id / "session.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self._lines), "utf-8")
        return path

    def _propose(self, at: dict[str, int], calls: list[tuple[str, str, str]]) -> None:
        blocks = [
            {"type": "tool-call", "id": call_id, "name": name, "arguments": words} for call_id, name, words in calls
        ]
        source = {"kind": "model", "provider": "made", "model": "made"}
        said = {"id": f"a{self.seq}", "role": "assistant", "content": blocks, "source": source}
        self.row("assistant/message", at | {"message": said}, surfaceOp="append")

    def _result(self, data: dict[str, Json], call_id: str, seq: int, content: str | Sequence[Json]) -> None:
        inner = [_text(content)] if isinstance(content, str) else list(content)
        wrapped = {"type": "tool-result", "toolCallId": call_id, "content": inner, "isError": False}
        source = {"kind": "tool", "callId": call_id}
        message = {"id": f"r{seq}", "role": "user", "content": [wrapped], "source": source}
        self.row("tool/result", data | {"message": message}, surfaceOp="append", sourceEventSeqs=[seq])


def _text(words: str) -> Json:
    return {"type": "text", "text": words}


def _cut(text: str, pieces: int) -> list[str]:
    size = max(1, -(-len(text) // pieces))
    return [text[at : at + size] for at in range(0, len(text), size)]


def first(n: int, share: float) -> int:
    """Return how many of n instances a share is.

    Raises:
        WorkbenchError: the share is not between 0 and 1.
    """
    if not 0 <= share <= 1:
        raise WorkbenchError(f"A share lies between 0 and 1, not {share}.", code="not-a-share")
    return round(n * share)
