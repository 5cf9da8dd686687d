"""What `wb.gaps()`, `wb.gap()` and `wb.coverage()` give: the measured gaps and the coverage, with their pictures."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from workbench import surfaces
from workbench.gaps.coverage import coverage
from workbench.gaps.gap import Gap
from workbench.gaps.matrix import Matrix, matrix

if TYPE_CHECKING:
    import duckdb

    from workbench.bench import Workbench
    from workbench.gaps.turning import Turn
    from workbench.store import Store


class Finding(Gap):
    """One gap as it was measured, which a notebook shows with its verdict, its rule and its numbers."""

    _workbench: Workbench

    @classmethod
    def of(cls, gap: Gap, workbench: Workbench) -> Finding:
        """Return a measured gap of a workbench as a finding."""
        found = cls.__new__(cls)
        found.__dict__.update(gap.__dict__, _workbench=workbench)
        return found

    def chart(self) -> Any:
        """Return the gap's picture: it needs no network, shows in untrusted notebooks, and is text as well."""
        return surfaces.chart(self.picture())

    def card(self, look: str | None = None, where: str = "true", *, key: str = "key", at: str | None = None) -> Any:
        """Return the card of the first call in one of the tables, at its end or at a moment of it.

        Args:
            look: the table; the evidence where None.
            where: what the row has to meet, as in SQL.
            key: the column with the key of the call.
            at: what has just happened to the call, such as `started` or `asked`.

        Returns:
            The card, or None where no row meets that.
        """
        rows = (self.evidence if look is None else self.look(look)).filter(where)
        first = rows.filter(f"{key} is not null").project(f"session_id, {key}").limit(1).fetchall()
        if not first:
            return None
        session_id, call = first[0]
        session = self._workbench.session(session_id)
        return (session if at is None else session.at(call, at)).card(call)

    def turns(self) -> Turns:
        """Measure the same gap on made sessions that differ in one thing, to see whether the verdict can turn."""
        from workbench.gaps.turning import turns

        return Turns(turns(self.number))

    def html(self) -> str:
        """Return verdict, rule and numbers as a fragment."""
        return surfaces.gap_html(self)

    def text(self) -> str:
        """Return verdict, rule and numbers as plain text."""
        return surfaces.gap_text(self)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.text()}


class Turns(list["Turn"]):
    """Verdicts on made sessions: a list that a notebook shows as a table."""

    def html(self) -> str:
        """Return the table as a fragment."""
        return surfaces.turns_html(self)

    def text(self) -> str:
        """Return the table as plain text."""
        return surfaces.turns_text(self)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.text()}


class Findings(list[Finding]):
    """The eleven gaps of the loaded sessions: a list that a notebook shows as a table."""

    @classmethod
    def of(cls, gaps: Iterable[Gap], workbench: Workbench) -> Findings:
        """Return measured gaps of a workbench as findings."""
        return cls(Finding.of(gap, workbench) for gap in gaps)

    def html(self) -> str:
        """Return the table as a fragment."""
        return surfaces.gaps_html(self)

    def text(self) -> str:
        """Return the table as plain text."""
        return surfaces.gaps_text(self)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.text()}


class Coverage:
    """Every tool with its ideal card, what is shown today, and the gaps that were measured for it."""

    def __init__(self, store: Store, gaps: Iterable[Gap]) -> None:
        self._store = store
        self.matrix: Matrix = matrix(store, gaps)

    @property
    def table(self) -> duckdb.DuckDBPyRelation:
        """Everything as a relation, one row a tool; `declared` columns and counts of what the sessions hold."""
        return coverage(self._store.con)

    def chart(self) -> Any:
        """Return the matrix as a picture."""
        return surfaces.chart(self.matrix.picture())

    def levers(self) -> Any:
        """Return the picture of what could be built or decided, by the tools and the calls it would help."""
        return surfaces.chart(self.matrix.levers_picture())

    def html(self) -> str:
        """Return the whole matrix as a fragment."""
        return surfaces.coverage_html(self.matrix)

    def text(self) -> str:
        """Return the whole matrix as plain text."""
        return surfaces.coverage_text(self.matrix)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.text()}
