"""Who reads what: one entry a kind of source. `look` recognises a file by its first bytes, `read` gives its rows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from workbench.logs import log_file, sqlite_store
from workbench.logs.reading import read_log
from workbench.logs.rows import Encoding, Found, LogRead, Other


class Reader(NamedTuple):
    """One kind of source.

    `look(path, start, size)` gets the first bytes of a file and its size; it returns the logs in it, or what else it
    is, or None where another reader should look; it may raise OSError. `read` raises nothing.
    """

    name: str
    encodings: tuple[Encoding, ...]
    look: Callable[[Path, bytes, int], tuple[Found, ...] | Other | None]
    read: Callable[[Found], LogRead]


READERS: Final = (
    Reader("sqlite store", ("sqlite",), sqlite_store.look, sqlite_store.read_session),
    Reader("log file", ("jsonl", "zstd"), log_file.look, read_log),
)
"""The built-in readers, in the order in which they are asked; the last one takes every file."""


def read(found: Found) -> LogRead:
    """Read a log that `discover` found.

    What cannot be read is in `damage`, with its line and offset; the rest is read on. Nothing is raised: a file that
    went away since gives no rows and one damage row `unreadable`.
    """
    reader = next(reader for reader in READERS if found.encoding in reader.encodings)
    return reader.read(found)
