"""Small logs, written as the harness writes them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workbench.logs import LogRead, discover, read

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Line = dict[str, Any] | bytes
T0 = 1790000000000


def _encode(line: Line) -> bytes:
    return line if isinstance(line, bytes) else json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode()


def _row(seq: int, kind: str = "todo/write", data: Any = None, **members: Any) -> dict[str, Any]:
    return {"type": kind, "seq": seq, "time": T0 + seq, "data": {} if data is None else data, **members}


@pytest.fixture
def header() -> Callable[..., dict[str, Any]]:
    """`header(version=0, session="s", **members)`: a header line; version None leaves it out."""

    def one(version: int | None = 0, session: str = "s", **members: Any) -> dict[str, Any]:
        numbered = {} if version is None else {"version": version}
        return {"type": "session", **numbered, "id": session, "createdAt": T0, "delegationDepth": 0, **members}

    return one


@pytest.fixture
def row() -> Callable[..., dict[str, Any]]:
    """`row(seq, kind="todo/write", data={}, **members)`: a row with the time that belongs to its seq."""
    return _row


@pytest.fixture
def turn() -> Callable[..., list[dict[str, Any]]]:
    """`turn(first=0)`: a whole turn with one step and one message, five rows."""

    def rows(first: int = 0, number: int = 1) -> list[dict[str, Any]]:
        text = {"type": "text", "text": "h\u00e4llo \u2028 \\u0000"}
        message = {"id": "u", "role": "user", "content": [text], "source": {"kind": "user"}}
        return [
            _row(first, "turn/start", {"turn": number}),
            _row(first + 1, "step/start", {"turn": number, "step": 1}),
            _row(first + 2, "user/message", message, surfaceOp="append"),
            _row(first + 3, "step/end", {"turn": number, "step": 1}),
            _row(first + 4, "turn/end", {"turn": number, "reason": {"kind": "completed"}}),
        ]

    return rows


@pytest.fixture
def frame() -> Callable[..., bytes]:
    """`frame(line, …)`: one frame with a checksum and without a size, as the harness writes them."""
    options = {zstd.CompressionParameter.checksum_flag: 1, zstd.CompressionParameter.content_size_flag: 0}
    return lambda *lines: zstd.compress(b"".join(_encode(line) + b"\n" for line in lines), options=options)


@pytest.fixture
def log(tmp_path: Path) -> Callable[..., Path]:
    """`log(line, …, name="session.jsonl", tail=b"")`: write lines, each ended by a newline; gives the path."""

    def write(*lines: Line, name: str = "session.jsonl", tail: bytes = b"") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(_encode(line) + b"\n" for line in lines) + tail)
        return path

    return write


@pytest.fixture
def binary(tmp_path: Path) -> Callable[..., Path]:
    """`binary(bytes, …, name="session.jsonl.zstd")`: write bytes as they are; gives the path."""

    def write(*parts: bytes, name: str = "session.jsonl.zstd") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"".join(parts))
        return path

    return write


@pytest.fixture
def compressed(frame: Callable[..., bytes], binary: Callable[..., Path]) -> Callable[..., Path]:
    """`compressed(line, …, name="session.jsonl.zstd")`: write lines, each a frame of its own; gives the path."""
    return lambda *lines, name="session.jsonl.zstd": binary(*(frame(line) for line in lines), name=name)


@pytest.fixture
def load() -> Callable[[Path], LogRead]:
    """`load(path)`: read the only log that a path holds."""

    def one(path: Path) -> LogRead:
        (found,) = discover(path).found
        return read(found)

    return one


@pytest.fixture
def load_frames(
    frame: Callable[..., bytes], binary: Callable[..., Path], load: Callable[[Path], LogRead]
) -> Callable[..., LogRead]:
    """`load_frames([line, …], bytes, …)`: read a log of frames, each a list of lines or bytes as they are."""
    return lambda *parts: load(binary(*(part if isinstance(part, bytes) else frame(*part) for part in parts)))
