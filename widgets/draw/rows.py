"""Bodies of timeline rows that are no cards: messages, reasoning, context, notices, compactions, retries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.widgets.draw.approvals import approvals
from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.facts import origins
from workbench.widgets.draw.look import Look
from workbench.widgets.draw.parts import label, meta, note, pairs, some
from workbench.widgets.draw.prose import prose
from workbench.widgets.draw.small import named
from workbench.widgets.draw.text import paragraphs
from workbench.widgets.draw.words import utc
from workbench.widgets.element import Fold, More, el

from workbench.strings import t

if TYPE_CHECKING:
    from collections.abc import Collection

    from workbench.widgets.element import Node

    from workbench.model import Replaced, TimelineModel

_MARKDOWN = frozenset({"assistant", "compaction"})


def draw_row(row: TimelineModel, *, shown: Collection[str] = (), highlight: bool = False) -> tuple[Node, ...]:
    """Return the body of a row: its notes, who sent it, its text, its facts and its other blocks.

    Args:
        row: the row.
        shown: parts that the reader asked to see whole.
        highlight: whether source text in a message is highlighted.
    """
    look = Look(shown=frozenset(shown), attachments=row.attachments, highlight=highlight)
    sender = meta(el("span", row.source, cls="wb-source-name") if row.source else None)
    return (
        *(note(words) for words in row.notes),
        *some(sender),
        *approvals(row.approvals),
        *_text(row, look),
        *some(named(row.facts)),
        *_replaced(row),
        *blocks(row.blocks, look, "block"),
        *_facts(row),
    )


def _text(row: TimelineModel, look: Look) -> tuple[Node, ...]:
    if not row.text:
        is_told = bool(row.blocks or row.facts or row.replaced or row.approvals)
        return () if is_told or row.title else (note(t("block.empty_text")),)
    if row.kind in _MARKDOWN:
        return prose(row.text, look, "text")
    return paragraphs(row.text, look, "text", f"wb-message wb-message-{row.kind}")


def _replaced(row: TimelineModel) -> tuple[Node, ...]:
    """Return the rows that a compaction took out of what the model sees, folded; a result is the way to its card."""
    if not row.replaced:
        return ()
    key = "compaction.pruned" if all(one.key for one in row.replaced) else "compaction.replaced"
    summary = (el("span", t(key, n=len(row.replaced) + row.replaced_left)),)
    left = (note(t("compaction.left", n=row.replaced_left)),) if row.replaced_left else ()
    return (Fold(summary, (*map(_one_replaced, row.replaced), *left), key="replaced", cls="wb-replaced"),)


def _one_replaced(one: Replaced) -> Node:
    name = More(one.title, action=f"goto:{one.key}") if one.key else el("span", one.title)
    size = t("compaction.chars", n=one.chars) if one.chars is not None else None
    line = meta(f"{t('fact.row')} {one.seq}", name, size)
    return line if line is not None else label(one.title)


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
