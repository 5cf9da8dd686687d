"""Coverage: what the catalogue declares, what sessions hold, and which lever is the widest."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from workbench import tools
from workbench.gaps.coverage import (
    SERVED_BY,
    calls_by_tool,
    coverage,
    declared,
    levers,
    survey,
    wanting,
)
from workbench.gaps.samples import samples, shown_types
from workbench.model import CARD_TYPES
from workbench.registry.schema import validate_arguments
from workbench.store import Store
from workbench.tools.definition import IdealCard


def rows(relation: Any) -> dict[str, dict[str, Any]]:
    return {row[0]: dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()}


def test_every_tool_is_declared_once_and_those_of_servers_and_of_models_too() -> None:
    names = [row.tool for row in declared()]
    assert sorted(names) == sorted([*tools.catalogue(), "mcp__*", "model-made"])


@pytest.mark.parametrize(
    ("tool", "types"),
    [
        ("bash", {"terminal", "job"}),
        ("read", {"read"}),
        ("edit", {"diff"}),
        ("grep", {"search"}),
        ("web_search", {"web"}),
        ("str_replace_editor", {"generic", "diff"}),
        ("workflow", {"progress"}),
        ("read_image", {"media"}),
        ("mcp__github__issue", {"generic"}),
        ("heat_map", {"generic"}),
    ],
)
def test_what_is_shown_today_comes_from_sample_calls(tool: str, types: set[str]) -> None:
    assert set(shown_types(tool)) == types


@pytest.mark.parametrize("name", sorted(tools.catalogue()))
def test_sample_arguments_fit_the_schema(name: str) -> None:
    schema = tools.catalogue()[name].parameters
    for arguments in samples(schema):
        assert validate_arguments(schema, arguments) == []


def test_every_ideal_card_is_served_by_types_that_exist() -> None:
    assert set(SERVED_BY) == set(get_args(IdealCard))
    assert frozenset().union(*SERVED_BY.values()) <= set(CARD_TYPES)


def test_met_follows_from_the_types_that_are_shown() -> None:
    for row in declared():
        drawn = [bool(SERVED_BY[card] & set(row.shown)) for card in row.ideal]
        assert row.met == ("best" if drawn[0] else "other" if any(drawn) else "no")
    met = {row.tool: row.met for row in declared()}
    assert (met["grep"], met["lsp"], met["spawn_teammate"]) == ("best", "other", "no")


def test_declared_is_joined_with_observed(recordings: Store) -> None:
    found = rows(coverage(recordings.cursor()))
    (calls,) = recordings.cursor().execute("select count(*) from all_calls").fetchone() or (0,)
    assert sum(row["calls"] + row["dispatches"] for row in found.values()) == calls
    assert found["bash"]["calls"] > 50
    assert found["bash"]["with_metadata"] == 0
    assert found["grep"]["with_metadata"] == found["grep"]["ok"]
    assert found["mcp__*"]["calls"] == 6
    assert found["lsp"]["calls"] == 0
    assert found["no_such_tool"]["family"] is None
    assert found["no_such_tool"]["retired"] is None
    assert found["bash"]["seen"] is None


def test_card_types_are_taken_as_they_are_given(recordings: Store) -> None:
    keys = [key for (key,) in recordings.cursor().execute("select key from calls where name = 'bash'").fetchall()]
    types = dict.fromkeys(keys, "terminal") | {keys[0]: "heatmap"}
    row = rows(coverage(recordings.cursor(), types))["bash"]
    assert row["seen"] == [{"type": "terminal", "calls": len(keys) - 1}, {"type": "heatmap", "calls": 1}]
    assert row["undeclared"] == ["heatmap"]


def test_an_empty_store_has_only_the_declared_half(empty: Store) -> None:
    found = rows(coverage(empty.cursor(), {"no/such.call": "generic"}))
    assert len(found) == len(declared())
    assert all(row["calls"] == 0 for row in found.values())


def test_one_list_card_would_serve_most_of_those_who_want_more_than_text() -> None:
    asked = survey()
    assert set(wanting("table", asked)) == {
        "grep",
        "glob",
        "web_search",
        "todo_write",
        "job_list",
        "cordis_inspect_list",
    }
    other = {card for card in get_args(IdealCard) if card not in ("text", "table")}
    assert all(len(wanting(card, asked)) < len(wanting("table", asked)) for card in other)


def test_the_widest_lever_of_the_survey_is_data_beside_the_text() -> None:
    gaps = [lever for lever in levers(survey()) if lever.kind == "gap"]
    assert gaps[0].id == "G5"
    cards = {lever.id: len(lever.tools) for lever in levers(survey()) if lever.kind == "card"}
    assert cards["diff"] + cards["terminal"] < len(gaps[0].tools)


def test_by_calls_another_lever_may_be_the_widest(recordings: Store) -> None:
    by_calls = levers(calls=calls_by_tool(recordings.cursor()))
    assert by_calls[0].calls == max(lever.calls or 0 for lever in by_calls)
    assert {lever.id for lever in by_calls if lever.calls == by_calls[0].calls} >= {"G5"}
    only_questions = levers(calls={"ask_user_question": 4})
    assert only_questions[0].calls == 4
    assert {lever.id for lever in only_questions if lever.calls == 4} == {"G9", "G11", "F6", "interactive"}


def test_retired_names_pull_no_lever() -> None:
    assert "task_list" not in wanting("table")
    assert "job_list" in wanting("table")


def test_tools_that_a_model_made_fall_back_on_the_generic_card() -> None:
    row = next(row for row in declared() if row.tool == "model-made")
    assert (row.ideal, row.shown, row.met, row.gaps, row.forks) == (
        ("generic",),
        ("generic",),
        "best",
        ("G11",),
        ("F8",),
    )
    assert row.shows.en != row.shows.zh
