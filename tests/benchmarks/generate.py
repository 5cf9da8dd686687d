"""Logs of any size, as the harness writes them: turns of steps with reasoning, answers, calls and results.

`python tests/benchmarks/generate.py FOLDER [MEGABYTES] [STYLE]` writes one. The same seed gives the same bytes. The
proportions are those of a recorded session: about a dozen rows a call, every delta of the model's stream, a step of one
to three calls.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

STYLES: Final = ("packed", "unpacked", "zstd", "generation-3")
"""Generation 0 with the stream packed in rows, or a row for every delta, or packed in Zstandard frames; or generation
3, which has the stream inside the message."""

START: Final = 1_790_000_000_000
RUN: Final = 256
"""Most deltas in one packed row: a batch of the writer."""
FRAME: Final = 16
"""Rows of a Zstandard frame."""

MODEL: Final = {"provider": "deepseek-official", "model": "deepseek-v4-flash"}
WORDS: Final = re.findall(
    r"\w+",
    "the buffer keeps every frame that a reader has not seen yet while its cursor moves over lines of files and "
    "tests fail where parsers meet odd values or the clock of another machine says later things than ours größer 数据",
)
encode = msgspec.json.encode


@dataclass
class Act:
    """One call with what came of it."""

    name: str
    arguments: str
    text: str
    meta: Any = None
    error: dict[str, str] | None = None


@dataclass
class Step:
    """What the model says in one step, and its calls."""

    reasoning: str
    text: str
    acts: list[Act] = field(default_factory=list)


class Writer:
    """Makes the rows of a session, one after the other."""

    def __init__(self, seed: int, style: str) -> None:
        self.random = random.Random(seed)
        self.style = style
        self.seq = 0
        self.time = START
        self.calls = 0
        self.thoughts = [self._words(self.random.randrange(10, 160)) for _ in range(64)]
        self.listings = [[self._code() for _ in range(300)] for _ in range(16)]

    # ------------------------------------------------------------------------------------------------ rows

    def header(self, session_id: str) -> bytes:
        """The first line."""
        version = 3 if self.style == "generation-3" else 0
        members = {"type": "session", "version": version, "id": session_id, "createdAt": START, "cwd": "/home/dev/ws"}
        members |= {"isSeeded": False} if version else {}
        return encode(members | {"delegationDepth": 0})

    def turn(self, turn: int, steps: int) -> Iterator[bytes]:
        """All rows of a turn."""
        yield self.row("turn/start", {"turn": turn})
        for step in range(1, steps + 1):
            place = {"turn": turn, "step": step}
            yield self.row("step/start", place)
            if step == 1:
                yield from self.opening(turn, place)
            made = self.step()
            yield from self.answer(place, made)
            for act in made.acts:
                yield from self.act(place, act)
            yield self.row("step/end", place)
        yield self.row("turn/end", {"turn": turn, "reason": {"kind": "completed"}})

    def opening(self, turn: int, place: dict[str, int]) -> Iterator[bytes]:
        """What stands before the first answer of a turn."""
        if turn == 1 and self.style == "generation-3":
            prompt = {"id": self.id(), "role": "system", "source": {"kind": "plugin", "plugin": "system"}}
            yield self.row("system/message", place | {"message": prompt | {"content": [block("Be brief.")]}}, "append")
        asked = {"content": [block(self._thought())], "source": {"kind": "user"}, "role": "user", "id": self.id()}
        yield self.row("user/message", asked, "append")
        if turn == 1:
            title = {"title": "Generated", "messageSeqs": [self.seq - 1], "source": {"kind": "fallback"}}
            yield self.row("session/title", title)
            yield self.row("request/header", {"header": {"config": MODEL, "tools": []}, "reason": "initial"})
            yield self.row("request/context", MODEL | {"contextWindow": 1_000_000})

    def answer(self, place: dict[str, int], step: Step) -> Iterator[bytes]:
        """The stream of an answer and the message."""
        content = [block(step.reasoning) | {"type": "reasoning"}]
        if step.text:
            content.append(block(step.text))
        for act in step.acts:
            self.calls += 1
            call = {"type": "tool-call", "id": f"call_{self.calls:06}", "name": act.name, "arguments": act.arguments}
            content.append(call)
        usage = {"inputTokens": self.random.randrange(2000), "outputTokens": 20, "cacheReadTokens": 9000}
        message = {"role": "assistant", "content": content, "source": {"kind": "model"} | MODEL, "id": self.id()}
        data = place | {"message": message, "usage": usage}
        records = self.stream(content, usage)
        if self.style == "generation-3":
            data["stream"] = [self.record(*record) for record in records]
            yield self.row("assistant/message", data, "append")
            return
        first = self.seq
        for kind, position, call, parts in records:
            yield from self.records(place, kind, position, call, parts)
        yield self.row("assistant/message", data, "append", [[first, self.seq - 1]])

    def act(self, place: dict[str, int], act: Act) -> Iterator[bytes]:
        """A call and its result; calls are numbered by the message before them."""
        call_id = f"call_{self.calls - self.waiting + 1:06}"
        self.waiting -= 1
        yield self.row("tool/call", place | {"callId": call_id, "name": act.name, "arguments": act.arguments})
        called = self.seq - 1
        self.time += self.random.randrange(5, 3000)
        result = {"type": "tool-result", "toolCallId": call_id, "content": [block(act.text)]}
        source = {"kind": "tool", "callId": call_id}
        message = {"source": source, "content": [result | {"isError": act.error is not None}], "role": "user"}
        data: dict[str, Any] = place | {"message": message | {"id": self.id()}}
        data |= {"meta": act.meta} if act.meta is not None else {}
        data |= {"error": act.error} if act.error is not None else {}
        yield self.row("tool/result", data, "append", [called])

    def row(self, kind: str, data: Any, surface: str | None = None, sources: list[Any] | None = None) -> bytes:
        """One event as a line."""
        members: dict[str, Any] = {"type": kind, "seq": self.seq, "time": self.time, "data": data}
        if sources is not None:
            members["sourceEventSeqs"] = sources
        if surface is not None:
            members["surfaceOp"] = surface
        self.seq += 1
        self.time += 1
        return encode(members)

    # ------------------------------------------------------------------------------------------------ streams

    def stream(self, content: list[Any], usage: Any) -> Iterator[tuple[str, int, Any, list[Any]]]:
        """The records of an answer: (kind, block, call, parts)."""
        for position, one in enumerate(content):
            yield "chunk", position, None, [{"type": "block-start", "index": position, "blockType": one["type"]}]
            text = one.get("text") or one.get("arguments") or " "
            parts = [text[at : at + 4] for at in range(0, len(text), 4)]
            kind = {"text": "text", "reasoning": "reasoning"}.get(one["type"], "tool-call")
            for at in range(0, len(parts), RUN):
                yield kind, position, one if kind == "tool-call" else None, parts[at : at + RUN]
        for position, one in enumerate(content):
            yield "chunk", position, None, [{"type": "block-end", "index": position, "block": one}]
        yield "chunk", 0, None, [{"type": "usage", "usage": usage}]
        reason = "tool-calls" if content[-1]["type"] == "tool-call" else "stop"
        yield "chunk", 0, None, [{"type": "finish", "reason": {"kind": reason}}]

    def records(self, place: dict[str, int], kind: str, position: int, call: Any, parts: list[Any]) -> Iterator[bytes]:
        """The same as rows of generation 0."""
        if kind == "chunk":
            yield self.row("assistant/chunk", place | {"chunk": parts[0]})
        elif self.style == "unpacked":
            for part in parts:
                chunk: dict[str, Any] = {"type": f"{kind}-delta", "index": position}
                chunk |= {"id": call["id"], "name": call["name"], "argumentsDelta": part} if call else {"text": part}
                yield self.row("assistant/chunk", place | {"chunk": chunk})
        else:
            packed = {"type": f"{kind}-chunks", "seq0": self.seq, "time0": self.time}
            yield encode(packed | {"data": place | self.members(position, call, parts)})
            self.seq += len(parts)
            self.time += len(parts)

    def record(self, kind: str, position: int, call: Any, parts: list[Any]) -> dict[str, Any]:
        """The same as generation 3 writes it into the message."""
        if kind == "chunk":
            return {"type": "chunk", "time": self.time, "chunk": parts[0]}
        made = {"type": f"{kind}-chunks", "time0": self.time} | self.members(position, call, parts)
        self.time += len(parts)
        return made

    def members(self, position: int, call: Any, parts: list[Any]) -> dict[str, Any]:
        """What packed records have in common."""
        gaps = [1] * (len(parts) - 1)
        if call:
            return {"index": position, "dt": gaps, "id": call["id"], "name": call["name"], "args": parts}
        return {"index": position, "dt": gaps, "texts": parts}

    # ------------------------------------------------------------------------------------------------ contents

    def step(self) -> Step:
        """What happens in a step."""
        chance = self.random
        acts = [self.made() for _ in range(chance.choices((1, 2, 3), (12, 2, 1))[0])]
        self.waiting = len(acts)
        return Step(self._thought(), self._thought() if chance.random() < 0.4 else "", acts)

    def made(self) -> Act:
        """One call of a tool."""
        chance = self.random
        path = f"/home/dev/ws/src/part_{chance.randrange(400)}.py"
        first = chance.randrange(1, 4000)
        lines = chance.choice(self.listings)[: chance.choice((3, 12, 40, 40, 80, 250))]
        kind = chance.choices(("bash", "read", "grep", "edit", "write", "todo_write"), (6, 5, 3, 4, 1, 1))[0]
        if kind == "bash":
            exit_code = chance.choice((0, 0, 0, 1, 2))
            text = "\n".join(lines) + (f"\n\n[exit code: {exit_code}]" if exit_code else "")
            return Act(kind, dumps(command=f"make -C src part_{first}", description="Build a part"), text)
        if kind == "read":
            numbered = [{"number": number, "text": line} for number, line in enumerate(lines, first)]
            shown = "\n".join(f"{line['number']}: {line['text']}" for line in numbered)
            text = f"<path>{path}</path>\n<type>file</type>\n<content>\n{shown}\n</content>"
            meta = {"path": path, "offset": first, "lines": numbered}
            return Act(kind, dumps(file_path=path, offset=first, limit=len(lines)), text, meta)
        if kind == "grep":
            hits = [{"lineNumber": number * 7, "line": line} for number, line in enumerate(lines, 1)]
            listed = "\n".join(f"Line {hit['lineNumber']}: {hit['line']}" for hit in hits)
            text = f"Found {len(hits)} matches\n\n{path}\n{listed}"
            meta = {"shape": "matches", "files": [{"path": path, "matches": hits}], "truncated": False}
            return Act(kind, dumps(pattern="part_\\d+", path="/home/dev/ws"), text, meta | {"total": len(hits)})
        if kind == "edit":
            old, new = "\n".join(lines[:3]), "\n".join(lines[1:4])
            arguments = dumps(file_path=path, old_string=old, new_string=new)
            if chance.random() < 0.1:
                error = {"name": "FsError", "code": "FS_EDIT_NOT_FOUND"}
                return Act(kind, arguments, f'Error: old_string was not found in "{path}"', None, error)
            meta = {"diffs": [{"path": path, "oldText": old, "newText": new}]}
            return Act(kind, arguments, f"The file {path} has been updated successfully.", meta)
        if kind == "write":
            text = f"<path>{path}</path>\n<type>file</type>\n<content>\nCreated file\n</content>"
            return Act(kind, dumps(file_path=path, content="\n".join(lines)), text, {"diffs": []})
        todos = [{"content": f"item {number}", "status": "pending"} for number in range(chance.randrange(1, 12))]
        text = f"Updated todo list: {len(todos)} pending, 0 in progress, 0 completed."
        return Act(kind, dumps(todos=todos), text)

    def id(self) -> str:
        """An id of a message."""
        return f"{self.random.getrandbits(128):032x}"

    def _thought(self) -> str:
        return self.random.choice(self.thoughts)

    def _words(self, count: int) -> str:
        return " ".join(self.random.choices(WORDS, k=count))

    def _code(self) -> str:
        first, second = self.random.sample(WORDS, 2)
        number, value = self.random.randrange(999), self.random.randrange(10**6)
        return f"    {first}_{number} = {second}({value})  # {self._words(3)}"


def block(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def dumps(**arguments: Any) -> str:
    return encode(arguments).decode()


def lines(megabytes: float, style: str, seed: int = 0, session_id: str = "session-generated") -> Iterator[bytes]:
    """Lines of a log without their ends, the header first, until they have that many million bytes."""
    writer = Writer(seed, style)
    line = writer.header(session_id)
    yield line
    left = megabytes * 1e6 - len(line)
    turn = 0
    while left > 0:
        turn += 1
        for line in writer.turn(turn, writer.random.randrange(5, 40)):
            left -= len(line) + 1
            yield line


def write(path: Path, megabytes: float, style: str, seed: int = 0, session_id: str = "session-generated") -> Path:
    """Write a log of a style; its size is that of the decoded text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    made = lines(megabytes, style, seed, session_id)
    with path.open("wb") as file:
        if style != "zstd":
            file.writelines(line + b"\n" for line in made)
            return path
        options = {zstd.CompressionParameter.checksum_flag: 1}
        batch = [next(made)]
        for line in made:
            if len(batch) >= FRAME or file.tell() == 0:
                file.write(zstd.compress(b"\n".join(batch) + b"\n", options=options))
                batch = []
            batch.append(line)
        file.write(zstd.compress(b"\n".join(batch) + b"\n", options=options))
    return path


def name(style: str) -> str:
    """The file name that the harness gives such a log."""
    return {"zstd": "session.jsonl.zstd", "generation-3": "session.v3.jsonl"}.get(style, "session.jsonl")


if __name__ == "__main__":
    chosen = sys.argv[3] if sys.argv[3:] else STYLES[0]
    size = float(sys.argv[2]) if sys.argv[2:] else 10
    print(write(Path(sys.argv[1]) / name(chosen), size, chosen))
