"""Listing a store of 5 000 sessions by their headers, and what a person waits for in a small one."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SESSIONS = 5000
PROJECTS = 40
KILOBYTES = 100

LIST = """
import sys, time
import workbench
wb = workbench.open()
begun = time.perf_counter()
listed = len(wb.browse(sys.argv[1]).fetchall())
first = time.perf_counter() - begun
begun = time.perf_counter()
wb.browse(sys.argv[1]).fetchall()
again = time.perf_counter() - begun
assert listed == int(sys.argv[2]), listed
print(first, again)
"""
LOAD = """
import sys, time
import workbench
from workbench.surfaces import prepare
prepare()
begun = time.perf_counter()
wb = workbench.open()
wb.load(sys.argv[1])
loaded = time.perf_counter() - begun
wb.sql("select name, count(*) from calls group by 1").fetchall()
answered = time.perf_counter() - begun
begun = time.perf_counter()
repr(wb.session("session").cards[0])
print(answered, answered - loaded, time.perf_counter() - begun)
"""


def _inside(code: str, *arguments: object) -> list[float]:
    """Seconds that a fresh process prints; of each the least of three."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    environment = os.environ | {"WORKBENCH_CACHE": "off"}
    runs = [
        subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout for _ in range(3)
    ]
    return [min(column) for column in zip(*(map(float, run.split()) for run in runs), strict=True)]


def measure() -> list[dict]:
    """Seconds, in processes of their own; imports are counted by the benchmark `starting`."""
    spec = importlib.util.spec_from_file_location("generate", HERE / "generate.py")
    generate = sys.modules["generate"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    with tempfile.TemporaryDirectory() as place:
        header, *rest = generate.lines(0.002, "packed", session_id="session-0000")
        for number in range(SESSIONS):
            file = Path(place) / f"project-{number % PROJECTS}" / f"session-{number:04}" / generate.name("packed")
            file.parent.mkdir(parents=True)
            file.write_bytes(b"\n".join([header.replace(b"session-0000", file.parent.name.encode()), *rest, b""]))
        first, again = _inside(LIST, place, SESSIONS)
    with tempfile.TemporaryDirectory() as place:
        small = generate.write(Path(place) / generate.name("packed"), KILOBYTES / 1000, "packed")
        load, answer, card = _inside(LOAD, small)
    return [
        {"name": f"list a store of {SESSIONS:,} sessions", "seconds": first, "budget": 2},
        {"name": "list it again", "seconds": again, "budget": 0.3, "note": "in the same kernel"},
        {"name": f"open a workbench, load {KILOBYTES} KB, first answer", "seconds": load, "note": "no cache"},
        {"name": "first answer of a loaded session", "seconds": answer},
        {"name": "its first card", "seconds": card},
    ]
