"""A failing command is a completed call; its exit status is only text (case 17)."""

from __future__ import annotations

import pytest

import workbench

TABLE = {
    # call: state, exit_code, exit_source
    "c1": ("done", 1, "marker"),
    "c2": ("done", 0, "no-marker"),
    "c3": ("done", None, "marker"),
    "c4": ("done", 0, "no-marker"),
    "c5": ("done", 3, "marker"),
    "c6": ("done", 0, "no-marker"),
    "c7": ("done", 4, "marker"),
    "c8": ("done", 0, "no-marker"),
    "c9": ("done", 0, "no-marker"),
    "c10": ("done", None, "none"),
    "c11": ("failed", None, "error"),
    "c12": ("done", 2, "marker"),
    "c13": ("interrupted", None, "error"),
    "c14": ("interrupted", None, "error"),
}


@pytest.fixture(scope="module")
def wb(cases):
    opened = workbench.open()
    opened.load(cases / "17-exit-codes-in-text")
    return opened


@pytest.fixture(scope="module")
def session(wb):
    return wb.session("session-17")


@pytest.mark.parametrize("call", TABLE)
def test_state_and_exit_status_of_every_call(wb, call):
    found = wb.sql("select state, exit_code, exit_source from calls where call_id = $call", call=call).fetchall()
    assert found == [TABLE[call]]


def test_a_timeout_is_told_with_its_signal_and_its_limit(wb, session):
    row = wb.sql("select signal, timed_out, duration_ms, outcome from calls where call_id = 'c3'").fetchall()[0]
    assert row[:2] == ("SIGTERM", True)
    assert row[2] == pytest.approx(120_000, rel=0.05)
    assert "signal SIGTERM" in session.card("c3").badges
    assert any(badge.startswith("timed out") for badge in session.card("c3").badges)


def test_counts_keep_failures_errors_and_exit_codes_apart(wb):
    (failed,), (errors,), (codes,) = (
        wb.sql(f"select count(*) from calls where {rule}").fetchall()[0]
        for rule in ("state = 'failed'", "is_error", "exit_code <> 0")
    )
    assert (failed, errors, codes) == (1, 3, 4)


def test_an_exit_code_is_a_badge_although_the_call_is_no_error(session):
    assert session.card("c1").badges == ("exit 1",)
    assert session.card("c1").outcome == "exit"


def test_output_keeps_what_only_looks_like_a_marker(session):
    assert session.card("c5").result_view["output"] == "[exit code: 0]"
    assert "[exit code: 5]" in session.card("c6").text()
    assert session.card("c8").result_view["output"].endswith("\n")
    assert "[exit code: -1]" in session.card("c9").text()


def test_two_text_blocks_are_shown_raw(session):
    card = session.card("c10")
    assert card.result_view is None
    assert len(card.model.content) == 2


def test_arguments_that_do_not_fit_give_a_generic_card(session):
    card = session.card("c11")
    assert (card.type, card.model.call.error_code) == ("generic", "INVALID_ARGS")


def test_the_sandbox_line_is_a_mark_and_stays_in_the_output(session):
    card = session.card("c12")
    assert "sandbox" in card.badges
    assert "[sandbox: file access denied" in card.result_view["output"]


def test_aborted_calls_say_so_and_one_never_ran(session):
    c13, c14 = session.card("c13"), session.card("c14")
    assert c13.badges == ("aborted",)
    assert c14.badges == ("aborted",)
    assert any("never ran" in note for note in c14.notes)


def test_a_parsed_status_says_that_it_was_parsed(session):
    card = session.card("c7")
    assert card.provenance["exit_code"].kind == "parsed"
    assert any("read from the end of the text" in note for note in card.notes)
