"""Pictures of the gaps: one each, with the numbers of the probe, and a sentence where there is nothing to draw."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from workbench import strings
from workbench.bench import Workbench
from workbench.gaps import PROBES, Gap, gap, gaps
from workbench.gaps.facts import facts
from workbench.gaps.g04_truth import STORES as TRUE_STORES
from workbench.gaps.g04_truth import known_truth
from workbench.gaps.numbers import told
from workbench.gaps.picture import LONGEST, Bars, Picture, Points, bars_of, categories, fewer, name, table
from workbench.gaps.turning import STORES, turns
from workbench.store import Store

Measured = dict[str, Gap]


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    strings.set_language("en")


def values(picture: Picture) -> list[float | None]:
    """Every number that is drawn."""
    found: list[float | None] = []
    for panel in picture.panels:
        if isinstance(panel, Bars):
            found += [bar.value for bar in panel.bars]
        elif isinstance(panel, Points):
            found += [number for point in panel.points for number in (point.x, point.y)]
    return found


def parts(picture: Picture, part: str) -> float:
    """The sum of one part over all bars of the first panel."""
    panel = picture.panels[0]
    assert isinstance(panel, Bars)
    return sum(bar.value or 0 for bar in panel.bars if bar.part == part)


# ------------------------------------------------------------------------------------------------ each gap


@pytest.mark.parametrize("number", list(PROBES))
def test_a_picture_says_what_it_draws_and_every_number_is_one(measured: Measured, number: str) -> None:
    picture = measured[number].picture()
    assert picture.id == number
    assert picture.missing is None
    assert picture.n
    assert picture.panels
    assert re.search(r"\d", picture.said)
    drawn = values(picture)
    assert drawn
    assert all(value is None or (math.isfinite(value) and value >= 0) for value in drawn)


@pytest.mark.parametrize("number", list(PROBES))
def test_every_part_has_a_title_and_is_told_apart_without_colours(measured: Measured, number: str) -> None:
    for panel in measured[number].picture().panels:
        assert isinstance(panel, Bars | Points)
        assert all(part.title for part in panel.parts)
        looks = [(part.fill, part.hue) for part in panel.parts]
        assert len(set(looks)) == len(looks)
        axes = [panel.axis] if isinstance(panel, Bars) else [panel.x, panel.y]
        assert all(axis.title for axis in axes)


@pytest.mark.parametrize("number", list(PROBES))
def test_the_words_hold_every_number_and_follow_the_language(measured: Measured, number: str) -> None:
    english = measured[number].picture()
    for panel in english.panels:
        assert all(all(word in english.words() for word in row) for row in table(panel))
    strings.set_language("zh")
    chinese = measured[number].picture()
    assert re.search("[一-鿿]", chinese.title)
    assert re.search("[一-鿿]", chinese.said)
    assert values(chinese) == values(english)


@pytest.mark.parametrize("number", list(PROBES))
def test_without_instances_it_says_so_instead_of_an_empty_picture(empty: Store, number: str) -> None:
    picture = gap(empty, number).picture()
    assert picture.panels == ()
    assert picture.missing is not None
    assert "0" in picture.missing
    assert picture.missing in picture.words()


def test_blank_time_is_a_part_of_the_running_time(recordings: Store, measured: Measured) -> None:
    picture = measured["G1"].picture()
    assert parts(picture, "blank") == measured["G1"].measures["blank_ms"]
    (running,) = recordings.cursor().execute(
        "select sum(duration_ms) from all_calls where name in (select unnest($names))",
        {"names": list(categories(picture.panels[0]))},
    ).fetchone() or (None,)  # fmt: skip
    assert parts(picture, "blank") + parts(picture, "told") == running


@pytest.mark.parametrize("number", ["G3", "G4", "G5"])
def test_a_tally_is_drawn_whole(measured: Measured, number: str) -> None:
    tally, picture = measured[number].tally, measured[number].picture()
    assert [parts(picture, part) for part in ("recorded", "joined", "missing")] == [
        tally.recorded, tally.joined, tally.missing,
    ]  # fmt: skip


def test_inner_calls_and_media_and_presenters_are_drawn_whole(measured: Measured) -> None:
    assert parts(measured["G8"].picture(), "inside") == measured["G8"].n
    assert parts(measured["G10"].picture(), "kept") == measured["G10"].tally.recorded
    eleventh = measured["G11"].picture()
    assert sum(parts(eleventh, part) for part in ("presenter", "own", "text", "bare")) == measured["G11"].n


def test_what_can_be_seen_grows_to_all_of_it(measured: Measured) -> None:
    (panel,) = measured["G6"].picture().panels
    assert isinstance(panel, Points)
    curve = [(point.x, point.y) for point in panel.points if point.part == "tolerant"]
    assert curve[0] == (0, 0)
    assert curve[-1] == (1, 1)
    assert all(before[1] <= after[1] + 1e-9 for before, after in itertools.pairwise(curve))


def test_the_longest_waits_are_within_the_time_of_their_calls(measured: Measured) -> None:
    picture = measured["G9"].picture()
    assert parts(picture, "wait") == measured["G9"].measures["waited_ms"]
    assert isinstance(picture.panels[0], Bars)
    assert len(picture.panels[0].ends) == measured["G9"].n


# ------------------------------------------------------------------------------------------------ known truth


def test_each_way_is_scored_on_stores_with_known_truth() -> None:
    scores = {(score.store, score.way): (score.precision, score.recall) for score in known_truth()}
    assert {store for store, _ in scores} == set(TRUE_STORES)
    assert scores["parallel", "label-prompt-time"] == (1, 1)
    assert scores["nested", "label-prompt-time"] == (1, 1)
    assert scores["background", "text-id"] == (1, 1)
    assert scores["named-twins", "text-id"] == (1, 1), "the id in a text tells equal tasks apart"
    assert scores["field", "field"] == (1, 0.5)
    assert scores["twins", "none"] == (None, 0), "equal tasks give no link rather than a wrong one"


@pytest.mark.parametrize("number", list(PROBES))
def test_made_sessions_that_differ_in_one_thing_turn_the_verdict(number: str) -> None:
    found = turns(number)
    assert len(found) >= 2
    assert len({turn.verdict for turn in found}) >= 2
    assert len({turn.rule for turn in found}) >= len({(turn.verdict, turn.recorded, turn.joined) for turn in found})
    assert all(turn.what and turn.rule.startswith(turn.verdict) for turn in found)
    assert set(STORES) == set(PROBES)


# ------------------------------------------------------------------------------------------------ values


@pytest.mark.parametrize(
    ("value", "unit", "words"),
    [
        (None, "ms", "—"), (0, "ms", "0 ms"), (633, "ms", "633 ms"), (6100, "ms", "6.1 s"), (91_479, "ms", "1 m 31 s"),
        (59_960, "ms", "1 m 00 s"), (3_725_000, "ms", "1 h 02 m"), (0.0, "share", "0 %"), (0.004, "share", "<1 %"),
        (0.999, "share", ">99 %"), (1.0, "share", "100 %"), (0.607, "share", "61 %"), (12345, "count", "12,345"),
        (1.89, "count", "1.9"), (868, "bytes", "868 B"), (47_900, "bytes", "47.9 kB"),
    ],
)  # fmt: skip
def test_numbers_have_units_and_an_unknown_one_is_a_dash(value: Any, unit: Any, words: str) -> None:
    assert told(value, unit) == words


def test_a_name_from_a_log_is_one_short_printable_line() -> None:
    assert name("a\x1b[31mb\nc") == "a�[31mb�c"
    assert len(name("x" * 400)) == LONGEST
    assert name(None) == "?"


def test_many_bars_become_few_and_nothing_is_lost() -> None:
    found = [(f"t{number}", {"a": float(number), "b": 1.0}) for number in range(20)]
    shown = fewer(found, 6)
    assert len(shown) == 6
    assert shown[-1][0] == "15 others"
    assert sum(bar.value or 0 for bar in bars_of(shown)) == sum(bar.value or 0 for bar in bars_of(found))


def test_it_is_said_where_the_model_was_a_script(recordings: Store, empty: Store, cases: Path) -> None:
    loaded = facts(recordings)
    assert loaded.sources == loaded.own > 0
    said = loaded.scripted()
    assert said is not None
    assert said in str(gap(recordings, "G6").picture().note)
    assert facts(empty).scripted() is None
    others = Workbench()
    others.load(cases)
    assert facts(others.store).scripted() is None


def test_hostile_logs_are_drawn_like_any_other(cases: Path) -> None:
    wb = Workbench()
    wb.load(cases)
    for one in gaps(wb):
        words = one.picture().words()
        assert all(letter.isprintable() or letter == "\n" for letter in words)
