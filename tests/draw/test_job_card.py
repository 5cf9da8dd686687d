"""Job cards: one for a job, with all that was read of it; a look at a job, and an order to end it, by themselves."""

from __future__ import annotations

import pytest
from workbench.widgets.draw import draw
from workbench.widgets.element import el

from workbench.model import JobDetail, JobNotice, JobRead

START = 1790000000000


def read(number, text, status="running", **members):
    facts = {"key": f"s/1.{number}/p{number}", "what": "read", "state": "done", "seq": 10 + number}
    return JobRead(time_ms=START + number * 1000, status=status, text=text, **(facts | members))


@pytest.fixture
def job(make):
    def build(**members):
        facts = {"job_id": "bash-1", "command": "make all", "status": "completed", "text": None, "polls": 0}
        own = {name: members.pop(name) for name in list(members) if name in JobDetail.__struct_fields__}
        defaults = {"title": "make all", "blocks": "started background job bash-1", "cwd": "/w/src"}
        return make("job", detail=JobDetail(**(facts | own)), **(defaults | members))

    return build


def test_command_state_end_and_the_output_of_all_looks_as_one(job, lines):
    reads = (read(1, "one\ntwo"), read(2, ""), read(3, "three", "completed", detail="exit code: 2"))
    card = job(text="one\ntwo\nthree", polls=3, reads=reads, exit_code=2, started_ms=START, ended_ms=START + 3100)
    assert lines(card) == [
        "src $ make all",
        "bash-1 · ● completed · exit 2 · ran at most 3.1 s · read 3 times",
        "one",
        "two",
        "three",
        "▸ 3 calls about this job",
    ]


def test_each_look_has_a_line_of_its_own_and_leads_to_its_card(job, seen, page):
    killed = read(2, "requested cancellation of job bash-1", "stopping", what="kill", reason="not needed")
    card = job(text="a\nb", status="stopping", polls=1, reads=(read(1, "a\nb"), killed))
    assert "read · 2 lines · ◐ running · 2026-09-21 14:13:21 UTC, seq 11" in seen(card)
    assert "ordered to end · ◐ stopping · not needed · 2026-09-21 14:13:22 UTC, seq 12" in seen(card)
    assert 'data-wb-action="goto:s/1.1/p1"' in page(card)


def test_a_job_that_nobody_looked_at_has_no_output_in_the_log(job, lines):
    shown = lines(job(status="running"))
    assert shown == ["src $ make all", "bash-1 · ◐ running · read 0 times",
                     "Nobody has read its output: the log has none."]  # fmt: skip


def test_while_it_runs_there_is_no_time_it_took(job, lines):
    assert "ran" not in lines(job(status="running", started_ms=START))[1]


def test_the_notice_of_its_end_is_attached(job, lines):
    notice = JobNotice(seq=21, time_ms=START, status="completed", detail="exit code: 0")
    told = "Told to the model: completed, exit code: 0 · 2026-09-21 14:13:20 UTC, seq 21"
    assert told in lines(job(notice=notice))


def test_output_that_fell_out_of_memory_names_its_file_as_text(job, lines, page):
    card = job(text="tail", dropped="/var/tmp/x.log")
    assert "Some output fell out of memory; the whole is in /var/tmp/x.log" in lines(card)
    assert "href" not in page(card)


def test_its_polls_are_folded_as_cards_where_they_are_drawn(job, lines, page):
    look = read(1, "a")
    drawn = el("div", "the poll", key=look.key)
    card = job(reads=(look,), text="a", polls=1)
    assert lines(card, drawn)[-1] == "▸ 1 call about this job"
    assert "the poll" in page(card, drawn)


def test_a_poll_that_a_program_made_is_a_line_beside_those_that_are_cards(job, lines, page):
    look, inner = read(1, "a"), read(2, "b")
    drawn = el("div", "the poll", key=look.key)
    card = job(reads=(look, inner), text="a\nb", polls=2)
    assert lines(card, drawn)[-1] == "▸ 2 calls about this job"
    shown = page(card, drawn)
    assert "the poll" in shown
    assert f"goto:{inner.key}" in shown
    assert f"goto:{look.key}" not in shown


def test_a_signal_is_its_end(job, lines):
    assert lines(job(status="killed", signal="SIGTERM", text=""))[1:] == [
        "bash-1 · □ killed · signal SIGTERM · read 0 times",
        "No output.",
    ]


@pytest.mark.parametrize(("text", "said"), [("two more\n", "two more"), ("", "nothing new")])
def test_a_look_has_its_own_text_and_the_state_it_saw(job, lines, text, said):
    card = job(role="read", status="running", text=text, polls=None, blocks="…")
    assert lines(card) == ["src $ make all", "bash-1 · ◐ running", said]


def test_a_failed_look_at_an_unknown_job_shows_its_error(job, lines):
    card = job(role="read", job_id="x", command=None, status=None, text=None, polls=None,
               blocks="Error: unknown job x", is_error=True, state="failed")  # fmt: skip
    assert lines(card) == ["x · state not known", "Error: unknown job x"]


def test_a_start_that_failed_shows_its_error(job, lines):
    card = job(job_id=None, status=None, blocks="Error: no room", is_error=True, state="failed")
    assert lines(card) == ["src $ make all", "Error: no room"]


def test_a_state_nobody_knows_stands_as_it_is(job, lines):
    assert lines(job(status="hibernating"))[1] == "bash-1 · ● hibernating · read 0 times"


def test_without_its_own_data_the_card_shows_the_result(make):
    assert draw(make("job", detail=None, blocks="started"))
