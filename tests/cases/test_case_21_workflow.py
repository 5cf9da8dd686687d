"""Two workflow runs of one name, the second still open, and one known only by its children (case 21)."""

from __future__ import annotations

import pytest

import workbench

FIRST, SECOND = "000000a1-0000-4000-8000-000000000000", "000000a2-0000-4000-8000-000000000000"


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.load(cases / "21-workflow-phases")
    return opened


@pytest.fixture(scope="module")
def session(wb):
    return wb.session("session-21")


def phases(card):
    """Name, agents started, settled and failed of each phase."""
    return {phase.name: (phase.started, phase.settled, phase.failed) for phase in card.model.detail.phases}


def test_runs_of_one_name_are_not_mixed(session):
    first, second = session.card("w1"), session.card("w2")
    assert [card.type for card in (first, second)] == ["progress", "progress"]
    assert [card.model.detail.run_id for card in (first, second)] == [FIRST, SECOND]
    assert [card.model.detail.link.kind for card in (first, second)] == ["inferred", "inferred"]


def test_the_first_run_is_done(session):
    card = session.card("w1")
    assert (card.state, card.model.detail.run_state, card.model.detail.agents_started) == ("done", "completed", 3)
    assert phases(card) == {"scan": (2, 2, 1), "fix": (0, 0, 0), "check": (1, 1, 0)}


def test_the_second_run_is_open(session):
    card = session.card("w2")
    assert (card.state, card.model.detail.run_state) == ("running", "running")
    assert phases(card) == {"scan": (2, 2, 1), "fix": (1, 0, 0), "check": (0, 0, 0), None: (1, 0, 0)}
    helper = next(phase for phase in card.model.detail.phases if phase.name is None).agents[0]
    assert (helper.label, helper.state) == ("helper", "running")
    assert "open turn" in session.banner


def test_counters_agree_with_sql(wb, session):
    assert wb.sql("select run_id, state from workflow_runs order by 1").fetchall() == [
        (FIRST, "completed"),
        (SECOND, "running"),
    ]
    assert wb.sql("select run_id, count(*) from workflow_agents group by 1 order by 1").fetchall() == [
        (FIRST, 3),
        (SECOND, 4),
    ]
    assert session.counts["agent"] == {"completed": 3, "failed": 2, "running": 2}
    assert session.counts["run"] == {"completed": 1, "running": 1}


def test_a_moment_within_the_second_run(session):
    moment = session.at(seq=26)
    assert phases(moment.card("w2")) == {"scan": (2, 1, 1), "fix": (0, 0, 0), "check": (0, 0, 0)}
    assert phases(moment.card("w1")) == phases(session.card("w1"))
    assert moment.counts["agent"] == {"completed": 2, "failed": 2, "running": 1}
    assert moment.counts["run"] == {"completed": 1, "running": 1}


def test_a_moment_before_the_second_run_started(session):
    moment = session.at(seq=22)
    card = moment.card("w2")
    assert (card.state, card.model.detail.run_id, card.model.detail.run_state) == ("running", None, None)
    assert card.model.detail.agents_started is None
    assert moment.counts["run"] == {"completed": 1}


def test_children_of_a_run_without_rows_are_known_by_lineage(session):
    card = session.card("ra")
    assert card.state == "done"
    children = card.model.detail.children
    assert [child.child_session_id for child in children] == [
        "00000221-0000-4000-8000-000000000000",
        "00000222-0000-4000-8000-000000000000",
    ]
    assert {child.label for child in children} == {None}
    named = {
        agent.child_session_id
        for call in ("w1", "w2")
        for phase in session.card(call).model.detail.phases
        for agent in phase.agents
    }
    assert named.isdisjoint(child.child_session_id for child in children)


def test_children_by_lineage_appear_when_they_are_made(session):
    while_running = session.at("ra", "started")
    assert while_running.card("ra").model.detail.children == ()
    created = session.card("ra").model.detail.children[0].started_ms
    then = session.at(time=created)
    assert [child.child_session_id[:8] for child in then.card("ra").model.detail.children] == ["00000221"]
