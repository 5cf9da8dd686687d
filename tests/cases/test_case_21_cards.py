"""How workflow runs are shown: phases with counts by state, agents, lanes (case 21)."""

from __future__ import annotations

import pytest

import workbench


@pytest.fixture(scope="module")
def session(cases):
    opened = workbench.open()
    opened.load(cases / "21-workflow-phases")
    return opened.session("session-21")


def test_a_finished_run_counts_settled_and_failed_agents_by_phase(session):
    text = session.card("w1").text()
    assert "audit · ● done · 3 of 3 settled · 1 failed" in text
    assert "▾ scan · 2 of 2 settled · 1 failed" in text
    assert "fix · 0 of 0 settled · not started" in text
    assert "▾ check · 1 of 1 settled" in text


def test_an_open_run_has_running_agents_also_without_a_phase(session):
    text = session.card("w2").text()
    assert "audit · ◐ running · 2 of 4 settled · 1 failed · ◐ 2 running" in text
    assert "▾ no phase · 0 of 1 settled · ◐ 1 running" in text
    assert "fix:b.py: running · open in the log" in text
    assert "interrupted" not in text


def test_two_runs_of_one_name_do_not_mix(session):
    first, second = (session.card(call).model.detail for call in ("w1", "w2"))
    assert (first.name, second.name) == ("audit", "audit")
    children = [{agent.child_session_id for phase in one.phases for agent in phase.agents} for one in (first, second)]
    assert children[0].isdisjoint(children[1])
    assert session.card("w1").provenance["run"].kind == "inferred"


def test_rounds_are_known_by_lineage_and_said_so(session):
    card = session.card("ra")
    assert "Inferred from lineage and time" in card.text()
    assert (card.model.detail.phases, len(card.model.detail.children)) == ((), 2)
    assert card.provenance["run"].kind == "inferred"


def test_every_agent_leads_to_its_session(session):
    card = session.card("w1")
    children = [agent.child_session_id for phase in card.model.detail.phases for agent in phase.agents]
    assert len(children) == 3
    assert all(f"{child} open" in card.text() for child in children)
