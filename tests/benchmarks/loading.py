"""Loading the longest recording, against reading its lines and nothing else."""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import workbench

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
LONG = ROOT.parent / "shared" / "recorded" / "long"
REPEATS = 3


class Envelope(msgspec.Struct):
    """The least that must be read of a line."""

    type: str
    seq: int | None = None
    time: int | None = None
    data: msgspec.Raw | None = None


def _decoded(file: Path) -> bytes:
    rest, parts = file.read_bytes(), []
    while rest:
        frame = zstd.ZstdDecompressor()
        parts.append(frame.decompress(rest))
        rest = frame.unused_data
    return b"".join(parts)


def _envelope(file: Path) -> None:
    decode = msgspec.json.Decoder(Envelope).decode
    for line in _decoded(file).splitlines():
        decode(line)


def _load(folder: Path) -> None:
    wb = workbench.open()
    wb.load(folder)
    wb.sql("select name, count(*) from calls group by 1").fetchall()


def _least(work: Callable[[], None]) -> float:
    seconds = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - begun)
    return min(seconds)


def measure() -> list[dict]:
    """The ratio of the two, and the peak of memory."""
    file = next(iter(LONG.rglob("session.jsonl.zstd")), None)
    if file is None:
        return [{"name": "load the longest recording", "note": "not here: it lies in ../shared, beside the project"}]
    envelope = _least(lambda: _envelope(file))
    load = _least(lambda: _load(LONG))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    size = len(_decoded(file)) / 1e6
    return [
        {
            "name": "load, facts and views ready, first answer",
            "ratio": load / envelope,
            "seconds": load,
            "budget": 5,
            "note": f"to decoding each line's envelope, {envelope:.2f} s for {size:.1f} MB",
        },
        {"name": "peak of memory", "megabytes": peak, "budget": round(1.5 * size + 150), "note": "rows in memory"},
    ]
