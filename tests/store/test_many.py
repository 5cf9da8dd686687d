"""Many logs at once, and logs that are there twice."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import workbench
from workbench.logs import discover
from workbench.store import Store, many
from workbench.store.connect import BETWEEN, kept_tables


def loaded(path: Path) -> Store:
    store = Store()
    store.load_all(discover(str(path)).found)
    store.refresh()
    return store


def shown(store: Store) -> dict[str, list[tuple[object, ...]]]:
    names = (*kept_tables(store.con), *BETWEEN, "events", "damage", "all_calls_all")
    return {name: sorted(store.con.execute(f"from {name}").fetchall(), key=repr) for name in names}


def test_many_at_once_are_as_one_after_the_other(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    together = loaded(recorded)
    monkeypatch.setattr(many, "SMALL", -1)
    assert shown(loaded(recorded)) == shown(together)
    monkeypatch.setattr(many, "SMALL", 20_000)
    monkeypatch.setattr(many, "MOST", 3)
    assert shown(loaded(recorded)) == shown(together)


def test_damage_and_odd_texts_among_many(cases: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Torn ends, broken lines, bytes that are no UTF-8, several logs of one id: in the order of the paths."""
    together = loaded(cases)
    monkeypatch.setattr(many, "SMALL", -1)
    assert shown(loaded(cases)) == shown(together)


def test_a_text_that_the_database_refuses_costs_no_other_log(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import duckdb

    def refuses(*_: object) -> None:
        raise duckdb.InvalidInputException("no UTF-8")

    whole = shown(loaded(recorded / "run-code"))
    monkeypatch.setattr(many, "insert", refuses)
    assert shown(loaded(recorded / "run-code")) == whole


def test_a_fault_in_the_second_thread_is_raised(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("full")

    with monkeypatch.context() as patched:
        patched.setattr(many, "insert", broken)
        store = Store()
        with pytest.raises(RuntimeError, match="full"):
            store.load_all(discover(str(recorded / "run-code")).found)
    assert [one.session_id for one in store.load_all(discover(str(recorded / "run-code")).found)]


def test_no_source_is_touched(recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "cache"))
    logs = Path(shutil.copytree(recorded / "workflow", tmp_path / "logs"))

    def state() -> dict[str, tuple[object, ...]]:
        found = {}
        for path in sorted(logs.rglob("*")):
            facts = path.stat()
            found[str(path)] = (facts.st_mtime_ns, facts.st_ctime_ns, path.is_file() and path.read_bytes())
        return found

    before = state()
    for _ in range(2):
        loaded(logs).settle()
    assert state() == before


def test_a_log_that_is_there_twice_has_its_rows_once(recorded: Path, tmp_path: Path) -> None:
    logs = Path(shutil.copytree(recorded / "goal", tmp_path / "a"))
    once = loaded(logs)
    rows = once.con.execute("select sum(rows), sum(events), sum(decoded_bytes) from sources").fetchone()
    shutil.copytree(logs, tmp_path / "b")
    wb = workbench.open()
    report = wb.load([tmp_path / "a", tmp_path / "b"])
    assert (report.sessions, report.already) == (tuple(wb.sessions), tuple(wb.sessions))
    found = wb.sql("select state, rows, events, session_id, duplicate_of from sources order by source").fetchall()
    assert [entry[0] for entry in found] == ["complete", "duplicate"]
    assert found[1][1:] == (0, 0, None, wb.sessions[0])
    assert wb.sql("select sum(rows), sum(events), sum(decoded_bytes) from sources").fetchall() == [rows]
    assert wb.sql("select count(*) from sessions").fetchall() == [(1,)]

    assert wb.load(tmp_path / "b").already == report.already  # known, and not read again
    (copy,) = (Path(source.path) for source in discover(str(tmp_path / "b")).found)
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    assert wb.load(tmp_path / "b").sessions == (f"{wb.sessions[0]}#2",)
    assert "duplicate" not in {state for (state,) in wb.sql("select state from sources").fetchall()}
