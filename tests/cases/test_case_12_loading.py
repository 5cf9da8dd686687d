"""Event types that nobody knows, and one that was renamed (case 12)."""

from __future__ import annotations

import pytest

import workbench


@pytest.fixture(scope="module")
def loaded(cases):
    wb = workbench.open()
    return wb, wb.load(cases / "12-unknown-event-types")


def test_all_three_load(loaded):
    wb, report = loaded
    assert wb.sql("select session_id, events from sources order by 1").fetchall() == [
        ("session-12a", 7), ("session-12b", 14), ("session-12c", 14),
    ]  # fmt: skip
    assert report.events == 35


def test_a_required_type_is_warned_of_and_an_ignorable_one_is_not(loaded):
    wb, report = loaded
    (warning,) = [found for found in report.damage if found.severity != "note"]
    assert warning.session_id == "session-12a"
    for word in ("future/thing", "seq 4", "may be wrong"):
        assert word in warning.message
        assert word in wb.session("session-12a").banner
    assert "required event type is unknown" in wb.session("session-12a").banner
    assert wb.session("session-12b").banner is None


def test_the_rows_are_kept_shown_and_listed(loaded):
    wb, _ = loaded
    kept = wb.sql("select session_id, json_valid(data) from rows where type = 'future/thing' order by 1").fetchall()
    assert kept == [("session-12a", True), ("session-12b", True)]
    for session_id in ("session-12a", "session-12b"):
        shown = [row for row in wb.session(session_id).timeline if "future/thing" in row.text()]
        assert len(shown) == 1
    listed = wb.sql(
        "select u.session_id from unrendered as u join rows using (session_id, seq) where type = 'future/thing' "
        "order by 1"
    )
    assert listed.fetchall() == [("session-12a",), ("session-12b",)]


def test_the_renamed_calls_give_the_same_cards(loaded):
    wb, _ = loaded
    for session_id in ("session-12b", "session-12c"):
        (card,) = wb.session(session_id).cards
        assert (card.type, [(child.tool, child.state) for child in card.children]) == ("code", [("read", "done")])
    for table in ("calls", "dispatches"):
        found = wb.sql(
            f"select session_id, count(*) from {table} where session_id > 'session-12a' group by 1 order by 1"
        )
        assert found.fetchall() == [("session-12b", 1), ("session-12c", 1)]
