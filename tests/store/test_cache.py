"""What is kept on disk: the same tables in the next kernel, nothing half written, nothing of the sources touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from workbench.errors import WorkbenchError
from workbench.logs import discover
from workbench.store import Store, cache, intake, keeping, many, packs
from workbench.store import store as store_module
from workbench.store.connect import BETWEEN, kept_tables, names
from workbench.store.saving import save

LOAD = """
import sys
from workbench.logs import discover
from workbench.store import Store
store = Store()
store.load_all(discover(sys.argv[1]).found)
store.refresh()
store.settle()
print(store.con.execute("select count(*) from rows").fetchone()[0])
"""
DIE = """
import os
left = int(sys.argv[2])
def dying(call):
    def called(*given, **named):
        global left
        left -= 1
        if left < 0:
            os._exit(9)
        return call(*given, **named)
    return called
for name in ("fsync", "open", "rename", "mkdir", "chmod", "link"):
    setattr(os, name, dying(getattr(os, name)))
"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "logs"


@pytest.fixture
def log(recorded: Path, tmp_path: Path) -> Path:
    """A copy of a recording with three sessions."""
    return Path(shutil.copytree(recorded / "run-code", tmp_path / "logs"))


@pytest.fixture
def small(recorded: Path, tmp_path: Path) -> Path:
    """A copy of a recording with one session."""
    return Path(shutil.copytree(recorded / "goal", tmp_path / "logs"))


def loaded(path: Path) -> Store:
    store = Store()
    store.load_all(discover(str(path)).found)
    store.refresh()
    store.settle()
    return store


def shown(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """Everything that can be seen, in an order of its own."""
    views = [name.partition("/")[2] for name in names("views")]
    asked = [*kept_tables(store.con), *BETWEEN, *(view for view in views if is_there(store, view))]
    return {name: sorted(store.con.execute(f"from {name}").fetchall(), key=repr) for name in dict.fromkeys(asked)}


def in_tables(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """What the views show is made of this."""
    asked = (*kept_tables(store.con), *BETWEEN)
    return {name: sorted(store.con.execute(f"from {name}").fetchall(), key=repr) for name in asked}


def is_there(store: Store, view: str) -> bool:
    found = store.con.execute("select 1 from duckdb_views() where view_name = ? and schema_name = 'main'", [view])
    return found.fetchone() is not None


def in_memory(store: Store) -> int:
    return store.con.execute("select count(*) from hot.rows").fetchone()[0]


def folders(place: Path) -> list[str]:
    return sorted(entry.name for entry in place.iterdir()) if place.is_dir() else []


def state(folder: Path) -> dict[str, tuple[bytes, int]]:
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {str(file): (file.read_bytes(), file.stat().st_mtime_ns) for file in files}


def process(code: str, *given: object) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code, *map(str, given)], stdout=subprocess.PIPE, text=True)


def finished(*kernels: subprocess.Popen[str]) -> list[tuple[int, str]]:
    """Exit code and output of each."""
    outputs = [kernel.communicate()[0].strip() for kernel in kernels]
    return [(kernel.returncode, output) for kernel, output in zip(kernels, outputs, strict=True)]


# ------------------------------------------------------------------------------------------------ the same as read anew


def test_a_second_kernel_sees_the_same_and_reads_no_log(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = state(recorded)
    first = loaded(recorded)
    whole = shown(first)
    monkeypatch.setattr(intake, "Growing", None)
    monkeypatch.setattr(many, "Growing", None)
    monkeypatch.setattr(intake, "read", None)
    second = loaded(recorded)
    assert in_memory(second) == 0
    assert shown(second) == whole
    assert state(recorded) == before


@pytest.mark.parametrize("kind", ["cases", "generations", "fixtures"])
def test_whatever_is_odd_about_a_log_is_the_same(shared: Path, kind: str) -> None:
    """Damage, torn ends, several ids, templates, databases: what cannot be kept is read again."""
    folder = shared / kind
    if not folder.is_dir():
        pytest.skip(f"there is no {kind} beside the project")
    for path in sorted(folder.iterdir()):
        try:
            discover(str(path))
        except WorkbenchError:
            continue
        first, second = loaded(path), loaded(path)
        assert in_memory(second) < in_memory(first) or path.name == "mixed", path.name
        assert in_tables(second) == in_tables(first), path.name


def test_what_lies_in_the_cache_is_joined_by_what_is_read_now(recorded: Path, tmp_path: Path) -> None:
    """A part of a folder comes from the cache, a part is read: numbers and links are those of a folder read at once."""
    logs = Path(shutil.copytree(recorded / "subagent", tmp_path / "logs"))
    found = discover(str(logs)).found
    loaded(Path(found[-1].path))
    mixed = shown(loaded(logs))
    cache.clear()
    assert shown(loaded(logs)) == mixed


def test_sessions_come_into_memory_when_they_are_looked_at(log: Path) -> None:
    first, second = loaded(log), loaded(log)
    session_id, rows = second.con.execute("select session_id, rows from source_files order by rows desc").fetchone()
    second.warm(session_id)
    second.warm(session_id, "another")
    assert in_memory(second) == rows
    assert shown(second) == shown(first)
    second.warm(*(name for (name,) in second.con.execute("select session_id from sessions").fetchall()))
    assert in_memory(second) == in_memory(first)
    assert shown(second) == shown(first)
    assert (
        second.con.execute("select sql from duckdb_views() where view_name = 'rows'").fetchone()[0].count("read") == 0
    )


def test_much_lies_in_the_cache_alone_at_once(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The memory that loading takes does not grow with the number of logs."""
    whole = shown(loaded(recorded))
    cache.clear()
    monkeypatch.setattr(store_module, "HOT_BYTES", 200_000)
    monkeypatch.setattr(many, "TOGETHER", 100_000)
    store = loaded(recorded)
    kept = store.con.execute("select sum(decoded_bytes) from source_files semi join hot.rows using (source)").fetchone()
    assert 0 < kept[0] < 600_000
    assert shown(store) == whole


def test_many_small_folders_are_read_again_and_then_lie_together(
    log: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for found in discover(str(log)).found:
        loaded(Path(found.path))
    assert len(folders(place)) == len(discover(str(log)).found) == 3
    monkeypatch.setattr(keeping, "MOST_FOLDERS", 1)
    whole = shown(loaded(log))
    assert len(folders(place)) == 2
    assert shown(loaded(log)) == whole


def test_what_is_saved_does_not_point_into_the_cache(log: Path, place: Path, tmp_path: Path) -> None:
    whole = shown(loaded(log))
    store = loaded(log)
    save(store.cursor(), tmp_path / "x.duckdb")
    save(store.cursor(), tmp_path / "x")
    shutil.rmtree(place.parent)
    con = duckdb.connect(str(tmp_path / "x.duckdb"), read_only=True)
    for name, rows in whole.items():
        assert sorted(con.execute(f"from {name}").fetchall(), key=repr) == rows, name
    con.close()
    assert not any(word in (tmp_path / "x" / "schema.sql").read_text() for word in ("read_parquet", "hot."))


# ------------------------------------------------------------------------------------------------ when it is not used


def test_it_can_be_switched_off(log: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(log)
    before = folders(place)
    monkeypatch.setenv("WORKBENCH_CACHE", "off")
    assert in_memory(loaded(log)) > 0
    assert folders(place) == before


@pytest.mark.parametrize("how", ["longer", "other bytes, other time", "other bytes, same time", "replaced"])
def test_a_source_that_changed_is_read_again(small: Path, place: Path, how: str) -> None:
    loaded(small)
    file = Path(discover(str(small)).found[0].path)
    facts, text = file.stat(), file.read_bytes()
    changed = text + text[text.rindex(b"\n", 0, -1) + 1 :] if how == "longer" else text.replace(b"goal", b"loag")
    if how == "replaced":
        (small / "new").write_bytes(changed)
        (small / "new").replace(file)
    else:
        file.write_bytes(changed)
    if how != "other bytes, other time":
        os.utime(file, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    again = loaded(small)
    assert in_memory(again) > 0
    assert len(folders(place)) == 1
    cache.clear()
    assert shown(loaded(small)) == shown(again)


def test_other_readers_and_other_sql_find_nothing(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded(log)
    monkeypatch.setattr(cache, "definitions", lambda: "0" * 16)
    assert in_memory(loaded(log)) > 0
    assert in_memory(loaded(log)) == 0


def test_damage_of_a_log_that_is_kept_stops_a_strict_load(case, tmp_path: Path) -> None:
    path = Path(shutil.copytree(case("09"), tmp_path / "logs"))
    first = loaded(path)

    def refuse(damage) -> None:
        if damage:
            raise ValueError(damage[0].code)

    store = Store()
    with pytest.raises(ValueError, match="malformed-line"):
        store.load_all(discover(str(path)).found, refuse)
    store.refresh()
    assert store.con.execute("select count(*) from sources").fetchone() == (0,)
    assert store.con.execute("select count(*) from rows").fetchone() == (0,)
    assert shown(loaded(path)) == shown(first)


# ------------------------------------------------------------------------------------------------ what goes wrong


@pytest.mark.parametrize("harm", ["cut", "flip", "gone", "no manifest", "other manifest", "another's file"])
def test_what_is_broken_is_read_anew_and_kept_anew(small: Path, place: Path, harm: str) -> None:
    whole = shown(loaded(small))
    before = folders(place)
    for entry in place.iterdir():
        file = entry / ("manifest.json" if "manifest" in harm else "call_index.parquet")
        text = file.read_bytes()
        if harm == "cut":
            file.write_bytes(text[:-20])
        elif harm == "flip":
            file.write_bytes(text[:100] + bytes([text[100] ^ 1]) + text[101:])
        elif harm == "other manifest":
            file.write_bytes(b'{"path":1}')
        elif harm == "another's file":
            file.write_bytes((entry / "rows.parquet").read_bytes())
        else:
            file.unlink()
    again = loaded(small)
    assert in_memory(again) > 0
    assert shown(again) == whole
    assert len(folders(place)) == 1 + ("manifest" in harm)
    assert folders(place) != before
    assert in_memory(loaded(small)) == 0


def test_a_file_that_breaks_after_it_was_looked_at_is_read_anew(
    small: Path, monkeypatch: pytest.MonkeyPatch, place: Path
) -> None:
    whole = shown(loaded(small))
    for file in place.rglob("source_files.parquet"):
        file.write_bytes(b"PAR1" + bytes(100) + b"PAR1")
    monkeypatch.setattr(cache, "is_whole", lambda folder: True)
    assert shown(loaded(small)) == whole


@pytest.mark.parametrize("call", ["fsync", "open", "rename", "mkdir", "chmod"])
def test_what_cannot_be_written_is_not_kept(
    small: Path, place: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """At each time that the disk is asked, it says no: then nothing is there, or all of it."""
    store = loaded(small)
    (entry,) = cache.entries()
    part, real = entry.manifest.parts[0], getattr(os, call)
    cursor = store.con.cursor()
    for allowed in range(200):
        cache.clear()
        left = [allowed]

        def refusing(*given: object, left: list[int] = left, **named: object) -> object:
            left[0] -= 1
            if left[0] < 0:
                raise OSError(28, "No space left on device")
            return real(*given, **named)

        with monkeypatch.context() as patch:
            patch.setattr(os, call, refusing)
            written = packs.write(cursor, {1: part})
        assert all(cache.is_whole(place / name) for name in folders(place) if not name.startswith("."))
        assert not [name for name in folders(place) if name.startswith(".")] or call in ("open", "rename")
        if left[0] >= 0:
            break
    assert allowed > 0
    assert written is not None
    assert shown(loaded(small)) == shown(store)


def test_a_disk_that_is_full_costs_no_session(small: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    whole = shown(loaded(small))
    cache.clear()
    monkeypatch.setattr(os, "fsync", full)
    assert shown(loaded(small)) == whole
    assert folders(place) == []


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is forbidden here")
def test_a_folder_that_may_not_be_written(log: Path, place: Path) -> None:
    place.parent.mkdir()
    place.parent.chmod(0o500)
    assert shown(loaded(log)) == shown(loaded(log))
    assert folders(place) == []


def test_a_cache_that_is_a_file(log: Path, place: Path) -> None:
    place.parent.write_text("mine")
    whole = shown(loaded(log))
    assert in_memory(loaded(log)) > 0
    assert place.parent.read_text() == "mine"
    place.parent.unlink()
    assert shown(loaded(log)) == whole


def test_a_cache_that_can_be_read_only(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no other name of a file can be made, what it holds is taken into memory."""
    whole = shown(loaded(log))
    monkeypatch.setattr(packs, "hold", lambda folder: None)
    monkeypatch.setattr(intake, "Growing", None)
    monkeypatch.setattr(many, "Growing", None)
    store = loaded(log)
    assert in_memory(store) > 0
    assert shown(store) == whole


def test_the_database_cannot_write(small: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "_FACTS_AS", "format nonsense")
    store = loaded(small)
    assert store.con.execute("select count(*) > 0 from rows").fetchone() == (True,)
    assert folders(place) == []


def test_a_process_that_dies_while_it_writes_leaves_nothing_that_counts(small: Path, place: Path) -> None:
    whole, ends = shown(loaded(small)), []
    for left in (0, 30, 60):
        cache.clear()
        ends += finished(process(f"import sys{DIE}{LOAD}", small, left))
        assert all(cache.is_whole(place / name) for name in folders(place) if not name.startswith("."))
        assert shown(loaded(small)) == whole
    assert [code for code, _ in ends].count(9) > 1


def test_two_kernels_at_once(log: Path, place: Path) -> None:
    (first, second) = finished(process(LOAD, log), process(LOAD, log))
    assert first == second == (0, str(loaded(log).con.execute("select count(*) from rows").fetchone()[0]))
    assert len(folders(place)) == 1
    assert in_memory(loaded(log)) == 0


def test_clearing_takes_nothing_from_a_kernel_that_reads(log: Path, place: Path) -> None:
    whole = shown(loaded(log))
    reading = loaded(log)
    assert cache.clear() == len(discover(str(log)).found)
    assert folders(place) == []
    assert shown(reading) == whole


# ------------------------------------------------------------------------------------------------ the folder


def test_files_are_the_users_alone(log: Path, place: Path) -> None:
    loaded(log)
    assert place.stat().st_mode & 0o777 == 0o700
    (entry, *_) = place.iterdir()
    assert entry.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in entry.iterdir()} == {0o600}


def test_rows_lie_in_small_groups(log: Path, place: Path) -> None:
    loaded(log)
    (entry, *_) = place.iterdir()
    sizes = duckdb.execute(
        "select distinct row_group_num_rows from parquet_metadata(?)", [str(entry / "rows.parquet")]
    ).fetchall()
    assert max(sizes)[0] <= 2048


def test_what_was_used_longest_ago_goes_first(log: Path, place: Path) -> None:
    found = discover(str(log)).found
    for source in found:
        loaded(Path(source.path))
    for age, entry in enumerate(cache.entries()):
        os.utime(entry.folder / "manifest.json", (1000 + age, 1000 + age))
    first = cache.entries()[0]
    loaded(Path(first.manifest.parts[0].path))
    cache.evict(first.bytes)
    assert folders(place) == [first.folder.name]


def test_nothing_else_in_the_folder_is_touched(log: Path, place: Path) -> None:
    loaded(log)
    (place / "mine").mkdir()
    (place / "mine" / "file").write_text("x")
    (place / ".mine.tmp").mkdir()
    os.utime(place / ".mine.tmp", (1, 1))
    cache.evict(0)
    cache.clear()
    assert folders(place) == [".mine.tmp", "mine"]


def test_what_a_dead_process_left_is_swept(log: Path, place: Path) -> None:
    loaded(log)
    left = place / ".0123456789abcdef.tmp"
    left.mkdir()
    held = place.with_name("held") / "999999999-ab"
    held.mkdir(parents=True)
    cache.evict()
    assert left.is_dir()
    assert not held.exists()
    os.utime(left, (1, 1))
    cache.evict()
    assert not left.exists()


def test_throwing_away_that_is_cut_off_leaves_no_part_to_be_found(
    log: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = shown(loaded(log))
    (name,) = folders(place)
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "rmtree", lambda *_, **__: None)
        cache.evict(0)
    (left,) = folders(place)
    assert left.startswith(".")
    assert shown(loaded(log)) == whole
    assert name not in folders(place)
    assert in_memory(loaded(log)) == 0


def test_what_cannot_be_thrown_away_stays(log: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError

    loaded(log)
    before = folders(place)
    with monkeypatch.context() as patched:
        patched.setattr(os, "rename", refused)
        cache.evict(0)
        cache.clear()
    assert folders(place) == before
    assert in_memory(loaded(log)) == 0
