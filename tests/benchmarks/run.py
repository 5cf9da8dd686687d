"""Runs benchmarks and prints what they found: `make bench`, or `make bench of="loading listing --readme"`.

A benchmark is a module beside this one with `measure() -> list[dict]`. A row has a `name`, one or more of `ratio` (to
what the note or the budget says), `seconds` and `megabytes`, and perhaps a `budget` (the number it should not exceed,
of the first of these that it has) and a `note`; or it has `cells`, texts by the name of their column, and stands in a
table of its own. Each module runs in a process of its own. Nothing here fails for being slow: the table is for a person
to read. `--readme` also writes it between the two marks of the README, so that no number there is typed by hand.
"""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
README = HERE.parents[1] / "README.md"
MARKS = ("<!-- measured: make bench writes what follows -->", "<!-- end of what was measured -->")
UNITS = {"ratio": "×", "seconds": " s", "megabytes": " MB"}
Table = list[tuple[str, ...]]


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all; the number of those that broke."""
    write = "--readme" in names
    known = sorted(file.stem for file in HERE.glob("[!_]*.py") if "\ndef measure(" in file.read_text(encoding="utf-8"))
    broken = 0
    head = machine()
    rows: list[tuple[str, dict[str, Any]]] = []
    for name in [name for name in names if name != "--readme"] or known:
        print(f"{name} …", file=sys.stderr, flush=True)
        done = subprocess.run([sys.executable, __file__, "--one", name], stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            broken += 1
            rows.append((name, {"name": "did not run", "note": "its words are above"}))
            continue
        rows += [(name, row) for row in json.loads(done.stdout.splitlines()[-1])]
    found = tables(rows)
    print("\n".join([head, *(text for table in found for text in ("", plain(table)))]))
    if write and not broken:
        into_readme("\n".join(["", head, "", *(text for table in found for text in (markdown(table), ""))]))
    return broken


def machine() -> str:
    """A sentence about where this runs, and what else does."""
    import duckdb

    model = platform.processor() or platform.machine()
    memory = 0.0
    try:
        cpu = Path("/proc/cpuinfo").read_text(encoding="utf-8")
        model = cpu.partition("model name")[2].partition(":")[2].partition("\n")[0].strip() or model
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    except (OSError, ValueError):
        pass
    load = f", load before the start {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return (
        f"{time.strftime('%Y-%m-%d')}: {os.cpu_count()} cores ({model}), {memory:.0f} GB, Python "
        f"{platform.python_version()}, DuckDB {duckdb.__version__}{load}."
    )


def tables(rows: list[tuple[str, dict[str, Any]]]) -> list[Table]:
    """Rows with the same columns in one table, in the order in which they come."""
    found: dict[tuple[str, ...], Table] = {}
    for benchmark, row in rows:
        if "cells" in row:
            columns = ("log", *row["cells"])
            found.setdefault(columns, [columns]).append((row["name"], *row["cells"].values()))
        else:
            columns = ("benchmark", "what", "measured", "budget", "", "note")
            found.setdefault(columns, [columns]).append(line(benchmark, row))
    return list(found.values())


def line(benchmark: str, row: dict[str, Any]) -> tuple[str, ...]:
    measured = [(row[key], unit) for key, unit in UNITS.items() if row.get(key) is not None]
    texts = " · ".join(f"{value:,.{0 if value >= 100 else 2}f}{unit}" for value, unit in measured)
    budget, verdict = "", ""
    if measured and row.get("budget") is not None:
        value, unit = measured[0]
        budget = f"≤ {row['budget']:g}{unit}"
        verdict = "met" if value <= row["budget"] else f"over: {value / row['budget']:.2f} of it"
    return (benchmark, row["name"], texts, budget, verdict, row.get("note", ""))


def plain(table: Table) -> str:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    texts = [
        "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip() for cells in table
    ]
    return "\n".join([texts[0], "  ".join("-" * width for width in widths), *texts[1:]])


def markdown(table: Table) -> str:
    texts = ["| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |" for cells in table]
    return "\n".join([texts[0], "|" + "---|" * len(table[0]), *texts[1:]])


def into_readme(text: str) -> None:
    """Put a text between the marks."""
    content = README.read_text(encoding="utf-8")
    before, begin, rest = content.partition(MARKS[0])
    _, end, after = rest.partition(MARKS[1])
    if not begin or not end:
        raise SystemExit(f"{README.name} has no place for the table: put {MARKS[0]!r} and {MARKS[1]!r} into it")
    README.write_text(f"{before}{begin}\n{text}\n{end}{after}", encoding="utf-8")


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
