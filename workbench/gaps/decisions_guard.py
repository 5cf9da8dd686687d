"""F8 tried out the other ways: a presenter behind a guard, and taken off."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from typing import Any

from workbench.gaps.hostile import SLOW_MS

LIMIT_MS = SLOW_MS // 10
"""How long a presenter behind the guard is waited for."""
Present = Callable[[dict[str, Any]], Any]


def guarded(present: Present) -> Present:
    """Return a presenter that gets a copy of the arguments, has a time limit, and gives plain JSON or nothing.

    What it raises, even to end the process, is an error like any other. One that is too slow is left behind: its thread
    goes on, and the process waits for it when it ends, so this keeps a reader from waiting and no more.
    """

    def present_guarded(arguments: dict[str, Any]) -> Any:
        told: list[Any] = []
        copy = json.loads(json.dumps(arguments))

        def run() -> None:
            try:
                told.append(json.loads(json.dumps(present(copy), allow_nan=False)))
            except BaseException as error:  # noqa: BLE001 - what it raises stays in here
                told.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        thread.join(LIMIT_MS / 1000)
        if not told:
            raise TimeoutError(f"not done after {LIMIT_MS} ms")
        if isinstance(told[0], BaseException):
            raise RuntimeError(type(told[0]).__name__)  # noqa: TRY004 - it is an error that is passed on
        return told[0]

    return present_guarded


def without(_: Present) -> Present:
    """Return a presenter that gives nothing, as for a tool that has none."""
    return lambda _arguments: None
