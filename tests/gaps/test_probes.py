"""The eleven probes: what recordings give, and that every verdict turns and says why."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from workbench import strings, tools
from workbench.bench import Workbench
from workbench.errors import WorkbenchError
from workbench.gaps import PROBES, Gap, gap, gaps
from workbench.gaps.catalogue import catalogue
from workbench.gaps.g04_children import score
from workbench.gaps.gap import Tally, judge
from workbench.gaps.scenarios import make
from workbench.store import Store

EXPECTED = {
    "G1": "open", "G2": "open", "G3": "narrowed", "G4": "narrowed", "G5": "narrowed", "G6": "open",
    "G7": "not observable", "G8": "closed", "G9": "narrowed", "G10": "narrowed", "G11": "open",
}  # fmt: skip
"""What logs of generations 0 and 3 are known to hold, with a reader that takes arguments whole or not at all."""

Made = Callable[..., Store]
Measured = dict[str, Gap]


def loaded(path: Path) -> Store:
    wb = Workbench()
    wb.load(path)
    return wb.store


@pytest.fixture
def made(tmp_path: Path) -> Made:
    """The made store of a gap; a second one of the same test has a folder of its own."""

    def build(number: str, **settings: Any) -> Store:
        folder = tmp_path / f"{number}-{len(list(tmp_path.iterdir()))}"
        make(folder, number, **settings)
        return loaded(folder)

    return build


# ------------------------------------------------------------------------------------------------ the one rule


@pytest.mark.parametrize(
    ("tally", "verdict"),
    [
        (Tally(n=3, recorded=3), "closed"),
        (Tally(n=3, recorded=1), "narrowed"),
        (Tally(n=3, joined=3), "narrowed"),
        (Tally(n=3, recorded=1, joined=1), "narrowed"),
        (Tally(n=3, joined=2), "open"),
        (Tally(n=3), "open"),
        (Tally(n=2, recorded=2), "not enough data"),
        (Tally(), "not enough data"),
        (Tally(n=9, recorded=9, observable=False), "not observable"),
    ],
)
def test_a_verdict_follows_from_three_numbers(tally: Tally, verdict: str) -> None:
    assert judge(tally) == tally.verdict == verdict


# ------------------------------------------------------------------------------------------------ recordings


def test_the_recordings_give_the_verdicts_that_are_known(recordings: Store, measured: Measured) -> None:
    assert {number: one.verdict for number, one in measured.items()} == EXPECTED
    assert gap(recordings, "G6", reader="tolerant").verdict == "narrowed"
    for one in measured.values():
        assert {tally.verdict for tally in one.by_generation.values()} == {one.verdict}


@pytest.mark.parametrize("folder", ["recorded", "generations/v3"])
def test_all_recordings_of_two_generations_give_the_same(shared: Path, folder: str) -> None:
    assert {one.number: one.verdict for one in gaps(loaded(shared / folder))} == EXPECTED


@pytest.mark.parametrize("number", list(PROBES))
def test_the_rows_behind_a_verdict_are_those_it_counts(recordings: Store, measured: Measured, number: str) -> None:
    one = measured[number]
    rows = one.evidence
    assert {"session_id", "seq", "key", "tool", "generation", "has"} <= set(rows.columns)
    counted = dict(rows.aggregate("has, count(*)").fetchall())
    assert sum(counted.values()) == one.n
    assert counted.get("recorded", 0) == one.tally.recorded
    assert counted.get("joined", 0) == one.tally.joined
    assert sum(tally.n for tally in one.by_tool.values()) == one.n
    known = set(recordings.cursor().execute("select session_id, seq from events").fetchall())
    assert set(rows.project("session_id, seq").fetchall()) <= known
    keys = {key for (key,) in recordings.cursor().execute("select key from all_calls").fetchall()}
    assert {key for (key,) in rows.project("key").fetchall()} <= keys


@pytest.mark.parametrize("number", list(PROBES))
def test_a_rule_is_a_sentence_with_its_numbers_in_both_languages(measured: Measured, number: str) -> None:
    one = measured[number]
    english, chinese = one.said("en"), one.said("zh")
    for part in (one.tally.n, one.tally.recorded, one.tally.joined, one.tally.missing):
        assert f"{part:,}" in english
        assert f"{part:,}" in chinese
    assert english.startswith(f"{one.verdict}: ")
    assert re.search("[一-鿿]", chinese)
    assert not re.search("[一-鿿{}?]", english)
    try:
        strings.set_language("zh")
        assert (one.rule, one.title) == (chinese, catalogue().gap(number).title.zh)
    finally:
        strings.set_language("en")


@pytest.mark.parametrize("number", list(PROBES))
def test_every_measure_and_every_table_has_its_words(measured: Measured, number: str) -> None:
    one = measured[number]
    assert set(one.measures) == set(one.words.measures)
    assert set(one.looks) == set(one.words.looks)
    for name, value in one.measures.items():
        if value is not None and one.words.measures[name].unit == "share":
            assert 0 <= value <= 1
    for name in one.looks:
        one.look(name).fetchall()


def test_numbers_of_the_recordings(measured: Measured) -> None:
    """Some that can be counted by hand in the recordings' own descriptions."""
    measures = {number: one.measures for number, one in measured.items()}
    assert measures["G2"]["jobs"] == measures["G2"]["jobs_joined"] == 3
    assert measures["G3"]["members"] == 12
    assert measures["G3"]["lines_seen"] == 0
    assert measures["G4"]["text_id"] == 2
    assert measures["G4"]["label_prompt_time"] == 10
    assert measures["G5"]["parsed"] == measures["G5"]["parsed_right"] == 16
    assert measures["G9"]["approvals"] == measures["G9"]["questions"] == 2
    assert measures["G10"] == {
        "images": 3, "others": 0, "replaced": 2, "on_disk": 3, "not_on_disk": 0, "input_side": 0,
    }  # fmt: skip


def test_where_name_and_presenters_differ_is_told(measured: Measured) -> None:
    differing = measured["G7"].look("differ").project("tool, by_name, by_presenters").fetchall()
    assert ("bash", "terminal", "generic") in differing  # in the background
    assert ("read", "read", "generic") in differing  # failed, or inside a program: no metadata
    assert ("str_replace_editor", "generic", "diff") in differing  # one name, several shapes


def test_cards_are_those_that_the_workbench_shows(recorded: Path) -> None:
    """Most results are not read for this; the cards come out the same as if they were."""
    wb = Workbench()
    wb.load(recorded)
    shown = {card.key: card.type for session in wb.sessions for card in wb.session(session).cards}
    computed = dict(gap(wb, "G7").evidence.project("key, in_workbench").fetchall())
    assert len(computed) > 100
    assert {key: shown[key] for key in computed if key in shown} == {
        key: kind for key, kind in computed.items() if key in shown
    }


def test_a_log_from_the_cache_is_measured_as_one_that_is_parsed(
    recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path))

    def measured_once() -> dict[str, Any]:
        return {
            one.number: (one.rule, one.measures, sorted(map(repr, one.evidence.fetchall())))
            for one in gaps(loaded(recorded))
        }

    parsed = measured_once()
    assert any(tmp_path.rglob("*.parquet")), "something was kept"
    assert measured_once() == parsed


# ------------------------------------------------------------------------------------------------ turning


@pytest.mark.parametrize("number", ["G1", "G2", "G3", "G5", "G8", "G10"])
def test_a_verdict_turns_with_the_share_that_is_recorded(made: Made, number: str) -> None:
    none, some, all_ = (gap(made(number, recorded=share), number) for share in (0.0, 0.5, 1.0))
    assert (none.verdict, some.verdict, all_.verdict) == ("open", "narrowed", "closed")
    assert none.n == some.n == all_.n
    assert none.rule != some.rule != all_.rule


def test_links_to_children_turn_by_twins_and_by_a_field(made: Made) -> None:
    assert gap(made("G4"), "G4").verdict == "narrowed"
    twins = gap(made("G4", twins=True), "G4")
    assert (twins.verdict, twins.measures["ambiguous"]) == ("open", 4)
    assert twins.look("candidates").project("candidates").fetchall() == [(2,)] * 4
    assert gap(made("G4", twins=True, recorded=0.5), "G4").verdict == "narrowed"
    assert gap(made("G4", twins=True, recorded=1.0), "G4").verdict == "closed"


def test_waits_turn_by_the_call_id_and_by_what_else_runs(made: Made) -> None:
    assert gap(made("G9"), "G9").verdict == "narrowed"
    assert gap(made("G9", twins=True), "G9").verdict == "open"
    assert gap(made("G9", twins=True, recorded=0.5), "G9").verdict == "narrowed"
    assert gap(made("G9", twins=True, recorded=1.0), "G9").verdict == "closed"


def test_arguments_turn_by_the_reader(made: Made) -> None:
    store = made("G6")
    strict, tolerant = gap(store, "G6"), gap(store, "G6", reader="tolerant")
    assert (strict.verdict, tolerant.verdict) == ("open", "narrowed")
    assert strict.measures == tolerant.measures
    assert tolerant.measures["gained_ms"] > 0
    assert "what has arrived is read" in tolerant.rule


def test_who_computes_turns_by_the_viewer_and_by_stored_views(made: Made) -> None:
    store = made("G7")
    verdicts = {viewer: gap(store, "G7", viewer=viewer).verdict for viewer in (None, "raw", "names", "presenters")}
    assert verdicts == {None: "not observable", "raw": "open", "names": "closed", "presenters": "closed"}
    assert gap(made("G7", recorded=0.5), "G7").verdict == "narrowed"
    assert gap(made("G7", recorded=1.0), "G7").verdict == "closed"


def test_presenters_turn_by_the_registry(made: Made) -> None:
    store = made("G11")

    def presenting(*names: str) -> Callable[[str], tools.Tool | None]:
        def find(name: str) -> tools.Tool | None:
            found = tools.find(name)
            if found is None or name not in names:
                return found
            return msgspec.structs.replace(found, present_call=lambda _: {"card": "generic", "title": name})

        return find

    some, all_ = presenting("mcp__made__tool0"), presenting("mcp__made__tool0", "mcp__made__tool1")
    assert gap(store, "G11").verdict == "open"
    assert gap(store, "G11", find=some).verdict == "narrowed"
    assert gap(store, "G11", find=all_).verdict == "closed"


def test_a_shorter_blank_counts_where_it_is_asked_for(made: Made) -> None:
    store = made("G8")
    assert gap(store, "G1").verdict == "not enough data"
    assert gap(store, "G1", at_least_ms=100).verdict == "open"


# ------------------------------------------------------------------------------------------------ known truth


def test_each_way_to_a_child_is_scored_against_what_is_true(tmp_path: Path) -> None:
    truth = make(tmp_path / "plain", "G4", n=6)
    assert score(loaded(tmp_path / "plain"), truth).fetchall() == [("label-prompt-time", 6, 6, 1.0, 1.0)]
    truth = make(tmp_path / "twins", "G4", n=6, twins=True)
    assert score(loaded(tmp_path / "twins"), truth).fetchall() == []
    truth = make(tmp_path / "nested", "G4", n=6, nested=True)
    assert len(truth) == 12
    assert score(loaded(tmp_path / "nested"), truth).fetchall() == [("label-prompt-time", 12, 12, 1.0, 1.0)]
    truth = make(tmp_path / "field", "G4", n=6, twins=True, recorded=0.5)
    way, links, right, precision, recall = score(loaded(tmp_path / "field"), truth).fetchall()[0]
    assert (way, links, right, precision) == ("field", 3, 3, 1.0)
    assert recall == 0.5


def test_a_wrong_truth_lowers_the_score(tmp_path: Path) -> None:
    truth = make(tmp_path, "G4", n=4)
    keys, children = zip(*truth, strict=True)
    wrong = list(zip(keys, (*children[1:], children[0]), strict=True))
    assert score(loaded(tmp_path), wrong).fetchall() == [("label-prompt-time", 4, 0, 0.0, 0.0)]


# ------------------------------------------------------------------------------------------------ odd input


def test_nothing_loaded_is_not_enough_data(empty: Store) -> None:
    for one in gaps(empty):
        assert one.verdict == ("not observable" if one.number == "G7" else "not enough data")
        assert one.evidence.fetchall() == []
        assert all(value in (None, 0) for value in one.measures.values())
        for name in one.looks:
            one.look(name).fetchall()


def test_hostile_logs_are_measured_like_any_other(cases: Path) -> None:
    found: list[Gap] = gaps(loaded(cases))
    assert [one.number for one in found] == list(PROBES)
    for one in found:
        one.evidence.fetchall()
        for name in one.looks:
            one.look(name).fetchall()


def test_a_workbench_is_as_good_as_its_store(recorded: Path) -> None:
    wb = Workbench()
    wb.load(recorded / "approval")
    assert gap(wb, "G9").n == gap(wb.store, "G9").n == 2


def test_unknown_gaps_settings_and_tables_are_sentences(empty: Store) -> None:
    with pytest.raises(WorkbenchError, match=r"There is no gap 'G12'\. Did you mean"):
        gap(empty, "G12")
    with pytest.raises(WorkbenchError, match=r"G6 has no setting 'viewer'; it has reader"):
        gap(empty, "G6", viewer="raw")
    with pytest.raises(WorkbenchError, match=r"G1 has no table 'longst'\. Did you mean 'longest'"):
        gap(empty, "G1").look("longst")
    with pytest.raises(WorkbenchError, match="A share lies between 0 and 1"):
        make(Path("nowhere"), "G1", recorded=2.0)


@pytest.mark.parametrize(
    ("number", "settings", "said"),
    [
        (4, {}, "Did you mean 'G4'"),
        ("g4", {}, "Did you mean 'G4'"),
        ("G6", {"reader": "x"}, "'strict', 'tolerant'"),
        ("G7", {"viewer": "x"}, "'raw', 'names', 'presenters'"),
        ("G1", {"at_least_ms": -1}, "milliseconds"),
        ("G1", {"at_least_ms": "1 s"}, "milliseconds"),
        ("G1", {"least": 1}, "at_least_ms"),
    ],
)
def test_a_slip_in_asking_is_a_sentence(empty, number, settings, said):
    with pytest.raises(WorkbenchError, match=said):
        gap(empty, number, **settings)


@pytest.mark.parametrize("generation", ["v0", "v3", "v4"])
def test_each_child_is_found_in_one_way_in_every_generation(root, generation):
    wb = Workbench()
    wb.load(root / "tests" / "generations" / generation)
    measured = gap(wb.store, "G4")
    ways = ("recorded", "catalog", "text_id", "label_prompt_time", "lineage", "ambiguous", "none")
    assert sum(measured.measures[way] for way in ways) == measured.n > 0
    assert measured.tally.missing == 0
    assert (measured.measures["catalog"] > 0) == (generation == "v4")
