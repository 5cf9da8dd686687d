"""What may be written: tags and where they may stand, attributes and what they may hold, and the cleaning of text.

The lists are data, and [`allow_list`][] hands them to the browser, where the same rules are applied once more.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeGuard

from workbench.widgets._tree import STYLES, Element

if TYPE_CHECKING:
    from collections.abc import Mapping

    from workbench.widgets._tree import Node

MAX_DEPTH = 200
"""Elements nested deeper are written as their text alone; a browser gives up at 512."""

PHRASING = frozenset((
    "a", "abbr", "b", "bdi", "br", "button", "code", "del", "em", "i", "img", "ins", "kbd", "mark", "meter", "progress",
    "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr",
))  # fmt: skip
"""Tags that may stand inside a line of text."""
FLOW = frozenset((
    "article", "aside", "blockquote", "caption", "dd", "details", "div", "dl", "dt", "figcaption", "figure", "footer",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "ol", "p", "pre", "section", "summary", "table", "tbody",
    "td", "tfoot", "th", "thead", "tr", "ul",
))  # fmt: skip
VOID = frozenset(("br", "hr", "img", "wbr"))
LINE = frozenset(("p", "h1", "h2", "h3", "h4", "h5", "h6"))
"""Tags that hold phrasing only; a parser would close them before anything else."""
PARENTS: Mapping[str, tuple[str, ...]] = {
    "li": ("ul", "ol"),
    "dt": ("dl",),
    "dd": ("dl",),
    "summary": ("details",),
    "caption": ("table",),
    "thead": ("table",),
    "tbody": ("table",),
    "tfoot": ("table",),
    "tr": ("thead", "tbody", "tfoot"),
    "td": ("tr",),
    "th": ("tr",),
}
"""Tags that mean something only in their place; elsewhere they are written as `div`."""

PATTERNS: Mapping[str, str] = {
    "text": r"[\s\S]*",
    "flag": r"",
    "word": r"[a-z]{1,24}",
    "token": r"[A-Za-z0-9_-]{1,64}",
    "number": r"-?[0-9]{1,9}(?:\.[0-9]{1,6})?",
    "tab": r"0|-1",
    "class": r"wb-[a-z0-9-]{1,40}",
    "url": r"(?:[hH][tT][tT][pP][sS]?://|[mM][aA][iI][lL][tT][oO]:)[^\x00-\x20\x7f-\xa0\u2028\u2029]+",
    "image": (
        r"data:image/(?:png;base64,iVBORw0KGgo|jpeg;base64,/9j/|gif;base64,R0lGODlh|gif;base64,R0lGODdh|"
        r"webp;base64,UklGR[A-Za-z0-9+/]{6}XRUJQ)[A-Za-z0-9+/]*={0,2}"
    ),
    "style": (
        r"(?:--wb-(?:at|len|fg|bg): (?:[0-9]{1,3}\.[0-9]{2}%|rgb\([0-9]{1,3}, [0-9]{1,3}, [0-9]{1,3}\));(?: (?!$))?)+"
    ),
}
"""What an attribute may hold, in the part of the syntax that Python and JavaScript share; the whole value must fit.

A picture is known by the first bytes of its data. A style sets four variables of ours to a share or a colour: start
and length of a span, foreground, background.
"""

ATTRIBUTES: Mapping[str, Mapping[str, str]] = {
    "*": {
        "title": "text",
        "role": "word",
        "dir": "word",
        "lang": "token",
        "hidden": "flag",
        "tabindex": "tab",
        "style": "style",
        "aria-label": "text",
        "aria-description": "text",
        "aria-hidden": "word",
        "aria-expanded": "word",
        "aria-selected": "word",
        "aria-current": "word",
        "aria-busy": "word",
        "aria-live": "word",
        "aria-level": "number",
        "aria-setsize": "number",
        "aria-posinset": "number",
        "aria-valuenow": "number",
        "aria-valuemin": "number",
        "aria-valuemax": "number",
        "aria-valuetext": "text",
    },
    "a": {"href": "url"},
    "button": {"disabled": "flag"},
    "details": {"open": "flag"},
    "div": {"data-wb-mount": "token"},
    "img": {"src": "image", "alt": "text", "width": "number", "height": "number"},
    "meter": {"value": "number", "min": "number", "max": "number"},
    "ol": {"start": "number"},
    "progress": {"value": "number", "max": "number"},
    "td": {"colspan": "number", "rowspan": "number"},
    "th": {"colspan": "number", "rowspan": "number", "scope": "word"},
    "time": {"datetime": "text"},
}

_EVERYWHERE = ATTRIBUTES["*"]
_FIT = {name: re.compile(pattern) for name, pattern in PATTERNS.items()}
_UNCLEAN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_PICTURES = {code: 0x2400 + code for code in range(0x20) if code not in (0x09, 0x0A)}
_PICTURES |= {0x7F: 0x2421} | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)

LINE_ONLY, IN_LINK, IN_BUTTON = 1, 2, 4
"""What an element stands inside of: text of a line, a link, a button."""


def allow_list() -> dict[str, Any]:
    """Return the lists as JSON, for the module that mounts the tree in a browser."""
    return {
        "depth": MAX_DEPTH,
        "styles": list(STYLES),
        "phrasing": sorted(PHRASING),
        "flow": sorted(FLOW),
        "void": sorted(VOID),
        "line": sorted(LINE),
        "parents": {tag: list(parents) for tag, parents in PARENTS.items()},
        "patterns": dict(PATTERNS),
        "attributes": {tag: dict(names) for tag, names in ATTRIBUTES.items()},
    }


def clean(text: str) -> str:
    """Return the text without control characters, of the same length in UTF-16 code units.

    C0 controls other than newline and tab, and DEL, become their pictures (`␛`); C1 controls and lone surrogates
    become U+FFFD. A carriage return is a control: whoever draws decides whether it ends a line.
    """
    if not _UNCLEAN.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").translate(_PICTURES)


def fits(kind: str, value: str) -> bool:
    """Whether a value may stand in an attribute of this kind."""
    return _FIT[kind].fullmatch(value) is not None


@lru_cache(maxsize=4096)
def classes(cls: str) -> str:
    """Return the class names that are ours."""
    return " ".join(name for name in cls.split(" ") if fits("class", name))


def placed(element: Element, parent: str, inside: int, depth: int) -> str:
    """Return the tag that is written for an element, so that a parser builds exactly the tree that was meant.

    Args:
        element: what is to be written.
        parent: the tag that was written around it, empty at the top.
        inside: what it stands inside of, a sum of `LINE_ONLY`, `IN_LINK`, `IN_BUTTON`.
        depth: how many elements are open around it.
    """
    tag = element.tag
    if tag in PHRASING:
        if tag == "a":
            return "a" if not inside & (IN_LINK | IN_BUTTON) and _valid(element, "href", "url") else "span"
        if tag == "button":
            return "span" if inside & (IN_LINK | IN_BUTTON) else "button"
        if tag == "img":
            return "img" if _valid(element, "src", "image") else "span"
        return tag
    if inside & LINE_ONLY or tag not in FLOW:
        return "span"
    if tag in PARENTS and parent not in PARENTS[tag]:
        return "div"
    if tag == "table" and (depth > MAX_DEPTH - 4 or not _is_table(element)):
        return "div"
    return tag


def entered(tag: str, inside: int) -> int:
    """Return what the children of a written tag stand inside of."""
    if tag in LINE:
        return inside | LINE_ONLY
    if tag == "a":
        return inside | IN_LINK
    return inside | IN_BUTTON if tag == "button" else inside


def attributes(element: Element, tag: str) -> dict[str, str]:
    """Return the attributes that are written for an element under this tag, cleaned, `class` first."""
    written = {"class": names} if element.cls and (names := classes(element.cls)) else {}
    for name, value in element.attrs.items():
        kind = ATTRIBUTES.get(tag, _EVERYWHERE).get(name) or _EVERYWHERE.get(name)
        if kind is not None and fits(kind, value := clean(value)):
            written[name] = value
    if tag == "a":
        written |= {"rel": "noopener noreferrer", "target": "_blank"}
    elif tag == "button":
        written["type"] = "button"
    elif element.tag == "a" and "href" in element.attrs:
        written["title"] = clean(element.attrs["href"])
    if element.action is not None:
        written["data-wb-action"] = clean(element.action)
        if tag not in ("button", "summary"):
            written = {"role": "button", "tabindex": "0"} | written
    return written


def _valid(element: Element, name: str, kind: str) -> bool:
    value = element.attrs.get(name)
    return value is not None and fits(kind, clean(value))


def _is_table(table: Element) -> bool:
    """Whether it is built of sections, rows and cells only, as a parser would leave it."""
    for section in table.children:
        if not _is(section, "table"):
            return False
        if section.tag != "caption" and not all(_is(row, section.tag) and _are_cells(row) for row in section.children):
            return False
    return True


def _are_cells(row: Node) -> bool:
    return isinstance(row, Element) and all(_is(cell, "tr") for cell in row.children)


def _is(node: Node, parent: str) -> TypeGuard[Element]:
    return isinstance(node, Element) and parent in PARENTS.get(node.tag, ())
