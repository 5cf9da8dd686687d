"""The same logs through agent-trajviz, another viewer, in an environment of its own.

It is measured where it is installed: in the environment that $WORKBENCH_PEER names, or in `tests/benchmarks/.peer`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

NAME = "agent-trajviz"
FOLDER = Path(__file__).resolve().parent / ".peer"
HOW = (
    f"not installed: python -m venv tests/benchmarks/.peer; tests/benchmarks/.peer/bin/pip install '{NAME}[zstd]'; "
    "or name an environment in WORKBENCH_PEER"
)
CODE = """
import json, sys, time
import agent_trajviz
begun = time.perf_counter()
agent_trajviz.load(sys.argv[1])
seconds = time.perf_counter() - begun
try:
    peak = int(open("/proc/self/status").read().partition("VmHWM:")[2].split()[0]) * 1024 / 1e6
except OSError:
    peak = None
print(json.dumps({"seconds": [seconds], "peak": peak}))
"""


def interpreter() -> Path | None:
    """The Python that has it, or None."""
    named = os.environ.get("WORKBENCH_PEER")
    folder = Path(named) if named else FOLDER
    for path in (folder, folder / "bin" / "python", folder / "Scripts" / "python.exe"):
        if path.is_file() and version(path) is not None:
            return path
    return None


def version(python: Path) -> str | None:
    """Which version an interpreter has, or None."""
    code = f"import importlib.metadata as m; print(m.version({NAME!r}))"
    done = subprocess.run([python, "-c", code], capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def measured(python: Path, file: Path) -> dict | None:
    """Seconds and peak of one load, or None where it does not read the file."""
    done = subprocess.run([python, "-c", CODE, str(file)], capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{NAME}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    result: dict = json.loads(done.stdout.splitlines()[-1])
    return result
