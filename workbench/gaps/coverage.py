"""Coverage: each tool with its ideal card, what is shown today, what stands in the way, and what sessions hold of it.

The declared half comes from the catalogue of tools and from sample calls; the observed half from the loaded sessions.
Which lever is the widest is computed from the same rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from workbench import tools
from workbench.gaps.catalogue import MADE, MADE_IDEAL, catalogue
from workbench.gaps.entries import Text
from workbench.gaps.samples import shown_types
from workbench.model import Value
from workbench.tools.definition import DataNeed, Ideal, IdealCard, Tier

if TYPE_CHECKING:
    import duckdb

Met = Literal["best", "other", "no"]
LeverKind = Literal["gap", "fork", "card"]
MCP = "mcp__*"
"""Stands for all tools of MCP servers."""
_MCP_SAMPLE = "mcp__server__tool"

SERVED_BY: Mapping[IdealCard, frozenset[str]] = {
    "text": frozenset({"generic", "read", "web", "chip", "job", "list", "mount"}),
    "diff": frozenset({"diff"}),
    "terminal": frozenset({"terminal", "job", "code"}),
    "progress": frozenset({"progress"}),
    "table": frozenset({"list", "search", "web", "todo"}),
    "timeline": frozenset({"code", "progress", "subagent"}),
    "child-session": frozenset({"subagent"}),
    "interactive": frozenset({"question", "approval"}),
    "mount": frozenset({"mount"}),
    "chip": frozenset({"chip"}),
    "generic": frozenset({"generic", "media"}),
    "none": frozenset({"chip"}),
}
"""Which card types of the workbench draw which ideal card."""


class Covered(Value, frozen=True, kw_only=True):
    """The declared half of one tool.

    Attributes:
        tool: its name, `mcp__*` for all tools of MCP servers, `model-made` for those that a model made.
        ideal: the candidates for its card, best first; `need`, `gaps`, `forks`, `tier`, `first_tier`, `basis` as in
            `workbench.tools.Ideal`; `shows` in both languages.
        shown: the card types its calls have today, the plainest call's first.
        met: `best` where a type that is shown draws the best candidate, `other` where it draws another one, else `no`.
            It is about the kind of card; what a gap keeps out of it is missing all the same.
    """

    tool: str
    family: str
    retired: bool
    basis: str
    ideal: tuple[IdealCard, ...]
    need: DataNeed
    gaps: tuple[str, ...]
    forks: tuple[str, ...]
    tier: Tier
    first_tier: Tier
    shows: Text
    shown: tuple[str, ...]
    met: Met


class Lever(Value, frozen=True, kw_only=True):
    """Something that could be built or decided, and the tools it would help.

    `kind` is gap, fork or card; `calls` counts the calls of these tools in the loaded sessions, None where none were
    asked.
    """

    kind: LeverKind
    id: str
    title: Text
    tools: tuple[str, ...]
    calls: int | None = None


def declared() -> tuple[Covered, ...]:
    """Return the declared half for every tool of the catalogue, for the MCP family, and for tools that a model made."""
    known = [(name, name, tool) for name, tool in tools.catalogue().items()]
    family = tools.find(_MCP_SAMPLE)
    if family is not None:
        known.append((MCP, _MCP_SAMPLE, family))
    return (
        *(
            _covered(name, shown_types(sample), tool.ideal, family=tool.family, retired=tool.retired is not None)
            for name, sample, tool in known
            if tool.ideal is not None
        ),
        _covered(MADE, shown_types(MADE), MADE_IDEAL, family=MADE, retired=False),
    )


def coverage(con: duckdb.DuckDBPyConnection, card_types: Mapping[str, str] | None = None) -> duckdb.DuckDBPyRelation:
    """Join the declared half with what the loaded sessions hold, one row a tool, the most called first.

    Args:
        con: a connection or cursor of the store.
        card_types: the card type of each call by the call's key, as far as somebody has computed it; it fills `seen`,
            and `undeclared` with the types that no sample call of the tool gave.

    Returns:
        A relation. `calls` and the other counts leave out inherited rows; a tool that only logs know has NULL in all
        declared columns.
    """
    rows = [
        {
            "tool": row.tool, "family": row.family, "retired": row.retired, "basis": row.basis,
            "ideal": list(row.ideal), "need": row.need, "gaps": list(row.gaps), "forks": list(row.forks),
            "tier": row.tier, "first_tier": row.first_tier, "shown": list(row.shown), "met": row.met,
        }
        for row in declared()
    ]  # fmt: skip
    types = [{"key": key, "type": kind} for key, kind in (card_types or {}).items()]
    return con.sql(_sql("coverage"), params={"declared": rows, "types": types})


def survey(rows: Iterable[Covered] | None = None) -> tuple[Covered, ...]:
    """Return the rows of the tools that the survey listed, each by the first name it goes by now."""
    listed = {entry.now[0] for entry in catalogue().inventory}
    return tuple(row for row in (declared() if rows is None else rows) if row.tool in listed)


def wanting(card: IdealCard, rows: Iterable[Covered] | None = None) -> tuple[str, ...]:
    """Return the tools that one kind of card would serve: those that have it among their candidates.

    Retired names are left out.
    """
    return tuple(row.tool for row in (declared() if rows is None else rows) if card in row.ideal and not row.retired)


def levers(rows: Iterable[Covered] | None = None, calls: Mapping[str, int] | None = None) -> tuple[Lever, ...]:
    """Return what could be built or decided, the widest first: by the tools it helps, or by their calls.

    Args:
        rows: the declared rows to count, all where None; retired names are left out.
        calls: calls by tool, see `calls_by_tool`; with them the widest is the one that helps most calls.
    """
    known = [row for row in (declared() if rows is None else rows) if not row.retired]
    titles = catalogue()
    found = [
        _lever("gap", gap.id, gap.title, [row.tool for row in known if gap.id in row.gaps], calls)
        for gap in titles.gaps
    ]
    found += [
        _lever("fork", fork.id, fork.title, [row.tool for row in known if fork.id in row.forks], calls)
        for fork in titles.forks
    ]
    found += [_lever("card", card, title, wanting(card, known), calls) for card, title in titles.words.cards.items()]
    return tuple(sorted(found, key=lambda lever: (-(lever.calls or 0), -len(lever.tools), lever.kind, lever.id)))


def calls_by_tool(con: duckdb.DuckDBPyConnection) -> dict[str, int]:
    """Return how many calls and dispatches each tool has in the loaded sessions; MCP tools count as `mcp__*`."""
    return dict(con.execute(_sql("calls_by_tool")).fetchall())


# ---------------------------------------------------------------------------------------------------- inside


def _covered(name: str, shown: tuple[str, ...], ideal: Ideal, *, family: str, retired: bool) -> Covered:
    shows = catalogue().shows.get(name)
    return Covered(
        tool=name,
        family=family,
        retired=retired,
        basis=ideal.basis,
        ideal=ideal.cards,
        need=ideal.need,
        gaps=ideal.gaps,
        forks=ideal.forks,
        tier=ideal.tier,
        first_tier=ideal.first_tier,
        shows=Text(en=ideal.shows, zh=ideal.shows) if shows is None else shows,
        shown=shown,
        met=_met(ideal, shown),
    )


def _met(ideal: Ideal, shown: tuple[str, ...]) -> Met:
    drawn = [any(kind in SERVED_BY[card] for kind in shown) for card in ideal.cards]
    return "best" if drawn[0] else "other" if any(drawn) else "no"


def _lever(
    kind: Literal["gap", "fork", "card"],
    number: str,
    title: Text,
    helped: Iterable[str],
    calls: Mapping[str, int] | None,
) -> Lever:
    names = tuple(helped)
    counted = None if calls is None else sum(calls.get(name, 0) for name in names)
    return Lever(kind=kind, id=number, title=title, tools=names, calls=counted)


def _sql(name: str) -> str:
    return files(__package__).joinpath(f"sql/{name}.sql").read_text("utf-8")
