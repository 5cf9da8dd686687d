"""Taking logs in: the same one twice, a copy, a changed one, two with one id, texts the database refuses, threads."""

from __future__ import annotations

import os
import shutil
import threading

import pandas as pd
import pytest

import workbench
from workbench.logs import discover, read
from workbench.store import Store, sql

USER = {"type": "user/message", "surfaceOp": "append"}


def said(text):
    return USER | {
        "data": {"id": "u", "role": "user", "content": [{"type": "text", "text": text}], "source": {"kind": "user"}}
    }


def taken(store, path):
    used = [store.append(read(found)) for found in discover(str(path)).found]
    store.refresh()
    return used


def messages(store):
    return store.con.execute("select session_id, text_start from messages order by 1, seq").fetchall()


def test_the_same_source_again_changes_nothing(write):
    path = write([said("a")])
    store = Store()
    assert taken(store, path) == ["s"]
    assert taken(store, path) == [None]
    assert messages(store) == [("s", "a")]


def test_a_copy_somewhere_else_changes_nothing(write, tmp_path):
    path = write([said("a")])
    shutil.copytree(path.parent, tmp_path / "copy" / "x")
    store = Store()
    assert taken(store, path) == ["s"]
    assert taken(store, tmp_path / "copy") == [None]


def test_a_source_that_changed_replaces_what_it_was(write):
    store = Store()
    taken(store, write([said("a")]))
    assert taken(store, write([said("a"), said("b")])) == ["s"]
    assert messages(store) == [("s", "a"), ("s", "b")]
    assert store.con.execute("select count(*), max(events) from sources").fetchone() == (1, 2)
    assert store.con.execute("select count(*) from timeline_rows").fetchone() == (2,)


def test_another_log_with_the_same_id_gets_a_number_and_a_warning(write):
    store = Store()
    assert taken(store, write([said("a")], name="1/session.jsonl")) == ["s"]
    assert taken(store, write([said("b")], name="2/session.jsonl")) == ["s#2"]
    assert taken(store, write([said("c")], name="3/session.jsonl")) == ["s#3"]
    assert messages(store) == [("s", "a"), ("s#2", "b"), ("s#3", "c")]
    assert store.con.execute("select session_id, code, severity from damage order by 1").fetchall() == [
        ("s#2", "duplicate-session", "warning"), ("s#3", "duplicate-session", "warning"),
    ]  # fmt: skip


@pytest.mark.parametrize("ids", [("s#2", "s", "s"), ("s", "s", "s#2"), ("s", "s#2", "s", "s#2", "s")])
def test_a_number_that_another_log_has_as_its_id_is_not_given(write, ids):
    for place, name in enumerate(ids):
        write([said(f"text {place}")], name=f"{place}/session.jsonl", id=name)
    store = Store()
    root = write([said("last")], id="last").parent
    store.load_all(discover(str(root)).found)
    store.refresh()
    assert store.con.execute("select count(*), count(distinct session_id) from rows").fetchone() == (len(ids) + 1,) * 2


def test_two_logs_that_differ_in_their_times_alone_are_two(write):
    store = Store()
    paths = [write([said("a") | {"time": time}], name=f"{time}/session.jsonl") for time in (1000, 2000)]
    assert [taken(store, path) for path in paths] == [["s"], ["s#2"]]


def test_a_path_that_is_no_text_is_read_and_shown_with_escapes(write, tmp_path):
    folder = tmp_path / os.fsdecode(b"\xff\xfe")
    folder.mkdir()
    for name in ("session.jsonl", "{{.jsonl"):
        header_id = name.removesuffix(".jsonl")
        write([said("a")], id=header_id).rename(folder / name)
    (folder / "session.v9.jsonl").write_text('{"type":"session","version":9,"id":"x","createdAt":1}\n')
    (folder / "session.v3.jsonl").write_text("")
    wb = workbench.open()
    assert len(wb.load(tmp_path).sessions) == len(wb.load(tmp_path).already) == 2
    paths = wb.sql("select path from sources order by 1").fetchall()
    assert [path.rsplit("/", 2)[1:] for (path,) in paths] == [
        ["\\udcff\\udcfe", "session.jsonl"], ["\\udcff\\udcfe", "{{.jsonl"],
    ]  # fmt: skip
    assert len(wb.browse(tmp_path).fetchall()) == 2
    assert {code for (code,) in wb.sql("select code from damage").fetchall()} == {
        "unsupported-generation",
        "empty-file",
    }


def test_a_template_is_known_by_its_path(write):
    path = write([{"type": "turn/start", "data": {"turn": 1}}], id="{{sessionId}}")
    assert taken(Store(), path) == [str(path)]


def test_a_log_without_rows(write):
    store = Store()
    assert taken(store, write([])) == ["s"]
    assert store.con.execute("select session_id, open from sessions").fetchall() == [("s", False)]


def test_texts_that_are_no_utf8_are_repaired_and_reported(write):
    """Readers give valid texts; a plug-in's reader may not."""
    (found,) = discover(str(write([said("abc"), said("b")]))).found
    parsed = read(found)
    parsed.rows.data[0] = parsed.rows.data[0].replace(b"abc", b"a\xff\xfec")
    store = Store()
    store.append(parsed)
    store.refresh()
    assert messages(store) == [("s", "a\ufffd\ufffdc"), ("s", "b")]
    assert store.con.execute("select code, line from damage").fetchall() == [("invalid-utf8", 2)]
    assert store.con.execute("select seq from rows where repaired").fetchall() == [(0,)]


def test_json_that_the_database_cannot_read_costs_its_own_row_only(write):
    (found,) = discover(str(write([said("a"), said("b")]))).found
    parsed = read(found)
    parsed.rows.data[0] = rb'{"content":"\ud800"}'
    store = Store()
    store.append(parsed)
    store.refresh()
    assert messages(store) == [("s", "b")]
    assert store.con.execute("select code, severity, line from damage").fetchall() == [("unreadable-json", "error", 2)]
    assert store.con.execute("select data from rows where seq = 0").fetchone() == (r'{"content":"\ud800"}',)
    assert store.con.execute("select reason from unrendered where seq = 0").fetchone() == ("its JSON cannot be read",)
    assert store.con.execute("select count(*) from events").fetchone() == (2,)


def test_damage_of_the_reader_is_kept_with_its_bytes(load, shared):
    store = load(shared / "cases" / "09-malformed-middle-line")
    ((line, raw),) = store.con.execute("select line, raw from damage where code = 'malformed-line'").fetchall()
    assert line is not None
    assert isinstance(raw, bytes)


def test_cursors_of_threads_see_what_was_committed_and_do_not_collide(write):
    store = Store()
    taken(store, write([said("a")] * 200))
    counts = []

    def count():
        cursor = store.cursor()
        assert cursor is store.cursor()
        counts.extend(cursor.execute("select count(*) from events").fetchone()[0] for _ in range(20))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [200] * 80


def test_the_users_connection_is_not_used_by_the_store(write):
    store = Store()
    relation = store.con.sql("select * from range(10)")
    taken(store, write([said("a")]))
    assert len(relation.fetchall()) == 10


def test_a_users_own_frame_can_be_joined(write):
    store = Store()
    taken(store, write([said("a")]))

    def ask():
        return store.con.sql("select note from notes join messages on text_start = word").fetchall()

    notes = pd.DataFrame({"word": ["a"], "note": ["mine"]})
    assert len(notes) == 1
    assert ask() == [("mine",)]


def test_times_are_in_utc_and_nothing_is_loaded_from_elsewhere():
    store = Store()
    for connection in (store.con, store.cursor()):
        settings = connection.execute(
            "select current_setting('TimeZone'), current_setting('autoload_known_extensions'), "
            "current_setting('autoinstall_known_extensions')"
        )
        assert settings.fetchone() == ("UTC", False, False)


def test_names_from_a_log_are_values_and_never_part_of_a_query(write):
    name = "'; drop table rows; --"
    call = ("tool/call", {"turn": 1, "step": 1, "callId": name, "name": name, "arguments": name})
    store = Store()
    taken(store, write([call], id=name))
    assert store.con.execute("select session_id, call_id, name, arguments from calls").fetchall() == [(name,) * 4]


def test_the_queries_are_packaged_files():
    assert "create view events" in sql("views/events")
    with pytest.raises(FileNotFoundError):
        sql("views/no-such-view")


FIXED = {
    "rows": "source session_id seq n type time clock turn step inherited known repaired data surface_op source_seqs "
    "ignorable extra line offset length",
    "sources": "source path generation encoding bytes rows events torn_bytes state",
    "sessions": "session_id source generation created_at cwd title parent_session origin depth preset model open",
    "damage": "source session_id line offset code severity message raw",
    "calls": "key session_id turn step call_id name arguments proposed_seq call_seq result_seq started_at "
    "ended_at state "
    "outcome is_error error_code exit_code signal timed_out exit_source has_meta result_chars wait_ms run_ms "
    "duration_ms "
    "duration_kind child_session_id link_source",
    "dispatches": "key session_id turn step call_id name arguments parent_call_id root_call_id depth",
    "all_calls": "key is_dispatch",
    "calls_all": "key inherited",
    "usage": "session_id seq turn step model input_tokens output_tokens cache_read_tokens cache_write_tokens "
    "reasoning_tokens",
    "jobs": "session_id job_id call_key kind label state exit_code polls",
    "workflow_runs": "run_id session_id call_key name state",
    "workflow_agents": "run_id seq label phase child_session_id outcome",
    "subagents": "session_id call_key child_session_id mode label link_source",
    "transitions": "session_id kind key seq clock state n",
    "card_rows": "card_key session_id seq role",
    "unrendered": "session_id seq reason",
    "timeline_rows": "session_id key kind seq time clock turn step call_key",
    "events": "session_id seq type time clock turn step data",
    "deltas": "session_id seq turn step time type text",
    "approvals": "session_id approval_id call_key tool reason asked_seq decided_seq outcome wait_ms",
    "turns": "session_id turn start_seq end_seq started_at ended_at reason",
    "steps": "session_id turn step start_seq end_seq started_at ended_at",
    "messages": "session_id seq role source_kind",
    "questions": "session_id call_key question_id question selected",
    "todos": "session_id seq call_key content status",
    "compactions": "session_id compaction_id state error",
    "retries": "session_id seq retry delay_ms failure_message",
    "hooks": "session_id seq point decision call_key",
}


@pytest.fixture(scope="module")
def con():
    return Store().con


@pytest.mark.parametrize("name", FIXED)
def test_tables_have_the_columns_that_others_count_on(con, name):
    columns = [row[0] for row in con.execute(f"describe {name}").fetchall()]
    assert set(FIXED[name].split()) <= set(columns)


@pytest.mark.parametrize(
    "name", ["calls", "dispatches", "turns", "steps", "approvals", "workflow_runs", "workflow_agents"]
)
def test_times_have_a_zone_and_durations_are_counts_of_milliseconds(con, name):
    for column, kind, *_ in con.execute(f"describe {name}").fetchall():
        if column.endswith("_at"):
            assert kind == "TIMESTAMP WITH TIME ZONE"
        if column.endswith(("_ms", "_seq")):
            assert kind == "BIGINT"


def test_a_broken_log_does_not_take_the_others_with_it(write):
    store = Store()
    (found,) = discover(str(write([said("a"), said("b")]))).found
    parsed = read(found)
    del parsed.rows.data[0]
    with pytest.raises(ValueError, match="differ in length"):
        store.append(parsed)
    assert taken(store, write([said("b")], name="2/session.jsonl", id="t")) == ["t"]
    assert messages(store) == [("t", "b")]


def test_loading_piece_by_piece_gives_what_reading_in_one_go_gives(recorded, monkeypatch):
    from workbench.store import incoming

    monkeypatch.setattr(incoming, "PIECE", 2000)
    streamed, whole = Store(), Store()
    for found in discover(str(recorded / "files")).found + discover(str(recorded / "run-code")).found:
        assert streamed.load(found).session_id == whole.append(read(found))
    streamed.refresh()
    whole.refresh()
    for table in ("rows", "sources", "damage", "calls", "transitions"):
        query = f"select * from {table} order by all"
        assert streamed.con.execute(query).fetchall() == whole.con.execute(query).fetchall()


def test_loading_says_what_was_taken_in(write):
    (found,) = discover(str(write([said("a"), said("b")]))).found
    store = Store()
    assert store.load(found) == ("s", 2, 2, (), found.bytes)
    assert store.load(found) is None


def test_a_check_sees_that_an_id_is_taken(write):
    store = Store()
    seen = []
    for name in ("1", "2"):
        (found,) = discover(write([said(name)], name=f"{name}/session.jsonl")).found
        store.load(found, seen.extend)
    assert [(entry.code, entry.line, entry.offset) for entry in seen] == [("duplicate-session", 1, 0)]


def test_a_check_that_raises_leaves_the_store_as_it_was(write):
    def refuse(damage):
        raise LookupError(len(damage))

    (found,) = discover(str(write([said("a")]))).found
    store = Store()
    with pytest.raises(LookupError):
        store.load(found, refuse)
    store.refresh()
    assert store.con.execute("select (select count(*) from rows), (select count(*) from sources)").fetchone() == (0, 0)
    assert store.load(found, lambda damage: None).session_id == "s"


def test_a_second_log_with_the_same_id_is_loaded_too(write):
    paths = [write([said("a")], name="1/session.jsonl"), write([said("b")], name="2/session.jsonl")]
    store = Store()
    assert [store.load(discover(str(path)).found[0]).session_id for path in paths] == ["s", "s#2"]


def test_a_fault_while_inserting_is_raised_where_the_log_is_loaded(write, monkeypatch):
    from workbench.store import incoming

    def broken(rows, clocks):
        raise RuntimeError("full")

    (found,) = discover(str(write([said("a")]))).found
    store = Store()
    with monkeypatch.context() as patched:
        patched.setattr(incoming, "batch", broken)
        with pytest.raises(RuntimeError, match="full"):
            store.load(found)
    assert store.load(found).session_id == "s"
