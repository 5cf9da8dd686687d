"""Parsed logs on disk, so that a log is read once: where they lie, how they get there, what is thrown away.

`$WORKBENCH_CACHE`, or the user's cache directory, holds folders, one for the logs that were read together: a Parquet
file a table, and a manifest. A folder is written under another name and renamed when all of it is on the disk, so that
what has the right name is whole; what does not fit its manifest was broken since, and is thrown away. What cannot be
written is not kept: a cache that fails costs time, never a session.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import os
import re
import secrets
import shutil
import time
import zlib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import duckdb
import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.resources.abc import Traversable

LIMIT: Final = 4 * 1024**3
"""Bytes that the cache may hold; what was used longest ago goes first."""
MOST: Final = 512
"""Folders that the cache may hold."""
STALE: Final = 3600
"""Seconds after which a folder that nobody finished is taken for one that a dead process left."""

_NAME: Final = re.compile(r"[0-9a-f]{16}-[0-9a-f]{32}")
_MANIFEST: Final = "manifest.json"
_UNFINISHED: Final = ".tmp"


class Part(msgspec.Struct, frozen=True):
    """One log in a folder: its number there, the key of the log as it was read, and what it came to."""

    part: int
    key: str
    path: str
    session_id: str
    rows: int
    events: int
    decoded_bytes: int


class Manifest(msgspec.Struct, frozen=True):
    """What a folder holds: the logs it was made of, and size and checksum of each table's file."""

    parts: tuple[Part, ...]
    tables: dict[str, tuple[int, int]]


class Entry(NamedTuple):
    """A folder of the cache; the manifest is None where it cannot be read."""

    folder: Path
    manifest: Manifest | None
    bytes: int
    used: float


def place() -> Path | None:
    """Return the folder of the cache, or None if it is switched off (`WORKBENCH_CACHE=off`)."""
    named = os.environ.get("WORKBENCH_CACHE", "").strip()
    if named.lower() in ("off", "0", "no", "false"):
        return None
    if not named:
        import platformdirs

        named = platformdirs.user_cache_dir("dsh-workbench", appauthor=False)
    folder = Path(named).expanduser().absolute() / "logs"
    return None if glob.has_magic(str(folder)) else folder  # the database would take it for a pattern


@cache
def definitions() -> str:
    """Return a hash of everything that what is kept depends on: readers, tables, facts, the database itself."""
    digest = hashlib.sha256(duckdb.__version__.encode())
    for package in ("workbench.store", "workbench.logs", "workbench.model"):
        for file in sorted(_sources(files(package)), key=lambda file: file.name):
            digest.update(f"{package} {file.name}\0".encode() + file.read_bytes())
    digest.update((files("workbench") / "markers.py").read_bytes())
    return digest.hexdigest()[:16]


def find(keys: set[str]) -> dict[str, tuple[Path, Part]]:
    """Return where logs lie that have one of these keys; of several places the one that was used last."""
    found: dict[str, tuple[Path, Part]] = {}
    for entry in entries():
        if entry.manifest is not None and entry.folder.name.startswith(definitions()):
            found |= {part.key: (entry.folder, part) for part in entry.manifest.parts if part.key in keys}
    return found


def is_whole(folder: Path) -> bool:
    """Tell whether a folder is as it was written; one that is not is thrown away, the other counts as used."""
    manifest = _manifest(folder)
    try:
        whole = manifest is not None and manifest.tables == {
            table: _size_and_checksum(file_of(folder, table)) for table in manifest.tables
        }
    except OSError:
        whole = False
    if not whole:
        discard(folder)
        return False
    with contextlib.suppress(OSError):
        os.utime(folder / _MANIFEST)
    return True


def tables_of(folder: Path) -> tuple[str, ...]:
    """Return the tables that a folder has a file of; none where it is broken."""
    manifest = _manifest(folder)
    return () if manifest is None else tuple(manifest.tables)


def file_of(folder: Path, table: str) -> Path:
    """Return the file of a table."""
    return folder / f"{table}.parquet"


@contextlib.contextmanager
def writing() -> Iterator[Path]:
    """Give a folder to write tables into; it is thrown away unless `publish` was called.

    Raises:
        OSError: the cache is switched off, or the folder cannot be made.
    """
    root = place()
    if root is None:
        raise OSError("the cache is switched off")
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = root / f".{secrets.token_hex(8)}{_UNFINISHED}"
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def publish(folder: Path, parts: Sequence[Part], tables: Sequence[str]) -> Path:
    """Give a folder that was written the name under which it is found, and return that.

    Raises:
        OSError: it cannot be written, or cannot be made safe on the disk.
    """
    sizes = {}
    for table in tables:
        file = file_of(folder, table)
        file.chmod(0o600)
        _to_disk(file)
        sizes[table] = _size_and_checksum(file)
    manifest = folder / _MANIFEST
    manifest.touch(mode=0o600)
    manifest.write_bytes(msgspec.json.encode(Manifest(parts=tuple(parts), tables=sizes)))
    _to_disk(manifest)
    _to_disk(folder)
    content = hashlib.sha256("\n".join([*(part.key for part in parts), secrets.token_hex(8)]).encode())
    target = folder.with_name(f"{definitions()}-{content.hexdigest()[:32]}")
    folder.rename(target)
    _to_disk(target.parent)
    with contextlib.suppress(OSError):
        _supersede(target, parts)
        evict()
    return target


def held() -> Path:
    """Return where running processes keep names of the files that they read.

    Raises:
        OSError: the cache is switched off.
    """
    root = place()
    if root is None:
        raise OSError("the cache is switched off")
    return root.with_name("held")


def entries() -> list[Entry]:
    """Return what is in the cache, what was used longest ago first."""
    root = place()
    found = []
    try:
        folders = list(root.iterdir()) if root is not None else []
    except OSError:
        folders = []
    for folder in folders:
        if _NAME.fullmatch(folder.name):
            with contextlib.suppress(OSError):
                size = sum(file.stat().st_size for file in folder.iterdir())
                found.append(Entry(folder, _manifest(folder), size, _used(folder)))
    return sorted(found, key=lambda entry: (entry.used, entry.folder.name))


def clear() -> int:
    """Throw away everything that is in the cache; return how many logs that were."""
    gone = entries()
    for entry in gone:
        discard(entry.folder)
    evict()
    return sum(len(entry.manifest.parts) for entry in gone if entry.manifest is not None)


def evict(limit: int | None = None) -> None:
    """Throw away what was used longest ago, until no more than `limit` bytes are left, and what nobody finished."""
    root = place()
    if root is None or not root.is_dir():
        return
    for folder in root.glob(f".*{_UNFINISHED}"):
        with contextlib.suppress(OSError):
            if _is_ours(folder.name) and time.time() - folder.stat().st_mtime > STALE:
                shutil.rmtree(folder, ignore_errors=True)
    for folder in root.with_name("held").glob("*-*"):
        if not _runs(folder.name.partition("-")[0]):
            shutil.rmtree(folder, ignore_errors=True)
    known = entries()
    left = sum(entry.bytes for entry in known)
    for number, entry in enumerate(known):
        if left <= (LIMIT if limit is None else limit) and len(known) - number <= MOST:
            break
        discard(entry.folder)
        left -= entry.bytes


def discard(folder: Path) -> None:
    """Throw a folder away: first its name, so that nobody finds a part of it."""
    gone = folder.with_name(f".{secrets.token_hex(8)}{_UNFINISHED}")
    with contextlib.suppress(OSError):
        folder.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)


def _supersede(target: Path, parts: Sequence[Part]) -> None:
    """Throw away folders of whose logs all are in the new one as well, as they are now."""
    anew = {_log(part.key) for part in parts}
    for entry in entries():
        if entry.folder != target and entry.manifest and all(_log(part.key) in anew for part in entry.manifest.parts):
            discard(entry.folder)


def _log(key: str) -> str:
    """The part of a key that stays the same when the log changes."""
    return key.partition("-")[0]


def _is_ours(name: str) -> bool:
    return re.fullmatch(rf"\.[0-9a-f]{{16}}{re.escape(_UNFINISHED)}", name) is not None


def _runs(number: str) -> bool:
    """Tell whether a process is there; on systems where asking would end it, that it is."""
    if os.name != "posix" or not number.isdecimal():
        return True
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def _sources(folder: Traversable) -> Iterator[Traversable]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith((".sql", ".py")):
            yield entry


def _manifest(folder: Path) -> Manifest | None:
    try:
        return msgspec.json.decode((folder / _MANIFEST).read_bytes(), type=Manifest)
    except (OSError, ValueError, msgspec.MsgspecError):
        return None


def _used(folder: Path) -> float:
    try:
        return (folder / _MANIFEST).stat().st_mtime
    except OSError:
        return 0.0


def _size_and_checksum(file: Path) -> tuple[int, int]:
    size = checksum = 0
    with file.open("rb", buffering=0) as opened:
        while block := opened.read(1 << 20):
            size += len(block)
            checksum = zlib.crc32(block, checksum)
    return size, checksum


def _to_disk(path: Path) -> None:
    """Wait until a file or a folder is on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
