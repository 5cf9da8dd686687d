"""What a person waits for before anything is loaded: the import, the extension, the command."""

from __future__ import annotations

import subprocess
import sys
import time

REPEATS = 3

EXTENSION = """
import time
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(history_load_length=0)
begun = time.perf_counter()
shell.run_line_magic("load_ext", "workbench")
print(time.perf_counter() - begun)
"""
IMPORT = """
import time
begun = time.perf_counter()
import workbench
print(time.perf_counter() - begun)
"""


def _inside(code: str) -> float:
    """Seconds that a fresh Python says the code took; the least of some."""
    runs = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True) for _ in range(REPEATS)
    )
    return min(float(run.stdout.splitlines()[-1]) for run in runs)


def _whole(*command: str) -> float:
    seconds = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        subprocess.run(command, capture_output=True, check=True)
        seconds.append(time.perf_counter() - begun)
    return min(seconds)


def measure() -> list[dict]:
    """Seconds, in processes of their own."""
    return [
        {"name": "import workbench", "seconds": _inside(IMPORT)},
        {"name": "%load_ext workbench", "seconds": _inside(EXTENSION), "budget": 0.5},
        {"name": "workbench --help", "seconds": _whole(sys.executable, "-m", "workbench.cli", "--help")},
    ]
