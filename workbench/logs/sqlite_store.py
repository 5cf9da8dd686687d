"""The SQLite store of early builds: many sessions of generation 0 in one file.

Schema 17 keeps large data compressed, lists of seqs as varints, and packed rows marked by `ignorable = 0`; schema 14
has JSON text only. The file is never written to: without a write-ahead log beside it, it is opened as immutable, else
a copy of both is opened.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from workbench.logs import packed
from workbench.logs.careful import LARGEST, Refused, Row, described
from workbench.logs.columns import NONE, Rows
from workbench.logs.damage import HEADER, damage
from workbench.logs.frames import MAGIC as FRAME
from workbench.logs.header import NotALog, parse_header
from workbench.logs.known import PACKED
from workbench.logs.odd import fault_of, repair
from workbench.logs.order import Order
from workbench.logs.piece import Piece
from workbench.logs.rows import Found, LogRead, Other, state_of
from workbench.logs.zstd import ZstdDecompressor, ZstdError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from workbench.logs.known import TypeTable
    from workbench.model import Damage, Header

MAGIC: Final = b"SQLite format 3\0"
APPLICATION: Final = 0x44534850
SCHEMAS: Final = (14, 17)
_BATCH: Final = 5000
_LARGEST_DATA: Final = 128 * 1024 * 1024
_LONGEST_SEQ: Final = 56
"""Bits of the longest number in a list of seqs."""
_FAULTS: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises for a database that is not what it says; its messages may quote bytes that are no text."""


def look(path: Path, start: bytes, size: int) -> tuple[Found, ...] | Other | None:
    """Return the sessions of a store, or what is in the way; None for a file that is no SQLite database."""
    if not start.startswith(MAGIC):
        return None
    try:
        with _opened(path) as con:
            (application,) = con.execute("pragma application_id").fetchone()
            (schema,) = con.execute("pragma user_version").fetchone()
            if application != APPLICATION:
                return Other(kind="other", reason="it is an SQLite database, but no store of dsh sessions")
            if schema not in SCHEMAS:
                known = " and ".join(map(str, SCHEMAS))
                reason = f"it is a store with schema version {schema}; this version reads {known}"
                return Other(kind="unsupported", reason=reason)
            sessions = con.execute(
                "select id, version, created_at, cwd, parent_session, seed_length, origin, delegation_depth, "
                "agent_preset from sessions order by created_at, id"
            ).fetchall()
    except _FAULTS as fault:
        return Other(kind="unreadable", reason=f"it is an SQLite database that cannot be read: {fault}")
    if not sessions:
        return Other(kind="empty", reason="it is a store without a session")
    return _sessions(path, size, schema, [_header(session) for session in sessions])


def _sessions(
    path: Path, size: int, schema: int, headers: Sequence[tuple[Header, list[Damage]] | NotALog]
) -> tuple[Found, ...] | Other:
    """Return the sessions whose columns make a header; the first of them tells of those that do not."""
    wrong = [
        damage("malformed-store-row", f"session {number} of the store was not read: {header.reason}", **HEADER)
        for number, header in enumerate(headers, 1)
        if isinstance(header, NotALog)
    ]
    if schema != SCHEMAS[-1]:
        message = f"the store has schema version {schema}, of the first builds; the harness reads {SCHEMAS[-1]} alone"
        older = [damage("older-store", message, **HEADER)]
    else:
        older = []
    found: list[Found] = []
    for header in headers:
        if not isinstance(header, NotALog):
            head, odd = header
            notes = (*older, *odd, *([] if found else wrong))
            found.append(
                Found(
                    path=str(path), encoding="sqlite", generation=head.generation, header=head, bytes=size, notes=notes
                )
            )
    return tuple(found) or Other(kind="unreadable", reason=f"it is a store, and {wrong[0].message}")


def read_session(found: Found) -> LogRead:
    """Read one session of a store.

    A store has no lines: `line` counts the rows from 2 on, `offset` is that of the data in all data of the session,
    `length` the size of the data, which is JSON text after decompression.
    """
    rows = Rows()
    wrong = list(found.notes)
    order = Order(found.header, found.header.seed_length or 0)
    decoded = 0
    line = 2
    try:
        with _opened(Path(found.path)) as con:
            for batch in _batches(con, found.header.session_id):
                piece = _piece(batch, line, decoded, order.types)
                line += len(batch)
                decoded += int(piece.length.sum())
                added, told = order.add(piece)
                rows.extend(added)
                wrong += told
    except (*_FAULTS, OSError) as fault:
        wrong.append(damage("unreadable", f"the store could not be read: {fault}", line=line, offset=decoded))
    wrong += order.summary()
    if not len(rows) and not wrong:
        wrong.append(damage("header-only", "the session has no rows", **HEADER))
    state = state_of(wrong, 0, order.places.open_turn)
    return LogRead(found, found.header, rows, wrong, 0, decoded, state, order.places.open_turn)


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database so that nothing is written beside it."""
    log = path.with_name(f"{path.name}-wal")
    with contextlib.ExitStack() as stack:
        if log.exists() and log.stat().st_size:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="workbench-")))
            shutil.copyfile(path, folder / "store.db")
            shutil.copyfile(log, folder / "store.db-wal")
            uri = f"{(folder / 'store.db').as_uri()}?mode=rw"
        else:
            uri = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
        con = stack.enter_context(contextlib.closing(sqlite3.connect(uri, uri=True)))
        con.text_factory = bytes
        con.execute("pragma trusted_schema = off")  # a view is a program, which may run without an end
        tables = "select count(*) from sqlite_master where name in ('sessions', 'events') and rootpage > 0"
        if con.execute(tables).fetchone() != (2,):
            raise sqlite3.DatabaseError("it has no tables named sessions and events")
        yield con


def _header(session: tuple[Any, ...]) -> tuple[Header, list[Damage]] | NotALog:
    """Make a header of a row of the table sessions, by way of the header line that such a session would have."""
    names = (
        "id", "version", "createdAt", "cwd", "parentSession", "seedLength", "origin", "delegationDepth", "agentPreset",
    )  # fmt: skip
    try:
        values = [value.decode() if isinstance(value, bytes) else value for value in session]
    except UnicodeDecodeError:
        return NotALog(reason="a column of it is no UTF-8")
    members = {name: value for name, value in zip(names, values, strict=True) if value is not None}
    return parse_header(msgspec.json.encode({"type": "session", **members}))


def _batches(con: sqlite3.Connection, session_id: str) -> Iterator[list[tuple[Any, ...]]]:
    columns = [column[1] for column in con.execute("pragma table_info(events)").fetchall()]
    ignorable = "ignorable" if b"ignorable" in columns else "null"
    cursor = con.execute(
        "select seq, type, time, data, source_event_seqs, typeof(source_event_seqs), surface_op, "  # noqa: S608
        f"{ignorable} from events where session_id = ? order by seq",  # one of two words
        [session_id],
    )
    while batch := cursor.fetchmany(_BATCH):
        yield batch


def _piece(batch: list[tuple[Any, ...]], line: int, offset: int, types: TypeTable) -> Piece:
    """Make columns of stored rows; a row that cannot be read is damage."""
    kept: list[tuple[int, int, int, Row]] = []
    refused: list[Damage] = []
    for place, stored in enumerate(batch, line):
        row = _row(stored)
        n = packed.count(row.type, row.data) if isinstance(row, Row) and row.type in PACKED else 1
        if isinstance(n, int) and isinstance(row, Row):
            kept.append((place, offset, n, row))
            offset += len(row.data)
        else:
            reason = row.reason if isinstance(row, Refused) else n
            raw = stored[3] if isinstance(stored[3], bytes) else None
            message = f"the row with seq {stored[0]} was not read: {reason}"
            refused.append(damage("malformed-store-row", message, line=place, offset=offset, raw=raw))
    piece = Piece.empty(len(kept))
    piece.lines = len(batch)
    piece.damage = refused
    for index, (place, start, n, row) in enumerate(kept):
        piece.line[index], piece.n[index] = place, n
        piece.offset[index], piece.length[index] = start, len(row.data)
        piece.put(index, row, types)
    return piece


def _row(stored: tuple[Any, ...]) -> Row | Refused:
    """Make a row of the columns of a stored one; `ignorable` is 1 for what a reader may pass over, 0 if packed."""
    seq, kind, time, data, sources, sources_kind, operation, ignorable = stored
    try:
        text = _inflated(data) if isinstance(data, bytes) and data.startswith(FRAME) else data
        seqs = _seqs(sources) if sources_kind == b"blob" else sources
        name = kind.decode() if isinstance(kind, bytes) else None
    except (ZstdError, ValueError) as fault:
        return Refused("malformed-store-row", str(fault))
    if not isinstance(text, bytes) or name is None or not isinstance(seq, int) or not 0 <= seq <= LARGEST:
        return Refused("malformed-store-row", "its seq, type or data is of another kind")
    text, repairs = repair(text.strip(b" \t\r\n"))
    broken, deep = fault_of(text)
    if broken is not None or not text.startswith(b"{"):
        return Refused("malformed-store-row", f"its data is no JSON object: {broken or 'another value'}")
    if not _is_json(seqs) or not _is_json(operation):
        return Refused("malformed-store-row", "its source_event_seqs or surface_op is no JSON")
    more = [("deep-nesting", "the row is nested deeper than most JSON readers go")] if deep else []
    return Row(
        type=name,
        data=text,
        seq=seq,
        time=time if isinstance(time, int) and 0 <= time <= LARGEST else NONE,
        surface_op=operation,
        source_seqs=seqs,
        ignorable=True if ignorable == 1 else None,
        repaired=repairs.any(),
        met=[*described(repairs), *more],
    )


def _is_json(text: Any) -> bool:
    return text is None or (isinstance(text, bytes) and repair(text)[0] is text and fault_of(text)[0] is None)


def _inflated(data: bytes) -> bytes:
    decoder = ZstdDecompressor()
    text = decoder.decompress(data, _LARGEST_DATA)
    if not decoder.eof:
        raise ValueError(f"its data is cut off, or larger than {_LARGEST_DATA:,} bytes")
    if decoder.unused_data:
        raise ValueError(f"{len(decoder.unused_data):,} bytes come after the end of its data")
    return text


def _seqs(packed_seqs: bytes) -> bytes:
    """Decode a list of seqs: base-128 varints, the first one absolute, the others the distance to the one before.

    A distance d from 0 on is stored as 2d, one below 0 as 2|d| - 1.
    """
    seqs: list[int] = []
    value = shift = 0
    for byte in packed_seqs:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            distance = -((value + 1) >> 1) if value & 1 else value >> 1
            seqs.append(seqs[-1] + distance if seqs else value)
            value = shift = 0
        if shift > _LONGEST_SEQ or (seqs and not 0 <= seqs[-1] <= LARGEST):
            raise ValueError("its list of seqs has a number that is no seq")
    if shift:
        raise ValueError("its list of seqs is cut off")
    return msgspec.json.encode(seqs)
