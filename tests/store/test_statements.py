"""A statement that says what it works on runs where there is such a thing, and can always be asked."""

from __future__ import annotations

import pytest

from workbench.logs import discover
from workbench.logs.known import ANY, PACKED, RENAMED
from workbench.store import Store, building
from workbench.store.building import BUILD
from workbench.store.connect import names
from workbench.store.statements import run, statements

FILES = (*names("facts"), *BUILD, "links")
TAGS = ("during", "change")
"""What `types.sql` gives beside the names of types."""


@pytest.mark.parametrize("name", FILES)
def test_what_a_statement_needs_is_a_type_or_a_tag(name):
    for statement in statements(name):
        if statement.needs is not None:
            assert any(map(statement.needs.fullmatch, (*ANY, *PACKED, *RENAMED, *TAGS))), statement.needs


def test_a_condition_is_one_query_in_front_of_its_statement():
    store = Store()
    asked = 0
    for name in FILES:
        run(store._work, name, frozenset((*ANY, *PACKED, *TAGS)) if name == "call_parts" else frozenset())
        for statement in statements(name):
            assert statement.text.count("-- if:") <= 1
            asked += statement.asks is not None
    assert asked


def test_of_a_file_only_what_has_something_to_do_runs():
    class Connection:
        def __init__(self):
            self.ran = []

        def execute(self, text):
            self.ran.append(text)
            return self

        def fetchone(self):
            return None

    connection = Connection()
    run(connection, "transitions", frozenset({"turn/start"}))
    inserts = [text for text in connection.ran if "insert into transitions" in text]
    assert len(inserts) == 2
    assert not any("todo_writes" in text for text in connection.ran)
    run(connection, "transitions", frozenset({"todo/write"}))
    assert any("todo_writes" in text for text in connection.ran)


def test_what_fails_after_the_facts_is_made_up_for(recorded, monkeypatch):
    """Facts are committed before what is derived from them: the next refresh draws none of them twice."""

    def contents(store):
        return {
            table: sorted(map(repr, store.con.sql(f"from {table}").fetchall()))
            for table in ("tool_calls", "tool_results", "chunk_rows", "message_events", "call_index", "card_rows")
        }

    def loaded():
        store = Store()
        store.load_all(discover(recorded / "run-code").found)
        return store

    whole = loaded()
    whole.refresh()
    store = loaded()

    def failing(connection, name, types):
        if name == "timeline_index":
            raise RuntimeError
        run(connection, name, types)

    monkeypatch.setattr(building, "run", failing)
    with pytest.raises(RuntimeError):
        store.refresh()
    monkeypatch.undo()
    assert not store.con.sql("from call_index").fetchall()
    store.refresh()
    assert contents(store) == contents(whole)
