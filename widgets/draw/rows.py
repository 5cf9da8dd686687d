"""Bodies of timeline rows that are no cards: messages, reasoning, context, notices, compactions, retries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.facts import origins
from workbench.widgets.draw.look import Look
from workbench.widgets.draw.parts import meta, note, pairs, some
from workbench.widgets.draw.prose import prose
from workbench.widgets.draw.text import paragraphs
from workbench.widgets.draw.words import utc
from workbench.widgets.element import Fold, el

from workbench.strings import t

if TYPE_CHECKING:
    from collections.abc import Collection

    from workbench.widgets.element import Node

    from workbench.model import TimelineModel

_MARKDOWN = frozenset({"assistant", "compaction"})


def draw_row(row: TimelineModel, *, shown: Collection[str] = ()) -> tuple[Node, ...]:
    """Return the body of a row: its notes, who sent it, its text and its other blocks.

    Args:
        row: the row.
        shown: parts that the reader asked to see whole.
    """
    look = Look(shown=frozenset(shown))
    sender = meta(el("span", row.source, cls="wb-source-name") if row.source else None)
    return (
        *(note(words) for words in row.notes),
        *some(sender),
        *_text(row, look),
        *blocks(row.blocks, look, "block"),
        *_facts(row),
    )


def _text(row: TimelineModel, look: Look) -> tuple[Node, ...]:
    if not row.text:
        return () if row.blocks else (note(t("block.empty_text")),)
    if row.kind in _MARKDOWN:
        return prose(row.text, look, "text")
    return paragraphs(row.text, look, "text", f"wb-message wb-message-{row.kind}")


def _facts(row: TimelineModel) -> tuple[Node, ...]:
    found = pairs(
        (
            (t("fact.session"), row.session_id),
            (t("fact.row"), str(row.seq)),
            (t("fact.time"), utc(row.time_ms) if row.time_ms is not None else t("fact.no_time")),
        )
    )
    nodes = (*some(found), *origins(row.provenance))
    return (el("div", Fold((t("section.facts"),), nodes, key="facts", cls="wb-section"), cls="wb-sections"),)
