"""Rows stay as they are stored; events and deltas are expanded from them, and nothing gets lost on the way."""

from __future__ import annotations

import re

import pytest


def test_packed_rows_stay_packed_and_say_what_they_stand_for(load, case):
    store = load(case("14"))
    assert store.con.execute("select count(*), sum(n)::int from rows").fetchone() == (10, 15)
    assert store.con.execute("select count(*) from events").fetchone() == (15,)
    assert store.con.execute("select seq from events order by seq").fetchall() == [(seq,) for seq in range(15)]


def test_deltas_have_the_time_of_each_member_also_where_the_clock_goes_back(load, case):
    deltas = load(case("14")).con.execute(
        "select seq, time - 1790000000000, type, text from deltas where text is not null order by seq"
    )
    assert deltas.fetchall() == [
        (4, 460, "reasoning-delta", "think "), (5, 480, "reasoning-delta", "a"), (6, 475, "reasoning-delta", "loud"),
        (7, 505, "reasoning-delta", "."), (9, 521, "tool-call-delta", '{"command": "ls'),
        (10, 531, "tool-call-delta", ' -la", "descr'), (11, 541, "tool-call-delta", 'iption": "List'),
    ]  # fmt: skip


def test_a_member_of_a_packed_row_is_the_event_it_stands_for(load, case):
    events = load(case("14")).con.execute(
        "select type, kind, row_seq, k, time - 1790000000000, clock - 1790000000000, data->>'$.chunk.text', "
        "data->>'$.chunk.index' from events where seq = 6"
    )
    assert events.fetchall() == [("assistant/chunk", "assistant/chunk", 4, 2, 475, 480, "loud", "0")]


def test_the_clock_never_goes_back(recordings):
    back = recordings.con.execute(
        "select count(*) from (select clock < lag(clock) over (partition by session_id order by seq) as back "
        "from rows) where back"
    )
    assert back.fetchone() == (0,)


def test_data_is_byte_for_byte_the_line(load, case):
    folder = case("28")
    lines = (folder / "session.jsonl").read_text("utf-8").splitlines()
    for data, line in load(folder).con.execute("select data, line from rows").fetchall():
        assert data in lines[line - 1]


def test_every_scenario_has_the_sessions_calls_and_events_that_its_table_says(recordings, recorded):
    text = (recorded / "README.md").read_text("utf-8")
    wanted = re.findall(r"^\| `([a-z-]+)` \| (\d+) \| (\d+) \| (\d+) \|", text, re.MULTILINE)
    assert len(wanted) == 20
    for scenario, sessions, calls, events in wanted:
        place = f"%/{scenario}/sessions/%"
        found = recordings.con.execute(
            """
            with here as (select session_id, events from sources where path like ?)
            select count(*), (select count(*) from calls_all semi join here using (session_id))::int, sum(events)::int,
                (select count(*) from events semi join here using (session_id))::int
            from here
            """,
            [place],
        ).fetchone()
        assert found == (int(sessions), int(calls), int(events), int(events)), scenario


def test_events_of_a_type_are_counted_over_packed_and_unpacked_rows_alike(load, recorded):
    counts = [
        dict(
            load(recorded / scenario)
            .con.execute("select type, count(*) from events where type <> 'assistant/chunk' group by type")
            .fetchall()
        )
        for scenario in ("bash-foreground", "bash-foreground-raw-unpacked")
    ]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("kind", ["text", "reasoning", "tool-call"])
def test_joined_deltas_equal_the_blocks_of_their_messages(recordings, kind):
    """Two ways to the same text: the deltas of a step, and the blocks of the message that the step ended with."""
    member = {"text": "text", "reasoning": "text", "tool-call": "arguments"}[kind]
    wrong = recordings.con.execute(
        f"""
        with streamed as (
            select d.session_id, d.turn, d.step, string_agg(d.text, '' order by d.position, d.seq) as text
            from deltas as d
            join attempts as a on a.session_id = d.session_id and d.row_seq between a.first_seq and a.last_seq
            where d.part = ? and a.message_seq is not null group by all
        ),
        said as (
            select session_id, turn, step, string_agg(block->>'{member}', '' order by k) as text
            from (
                select session_id, turn, step, unnest((data->'$.message.content')::json[]) as block,
                    generate_subscripts((data->'$.message.content')::json[], 1) as k
                from rows where type = 'assistant/message'
            ) where block->>'type' = ? group by all
        )
        select count(*) filter (streamed.text is distinct from said.text), count(*)
        from streamed join said using (session_id, turn, step)
        """,
        [kind, kind],
    ).fetchone()
    assert wrong[0] == 0
    assert wrong[1] > 20
