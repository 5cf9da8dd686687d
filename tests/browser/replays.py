"""What a person does with a replay on a page, and what they would see meanwhile."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, NamedTuple

from playwright import sync_api

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WATCH = """(scroller) => {
  const log = { frames: 0, gaps: [], tops: new Set() };
  const look = () => {
    const box = scroller.getBoundingClientRect();
    const end = Math.min(box.bottom, scroller.querySelector('.wbr-sizer').getBoundingClientRect().bottom);
    const heads = [...scroller.querySelectorAll('.wbr-row')]
      .map((row) => ({ row, box: row.getBoundingClientRect() }))
      .filter((seen) => seen.box.bottom > box.top && seen.box.top < box.bottom)
      .sort((one, other) => one.box.top - other.box.top);
    let filled = box.top;
    for (const { row, box: at } of heads) {
      if (at.top > filled + 1) log.gaps.push(`nothing from ${filled - box.top} to ${at.top - box.top}`);
      const words = row.querySelector('.wbr-tool, .wbr-kind')?.textContent ?? '';
      if (words === '') log.gaps.push(`row ${row.dataset.row} has no words`);
      filled = Math.max(filled, at.bottom);
    }
    if (filled < end - 1) log.gaps.push(`nothing from ${filled - box.top} to ${end - box.top}`);
    log.frames += 1;
    log.tops.add(Math.round(scroller.scrollTop));
    log.next = requestAnimationFrame(look);
  };
  log.next = requestAnimationFrame(look);
  window.watched = log;
}"""
"""Looks at every frame: the rows in sight touch each other from edge to edge, and each has its words."""

STOP = """() => {
  const { frames, gaps, tops, next } = window.watched;
  cancelAnimationFrame(next);
  return [frames, [...new Set(gaps)], tops.size];
}"""


FOLDED = ".wbr-fold:not(.wbr-fold-none):not(.wbr-fold-open)"

IS_AT_END = """(scroller) => {
  const number = (row) => Number(row.getAttribute('aria-rowindex'));
  const rows = [...scroller.querySelectorAll('.wbr-row')];
  const last = rows.reduce((one, other) => number(one) > number(other) ? one : other);
  return number(last) === Number(scroller.getAttribute('aria-rowcount'))
    && last.getBoundingClientRect().top < scroller.getBoundingClientRect().bottom
    && scroller.scrollTop >= scroller.scrollHeight - scroller.clientHeight - 1;
}"""


class Watched(NamedTuple):
    """Frames looked at, what was empty in any of them, and how many different places were seen."""

    frames: int
    gaps: list[str]
    places: int


class Replay:
    """One replay on a page."""

    def __init__(self, root: Locator) -> None:
        self.root = root
        self.page: Page = root.page
        self.scroller = root.locator(".wbr-scroller")
        root.locator(".wbr-row").first.wait_for()

    def row(self, number: int) -> Locator:
        """A row by its number in the whole timeline, folded away rows counted."""
        return self.root.locator(f'.wbr-row[data-row="{number}"]')

    def named(self, title: str) -> Locator:
        """The rows in sight whose title holds these words."""
        return self.root.locator(".wbr-row").filter(has=self.page.locator(".wbr-title", has_text=title))

    def open(self, row: Locator) -> Locator:
        """Click a row's head; gives its body, filled."""
        row.locator(".wbr-head").click()
        body = row.locator(".wbr-body-content:not([aria-busy])")
        body.locator(":scope > *").first.wait_for()
        return body

    def unfold(self, row: Locator) -> None:
        # A row that is drawn anew while it is clicked takes no click: a person clicks again.
        opened = row.locator(".wbr-fold-open")
        for _ in range(5):
            if opened.count():
                break
            row.locator(".wbr-fold").click()
            with contextlib.suppress(sync_api.TimeoutError):
                opened.wait_for(timeout=3_000)
        opened.wait_for(timeout=1_000)

    def unfold_all(self) -> None:
        """Unfold every row in sight that has rows below it, from the top."""
        folded = self.root.locator(FOLDED)
        while folded.count():
            number = folded.first.evaluate("(fold) => Number(fold.closest('.wbr-row').dataset.row)")
            self.unfold(self.row(number))

    def to_top(self) -> None:
        self.scroller.evaluate("(scroller) => { scroller.scrollTop = 0; }")
        self.page.wait_for_timeout(100)

    def watch(self) -> None:
        self.scroller.evaluate(WATCH)

    def watched(self) -> Watched:
        return Watched(*self.page.evaluate(STOP))

    def is_at_end(self) -> bool:
        """Whether the bar is at its end and the last row of the list stands in sight."""
        return bool(self.scroller.evaluate(IS_AT_END))

    def wheel_to_end(self, step: int = 60, limit: int = 400) -> None:
        self.point_into()
        for _ in range(limit):
            self.page.mouse.wheel(0, step)
            self.page.wait_for_timeout(20)
            if self.is_at_end():
                return
        raise AssertionError("the wheel did not reach the end")

    def drag_to_end(self, steps: int = 40) -> None:
        """Take the thumb of the scroll bar and pull it to the bottom."""
        self.point_into()
        box = self.scroller.bounding_box()
        assert box is not None
        x = box["x"] + box["width"] - 6
        self.page.mouse.move(x, box["y"] + 22)
        self.page.mouse.down()
        for step in range(1, steps + 1):
            self.page.mouse.move(x, box["y"] + 22 + box["height"] * step / steps)
            self.page.wait_for_timeout(10)
        self.page.mouse.up()

    def point_into(self) -> None:
        """Bring the list into sight and the pointer onto it."""
        self.scroller.evaluate("(scroller) => scroller.scrollIntoView({ block: 'center', behavior: 'instant' })")
        self.page.wait_for_timeout(200)
        box = self.scroller.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def colour(element: Locator, name: str = "color") -> tuple[int, int, int]:
    """A computed colour as red, green, blue."""
    text = element.evaluate("(element, name) => getComputedStyle(element)[name]", name)
    red, green, blue = (float(part) for part in text[text.index("(") + 1 : -1].split(",")[:3])
    return int(red), int(green), int(blue)


def is_red(element: Locator) -> bool:
    red, green, blue = colour(element)
    return red > 1.5 * max(green, blue)
