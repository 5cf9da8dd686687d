"""What a progress channel would cost: logs are written, load again, and readers of their bytes say what they had."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import workbench
from workbench import strings
from workbench.errors import WorkbenchError
from workbench.gaps import channel
from workbench.gaps.channel_cases import Case, all_cases, of_bus, of_command
from workbench.gaps.channel_commands import Chunk, Command
from workbench.gaps.channel_items import KINDS
from workbench.gaps.channel_options import OPTIONS, Assumptions
from workbench.gaps.channel_trial import Trial, try_out
from workbench.store import Store

PLAIN = Assumptions(compressed=False)


def command(
    *, ms: int = 4000, every: int = 100, text: str = "line\n", exit_code: int = 0, streams: tuple[int, ...] = (0,)
) -> Command:
    """A command that prints the same text at a steady pace."""
    times = range(every, ms, every)
    chunks = tuple(Chunk(at=at, stream=stream, text=text) for at in times for stream in streams)
    return Command(name="made", command="make", ms=ms, exit_code=exit_code, chunks=chunks)


def trials(case: Case, assumed: Assumptions = PLAIN) -> dict[str, Trial]:
    return {option: try_out(case, option, assumed) for option in OPTIONS}


def raw(trial: Trial, name: str) -> list:
    return [getattr(seen, name) for seen in trial.seen if seen.grade == "raw"]


@pytest.fixture(scope="module")
def found() -> channel.Costs:
    """All options on the recorded commands and the recorded bus, as they come with the workbench."""
    return channel.costs()


@pytest.fixture(scope="module")
def with_children(recordings: Store) -> channel.Costs:
    """The same, with the commands and children of the recorded sessions."""
    return channel.costs(recordings, most=2)


# ------------------------------------------------------------------------------------------------ each option


def test_today_nothing_is_added_and_all_comes_with_the_result() -> None:
    trial = trials(of_command(command(), PLAIN))["today"]
    assert trial.plain == trial.base_plain
    assert trial.rows == trial.frames == {"milestone": 0, "raw": 0}
    assert not any(raw(trial, "in_course"))
    assert all(raw(trial, "again"))
    delays = raw(trial, "feed_ms")
    assert delays == sorted(delays, reverse=True)
    assert delays[0] >= 3000


def test_what_is_kept_is_shown_again_in_its_course() -> None:
    for option in ("A", "C"):
        trial = trials(of_command(command(), PLAIN))[option]
        assert all(seen.in_course and seen.again for seen in trial.seen)
        assert max(raw(trial, "off_ms")) <= PLAIN.coalesce_ms
        assert not any(seen.missed for seen in trial.seen)


def test_frames_add_nothing_to_the_log_and_a_replay_has_none_of_them() -> None:
    trial = trials(of_command(command(), PLAIN))["B"]
    assert trial.plain == trial.base_plain
    assert trial.frames["raw"] > 0
    assert not any(raw(trial, "in_course"))
    assert max(raw(trial, "feed_ms")) <= PLAIN.coalesce_ms + PLAIN.send_ms
    assert max(raw(trial, "file_ms")) >= 3000


def test_milestones_and_raw_streams_part_in_d() -> None:
    trial = trials(of_command(command(ms=3900), PLAIN))["D"]
    assert trial.rows == {"milestone": 3, "raw": 0}
    assert trial.frames["milestone"] == 0
    assert trial.frames["raw"] > 0
    assert all(seen.in_course == (seen.grade == "milestone") for seen in trial.seen)


def test_a_result_settles_what_it_holds_and_no_more() -> None:
    short = msgspec.structs.replace(PLAIN, result_chars=50)
    trial = trials(of_command(command(), short), short)["B"]
    assert [bool(again) for again in raw(trial, "again")] == [False] * 29 + [True] * 10
    gone = [seen for seen in trial.seen if seen.grade == "raw" and seen.missed and not seen.again]
    assert gone
    assert all(seen.gone for seen in gone)


def test_a_command_that_says_nothing_costs_nothing() -> None:
    silent = Command(name="made", command="true", ms=2000, exit_code=0, chunks=())
    for trial in trials(of_command(silent, PLAIN)).values():
        assert trial.plain == trial.base_plain
        assert trial.seen == ()


# ------------------------------------------------------------------------------------------------ a reconnect


def test_a_reconnect_loses_exactly_what_was_sent_meanwhile() -> None:
    assumed = Assumptions(coalesce_ms=0, away_at=0.5, away_ms=1000, send_ms=0)
    case = of_command(command(), assumed)
    (source,) = case.sources
    begun = source.began + round((source.ended - source.began) * 0.5)
    trial = try_out(case, "B", assumed)
    by_definition = [begun <= item.at < begun + 1000 for item in source.items]
    assert [seen.missed for seen in trial.seen] == by_definition
    assert sum(by_definition) > 8
    for option in ("A", "C"):
        assert not any(seen.missed for seen in try_out(case, option, assumed).seen)


@pytest.mark.parametrize(("at", "ms"), [(0.0, 0), (0.2, 500), (0.9, 60_000)])
def test_no_longer_absence_loses_less(at: float, ms: int) -> None:
    case = of_command(command(), PLAIN)

    def missed(away_ms: int) -> int:
        trial = try_out(case, "B", Assumptions(away_at=at, away_ms=away_ms))
        return sum(seen.size for seen in trial.seen if seen.missed)

    assert missed(0) == 0
    assert missed(ms) <= missed(ms * 2)


# ------------------------------------------------------------------------------------------------ assumptions


def test_more_pieces_are_more_bytes() -> None:
    whole = "x" * 20 + "\n"
    sizes = []
    for every in (1000, 500, 100, 50):
        pieces = range(every, 4001, every)
        text = (whole * 200)[: 4200 // len(pieces)]
        chunks = tuple(Chunk(at=at, stream=0, text=text) for at in pieces)
        made = Command(name="made", command="make", ms=5000, exit_code=0, chunks=chunks)
        assumed = msgspec.structs.replace(PLAIN, coalesce_ms=0)
        trial = try_out(of_command(made, assumed), "C", assumed)
        assert trial.rows["raw"] == len(pieces)
        sizes.append(trial.plain - trial.base_plain)
    assert sizes == sorted(sizes)
    assert sizes[-1] > 3 * sizes[0]


def test_gathering_saves_rows_and_costs_delay() -> None:
    case = of_command(command(), PLAIN)
    tried = [try_out(case, "A", msgspec.structs.replace(PLAIN, coalesce_ms=ms)) for ms in (0, 200, 1000)]
    added = [trial.plain - trial.base_plain for trial in tried]
    late = [max(raw(trial, "feed_ms")) for trial in tried]
    assert added == sorted(added, reverse=True)
    assert late == sorted(late)
    assert len(set(added)) == len(set(late)) == 3


def test_a_row_holds_no_more_than_it_may() -> None:
    flood = command(ms=500, every=200, text="é" * 30_000)
    assumed = msgspec.structs.replace(PLAIN, chunk_bytes=4096)
    trial = try_out(of_command(flood, assumed), "A", assumed)
    texts = [line["data"]["text"] for line in trial.lines if line["type"] == "tool/progress" and "text" in line["data"]]
    assert max(len(text.encode()) for text in texts) <= 4096
    assert "".join(texts) == flood.text(0)


def test_the_file_is_seen_when_it_is_written_and_looked_at() -> None:
    case = of_command(command(), PLAIN)

    def late(**changed: int) -> int:
        return max(raw(try_out(case, "A", msgspec.structs.replace(PLAIN, coalesce_ms=0, **changed)), "file_ms"))

    assert late(flush_ms=0, poll_ms=0) == 0
    assert late(flush_ms=300, poll_ms=0) <= 300
    assert late(flush_ms=0, poll_ms=0) < late(flush_ms=300, poll_ms=0) < late(flush_ms=300, poll_ms=500) <= 800


@pytest.mark.parametrize("name", Assumptions.__struct_fields__)
def test_every_assumption_matters(name: str, recordings: Store) -> None:
    other = {
        "coalesce_ms": 0, "chunk_bytes": 64, "digest_ms": 300, "flush_ms": 0, "compressed": False, "poll_ms": 0,
        "send_ms": 50, "away_at": 0.7, "away_ms": 100, "result_chars": 100, "arrival": "end", "again": False,
    }  # fmt: skip
    bus = channel.BUS if name == "again" else None
    rows = channel.sweep(
        recordings if name == "arrival" else None, name, [getattr(Assumptions(), name), other[name]], bus=bus
    )
    half = len(rows) // 2
    before, after = ([dict(row) | {name: None} for row in part] for part in (rows[:half], rows[half:]))
    assert before != after


# ------------------------------------------------------------------------------------------------ what is given


def test_the_log_that_was_written_is_what_the_loader_takes(found: channel.Costs) -> None:
    checks = {check.option: check for check in found.checks()}
    assert set(checks) == set(OPTIONS)
    assert all(check.holds for check in checks.values())
    assert {option: check.rows > 0 for option, check in checks.items()} == {
        "today": False, "A": True, "B": False, "C": True, "D": True,
    }  # fmt: skip


def test_which_gaps_close_is_what_the_probes_say(with_children: channel.Costs) -> None:
    tallies = {check.option: check.tallies for check in with_children.checks()}
    assert tallies["today"] == tallies["B"]
    for option in ("A", "C", "D"):
        assert tallies[option]["G1"].recorded > tallies["today"]["G1"].recorded
        assert tallies[option]["G2"].recorded > tallies["today"]["G2"].recorded
    assert tallies["C"]["G3"].recorded > tallies["today"]["G3"].recorded
    assert tallies["C"]["G4"].recorded > tallies["today"]["G4"].recorded
    assert tallies["A"]["G4"] == tallies["today"]["G4"]


def test_a_child_needs_an_anchor_and_no_copy(with_children: channel.Costs) -> None:
    today, copied, anchored = (with_children.row("child", option, "raw") for option in ("today", "A", "C"))
    assert today["in_course"] == copied["in_course"] == anchored["in_course"] == 1
    assert anchored["rows"] == 0
    assert copied["row_bytes"] > copied["item_bytes"]
    assert with_children.row("child", "C")["stored_bytes"] * 10 < with_children.row("child", "A")["stored_bytes"]


def test_a_job_waits_for_the_model_to_look(recorded: Path) -> None:
    wb = workbench.open()
    wb.load(recorded / "bash-background")
    tried = channel.costs(wb, bus=None, options=["today", "A", "B"])
    today, kept, sent = (tried.row("job", option, "raw") for option in ("today", "A", "B"))
    assert today["in_course"] == kept["in_course"] == 1
    assert today["off_ms"] > 10 * kept["off_ms"]
    assert today["feed_ms"] > kept["feed_ms"] == sent["feed_ms"]
    assert sent["rows"] == today["rows"] == 0 < kept["rows"]
    job = next(trial.case for trial in tried.trials if trial.case.kind == "job")
    text = "".join(item.text or "" for item in job.sources[0].items)
    assert text == "".join(f"bg line {number}\n" for number in range(1, 41))


def test_the_bus_loses_its_lines_for_good_unless_they_are_kept(found: channel.Costs) -> None:
    shares = {option: found.row("bus", option, "raw")["again"] for option in OPTIONS}
    assert shares == {"today": 0, "A": 1, "B": 0, "C": 1, "D": 0}
    assert found.row("bus", "D", "milestone")["again"] == 1
    assert found.row("bus", "C")["row_bytes"] < found.row("bus", "A")["row_bytes"]


def test_each_option_stands_where_the_catalogue_puts_it(found: channel.Costs) -> None:
    places = {(row["option"], row["grade"]): (row["kept"], row["sent"]) for row in found.quadrants()}
    assert places["today", "raw"] == (None, None)
    assert {places[option, "raw"] for option in ("A", "C")} == {(True, True)}
    assert {places[option, "raw"] for option in ("B", "D")} == {(False, True)}
    assert places["D", "milestone"] == (True, True)


def test_the_precedents_are_what_they_are_said_to_be(recordings: Store) -> None:
    rows = {row["id"]: row for row in channel.precedents(recordings)}
    assert set(rows) == {"P1", "P2", "P3"}
    for row in rows.values():
        assert row["seen"] > 0
        assert (row["logged"] > 0) == row["kept"]
        assert row["on_surface"] == 0


def test_the_rows_are_plain_and_the_tables_have_titles_in_both_languages(found: channel.Costs) -> None:
    rows = found.rows()
    assert len(rows) == 2 * len(OPTIONS) * 3
    assert {type(value) for row in rows for value in row.values()} <= {str, int, float, type(None)}
    english = channel.readable(rows)
    try:
        strings.set_language("zh")
        chinese = channel.readable(rows)
        assumed = channel.assumptions()
        pictures = [found.shown_again(), found.growth(), channel.frontier([row | {"coalesce_ms": 1} for row in rows])]
    finally:
        strings.set_language("en")
    assert len(english) == len(chinese)
    assert not set(english[0]) & set(chinese[0])
    assert [row["name"] for row in assumed] == list(Assumptions.__struct_fields__)
    assert all(picture.words() for picture in pictures)
    told = channel.summary(rows)
    assert len(told) == 2 * len(OPTIONS)
    assert all(len(row) == len(told[0]) and set(map(type, row.values())) == {str} for row in told)
    assert channel.readable(channel.precedents(Store()))
    assert pictures[0].title != found.shown_again().title


def test_an_assumption_that_is_none_is_a_sentence() -> None:
    with pytest.raises(WorkbenchError, match=r"There is no assumption 'coalesce'\. Did you mean 'coalesce_ms'"):
        channel.sweep(None, "coalesce")


def test_nothing_tried_is_said() -> None:
    assert channel.frontier([]).missing
    assert channel.Costs([], Assumptions()).growth().missing
    assert channel.Costs([], Assumptions()).shown_again().missing


def test_every_kind_has_cases(recordings: Store) -> None:
    cases = all_cases(recordings, Assumptions(), most=1)
    assert {case.kind for case in cases} == set(KINDS)
    assert {case.origin for case in cases} == {"command", "store", "recording"}


def test_a_bus_that_is_none_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "bus.jsonl"
    path.write_text("no", "utf-8")
    with pytest.raises(WorkbenchError, match="is no recorded bus"):
        of_bus(path, channel.BUS / "session.jsonl.zstd")


def test_all_logs_can_be_written_to_be_looked_at(tmp_path: Path) -> None:
    tried = channel.costs(bus=None, options=["A"])
    assert all(path.is_file() for path in tried.write(tmp_path))


@pytest.mark.parametrize("version", ["v3", "v4"])
def test_later_generations_are_written_in_their_own_words(shared: Path, version: str) -> None:
    wb = workbench.open()
    wb.load(
        shared / "generations" / version / {"v3": "subagent-catalog-made", "v4": "subagent-native-catalog"}[version]
    )
    tried = channel.costs(wb, most=1, bus=None)
    checks = {check.option: check for check in tried.checks()}
    assert all(check.holds for check in checks.values())
    assert checks["C"].tallies["G4"].recorded > checks["today"].tallies["G4"].recorded
    trial = next(one for one in tried.trials if (one.option, one.case.kind) == ("C", "child"))
    anchors = [line for line in trial.lines if line["type"] == "subagent/catalog"]
    assert all("ignorable" not in line for line in anchors)
    named = [line["data"]["childId"] for line in anchors]
    assert len(named) == len(set(named))
    assert trial.rows["milestone"] == 0


def test_an_option_alone_is_held_against_the_logs_as_they_are() -> None:
    (check,) = channel.costs(bus=None, options=["C"]).checks()
    assert (check.option, check.holds) == ("C", True)
    assert check.rows > 0
    assert channel.Costs([], Assumptions()).checks() == ()


def test_hostile_logs_are_written_and_read_like_any_other(cases: Path) -> None:
    wb = workbench.open()
    wb.load(cases)
    tried = channel.costs(wb, most=100, at_least_ms=0, bus=None)
    assert {trial.case.origin for trial in tried.trials} == {"command", "store"}
    assert all(check.holds for check in tried.checks())
