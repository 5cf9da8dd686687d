"""Trees of the measured gaps and of the coverage, for notebooks, terminals and the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.widgets.element import Table, el

from workbench.gaps.catalogue import catalogue
from workbench.gaps.gap import SIGNS
from workbench.gaps.numbers import told
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.element import Element, Node

    from workbench.gaps.entries import Verdict
    from workbench.gaps.gap import Gap
    from workbench.gaps.matrix import Matrix
    from workbench.gaps.picture import Cell
    from workbench.gaps.turning import Turn

_DOTS: dict[Verdict, str] = {"closed": "wb-dot-completed", "narrowed": "wb-dot-running", "open": "wb-dot-waiting"}
_FILLS = {"full": "wb-fill-full", "half": "wb-fill-half", "hollow": "wb-fill-hollow"}


def verdict_node(verdict: Verdict) -> Element:
    """Return a verdict as its sign and its word."""
    word = str(catalogue().words.verdicts[verdict])
    return el(
        "span", el("span", SIGNS[verdict], cls=_DOTS.get(verdict, "")), f" {word}", cls=f"wb-verdict {_word(verdict)}"
    )


def gaps_tree(gaps: Sequence[Gap]) -> Node:
    """Return the table of gaps: verdict, instances, the number that says most, and the expression for the rows."""
    columns = ("", t("gaps.column.gap"), t("gaps.column.verdict"), "n", t("gaps.recorded"), t("gaps.joined"),
               t("gaps.missing"), t("gaps.column.key"), t("gaps.column.rows"))  # fmt: skip
    right = ("left", "left", "left", "right", "right", "right", "right", "left", "left")
    return Table(columns, tuple(_row(gap) for gap in gaps), align=right)


def gap_tree(gap: Gap) -> Node:
    """Return one gap: what it is, the verdict with its rule, the numbers, and where the rows are."""
    return el(
        "section",
        el("h3", f"{gap.number} · {gap.title}"),
        el("p", verdict_node(gap.verdict)),
        el("p", gap.rule),
        Table(("", ""), tuple((str(words), value) for words, value in measures(gap)), align=("left", "right")),
        el("p", t("gaps.rows"), " ", *_expressions(gap), cls="wb-note"),
        cls="wb-gap",
    )


def turns_tree(turns: Sequence[Turn]) -> Node:
    """Return verdicts on made sessions that differ in one thing, with the rule that gave each."""
    columns = (t("gaps.column.made"), t("gaps.column.verdict"), "n", t("gaps.recorded"), t("gaps.joined"),
               t("gaps.column.rule"))  # fmt: skip
    rows = tuple(
        (turn.what, verdict_node(turn.verdict), told(turn.n), told(turn.recorded), told(turn.joined), turn.rule)
        for turn in turns
    )
    return Table(columns, rows, align=("left", "left", "right", "right", "right", "left"))


def measures(gap: Gap) -> tuple[tuple[str, str], ...]:
    """Return the numbers of a gap with their words; a number that is not known is a dash."""
    return tuple((str(words.text), told(gap.measures[name], words.unit)) for name, words in gap.words.measures.items())


def matrix_tree(matrix: Matrix) -> Node:
    """Return the coverage of all tools as a table of words and signs."""
    grid = matrix.grid()
    align = tuple(
        "center" if column.signs else "right" if at == 1 else "left" for at, column in enumerate(grid.columns)
    )
    rows = tuple(
        tuple(el("b", cell.text) if at == 0 else cell_node(cell) for at, cell in enumerate(row)) for row in grid.rows
    )
    picture = matrix.picture()
    return el(
        "section",
        el("h3", picture.title),
        el("p", picture.said),
        el("p", *(part for cell, words in grid.keys for part in (cell_node(cell), f" {words}   ")), cls="wb-note"),
        Table(tuple(column.title for column in grid.columns), rows, align=tuple(align)),
        el("p", t("gaps.matrix.signs"), cls="wb-note"),
        cls="wb-coverage",
    )


def cell_node(cell: Cell) -> Node:
    """Return a cell; the box is a class, and in a place without style sheets the sign alone says it."""
    if cell.fill is None:
        return el("span", cell.text, cls="wb-meta") if cell.faint else cell.text
    return el("span", cell.text, cls=f"wb-cell {_FILLS[cell.fill]}")


# ---------------------------------------------------------------------------------------------------- inside


def _row(gap: Gap) -> tuple[Node, ...]:
    tally = gap.tally
    return (
        el("b", gap.number),
        gap.title,
        verdict_node(gap.verdict),
        told(tally.n),
        told(tally.recorded),
        told(tally.joined),
        told(tally.missing),
        gap.key_number,
        el("code", f'wb.gap("{gap.number}").evidence'),
    )


def _expressions(gap: Gap) -> tuple[Node, ...]:
    names = (".evidence", *(f'.look("{name}")' for name in gap.looks))
    found: list[Node] = []
    for name in names:
        found += [el("code", f'wb.gap("{gap.number}"){name}'), " "]
    return tuple(found)


def _word(verdict: Verdict) -> str:
    return f"wb-is-{verdict.replace(' ', '-')}"
