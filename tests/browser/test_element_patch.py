"""A patch changes in place: folds, selection, scroll and focus stay; actions and live widgets are told once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from workbench.widgets import element
from workbench.widgets.element import Code, Fold, More, Mount, Terminal, allow_list, el, to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

HERE = Path(__file__).parent
STATIC = Path(element.__file__).parent / "static"
ORIGIN = "http://workbench.test"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page with the modules that mount trees; it is served from memory, and reaches nothing else."""

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(f"{ORIGIN}/")
        file = HERE / "element.html" if name == "" else STATIC / name
        route.fulfill(path=file) if file.is_file() else route.abort()

    page = browser.new_page()
    page.route("**/*", serve)
    page.goto(f"{ORIGIN}/")
    page.wait_for_function("window.element !== undefined")
    page.evaluate("(allow) => { window.allow = allow; }", allow_list())
    yield page
    page.close()


def mount(page: Page, nodes: Any) -> None:
    page.evaluate("(json) => mountBody(json)", to_json(nodes).decode())


def patch(page: Page, nodes: Any) -> None:
    page.evaluate("(json) => element.patch(host, JSON.parse(json))", to_json(nodes).decode())


def test_a_fold_that_was_opened_stays_open_while_rows_come_and_go(page: Page) -> None:
    rows = [Fold(f"row {n}", (f"body {n}",), key=f"r{n}") for n in range(5)]
    mount(page, rows)
    page.evaluate("() => { host.children[2].open = true; host.children[2].mark = 'same'; }")
    patch(page, [Fold("new", ("first",), key="new"), *rows[1:4], el("div", "tail"), rows[0]])
    assert page.evaluate("() => [...host.querySelectorAll('details')].map((d) => [d.open, d.mark ?? null])") == [
        [False, None],
        [False, None],
        [True, "same"],
        [False, None],
        [False, None],
    ]


def test_folds_without_keys_are_told_apart_by_their_summaries(page: Page) -> None:
    mount(page, [Fold("raw", ("1",)), Fold("rows", ("2",))])
    page.evaluate("() => { host.children[1].open = true; }")
    patch(page, [Fold("why", ("0",)), Fold("raw", ("1",)), Fold("rows", ("2, changed",))])
    assert page.evaluate("() => [...host.children].map((d) => d.open)") == [False, False, True]


def test_a_fold_that_was_closed_by_the_reader_is_not_opened_again(page: Page) -> None:
    mount(page, Fold("s", ("1",), open=True, key="f"))
    page.evaluate("() => { host.firstChild.open = false; }")
    patch(page, Fold("s", ("2",), open=True, key="f"))
    assert page.evaluate("() => host.firstChild.open") is False


def test_growing_output_keeps_selection_and_scroll(page: Page) -> None:
    lines = [f"line {n}" for n in range(200)]
    mount(page, Terminal("\n".join(lines)))
    page.evaluate("""() => {
      const pre = host.firstChild;
      pre.style.cssText = "height: 100px; overflow: auto";
      pre.scrollTop = 300;
      const text = pre.querySelector("samp").firstChild;
      getSelection().setBaseAndExtent(text, 5, text, 21);
    }""")
    before = page.evaluate("() => getSelection().toString()")
    patch(page, Terminal("\n".join([*lines, "one more", "and more"])))
    assert page.evaluate("() => [getSelection().toString(), host.firstChild.scrollTop]") == [before, 300]
    assert "and more" in page.text_content("body")


def test_highlighting_that_comes_later_keeps_the_selection(page: Page) -> None:
    mount(page, Code("def total(rows):\n    return sum(rows)\n", lang="python"))
    page.evaluate("""() => {
      const text = host.querySelector("code").firstChild;
      getSelection().setBaseAndExtent(text, 2, text, 30);
    }""")
    before = page.evaluate("() => getSelection().toString()")
    runs = (3, 1, 1, 0, 5, 6, 1, 10, 4, 5, 7, 0, 6, 1, 1, 0, 3, 8)
    patch(page, Code("def total(rows):\n    return sum(rows)\n", lang="python", runs=runs))
    assert page.evaluate("() => host.querySelectorAll('code span').length") == 6
    assert page.evaluate("() => getSelection().toString()") == before


def test_the_focus_stays(page: Page) -> None:
    mount(page, [el("button", "a", action="a", key="a"), el("button", "b", action="b", key="b")])
    page.evaluate("() => host.children[1].focus()")
    patch(page, [el("p", "news"), el("button", "b", action="b", key="b")])
    assert page.evaluate("() => document.activeElement.textContent") == "b"


# ---- actions and live widgets


def test_an_action_is_told_once_by_mouse_and_by_keyboard(page: Page) -> None:
    mount(page, el("div", More("more", "more:1", 3), el("span", el("b", "row"), action="open"), el("span", "nothing")))
    for selector, keys in (("button", ["Enter", "Space"]), ("[role=button]", ["Enter", "Space"])):
        page.click(selector)
        for key in keys:
            page.press(selector, key)
    page.click("text=nothing")
    assert page.evaluate("() => told") == ["more:1"] * 3 + ["open"] * 3


def test_a_live_widget_is_placed_once_and_taken_away_once(page: Page) -> None:
    mount(page, el("div", "before", Mount("m1"), key="box"))
    page.evaluate("() => host.querySelector('.wb-mount').append('live')")
    patch(page, el("div", "after", el("b", "x"), Mount("m1"), key="box"))
    assert page.evaluate("() => [placed, taken, host.textContent]") == [["m1"], [], "afterxlive"]
    patch(page, el("div", Mount("m2"), key="box"))
    assert page.evaluate("() => [placed, taken]") == [["m1", "m2"], ["m1"]]
    page.evaluate("() => element.unmount(host)")
    assert page.evaluate("() => [placed, taken, host.childNodes.length]") == [["m1", "m2"], ["m1", "m2"], 0]


def test_a_line_of_code_is_copied_without_its_number(page: Page) -> None:
    mount(page, Code("first\nsecond\n", first=98))
    page.add_style_tag(path=STATIC / "cards.css")
    page.evaluate("() => { document.body.className = 'wb-page'; getSelection().selectAllChildren(host); }")
    assert page.evaluate("() => getSelection().toString()").strip() == "first\nsecond"
