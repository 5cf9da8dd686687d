"""What a card may not claim: that a cut-off change was not made, that a name is a command, that nothing is a list."""

from __future__ import annotations

import pytest

from workbench.model import DiffCall, FileDiff, JobDetail, Todo, TodoDetail

EDIT = DiffCall(title="Edit /a", diffs=[FileDiff(path="/a", old_text="x", new_text="y")])
CUT = "Cut off: the log does not say whether this change was made."
NOT = "Not applied: this is the change that was asked for."


@pytest.mark.parametrize(
    ("members", "said"),
    [
        ({"state": "failed", "is_error": True}, NOT),
        ({"state": "denied", "is_error": True}, NOT),
        ({"state": "interrupted", "is_error": True, "error_code": "TOOL_NOT_STARTED"}, NOT),
        ({"state": "interrupted", "is_error": True, "error_code": "ABORTED_BEFORE_DISPATCH"}, NOT),
        ({"state": "interrupted", "call_seq": None, "blocks": None}, NOT),
        ({"state": "interrupted", "is_error": True, "error_code": "ABORTED"}, CUT),
        ({"state": "interrupted", "is_error": True, "error_code": "TOOL_OUTCOME_UNKNOWN"}, CUT),
        ({"state": "interrupted", "blocks": None}, CUT),
    ],
)
def test_whether_a_change_was_made_is_said_only_where_it_is_known(make, lines, members, said):
    shown = lines(make("diff", call_view=EDIT, **({"blocks": "Error: x"} | members)))
    assert said in shown
    assert ({NOT, CUT} - {said}).isdisjoint(shown)


def test_a_list_that_was_cut_off_may_have_been_written(make, lines):
    detail = TodoDetail(items=(Todo(content="one", status="pending"),))
    cut = make("todo", detail=detail, blocks="Error: x", is_error=True, state="interrupted", error_code="ABORTED")
    assert "Cut off: the log does not say whether this list was written." in lines(cut)
    failed = make("todo", detail=detail, blocks="Error: x", is_error=True, state="failed")
    assert "Not written: this is the list that was asked for." in lines(failed)


def test_a_list_of_which_nothing_has_arrived_is_not_called_empty(make, lines):
    card = make("todo", detail=TodoDetail(items=()), state="streaming", arguments="", arguments_complete=False)
    assert "The list is empty." not in lines(card)


def test_a_command_of_which_nothing_has_arrived_is_not_the_tools_name(make, lines):
    card = make("terminal", name="bash", state="streaming", arguments="", arguments_complete=False)
    assert not any("$" in line for line in lines(card))


def test_the_description_of_a_job_is_not_its_output(make, lines):
    detail = JobDetail(job_id=None, command="make", description="Build it", status=None, text=None)
    assert lines(make("job", detail=detail, state="running")) == ["Build it", "$ make"]
