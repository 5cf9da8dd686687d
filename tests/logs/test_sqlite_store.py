"""The SQLite store: many sessions in one file, compressed data, lists of seqs as varints."""

from __future__ import annotations

import json
import re
import sqlite3
import sys
from pathlib import Path

import pytest

from workbench.errors import WorkbenchError
from workbench.logs import discover, read
from workbench.logs.sqlite_store import _seqs

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

SCHEMA = """
create table sessions (id text primary key, version integer not null, created_at integer not null, cwd text,
    parent_session text, seed_length integer, origin text, delegation_depth integer, agent_preset text,
    incarnation text not null, revision integer not null) strict;
create table events (session_id text not null, seq integer not null, type text not null, time integer not null,
    data any not null, source_event_seqs any, surface_op text, ignorable integer, primary key (session_id, seq)) strict;
"""


@pytest.fixture
def store(tmp_path):
    """A store with one session; `store(row, …)` adds rows (seq, type, time, data, seqs, operation, ignorable)."""

    def write(*rows, schema=17, application=0x44534850, version=0, name="sessions.db") -> Path:
        path = tmp_path / name
        con = sqlite3.connect(path)
        con.executescript(f"pragma application_id = {application}; pragma user_version = {schema}; {SCHEMA}")
        con.execute(
            "insert into sessions values ('s', ?, 5, '/home/dev', null, 1, 'subagent', 2, 'code', 'i', 1)", [version]
        )
        con.executemany("insert into events values ('s', ?, ?, ?, ?, ?, ?, ?)", rows)
        con.commit()
        con.close()
        return path

    return write


def test_rows_of_schema_17(store):
    long = json.dumps({"text": "x" * 5000}).encode()
    packed = '{"turn":1,"step":1,"index":0,"dt":[1],"texts":["a","b"]}'
    path = store(
        (0, "turn/start", 10, '{"turn":1}', None, None, None),
        (1, "text-chunks", 11, packed, None, None, 0),
        (3, "tool/result", 12, zstd.compress(long), bytes([1, 2]), '"append"', None),
        (4, "a/b", 13, '{"n":1.10}', None, None, 1),
    )
    (found,) = discover(path).found
    assert (found.encoding, found.generation, found.bytes) == ("sqlite", 0, path.stat().st_size)
    assert (found.header.cwd, found.header.depth, found.header.preset) == ("/home/dev", 2, "code")
    assert json.loads(found.header.raw)["seedLength"] == 1
    read_ = read(found)
    rows = read_.rows
    assert (rows.seq, rows.n, rows.time) == ([0, 1, 3, 4], [1, 2, 1, 1], [10, 11, 12, 13])
    assert rows.data == [b'{"turn":1}', packed.encode(), long, b'{"n":1.10}']
    assert rows.source_seqs == [None, None, b"[1,2]", None]
    assert rows.surface_op == [None, None, b'"append"', None]
    assert rows.ignorable == [None, None, None, True]
    assert rows.inherited == [True, False, False, False]
    assert rows.turn == [1, 1, 1, 1]
    assert [entry.code for entry in read_.damage] == ["unknown-ignorable-type"]
    assert read_.state == "open-turn"


def test_rows_that_cannot_be_read(store):
    path = store(
        (0, "turn/start", 10, '{"turn":1', None, None, None),
        (1, "turn/start", 10, zstd.compress(b'{"turn":1}')[:-3], None, None, None),
        (2, "text-chunks", 11, '{"turn":1}', None, None, 0),
        (3, "todo/write", 12, "{}", b"\x80", None, None),
        (4, "todo/write", 12, 7, None, None, None),
        (5, "todo/write", 12, '{"a":"\\ud800"}', None, None, None),
    )
    read_ = read(discover(path).found[0])
    assert read_.rows.seq == [5]
    assert read_.rows.repaired == [True]
    codes = [entry.code for entry in read_.damage]
    assert codes == ["malformed-store-row"] * 5 + ["lone-surrogate", "seq-gap"]
    assert [entry.line for entry in read_.damage[:5]] == [2, 3, 4, 5, 6]
    assert read_.state == "damaged"


def test_a_list_of_seqs_that_begins_like_json_is_a_list_of_seqs(store):
    path = store(
        (91, "tool/call", 10, "{}", None, None, None),
        (92, "tool/result", 11, "{}", b"[", '"append"', None),
        (93, "assistant/message", 12, "{}", b"[\x02", '"append"', None),
        (94, "assistant/message", 12, "{}", "[91,92]", '"append"', None),
    )
    assert read(discover(path).found[0]).rows.source_seqs == [None, b"[91]", b"[91,92]", b"[91,92]"]


HOSTILE = [
    # columns of a row: seq, type, time, data, seqs, operation
    (b"x", "todo/write", 1, "{}", None, None),
    (1.5, "todo/write", 1, "{}", None, None),
    (-1, "todo/write", 1, "{}", None, None),
    (2**60, "todo/write", 1, "{}", None, None),
    (0, b"\xff", 1, "{}", None, None),
    (0, None, 1, "{}", None, None),
    (0, "todo/write", 1, zstd.compress(b"{}") + b"more", None, None),
    (0, "todo/write", 1, "{}", b"\xff" * 1000 + b"\x01", None),
    (0, "todo/write", 1, "{}", b"\x01\x05", None),
    (0, "todo/write", 1, "{}", 5, None),
    (0, "todo/write", 1, "{}", "[1", None),
    (0, "user/message", 1, "{}", None, "append"),
    (0, "user/message", 1, "{}", None, 5),
]


@pytest.mark.parametrize("columns", HOSTILE, ids=range(len(HOSTILE)))
def test_columns_of_any_kind_are_damage_and_no_crash(tmp_path, columns):
    path = tmp_path / "loose.db"
    con = sqlite3.connect(path)
    con.executescript(f"pragma application_id = {0x44534850}; pragma user_version = 17; {LOOSE}")
    con.execute("insert into sessions values ('s', 0, 5, null, null, null, null, null, null)")
    con.execute("insert into events values ('s', ?, ?, ?, ?, ?, ?, null)", columns)
    con.commit()
    con.close()
    log = read(discover(path).found[0])
    assert (len(log.rows), [(entry.code, entry.line, entry.offset) for entry in log.damage]) == (
        0,
        [("malformed-store-row", 2, 0)],
    )


LOOSE = """
create table sessions (id, version, created_at, cwd, parent_session, seed_length, origin, delegation_depth,
    agent_preset);
create table events (session_id, seq, type, time, data, source_event_seqs, surface_op, ignorable);
"""


@pytest.mark.parametrize(
    ("session", "why"),
    [
        ((None, 0, 5), "no id"),
        ((b"\xff", 0, 5), "no UTF-8"),
        (("", 0, 5), "no id"),
        (("s", "x", 5), "no number"),
        (("s", 0, None), "no createdAt"),
        (("s", 0, 5.5), "no createdAt"),
    ],
)
def test_a_session_whose_columns_make_no_header_is_told_by_the_others(tmp_path, session, why):
    path = tmp_path / "loose.db"
    con = sqlite3.connect(path)
    con.executescript(f"pragma application_id = {0x44534850}; pragma user_version = 17; {LOOSE}")
    con.execute("insert into sessions values (?, ?, ?, 5, x'ff00', 1.5, 7, 'x', null)", session)
    con.commit()
    with pytest.raises(WorkbenchError, match="was not read") as raised:
        discover(path)
    assert raised.value.path == str(path)
    con.execute("delete from sessions")
    con.execute("insert into sessions values (?, ?, ?, null, null, null, null, null, null)", session)
    con.execute("insert into sessions values ('good', 0, 5, 5, null, 1.5, 7, 'x', null)")
    con.commit()
    con.close()
    (found,) = discover(path).found
    assert found.header.session_id == "good"
    assert (found.header.cwd, found.header.seed_length, found.header.origin, found.header.depth) == (
        None,
        None,
        None,
        0,
    )
    log = read(found)
    assert {entry.code for entry in log.damage} >= {"malformed-store-row", "odd-header"}
    assert any(why in entry.message for entry in log.damage)
    assert log.state == "damaged"


def test_a_view_in_the_place_of_a_table_is_not_asked(tmp_path):
    path = tmp_path / "view.db"
    con = sqlite3.connect(path)
    con.executescript(
        f"pragma application_id = {0x44534850}; pragma user_version = 17; create table events (seq);"
        "create view sessions as with recursive n(id) as (select 1 union all select id + 1 from n) select * from n"
    )
    con.close()
    with pytest.raises(WorkbenchError, match="no tables named sessions and events"):
        discover(path)


def test_lists_of_seqs():
    assert _seqs(b"\x0f\x02\x02") == b"[15,16,17]"
    assert _seqs(b"\xac\x02\x03\x00\x05") == b"[300,298,298,295]"
    assert _seqs(b"") == b"[]"
    with pytest.raises(ValueError, match="cut off"):
        _seqs(b"\xac")


@pytest.mark.parametrize(
    ("given", "code", "why"),
    [
        ({"schema": 18}, "unsupported-generation", "schema version 18; this version reads 14 and 17"),
        ({"application": 7}, "not-a-session-log", "no store of dsh sessions"),
        ({"version": 9}, "unsupported-generation", "format generation 9"),
    ],
)
def test_stores_that_are_not_read(store, given, code, why):
    path = store(**given)
    with pytest.raises(WorkbenchError, match=re.escape(why)) as raised:
        discover(path)
    assert raised.value.code == code


def test_a_broken_database_is_no_crash(store, binary):
    path = store((0, "turn/start", 10, '{"turn":1}', None, None, None))
    data = path.read_bytes()
    for broken in (data[:16], data[:100], data[:5000], data[:100] + b"\xff" * (len(data) - 100)):
        with pytest.raises(WorkbenchError):
            discover(binary(broken, name="broken.db"))
    (found,) = discover(path).found
    path.write_bytes(data[:100] + b"\xff" * (len(data) - 100))
    assert [entry.code for entry in read(found).damage] == ["unreadable", "seed-mark-missing"]


def test_a_store_with_a_write_ahead_log_is_read_from_a_copy(store, tmp_path):
    path = store((0, "turn/start", 10, '{"turn":1}', None, None, None))
    writer = sqlite3.connect(path)
    writer.execute("pragma journal_mode = wal")
    writer.execute("insert into events values ('s', 1, 'turn/end', 11, '{\"turn\":1}', null, null, null)")
    writer.commit()
    before = {entry.name: entry.stat().st_mtime_ns for entry in tmp_path.iterdir()}
    assert "sessions.db-wal" in before
    assert read(discover(path).found[0]).rows.seq == [0, 1]
    assert {entry.name: entry.stat().st_mtime_ns for entry in tmp_path.iterdir()} == before
    writer.close()


def test_nothing_is_written_beside_a_store(store, tmp_path):
    path = store()
    before = path.stat().st_mtime_ns
    read(discover(path).found[0])
    assert [entry.name for entry in tmp_path.iterdir()] == ["sessions.db"]
    assert path.stat().st_mtime_ns == before


def test_recorded_stores(shared: Path):
    page = (shared / "generations" / "README.md").read_text()
    seventeen = page[page.index("### sqlite/schema-17") : page.index("### sqlite/schema-14")]
    table = re.findall(r"^\| `([^`]+)` \| .* \| (\d+) \| (\d+) \| \d+ \| \d+ \|$", seventeen, re.MULTILINE)
    expected = {session: (int(rows), int(events)) for session, rows, events in table}
    assert len(expected) == 17
    logs = [read(found) for found in discover(shared / "generations" / "sqlite" / "schema-17").found]
    assert {log.header.session_id: (len(log.rows), sum(log.rows.n)) for log in logs} == expected
    assert [log.damage for log in logs] == [[]] * 17


def test_schema_14_holds_the_same_events_as_the_log_files(shared: Path):
    stored = {found.header.session_id: read(found) for found in discover(shared / "generations/sqlite/schema-14").found}
    files = {
        found.header.session_id: read(found)
        for name in ("mini-edit", "mini-sub")
        for found in discover(shared / "generations" / "v0" / name).found
    }
    assert set(stored) == set(files)
    for session, log in stored.items():
        assert sum(log.rows.n) == len(log.rows) == sum(files[session].rows.n)
        (entry,) = log.damage
        assert (entry.code, entry.line, entry.offset) == ("older-store", 1, 0)
        assert "schema version 14" in entry.message
