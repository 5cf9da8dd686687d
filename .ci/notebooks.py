"""Runs notebooks again and keeps their outputs: `python .ci/notebooks.py notebooks`.

What differs from run to run is left out (times, widget models), so that a second run changes nothing. Without its model
a widget's output is the static form beside it, which every reader of notebooks can show.
"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

WIDGET = "application/vnd.jupyter.widget-view+json"


def refresh(file: Path) -> None:
    """Run one notebook where it lies, and write it back."""
    notebook = nbformat.read(file, as_version=4)
    NotebookClient(
        notebook,
        timeout=600,
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(file.parent)}},
    ).execute()
    notebook.metadata.pop("widgets", None)
    notebook.metadata.get("language_info", {}).pop("version", None)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if len(data) > 1:
                data.pop(WIDGET, None)
    nbformat.write(notebook, file)


def main(folder: Path) -> None:
    """Refresh every notebook below a folder."""
    for file in sorted(folder.rglob("*.ipynb")):
        if ".ipynb_checkpoints" in file.parts:
            continue
        print(file)
        refresh(file)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
