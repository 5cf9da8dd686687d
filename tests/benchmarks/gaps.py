"""All eleven gaps measured over 500 generated sessions, loaded before."""

from __future__ import annotations

import importlib.util
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType

import workbench
from workbench.gaps import PROBES, gap

SESSIONS = 500
MEGABYTES = 0.2
"""Of each session, about 25 calls."""
BUDGET = 10


def measure() -> list[dict]:
    """Return one row for all gaps, and one for the slowest."""
    generate = _module("generate")
    wb = workbench.open()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(SESSIONS):
            name = f"session-{seed:03}"
            generate.write(Path(folder) / name / "session.jsonl", MEGABYTES, "packed", seed, name)
        wb.load(folder)
        taken = {}
        for number in PROBES:
            started = time.perf_counter()
            gap(wb, number)
            taken[number] = time.perf_counter() - started
    ((calls,),) = wb.sql("select count(*) from all_calls").fetchall()
    slowest = max(taken, key=lambda number: taken[number])
    return [
        {
            "name": f"gaps of {SESSIONS} sessions",
            "seconds": sum(taken.values()),
            "budget": BUDGET,
            "note": f"{calls:,} calls, {SESSIONS * MEGABYTES:.0f} MB of logs, loaded before",
        },
        {"name": "the slowest of them", "seconds": taken[slowest], "note": slowest},
    ]


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
