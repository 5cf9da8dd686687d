"""The replay in a browser, on a local page with embedded data: what a reader sees, and does by mouse and keyboard."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from workbench.widgets.bundle import script, style
from workbench.widgets.embedded import embedded

if TYPE_CHECKING:
    from collections.abc import Iterator


Synthetic = runpy.run_path(str(Path(__file__).parents[1] / "widgets" / "synthetic.py"))["Synthetic"]

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Replay</title>
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<style>body {{ margin: 0 }} {css}</style></head><body><main id="place"></main>
<script type="application/json" id="data">{data}</script>
<script type="module">{js}
globalThis.begun = performance.now();
const made = embed(document.getElementById("place"), JSON.parse(document.getElementById("data").textContent));
globalThis.view = made.view;
const first = new MutationObserver(() => {{
  if (!document.querySelector(".wbr-row")) return;
  globalThis.firstRows = performance.now() - begun;
  first.disconnect();
}});
first.observe(document.body, {{ childList: true, subtree: true }});
made.ready.then(() => {{ globalThis.isReady = true; }});
</script></body></html>"""

# A row is filled when its name and, for a call, its state are there; its title too once its texts have come.
WATCH = """() => {
  globalThis.frames = 0;
  globalThis.faults = [];
  const look = () => {
    const scroller = view.list.scroller.getBoundingClientRect();
    let covered = scroller.top;
    const rows = [...document.querySelectorAll(".wbr-row")]
      .map((row) => ({ row, box: row.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > scroller.top && box.top < scroller.bottom)
      .sort((a, b) => a.box.top - b.box.top);
    for (const { row, box } of rows) {
      if (box.top > covered + 1) faults.push(`gap of ${box.top - covered} px`);
      covered = Math.max(covered, box.bottom);
      const name = row.querySelector(".wbr-tool, .wbr-kind").textContent;
      const title = row.querySelector(".wbr-title").textContent;
      if (!name || !title) faults.push(`row ${row.dataset.row} is not filled`);
    }
    if (covered < scroller.bottom - 1) faults.push(`nothing below ${covered}`);
    frames += 1;
    if (!globalThis.isWatched) return;
    requestAnimationFrame(look);
  };
  globalThis.isWatched = true;
  requestAnimationFrame(look);
}"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> dict[str, str]:
    """Address of a page for each of two sizes, and one in Chinese."""
    folder = tmp_path_factory.mktemp("pages")
    sources = {
        "large": Synthetic(10_000),
        "small": Synthetic(120, banner="The log ends here with an open turn: still being written, or crashed."),
        "chinese": Synthetic(60, language="zh"),
        "single": Synthetic(1, single=True),
    }
    made = {}
    for name, source in sources.items():
        page = folder / f"{name}.html"
        page.write_text(PAGE.format(css=style(), js=script(), data=json.dumps(embedded(source))), "utf-8")
        made[name] = page.as_uri()
    return made


@pytest.fixture
def show(browser, pages) -> Iterator:
    """Opens a page; at the end no error was logged and nothing was asked of a network."""
    opened = []
    faults: list[str] = []

    def _show(name: str, **kwargs):
        page = browser.new_page(viewport={"width": 1280, "height": 900}, **{"bypass_csp": True, **kwargs})
        opened.append(page)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None
        )
        page.on("request", lambda request: faults.append(request.url) if request.url.startswith("http") else None)
        page.goto(pages[name])
        page.locator(".wbr-row").first.wait_for(timeout=20_000)
        if "bypass_csp" not in kwargs:  # the driver's own waiting needs eval
            page.wait_for_function("globalThis.isReady", timeout=20_000)
        return page

    yield _show
    for page in opened:
        page.close()
    assert faults == []


def active(page) -> int:
    return page.evaluate("view.active")


def test_first_rows_stand_at_once_and_only_those_in_sight_are_in_the_document(show):
    page = show("large")
    assert page.evaluate("view.index.length") == 10_000
    assert page.locator(".wbr-row").count() < 60
    first = page.locator(".wbr-row").first
    assert first.locator(".wbr-kind").text_content() == "User"
    assert "Please look at case 0, then mend" in first.locator(".wbr-title").text_content()
    assert abs(first.bounding_box()["height"] - 28) < 1


def test_a_strict_content_policy_is_enough(show):
    page = show("small", bypass_csp=False)
    page.locator('.wbr-row[data-row="1"] .wbr-head').click()
    page.get_by_text("Body of row 1.").wait_for()


def test_no_row_is_unfilled_while_the_wheel_turns(show):
    page = show("large")
    page.evaluate(WATCH)
    page.locator(".wbr-scroller").hover()
    for step in (120, 600, 3_000, 20_000, -7_000, 50_000, -300):
        for _ in range(6):
            page.mouse.wheel(0, step)
            page.wait_for_timeout(15)
    page.wait_for_timeout(100)
    assert page.evaluate("(isWatched = false, frames)") > 20
    assert page.evaluate("[...new Set(faults)].slice(0, 5)") == []


def test_no_row_is_unfilled_while_the_scroll_bar_is_dragged(show):
    page = show("large")
    page.evaluate(WATCH)
    page.evaluate("""async () => {
      const bar = view.list.scroller;
      const longest = bar.scrollHeight - bar.clientHeight;
      for (let i = 0; i <= 120; i++) {
        bar.scrollTop = longest * (0.5 + 0.5 * Math.sin(i * 1.7));
        await new Promise(requestAnimationFrame);
      }
    }""")
    assert page.evaluate("(isWatched = false, frames)") > 100
    assert page.evaluate("[...new Set(faults)].slice(0, 5)") == []


def test_a_row_opens_with_text_and_keeps_its_place_when_folded_away(show):
    page = show("small")
    row = page.locator('.wbr-row[data-row="1"]')
    row.locator(".wbr-head").click()
    row.get_by_text("Body of row 1.").wait_for()
    assert row.locator("pre").first.text_content()
    assert row.get_attribute("aria-expanded") == "true"
    below = page.locator('.wbr-row[data-row="2"]').bounding_box()
    assert below["y"] >= row.bounding_box()["y"] + row.bounding_box()["height"] - 1
    row.locator(".wbr-head").click()
    assert row.locator(".wbr-body").count() == 0


def test_scrolling_away_and_back_keeps_a_body_and_its_folds(show):
    page = show("large")
    page.locator('.wbr-row[data-row="2"] .wbr-head').click()
    page.get_by_text("Body of row 2.").wait_for()
    page.evaluate("view.list.element(2).querySelector('p').dataset.mine = 'kept'")
    page.evaluate("view.list.scroller.scrollTop = 90000")
    page.wait_for_timeout(50)
    page.evaluate("document.activeElement.blur()")
    page.evaluate("view.list.scroller.scrollTop = 95000")
    page.wait_for_function("view.list.element(2) === null")
    page.evaluate("view.list.scroller.scrollTop = 0")
    page.wait_for_function("view.list.element(2)?.querySelector('p')?.dataset.mine === 'kept'")


def test_children_are_hidden_until_their_parent_is_unfolded(show):
    page = show("small")
    parent = page.evaluate("[...view.index.flags].findIndex((flags, row) => view.index.hasChildren(row))")
    inside = page.evaluate(f"view.index.below({parent})")
    count = page.evaluate("view.list.rows.length")
    assert page.evaluate(f"view.list.geometry.position({parent + 1})") == -1
    page.evaluate(f"view.acts.select({parent})")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("view.list.rows.length") == count + inside
    child = page.locator(f'.wbr-row[data-row="{parent + 1}"]')
    assert child.get_attribute("aria-level") == "2"
    page.keyboard.press("ArrowRight")
    assert active(page) == parent + 1
    page.keyboard.press("ArrowLeft")
    assert active(page) == parent
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("view.list.rows.length") == count


def test_keys_move_open_and_go_from_failure_to_failure(show):
    page = show("large")
    page.locator(".wbr-row").first.focus()
    page.keyboard.press("j")
    page.keyboard.press("ArrowDown")
    assert active(page) == 2
    page.keyboard.press("k")
    assert active(page) == 1
    page.keyboard.press("Enter")
    page.get_by_text("Body of row 1.").wait_for()
    page.keyboard.press(" ")
    assert page.locator(".wbr-body").count() == 0
    page.keyboard.press("]")
    failure = active(page)
    assert page.evaluate(f"view.index.isRed({failure})")
    assert page.evaluate("document.activeElement.dataset.row") == str(failure)
    page.keyboard.press("]")
    assert active(page) > failure
    page.keyboard.press("[")
    assert active(page) == failure
    page.keyboard.press("End")
    assert active(page) == page.evaluate("view.list.rows.at(-1)")
    page.keyboard.press("Home")
    assert active(page) == 0


def test_what_was_said_of_a_row_goes_with_the_next_step(show):
    page = show("large")
    page.locator(".wbr-row .wbr-head").first.click()
    page.keyboard.press("[")
    page.get_by_text("No failure before this row.").wait_for()
    page.keyboard.press("j")
    assert page.locator(".wbr-said").text_content() == ""


def test_a_failure_that_is_folded_away_is_unfolded(show):
    page = show("large")
    hidden = page.evaluate("[...view.index.parent].findIndex((above, row) => above >= 0 && view.index.isRed(row))")
    page.evaluate(f"view.acts.select({hidden} - 1); view.acts.failure(1)")
    assert active(page) == hidden
    assert page.evaluate(f"view.list.element({hidden}) !== null")


def test_filters_by_tool_state_errors_and_words(show):
    page = show("large")
    page.get_by_label("Tool or kind").select_option(
        label=page.get_by_label("Tool or kind").locator("option", has_text="grep").text_content()
    )
    page.wait_for_function("view.matches !== null")
    names = page.locator(".wbr-row:not(.wbr-context) .wbr-tool").all_text_contents()
    assert set(names) == {"grep"}
    page.get_by_label("Errors only").check()
    page.wait_for_function(
        "[...document.querySelectorAll('.wbr-row:not(.wbr-context)')].every((row) => row.querySelector('.wbr-red'))"
    )
    page.get_by_role("button", name="Clear").click()
    page.wait_for_function("view.matches === null")
    page.keyboard.type("case_12.PY pytest")
    page.wait_for_function("view.matches !== null")
    titles = page.locator(".wbr-row:not(.wbr-context) .wbr-title").all_text_contents()
    assert titles
    assert all("case_12.py" in title for title in titles)
    assert page.locator(".wbr-count").text_content() == f"{len(titles)} of 10,000 rows"
    page.get_by_label("Filter by words").fill("nothing has these words")
    page.get_by_text("No row fits this filter.").wait_for()


def test_states_and_outcomes_are_filtered_apart(show):
    page = show("large")
    words = "options => options.map((option) => option.value).filter(Boolean)"
    states = page.get_by_label("State", exact=True).locator("option").evaluate_all(words)
    outcomes = page.get_by_label("Outcome", exact=True).locator("option").evaluate_all(words)
    assert {"done", "failed"} <= set(states) <= set(page.evaluate("view.index.meta.states"))
    assert {"ok", "exit"} <= set(outcomes) <= set(page.evaluate("view.index.meta.outcomes"))
    page.get_by_label("State", exact=True).select_option("done")
    page.get_by_label("Outcome", exact=True).select_option("exit")
    page.wait_for_function("view.matches !== null")
    rows = page.locator(".wbr-row:not(.wbr-context) .wbr-cell-status")
    assert rows.count() > 0
    assert all("wbr-is-exit" in row.get_attribute("class") for row in rows.all())


def test_calls_are_counted_alike_in_the_head_the_lanes_and_the_filter(show):
    page = show("large")
    said = page.locator(".wbr-tally-name").all_text_contents()
    numbers = [int(words.split()[0].replace(",", "")) for words in said]
    assert [words.split(maxsplit=1)[1] for words in said] == ["calls", "dispatches", "child calls"]
    calls = "[...view.index.tool].map((tool, row) => tool !== 0xffff && !view.index.isInherited(row) ? row : -1)"
    own = f"{calls}.filter((row) => row >= 0)"
    assert sum(numbers) == page.evaluate(f"{own}.length")
    assert numbers[1] == page.evaluate(f"{own}.filter((row) => view.index.isDispatch(row)).length")
    lanes = page.locator(".wbr-strip").inner_text()
    assert "Dispatches" in lanes
    assert "Child sessions" in lanes


def test_a_filtered_child_shows_its_parent_as_context(show):
    page = show("large")
    child = page.evaluate("[...view.index.parent].findIndex((above) => above >= 0)")
    key = page.evaluate(f"view.index.text('titles', {child})")
    page.get_by_label("Filter by words").fill(key)
    page.wait_for_function("view.matches !== null")
    parent = page.evaluate(f"view.index.parent[{child}]")
    assert "wbr-context" in page.locator(f'.wbr-row[data-row="{parent}"]').get_attribute("class")


def test_the_strip_leads_to_the_row_at_a_time(show):
    page = show("large")
    strip = page.get_by_role("slider")
    box = strip.bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 5)
    halfway = active(page)
    assert 3_000 < halfway < 7_000
    assert page.evaluate(f"view.list.element({halfway}) !== null")
    page.mouse.move(box["x"] + 10, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 2, box["y"] + 5, steps=5)
    page.mouse.up()
    assert active(page) > 9_000
    strip.focus()
    page.keyboard.press("Home")
    assert active(page) == 0
    page.keyboard.press("ArrowRight")
    assert strip.get_attribute("aria-valuetext").count("·") >= 1


def test_a_state_is_a_symbol_and_a_word_and_red_is_for_failures_alone(show):
    page = show("large")
    cells = page.evaluate("""() => [...document.querySelectorAll('.wbr-row')].map((row) => {
      const cell = row.querySelector('.wbr-cell-status');
      return { call: row.querySelector('.wbr-tool') !== null, word: cell?.textContent ?? '',
               symbol: cell?.querySelector('svg') instanceof SVGElement,
               red: cell?.classList.contains('wbr-red') ?? false, status: view.index.status(Number(row.dataset.row)) };
    })""")
    for cell in cells:
        assert bool(cell["word"]) == cell["symbol"] == cell["call"]
        assert cell["red"] == (cell["status"] in ("error", "exit", "signal", "timeout", "failed"))


def test_the_header_counts_calls_apart_from_what_they_dispatch_and_shows_the_banner(show):
    page = show("small")
    words = page.locator(".wbr-header").inner_text()
    assert "session-synthetic-0001" in words
    assert "deepseek-chat" in words
    assert "calls" in words
    assert "dispatches" in words
    assert "The log ends here with an open turn" in words


def test_beside_a_title_stands_what_the_call_is_for_or_what_went_wrong(show):
    page = show("large")
    page.get_by_label("Errors only").check()
    page.wait_for_function("view.matches !== null")
    failed = page.locator(".wbr-row:not(.wbr-context)").filter(has=page.locator(".wbr-is-error")).first
    said = failed.locator(".wbr-hint")
    assert said.text_content().startswith("Error: ")
    assert said.get_attribute("title") == said.text_content()
    assert "wbr-red" in said.get_attribute("class")
    page.get_by_role("button", name="Clear").click()
    page.wait_for_function("view.matches === null")
    purpose = page.locator(".wbr-hint:not(.wbr-red)").first
    assert purpose.text_content() == "Run one test"
    page.get_by_label("Filter by words").fill("could not do what was asked")
    page.wait_for_function("view.matches !== null")
    assert page.locator(".wbr-row:not(.wbr-context) .wbr-is-error").count() > 0


@pytest.mark.parametrize("width", [420, 700, 1100])
def test_a_narrow_cell_keeps_every_row_on_its_line(show, width):
    page = show("large")
    page.evaluate(f"document.getElementById('place').style.width = '{width}px'")
    page.wait_for_timeout(100)
    found = page.evaluate("""() => [...document.querySelectorAll('.wbr-head')].map((head) => {
      const box = head.getBoundingClientRect();
      const cells = [...head.children].map((cell) => cell.getBoundingClientRect()).filter((cell) => cell.width > 0);
      const title = head.querySelector('.wbr-title').getBoundingClientRect();
      return { apart: cells.every((cell, at) => at === 0 || cell.left >= cells[at - 1].right - 1),
               inside: cells.every((cell) => cell.right <= box.right + 1 && cell.bottom <= box.bottom + 1),
               title: title.width };
    })""")
    assert found
    for row in found:
        assert row["apart"]
        assert row["inside"]
        assert row["title"] > 40


def test_the_words_of_a_message_take_the_place_of_the_end_that_it_has_not(show):
    page = show("large")
    ends = page.evaluate("""() => [...document.querySelectorAll('.wbr-cell-title')].map((cell) => [
      cell.parentElement.querySelector('.wbr-tool') === null, Math.round(cell.getBoundingClientRect().right),
      cell.getAttribute('aria-colspan')])""")
    messages = {tuple(rest) for is_message, *rest in ends if is_message}
    calls = {tuple(rest) for is_message, *rest in ends if not is_message}
    assert len(messages) == len(calls) == 1
    assert messages.pop()[0] > calls.pop()[0] + 150


def test_the_strip_follows_the_width_of_its_cell(show):
    page = show("small")
    for width in (900, 500, 1100):
        page.evaluate(f"document.getElementById('place').style.width = '{width}px'")
        page.wait_for_timeout(200)
        area, shade = (page.locator(f".wbr-strip-{part}").bounding_box() for part in ("area", "window"))
        assert shade["x"] >= area["x"]
        assert shade["x"] + shade["width"] <= area["x"] + area["width"] + 3


@pytest.mark.parametrize("name", ["large", "chinese"])
def test_the_names_of_the_lanes_stand_beside_them(show, name):
    page = show(name)
    area = page.locator(".wbr-strip-area").bounding_box()
    names = page.locator(".wbr-strip-names span")
    assert names.count() >= 3
    for label in names.all():
        assert label.evaluate("(label) => label.scrollWidth <= label.clientWidth + 0.5")
        box = label.bounding_box()
        assert box["x"] + box["width"] <= area["x"]


def test_labels_are_chinese_where_the_meta_says_so(show):
    page = show("chinese")
    assert page.get_by_label("仅错误").count() == 1
    assert page.locator(".wbr-row .wbr-kind").first.text_content() == "用户"
    assert page.locator(".wbr-replay").get_attribute("lang") == "zh"


def test_a_single_card_stands_open_without_anything_around_it(show):
    page = show("single")
    page.get_by_text("Body of row 0.").wait_for()
    assert page.locator(".wbr-header, .wbr-strip, .wbr-filter").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(show, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs axe")
    page = show("small", color_scheme=scheme)
    page.locator('.wbr-row[data-row="1"] .wbr-head').click()
    page.get_by_text("Body of row 1.").wait_for()
    found = axe.Axe().run(page, context=".wbr-replay")
    assert [
        (fault["id"], [node["target"] for node in fault["nodes"]][:3]) for fault in found.response["violations"]
    ] == []


def test_a_list_taller_than_an_element_can_be_is_still_scrolled_to_its_end(show):
    page = show("small")
    result = page.evaluate("""async () => {
      const rows = Int32Array.from({ length: 3_000_000 }, (_, i) => i);
      const VirtualList = view.list.constructor;
      const made = (row) => Object.assign(document.createElement("div"), { className: "wbr-row", textContent: row });
      const list = new VirtualList(28, { make: made, renew() {}, drop() {}, onDraw() {} });
      document.getElementById("place").append(list.scroller);
      await new Promise(requestAnimationFrame);
      list.setRows(rows);
      const frame = () => new Promise(requestAnimationFrame);
      list.scroller.scrollTop = 1e9; await frame(); await frame();
      const last = list.box.lastChild.textContent;
      list.reveal(1_500_000, true); await frame(); await frame();
      const middle = list.element(1_500_000) !== null;
      const before = list.top; list.scroller.scrollTop += 100; await frame(); await frame();
      return { last, middle, moved: list.top - before };
    }""")
    assert result["last"] == "2999999"
    assert result["middle"]
    assert abs(result["moved"] - 100) <= 1


def test_an_action_that_needs_a_kernel_says_so(show):
    page = show("small")
    page.evaluate("() => { view.acts.action(1, 'more:lines'); }")
    page.get_by_text("This file has no kernel behind it").wait_for()


def test_an_action_can_lead_to_another_row_or_into_a_child_session(show):
    page = show("small")
    child = page.evaluate("[...view.index.parent].findIndex((above) => above >= 0)")
    key = page.evaluate(f"view.index.text('keys', {child})")
    page.evaluate("(key) => { view.acts.action(1, `goto:${key}`); }", key)
    assert active(page) == child
    page.evaluate("() => { view.acts.action(1, 'open:session-synthetic-0001'); }")
    assert active(page) == 0
    page.evaluate("() => { view.acts.action(1, 'open:elsewhere'); }")
    page.get_by_text("No row of elsewhere is in this list.").wait_for()


def test_b_leads_back_from_where_an_action_led(show):
    page = show("small")
    child = page.evaluate("[...view.index.parent].findIndex((above) => above >= 0)")
    key = page.evaluate(f"view.index.text('keys', {child})")
    page.evaluate("view.acts.select(2)")
    page.evaluate("(key) => { view.acts.action(2, `goto:${key}`); }", key)
    page.get_by_text("b leads back").wait_for()
    page.evaluate(f"() => {{ view.acts.action({child}, 'open:session-synthetic-0001'); }}")
    assert active(page) == 0
    page.keyboard.press("b")
    assert active(page) == child
    page.keyboard.press("b")
    assert active(page) == 2
    page.keyboard.press("b")
    page.get_by_text("There is no jump to go back from.").wait_for()
