"""A decision as a value: its options, what was measured for them, something that runs, and what stays open.

It decides nothing for the reader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from workbench.gaps.asking import Query, relation, table
from workbench.gaps.catalogue import catalogue
from workbench.gaps.channel import Costs, costs
from workbench.gaps.channel_options import Assumptions
from workbench.gaps.entries import Choice, Fork, Since
from workbench.gaps.gap import Gap
from workbench.gaps.numbers import Unit, told
from workbench.model import Value
from workbench.strings import has, t

if TYPE_CHECKING:
    import duckdb

    from workbench.store import Store

_TYPES = {bool: "boolean", int: "bigint", float: "double", str: "varchar", type(None): "varchar"}


class Number(Value, frozen=True, kw_only=True):
    """A number with its unit; None for one that is not known."""

    value: float | int | str | None
    unit: Unit = "count"

    def __str__(self) -> str:
        return self.value if isinstance(self.value, str) else told(self.value, self.unit)


class Fact(Value, frozen=True, kw_only=True):
    """One thing that was measured for a fork.

    Attributes:
        id: its name within the fork.
        fork: the fork.
        option: the option that it bears on, or None for the question as a whole.
        source: what measured it: a gap (`G7`), `channel` (logs that options wrote), `registry`, or `log` (a query).
        numbers: by the places of its sentence.
        behind: gives the rows that it was counted from, as a relation.
    """

    id: str
    fork: str
    option: str | None
    source: str
    numbers: dict[str, Number]
    behind: Callable[[], duckdb.DuckDBPyRelation]

    @property
    def says(self) -> str:
        """The sentence with its numbers, in the current language."""
        return t(f"decision.{self.fork}.{self.id}", **{name: str(number) for name, number in self.numbers.items()})


class Demonstration(Value, frozen=True, kw_only=True):
    """What came out of something that was run; every row has the same members."""

    fork: str
    rows: tuple[dict[str, Any], ...]

    @property
    def title(self) -> str:
        """What was run, in the current language."""
        return t(f"decision.{self.fork}.shown")

    def readable(self) -> list[dict[str, str]]:
        """Return the rows for people: titles and words in the current language."""
        return readable(self.rows)


class Decision:
    """One fork with everything that can be said for and against.

    Attributes:
        id: `F1` … `F8`.
        fork: the catalogue's entry, with its question, its options and their costs.
        evidence: what was measured; each fact names the option that it bears on.
    """

    def __init__(self, number: str, evidence: Iterable[Fact], run: Callable[[], list[dict[str, Any]]]) -> None:
        self.id = number
        self.fork: Fork = catalogue().fork(number)
        self.evidence = tuple(evidence)
        self._run = run

    @property
    def title(self) -> str:
        """The question, in the current language."""
        return str(self.fork.title)

    @property
    def text(self) -> str:
        """What it is about, in the current language."""
        return str(self.fork.text)

    @property
    def options(self) -> tuple[Choice, ...]:
        """The ways it can go, and what each costs."""
        return self.fork.options

    @property
    def since(self) -> tuple[Since, ...]:
        """What became of it after the survey."""
        return self.fork.since

    @property
    def open(self) -> str:
        """What no number here answers, in the current language."""
        return t(f"decision.{self.id}.open")

    def demonstrate(self) -> Demonstration:
        """Run what the workbench has for it, here and now."""
        return Demonstration(fork=self.id, rows=tuple(self._run()))

    def rows(self) -> list[dict[str, Any]]:
        """Return one row an option (option, text, cost, facts), and one without option for what bears on all."""
        found: list[dict[str, Any]] = [
            {"option": choice.key, "text": str(choice.text), "cost": str(choice.cost), "facts": self._facts(choice.key)}
            for choice in self.options
        ]
        general = self._facts(None)
        return [*found, {"option": None, "text": "", "cost": "", "facts": general}] if general else found

    def _facts(self, option: str | None) -> list[str]:
        return [fact.says for fact in self.evidence if fact.option == option]

    def __repr__(self) -> str:
        return f"<{self.id} {self.fork.state}, {len(self.evidence)} facts: {self.fork.title.en}>"


class Ground:
    """What the decisions stand on: gaps and costs, each measured once and when it is first needed."""

    def __init__(self, store: Store, assumed: Assumptions, most: int) -> None:
        self.store = store
        self.assumed = assumed
        self._most = most
        self._gaps: dict[tuple[str, tuple[tuple[str, Any], ...]], Gap] = {}

    def gap(self, number: str, **settings: Any) -> Gap:
        """Return a gap, measured."""
        from workbench.gaps import gap

        key = number, tuple(settings.items())
        if key not in self._gaps:
            self._gaps[key] = gap(self.store, number, **settings)
        return self._gaps[key]

    @cached_property
    def costs(self) -> Costs:
        """What a channel would cost on the recorded commands, the recorded bus, and logs of the store."""
        return costs(self.store, self.assumed, most=self._most)

    def asked(self, query: Query) -> Callable[[], duckdb.DuckDBPyRelation]:
        """Return what gives a query as a relation."""
        return lambda: relation(self.store, query)

    def held(self, rows: Sequence[Mapping[str, Any]]) -> Callable[[], duckdb.DuckDBPyRelation]:
        """Return what gives rows that were computed here as a relation."""
        return lambda: relation(self.store, table(_columns(rows), [_plain(row) for row in rows]))


def number(value: Any, unit: Unit = "count") -> Number:
    """Return a number with its unit."""
    return Number(value=value, unit=unit)


def readable(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, str]]:
    """Return rows for people: titles of columns and words of cells in the current language."""
    return [{_word("column", name): _cell(name, value) for name, value in row.items()} for row in rows]


# ---------------------------------------------------------------------------------------------------- inside


def _cell(name: str, value: Any) -> str:
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, bool):
        return t("channel.yes" if value else "channel.no")
    if isinstance(value, (tuple, list)):
        return ", ".join(_cell(name, one) for one in value) or told(None)
    if isinstance(value, str):
        return _word(name, value)
    return told(value) if value is None or isinstance(value, (int, float)) else str(value)


def _word(name: str, value: str) -> str:
    key = f"decision.{name}.{value}"
    return t(key) if has(key) else value


def _columns(rows: Sequence[Mapping[str, Any]]) -> str:
    names = list(rows[0]) if rows else ["nothing"]
    found = []
    for name in names:
        kinds = [type(_value(row[name])) for row in rows if row[name] is not None] or [str]
        found.append(f'"{name}" {"varchar[]" if kinds[0] in (tuple, list) else _TYPES.get(kinds[0], "varchar")}')
    return ", ".join(found)


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: list(value) if isinstance(value := _value(held), tuple) else value for name, held in row.items()}


def _value(held: Any) -> Any:
    if isinstance(held, Number):
        return held.value
    return held if isinstance(held, (tuple, list)) or type(held) in _TYPES else msgspec.to_builtins(held)


__all__ = ["Decision", "Demonstration", "Fact", "Ground", "Number", "number", "readable"]
