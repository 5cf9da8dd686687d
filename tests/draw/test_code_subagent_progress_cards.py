"""Cards with something below them: programs, children, workflow runs, jobs."""

from __future__ import annotations

import pytest
from workbench.widgets.draw import draw
from workbench.widgets.element import Code, Lanes, el

from workbench.model import Agent, CodeDetail, Phase, ProgressDetail, Provenance, SubagentDetail


class TestCode:
    def test_program_calls_and_output(self, make, lines):
        detail = CodeDetail(program="const a = 1\nreturn a", output="counted\n1")
        card = make("code", name="run_code", detail=detail, blocks="counted\n1")
        assert lines(card, el("div", "first"), el("div", "second")) == [
            "Program",
            "1  const a = 1",
            "2  return a",
            "2 dispatches",
            "first",
            "second",
            "Logs and value",
            "counted",
            "1",
        ]

    def test_children_stand_under_a_rail(self, make, page):
        card = make("code", detail=CodeDetail(program="x", output="y"), blocks="y")
        assert '<div class="wb-rail"><div>child</div></div>' in page(card, el("div", "child"))
        assert "wb-rail" not in page(card)

    def test_the_program_is_highlighted_when_that_is_asked_for(self, make):
        card = make("code", detail=CodeDetail(program="const a = 1"))
        block = next(node for node in draw(card, highlight=True) if isinstance(node, Code))
        assert (block.lang, bool(block.runs)) == ("typescript", True)

    def test_a_failed_program_shows_its_error(self, make, lines, page):
        card = make("code", detail=CodeDetail(program="throw 1", output="Error: code run failed"),
                    blocks="Error: code run failed", is_error=True, state="failed")  # fmt: skip
        assert lines(card)[-2:] == ["Error", "Error: code run failed"]
        assert "wb-error" in page(card)

    def test_one_that_was_broken_off_says_nothing_about_its_output(self, make, lines):
        card = make("code", detail=CodeDetail(program="x"), state="interrupted", outcome="unknown")
        assert lines(card) == ["Program", "1  x"]

    def test_the_tail_of_a_long_program_keeps_its_numbers(self, make, lines):
        card = make("code", detail=CodeDetail(program="\n".join(f"line({n})" for n in range(1, 501))))
        shown = lines(card)
        assert "show all 500 lines" in shown
        assert shown[-2].endswith("500  line(500)")


@pytest.fixture
def child(make):
    def build(detail=None, children=(), **members):
        facts = {
            "label": "Inspect", "prompt": "Look at **a**", "mode": "foreground", "child_session_id": "child-1",
            "link_source": "label-prompt-time", "child_has_log": True, "child_state": "complete", "child_calls": 2,
            "child_turns": 1, "child_ended_ms": 1790000000000, "tokens": 49812, "child_last_ms": 1790000000100,
            "report": "It has *three*.",
        } | (detail or {})  # fmt: skip
        members.setdefault("blocks", "It has *three*.")
        return make("subagent", name="subagent", title="Inspect", detail=SubagentDetail(**facts), **members)

    return build


class TestSubagent:
    def test_state_counts_link_and_report(self, child, lines):
        assert lines(child()) == [
            "● done · foreground · 2 calls · 1 turn · 49,812 tokens",
            "child session child-1 open",
            "found by label, prompt and time (inferred)",
            "last activity 2026-09-21 14:13:20 UTC",
            "ended by its own log 2026-09-21 14:13:20 UTC",
            "▸ Prompt · 13 characters",
            "Report",
            "It has three.",
        ]

    def test_a_missing_log_is_said_and_nothing_leads_there(self, child, lines, page):
        card = child({"child_has_log": False, "child_state": None, "child_calls": None, "child_turns": None,
                      "tokens": None, "child_ended_ms": None})  # fmt: skip
        assert lines(card)[:2] == ["foreground", "child session child-1 · log not found"]
        assert "open:child-1" not in page(card)
        assert 'data-wb-action="open:child-1"' in page(child())

    def test_what_is_not_known_is_not_a_number(self, child, seen):
        card = child({"child_calls": None, "tokens": None, "child_turns": None})
        assert "0 calls" not in seen(card)
        assert "0 tokens" not in seen(card)

    @pytest.mark.parametrize("source", ["recorded", "text-id", "label-prompt-time", "ambiguous", "none"])
    @pytest.mark.parametrize("mode", ["foreground", "background", "continuable", "unknown"])
    def test_every_link_source_and_mode_has_words(self, child, lines, source, mode):
        shown = lines(child({"link_source": source, "mode": mode}))
        assert any(line.startswith("found by ") for line in shown)

    def test_several_that_fit_are_all_named(self, child, lines):
        card = child({"child_session_id": None, "link_source": "ambiguous", "candidates": ("a", "b")})
        assert "child session 2 sessions fit: a, b" in lines(card)

    def test_what_the_child_did_stands_under_a_rail(self, child, lines):
        shown = lines(child(), el("div", "bash ls"))
        assert shown[shown.index("1 row of the child") + 1] == "bash ls"


def agent(label, state="completed", start=1000, end=2000, **members):
    facts = {"child_session_id": f"id-{label}", "link_source": "recorded", "started_ms": start, "ended_ms": end}
    return Agent(label=label, state=state, has_log=True, **(facts | members))


def phase(name, *agents, declared=True):
    settled = [one for one in agents if one.state != "running"]
    failed = [one for one in agents if one.state == "failed"]
    return Phase(
        name=name, declared=declared, agents=agents, started=len(agents), settled=len(settled), failed=len(failed)
    )


class TestProgress:
    def test_phases_declared_and_seen_with_counts_by_state(self, make, lines):
        detail = ProgressDetail(
            name="audit", run_id="a1", run_state="completed", agents_started=3, script="phase('scan')",
            link=Provenance(kind="inferred", rule="the run lies between this call and its result"),
            phases=(
                phase("scan", agent("a.py"), agent("b.py", "failed", 1000, 1100)),
                phase("fix"),
                phase("check", agent("check", start=2000, end=2224), declared=False),
            ),
        )  # fmt: skip
        shown = lines(make("progress", title="workflow: audit", detail=detail, blocks="completed (3 agents)"))
        assert shown[0] == "audit · ● done · 3 of 3 settled · 1 failed"
        assert shown[1:3] == ["run a1", "linked inferred · the run lies between this call and its result"]
        assert shown[3:6] == [
            "▾ scan · 2 of 2 settled · 1 failed · 1.0 s",
            "  ● done a.py · 1.0 s id-a.py open",
            "  ✕ failed b.py · 100 ms id-b.py open",
        ]
        assert shown[6] == "fix · 0 of 0 settled · not started"
        assert shown[7] == "▾ check · 1 of 1 settled · 224 ms · not declared in the call"
        assert "▸ Script · 1 line" in shown
        assert shown[-2:] == ["Result", "completed (3 agents)"]

    def test_agents_of_an_open_run_are_running_also_those_without_a_phase(self, make, lines):
        detail = ProgressDetail(
            name="audit", run_id="a2", run_state="running", agents_started=1,
            phases=(phase(None, agent("helper", "running", end=None), declared=False),),
        )  # fmt: skip
        shown = lines(make("progress", detail=detail))
        assert shown[0] == "audit · ◐ running · 0 of 1 settled · ◐ 1 running"
        assert "▾ no phase · 0 of 1 settled · ◐ 1 running" in shown
        assert "  ◐ running helper id-helper open" in shown

    def test_children_known_by_lineage_are_said_to_be_inferred(self, make, lines):
        children = tuple(agent(None, link_source="inferred", child_session_id=f"r{n}") for n in (1, 2))
        detail = ProgressDetail(
            name="tidy", run_id=None, run_state=None, phases=(), agents_started=None, children=children
        )
        shown = lines(make("progress", name="ralph", detail=detail, blocks="done"))
        assert "The log records no run for this call." in shown
        assert "2 child sessions" in shown
        assert any(line.startswith("Inferred from lineage and time") for line in shown)
        assert "● done no label · 1.0 s r1 open" in shown

    def test_agents_stand_over_time_an_open_one_without_an_end(self, make):
        detail = ProgressDetail(
            name="x", run_id="r", run_state="running", agents_started=2,
            phases=(phase("p", agent("a"), agent("b", "running", start=1500, end=None)),),
        )  # fmt: skip
        lanes = next(node for node in draw(make("progress", detail=detail)) if isinstance(node, Lanes))
        assert (lanes.start, lanes.end) == (1000, 2000)
        assert [lane.label for lane in lanes.lanes] == ["a", "b"]
        assert lanes.lanes[1].spans[0][1] is None

    def test_a_run_that_has_not_begun_says_so(self, make, lines):
        detail = ProgressDetail(name="x", run_id=None, run_state=None, phases=(phase("p"),), agents_started=None)
        assert "The run has not begun." in lines(make("progress", detail=detail))
