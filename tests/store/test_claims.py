"""Nothing is lost silently: every row is claimed by a card or a timeline row, or stands in `unrendered` with a reason.

A packed row is claimed as a whole, so the invariant over rows is the invariant over events.
"""

from __future__ import annotations

import pytest

LIFECYCLE = (
    "turn/", "step/", "session/", "request/", "agent/inbox/", "sandbox/", "approval/policy", "permission/",
    "agent-preset/", "model/", "subagent/", "hook/",
)  # fmt: skip
"""Types that are no part of any conversation or card."""

CONTENT = (
    "user/message",
    "assistant/message",
    "tool/call",
    "tool/result",
    "tool/code-dispatch",
    "todo/write",
    "llm/retry",
)
"""Types that a person would miss."""


def unclaimed(store):
    return store.con.execute(
        "select session_id, seq, type from rows anti join card_rows using (session_id, seq) "
        "anti join unrendered using (session_id, seq)"
    ).fetchall()


def test_every_row_of_the_recordings_is_claimed_or_explained(recordings):
    assert unclaimed(recordings) == []


@pytest.mark.parametrize("case_name", ["01", "04", "06", "14", "17", "20", "28"])
def test_every_row_of_the_cases_is_claimed_or_explained(load, case, case_name):
    assert unclaimed(load(case(case_name))) == []


def test_every_row_of_the_larger_material_is_claimed_or_explained(load, shared):
    store = load(shared / "cases", shared / "fixtures", shared / "generations" / "v4", shared / "generations" / "v2")
    assert unclaimed(store) == []
    reasons = store.con.execute("select distinct reason from unrendered where reason = 'no card shows this type'")
    assert reasons.fetchall() == []


def test_what_a_person_would_miss_is_shown(recordings):
    types = recordings.con.execute(
        "select distinct type from rows semi join unrendered using (session_id, seq)"
    ).fetchall()
    for (name,) in types:
        assert name not in CONTENT
        assert name.startswith(LIFECYCLE) or name == "assistant/chunk", name


def test_stream_records_that_are_left_out_carry_no_text_of_their_own(recordings):
    chunks = recordings.con.execute(
        "select distinct data->>'$.chunk.type' from rows semi join unrendered using (session_id, seq) where "
        "type = 'assistant/chunk'"
    )
    assert {name for (name,) in chunks.fetchall()} <= {"block-start", "usage", "finish"}


def test_claims_name_rows_and_cards_that_exist(recordings):
    nowhere = recordings.con.execute("select * from card_rows anti join rows using (session_id, seq)").fetchall()
    assert nowhere == []
    keys = "(select key from timeline_rows union all select key from all_calls_all)"
    nobody = recordings.con.execute(f"select distinct card_key from card_rows where card_key not in {keys}").fetchall()
    assert nobody == []


def test_each_row_of_the_timeline_has_a_key_of_its_own_and_stands_on_a_row(recordings):
    twice = recordings.con.execute("select key from timeline_rows group by key having count(*) > 1").fetchall()
    assert twice == []
    bare = recordings.con.execute(
        "select key from timeline_rows where key not in (select card_key from card_rows)"
    ).fetchall()
    assert bare == []


def test_a_call_claims_the_whole_of_its_story(recordings):
    roles = recordings.con.execute(
        "select distinct role from card_rows where card_key in (select call_key from workflow_runs where name = "
        "'audit-files')"
    ).fetchall()
    assert {role for (role,) in roles} == {"delta", "proposed", "call", "workflow", "result"}


def test_rows_of_an_unknown_type_are_shown_and_listed(load, shared):
    store = load(shared / "cases" / "12-unknown-event-types")
    assert (
        store.con.execute("select kind, type from timeline_rows where type = 'future/thing'").fetchall()
        == [("notice", "future/thing")] * 2
    )
    assert (
        store.con.execute(
            "select reason from unrendered semi join rows using (session_id, seq) where reason like 'unknown%'"
        ).fetchall()
        == [("unknown event type, shown as it stands",)] * 2
    )
    assert store.con.execute("select count(*) from calls").fetchone() == (2,)
    assert store.con.execute("select name, state from dispatches").fetchall() == [("read", "done")] * 2


def test_a_row_is_claimed_once_in_a_role(recordings):
    twice = recordings.con.execute("select card_key, seq, role from card_rows group by all having count(*) > 1")
    assert twice.fetchall() == []


def test_claims_of_failed_attempts_of_later_generations(load, shared):
    store = load(shared / "generations" / "v3" / "stream-cut")
    twice = store.con.execute("select card_key, seq, role from card_rows group by all having count(*) > 1").fetchall()
    assert twice == []
    attempts = store.con.execute(
        "select split_part(card_key, '/', 2), role from card_rows join rows using (session_id, seq) "
        "where type = 'assistant/attempt' order by seq"
    )
    assert attempts.fetchall() == [("retry", "failed attempt")] * 5 + [("reasoning", "delta")]
