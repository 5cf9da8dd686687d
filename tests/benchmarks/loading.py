"""Loading generated logs of every style and size, against reading their lines and nothing else.

In each round every way to read a log runs once, one after the other, each in a fresh process; a ratio is that of two
neighbours in a round, so that a machine that is busy with something else slows down both. The table has the median of
the rounds and, as `±`, half of the distance between the least and the most. `cpu` is the same ratio in seconds of the
processor, of all cores together: what the work costs, also on a machine that has other things to do.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
SIZES = os.environ.get("BENCH_MEGABYTES", "1,10,100")
"""Set it to `1,10,100,1000` for a log of 1 GB as well."""
STYLES = os.environ.get("BENCH_STYLES", "packed,unpacked,zstd,generation-3")
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
LOAD, CACHED, MEMORY, CACHED_MEMORY = 5, 0.5, 1.5, 300
SURE = 10
"""Megabytes from which on the budgets are asked for: a smaller log takes as long as opening a database."""


def beside(name: str) -> ModuleType:
    """Import a module that lies beside this one."""
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def measure() -> list[dict[str, Any]]:
    """A row for each log, and a row for each budget."""
    peer = beside("_peer")
    python = peer.interpreter()
    rows = []
    with tempfile.TemporaryDirectory() as place:
        for size in SIZES.split(","):
            for style in STYLES.split(","):
                print(f"  {size} MB {style}", file=sys.stderr, flush=True)
                rows.append(one(Path(place), float(size), style, python))
    notes = [] if python else [{"name": "agent-trajviz", "note": peer.HOW}]
    return [*({"name": row["name"], "cells": cells(row)} for row in rows), *budgets(rows), *notes]


def one(place: Path, size: float, style: str, python: Path | None) -> dict[str, Any]:
    """What all ways take for one log."""
    generate, peer = beside("generate"), beside("_peer")
    folder = place / style
    file = generate.write(folder / generate.name(style), size, style)
    warm = folder / "warm"
    repeats = 5 if size <= 1 else 3 if size <= 10 else 1
    rounds = ROUNDS if size <= 100 else 1
    ratios: dict[str, list[float]] = {}
    costs: dict[str, list[float]] = {}
    seconds: dict[str, float] = {}
    peaks: dict[str, float] = {}
    run("cached", file, 1, warm)
    for number in range(rounds):
        took = {way: run(way, file, repeats, warm) for way in ("envelope", "orjson", "read_ndjson", "cold", "cached")}
        if python is not None and number == 0 and (result := peer.measured(python, file)):
            took["agent-trajviz"] = result
        least = {way: min(result["seconds"]) for way, result in took.items()}
        for way, result in took.items():
            ratios.setdefault(way, []).append(least[way] / least["envelope"])
            seconds[way] = min(least[way], seconds.get(way, least[way]))
            peaks[way] = max(result["peak"] or 0, peaks.get(way, 0))
            if "processor" in result:
                cost = min(result["processor"]) / min(took["envelope"]["processor"])
                costs.setdefault(way, []).append(cost)
    bytes_ = sum(map(len, generate.lines(size, style))) / 1e6
    shutil.rmtree(folder)
    if python is not None and "agent-trajviz" not in ratios:
        ratios["agent-trajviz"] = []
    return {
        "name": f"{size:g} MB {style}",
        "size": bytes_,
        "ratios": ratios,
        "costs": costs,
        "seconds": seconds,
        "peaks": peaks,
    }


def run(way: str, file: Path, repeats: int, warm: Path) -> dict[str, Any]:
    """One way in a process of its own."""
    command = [sys.executable, str(HERE / "_ways.py"), way, str(file), str(repeats)]
    environment = os.environ | {"WORKBENCH_CACHE": str(warm)}
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def cells(row: dict[str, Any]) -> dict[str, str]:
    """The row as texts, by column."""
    found = {"envelope": f"{row['seconds']['envelope'] * 1000:,.0f} ms"}
    for way in ("orjson", "read_ndjson", "cold", "cached", "agent-trajviz"):
        found[way] = ratio(row["ratios"].get(way))
        if way in ("cold", "cached"):
            found[f"{way}, cpu"] = ratio(row["costs"].get(way))
    for way in ("cold", "cached", "agent-trajviz"):
        found[f"peak {way}"] = f"{row['peaks'][way]:,.0f} MB" if row["peaks"].get(way) else "–"
    return found


def ratio(rounds: list[float] | None) -> str:
    if not rounds:
        return "–" if rounds is None else "refused"
    digits = 2 if statistics.median(rounds) < 2 else 1 if statistics.median(rounds) < 20 else 0
    spread = f" ±{(max(rounds) - min(rounds)) / 2:.{digits}f}" if len(rounds) > 1 else ""
    return f"{statistics.median(rounds):,.{digits}f} ×{spread}"


def budgets(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The worst of the logs against each budget."""
    large = [row for row in rows if row["size"] >= SURE * 0.9]
    if not large:
        return []

    def load(row: dict[str, Any]) -> float:
        return statistics.median(row["ratios"]["cold"])

    def cached(row: dict[str, Any]) -> float:
        return statistics.median(row["ratios"]["cached"])

    def memory(row: dict[str, Any]) -> float:
        return row["peaks"]["cold"] - MEMORY * row["size"]

    first, second, third = max(large, key=load), max(large, key=cached), max(large, key=memory)
    fourth = max(large, key=lambda row: row["peaks"]["cached"])
    worst = f"worst of the logs of {SURE} MB and more"
    return [
        {"name": "load, facts and views ready, first answer", "ratio": load(first), "budget": LOAD,
         "note": f"{worst}: {first['name']}"},
        {"name": "the same from the cache", "ratio": cached(second), "budget": CACHED,
         "note": f"{worst}: {second['name']}"},
        {"name": "peak of memory, rows in memory", "megabytes": third["peaks"]["cold"],
         "budget": round(MEMORY * third["size"] + 150), "note": f"1.5 × the bytes + 150 MB; {worst}: {third['name']}"},
        {"name": "peak of memory, rows in the cache", "megabytes": fourth["peaks"]["cached"],
         "budget": CACHED_MEMORY, "note": f"{worst}: {fourth['name']}"},
    ]  # fmt: skip
