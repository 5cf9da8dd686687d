"""A store as something to keep or to send: one DuckDB file, or a folder of Parquet files with their schema."""

from __future__ import annotations

import contextlib
from pathlib import Path

import duckdb

from workbench.errors import WorkbenchError
from workbench.store.connect import definitions, tables

SUFFIXES = (".duckdb", ".db")


def save(con: duckdb.DuckDBPyConnection, path: Path) -> Path:
    """Write everything that is loaded: rows, facts, derived tables, views and macros.

    Args:
        con: a cursor on the store.
        path: `x.duckdb` (or `.db`) for one file; anything else is a folder, made if need be, that gets one Parquet file
            a table, `schema.sql`, and `load.sql`, which is to be run inside the folder.

    Raises:
        WorkbenchError: something is there already, or the place cannot be written.
    """
    if path.exists() and (path.is_file() or any(path.iterdir())):
        raise WorkbenchError(
            f"{path} is there already: give another name, or remove it.", code="exists", path=str(path)
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _file(con, path) if path.suffix in SUFFIXES else _folder(con, path)
    except (OSError, duckdb.IOException) as fault:
        raise WorkbenchError(
            f"{path} cannot be written: give a place that you may write to.", code="not-writable", path=str(path)
        ) from fault
    return path


def _file(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    saved = con.cursor()
    saved.execute(f"attach {_quoted(str(path))} as saved")
    try:
        saved.execute("use saved")
        saved.begin()
        for text in definitions():
            saved.execute(text)
        for table in tables(con):
            saved.execute(f"insert into {table} from memory.main.{table}")
        saved.commit()
    finally:
        with contextlib.suppress(duckdb.Error):
            saved.execute("use memory")
            saved.execute("detach saved")
        saved.close()


def _folder(con: duckdb.DuckDBPyConnection, path: Path) -> None:
    path.mkdir(exist_ok=True)
    schema = "\n".join(text.rstrip().rstrip(";") + ";" for text in definitions())
    (path / "schema.sql").write_text(schema + "\n", encoding="utf-8")
    load = []
    for table in tables(con):
        file = f"{table}.parquet"
        con.execute(f"copy (from {table}) to {_quoted(str(path / file))} (format parquet, row_group_size 2048)")
        load.append(f"copy {table} from '{file}' (format parquet);\n")
    (path / "load.sql").write_text("".join(load), encoding="utf-8")


def _quoted(text: str) -> str:
    """The path as an SQL text: these statements take no bound values, and the path is the user's own."""
    return "'" + text.replace("'", "''") + "'"
