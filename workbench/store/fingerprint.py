"""What a source is at a moment, so that it can be told whether it is still the same."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from workbench.logs import Found

ENDS: Final = 4096
"""Bytes at the start and at the end of a source that its key depends on."""
BETWEEN: Final = 8
SAMPLE: Final = 512
"""How many places between the ends of what was read are looked at again, and how many bytes at each."""
TICK: Final = 0.02
"""Seconds within which a file system may give two changes the same time."""


def key_of(found: Found) -> str | None:
    """Return the key of a source as it is now; None if it cannot be read, or has changed since it was found.

    What stands before the dash stands for the path (and the session, where a file has several), what comes after it
    for the content: size, times of change, the bytes at both ends, and what was said about its neighbours.
    """
    path = Path(found.path).absolute()
    try:
        with path.open("rb", buffering=0) as file:
            facts = os.fstat(file.fileno())
            if facts.st_size != found.bytes:
                return None
            age = time.time() - facts.st_mtime
            if 0 <= age < TICK:
                time.sleep(TICK - age)
            ends = [file.read(ENDS), b""]
            if facts.st_size > ENDS:
                file.seek(max(ENDS, facts.st_size - ENDS))
                ends[1] = file.read(ENDS)
    except OSError:
        return None
    about = [_times(facts)]
    if found.encoding == "sqlite":
        about.append(_beside(path))
    content = hashlib.sha256()
    for part in (*ends, repr((about, found.notes)).encode("utf-8", "backslashreplace")):
        content.update(hashlib.sha256(part).digest())
    session = found.header.session_id if found.encoding == "sqlite" else ""
    where = hashlib.sha256(os.fsencode(path) + b"\0" + session.encode("utf-8", "backslashreplace"))
    return f"{where.hexdigest()[:32]}-{content.hexdigest()[:32]}"


class Prefix(NamedTuple):
    """The beginning of a file: which file it is, how many bytes, and a digest of some of them."""

    inode: int
    size: int
    digest: bytes


def prefix_of(path: str, size: int) -> Prefix | None:
    """Return what a file begins with, so that it can be told later whether it was only added to.

    Bytes at both ends and at some places in between are looked at; a beginning of a few pages is looked at as a whole.
    """
    digest = hashlib.sha256()
    try:
        with Path(path).open("rb", buffering=0) as file:
            facts = os.fstat(file.fileno())
            if facts.st_size < size:
                return None
            for start, length in _samples(size):
                file.seek(start)
                digest.update(file.read(length))
    except OSError:
        return None
    return Prefix(facts.st_ino, size, digest.digest())


def _samples(size: int) -> list[tuple[int, int]]:
    """Places and lengths of the bytes that are looked at."""
    if size <= 2 * ENDS + BETWEEN * SAMPLE:
        return [(0, size)]
    step = (size - 2 * ENDS) // BETWEEN
    return [(0, ENDS), *((ENDS + place * step, SAMPLE) for place in range(BETWEEN)), (size - ENDS, ENDS)]


def _times(facts: os.stat_result) -> list[int]:
    return [facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns, facts.st_ino]


def _beside(path: Path) -> list[int]:
    """The log of changes that a database has not taken in yet."""
    try:
        return _times(path.with_name(f"{path.name}-wal").stat())
    except OSError:
        return []
