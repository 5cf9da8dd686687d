"""The life of a call on the wire as a figure: columns are its steps, lanes are the ways that carry something.

Plain values only; whoever draws them decides on the look.
"""

from __future__ import annotations

import msgspec

from workbench.gaps.catalogue import Catalogue, catalogue
from workbench.gaps.entries import GapId, Text
from workbench.gaps.wording import Channel, During

LANES: tuple[Channel, ...] = ("stream", "log", "seam", "bus", "frame", "thought")
"""From the model to the reader, top to bottom."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """One event in one step. `during` is what it tells about a running call."""

    lane: Channel
    event: str
    during: During
    means: Text


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """One step: its marks by lane, and the gaps that open in it.

    `silent` says that no mark of the log tells of a running call of any tool: at best some tools tell of their own.
    """

    id: str
    span: str
    title: Text
    text: Text
    marks: tuple[Mark, ...]
    gaps: tuple[GapId, ...]
    silent: bool


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """The whole figure; `lanes` names the lanes that have marks, in order."""

    lanes: tuple[tuple[Channel, Text], ...]
    columns: tuple[Column, ...]


def figure(source: Catalogue | None = None) -> Figure:
    """Return the life of a call as columns and lanes, from the catalogue's steps and signals."""
    known = source if source is not None else catalogue()
    signals = {signal.name: signal for signal in known.signals}
    columns = []
    for step in known.wire:
        marks = tuple(
            Mark(lane=signal.channel, event=signal.name, during=signal.during, means=signal.means)
            for signal in sorted((signals[name] for name in step.events), key=lambda found: LANES.index(found.channel))
        )
        told = any(mark.lane == "log" and mark.during == "general" for mark in marks)
        columns.append(
            Column(
                id=step.id,
                span=step.span,
                title=step.title,
                text=step.text,
                marks=marks,
                gaps=step.gaps,
                silent=step.span == "running" and not told,
            )
        )
    used = {mark.lane for column in columns for mark in column.marks}
    return Figure(
        lanes=tuple((lane, known.words.channels[lane]) for lane in LANES if lane in used), columns=tuple(columns)
    )


def described(drawn: Figure) -> str:
    """Return the figure in words, one paragraph a step, in the current language: for readers who do not see it."""
    lanes = dict(drawn.lanes)
    paragraphs = []
    for number, column in enumerate(drawn.columns, 1):
        lines = [f"{number}. {column.title}", f"   {column.text}"]
        lines += [f"   {lanes[mark.lane]}: {mark.event}" for mark in column.marks]
        if column.gaps:
            lines.append(f"   {', '.join(column.gaps)}")
        paragraphs.append("\n".join(lines))
    return "\n\n".join(paragraphs)
