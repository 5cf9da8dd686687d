# ruff: noqa: S608 - the names in the statements are our own, and so are the paths
"""Tables of loaded logs as Parquet files of the cache, and back; what lies there is read there until it is needed.

Every table has a view of its name, which shows what is in memory and what lies in files. `cold` says which parts of
the files count, and under which number of the source: a session is either there or in memory.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import secrets
import shutil
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import duckdb

from workbench.store import cache
from workbench.store.connect import HOT, kept_tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

ALWAYS_HOT: Final = ("source_files", "damage_rows")
"""Tables that are in memory, whatever lies in files."""
OF_SOURCE: Final = (*ALWAYS_HOT, "rows")
"""Tables whose entries belong to a source; those of the others belong to a session."""

_ROWS_AS: Final = "format parquet, row_group_size 2048, compression zstd"
_FACTS_AS: Final = "format parquet, row_group_size 16384, compression snappy"


class Wanted(NamedTuple):
    """A log of the cache that is to be shown as this source, found at this path."""

    folder: Path
    part: cache.Part
    source: int
    path: str


def write(con: duckdb.DuckDBPyConnection, parts: Mapping[int, cache.Part]) -> tuple[Path, list[int]] | None:
    """Write logs that are in memory into the cache.

    Args:
        con: a cursor of this thread alone.
        parts: by the number of the source.

    Returns:
        The folder, and the sources that are in it: those that were still there. None where none was, or where the
        cache cannot be written; nothing is raised for that.
    """
    try:
        with cache.writing() as folder:
            there, tables = _write(con, parts, folder)
            if not there:
                return None
            return cache.publish(folder, [parts[source] for source in there], tables), there
    except (OSError, duckdb.Error):
        return None


def restore(con: duckdb.DuckDBPyConnection, wanted: Sequence[Wanted]) -> None:
    """Let logs of the cache count, inside the caller's transaction; their tables are shown by `show`.

    Raises:
        duckdb.Error: a file is gone, or is not what it was.
    """
    con.execute("create or replace temp table wanted (kept_as bigint, source integer, path varchar)")
    con.executemany("insert into wanted values (?, ?, ?)", [(of.part.part, of.source, of.path) for of in wanted])
    folders = dict.fromkeys(of.folder for of in wanted)
    for table in ALWAYS_HOT:
        having = [folder for folder in folders if table in cache.tables_of(folder)]
        if having:
            anew = "w.source as source" + (", w.path as path" if table == "source_files" else "")
            con.execute(
                f"insert into {HOT}.{table} by name "
                f"select r.* exclude (kept_as) replace ({anew}) "
                f"from read_parquet([{_files(having, table)}]) as r join wanted as w on r.kept_as = w.kept_as"
            )
    con.execute(
        f"insert into cold select w.kept_as, w.source, f.session_id from wanted as w join {HOT}.source_files as f "
        "using (source)"
    )
    con.execute("drop table wanted")


def show(con: duckdb.DuckDBPyConnection, folders: Iterable[Path]) -> None:
    """Let every view show what is in memory and what counts in these folders."""
    tables = {folder: cache.tables_of(folder) for folder in folders}
    for table in kept_tables(con):
        if table not in ALWAYS_HOT:
            having = [folder for folder in tables if table in tables[folder]]
            also = f" union all {_cold(table, having)}" if having else ""
            con.execute(f"create or replace view main.{table} as select * from {HOT}.{table}{also}")


def warm(con: duckdb.DuckDBPyConnection, session_ids: Sequence[str], folders: Iterable[Path]) -> None:
    """Take sessions into memory, inside the caller's transaction."""
    con.execute(
        "create or replace temp table warmed as select kept_as, source, session_id from cold where session_id in "
        "(select unnest($1::varchar[]))",
        [list(session_ids)],
    )
    tables = {folder: cache.tables_of(folder) for folder in folders}
    for table in kept_tables(con):
        having = [folder for folder in tables if table in tables[folder]]
        if table not in ALWAYS_HOT and having:
            con.execute(f"insert into {HOT}.{table} {_cold(table, having, 'warmed')}")
    con.execute("delete from cold where kept_as in (select kept_as from warmed)")
    con.execute("drop table warmed")


def cool(con: duckdb.DuckDBPyConnection, parts: Mapping[int, int]) -> None:
    """Take sources out of memory that lie in a folder, inside the caller's transaction.

    Args:
        con: the store's own cursor.
        parts: the part in the cache by the number of the source.
    """
    con.execute("create or replace temp table cooled (kept_as bigint, source integer)")
    con.executemany("insert into cooled values (?, ?)", [(part, source) for source, part in parts.items()])
    con.execute(
        f"insert into cold select kept_as, source, session_id from cooled join {HOT}.source_files using (source)"
    )
    for table in kept_tables(con):
        if table not in ALWAYS_HOT:
            # made anew: what is only deleted would keep its memory
            con.execute(
                f"create or replace table {HOT}.{table} as from {HOT}.{table} "
                "where session_id not in (select session_id from cold)"
            )
    con.execute("drop table cooled")


def hold(folder: Path) -> Path | None:
    """Return a folder with other names of the same files, which nobody takes away, or None where there can be none.

    It lasts until the process ends: a relation may be read long after the store that gave it is gone.
    """
    try:
        held = _own_folder(cache.held()) / folder.name
        if not held.is_dir():
            being_made = held.with_name(f".{secrets.token_hex(8)}")
            being_made.mkdir(mode=0o700)
            for file in folder.iterdir():
                os.link(file, being_made / file.name)
            being_made.rename(held)
    except OSError:
        return None
    return held


@lru_cache
def _own_folder(place: Path) -> Path:
    """Make the folder of this process; it goes when the process ends."""
    folder = place / f"{os.getpid()}-{secrets.token_hex(6)}"
    folder.mkdir(mode=0o700, parents=True)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _write(
    con: duckdb.DuckDBPyConnection, parts: Mapping[int, cache.Part], folder: Path
) -> tuple[list[int], list[str]]:
    """Write the tables; return which sources are in them, and which tables have a file."""
    con.begin()
    try:
        con.execute(
            "create or replace temp table packed (kept_as bigint, source integer, session_id varchar, rows bigint)"
        )
        con.executemany(
            "insert into packed values (?, ?, ?, ?)",
            [(part.part, source, part.session_id, part.rows) for source, part in parts.items()],
        )
        con.execute(
            f"delete from packed where source not in (select f.source from {HOT}.source_files as f join packed as p "
            "on f.source = p.source and f.session_id = p.session_id and f.rows = p.rows)"
        )
        there = [source for (source,) in con.execute("select source from packed order by source").fetchall()]
        tables = []
        for table in kept_tables(con) if there else ():
            by = "source" if table in OF_SOURCE else "session_id"
            file = cache.file_of(folder, table)
            shape = _ROWS_AS if table == "rows" else _FACTS_AS
            (count,) = con.execute(
                f"copy (select t.*, p.kept_as from {HOT}.{table} as t join packed as p on t.{by} = p.{by}) "
                f"to {_quoted(file)} ({shape})"
            ).fetchone() or (0,)
            if count:
                tables.append(table)
            else:
                file.unlink()
    finally:
        with contextlib.suppress(duckdb.Error):
            con.rollback()
    return there, tables


def _cold(table: str, folders: Iterable[Path], counting: str = "main.cold") -> str:
    """Return a query for the entries of a table in some folders."""
    files = f"read_parquet([{_files(folders, table)}])"
    if table in OF_SOURCE:
        where = f"{files} as r join {counting} as c on r.kept_as = c.kept_as"
        return f"select c.source, r.* exclude (source, kept_as) from {where}"
    return f"select r.* exclude (kept_as) from {files} as r semi join {counting} as c on r.kept_as = c.kept_as"


def _files(folders: Iterable[Path], table: str) -> str:
    return ", ".join(_quoted(cache.file_of(folder, table)) for folder in folders)


def _quoted(file: Path) -> str:
    """The path as an SQL text: these statements take no bound values, and the path is the cache's own."""
    return "'" + str(file).replace("'", "''") + "'"
