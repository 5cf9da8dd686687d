"""Widget and kernel side together, without a notebook: the page's model hands each message to a real `Replay`."""

from __future__ import annotations

import base64
import json
import runpy
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from workbench.widgets.bundle import script, style
from workbench.widgets.replay import Replay

if TYPE_CHECKING:
    from collections.abc import Iterator

Synthetic = runpy.run_path(str(Path(__file__).parents[1] / "widgets" / "synthetic.py"))["Synthetic"]

# Buffers are handed over as a front end does: as views that begin anywhere in a larger buffer.
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Replay</title><style>{css}</style></head>
<body><main id="one"></main><main id="two"></main>
<div class="jp-OutputArea-child" id="still"><p>The static form.</p></div>
<div class="jp-OutputArea-child"><section id="behind"></section></div>
<script type="module">{js}
class Model {{
  get(name) {{ return name === "twin" && this.hasTwin; }}
  hasTwin = false;
  listeners = new Set();
  on(name, listener) {{ this.listeners.add(listener); }}
  off(name, listener) {{ this.listeners.delete(listener); }}
  async send(question) {{ this.hear(await askPython(JSON.stringify(question))); }}
  hear(said) {{
    for (const [content, buffers] of JSON.parse(said)) {{
      const views = buffers.map((text) => {{
        const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
        const larger = new Uint8Array(bytes.length + 1);
        larger.set(bytes, 1);
        return new DataView(larger.buffer, 1);
      }});
      for (const listener of [...this.listeners]) listener(content, views);
    }}
  }}
}}
globalThis.model = new Model();
globalThis.show = (id) => render({{ model, el: document.getElementById(id) }});
</script></body></html>"""


class Kernel:
    """A replay whose messages go to a page; `lose` answers are dropped on the way."""

    def __init__(self, page, source) -> None:
        self.page = page
        self.source = source
        self.lose = 0
        self.questions: list[dict] = []
        self.said: list[tuple[dict, list[bytes]]] = []
        self.replay = Replay(source)
        self.replay.send = lambda content, buffers=None: self.said.append((content, buffers or []))
        page.expose_function("askPython", self.ask)

    def ask(self, text: str) -> str:
        self.questions.append(json.loads(text))
        self.replay._handle_custom_msg(self.questions[-1], [])
        return self.flush()

    def flush(self) -> str:
        said, self.said = self.said, []
        if self.lose > 0:
            self.lose -= 1
            said = []
        return json.dumps(
            [[content, [base64.b64encode(data).decode() for data in buffers]] for content, buffers in said]
        )

    def changed(self, start: int) -> None:
        self.replay.changed(start)
        self.page.evaluate("(said) => model.hear(said)", self.flush())


@pytest.fixture
def kernel(browser, tmp_path) -> Iterator:
    """Makes a page with a kernel for a source; at the end no error was logged."""
    faults: list[str] = []
    opened = []

    def _kernel(source) -> Kernel:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.on("pageerror", lambda error: faults.append(str(error)))
        made = Kernel(page, source)
        opened.append(made)
        (tmp_path / "page.html").write_text(PAGE.format(css=style(), js=script()), "utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        return made

    yield _kernel
    for made in opened:
        made.page.close()
        made.replay.close()
    assert faults == []


def show(kernel: Kernel, place: str = "one"):
    kernel.page.evaluate("(id) => { globalThis[`undo_${id}`] = show(id); }", place)
    view = kernel.page.locator(f"#{place}")
    view.locator(".wbr-row").first.wait_for()
    return view


def head(view, row: int):
    return view.locator(f'.wbr-row[data-row="{row}"] > .wbr-head')


def test_a_body_comes_as_text_first_and_highlighted_afterwards(kernel):
    at = kernel(Synthetic(200))
    view = show(at)
    assert at.source.asked == []
    head(view, 1).click()
    view.get_by_text("Body of row 1.").wait_for()
    view.locator(".wbr-body .wb-t-keyword, .wbr-body [class*=wb-t-]").first.wait_for()
    assert at.source.asked == [(1, False), (1, True)]


def test_a_body_is_asked_for_once_however_often_it_is_opened(kernel):
    at = kernel(Synthetic(200))
    view = show(at)
    for _ in range(3):
        head(view, 1).click()
        view.get_by_text("Body of row 1.").wait_for()
        head(view, 1).click()
    assert [row for row, highlight in at.source.asked if not highlight] == [1]


def test_a_row_that_cannot_be_drawn_says_so_in_its_place(kernel):
    at = kernel(Synthetic(200, failing=(1,)))
    view = show(at)
    head(view, 1).click()
    view.get_by_text("This row could not be drawn: ValueError: row 1 is made to fail").wait_for()


def test_a_lost_answer_is_asked_for_again(kernel):
    at = kernel(Synthetic(200))
    at.lose = 2
    at.page.evaluate("() => { show('one'); }")
    at.page.get_by_text("The kernel has not answered yet").wait_for()
    at.page.locator(".wbr-row").first.wait_for()
    hellos = [question for question in at.questions if question["type"] == "hello"]
    assert len(hellos) == 3
    assert hellos[0] == hellos[1] == hellos[2]


def test_the_static_form_stands_until_there_are_rows_and_again_afterwards(kernel):
    at = kernel(Synthetic(200))
    still = at.page.locator("#still")
    at.lose = 2
    at.page.evaluate("() => { model.hasTwin = true; globalThis.undo = show('behind'); }")
    at.page.locator("#behind").get_by_text("The kernel has not answered yet").wait_for()
    assert still.is_visible()
    at.page.locator("#behind .wbr-row").first.wait_for()
    assert not still.is_visible()
    at.page.evaluate("undo()")
    assert still.is_visible()


def test_the_static_form_stays_where_the_kernel_is_gone(kernel):
    at = kernel(Synthetic(200))
    at.page.evaluate(
        "() => { model.hasTwin = true; model.send = () => { throw new Error('closed'); }; show('behind'); }"
    )
    at.page.locator("#behind").get_by_text("The kernel is gone: start it and run the cell again.").wait_for()
    assert at.page.locator("#still").is_visible()


def test_two_views_of_one_widget_are_independent(kernel):
    at = kernel(Synthetic(5_000))
    one = show(at, "one")
    two = show(at, "two")
    head(one, 1).click()
    one.get_by_text("Body of row 1.").wait_for()
    assert two.locator(".wbr-body").count() == 0
    at.page.evaluate("undo_one()")
    assert one.locator(".wbr-row").count() == 0
    head(two, 2).click()
    two.get_by_text("Body of row 2.").wait_for()
    assert at.page.evaluate("model.listeners.size") == 1


def test_all_texts_are_fetched_without_being_scrolled_to(kernel):
    at = kernel(Synthetic(9_000))
    show(at)
    at.page.wait_for_timeout(500)
    assert sorted(question["start"] for question in at.questions if question["type"] == "index") == [2048, 4096, 6144]


def test_rows_that_come_in_between_move_what_is_open_without_touching_it(kernel):
    source = Synthetic(3_000)
    at = kernel(source)
    view = show(at)
    view.page.keyboard.press("Tab")
    head(view, 0).click()
    view.page.keyboard.press("End")
    last = int(view.page.evaluate("document.activeElement.dataset.row"))
    view.page.keyboard.press("Enter")
    view.get_by_text(f"Body of row {last}.").wait_for()
    view.page.evaluate("document.activeElement.querySelector('.wbr-body p').dataset.mine = 'kept'")
    at.page.wait_for_timeout(200)
    extra = {**source.rows[1], "key": "session-synthetic-0001/1.1/new", "title": "a row in between", "parent": -1}
    source.rows.insert(2_990, extra)
    for row in source.rows[2_991:]:
        if row["parent"] >= 2_990:
            row["parent"] += 1
    asked = len(source.asked)
    at.changed(2_990)
    view.get_by_text(f"Body of row {last + 1}.").wait_for()
    assert view.page.evaluate("document.activeElement.dataset.row") == str(last + 1)
    assert view.locator("[data-mine=kept]").count() == 1
    assert source.asked[asked] == (last + 1, False)
    hello = [question for question in at.questions if question["type"] == "hello"][-1]
    assert hello["since"] == 2_990


def test_after_a_lost_push_everything_is_asked_for(kernel):
    source = Synthetic(3_000)
    at = kernel(source)
    view = show(at)
    source.rows = [*source.rows, *Synthetic(3_001).rows[3_000:]]
    at.lose = 1
    at.changed(3_000)
    at.changed(3_000)
    view.locator(".wbr-count", has_text="rows").wait_for()
    at.page.wait_for_timeout(200)
    hellos = [question["since"] for question in at.questions if question["type"] == "hello"]
    assert hellos == [0, 0]
