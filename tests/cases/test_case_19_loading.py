"""Parallel and nested subagents, one log missing, one stranger: who belongs to whom (case 19)."""

from __future__ import annotations

import pytest

import workbench

K1, K2, K3, K11, STRANGER = (f"000000{number}-0000-4000-8000-000000000000" for number in ("01", "02", "03", "11", "99"))


@pytest.fixture(scope="module")
def loaded(cases):
    wb = workbench.open()
    return wb, wb.load(cases / "19-nested-subagents")


def test_the_links_say_how_they_are_known(loaded):
    wb, _ = loaded
    assert wb.sql(
        "select call_id, child_session_id, link_source from calls where session_id = 'session-19' order by 1"
    ).fetchall() == [("s1", K1, "label-prompt-time"), ("s2", K2, "label-prompt-time"), ("s3", K3, "text-id")]
    assert wb.sql("select child_session_id, link_source from calls where session_id = $s", s=K1).fetchall() == [
        (K11, "label-prompt-time")
    ]
    assert wb.sql("select count(*), count(distinct key) from calls").fetchall() == [(6, 6)]


def test_the_tree_is_walked_down_from_the_calls(loaded):
    wb, _ = loaded
    session = wb.session("session-19")
    (below,) = session.card("s1").children
    assert below.key.startswith(K1)
    (deepest,) = below.children
    assert deepest.key.startswith(K11)
    assert {child.type for child in (*session.card("s2").children, deepest)} <= {"read", "terminal"}
    assert session.card("s3").children == ()


def test_the_missing_log_is_one_row_of_damage(loaded):
    _, report = loaded
    (found,) = [entry for entry in report.damage if entry.code == "child-log-missing"]
    assert K3 in found.message
    assert "s3" in found.message


def test_the_stranger_is_listed_and_attached_to_nothing(loaded):
    wb, _ = loaded
    assert wb.sql("select session_id, parent_session from unrelated").fetchall() == [(STRANGER, "session-elsewhere")]
    assert wb.sql("select count(*) from subagents where child_session_id = $s", s=STRANGER).fetchall() == [(0,)]
    assert wb.sql("select call_key from lineage where child_session_id = $s", s=STRANGER).fetchall() == [(None,)]


def test_depth_is_a_number_without_bound(loaded):
    wb, _ = loaded
    assert wb.sql("select depth from sessions where session_id = $s", s=K11).fetchall() == [(2,)]
