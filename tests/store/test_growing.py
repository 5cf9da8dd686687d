"""A log that is loaded again after it has grown: only what was added is read, and everything is as if read at once."""

from __future__ import annotations

import io
import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import workbench
from workbench.logs import discover
from workbench.store import Store
from workbench.store.connect import BETWEEN, kept_tables

LOGS = ("run-code", "workflow", "stream-cut", "compaction", "killed-mid-bash", "hooks", "resume-and-fork")
VIEWS = ("events", "deltas", "sessions", "sources", "damage", "all_calls_all")


class Counted(io.FileIO):
    """A file that counts the bytes that are read from it."""

    read_bytes = 0

    def read(self, size: int = -1) -> bytes:
        text = super().read(size)
        Counted.read_bytes += len(text)
        return text

    def readall(self) -> bytes:
        text = super().readall()
        Counted.read_bytes += len(text)
        return text


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> type[Counted]:
    """Counts what is read of logs from now on."""
    real = Path.open

    def opened(path: Path, mode: str = "r", *given, **named):
        return Counted(path) if mode == "rb" and "session" in path.name else real(path, mode, *given, **named)

    monkeypatch.setattr(Path, "open", opened)
    Counted.read_bytes = 0
    return Counted


def shown(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Everything that is in the tables, without the number of the source."""
    seen = {}
    for name in (*kept_tables(store.con), *BETWEEN, *VIEWS):
        columns = [column[0] for column in store.con.execute(f"describe {name}").fetchall()]
        without = "exclude (source)" if "source" in columns else ""
        seen[name] = sorted(store.con.execute(f"select * {without} from {name}").fetchall(), key=repr)
    return seen


def load(store: Store, path: Path):
    loaded = store.load_all(discover(str(path)).found)
    store.refresh()
    return loaded


@pytest.fixture(scope="module")
def both() -> tuple[Store, Store]:
    anew = Store()
    anew._intake.logs.take = lambda *_: None
    return Store(), anew


@pytest.fixture
def stores(both) -> tuple[Store, Store]:
    """Two that are empty: one that reads on, one that always reads afresh."""
    return emptied(both)


def emptied(stores: tuple[Store, Store]) -> tuple[Store, Store]:
    for store in stores:
        for known in store.con.execute("select source, session_id from source_files").fetchall():
            store._intake.forget(*known)
        store.refresh()
    return stores


def recording(recorded: Path, name: str, encoding: str) -> bytes:
    """The largest log of a recording."""
    logs = [Path(found.path) for found in discover(str(recorded / name)).found if found.encoding == encoding]
    return max((log.read_bytes() for log in logs), key=len, default=b"")


def steps(path: Path, text: bytes, cuts: list[float], stores: tuple[Store, Store], start: int) -> None:
    """Write a log up to each cut, load it into both, and compare."""
    grown, anew = emptied(stores)
    places = sorted({start + int((len(text) - start) * cut) for cut in cuts} | {len(text)})
    with path.open("wb") as file:
        file.write(text[:start])
    for place in (start, *places):
        with path.open("ab") as file:
            file.write(text[path.stat().st_size : place])
        for store in stores:
            load(store, path)
        assert shown(grown) == shown(anew)


cuts = st.lists(st.floats(0, 1), min_size=1, max_size=3)
some = settings(
    max_examples=5,
    phases=(Phase.explicit, Phase.generate),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@some
@given(name=st.sampled_from(LOGS), cuts=cuts)
def test_a_plain_log_cut_anywhere(recorded: Path, tmp_path: Path, stores, name: str, cuts: list[float]) -> None:
    text = recording(recorded, name, "jsonl") or plain(recording(recorded, name, "zstd"))
    steps(tmp_path / "session.jsonl", text, cuts, stores, text.index(b"\n") + 1)


@some
@given(name=st.sampled_from(LOGS), cuts=cuts)
def test_a_compressed_log_cut_anywhere(recorded: Path, tmp_path: Path, stores, name: str, cuts: list[float]) -> None:
    text = recording(recorded, name, "zstd")
    steps(tmp_path / "session.jsonl.zstd", text, cuts, stores, len(text) // 3)


def plain(frames: bytes) -> bytes:
    from workbench.logs.frames import Inflater

    return b"".join(text for text in Inflater(frames) if text)


def test_each_row_of_a_log_alone(write, stores) -> None:
    """Packed rows, retries and compactions without ids, links: whatever looks back at the rows before it."""
    rows = [
        ("turn/start", {"turn": 1}),
        ("step/start", {"turn": 1, "step": 1}),
        ("llm/retry", {"turn": 1, "step": 1, "retry": 1, "maxRetries": 3, "delayMs": 5}),
        ("llm/retry-started", {"turn": 1, "step": 1, "retry": 1}),
        ("text-chunks", {"turn": 1, "step": 1, "index": 0, "dt": [1, 1], "texts": ["a", "b", "c"]}),
        {"type": "assistant/message", "seq": 7, "data": {"turn": 1, "step": 1, "content": [
            {"type": "tool-call", "id": "c1", "name": "bash", "arguments": "{\"command\":\"ls\"}"}]}},
        {"type": "tool/call", "seq": 8, "data": {"turn": 1, "step": 1, "id": "c1", "name": "bash", "arguments": "{}"}},
        {"type": "compaction/start", "seq": 9, "data": {"turn": 1}},
        {"type": "compaction/end", "seq": 10, "data": {"turn": 1}},
        {"type": "unknown/thing", "seq": 11, "data": {"turn": 1}},
        {"type": "unknown/thing", "seq": 12, "time": 3, "data": {}, "what": 1},
        {"type": "unknown/thing", "seq": 12, "data": {}},
        {"type": "turn/end", "seq": 20, "data": {"turn": 1}},
    ]  # fmt: skip
    path = write(rows)
    text = path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(text) if byte == 0x0A]
    steps(path, text, [(end - ends[0]) / (len(text) - ends[0]) for end in ends[1:]], stores, ends[0])


def test_a_log_that_grows_twice_before_its_facts_are_drawn(write, stores) -> None:
    path = write([("turn/start", {"turn": 1})])
    for text in ("", '{"type":"tool/call","seq":1,"time":1001,"data":{"turn":1,"step":1,"id":"c","name":"x"}}\n',
                 '{"type":"turn/end","seq":2,"time":1002,"data":{"turn":1}}\n'):  # fmt: skip
        with path.open("a") as file:
            file.write(text)
        for store in stores:
            store.load_all(discover(str(path)).found)
        if not text:
            for store in stores:
                store.refresh()
    for store in stores:
        store.refresh()
    assert shown(stores[0]) == shown(stores[1])
    assert stores[0].con.execute("select count(*) from turn_events").fetchone() == (2,)


def test_only_what_was_added_is_read(recorded: Path, tmp_path: Path, counted) -> None:
    for name, encoding in (("session.jsonl", "jsonl"), ("session.jsonl.zstd", "zstd")):
        source = recording(recorded, "bash-foreground-raw-unpacked" if encoding == "jsonl" else "run-code", encoding)
        text = source if encoding == "zstd" else source + b"".join(more(10_000, source))
        path, store = tmp_path / name, Store()
        path.write_bytes(text[: -len(text) // 10])
        load(store, path)
        before = store.con.execute("select rows from sources").fetchone()[0]
        with path.open("ab") as file:
            file.write(text[path.stat().st_size :])
        counted.read_bytes = 0
        (loaded,) = load(store, path)
        assert loaded.rows == store.con.execute("select rows from sources").fetchone()[0] - before > 0
        looked_at = 2 * 16 * 1024 + 3 * 4 * 4096  # the header, and what is looked at again
        assert counted.read_bytes <= len(text) / 10 + looked_at + 4096
        assert load(store, path) == [None]


def more(count: int, log: bytes) -> list[bytes]:
    """Rows to go on with a log."""
    last = json.loads(log.splitlines()[-1])
    seq = last.get("seq", last.get("seq0"))
    rows = ({"type": "goal/change", "seq": seq + 1 + n, "time": last["time"] + n, "data": {}} for n in range(count))
    return [json.dumps(row).encode() + b"\n" for row in rows]


def test_the_case_of_a_log_that_is_being_written(case, tmp_path: Path) -> None:
    path = Path(shutil.copy(case("10") / "session.jsonl", tmp_path))
    path.chmod(0o600)
    wb = workbench.open()
    wb.load(path)
    (card,) = wb.session("session").cards
    assert (card.state, card.duration_ms, wb.sql("select torn_bytes from sources").fetchall()) == (
        "running",
        None,
        [(155,)],
    )
    with path.open("ab") as file:
        file.write((case("10") / "rest.bin").read_bytes())
    report = wb.load(path)
    (card,) = wb.session("session").cards
    assert (report.rows, report.events, report.damage) == (6, 6, ())
    assert wb.sql("select count(*), count(distinct seq) from events").fetchall() == [(11, 11)]
    assert (card.state, card.outcome, card.duration_ms, card.key.count("#")) == ("done", "ok", 9040, 0)
    assert wb.sql("select torn_bytes, state from sources").fetchall() == [(0, "complete")]
    assert (wb.session("session").banner, wb.sql("from damage").fetchall()) == (None, [])


@pytest.mark.parametrize("how", ["shorter", "other start", "other middle", "replaced", "same size"])
def test_a_log_that_was_rewritten_is_read_afresh(write, tmp_path: Path, stores, how: str) -> None:
    path = write([("todo/write", {"todos": [], "n": n}) for n in range(200)])
    text = path.read_bytes()
    for store in stores:
        load(store, path)
    changed = text.replace(b'"n": 100', b'"n": 777') if how == "other middle" else text
    if how == "other start":
        changed = text.replace(b'"createdAt": 1000', b'"createdAt": 2000')
    if how == "shorter":
        changed = text[: text.index(b"\n", len(text) // 2) + 1]
    elif how == "same size":
        changed = text.replace(b'"n": 10}', b'"n": 77}')
    else:
        changed += b'{"type":"turn/start","seq":200,"time":1300,"data":{"turn":1}}\n'
    if how == "replaced":
        other = tmp_path / "other"
        other.write_bytes(changed)
        other.replace(path)
    else:
        path.write_bytes(changed)
        os.utime(path, ns=(1, path.stat().st_mtime_ns + 1000))
    for store in stores:
        load(store, path)
    assert shown(stores[0]) == shown(stores[1])
    assert stores[0].con.execute("select count(*) from rows").fetchone()[0] == changed.count(b"\n") - 1


def test_one_byte_that_changed_anywhere_is_noticed(write) -> None:
    path = write([("todo/write", {"todos": [], "n": 10_000 + n}) for n in range(2000)])
    text = path.read_bytes()
    wb = workbench.open()
    wb.load(path)
    for n in range(10_000, 12_000, 157):
        changed = text.replace(b'"n": %d' % n, b'"n": 99999')
        path.write_bytes(changed)
        wb.load(path)
        assert wb.sql("select count(*) from rows where data like '%99999%'").fetchall() == [(1,)]
        assert wb.sql("select count(*) from rows").fetchall() == [(2000,)]


def test_a_torn_line_that_its_writer_takes_back(write, stores) -> None:
    path = write([("turn/start", {"turn": 1})])
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"type":"turn/en')
    for store in stores:
        load(store, path)
    assert stores[0].con.execute("select code from damage").fetchall() == [("torn-tail",)]
    path.write_bytes(whole + b'{"type":"turn/end","seq":1,"time":1001,"data":{"turn":1}}\n')
    for store in stores:
        load(store, path)
    assert stores[0].con.execute("select state from sources").fetchall() == [("complete",)]
    assert shown(stores[0]) == shown(stores[1])


def test_a_log_that_lies_in_the_cache_grows(recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "cache"))
    text = recording(recorded, "bash-foreground-raw-unpacked", "jsonl")
    path = tmp_path / "session.jsonl"
    for half in (text[: text.rindex(b"\n", 0, len(text) // 2) + 1], text):
        path.write_bytes(half)
        store = Store()
        load(store, path)
        store.settle()
    (kept,) = Store().load_all(discover(str(path)).found)
    assert kept.decoded_bytes == 0
    with path.open("ab") as file:
        file.writelines(more(3, text))
    first = Store()
    load(first, path)
    monkeypatch.setenv("WORKBENCH_CACHE", "off")
    second = Store()
    load(second, path)
    assert shown(first) == shown(second)


@pytest.mark.parametrize("how", ["symlink_to", "hardlink_to"])
def test_a_file_that_has_grown_is_the_same_session_by_any_of_its_names(write, tmp_path: Path, how: str) -> None:
    path = write([("turn/start", {"turn": 1})])
    other = tmp_path / "other.jsonl"
    getattr(other, how)(path)
    wb = workbench.open()
    assert (wb.load(path).sessions, wb.load(other).already) == (("s",), ("s",))
    with path.open("a") as file:
        file.write('{"type":"turn/end","seq":1,"time":1001,"data":{"turn":1,"reason":{"kind":"completed"}}}\n')
    report = wb.load(other)
    assert (report.sessions, report.rows, report.damage) == (("s",), 1, ())
    assert wb.load(path).already == ("s",)
    assert wb.sql("select session_id, seq from rows order by 2").fetchall() == [("s", 0), ("s", 1)]


def test_what_a_database_has_in_the_file_beside_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "sessions.db"
    writer = sqlite3.connect(path)
    writer.executescript("""
        pragma application_id = 1146308688; pragma user_version = 17; pragma journal_mode = wal;
        create table sessions (id text primary key, version, created_at, cwd, parent_session, seed_length, origin,
            delegation_depth, agent_preset);
        create table events (session_id, seq, type, time, data, source_event_seqs, surface_op, ignorable);
        insert into sessions values ('s', 0, 5, null, null, null, null, 0, null);
        insert into events values ('s', 0, 'turn/start', 6, '{"turn":1}', null, null, null);
    """)
    wb = workbench.open()
    assert wb.load(path).rows == 1
    size = path.stat().st_size
    writer.execute("insert into events values ('s', 1, 'turn/end', 7, '{\"turn\":1}', null, null, null)")
    writer.commit()
    assert path.stat().st_size == size
    wb.load(path)
    assert wb.sql("select seq from rows order by 1").fetchall() == [(0,), (1,)]
    writer.close()
