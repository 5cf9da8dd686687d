"""The coverage matrix: what is declared for a tool against what was measured for it."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest

from workbench.gaps import Gap
from workbench.gaps.coverage import declared, survey, wanting
from workbench.gaps.gap import SIGNS
from workbench.gaps.matrix import MOST, SOLID, UNSEEN, Matrix, matrix
from workbench.gaps.picture import Bars, Cell, Grid, Picture
from workbench.store import Store


@pytest.fixture(scope="module")
def found(recordings: Store, measured: dict[str, Gap]) -> Matrix:
    return matrix(recordings, measured.values())


def cells(grid: Grid, tool: str) -> dict[str, Cell]:
    row = next(row for row in grid.rows if row[0].text == tool)
    return dict(zip((column.title for column in grid.columns), row, strict=True))


def test_every_tool_has_a_line_and_every_gap_a_column(found: Matrix, measured: dict[str, Gap]) -> None:
    tools = [line.tool for line in found.lines]
    assert len(tools) == len(set(tools))
    assert {row.tool for row in declared()} <= set(tools)
    assert found.gaps == tuple(measured)
    grid = found.grid()
    assert len(grid.rows) == len(tools)
    assert all(len(row) == len(grid.columns) for row in grid.rows)


def test_the_sign_of_a_box_is_the_verdict_for_that_very_tool(found: Matrix, measured: dict[str, Gap]) -> None:
    grid = found.grid()
    for number, tool in (("G5", "bash"), ("G5", "grep"), ("G4", "subagent"), ("G3", "workflow"), ("G1", "bash")):
        verdict = measured[number].by_tool[tool].verdict
        assert cells(grid, tool)[number] == Cell(text=SIGNS[verdict], fill=SOLID[verdict])
    assert cells(grid, "run_code")["G8"].text == SIGNS["closed"]
    assert cells(grid, "schedule_list")["G5"] == Cell(text=UNSEEN, fill="hollow", faint=True)
    assert cells(grid, "workflow")["G4"].fill is None, "measured, though nobody declared it"
    assert cells(grid, "skill")["G1"] == Cell()


def test_tools_of_servers_are_one_line(found: Matrix, measured: dict[str, Gap]) -> None:
    line = next(line for line in found.lines if line.tool == "mcp__*")
    assert not any(line.tool.startswith("mcp__demo") for line in found.lines)
    assert line.calls == 6
    assert line.verdicts["G11"] == "open"
    assert sum(calls for _, calls in line.seen) == 6
    assert measured["G10"].by_tool


def test_a_name_that_only_logs_have_declares_nothing(found: Matrix) -> None:
    line = found.lines[-1]
    assert (line.tool, line.declared) == ("no_such_tool", None)
    assert cells(found.grid(), "no_such_tool")["ideal card"].faint


def test_the_picture_has_every_tool_that_matters_and_says_which_these_are(found: Matrix) -> None:
    picture = found.picture()
    grid = cast("Grid", picture.panels[0])
    listed = {row.tool for row in survey()}
    matter = [line.tool for line in found.lines if line.calls or line.tool in listed]
    assert [row[0].text for row in grid.rows] == matter
    assert "no_such_tool" in matter, "called, though nobody declared it"
    assert f"{len(matter)} tools" in str(picture.note)
    assert {meaning for _, meaning in grid.keys} >= {"closed", "narrowed", "open"}


def test_its_pages_have_the_same_rows_few_at_a_time_and_no_empty_column(found: Matrix) -> None:
    whole = cast("Grid", found.picture().panels[0])
    pages = [cast("Grid", page.panels[0]) for page in found.pages()]
    assert [row[0].text for grid in pages for row in grid.rows] == [row[0].text for row in whole.rows]
    for grid in pages:
        assert 3 <= len(grid.rows) <= MOST
        for row in grid.rows:
            everything = cells(whole, row[0].text)
            assert cells(grid, row[0].text).items() <= everything.items()
            left_out = {column.title for column in whole.columns} - {column.title for column in grid.columns}
            assert all(everything[title] == Cell() for title in left_out)
    notes = [str(page.note) for page in found.pages()]
    assert notes[0].startswith(f"Page 1 of {len(pages)}")
    assert len(set(notes)) == len(pages) > 2


def test_a_page_is_drawn_larger_than_the_whole(found: Matrix) -> None:
    """A screen shows a picture as wide or as high as it has room: fewer rows and columns give larger letters."""
    from workbench.widgets.pictures import spec

    def scale(picture: Picture) -> float:
        (view,) = spec(picture, "light", bare=True)["vconcat"]
        return float(min(1190 / view["width"], 520 / view["height"]))

    assert all(scale(page) > 1.35 > scale(found.picture()) for page in found.pages())


def test_the_levers_answer_the_questions_of_the_survey(found: Matrix) -> None:
    picture = found.levers_picture()
    asked = survey()
    assert f"{len(wanting('table', asked))} of the {len(asked)}" in picture.said
    by_tools, by_calls = picture.panels
    assert isinstance(by_tools, Bars)
    assert isinstance(by_calls, Bars)
    widest = max(by_tools.bars, key=lambda bar: bar.value or 0)
    assert widest.category.startswith("G5 ")
    assert [bar.value for bar in by_tools.bars] == sorted((bar.value or 0 for bar in by_tools.bars), reverse=True)


def test_an_empty_store_has_the_declared_half_alone(empty: Store) -> None:
    found = matrix(empty, [])
    assert len(found.lines) == len(declared())
    assert all(line.calls == 0 and not line.verdicts and not line.seen for line in found.lines)
    assert found.picture().panels
    assert {row[0].text for page in found.pages() for row in cast("Grid", page.panels[0]).rows} == {
        row.tool for row in survey()
    }


def test_no_name_runs_into_the_next_column(found: Matrix) -> None:
    from workbench.widgets.picture_grid import grid_view
    from workbench.widgets.picture_parts import WIDTH, width
    from workbench.widgets.themes import THEMES

    whole = cast("Grid", found.picture().panels[0])
    long = (Cell(text="a_tool_" * 9), *whole.rows[0][1:])
    wide = (Cell(text="工具" * 20), *whole.rows[0][1:])
    view = grid_view(msgspec.structs.replace(whole, rows=(long, wide, *whole.rows)), THEMES["light"])
    words = [word for layer in view["layer"] for word in layer["data"]["values"] if word.get("kind") == "name"]
    shown = [str(word["text"]) for word in words]
    room = WIDTH * whole.columns[0].width / sum(column.width for column in whole.columns)
    assert all(width(text) <= room for text in shown)
    assert shown[2:] == [row[0].text for row in whole.rows], "names of tools that there are stand whole"
    assert shown[0].endswith("…")
