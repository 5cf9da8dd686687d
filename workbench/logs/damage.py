"""Every kind of damage that loading a log can report, with its severity and meaning.

A note says what was met and changes nothing; a warning says that something may be missing or was repaired; an error
says that bytes of the source are in no row, or that a file is not what its name says. A strict load stops at the first
warning or error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from workbench.model import Damage, Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

RAW_LIMIT: Final = 64 * 1024
"""Bytes of a refused line that are kept in its damage row; the rest stays reachable by line and offset."""


class _Place(TypedDict):
    line: int
    offset: int


HEADER: Final[_Place] = {"line": 1, "offset": 0}
"""Where the header stands, for damage that is the whole file's or the header's."""

CODES: Final[Mapping[str, tuple[Severity, str]]] = {
    # Bytes that are in no row
    "unreadable": ("error", "The file, or a part of it, could not be read."),
    "source-replaced": ("error", "The file was replaced or cut off while it was followed."),
    "malformed-line": ("error", "A line is no JSON object; it is kept in the damage row."),
    "malformed-row": ("error", "A line is a JSON object, but no row: its type or its data is missing or wrong."),
    "malformed-packed-row": ("error", "A packed row whose members and time gaps do not agree."),
    "malformed-store-row": ("error", "A row of an SQLite store whose columns cannot be read."),
    "line-too-long": ("error", "A line is longer than any line a reader should hold in memory."),
    "corrupt-frame": ("error", "A Zstandard frame is whole, but its content or its checksum is not."),
    "frame-garbage": ("error", "Bytes between two Zstandard frames that belong to no frame."),
    "frame-cuts-line": ("error", "A whole Zstandard frame ends in the middle of a line, and nothing continues it."),
    "decompression-limit": ("error", "A Zstandard frame expands beyond the limit on the ratio and was not read."),
    "no-header": ("error", "A file is named like a log, but its first line is no session header."),
    "name-disagrees": ("error", "The number in the file name is not the number in the header."),
    # Something may be missing, or was repaired
    "newer-generation": ("warning", "A newer generation than this version reads lies beside the log that was read."),
    "unsupported-generation": ("warning", "A log of a generation that this version does not read."),
    "invalid-utf8": ("warning", "Bytes that are no UTF-8 were replaced by U+FFFD."),
    "lone-surrogate": ("warning", "Escapes of half a character were replaced by U+FFFD."),
    "not-a-number": ("warning", "NaN or Infinity, which JSON does not have, was replaced by null."),
    "control-character": ("warning", "Control characters inside strings were replaced by their escapes."),
    "duplicate-member": ("warning", "A member is written twice; the last one counts, the others are kept in extra."),
    "bad-seq": ("warning", "A seq that is no count, or none at all; the row is numbered by its position."),
    "bad-time": ("warning", "A time that is no number of milliseconds, or none at all."),
    "seq-gap": ("warning", "The seq jumps forward: events are missing."),
    "seq-overlap": ("warning", "The seq jumps back: events share a seq."),
    "unknown-required-type": ("warning", "Rows of an unknown type that a reader may not pass over."),
    "seed-mark-missing": ("warning", "The header says that a seed was copied; no row says where it ends."),
    "seed-mark-unexpected": ("warning", "A row ends an inherited seed, but the header knows of no seed."),
    "frame-splits-line": ("warning", "A line goes on over the end of its Zstandard frame."),
    # Told by the store, over all that is loaded
    "unreadable-json": ("error", "The data of a row is JSON that the database cannot read; no fact is drawn from it."),
    "duplicate-session": ("warning", "Another log with other content has the same id; this one gets a number."),
    "child-log-missing": ("note", "A session that a call, a run or a team names has no log here."),
    # Met, and nothing lost
    "unknown-ignorable-type": ("note", "Rows of an unknown type that a reader may pass over."),
    "renamed-type": ("note", "Rows of a type whose name was another before the first release."),
    "unknown-member": ("note", "Members of rows that nobody knows; they are kept in extra."),
    "deep-nesting": ("note", "A row is nested deeper than most readers go."),
    "clock-backwards": ("note", "The time of a row is before the time of an earlier row."),
    "torn-tail": ("note", "The last line or frame is not whole: still being written, or the writer stopped."),
    "byte-order-mark": ("note", "A byte order mark was passed over."),
    "carriage-returns": ("note", "Lines end in CR LF instead of LF."),
    "blank-lines": ("note", "Blank lines were passed over."),
    "empty-file": ("note", "A file is named like a log and holds nothing."),
    "header-only": ("note", "The log has a header and no rows."),
    "odd-header": ("note", "A member of the header is not as the format says."),
    "header-frame": ("note", "The first Zstandard frame is not exactly the header line."),
    "other-generation": ("note", "Another generation of the same log lies beside it and was left alone."),
    "same-generation": ("note", "The same log lies beside it in the other encoding."),
    "older-store": ("note", "An SQLite store of the first builds, which the harness of today refuses; it was read."),
    "name-without-number": ("note", "The file name has no number; the log was read by its header."),
}


def as_text(path: str) -> str:
    """Return a path as a text that everybody takes: bytes of it that are no UTF-8 are written as escapes."""
    return path.encode("utf-8", "backslashreplace").decode()


def damage(
    code: str,
    message: str,
    *,
    line: int | None = None,
    offset: int | None = None,
    raw: bytes | None = None,
    session_id: str | None = None,
    path: str | None = None,
) -> Damage:
    """Return a damage row; its severity follows from the code, and a long `raw` is cut to `RAW_LIMIT` bytes.

    What a file or its header says as a whole has no place of its own: it stands at the header, `HEADER`.
    """
    if raw is not None and len(raw) > RAW_LIMIT:
        message = f"{message} (the first {RAW_LIMIT:,} of {len(raw):,} bytes are kept)"
        raw = raw[:RAW_LIMIT]
    return Damage(
        code=code,
        severity=CODES[code][0],
        message=as_text(message),
        line=line,
        offset=offset,
        raw=raw,
        session_id=session_id,
        path=None if path is None else as_text(path),
    )
