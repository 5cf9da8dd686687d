"""What a store keeps in the cache, and what of it still lies there only."""

from __future__ import annotations

import secrets
import threading
from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

import duckdb

from workbench.store import cache, packs
from workbench.store.fingerprint import key_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from workbench.logs import Found

HOT_BYTES: Final = 64 * 1024 * 1024
"""Decoded bytes of logs that may be in memory before another one is loaded, if they lie in the cache as well."""
WARM_BYTES: Final = 64 * 1024 * 1024
"""Decoded bytes of the largest log that is taken into memory when somebody looks at it."""
GROWTH: Final = 1.25
"""How many times larger a log has to be than when it was kept, to be kept anew."""
MOST_FOLDERS: Final = 16
"""Small folders of the cache that are read from at once; logs in others are read anew, and then lie together."""
LARGE_BYTES: Final = 16 * 1024 * 1024
"""Decoded bytes that are wanted of a folder, from which on it does not count as small."""


class There(NamedTuple):
    """Where a log lies in the cache."""

    folder: Path
    part: cache.Part


class Keeping:
    """The sessions of one store, as far as the cache is concerned. The store calls this with its lock taken."""

    def __init__(self, work: duckdb.DuckDBPyConnection) -> None:
        self._work = work
        self._hot: dict[int, cache.Part] = {}
        self._packed: dict[int, Path] = {}
        self._cold: dict[str, There] = {}
        self._later: set[int] = set()
        self._kept_bytes: dict[int, int] = {}
        self._writer: threading.Thread | None = None

    # ------------------------------------------------------------------------------------------------ from the cache

    def find(self, sources: Mapping[int, Found], taken: Iterable[str]) -> tuple[dict[int, There], dict[int, str]]:
        """Return which of these logs lie in the cache, whole, and the keys of all that can be kept.

        Args:
            sources: the logs by the number that each would get.
            taken: ids that sessions of the store have already; a log with one of these is read and compared.
        """
        if cache.place() is None:
            return {}, {}
        keys = {source: key for source, found in sources.items() if (key := key_of(found)) is not None}
        known = cache.find(set(keys.values()))
        ids = Counter(found.header.session_id for found in sources.values()) + Counter(taken)
        there = {}
        for source, key in keys.items():
            found = sources[source]
            if key in known and ids[found.header.session_id] == 1 and known[key][1].session_id not in taken:
                there[source] = There(*known[key])
        by_folder: Counter[Path] = Counter()
        for place in there.values():
            by_folder[place.folder] += place.part.decoded_bytes + 1
        used = [
            folder
            for place, (folder, size) in enumerate(by_folder.most_common())
            if size >= LARGE_BYTES or place < MOST_FOLDERS
        ]
        whole = {folder for folder in used if cache.is_whole(folder)}
        return {source: place for source, place in there.items() if place.folder in whole}, keys

    def restore(self, there: Mapping[int, There], sources: Mapping[int, Found]) -> None:
        """Let logs of the cache count, inside the caller's transaction.

        Raises:
            duckdb.Error: a file is gone, or is not what it was.
        """
        held = {}
        for folder in dict.fromkeys(place.folder for place in there.values()):
            held[folder] = packs.hold(folder)
        wanted = [
            packs.Wanted(held[place.folder] or place.folder, place.part, source, sources[source].shown)
            for source, place in there.items()
        ]
        packs.restore(self._work, wanted)
        loose = [of.part.session_id for of in wanted if held[there[of.source].folder] is None]
        for of in wanted:
            self._cold[of.part.session_id] = There(of.folder, of.part)
        if loose:
            self._warm(loose)
        self._show()

    def undo(self, there: Mapping[int, There], *, broken: bool) -> None:
        """Forget logs whose restoring was taken back; if that is for what lies in the cache, it is thrown away."""
        for place in there.values():
            self._cold.pop(place.part.session_id, None)
        for folder in {place.folder for place in there.values()} if broken else ():
            cache.discard(folder)

    def warm(self, session_ids: Iterable[str]) -> list[str]:
        """Return which of these sessions lie in the cache only and are small enough for the memory."""
        return [
            name for name in session_ids if name in self._cold and self._cold[name].part.decoded_bytes <= WARM_BYTES
        ]

    def take(self, session_ids: list[str]) -> None:
        """Take sessions into memory, inside the caller's transaction."""
        self._warm(session_ids)
        self._show()

    def is_cold(self, session_id: str) -> bool:
        """Whether a session lies in the cache only."""
        return session_id in self._cold

    def _warm(self, session_ids: list[str]) -> None:
        packs.warm(self._work, session_ids, {self._cold[name].folder: None for name in session_ids})
        for name in session_ids:
            del self._cold[name]

    def _show(self) -> None:
        packs.show(self._work, {place.folder: None for place in self._cold.values()})

    # ------------------------------------------------------------------------------------------------ into the cache

    def came(self, source: int, found: Found, key: str | None, session_id: str, size: tuple[int, int, int]) -> None:
        """Note that a log was read: it is kept if it is still what it was before.

        Args:
            source: its number.
            found: the log.
            key: what `find` gave for it.
            session_id: its id in the store.
            size: rows, events and decoded bytes.
        """
        if key is not None and session_id in (found.header.session_id, found.shown) and key_of(found) == key:
            self._hot[source] = cache.Part(secrets.randbits(62), key, found.shown, session_id, *size)

    def grew(self, source: int, found: Found, key: str | None, session_id: str, size: tuple[int, int, int]) -> None:
        """Note that a log has grown: it is kept anew when that is worth it."""
        before = self._hot.pop(source, None)
        self._packed.pop(source, None)
        self.came(source, found, key, session_id, size)
        kept = self._kept_bytes.setdefault(source, before.decoded_bytes if before else 0)
        if source in self._hot and size[2] < GROWTH * kept:
            self._later.add(source)
        else:
            self._later.discard(source)
            self._kept_bytes[source] = size[2]

    def hot_bytes(self) -> int:
        """Return the decoded bytes of the logs in memory that can be kept in the cache instead."""
        return sum(part.decoded_bytes for part in self._hot.values())

    def forget(self, source: int, session_id: str) -> None:
        """Forget a session that is taken out of the store, inside the caller's transaction."""
        for known in (self._hot, self._packed, self._kept_bytes):
            known.pop(source, None)
        self._later.discard(source)
        if self._cold.pop(session_id, None) is not None:
            self._work.execute("delete from cold where session_id = ?", [session_id])
            self._show()

    def keep(self, *, everything: bool = False) -> None:
        """Put what was read since the last time into the cache, in a thread of its own.

        Args:
            everything: also logs that have grown by so little since they were kept that it is not worth it yet.
        """
        if cache.place() is None:
            return
        later = set() if everything else self._later
        if self._hot.keys() <= self._packed.keys() | later:
            return
        self.settle()
        parts = {source: part for source, part in self._hot.items() if source not in self._packed.keys() | later}
        if not parts:
            return
        cursor = self._work.cursor()

        def write() -> None:
            written = packs.write(cursor, parts)
            cursor.close()
            if written is not None:
                self._packed |= dict.fromkeys(written[1], written[0])

        self._writer = threading.Thread(target=write, name="workbench-cache")
        self._writer.start()

    def settle(self) -> None:
        """Wait until everything that is loaded stands in the cache."""
        if self._writer is not None:
            self._writer.join()

    def cool(self) -> bool:
        """Take out of memory what lies in the cache, inside the caller's transaction; return whether that was any."""
        cooled = {}
        held: dict[Path, Path | None] = {}
        for source, folder in self._packed.items():
            if folder not in held:
                held[folder] = packs.hold(folder)
            mine = held[folder]
            if mine is not None and source in self._hot:
                cooled[source] = There(mine, self._hot[source])
        if not cooled:
            return False
        packs.cool(self._work, {source: place.part.part for source, place in cooled.items()})
        for source, place in cooled.items():
            self._cold[place.part.session_id] = place
            del self._hot[source], self._packed[source]
        self._show()
        return True
