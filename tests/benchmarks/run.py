"""Runs every benchmark and prints one table: `make bench`, or `python tests/benchmarks/run.py loading starting`.

A benchmark is a module beside this one with `measure() -> list[dict]`. A row has a `name`, one or more of `ratio` (to
what the note or the budget says), `seconds` and `megabytes`, and perhaps a `budget` (the number it should not exceed,
of the first of these that it has) and a `note`. Each module runs in a process of its own, so that peaks of memory are
its own too. Nothing here fails for being slow: the table is for a person to read.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
UNITS = {"ratio": "×", "seconds": " s", "megabytes": " MB"}


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all; the number of those that broke."""
    known = sorted(file.stem for file in HERE.glob("*.py") if file.stem != Path(__file__).stem)
    broken = 0
    lines = [("benchmark", "what", "measured", "budget", "", "note")]
    for name in names or known:
        print(f"{name} …", file=sys.stderr, flush=True)
        done = subprocess.run([sys.executable, __file__, "--one", name], stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            broken += 1
            lines.append((name, "did not run", "", "", "", "its words are above"))
            continue
        lines += [line(name, row) for row in json.loads(done.stdout.splitlines()[-1])]
    print(table(lines))
    return broken


def line(benchmark: str, row: dict[str, Any]) -> tuple[str, ...]:
    measured = [(row[key], unit) for key, unit in UNITS.items() if row.get(key) is not None]
    texts = " · ".join(f"{value:,.{0 if value >= 100 else 2}f}{unit}" for value, unit in measured)
    budget, verdict = "", ""
    if measured and row.get("budget") is not None:
        budget = f"≤ {row['budget']:g}{measured[0][1]}"
        verdict = "ok" if measured[0][0] <= row["budget"] else "OVER"
    return (benchmark, row["name"], texts, budget, verdict, row.get("note", ""))


def table(lines: list[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    texts = [
        "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip() for cells in lines
    ]
    return "\n".join([texts[0], "  ".join("-" * width for width in widths), *texts[1:]])


def one(name: str) -> list[dict[str, Any]]:
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    rows: list[dict[str, Any]] = module.measure()
    return rows


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(one(sys.argv[2])))
    else:
        sys.exit(main(sys.argv[1:]))
