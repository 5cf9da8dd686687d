"""The one expansion of every block into base elements. `static/element.js` holds the same, and a test compares them.

Blocks carry no words of their own: what is said is given by whoever draws, so that labels stand in one table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.widgets._json_tree import expand_json
from workbench.widgets._runs import cut, marked
from workbench.widgets._tree import (
    STYLES,
    Block,
    Code,
    Diff,
    DiffLine,
    Element,
    Fold,
    Image,
    JsonBlock,
    Lane,
    Lanes,
    More,
    Mount,
    Span,
    Table,
    Terminal,
    el,
    many,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.widgets._tree import Node

BOLD, DIM, ITALIC, UNDERLINE, INVERSE, STRIKE = 1, 2, 4, 8, 16, 32
_FLAGS = ((BOLD, "wb-bold"), (DIM, "wb-dim"), (ITALIC, "wb-italic"), (UNDERLINE, "wb-underline"), (STRIKE, "wb-strike"))
_STEPS = (0, 95, 135, 175, 215, 255)
_SIGNS = {"+": ("wb-line wb-added", "ins"), "-": ("wb-line wb-removed", "del")}
_LARGEST = 100_000
"""Pixels; a picture that claims more has no size."""


def expand(block: Block) -> Element:
    """Return the base elements of a block; blocks inside it are left as they are."""
    return _EXPANSIONS[type(block)](block)


def grouped(number: int) -> str:
    """Return a count with narrow blanks between the thousands, the same in every language."""
    return f"{number:,}".replace(",", "\u202f")


def _code(block: Code) -> Element:
    gutter = None
    if block.first is not None:
        lines = max(block.text.count("\n") + (not block.text.endswith("\n")), 1)
        numbers = "\n".join(map(str, range(block.first, block.first + lines)))
        gutter = el("span", numbers, cls="wb-gutter", aria_hidden="true")
    parts = (
        el("span", part, cls=f"wb-t-{STYLES[style]}") if 0 < style < len(STYLES) else part
        for part, style in cut(block.text, block.runs)
    )
    return el("pre", gutter, el("code", *parts, cls="wb-source"), cls="wb-code", tabindex=0)


def _terminal(block: Terminal) -> Element:
    styles = block.styles
    parts = (
        _cells(part, styles[style]) if 0 <= style < len(styles) else part for part, style in cut(block.text, block.runs)
    )
    return el("pre", el("samp", *parts), cls="wb-terminal", tabindex=0)


def _cells(text: str, style: tuple[int, int, int]) -> Node:
    flags, *colours = style
    names = [name for flag, name in _FLAGS if flags & flag]
    sides = ["bg", "fg"] if flags & INVERSE else ["fg", "bg"]
    variables: list[str] = []
    for side, colour in zip(sides, colours, strict=True):
        if 0 <= colour < 16:
            names.append(f"wb-{side}-{colour}")
        elif colour >= 16:
            names.append(f"wb-{side}")
            variables.append("--wb-{}: rgb({}, {}, {});".format(side, *rgb(colour)))
        elif flags & INVERSE:
            names.append(f"wb-{side}-swap")
    if not names:
        return text
    return el("span", text, cls=" ".join(names), style=" ".join(variables) or None)


def rgb(colour: int) -> tuple[int, int, int]:
    """Return red, green and blue of a colour of the palette from 16 on, or of a 24-bit colour."""
    if colour > 255:
        return colour >> 16 & 255, colour >> 8 & 255, colour & 255
    if colour > 231:
        grey = 8 + 10 * (colour - 232)
        return grey, grey, grey
    cube = colour - 16
    return _STEPS[cube // 36], _STEPS[cube // 6 % 6], _STEPS[cube % 6]


def _diff(block: Diff) -> Element:
    head = None
    if block.path:
        added, removed = (sum(line[0] == sign for hunk in block.hunks for line in hunk.lines) for sign in ("+", "-"))
        counts = el("span", f"+{added} \u2212{removed}", cls="wb-diff-count")
        head = el("div", el("span", block.path, cls="wb-path"), " ", counts, cls="wb-diff-head")
    lines: list[Node] = []
    for number, hunk in enumerate(block.hunks):
        if number:
            lines.append(el("div", "\u22ef", cls="wb-diff-gap"))
        lines += map(_diff_line, hunk.lines)
    body = el("div", el("div", *lines, cls="wb-diff-lines"), cls="wb-diff-body", tabindex=0)
    note = el("div", block.note, cls="wb-note") if block.note else None
    return el("div", head, body, note, cls="wb-diff")


def _diff_line(line: DiffLine) -> Element:
    sign, old, new, text, marks = line
    cls, tag = _SIGNS.get(sign, ("wb-line", "mark"))
    return el(
        "div",
        el("span", "" if old is None else str(old), cls="wb-no", aria_hidden="true"),
        el("span", "" if new is None else str(new), cls="wb-no", aria_hidden="true"),
        el("span", sign, cls="wb-sign"),
        el("span", *(el(tag, part) if on else part for part, on in marked(text, marks)), cls="wb-source"),
        cls=cls,
    )


def _table(block: Table) -> Element:
    sides = [f"wb-{side}" if side in ("right", "center") else "" for side in block.align]
    sides += [""] * len(block.columns)
    titles = (el("th", name, cls=side, scope="col") for name, side in zip(block.columns, sides, strict=False))
    rows = (
        el("tr", *(el("td", cell, cls=sides[at] if at < len(sides) else "") for at, cell in enumerate(row)))
        for row in block.rows
    )
    head = el("thead", el("tr", *titles)) if block.columns else None
    table = el("table", head, el("tbody", *rows), cls="wb-table")
    note = None
    if block.total is not None and block.total != len(block.rows):
        note = el("div", f"{grouped(len(block.rows))} / {grouped(block.total)}", cls="wb-note")
    return el("div", el("div", table, cls="wb-scroll", tabindex=0), note, cls="wb-tabular")


def _json(block: JsonBlock) -> Element:
    return expand_json(block.text, block.depth)


def _lanes(block: Lanes) -> Element:
    rows = (_lane(lane, block.start, block.end) for lane in block.lanes)
    return el("div", *rows, cls="wb-lanes", role="list")


def _lane(lane: Lane, start: int, end: int) -> Element:
    spans = (_span(span, start, end) for span in lane.spans)
    return el(
        "div",
        el("span", lane.label, cls="wb-lane-label"),
        el("span", *spans, cls="wb-lane-track"),
        cls="wb-lane",
        role="listitem",
    )


def _span(span: Span, start: int, end: int) -> Element:
    begin, stop, state, title, action = span
    whole = max(end - start, 1)
    left = min(max(begin - start, 0), whole)
    right = min(max((end if stop is None else stop) - start, left), whole)
    return el(
        "span" if action is None else "button",
        el("span", title, cls="wb-hidden"),
        cls=f"wb-span wb-state-{state}" + (" wb-open" if stop is None else ""),
        action=action,
        title=title,
        style=f"--wb-at: {_share(left, whole)}; --wb-len: {_share(right - left, whole)};",
    )


def _share(part: int, whole: int) -> str:
    hundredths = part * 10_000 // whole
    return f"{hundredths // 100}.{hundredths % 100:02d}%"


def _image(block: Image) -> Element:
    size = _size(block)
    source = f"data:{block.media_type};base64,{block.data_base64 or ''}"
    words = [block.alt, block.media_type, f"{size[0]}\u00d7{size[1]}" if size else ""]
    picture = el(
        "img",
        cls="wb-picture",
        src=source,
        alt=" \u00b7 ".join(filter(None, words)),
        width=size[0] if size else None,
        height=size[1] if size else None,
    )
    note = el("figcaption", block.note, cls="wb-note") if block.note else None
    return el("figure", picture, note, cls="wb-image")


def _size(block: Image) -> tuple[int, int] | None:
    width, height = block.width, block.height
    if width is None or height is None or not (0 < width <= _LARGEST and 0 < height <= _LARGEST):
        return None
    return width, height


def _more(block: More) -> Element:
    count = None if block.hidden is None else el("span", f"+{grouped(block.hidden)}", cls="wb-count")
    tag = "span" if block.action is None else "button"
    return el(tag, block.label, None if count is None else " ", count, cls="wb-more", action=block.action)


def _fold(block: Fold) -> Element:
    return el(
        "details",
        el("summary", *many(block.summary), cls="wb-summary"),
        el("div", *block.children, cls="wb-fold-body"),
        cls=f"wb-fold {block.cls}" if block.cls else "wb-fold",
        key=block.key,
        open=block.open,
    )


def _mount(block: Mount) -> Element:
    return el("div", cls="wb-mount", data_wb_mount=block.model_id)


_EXPANSIONS: dict[type, Callable[[Any], Element]] = {
    Code: _code,
    Terminal: _terminal,
    Diff: _diff,
    Table: _table,
    JsonBlock: _json,
    Lanes: _lanes,
    Image: _image,
    More: _more,
    Fold: _fold,
    Mount: _mount,
}
