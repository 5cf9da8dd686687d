"""Coverage as a matrix: tools against their ideal card, what is shown today, and every gap as it was measured for them.

A gap has a box where the catalogue says that it keeps the tool's card from being what it could be; how solid the box is
says what the loaded sessions show for that very tool. A sign without a box was measured, though nobody declared it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from workbench.gaps.catalogue import MADE, catalogue
from workbench.gaps.coverage import MCP, Covered, Lever, calls_by_tool, declared, levers, survey, wanting
from workbench.gaps.entries import GapId, Verdict
from workbench.gaps.gap import SIGNS, Gap, Tally
from workbench.gaps.numbers import told
from workbench.gaps.picture import Axis, Bar, Bars, Cell, Column, Fill, Grid, Part, Picture, name
from workbench.model import Value
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.store import Store

SOLID: Mapping[Verdict, Fill] = {"closed": "full", "narrowed": "half", "open": "hollow"}
"""How solid the box of a verdict is; the others have none of their own."""
UNSEEN = "·"
"""Declared, but no loaded session has an instance of it."""
NEEDS = {"once": "1×", "refreshing": "↻", "interactive": "⇄"}
MOST = 9
"""Most tools of one page, so that it can be read from across a room."""
WIDEST = 8
"""Most levers of the picture."""
_TIERS = ("client", "addition", "channel")


class Line(Value, frozen=True, kw_only=True):
    """One tool of the matrix.

    Attributes:
        declared: its entry in the catalogue; None for a name that only logs have.
        calls: its calls and dispatches in the loaded sessions.
        seen: the card types that they got, the most frequent first, with how many.
        verdicts: for each gap that was measured for this tool, what was found.
        gaps: the gaps that the catalogue names for it.
    """

    tool: str
    declared: Covered | None
    calls: int
    seen: tuple[tuple[str, int], ...]
    verdicts: Mapping[GapId, Verdict]
    gaps: tuple[str, ...]


class Matrix(Value, frozen=True, kw_only=True):
    """All tools with the gaps that were measured, the most expensive tier last, within it the most called first."""

    gaps: tuple[GapId, ...]
    lines: tuple[Line, ...]
    levers: tuple[Lever, ...]

    def picture(self) -> Picture:
        """Return the matrix of the tools that were called, and of those the survey listed, as a picture."""
        shown = _shown(self)
        return _picture(self, _grid(self, shown), t("gaps.matrix.first", n=len(shown)))

    def pages(self) -> tuple[Picture, ...]:
        """Return the same in pages of few tools, each with the gaps that any of its tools has to do with."""
        shown = _shown(self)
        pages = max(1, -(-len(shown) // MOST))
        cuts = [round(len(shown) * page / pages) for page in range(pages + 1)]
        return tuple(
            _picture(self, _grid(self, part, self._met_by(part)), t("gaps.matrix.page", n=number, all=pages))
            for number, (begin, end) in enumerate(pairwise(cuts), 1)
            for part in (shown[begin:end],)
        )

    def _met_by(self, lines: Sequence[Line]) -> tuple[GapId, ...]:
        return tuple(gap for gap in self.gaps if any(gap in line.gaps or gap in line.verdicts for line in lines))

    def levers_picture(self) -> Picture:
        """Return what could be built or decided, by the tools and by the calls it would help."""
        return _levers(self)

    def grid(self, lines: Sequence[Line] | None = None) -> Grid:
        """Return some lines, or all, as a grid of words and signs."""
        return _grid(self, self.lines if lines is None else lines)


def matrix(store: Store, measured: Iterable[Gap]) -> Matrix:
    """Join what the catalogue declares of each tool with what was measured.

    Args:
        store: the loaded sessions.
        measured: their gaps; those that are left out have no column.
    """
    gaps = list(measured)
    known = {row.tool: row for row in declared()}
    calls = calls_by_tool(store.cursor())
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    verdicts: dict[str, dict[GapId, Verdict]] = defaultdict(dict)
    for gap in gaps:
        for tool, tally in _families(gap.by_tool).items():
            verdicts[tool][gap.entry.id] = tally.verdict
        if len(gap.entry.tools) == 1 and gap.n:  # its instances lie inside the calls of that tool, whatever their names
            verdicts[gap.entry.tools[0]][gap.entry.id] = gap.verdict
        if gap.number == "G7":
            for row in gap.rows("cards"):
                seen[_family(row["tool"])][row["type"]] += row["calls"]
    lines = [
        Line(
            tool=tool,
            declared=known.get(tool),
            calls=calls.get(tool, 0),
            seen=tuple(seen[tool].most_common()),
            verdicts=verdicts[tool],
            gaps=known[tool].gaps if tool in known else (),
        )
        for tool in dict.fromkeys((*known, *calls))
    ]
    return Matrix(
        gaps=tuple(gap.entry.id for gap in gaps), lines=tuple(sorted(lines, key=_order)), levers=levers(calls=calls)
    )


# ---------------------------------------------------------------------------------------------------- inside


def _family(tool: str) -> str:
    return MCP if tool.startswith("mcp__") else tool


def _families(tallies: Mapping[str, Tally]) -> dict[str, Tally]:
    """Tallies by tool, those of all servers added up."""
    found: dict[str, Tally] = {}
    for tool, tally in tallies.items():
        before = found.get(_family(tool), Tally(observable=tally.observable))
        found[_family(tool)] = Tally(
            n=before.n + tally.n,
            recorded=before.recorded + tally.recorded,
            joined=before.joined + tally.joined,
            observable=tally.observable,
        )
    return found


def _order(line: Line) -> tuple[int, int, str]:
    tier = len(_TIERS) if line.declared is None else _TIERS.index(line.declared.tier)
    return tier, -line.calls, line.tool


def _shown(found: Matrix) -> list[Line]:
    """The tools that matter: those that were called, and those the survey listed."""
    listed = {row.tool for row in survey()}
    return [line for line in found.lines if line.calls or line.tool in listed]


def _picture(found: Matrix, grid: Grid, which: str) -> Picture:
    called = [line for line in found.lines if line.calls]
    current = [line for line in found.lines if line.declared is not None and _is_offered(line.declared)]
    return Picture(
        id="",
        title=t("gaps.matrix.title"),
        said=t(
            "gaps.matrix.said",
            called=len(called),
            tools=len(current),
            best=sum(line.declared.met == "best" for line in current if line.declared is not None),
        ),
        panels=(grid,),
        note=f"{which} {t('gaps.matrix.signs')}",
    )


def _is_offered(row: Covered) -> bool:
    """Whether the harness has it today: no retired name, and nothing that a model made."""
    return not row.retired and row.tool != MADE


def _grid(found: Matrix, lines: Sequence[Line], gaps: Sequence[GapId] | None = None) -> Grid:
    words = catalogue().words
    gaps = found.gaps if gaps is None else gaps
    columns = (
        Column(title=t("gaps.matrix.tool"), width=19),
        Column(title=t("gaps.calls"), width=8.5),
        Column(title=t("gaps.matrix.ideal"), width=16),
        Column(title=t("gaps.matrix.shown"), width=17),
        Column(title=t("gaps.matrix.need"), width=5.5, signs=True),
        *(Column(title=gap, width=4.6, signs=True) for gap in gaps),
        Column(title=t("gaps.matrix.tier"), width=5.5, signs=True),
    )
    keys = tuple(
        (Cell(text=sign, fill=SOLID.get(verdict)), str(words.verdicts[verdict])) for verdict, sign in SIGNS.items()
    )
    return Grid(
        columns=columns,
        rows=tuple(_cells(line, gaps) for line in lines),
        keys=(*keys, (Cell(text=UNSEEN, fill="hollow", faint=True), t("gaps.matrix.unseen"))),
    )


def _cells(line: Line, shown_gaps: Sequence[GapId]) -> tuple[Cell, ...]:
    words = catalogue().words
    entry = line.declared
    if entry is None:
        ideal, shown, need, tier = Cell(text="–", faint=True), Cell(text=_seen(line)), Cell(), Cell()
    else:
        met: dict[str, Fill] = {"best": "full", "other": "half", "no": "hollow"}
        ideal = Cell(text=str(words.cards[entry.ideal[0]]))
        shown = Cell(text=_seen(line) or ", ".join(entry.shown), fill=met[entry.met], faint=not line.seen)
        need = Cell(text=NEEDS[entry.need])
        tier = Cell(text=str(_TIERS.index(entry.tier) + 1))
    gaps = (_gap(line, gap) for gap in shown_gaps)
    return (Cell(text=name(line.tool)), Cell(text=told(line.calls)), ideal, shown, need, *gaps, tier)


def _seen(line: Line) -> str:
    return ", ".join(kind for kind, _ in line.seen[:2]) + (" …" if len(line.seen) > 2 else "")


def _gap(line: Line, gap: GapId) -> Cell:
    verdict = line.verdicts.get(gap)
    is_declared = gap in line.gaps
    if verdict is None:
        return Cell(text=UNSEEN, fill="hollow", faint=True) if is_declared else Cell()
    sign = SIGNS[verdict]
    return Cell(text=sign, fill=SOLID.get(verdict, "hollow")) if is_declared else Cell(text=sign, faint=True)


def _levers(found: Matrix) -> Picture:
    by_tools = sorted(found.levers, key=lambda lever: (-len(lever.tools), lever.kind, lever.id))
    asked = survey()
    diff_and_terminal = {*wanting("diff", asked), *wanting("terminal", asked)}
    data = [row.tool for row in asked if "G5" in row.gaps]
    return Picture(
        id="",
        title=t("gaps.levers.title"),
        said=t(
            "gaps.levers.said",
            list=len(wanting("table", asked)),
            survey=len(asked),
            now=len(wanting("table")),
            tools=len([row for row in declared() if _is_offered(row)]),
            data=len(data),
            rich=len(diff_and_terminal),
        ),
        panels=(
            _panel(by_tools, {lever.id: len(lever.tools) for lever in found.levers}, "tools"),
            _panel(found.levers, {lever.id: lever.calls or 0 for lever in found.levers}, "calls"),
        ),
    )


def _panel(ordered: Sequence[Lever], values: Mapping[str, int], what: str) -> Bars:
    shown = [lever for lever in ordered if values[lever.id]][:WIDEST]
    parts = {"gap": 0, "fork": 1, "card": 2}
    return Bars(
        bars=tuple(Bar(category=_titled(lever), part=lever.kind, value=values[lever.id]) for lever in shown),
        parts=tuple(
            Part(id=kind, title=t(f"gaps.levers.{kind}"), fill="half" if kind == "card" else "full", hue=hue)
            for kind, hue in parts.items()
        ),
        axis=Axis(title=t(f"gaps.levers.{what}")),
        title=t(f"gaps.levers.by_{what}"),
    )


def _titled(lever: Lever) -> str:
    if lever.kind == "card":
        return t("gaps.levers.card_of", card=str(lever.title))
    return f"{lever.id} · {lever.title}"
