"""The names of files that hold what a text does not, as text: nothing of a log is opened by itself."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workbench.widgets.draw.parts import path
from workbench.widgets.element import Element, el

from workbench import markers
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.model import CardModel

_TRUNCATED = re.compile(markers.STREAM_TRUNCATED)
_OMITTED = re.compile(markers.OMITTED_BYTES)


def files(card: CardModel) -> tuple[Element, ...]:
    """Return where the harness put the whole of a result that it shortened."""
    result = card.call.result
    if result is None:
        return ()
    found: list[Element] = []
    for block in result.content:
        text = block.get("text") if isinstance(block, dict) else None
        if not isinstance(text, str) or ("full output:" not in text and "stored at:" not in text):
            continue
        found += (_file(t("terminal.whole_stream"), name) for name in _TRUNCATED.findall(text)[:4])
        spilled = markers.at_end(markers.SPILLED_AT_END, text)
        if spilled is not None:
            omitted = _OMITTED.search(spilled[1])
            size = t("terminal.omitted", n=int(omitted[1][:15])) if omitted else t("terminal.spilled")
            found.append(_file(size, spilled[2]))
    return tuple(found)


def _file(words: str, name: str) -> Element:
    return el("div", f"{words} ", path(name), cls="wb-spill")
