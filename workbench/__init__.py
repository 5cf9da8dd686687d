"""A workbench for people who study how a coding agent's tool calls are shown.

    import workbench
    wb = workbench.open()
    wb.load("data/sessions")

In a notebook `%load_ext workbench` does the first two lines. Importing this package is cheap: DuckDB, pandas and the
widgets are imported when they are used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.errors import WorkbenchError

if TYPE_CHECKING:
    from workbench.bench import Workbench

__all__ = ["WorkbenchError", "current", "open"]

_current: list[Workbench] = []


def open() -> Workbench:  # noqa: A001 (the verb a person looks for)
    """Open an empty workbench in memory; it is the current one from then on.

    Raises:
        WorkbenchError: another project that is called `workbench` too is installed.
    """
    from workbench.bench import Workbench
    from workbench.namesake import refuse_namesake

    refuse_namesake()
    _current[:] = [Workbench()]
    return _current[0]


def current() -> Workbench:
    """Return the workbench that was opened last, or open one."""
    return _current[0] if _current else open()


def load_ipython_extension(shell: Any) -> None:
    """What `%load_ext workbench` calls."""
    from workbench import extension

    extension.load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """What `%unload_ext workbench` calls."""
    from workbench import extension

    extension.unload(shell)
