"""What cards of a type hold, made from calls and the facts around them: no store, no drawing."""

from __future__ import annotations

import json

import pytest

from workbench.cards import CardContext, ChildFacts, JobFacts, RunFacts, build
from workbench.model import Agent, Call, ListDetail, Replacement, ToolResult, Track


@pytest.fixture
def call():
    """call(name, arguments, text) -> a finished call, or one without a result where the text is None."""

    def make(name, arguments, text=None, **members):
        result = None
        if text is not None:
            result = ToolResult(
                content=({"type": "text", "text": text},), is_error=members.get("is_error", False),
                meta=members.pop("meta", None),
            )  # fmt: skip
        facts = {
            "key": f"s/1.1/{name}", "session_id": "s", "turn": 1, "step": 1, "call_id": "c1", "name": name,
            "arguments": json.dumps(arguments), "call_seq": 4, "result_seq": 5 if result else None, "result": result,
            "state": "done" if result else "running", "started_ms": 1000, "ended_ms": 1100 if result else None,
        }  # fmt: skip
        return Call(**(facts | members))

    return make


BACKGROUND = {"command": "make", "description": "Build", "run_in_background": True}


class TestJob:
    @pytest.fixture
    def start(self, call):
        return call("bash", BACKGROUND, "started background job bash-1")

    def test_before_anybody_looked_it_runs_and_has_no_output(self, start):
        detail = build(start, CardContext()).detail
        assert (detail.job_id, detail.status, detail.text, detail.reads) == ("bash-1", "running", None, ())

    def test_the_output_of_all_polls_is_one(self, start, call):
        polls = [
            call("job_output", {"job_id": "bash-1"}, "one\n\n[status: running]"),
            call("job_output", {"job_id": "bash-1"}, "(no new output)\n[status: running]"),
            call("job_output", {"job_id": "bash-1"}, "two\n[status: completed, exit code: 3]"),
        ]
        known = JobFacts(job_id="bash-1", state="completed", polls=3, detail="exit code: 3", start_key=start.key)
        detail = build(start, CardContext(job=known, job_reads=tuple(polls))).detail
        assert detail.text == "one\ntwo"
        assert [read.status for read in detail.reads] == ["running", "running", "completed"]
        assert (detail.status, detail.exit_code, detail.polls) == ("completed", 3, 3)

    def test_a_poll_tells_the_state_that_it_saw_not_the_last_one(self, call):
        poll = call("job_output", {"job_id": "bash-1"}, "x\n[status: running]")
        known = JobFacts(job_id="bash-1", state="killed", polls=2, label="make")
        detail = build(poll, CardContext(job=known)).detail
        assert (detail.role, detail.status, detail.text, detail.command) == ("read", "running", "x", "make")

    def test_an_order_to_end_it_says_what_it_was_told(self, call):
        asked = build(call("job_kill", {"job_id": "b"}, "requested cancellation of job b"), CardContext()).detail
        late = build(
            call("job_kill", {"job_id": "b"}, "job b had already finished [status: completed, exit code: 0]"),
            CardContext(),
        ).detail
        assert (asked.status, late.status, late.exit_code) == ("stopping", "completed", 0)

    def test_a_subagent_in_the_background_has_its_job(self, call):
        start = call("subagent", {"description": "d", "prompt": "p"}, "started background subagent job subagent-1")
        detail = build(start, CardContext()).detail
        assert (detail.mode, detail.job.job_id, detail.job.status) == ("background", "subagent-1", "running")


class TestParsed:
    READ = "<path>/a.py</path>\n<type>file</type>\n<content>\n3: x\n4: y\n\n{}\n</content>"

    def test_a_read_without_metadata_shows_its_lines_and_keeps_its_type(self, call):
        text = self.READ.format("(Showing lines 3-4 of 9. Use offset=5 to continue.)")
        card = build(call("read", {"file_path": "/a.py", "offset": 3}, text), CardContext())
        assert card.type == "generic"
        assert [(line.number, line.text) for line in card.parsed.view.lines] == [(3, "x"), (4, "y")]
        assert (card.parsed.view.total_lines, card.parsed.is_total_known, card.parsed.view.lang) == (9, True, "py")
        assert card.provenance["shown"].kind == "parsed"

    def test_a_total_that_the_text_does_not_say_is_not_made_up(self, call):
        text = self.READ.format("(Output capped. Showing lines 3-4. Use offset=5 to continue.)")
        assert not build(call("read", {"file_path": "/a.py"}, text), CardContext()).parsed.is_total_known

    def test_a_search_names_the_file_with_the_rest(self, call):
        text = (
            "Found 1 of 2 matches\n\na.py\nLine 1: x\n\n(Full grep result stored at: /tmp/r.txt. Use read to see it.)"
        )
        card = build(call("grep", {"pattern": "x"}, text), CardContext())
        assert (card.parsed.view.total, card.parsed.view.truncated, card.locator) == (2, True, "/tmp/r.txt")

    @pytest.mark.parametrize("text", ["", "anything else", "<path>/a</path>"])
    def test_a_text_of_another_kind_is_left_alone(self, call, text):
        assert build(call("read", {"file_path": "/a"}, text), CardContext()).parsed is None

    def test_an_error_is_not_read_as_a_result(self, call):
        failed = call("grep", {"pattern": "x"}, "No matches found", is_error=True)
        assert build(failed, CardContext()).parsed is None


class TestFacts:
    def test_a_goal_has_its_rounds_and_no_number_that_is_not_there(self, call):
        goal = {"id": "g", "revision": 1, "objective": "Tidy", "phase": "active", "maxGoalRounds": 2}
        text = json.dumps({"goal": goal | {"roundsStarted": 0}, "activation": "armed"})
        card = build(call("get_goal", {}, text), CardContext())
        assert dict(card.detail.facts)["rounds"] == "0 of 2"
        bare = build(call("get_goal", {}, json.dumps({"goal": goal})), CardContext())
        assert "rounds" not in dict(bare.detail.facts)

    def test_no_goal_is_said(self, call):
        card = build(call("get_goal", {}, '{"goal": null}'), CardContext())
        assert card.detail.facts == (("objective", "no goal is set"),)

    def test_a_failed_reminder_is_a_value_not_an_error(self, call):
        text = json.dumps({"code": "not_future", "message": "That time is over."})
        facts = dict(build(call("schedule_create", {"prompt": "p"}, text), CardContext()).detail.facts)
        assert facts == {"failed": "not_future", "message": "That time is over."}

    def test_several_reminders_are_a_table(self, call):
        record = {"id": "r", "prompt": "stretch", "scheduledAt": "2026-01-01T00:00:00.000Z", "state": "scheduled"}
        detail = build(call("schedule_list", {}, json.dumps([record])), CardContext()).detail
        assert isinstance(detail, ListDetail)
        assert detail.rows == (("stretch", "2026-01-01T00:00:00.000Z", "scheduled", "", "r"),)

    def test_a_plan_stays_readable_after_it_was_approved(self, call):
        card = build(call("exit_plan_mode", {"plan": "# Do it\n\n- one"}, "Plan approved"), CardContext())
        assert card.detail.text == "# Do it\n\n- one"

    def test_a_message_to_an_agent_is_its_own_title(self, call):
        card = build(call("send_message", {"subagent_id": "k", "message": "go on"}, "queued"), CardContext())
        assert (card.title, card.detail.facts, card.detail.text) == ("go on", (("to", "k"),), "go on")


class TestMount:
    def test_what_a_program_brings_and_needs_is_read_off_its_text(self, call):
        program = (
            "const inject = ['tools', 'timer'];\nharness.registerTool(ctx, harness.defineTool({ name: 'double' }))"
        )
        arguments = {
            "plugin": {"kind": "new", "idPrefix": "snap"}, "name": "D", "purpose": "p", "code": {"host": program},
        }  # fmt: skip
        text = "Defined snap-1/pkg-1 (D); it is not running yet. Use cordis_run to activate this Package."
        detail = build(call("cordis_define", arguments, text), CardContext()).detail
        assert (detail.plugin_id, detail.package_id, detail.status) == ("snap-1", "pkg-1", "defined")
        assert detail.provides == (("tool", "double"),)
        assert detail.needs == ("tools", "timer")

    @pytest.mark.parametrize(
        ("text", "word"),
        [
            ("Error: tool \"x\" is already registered", "duplicate"),
            ("Error: SyntaxError: Unexpected token", "syntax"),
            ("Error: unknown dynamic plugin", "unknown"),
            ("Error: something", "other"),
        ],
    )  # fmt: skip
    def test_a_refusal_has_its_kind(self, call, text, word):
        failed = call("cordis_stop", {"pluginId": "p"}, text, is_error=True, state="failed")
        assert build(failed, CardContext()).detail.refusal == word

    def test_an_inspection_is_parted_at_its_headings(self, call):
        text = "## Temporary Plugins\nNone.\n\n## Services\n- tools"
        sections = build(call("cordis_inspect", {"what": "all"}, text), CardContext()).detail.sections
        assert [(one.heading, one.text) for one in sections] == [
            ("Temporary Plugins", "None."),
            ("Services", "- tools"),
        ]


class TestRuns:
    def test_counts_by_state_and_phases_that_only_the_run_names(self, call):
        def agent(state):
            return Agent(label="a", state=state, child_session_id=None, link_source="recorded")

        agents = tuple(map(agent, ("completed", "failed", "cancelled", "running", "unknown")))
        run = RunFacts(run_id="r", name="n", state="running", agents=agents, phases=("scan",) * 5, seen=("late",),
                       log=("one", "two"))  # fmt: skip
        arguments = {"script": "x", "meta": {"name": "n", "description": "d", "phases": [{"title": "scan"}]}}
        detail = build(call("workflow", arguments), CardContext(run=run)).detail
        scan, late = detail.phases
        counts = (scan.started, scan.settled, scan.failed, scan.cancelled, scan.running, scan.unsettled)
        assert counts == (5, 3, 1, 1, 1, 1)
        assert (late.name, late.declared, late.entered, late.agents) == ("late", False, True, ())
        assert detail.log == ("one", "two")

    def test_the_value_of_a_run_is_read_off_its_text(self, call):
        arguments = {"script": "x", "meta": {"name": "n", "description": "d"}}
        text = 'workflow "n" completed (1 agent).\nReturn value:\n{"a": 1}'
        assert build(call("workflow", arguments, text), CardContext()).detail.value == '{"a": 1}'


def test_a_childs_own_end_is_told_beside_the_time_of_the_result(call):
    child = ChildFacts(session_id="k", has_log=True, state="complete", ended_ms=1050)
    started = call("subagent", {"description": "d", "prompt": "p", "run_in_background": False}, "report",
                   child_session_id="k", link_source="label-prompt-time")  # fmt: skip
    tracks = (Track(label="d", spans=((1000, 1050, "done"),), is_self=True),)
    detail = build(started, CardContext(child=child, result_ms=1100, tracks=tracks)).detail
    assert (detail.child_ended_ms, detail.result_ms, detail.report) == (1050, 1100, "report")


def test_a_program_that_failed_is_told_apart_from_what_it_had_printed(call):
    text = "Error: code run failed (exception): Error: no\nCaptured output:\nbefore"
    failed = call("run_code", {"code": "x", "description": "d"}, text, is_error=True, state="failed")
    detail = build(failed, CardContext()).detail
    assert (detail.failure, detail.output) == ("Error: code run failed (exception): Error: no", "before")


def test_a_clock_that_went_back_is_said(call):
    card = build(call("bash", {"command": "x", "description": "d"}, "x", ended_ms=900), CardContext())
    assert any(note.startswith("The clock went back") for note in card.notes)


def test_a_shorter_copy_for_the_model_is_said(call):
    copy = Replacement(seq=9, text="short", chars=5)
    card = build(call("bash", {"command": "x", "description": "d"}, "x"), CardContext(replacements=(copy,)))
    assert any("shorter copy" in note for note in card.notes)


def test_a_result_of_any_tool_that_was_put_into_a_file_has_its_badge(call):
    text = "head\n\n(Omitted 9 bytes. Full formatted result stored at: /tmp/x.txt. Use read to see it.)"
    assert "spilled" in build(call("mcp__a__b", {}, text)).badges
