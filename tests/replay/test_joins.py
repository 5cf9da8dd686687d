"""What is brought together from several rows: jobs of one id, runs of one name, requests nobody answered, lost parents.

The logs are made here, in generation 0 and in generation 3; what is shown must not depend on which.
"""

from __future__ import annotations

import json

import pytest
from workbench.widgets.draw import draw
from workbench.widgets.element import to_text
from workbench.widgets.source import TimelineSource

import workbench
from workbench.replay.flatten import flatten

START = 1_790_000_000_000
BACKGROUND = {"command": "make", "description": "build", "run_in_background": True}
WORKFLOW = {
    "script": "go()",
    "meta": {"name": "audit", "description": "all", "phases": [{"title": "scan"}, {"title": "fix"}]},
}
QUESTION = {"questions": [{"id": "q", "question": "Which?", "options": [{"label": "Red"}], "multi_select": True}]}


class Log:
    """A log that is written row by row, each a millisecond after the one before unless it is told otherwise."""

    def __init__(self, generation, session_id, created=START, parent=None):
        self.generation, self.id, self.time = generation, session_id, created
        self.turn, self.step, self.rows, self.arguments = 0, 0, [], {}
        self.header = {"type": "session", "version": generation, "id": session_id, "createdAt": created}
        self.header |= {"parentSession": parent, "origin": "subagent"} if parent else {}
        self.header |= {"isSeeded": False} if generation >= 2 else {}
        self.header["delegationDepth"] = 1 if parent else 0

    def row(self, kind, wait=1, **data):
        self.time += wait
        surface = {"surfaceOp": "append"} if kind in ("user/message", "assistant/message", "tool/result") else {}
        self.rows.append({"type": kind, "seq": len(self.rows), "time": self.time, "data": data, **surface})
        return len(self.rows) - 1

    def here(self):
        return {"turn": self.turn, "step": self.step}

    def user(self, text, **source):
        source = source or {"kind": "user"}
        words = [{"type": "text", "text": text}]
        self.row("user/message", id=f"u{len(self.rows)}", role="user", content=words, source=source)

    def begin(self, text="go"):
        self.turn, self.step = self.turn + 1, 1
        self.row("turn/start", turn=self.turn)
        self.row("step/start", **self.here())
        self.user(text)

    def end(self, kind="completed"):
        self.row("turn/end", turn=self.turn, reason={"kind": kind})

    def ask(self, *calls):
        """A message that asks for calls: id, name, arguments."""
        content = [
            {"type": "tool-call", "id": c, "name": name, "arguments": json.dumps(args)} for c, name, args in calls
        ]
        self.arguments |= {call["id"]: call for call in content}
        source = {"kind": "model", "provider": "p", "model": "m"}
        stream = {"stream": []} if self.generation >= 2 else {}
        message = {"id": f"a{len(self.rows)}", "role": "assistant", "content": content, "source": source}
        self.row("assistant/message", **self.here(), message=message, **stream)

    def call(self, call_id):
        asked = self.arguments[call_id]
        self.row("tool/call", **self.here(), callId=call_id, name=asked["name"], arguments=asked["arguments"])

    def result(self, call_id, text, wait=50, code=None, is_error=False):
        inner = {"toolCallId": call_id, "content": [{"type": "text", "text": text}], "isError": is_error or bool(code)}
        message = {"id": f"r{len(self.rows)}", "role": "user", "source": {"kind": "tool", "callId": call_id}}
        message["content"] = [{"type": "tool-result", **inner}]
        error = {"error": {"name": "E", "code": code}} if code else {}
        self.row("tool/result", wait, **self.here(), message=message, **error)

    def do(self, call_id, name, arguments, text, **how):
        self.ask((call_id, name, arguments))
        self.call(call_id)
        self.result(call_id, text, **how)

    def dispatch(self, parent, number, name, arguments, text):
        kind = "tool/ptc-dispatch" if self.generation >= 3 else "tool/code-dispatch"
        inner = f"{parent}:{number}"
        ids = {
            "rootCallId": parent.partition(":")[0],
            "parentCallId": parent,
            "subCallId": inner,
            "name": name,
            "arguments": arguments,
        }
        self.row(f"{kind}-start", **ids)
        if text is not None:
            self.row(kind, 20, **ids, isError=text.startswith("Error"), content=[{"type": "text", "text": text}])
        return inner

    def child(self, session_id, label, prompt):
        log = Log(self.generation, session_id, self.time + 1, self.id)
        log.turn, log.step = 1, 1
        log.row("turn/start", turn=1)
        log.row("subagent/descriptor", mode="one-shot", version=2, provider="spawn", label=label)
        log.row("step/start", turn=1, step=1)
        log.user(prompt)
        return log


@pytest.fixture(params=[0, 3])
def log(request):
    """A log that has begun its first turn."""
    made = Log(request.param, "session-made")
    made.begin()
    return made


@pytest.fixture
def load(tmp_path):
    def read(*logs):
        for one in logs:
            name = f"session.v{one.generation}.jsonl" if one.generation else "session.jsonl"
            path = tmp_path / one.id / name
            path.parent.mkdir()
            path.write_text("".join(json.dumps(row) + "\n" for row in (one.header, *one.rows)))
        wb = workbench.open()
        wb.load(tmp_path)
        return wb

    return read


def test_a_new_process_counts_its_jobs_anew(log, load):
    log.do("b1", "bash", BACKGROUND, "started background job bash-1")
    log.do("p1", "job_output", {"job_id": "bash-1"}, "first\n[status: running]")
    log.row("session/end-seed")
    log.begin()
    log.do("b2", "bash", BACKGROUND, "started background job bash-1")
    log.do("p2", "job_output", {"job_id": "bash-1"}, "second\n[status: failed, exit code: 2]")
    notice = {"kind": "plugin", "plugin": "tool-jobs", "form": "notice", "summary": "done"}
    log.user("background job bash-1 (bash: make) finished [status: failed, exit code: 2].", **notice)
    wb = load(log)
    session = wb.session("session-made")
    first, second = session.card("b1"), session.card("b2")
    assert [[child.call_id for child in card.children] for card in (first, second)] == [["p1"], ["p2"]]
    told = [(card.model.detail.text, card.model.detail.status, card.model.detail.polls) for card in (first, second)]
    assert told == [("first", "running", 1), ("second", "failed", 1)]
    assert (first.model.detail.notice, second.model.detail.notice.status) == (None, "failed")
    assert wb.sql("select state, exit_code, polls from jobs").fetchall() == [("running", None, 1), ("failed", 2, 1)]
    assert session.counts["job"] == {"running": 1, "failed": 1}
    before = session.at("p2", "proposed")
    assert [child.call_id for child in before.card("b2").children] == ["p2"]
    assert before.card("p2").model.detail.job_id == "bash-1"


def test_two_runs_of_one_name_whose_calls_are_both_open_belong_to_one_each(log, load):
    log.ask(("w1", "workflow", WORKFLOW), ("w2", "workflow", WORKFLOW))
    log.call("w1")
    log.call("w2")
    for run in ("r1", "r2"):
        log.row("tool-workflow/run-start", runId=run, name="audit")
    for run in ("r1", "r2"):
        log.row("tool-workflow/run-end", runId=run, stopReason="completed")
    session = load(log).session("session-made")
    assert [session.card(call).model.detail.run_id for call in ("w1", "w2")] == ["r1", "r2"]
    assert [session.at(seq=7).card(call).model.detail.run_id for call in ("w1", "w2")] == ["r1", "r2"]


def test_of_two_open_calls_a_run_belongs_to_the_one_that_names_it(log, load):
    other = {**WORKFLOW, "meta": {**WORKFLOW["meta"], "name": "other"}}
    log.ask(("w1", "workflow", WORKFLOW), ("w2", "workflow", other))
    log.call("w1")
    log.call("w2")
    for run in ("other", "audit"):
        log.row("tool-workflow/run-start", runId=run, name=run)
    session = load(log).session("session-made")
    assert [session.card(call).model.detail.run_id for call in ("w1", "w2")] == ["audit", "other"]


def test_rows_of_a_run_whose_call_is_not_in_the_log_stand_in_the_timeline(log, load):
    log.row("tool-workflow/run-start", runId="r1", name="lost")
    log.row("tool-workflow/agent-start", runId="r1", seq=1, label="member", childId="f-child")
    wb = load(log)
    session = wb.session("session-made")
    assert [row.model.source for row in session.timeline.where(type="notice")] == [
        "tool-workflow/run-start",
        "tool-workflow/agent-start",
    ]
    assert "member" in session.timeline[-1].text()
    assert wb.sql("from unrendered where reason like '%workflow%'").fetchall() == []


def test_calls_whose_program_is_not_in_the_log_stand_in_the_timeline(log, load):
    inner = log.dispatch("gone", 1, "run_code", {"code": "x()", "description": "X"}, None)
    log.dispatch(inner, 1, "bash", {"command": "ls", "description": "list"}, "a")
    wb = load(log)
    session = wb.session("session-made")
    assert [card.call_id for card in session.cards] == ["gone:1"]
    assert [card.call_id for card in session.cards[0].children] == ["gone:1:1"]
    assert "bash ls" in session.text()
    assert wb.sql("select (select count(*) from calls), (select count(*) from dispatches)").fetchall() == [(0, 2)]


def test_a_call_whose_middle_is_not_in_the_log_stands_below_the_models_call(log, load):
    log.ask(("rc", "run_code", {"code": "x()", "description": "X"}))
    log.call("rc")
    inner = log.dispatch("rc:9", 1, "run_code", {"code": "y()", "description": "Y"}, None)
    log.dispatch(inner, 1, "bash", {"command": "ls", "description": "list"}, "a")
    session = load(log).session("session-made")
    assert [card.call_id for card in session.card("rc").children] == ["rc:9:1"]
    assert [card.call_id for card in session.card("rc:9:1").children] == ["rc:9:1:1"]


def test_what_the_programs_of_a_child_called_is_counted_apart(log, load):
    log.ask(("s1", "subagent", {"description": "look", "prompt": "Look."}))
    log.call("s1")
    child = log.child("e-child", "look", "Look.")
    child.ask(("rc", "run_code", {"code": "x()", "description": "X"}))
    child.call("rc")
    for number in (1, 2):
        child.dispatch("rc", number, "bash", {"command": "ls", "description": "list"}, "a")
    child.result("rc", "ok")
    log.result("s1", "seen", wait=900)
    session = load(log, child).session("session-made")
    counts = TimelineSource(session.place, session.info, None).meta()["counts"]
    words = ("calls", "dispatches", "child_calls", "child_dispatches")
    assert [sum(counts[word].values()) for word in words] == [1, 0, 1, 2]


def test_nobody_waits_for_a_decision_once_its_call_or_turn_is_over(log, load):
    log.ask(("c1", "bash", {"command": "ls", "description": "list"}))
    log.call("c1")
    asked = log.row("approval/asked", id="a1", toolName="bash", callId="c1")
    log.result("c1", "Error: aborted", is_error=True)
    log.row("approval/asked", id="a2", toolName="feedback")
    log.end("aborted")
    wb = load(log)
    session = wb.session("session-made")
    card = session.card("c1")
    assert (card.state, card.duration_ms, card.run_ms) == ("failed", 51, None)
    assert "never decided" in card.text()
    assert "Allow once" not in card.text()
    assert [row.model.state for row in session.timeline.where(type="approval")] == ["interrupted"]
    assert wb.sql("select count(*) from approvals where open").fetchall() == [(0,)]
    assert session.counts["approval"] == {"interrupted": 2}
    waiting = session.at(seq=asked)
    assert waiting.card("c1").state == "waiting"
    assert "waiting for approval" in waiting.card("c1").text()
    assert waiting.counts["approval"] == {"asked": 1}


def test_a_question_that_was_refused_before_it_was_asked_kept_nobody_waiting(log, load):
    log.do("q1", "ask_user_question", {"questions": 1}, "Error: no", code="INVALID_ARGS")
    log.do("q2", "ask_user_question", QUESTION, '{"answers": [{"id": "q", "selected": []}]}')
    session = load(log).session("session-made")
    assert [session.card(call).wait_ms for call in ("q1", "q2")] == [None, 50]
    assert "None was chosen." in session.card("q2").text()


def test_a_phase_of_a_run_without_a_record_is_not_said_to_have_not_begun(log, load):
    log.ask(("rc", "run_code", {"code": "x()", "description": "X"}))
    log.call("rc")
    log.dispatch("rc", 1, "workflow", WORKFLOW, 'workflow "audit" completed (2 agents).\nReturn value:\n1')
    shown = load(log).session("session-made").card("rc:1").text()
    assert "scan · not known" in shown
    assert "not started" not in shown


def test_what_members_were_told_and_said_is_below_their_run_and_failures_are_counted(log, load):
    log.ask(("ra", "ralph", {"objective": "pass", "maxRounds": 2}))
    log.call("ra")
    quiet, failing = log.child("a-quiet-child", "1", "Say it."), log.child("b-failing-child", "2", "Do it.")
    failing.do("x", "read", {"file_path": "/x"}, "Error: no", is_error=True)
    log.result("ra", "over", wait=500)
    session = load(log, quiet, failing).session("session-made")
    inside = {row.timeline.session_id for row in flatten(session.place) if row.parent >= 0}
    assert inside == {quiet.id, failing.id}
    assert "Say it." in session.text()
    assert "1 failed inside" in session.text()
    assert "1 failed inside" in session.html()
    assert "1 failed inside" in session.card("ra").text()


def test_looks_at_the_job_of_a_subagent_are_no_rows_of_the_child(log, load):
    started = "started background subagent job subagent-1"
    arguments = {"description": "slow", "prompt": "Slow.", "run_in_background": True}
    log.ask(("s1", "subagent", arguments))
    log.call("s1")
    child = log.child("c-slow-child", "slow", "Slow.")
    log.result("s1", started)
    log.do("p1", "job_output", {"job_id": "subagent-1"}, "(no new output)\n[status: running]")
    shown = load(log, child).session("session-made").card("s1").text()
    assert "1 row of the child" in shown
    assert "1 call about this job" in shown
    assert shown.count("job_output") == 0, "the look is folded in"


def test_how_a_child_runs_is_not_known_before_its_call_says_so(log, load):
    arguments = {"description": "look", "prompt": "Look."}
    told = {"s1": {}, "s2": {"run_in_background": False}, "s3": {}, "s4": {}}
    log.ask(*((call, "subagent", arguments | more) for call, more in told.items()))
    for call in told:
        log.call(call)
    log.result("s3", "seen")
    log.result("s4", "Error: aborted", code="ABORTED")
    wb = load(log)
    session = wb.session("session-made")
    modes = {call: session.card(call).model.detail.mode for call in told}
    assert modes == {"s1": "unknown", "s2": "foreground", "s3": "foreground", "s4": "unknown"}
    listed = wb.sql("select c.call_id, s.mode from subagents as s join calls as c on c.key = s.call_key")
    assert dict(listed.fetchall()) == modes


def test_a_child_that_is_named_before_its_log_begins_is_a_child_without_a_log_then(load):
    log = Log(3, "session-made")
    log.begin()
    log.ask(*((f"s{n}", "subagent", {"description": "look", "prompt": "Look."}) for n in (1, 2)))
    log.call("s1")
    log.call("s2")
    named = log.row("subagent/catalog", version=0, childId="d-child", childCreatedAt=log.time + 3, mode="one-shot",
                    label="look")  # fmt: skip
    log.time += 1
    child = log.child("d-child", "look", "Look.")
    session = load(log, child).session("session-made")
    assert session.at(seq=named).card("s1").model.call.link_source == "ambiguous"
    assert to_text(draw(session.at(seq=named).card("s1").model)).count("d-child") == 1


def test_two_calls_of_one_id_are_told_apart_before_they_began(log, load):
    asked = [("d", "bash", {"command": command, "description": "x"}) for command in ("one", "two")]
    log.ask(*asked)
    proposed = len(log.rows) - 1
    for call in asked:
        log.arguments["d"] = {"name": "bash", "arguments": json.dumps(call[2])}
        log.call("d")
        log.result("d", "ok")
    moment = load(log).session("session-made").at(seq=proposed)
    assert [(card.title, card.state) for card in moment.cards] == [("one", "proposed"), ("two", "proposed")]


def test_an_id_of_a_request_that_comes_again_is_another_request(log, load):
    for call, outcome in (("c1", "allowed-once"), ("c2", "rejected")):
        log.ask((call, "bash", {"command": "ls", "description": "list"}))
        log.call(call)
        log.row("approval/asked", id="a1", toolName="bash", callId=call)
        log.row("approval/decided", 1000, id="a1", outcome=outcome)
        log.result(call, "ok", is_error=outcome == "rejected")
    session = load(log).session("session-made")
    assert [(card.state, card.wait_ms) for card in session.cards] == [("done", 1000), ("denied", 1000)]


def test_a_call_that_never_began_says_so_on_its_row(log, load):
    log.ask(("c1", "bash", {"command": "ls", "description": "list"}))
    log.end("aborted")
    card = load(log).session("session-made").card("c1")
    assert (card.state, card.outcome) == ("interrupted", "not-started")
    assert "not started" in card.badges


def test_two_calls_of_one_id_that_are_arriving_are_two_calls(load):
    log = Log(3, "session-made")
    log.begin()
    chunk = {"type": "tool-call-chunks", "dt": [], "id": "d", "name": "bash"}
    texts = ('{"command": "one"', '{"command": "two"')
    stream = [chunk | {"time0": log.time + at, "index": at, "args": [text]} for at, text in enumerate(texts)]
    last = log.row("assistant/attempt", 5, **log.here(), stream=stream)
    wb = load(log)
    session = wb.session("session-made")
    assert [card.model.call.arguments for card in session.cards] == ['{"command": "one"', '{"command": "two"']
    assert wb.sql("select count(*), count(distinct key) from calls").fetchall() == [(2, 2)]
    assert wb.sql("select count(*), count(distinct (card_key, seq, role)) from card_rows").fetchall()[0] == (3, 3)
    for moment in (session.at(seq=last - 1, k=2), session.at(time=log.time - 4)):
        assert [card.key for card in moment.cards] == [card.key for card in session.cards]
    at = wb.sql("select key from calls_at('session-made', $clock) order by key", clock=log.time - 4).fetchall()
    assert at == [(card.key,) for card in session.cards]
