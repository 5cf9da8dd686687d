"""The decisions F1 to F8: evidence with the rows behind it, something that runs, and no verdict."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

import workbench
from workbench import strings
from workbench.errors import WorkbenchError
from workbench.gaps.catalogue import catalogue
from workbench.gaps.channel_options import Assumptions
from workbench.gaps.decisions import Decision, fork, forks, readable, rows
from workbench.gaps.decisions_guard import guarded, without
from workbench.gaps.hostile import tried
from workbench.gaps.scenarios import make
from workbench.store import Store

NUMBERS = [f"F{number}" for number in range(1, 9)]
HAN = re.compile("[一-鿿]")


@pytest.fixture(scope="module")
def decided(recordings: Store) -> dict[str, Decision]:
    return {one.id: one for one in forks(recordings)}


def numbers(decision: Decision, name: str) -> dict[str, object]:
    (fact,) = (fact for fact in decision.evidence if fact.id == name)
    return {place: number.value for place, number in fact.numbers.items()}


# ------------------------------------------------------------------------------------------------ all of them


def test_there_is_one_for_every_fork_of_the_catalogue(decided: dict[str, Decision]) -> None:
    assert list(decided) == NUMBERS == [entry.id for entry in catalogue().forks]


@pytest.mark.parametrize("number", NUMBERS)
def test_every_fact_bears_on_an_option_and_has_rows_behind_it(decided: dict[str, Decision], number: str) -> None:
    one = decided[number]
    keys = {choice.key for choice in one.options}
    assert {fact.option for fact in one.evidence} <= keys | {None}
    assert sum(fact.option is not None for fact in one.evidence) >= 1
    for fact in one.evidence:
        relation = fact.behind()
        assert relation.columns
        relation.fetchall()
        assert fact.numbers


@pytest.mark.parametrize("number", NUMBERS)
def test_every_sentence_stands_in_both_languages_and_holds_its_numbers(
    decided: dict[str, Decision], number: str
) -> None:
    one = decided[number]
    for fact in one.evidence:
        english = fact.says
        assert all(str(value) in english for value in fact.numbers.values())
        assert "{" not in english
        assert not HAN.search(english)
    assert not HAN.search(one.open + one.title + one.text)
    try:
        strings.set_language("zh")
        for fact in one.evidence:
            assert HAN.search(fact.says)
            assert all(str(value) in fact.says for value in fact.numbers.values())
        assert HAN.search(one.open)
        assert all(HAN.search(row["text"]) for row in one.rows() if row["option"])
    finally:
        strings.set_language("en")


@pytest.mark.parametrize("number", NUMBERS)
def test_nothing_is_decided_for_the_reader(decided: dict[str, Decision], number: str) -> None:
    said = " ".join([decided[number].open, *(fact.says for fact in decided[number].evidence)])
    assert not re.search(
        r"\b(should be|must be|better|best|recommend|prefer|wrong|winner)\b", said.replace("should grow", "")
    )


@pytest.mark.parametrize("number", NUMBERS)
def test_every_demonstration_runs_and_can_be_read(decided: dict[str, Decision], number: str) -> None:
    shown = decided[number].demonstrate()
    assert shown.rows
    assert len({tuple(row) for row in shown.rows}) == 1
    table = shown.readable()
    assert len(table) == len(shown.rows)
    assert {type(cell) for row in table for cell in row.values()} == {str}
    try:
        strings.set_language("zh")
        assert HAN.search(shown.title)
        titles = set(shown.readable()[0])
    finally:
        strings.set_language("en")
    assert all(HAN.search(title) for title in titles if not re.fullmatch(r"G[0-9]+", title))


def test_options_stand_beside_what_was_measured(decided: dict[str, Decision]) -> None:
    for one in decided.values():
        told = one.rows()
        assert [row["option"] for row in told if row["option"]] == [choice.key for choice in one.options]
        assert sum(len(row["facts"]) for row in told) == len(one.evidence)
    plain = rows(tuple(decided.values()))
    assert {row["fork"] for row in plain} == set(NUMBERS)
    assert {type(value) for row in plain for value in row["numbers"].values()} <= {int, float, str, type(None)}
    assert len(readable(decided["F1"].rows())) == len(decided["F1"].rows())


# ------------------------------------------------------------------------------------------------ one by one


def test_by_name_is_not_the_presenter_everywhere(decided: dict[str, Decision]) -> None:
    shown = decided["F1"].demonstrate().rows
    assert any(row["name"] != row["presenters"] for row in shown)
    assert any(row["name"] == row["presenters"] != "generic" for row in shown)
    assert {row["raw"] for row in shown} == {"generic"}


def test_a_list_is_drawn_here_without_the_core(decided: dict[str, Decision]) -> None:
    shown = {row["tool"]: row for row in decided["F2"].demonstrate().rows}
    assert (shown["job_list"]["core"], shown["job_list"]["here"]) == ("generic", "list")
    assert (shown["grep"]["core"], shown["grep"]["here"]) == ("search", "search")
    assert numbers(decided["F2"], "list")["tools"] == len(shown)


def test_the_costs_are_those_of_the_channel(decided: dict[str, Decision]) -> None:
    facts = {fact.option: fact for fact in decided["F3"].evidence if fact.id == "cost"}
    assert set(facts) == {"A", "B", "C", "D"}
    added = {option: fact.numbers["executor"].value for option, fact in facts.items()}
    assert added["B"] == 0
    assert added["D"] < added["C"] < added["A"]


def test_assumptions_reach_the_evidence(recordings: Store, decided: dict[str, Decision]) -> None:
    longer = fork(recordings, "F4", Assumptions(away_ms=3000))
    assert numbers(longer, "differ")["missed"] > numbers(decided["F4"], "differ")["missed"]


def test_a_replay_of_what_was_sent_is_blank_until_the_result(decided: dict[str, Decision]) -> None:
    shown = decided["F4"].demonstrate().rows
    assert [row["replay_B"] for row in shown] == [0] * len(shown)
    assert all(row["replay_A"] == row["live_A"] for row in shown)
    assert shown[0]["live_B"] > 0
    assert shown[-1]["live_A"] == shown[-1]["printed"]


def test_without_metadata_cards_are_lost(decided: dict[str, Decision]) -> None:
    shown = decided["F5"].demonstrate().rows
    assert {row["tool"]: row["without"] for row in shown}["read"] == "text"
    assert any(row["same"] for row in shown)


def test_an_action_is_asked_answered_and_logged(decided: dict[str, Decision]) -> None:
    allowed, refused, prompted = decided["F6"].demonstrate().rows
    assert (allowed["ended"], refused["ended"]) == ("ok", "denied")
    assert allowed["told"] == refused["told"] == ("approval/asked", "approval/decided")
    assert prompted["rows"] > allowed["rows"]


def test_an_action_runs_beside_a_loop_that_runs_already(recordings: Store) -> None:
    async def inside() -> int:
        return len(fork(recordings, "F6").demonstrate().rows)

    assert asyncio.run(inside()) == 3


def test_the_card_of_a_workflow_tells_what_its_log_tells(decided: dict[str, Decision]) -> None:
    shown = decided["F7"].demonstrate().rows
    lines = {option: sum(row["lines"] for row in shown if row["option"] == option) for option in ("today", "A", "C")}
    assert lines["today"] == lines["A"] == 0
    assert lines["C"] > 0
    members = {sum(row["members"] for row in shown if row["option"] == option) for option in ("today", "A", "C")}
    assert len(members) == 1


def test_a_guard_contains_what_runs_free_today() -> None:
    today = {found.name for found in tried() if found.contained}
    behind = {found.name for found in tried(guarded) if found.contained}
    assert today < behind
    assert {found.name for found in tried(without) if found.contained} == {found.name for found in tried()}
    assert guarded(lambda arguments: {"card": "generic", "title": arguments["text"]})({"text": "x"}) == {
        "card": "generic", "title": "x",
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------ other stores


def test_nothing_loaded_leaves_numbers_unknown_and_nothing_breaks(empty: Store) -> None:
    for one in forks(empty):
        for fact in one.evidence:
            assert fact.says
            fact.behind().fetchall()
        if one.id in ("F1", "F2", "F5", "F6", "F8"):
            one.demonstrate().readable()
    assert numbers(fork(empty, "F6"), "prompted")["ms"] is None


def test_evidence_follows_the_store(tmp_path: Path) -> None:
    def loaded(recorded: float) -> Store:
        folder = tmp_path / f"{recorded}"
        make(folder, "G4", n=6, recorded=recorded)
        wb = workbench.open()
        wb.load(folder)
        return wb.store

    assert numbers(fork(loaded(0.0), "F7"), "anchor")["joined"] == 6
    assert numbers(fork(loaded(1.0), "F7"), "anchor")["joined"] == 0


def test_an_unknown_fork_is_a_sentence(empty: Store) -> None:
    with pytest.raises(WorkbenchError, match=r"There is no fork 'F9'\..* There are F1, F2"):
        fork(empty, "F9")
