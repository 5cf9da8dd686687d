"""Trees of the survey: the life of a call on the wire as a figure, and all that was observed, by its place in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from workbench.widgets.element import Fold, Table, el

from workbench.gaps.catalogue import catalogue
from workbench.gaps.wire import Column, figure
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.element import Element, Node

    from workbench.gaps.entries import Linked, Precedent, Since

_SIGNS = {True: "●", False: "○"}


def wire_tree() -> Node:
    """Return the life of a call: a column a step, a row for each way that carries something, then the gaps."""
    drawn = figure()
    heads = tuple(f"{number} · {step.title}" for number, step in enumerate(drawn.columns, 1))
    rows: list[tuple[Node | str, ...]] = [
        (el("b", str(title)), *(_events(column, lane) for column in drawn.columns)) for lane, title in drawn.lanes
    ]
    rows.append((el("b", t("survey.gaps")), *(el("b", " ".join(column.gaps)) for column in drawn.columns)))
    silent = [column for column in drawn.columns if column.silent]
    said = t("survey.silent", step=str(silent[0].title)) if silent else None
    return el(
        "div",
        Table(("", *heads), tuple(rows)),
        el("p", said) if said else None,
        el("p", t("survey.during"), cls="wb-note"),
        *(
            el("p", el("b", f"{number} "), str(step.text), cls="wb-reading")
            for number, step in enumerate(drawn.columns, 1)
        ),
        cls="wb-wire",
    )


def survey_tree() -> Node:
    """Return what the survey observed beside the gaps, each part folded, with what has changed since."""
    known = catalogue()
    options = known.options
    kept = [*options.precedents, *options.options]
    reaches = {row.id: str(known.words.reaches[row.reaches]) for row in known.visibility}
    return el(
        "div",
        _part("inventory", known.observations),
        _part("vocabulary", known.vocabulary),
        _part("bridge", known.bridge),
        _fold(
            "visibility",
            Table(
                tuple(t(f"survey.{name}") for name in ("mode", "exists", "seen_by", "reaches")),
                tuple((str(row.mode), str(row.exists), str(row.seen_by), reaches[row.id]) for row in known.visibility),
            ),
            *_since(known.visibility),
        ),
        _fold(
            "options",
            el("p", el("b", str(options.red_line.title)), ". ", str(options.red_line.text)),
            Table(
                ("", t("survey.what"), t("survey.kept"), t("survey.sent"), t("survey.costs")),
                tuple(_option(one) for one in kept),
            ),
            Table(
                (t("survey.kept"), t("survey.sent"), t("survey.stands_there"), t("survey.precedents_options")),
                tuple(
                    (_SIGNS[one.kept], _SIGNS[one.sent], str(one.text), " ".join((*one.precedents, *one.options)))
                    for one in options.quadrants
                ),
            ),
            *_since((options.red_line, *kept)),
        ),
        _part("coupling", known.coupling),
        _part("structure", known.structure),
        _fold(
            "references",
            Table(
                (t("survey.what"), "", t("survey.held")),
                tuple((str(one.title), str(one.text), _SIGNS[one.held]) for one in known.references),
            ),
        ),
        cls="wb-survey",
    )


def _events(column: Column, lane: str) -> Element:
    """The events of a lane in a step; what tells of a running call of one tool alone is marked."""
    marks = [mark for mark in column.marks if mark.lane == lane]
    cells = [
        el("div", el("code", mark.event), " ◦" if mark.during not in ("none", "general") else None) for mark in marks
    ]
    return el("div", *cells)


def _part(name: str, entries: Sequence[Linked]) -> Fold:
    rows = tuple((one.id, el("b", str(one.title)), str(one.text)) for one in entries)  # type: ignore[attr-defined]
    tiers = [
        (str(catalogue().words.tiers[tier]), str(found.text), " ".join(found.tools))
        for one in entries
        for tier, found in getattr(one, "tiers", {}).items()
    ]
    return _fold(
        name,
        Table(("", t("survey.what"), ""), rows),
        Table((t("survey.tier"), "", t("survey.tools")), tuple(tiers)) if tiers else None,
        *_since(entries),
    )


def _fold(name: str, *children: Node | None) -> Fold:
    return Fold(
        summary=t(f"survey.{name}"), children=tuple(node for node in children if node is not None), cls="wb-fold"
    )


def _option(one: Precedent) -> tuple[str, ...]:
    cost = getattr(one, "cost", None)
    return (one.id, f"{one.title}. {one.text}", _SIGNS[one.kept], _SIGNS[one.sent], "" if cost is None else str(cost))


def _since(entries: Iterable[Linked]) -> list[Node]:
    """What has changed, each with its date and the evidence for it."""
    return [
        el("p", el("b", f"{getattr(one, 'id', '')} {last.as_of:%Y-%m-%d}"), ": ", str(last.text), _evidence(last))
        for one in entries
        for last in one.since
    ]


def _evidence(since: Since) -> str:
    return f" ({', '.join(found.ref for found in since.evidence)})"
