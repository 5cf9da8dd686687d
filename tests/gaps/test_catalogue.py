"""The survey as data: complete, in two languages, linked with what exists, and refused where it is not."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from workbench import strings, tools
from workbench.errors import WorkbenchError
from workbench.gaps.catalogue import FOLDER, catalogue, load, names_tool
from workbench.gaps.wire import described, figure

SURVEY = date(2026, 7, 20)
Change = Callable[[Any], None]


@pytest.fixture
def changed(tmp_path: Path) -> Callable[[str, Change], Path]:
    """A copy of the catalogue with one file changed."""

    def make(name: str, change: Change) -> Path:
        folder = tmp_path / "catalogue"
        shutil.copytree(FOLDER, folder)
        path = folder / f"{name}.json"
        value = json.loads(path.read_text("utf-8"))
        change(value)
        path.write_text(json.dumps(value), "utf-8")
        return folder

    return make


def texts(value: Any) -> list[tuple[str, str]]:
    """Every pair of texts below a JSON value."""
    if isinstance(value, dict):
        if set(value) == {"en", "zh"}:
            return [(value["en"], value["zh"])]
        return [pair for member in value.values() for pair in texts(member)]
    return [pair for item in value for pair in texts(item)] if isinstance(value, list) else []


def test_it_holds_everything_the_survey_has() -> None:
    found = catalogue()
    assert [gap.id for gap in found.gaps] == [f"G{number}" for number in range(1, 12)]
    assert [fork.id for fork in found.forks] == [f"F{number}" for number in range(1, 9)]
    assert [entry.id for entry in found.observations] == [f"O{number}" for number in range(1, 6)]
    assert [entry.id for entry in found.structure] == [f"S{number}" for number in range(1, 7)]
    assert [option.id for option in found.options.options] == ["A", "B", "C", "D"]
    assert {(field.kept, field.sent) for field in found.options.quadrants} == {
        (kept, sent) for kept in (True, False) for sent in (True, False)
    }
    assert len(found.inventory) == 22
    assert {reference.held for reference in found.references} == {True, False}


def test_what_the_survey_counted_comes_out_of_its_inventory() -> None:
    rich = [tool.name for tool in catalogue().inventory if {*tool.call_views, *tool.result_views} - {"generic"}]
    resulting = [tool.name for tool in catalogue().inventory if tool.result_views]
    silent = [tool.name for tool in catalogue().inventory if not tool.call_views]
    assert rich == ["bash", "write", "edit"]
    assert resulting == ["bash", "write", "edit", "workflow", "run_code"]
    assert silent == ["subagent", "ask_user_question", "mcp__*", "structured_output"]


def test_every_entry_is_dated_and_every_later_finding_has_evidence() -> None:
    found = catalogue()
    for entry in (*found.gaps, *found.forks, *found.observations, *found.visibility, *found.structure):
        assert entry.as_of == SURVEY
        assert all(since.as_of > SURVEY and since.evidence for since in entry.since)
    assert all(gap.since for gap in found.gaps)


def test_every_tool_has_its_ideal_card_in_both_languages() -> None:
    shows = catalogue().shows
    for name, tool in tools.catalogue().items():
        assert tool.ideal is not None
        assert shows[name].en == tool.ideal.shows
        assert re.search("[一-鿿]", shows[name].zh)


def test_gaps_of_ideal_cards_exist_and_name_the_tool_back() -> None:
    for name, tool in tools.catalogue().items():
        assert tool.ideal is not None
        assert set(tool.ideal.gaps) <= {gap.id for gap in catalogue().gaps}
        assert set(tool.ideal.forks) <= {fork.id for fork in catalogue().forks}
        if tool.ideal.basis == "survey" and "G4" in tool.ideal.gaps:
            assert "G4" in [gap.id for gap in catalogue().about(name)]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_chinese_is_chinese_and_english_has_none(path: Path) -> None:
    for en, zh in texts(json.loads(path.read_text("utf-8"))):
        assert not re.search("[一-鿿]", en)
        assert re.search("[一-鿿]", zh)


def test_the_words_are_our_own(shared: Path) -> None:
    """No stretch of ten Chinese characters, or of eight English words, stands in the papers we read."""
    papers = "".join(path.read_text("utf-8") for path in (*shared.glob("seeds/*.md"), *shared.glob("facts/*.md")))
    english = " ".join(re.findall(r"[a-z0-9]+", papers.lower()))
    for path in FOLDER.glob("*.json"):
        for en, zh in texts(json.loads(path.read_text("utf-8"))):
            for run in re.findall("[一-鿿]{10,}", zh):
                assert not any(run[at : at + 10] in papers for at in range(len(run) - 9)), zh
            words = re.findall(r"[a-z0-9]+", en.lower())
            assert not any(" ".join(words[at : at + 8]) in english for at in range(len(words) - 7)), en


def test_a_text_follows_the_language() -> None:
    title = catalogue().gap("G1").title
    try:
        strings.set_language("zh")
        assert str(title) == title.zh
    finally:
        strings.set_language("en")
    assert str(title) == title.en


def test_wide_words_stand_for_many_tools() -> None:
    assert names_tool(("*",), "bash")
    assert names_tool(("mcp__*",), "mcp__github__issue")
    assert names_tool(("model-made",), "heat_map")
    assert not names_tool(("model-made", "mcp__*"), "bash")


def test_an_unknown_gap_is_a_sentence() -> None:
    with pytest.raises(WorkbenchError, match=r"There is no gap 'G44'\. Did you mean 'G4'\?"):
        catalogue().gap("G44")


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("gaps", lambda value: value[0]["tools"].append("bahs"), r"gaps\.G1 .* tool 'bahs'.* Did you mean 'bash'"),
        ("gaps", lambda value: value[1]["events"].append("tool/cal"), r"gaps\.G2 .* event 'tool/cal'"),
        ("gaps", lambda value: value[2]["title"].pop("zh"), r"gaps\.json .* missing required field `zh`"),
        ("gaps", lambda value: value[2]["title"].update(zh=""), r"gaps\.json"),
        ("gaps", lambda value: value[2].update(colour="red"), r"unknown field `colour`"),
        ("gaps", lambda value: value[3]["forks"].append("F9"), r"Invalid enum value 'F9'"),
        ("gaps", lambda value: value[3]["since"][0].update(evidence=[]), r"length >= 1"),
        ("gaps", lambda value: value.pop(), r"lacks the gap 'G11'"),
        ("gaps", lambda value: value.append(value[0]), r"has gaps\.G1 twice"),
        ("gaps", lambda value: value[0].update(as_of="2026-02-30"), r"Invalid RFC3339"),
        ("forks", lambda value: value[0]["references"].append("hearsay"), r"forks\.F1 .* reference 'hearsay'"),
        ("wire", lambda value: value[2]["gaps"].append("G12"), r"Invalid enum value 'G12'"),
        (
            "signals",
            lambda value: value.append(value[1] | {"name": "tool/pause"}),
            r"of the log 'tool/pause'",
        ),
        ("inventory", lambda value: value[0]["now"].append("zsh"), r"bash .* tool 'zsh'"),
        ("ideals", lambda value: value.pop(0), r"lacks the ideal card 'bash'"),
        ("options", lambda value: value["quadrants"][0]["options"].append("E"), r"option 'E'"),
        ("words", lambda value: value["verdicts"].pop("open"), r"lacks the word of verdicts 'open'"),
        (
            "gaps",
            lambda value: value[0]["since"][0]["evidence"].append({"kind": "recording", "ref": "nowhere"}),
            r"recording 'nowhere'",
        ),
    ],
)
def test_a_mistake_is_refused_with_its_place(
    changed: Callable[[str, Change], Path], name: str, change: Change, sentence: str
) -> None:
    with pytest.raises(WorkbenchError, match=sentence):
        load(changed(name, change))


def test_a_missing_file_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match=r"ideals\.json cannot be read"):
        load(tmp_path)


def test_the_life_of_a_call_is_silent_while_it_runs() -> None:
    drawn = figure()
    assert [column.span for column in drawn.columns] == ["arguments", "call", "running", "result", "shown", "web"]
    assert [column.span for column in drawn.columns if column.silent] == ["running"]
    assert [lane for lane, _ in drawn.lanes] == ["stream", "log", "seam", "frame"]
    assert "tool/call" in described(drawn)


def test_the_figure_speaks_where_a_general_event_exists(changed: Callable[[str, Change], Path]) -> None:
    def invent(value: Any) -> None:
        signal = next(entry for entry in value if entry["name"] == "hook/invoked")
        signal["during"] = "general"

    folder = changed("signals", invent)
    steps = json.loads((folder / "wire.json").read_text("utf-8"))
    steps[2]["events"].append("hook/invoked")
    (folder / "wire.json").write_text(json.dumps(steps), "utf-8")
    assert not any(column.silent for column in figure(load(folder)).columns)
