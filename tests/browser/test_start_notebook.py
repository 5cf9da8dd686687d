"""The start notebook as a person meets it: run in JupyterLab, its replay scrolled, its cards opened, light and dark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import lab as labs
import pytest
from playwright.sync_api import expect
from replays import Replay, colour, is_red

import workbench

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

NOTEBOOK = "notebooks/00-start-here.ipynb"
SESSION = "session-d8f4c004-b4cd-4345-8103-9fd1e41700a1"
PROGRAM = "Nested dispatches, parallel and failing"


@pytest.fixture(scope="module")
def started(browser: Browser, lab: labs.Lab) -> Iterator[labs.Visit]:
    """The notebook, run once for all tests of this file."""
    with labs.visiting(browser) as visit:
        labs.open_notebook(visit, lab, NOTEBOOK)
        labs.run_all(visit)
        yield visit


@pytest.fixture
def replay(started: labs.Visit) -> Replay:
    """Its replay as the cell gives it: everything folded, at its top."""
    labs.set_theme(started, "JupyterLab Light")
    cell = started.page.locator(".jp-CodeCell", has_text="session.show()")
    labs.run_cell(started, "session.show()")
    replay = Replay(cell.locator(".wbr-replay"))
    replay.point_into()
    return replay


@pytest.fixture(scope="module")
def wb(recorded: Path) -> workbench.bench.Workbench:
    """The same session, to compare with."""
    wb = workbench.open()
    wb.load(recorded / "run-code")
    return wb


def below(wb: workbench.bench.Workbench, call: str) -> list[str]:
    """Names of the dispatches that a call's program made, in order."""
    query = "select name from dispatches where root_call_id = $call order by call_seq"
    return [name for (name,) in wb.sql(query, call=call).fetchall()]


def test_every_cell_runs(started: labs.Visit) -> None:
    assert labs.errors(started) == []


def test_the_sessions_and_the_chart_are_there(started: labs.Visit) -> None:
    table = started.page.locator(".jp-OutputArea table.dataframe").first
    table.scroll_into_view_if_needed()
    expect(table.locator("tbody tr")).to_have_count(12)
    expect(table).to_contain_text("bash-background", use_inner_text=True)
    chart = started.page.locator(".jp-OutputArea canvas, .jp-OutputArea svg.marks").last
    chart.scroll_into_view_if_needed()
    assert chart.is_visible()


def test_the_static_twin_of_the_replay_is_not_shown_beside_it(started: labs.Visit, replay: Replay) -> None:
    cell = started.page.locator(".jp-CodeCell", has_text="session.show()")
    assert cell.locator(".wbr-replay").count() == 1
    assert cell.locator(".jp-RenderedHTML:visible").count() == 0


def test_the_head_counts_calls_dispatches_and_child_calls_apart(replay: Replay, wb: workbench.bench.Workbench) -> None:
    header = replay.root.locator(".wbr-header").inner_text()
    assert SESSION in header
    counts = """
        select count(*) filter (session_id = $session and not is_dispatch),
            count(*) filter (session_id = $session and is_dispatch), count(*) filter (session_id <> $session)
        from all_calls"""
    tallies = replay.root.locator(".wbr-tally-name").all_inner_texts()
    assert [tuple(int(text.split()[0]) for text in tallies)] == wb.sql(counts, session=SESSION).fetchall()
    assert [text.split(maxsplit=1)[1] for text in tallies] == ["calls", "dispatches", "child calls"]


def test_a_program_opens_into_its_calls(replay: Replay, wb: workbench.bench.Workbench) -> None:
    program = replay.named(PROGRAM)
    assert program.count() == 1
    names = below(wb, "call_0380_0_run-code")
    assert program.get_attribute("aria-expanded") == "false"
    before = int(replay.scroller.get_attribute("aria-rowcount") or 0)
    replay.unfold(program)
    assert program.get_attribute("aria-expanded") == "true"
    assert int(replay.scroller.get_attribute("aria-rowcount") or 0) == before + len(names)
    first = int(program.get_attribute("data-row") or 0) + 1
    shown = [replay.row(number).locator(".wbr-tool").inner_text() for number in range(first, first + len(names))]
    assert shown == names
    assert {replay.row(number).get_attribute("aria-level") for number in range(first, first + len(names))} == {"2"}


def test_a_nested_terminal_card_shows_command_output_and_exit(replay: Replay) -> None:
    replay.unfold(replay.named(PROGRAM))
    row = replay.named("echo nested one")
    assert "wbr-kind-terminal" in (row.get_attribute("class") or "")
    body = replay.open(row)
    assert body.locator(".wb-prompt code").inner_text() == "echo nested one"
    assert body.locator("pre.wb-terminal").inner_text().strip() == "nested one"
    assert "exit code 0" in body.locator(".wb-ending").inner_text()
    mono = body.locator("pre.wb-terminal").evaluate("(pre) => getComputedStyle(pre).fontFamily")
    assert "mono" in mono.lower()


def test_a_nested_diff_card_shows_lines_in_their_colours(replay: Replay) -> None:
    replay.unfold(replay.named(PROGRAM))
    row = replay.root.locator(".wbr-row.wbr-kind-diff").first
    body = replay.open(row)
    added, removed = body.locator(".wb-line.wb-added"), body.locator(".wb-line.wb-removed")
    assert [line.locator(".wb-source").inner_text() for line in removed.all()] == ["nope"]
    assert [line.locator(".wb-source").inner_text() for line in added.all()] == ["x"]
    assert [line.locator(".wb-sign").inner_text() for line in (removed.first, added.first)] == ["-", "+"]
    red, green, _ = colour(removed.first, "backgroundColor")
    assert red > green
    red, green, _ = colour(added.first, "backgroundColor")
    assert green > red


def test_what_failed_is_red_and_says_so_in_a_word(replay: Replay) -> None:
    replay.unfold(replay.named(PROGRAM))
    failed = replay.named("missing.txt").locator(".wbr-cell-status")
    fine = replay.named("echo nested one").locator(".wbr-cell-status")
    assert "wbr-red" in (failed.get_attribute("class") or "")
    assert is_red(failed)
    assert not is_red(fine)
    assert (failed.inner_text().strip(), fine.inner_text().strip()) == ("error", "ok")


def test_raw_arguments_and_the_reason_for_the_card_are_folded_below_it(replay: Replay) -> None:
    replay.unfold(replay.named(PROGRAM))
    body = replay.open(replay.named("echo nested one"))
    sections = body.locator("details.wb-section")
    assert sections.evaluate_all("(all) => all.some((one) => one.open)") is False
    sections.filter(has_text="Why this card").locator("summary").click()
    assert "view: terminal" in body.locator(".wb-why").inner_text()
    assert sections.filter(has_text="Why this card").evaluate("(fold) => fold.open") is True


def test_no_row_is_empty_while_the_wheel_turns(replay: Replay) -> None:
    replay.unfold_all()
    replay.to_top()
    replay.open(replay.named("echo nested one"))
    replay.watch()
    replay.wheel_to_end()
    watched = replay.watched()
    assert watched.gaps == []
    assert watched.places > 3
    assert replay.named("Code done.").is_visible()


def test_no_row_is_empty_while_the_bar_is_dragged(replay: Replay) -> None:
    replay.unfold_all()
    replay.to_top()
    replay.watch()
    replay.drag_to_end()
    watched = replay.watched()
    assert watched.gaps == []
    assert watched.places > 3
    assert replay.is_at_end()
    assert replay.named("Code done.").is_visible()


def test_dragging_along_the_strip_walks_through_the_session(replay: Replay) -> None:
    area = replay.root.locator(".wbr-strip-area").bounding_box()
    assert area is not None
    y = area["y"] + area["height"] / 2
    replay.watch()
    replay.page.mouse.move(area["x"] + 2, y)
    replay.page.mouse.down()
    seen = []
    for step in range(1, 21):
        replay.page.mouse.move(area["x"] + area["width"] * step / 20 - 2, y)
        replay.page.wait_for_timeout(20)
        seen.append(int(replay.root.locator(".wbr-row.wbr-active").get_attribute("data-row") or -1))
    replay.page.mouse.up()
    assert replay.watched().gaps == []
    assert seen == sorted(seen)
    assert len(set(seen)) > 3


def test_no_letter_reaches_the_notebook(replay: Replay, started: labs.Visit) -> None:
    cells = f"() => {labs.FIND}.content.widgets.map(({{ model }}) => [model.id, model.type])"
    before = started.page.evaluate(cells)
    row = replay.root.locator(".wbr-row").first
    row.locator(".wbr-head").click()
    for place in (row, replay.root.locator(".wbr-strip-area"), replay.root.get_by_label("Errors only")):
        place.focus()
        for key in "axddmyzo00":
            started.page.keyboard.press(key)
    assert started.page.evaluate(cells) == before
    assert started.page.evaluate("() => document.activeElement.closest('.wbr-replay') !== null")


def test_one_card_stands_still_below_it(started: labs.Visit) -> None:
    cell = started.page.locator(".jp-CodeCell", has_text='where(outcome="exit")')
    cell.scroll_into_view_if_needed()
    shown = cell.locator(".jp-OutputArea-output")
    expect(shown).to_contain_text("echo about to fail; exit 3", use_inner_text=True)
    expect(shown).to_contain_text("exit 3", use_inner_text=True)


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_text_stands_out_from_its_ground_in_both_themes(
    theme: str, replay: Replay, started: labs.Visit, shots: Path
) -> None:
    labs.set_theme(started, f"JupyterLab {theme}")
    replay.unfold(replay.named(PROGRAM))
    replay.open(replay.named("echo nested one"))
    replay.point_into()
    replay.page.screenshot(path=shots / f"start-{theme.lower()}.png")
    words = colour(replay.named(PROGRAM).locator(".wbr-title"))
    assert (sum(words) < 3 * 96) if theme == "Light" else (sum(words) > 3 * 160)


def test_nothing_was_asked_of_another_machine_and_no_script_failed(started: labs.Visit) -> None:
    assert started.outside == []
    assert started.faults == []
