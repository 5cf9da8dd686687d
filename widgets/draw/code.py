"""The code card: a program, the calls it made, and its one text of logs and value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.look import HEAD_CHARS, HEAD_LINES, TAIL_CHARS, TAIL_LINES
from workbench.widgets.draw.parts import label, note
from workbench.widgets.draw.rail import rail
from workbench.widgets.draw.text import cut, highlighted, more, output
from workbench.widgets.draw.tracks import tracks
from workbench.widgets.element import el

from workbench.model import CodeDetail
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel

_NOTHING = "(run_code completed with no output)"


def code(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return the program with its line numbers, the sub-calls under a rail, and what came out."""
    detail = card.detail
    if not isinstance(detail, CodeDetail):
        return (*rail(look, "rail.dispatches"), *blocks(card.content, look, "output"))
    return (
        *_program(detail, look),
        *_over_time(detail),
        *rail(look, "rail.dispatches"),
        *_came_out(card, detail, look),
    )


def _over_time(detail: CodeDetail) -> tuple[Node, ...]:
    """Return the calls of a program over time, once there are two to compare."""
    if len(detail.tracks) < 2:
        return ()
    return (*tracks(detail.tracks, "code.lanes", detail.now_ms), note(t("code.lanes_note")))


def _program(detail: CodeDetail, look: Look) -> tuple[Node, ...]:
    text, lang = detail.program, detail.language
    if not text:
        return (note(t("code.no_program")),)
    at = None if "program" in look.shown else cut(text, (HEAD_LINES, TAIL_LINES), (HEAD_CHARS, TAIL_CHARS))
    if at is None:
        return (label(t("code.program")), highlighted(text, lang, look, first=1))
    head, tail = text[: at.head].removesuffix("\n"), text[at.tail :]
    number = text.count("\n", 0, at.tail) + 1
    return (
        label(t("code.program")),
        highlighted(head, lang, look, first=1),
        more(at, "program"),
        highlighted(tail, lang, look, first=number),
    )


def _came_out(card: CardModel, detail: CodeDetail, look: Look) -> tuple[Node, ...]:
    result = card.call.result
    if result is None:
        return (note(t("code.not_yet")),) if card.call.state == "running" else ()
    is_one_text = all(isinstance(block, dict) and block.get("type") == "text" for block in result.content)
    if detail.output is None or not is_one_text:
        return (label(t("code.output")), *blocks(result.content, look, "output"))
    if detail.failure is not None:
        printed = output(detail.output, look)
        why = (label(t("code.error")), el("div", *output(detail.failure, look, "failure"), cls="wb-error"))
        return (*why, label(t("code.captured")), *printed) if printed else why
    nodes = output(detail.output, look) if detail.output != _NOTHING else (note(t("code.no_output")),)
    if result.is_error:
        return (label(t("code.error")), el("div", *nodes, cls="wb-error"))
    logs = (label(t("code.logs")), *output("\n".join(detail.logs), look, "logs")) if detail.logs else ()
    return (*logs, label(t("code.output")), *(nodes or (note(t("terminal.no_output")),)))
