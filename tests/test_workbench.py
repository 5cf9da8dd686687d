"""What a person holds: loading, asking, finding sessions and cards, and the sentences when something is wrong."""

from __future__ import annotations

import shutil

import duckdb
import pandas as pd
import pytest

import workbench
from workbench import WorkbenchError


@pytest.fixture(scope="module")
def wb(recorded):
    opened = workbench.open()
    opened.load(recorded)
    return opened


def sentence(error: pytest.ExceptionInfo[WorkbenchError]) -> str:
    text = str(error.value)
    assert "\n" not in text
    return text


def test_loading_says_what_it_did(recorded):
    report = workbench.open().load(recorded / "files")
    assert len(report.sessions) == 1
    assert (report.rows, report.events) == (330, 980)
    assert report.damage == ()
    assert "1 session, 980 events in 330 rows" in repr(report)


def test_loading_again_reads_nothing_new(recorded):
    wb = workbench.open()
    first = wb.load(recorded / "files")
    again = wb.load(recorded / "files")
    assert (again.sessions, again.already) == ((), first.sessions)
    assert wb.sql("select count(*) from rows").fetchall() == [(330,)]


def test_values_are_bound_and_frames_are_joined(wb):
    wanted = pd.DataFrame({"tool": ["bash", "grep"]})
    found = wb.sql("select name, count(*) from calls join wanted on tool = name group by 1 order by 1").fetchall()
    assert [name for name, _ in found] == list(wanted["tool"])
    assert wb.sql("select count(*) from calls where name = $tool", tool="'; drop table rows; --").fetchall() == [(0,)]


def test_a_query_that_fails_is_one_sentence(wb):
    with pytest.raises(WorkbenchError) as error:
        wb.sql("select nothing from nowhere")
    assert "nowhere" in sentence(error)


def test_the_start_of_an_id_is_enough(wb):
    assert wb.session("session-93e5aa8a").id.startswith("session-93e5aa8a-")


def test_an_ambiguous_start_lists_at_most_ten(wb):
    with pytest.raises(WorkbenchError) as error:
        wb.session("session-")
    assert "sessions begin with 'session-'" in sentence(error)
    assert sentence(error).count("session-") <= 12


def test_an_unknown_session_is_one_sentence(wb):
    with pytest.raises(WorkbenchError) as error:
        wb.session("nothing-like-it")
    assert "No loaded session begins with 'nothing-like-it'" in sentence(error)
    with pytest.raises(WorkbenchError) as error:
        workbench.open().session("x")
    assert "load some first" in sentence(error)


@pytest.mark.parametrize("make", ["missing", "empty", "text", "other"])
def test_what_is_no_store_of_sessions_is_one_sentence(tmp_path, make):
    path = tmp_path / make
    if make == "empty":
        path.mkdir()
    elif make == "text":
        path.write_text("hello\n")
    elif make == "other":
        path.write_text(
            '{"type":"session","version":3,"id":"x","timestamp":"2026-01-01T00:00:00Z"}\n{"id":"a","parentId":null}\n'
        )
    with pytest.raises(WorkbenchError) as error:
        workbench.open().load(path)
    assert str(path) in sentence(error)


def test_cards_are_a_lazy_sequence(wb):
    cards = wb.session("session-93e5aa8a").cards
    assert len(cards) == 30
    assert cards[0].key == next(iter(cards)).key
    assert [card.key for card in cards[1:3]] == [cards[1].key, cards[2].key]
    failed = cards.where(state="failed")
    assert len(failed) > 0
    assert {card.state for card in failed} == {"failed"}
    assert {card.tool for card in cards.where(tool="grep", state="done")} == {"grep"}
    assert {card.outcome for card in cards.where(outcome="error")} == {"error"}


def test_cards_as_a_frame(wb):
    frame = wb.session("session-93e5aa8a").cards.df()
    assert len(frame) == 30
    assert {"key", "tool", "type", "state", "outcome", "duration_ms", "duration_kind"} <= set(frame.columns)


def test_a_card_names_its_rows_and_the_query_for_them(wb):
    card = wb.session("session-93e5aa8a").cards[0]
    roles = [role for role, *_ in card.events.fetchall()]
    assert "call" in roles
    assert "result" in roles
    assert wb.sql(card.sql, key=card.key).fetchall() == card.events.fetchall()


def test_an_unknown_call_is_one_sentence(wb):
    session = wb.session("session-93e5aa8a")
    with pytest.raises(WorkbenchError) as error:
        session.card("call_nobody")
    assert "has no call 'call_nobody'" in sentence(error)


def test_polls_of_a_job_stand_below_its_start(wb):
    session = wb.session("session-1cf7fee0")
    starts = [card for card in session.cards if card.tool == "bash" and card.type == "job"]
    assert {child.tool for card in starts for child in card.children} == {"job_output", "job_kill"}
    roots = [card for card in session.cards if card.tool in ("job_output", "job_kill")]
    assert [(card.state, card.type) for card in roots] == [("failed", "job")]


def test_children_of_a_subagent_are_the_cards_of_its_session(wb):
    session = wb.session("session-379be9fc")
    with_children = [card for card in session.cards if card.tool == "subagent" and card.children]
    assert with_children
    child = with_children[0].children[0]
    assert child.model.call.session_id == with_children[0].model.call.child_session_id


def test_an_open_turn_has_a_banner(wb):
    assert "open turn" in wb.session("session-292174d4").banner
    assert wb.session("session-93e5aa8a").banner is None


def test_the_timeline_has_everything_in_order(wb):
    session = wb.session("session-93e5aa8a")
    kinds = {row.type for row in session.timeline}
    assert {"user", "context", "reasoning", "assistant", "diff", "read", "search"} <= kinds
    assert len(session.timeline) > len(session.cards)


def test_surfaces_are_html_and_text(wb):
    session = wb.session("session-93e5aa8a")
    for held in (session, session.cards[0], session.timeline[0]):
        bundle = held._repr_mimebundle_()
        assert set(bundle) == {"text/html", "text/plain"}
        assert bundle["text/plain"]


def test_browsing_reads_headers_only(recorded):
    wb = workbench.open()
    listed = wb.browse(recorded)
    assert len(listed.fetchall()) == 49
    assert wb.sessions == []


@pytest.mark.parametrize("name", ["kept", "sent.duckdb"])
def test_what_is_loaded_can_be_kept_or_sent(recorded, tmp_path, monkeypatch, name):
    wb = workbench.open()
    wb.load(recorded / "files")
    saved = wb.save(tmp_path / "it's" / name)
    monkeypatch.chdir(saved if saved.is_dir() else tmp_path)
    con = duckdb.connect(":memory:" if saved.is_dir() else str(saved))
    if saved.is_dir():
        assert str(tmp_path) not in (saved / "load.sql").read_text()
        con.execute((saved / "schema.sql").read_text())
        con.execute((saved / "load.sql").read_text())
    question = "select name, state, count(*) from calls group by all order by all"
    assert con.sql(question).fetchall() == wb.sql(question).fetchall()
    with pytest.raises(WorkbenchError) as error:
        wb.save(saved)
    assert "is there already" in sentence(error)


def test_damage_of_logs_and_of_files_that_are_none_is_in_the_report_and_in_the_table(tmp_path, cases):
    (tmp_path / "session.jsonl").write_text("")
    shutil.copytree(cases / "06-lone-surrogates", tmp_path / "six")
    wb = workbench.open()
    report = wb.load(tmp_path)
    assert [damage.code for damage in report.damage] == ["empty-file", "lone-surrogate"]
    assert report.damage[1].path == str(tmp_path / "six" / "session.jsonl")
    assert sorted(wb.sql("select code from damage").fetchall()) == [("empty-file",), ("lone-surrogate",)]
    wb.load(tmp_path)
    assert len(wb.sql("from damage").fetchall()) == 2
    with pytest.raises(WorkbenchError) as error:
        workbench.open().load(tmp_path / "six", strict=True)
    assert (error.value.code, error.value.line, error.value.offset) == ("lone-surrogate", 7, 991)
    assert error.value.path == str(tmp_path / "six" / "session.jsonl")


def test_a_value_that_is_not_given_is_named(wb):
    with pytest.raises(WorkbenchError) as error:
        wb.sql(wb.session("session-93e5aa8a").cards[0].sql)
    assert "$key" in sentence(error)
    assert "key=…" in sentence(error)


def test_a_misspelled_table_comes_with_the_right_one(wb):
    with pytest.raises(WorkbenchError) as error:
        wb.sql("from calles")
    assert 'Did you mean "calls"' in sentence(error)


def test_a_misspelled_session_comes_with_the_right_one(wb):
    with pytest.raises(WorkbenchError) as error:
        wb.session("session-93e5ab8a")
    assert "Did you mean 'session-93e5aa8a'?" in sentence(error)


@pytest.mark.parametrize("path", [None, 42, "", [None]])
def test_what_is_no_path_is_one_sentence(path):
    with pytest.raises(WorkbenchError) as error:
        workbench.open().load(path)
    assert "is no path" in sentence(error)


def test_the_gaps_have_verdicts_on_what_is_loaded(wb):
    verdicts = {gap.number: gap.verdict for gap in wb.gaps()}
    assert list(verdicts) == [f"G{number}" for number in range(1, 12)]
    assert verdicts["G4"] == wb.gap("G4").verdict == "narrowed"
    assert len(wb.gap("G4").evidence.fetchall()) > 0
    with pytest.raises(WorkbenchError) as error:
        wb.gap("G12")
    assert "G12" in sentence(error)


def test_the_text_of_a_session_is_whole_and_what_stands_inside_a_call_stands_below_it(recorded):
    wb = workbench.open()
    wb.load(recorded / "run-code")
    lines = wb.session("session-d8f4c004").text().splitlines()
    (child,) = [at for at, line in enumerate(lines) if line.startswith("  subagent Nested child")]
    assert lines[child + 1].startswith("    User ")
    assert len(lines) > len(wb.session("session-d8f4c004")._repr_mimebundle_()["text/plain"].splitlines())
    (start,) = [at for at, line in enumerate(lines) if line.startswith("Context runtime-context")]
    assert lines[start + 1].startswith("  "), "what is longer than a line goes on a little to the right"


def test_the_timeline_can_be_listed_and_narrowed(recorded):
    wb = workbench.open()
    wb.load(recorded / "goal")
    timeline = wb.session("session-").timeline
    frame = timeline.df()
    assert len(frame) == len(timeline)
    assert list(frame["type"]) == [row.type for row in timeline]
    assert list(frame["title"]) == [row.title for row in timeline]
    assert {row.type for row in timeline.where(type="user")} == {"user"}
    assert len(timeline[2:5].df()) == 3


@pytest.mark.parametrize(
    ("slip", "advice"),
    [({"tool": "bsh"}, "'bash'"), ({"state": "don"}, "'done'"), ({"outcome": "exits"}, "'exit'")],
)
def test_a_filter_that_can_find_nothing_says_so(recorded, slip, advice):
    wb = workbench.open()
    wb.load(recorded / "bash-foreground")
    cards = wb.session("session-").cards
    with pytest.raises(WorkbenchError, match=f"Did you mean {advice}"):
        cards.where(**slip)
    assert len(cards.where(tool="grep")) == 0, "a tool that was not called is no slip"
