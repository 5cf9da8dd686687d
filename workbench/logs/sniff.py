"""What a file is: its first bytes are shown to every reader until one knows it."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING, Final

from workbench.logs.readers import READERS
from workbench.logs.rows import Found, Other

if TYPE_CHECKING:
    from pathlib import Path

_START: Final = 64
_REMEMBERED: Final = 50_000
_seen: dict[tuple[str, int, int, int], tuple[Found, ...] | Other] = {}


def sniff(path: Path) -> tuple[Found, ...] | Other:
    """Return the logs in a file, or what it is instead; a log file that has not changed is not opened again."""
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            return Other(kind="other", reason="it is no regular file")
        if not facts.st_size:
            return Other(kind="empty", reason="it is empty")
        key = (str(path), facts.st_size, facts.st_mtime_ns, facts.st_ino)
        known = _seen.get(key)
        if known is None:
            known = _look(path, facts.st_size)
            if len(_seen) > _REMEMBERED:
                _seen.clear()
            if isinstance(known, Other) or known[0].encoding != "sqlite":  # which changes in a file beside it
                _seen[key] = known
    except OSError as fault:
        return Other(kind="unreadable", reason=f"it cannot be read: {fault.strerror or fault}")
    return known


def _look(path: Path, size: int) -> tuple[Found, ...] | Other:
    with path.open("rb", buffering=0) as file:
        start = file.read(_START)
    for reader in READERS:
        result = reader.look(path, start, size)
        if result is not None:
            return result
    return Other(kind="other", reason="no reader knows it")
