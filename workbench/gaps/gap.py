"""A gap as it was measured: the verdict, the rule that gave it, the numbers, and the rows behind them.

Every probe finds *instances* and says of each whether what its card needs is `recorded` as a field of the log, can be
`joined` without ambiguity by inference, or is `missing`. The verdict follows from these three numbers alone, by one
rule for all gaps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from workbench import strings
from workbench.errors import WorkbenchError, did_you_mean
from workbench.gaps.asking import Query, ask, count, relation, sql
from workbench.gaps.catalogue import catalogue
from workbench.gaps.entries import Verdict
from workbench.gaps.numbers import told
from workbench.gaps.picture import Picture
from workbench.model import Value

if TYPE_CHECKING:
    import duckdb

    from workbench.store import Store

SIGNS: Mapping[Verdict, str] = {
    "closed": "●", "narrowed": "◐", "open": "○", "not observable": "∅", "not enough data": "…",
}  # fmt: skip
"""The sign of each verdict, the same everywhere."""
FEWEST = 3
"""Fewer instances than this are not enough data."""


class Tally(Value, frozen=True, kw_only=True):
    """How many instances there are, and how many have what is needed; `observable` False: a log cannot say."""

    n: int = 0
    recorded: int = 0
    joined: int = 0
    observable: bool = True

    @property
    def missing(self) -> int:
        """Instances that have it neither way."""
        return self.n - self.recorded - self.joined

    @property
    def verdict(self) -> Verdict:
        """The verdict; see [`judge`][workbench.gaps.gap.judge]."""
        return judge(self)


def judge(tally: Tally) -> Verdict:
    """Return the verdict on a tally.

    `not observable` where the log cannot say; `not enough data` below three instances; `closed` where every instance is
    recorded; `narrowed` where some are, or all are recorded or joined without ambiguity; else `open`.
    """
    if not tally.observable:
        return "not observable"
    if tally.n < FEWEST:
        return "not enough data"
    if tally.recorded == tally.n:
        return "closed"
    return "narrowed" if tally.recorded or tally.joined == tally.n else "open"


class Gap:
    """One gap, measured on the loaded sessions.

    Attributes:
        number: `G1` … `G11`.
        tally: the instances over everything that is loaded.
        by_tool, by_generation: the same by tool and by generation of the log format; each has its own verdict.
        measures: numbers by name; None where there is nothing to measure. `words` says what they are.
        settings: what the probe was run with.
        store: the sessions it was measured on.
    """

    def __init__(
        self,
        store: Store,
        number: str,
        evidence: Query,
        *,
        measures: Mapping[str, Any],
        looks: Mapping[str, Query] | None = None,
        settings: Mapping[str, Any] | None = None,
        observable: bool = True,
    ) -> None:
        self.number = number
        self.words = catalogue().probe(number)
        self.entry = catalogue().gap(number)
        self.settings = dict(settings or {})
        self.measures = dict(measures)
        self.store = store
        self._evidence = evidence
        self._looks = dict(looks or {})
        counted = count(store.cursor(), evidence)
        self.tally = _sum(counted, observable)
        self.by_tool = _group(counted, "tool", observable)
        self.by_generation = _group(counted, "generation", observable)

    @property
    def title(self) -> str:
        """What the gap is, in the current language."""
        return str(self.entry.title)

    @property
    def verdict(self) -> Verdict:
        """closed, narrowed, open, not observable or not enough data."""
        return self.tally.verdict

    @property
    def n(self) -> int:
        """How many instances were found."""
        return self.tally.n

    @property
    def rule(self) -> str:
        """The sentence that gave the verdict, with its numbers, in the current language."""
        return self.said(strings.language())

    def said(self, language: str) -> str:
        """Return the rule in one language, `en` or `zh`."""
        words, tally = self.words, self.tally
        told = {
            name: counted(self, name, number, language)
            for name, number in (("instances", tally.n), ("recorded", tally.recorded), ("joined", tally.joined))
        }
        verdict = getattr(catalogue().words.verdicts[self.verdict], language)
        why = getattr(catalogue().words.rules[self.verdict], language)
        if self.verdict == "not observable" and words.unobservable is not None:
            why = f"{why}{': ' if language == 'en' else '：'}{getattr(words.unobservable, language)}"
        if language == "zh":
            return (
                f"{verdict}：{tally.n:,} {told['instances']}；{tally.recorded:,} {told['recorded']}；"
                f"{tally.joined:,} {told['joined']}；其余 {tally.missing:,}。规则：{why}。"
            )
        return (
            f"{verdict}: {tally.n:,} {told['instances']}; {tally.recorded:,} {told['recorded']}; {tally.joined:,} "
            f"{told['joined']}; {tally.missing:,} neither. Rule: {why}."
        )

    @property
    def evidence(self) -> duckdb.DuckDBPyRelation:
        """Every instance: session_id, seq, key, tool, generation, has (recorded, joined, missing) and more."""
        return relation(self.store, self._evidence)

    def first(self, most: int) -> list[dict[str, Any]]:
        """Return the first instances as dicts, those that lack what is needed before the others."""
        text = f"with instance as (\n{self._evidence.text}\n)\n{sql('evidence_first')}"
        return ask(self.store.cursor(), Query(text, {**self._evidence.values, "most": most}))

    @property
    def looks(self) -> tuple[str, ...]:
        """Names of the tables that [`look`][] gives."""
        return tuple(self._looks)

    def look(self, name: str) -> duckdb.DuckDBPyRelation:
        """Return one of the tables that belong to this gap, such as `longest`.

        Raises:
            WorkbenchError: there is no such table.
        """
        if name not in self._looks:
            raise WorkbenchError(
                f"{self.number} has no table {name!r}.{did_you_mean(name, self._looks)} "
                f"It has {', '.join(self._looks) or 'none'}.",
                code="unknown-look",
            )
        return relation(self.store, self._looks[name])

    def rows(self, name: str) -> list[dict[str, Any]]:
        """Return one of the tables as dicts, read past the user's own connection."""
        return ask(self.store.cursor(), self._looks[name])

    @property
    def verdict_words(self) -> str:
        """The verdict as its sign and its word, in the current language."""
        return f"{SIGNS[self.verdict]} {catalogue().words.verdicts[self.verdict]}"

    @property
    def key_number(self) -> str:
        """The one number that says most about the gap, in words; a number that is not known is a dash."""
        name = self.words.key
        return strings.filled(
            str(self.words.says), {"value": told(self.measures[name], self.words.measures[name].unit)}
        )

    def picture(self) -> Picture:
        """Return the gap's numbers as a picture, a plain value; `chart()` of the workbench's gaps draws it."""
        from workbench.gaps.pictures import picture

        return picture(self)

    def __repr__(self) -> str:
        return f"<{self.number} {self.verdict}, n={self.n:,}: {self.entry.title.en}>"


def counted(gap: Gap, what: str, number: int, language: str) -> str:
    """Return the words behind a number of `instances`, `recorded` or `joined`, in the form that goes with it."""
    return strings.filled(getattr(getattr(gap.words, what), language), _filled(gap.settings, language, n=number))


# ---------------------------------------------------------------------------------------------------- inside


def _filled(settings: Mapping[str, Any], language: str, **more: object) -> dict[str, object]:
    """Settings as the words name them: a text in two languages in the one that is asked."""
    return {name: getattr(value, language, value) for name, value in settings.items()} | more


def _sum(rows: Iterable[Mapping[str, Any]], observable: bool) -> Tally:
    found: dict[str, int] = defaultdict(int)
    for row in rows:
        found[row["has"]] += row["n"]
    return Tally(n=sum(found.values()), recorded=found["recorded"], joined=found["joined"], observable=observable)


def _group(rows: Sequence[Mapping[str, Any]], member: str, observable: bool) -> dict[Any, Tally]:
    parts: dict[Any, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        parts[row[member]].append(row)
    found = {name: _sum(part, observable) for name, part in parts.items()}
    return dict(sorted(found.items(), key=lambda item: (-item[1].n, str(item[0]))))
