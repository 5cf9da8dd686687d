"""One line that says how far a long load is, in a terminal or in a notebook, and that goes when it is done.

Nothing is shown for what takes less than a second or is small, so that what a notebook keeps of a cell does not depend
on how busy the machine was; nor where nobody looks: not in a pipe, not in a script's log.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, Final, Self

from workbench.strings import t

if TYPE_CHECKING:
    from types import TracebackType

PATIENCE: Final = 1.0
"""Seconds before the line appears."""
LARGE: Final = 32 * 1024 * 1024
"""Bytes of the logs from which on the line may appear."""
PACE: Final = 0.2
"""Seconds between two states of it."""


class Progress:
    """Shows lines in place of each other while the block runs: for `n` logs of `total` bytes."""

    def __init__(self, n: int, total: int) -> None:
        self._n = n
        self._total = total
        self._begun = time.monotonic()
        self._shown_at = 0.0
        self._handle: Any = None
        self._width = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)
        elif self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()

    def load(self, done: int, read: int) -> None:
        """Say how many of the logs and of their bytes are loaded."""
        if self._is_due():
            self._show(t("load.progress", done=done, n=self._n, bytes=size(read), all=size(self._total)))

    def facts(self) -> None:
        """Say that the logs are read, and their calls are put together."""
        if self._is_due(at_once=True):
            self._show(t("load.facts", n=self._n))

    def _is_due(self, *, at_once: bool = False) -> bool:
        now = time.monotonic()
        if self._total < LARGE or now - self._begun < PATIENCE or (now - self._shown_at < PACE and not at_once):
            return False
        self._shown_at = now
        return True

    def _show(self, line: str) -> None:
        if _in_notebook():
            from IPython.display import display

            told = {"text/plain": line}
            if self._handle is None:
                self._handle = display(told, raw=True, display_id=True)
            else:
                self._handle.update(told, raw=True)
        elif sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write("\r" + line + " " * (self._width - len(line)))
            sys.stderr.flush()
            self._width = max(self._width, len(line))


def size(count: int) -> str:
    """Return a number of bytes as words."""
    number = float(count)
    for unit in ("B", "kB", "MB"):
        if number < 1000:
            return f"{number:,.0f} {unit}" if unit == "B" else f"{number:,.1f} {unit}"
        number /= 1000
    return f"{number:,.1f} GB"


def _in_notebook() -> bool:
    """Whether this runs in a kernel; asking imports nothing."""
    shell = sys.modules.get("IPython")
    found = shell.get_ipython() if shell is not None else None
    return found is not None and hasattr(found, "kernel")
