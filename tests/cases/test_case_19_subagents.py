"""Parallel and nested sub-agents; one log missing, one stranger (case 19)."""

from __future__ import annotations

import pytest

import workbench

K1, K2, K3, K11, STRANGER = (f"{n:08}-0000-4000-8000-000000000000" for n in (1, 2, 3, 11, 99))


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.report = opened.load(cases / "19-nested-subagents")
    return opened


@pytest.fixture(scope="module")
def session(wb):
    return wb.session("session-19")


def test_links_say_how_each_child_was_found(wb):
    found = wb.sql(
        "select call_id, child_session_id, link_source from calls where session_id = 'session-19' order by 1"
    ).fetchall()
    assert found == [("s1", K1, "label-prompt-time"), ("s2", K2, "label-prompt-time"), ("s3", K3, "text-id")]


def test_provenance_tells_inferred_from_parsed(session):
    assert session.card("s1").provenance["child_session_id"].kind == "inferred"
    assert session.card("s3").provenance["child_session_id"].kind == "parsed"


def test_children_nest_and_open_the_right_log(session):
    (inner,) = session.card("s1").children
    assert (inner.call_id, inner.model.call.session_id, inner.type) == ("a", K1, "subagent")
    (deepest,) = inner.children
    assert (deepest.call_id, deepest.model.call.session_id, deepest.type) == ("a", K11, "terminal")
    assert inner.model.detail.child_session_id == K11
    assert inner.model.detail.child_depth == 2
    assert [child.type for child in session.card("s2").children] == ["read"]


def test_the_card_of_the_parent_holds_the_childs_own_rows(session):
    text = session.card("s1").text()
    assert "User Look for dead code." in text
    assert "subagent look deeper" in text
    assert "Assistant x.py is dead." in text


def test_the_lanes_overlap_and_the_nested_one_is_set_in(session):
    tracks = session.card("s1").model.detail.tracks
    assert [(track.label, track.depth, track.is_self) for track in tracks] == [
        ("scan the code", 0, True),
        ("look deeper", 1, False),
        ("read the notes", 0, False),
        ("watch the build", 0, False),
    ]
    (first, _, second, third) = (track.spans[0] for track in tracks)
    assert max(first[0], second[0], third[0]) < min(first[1], second[1], third[1])


def test_the_end_of_a_lane_is_the_childs_own(session):
    card = session.card("s2")
    detail = card.model.detail
    assert card.duration_kind == "from-child"
    assert detail.tracks[1].spans[-1][1] == detail.child_ended_ms
    assert detail.result_ms - detail.child_ended_ms == pytest.approx(1900, abs=50)
    assert "result written here 1.9 s after its own end" in card.text()
    assert "The duration ends where the child's own turn ended." in card.text()


def test_a_missing_log_is_said_with_its_id(wb, session):
    text = session.card("s3").text()
    assert f"child session {K3} · log not found" in text
    missing = [damage for damage in wb.report.damage if K3 in damage.message]
    assert len(missing) == 1
    assert "s3" in missing[0].message


def test_a_call_id_in_three_sessions_does_not_collide(wb):
    assert wb.sql("select count(*), count(distinct key) from calls").fetchall() == [(6, 6)]
    assert wb.sql("select count(distinct session_id) from calls where call_id = 'a'").fetchall() == [(3,)]


def test_a_stranger_is_attached_to_nothing(wb, session):
    assert STRANGER in wb.sessions
    below = {child.model.call.session_id for card in session.cards for child in card.children}
    assert STRANGER not in below
