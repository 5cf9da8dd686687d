"""What a progress channel would cost: options A to D tried on logs, and the numbers read off what they wrote.

```python
found = costs(wb)                       # recorded commands, and what the loaded sessions have
found.rows()                            # plain dicts: source × option × grade
found.checks()                          # the red line, and which gaps close
frontier(sweep(wb))                     # a picture: bytes against delay
costs(wb, Assumptions(coalesce_ms=0))   # another channel
```

Three kinds of source are kept apart, since one channel may not fit all: the output of a command, the session of a
child, the events of a workflow's bus; and of each the milestones and the raw stream.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from workbench.errors import WorkbenchError, did_you_mean
from workbench.gaps.asking import store_of
from workbench.gaps.channel_cases import BUS, Case, all_cases
from workbench.gaps.channel_checks import Checked, checked, precedents, quadrants
from workbench.gaps.channel_options import OPTIONS, Assumptions, Option
from workbench.gaps.channel_pictures import frontier, growth, shown_again
from workbench.gaps.channel_sums import By, rows
from workbench.gaps.channel_trial import Trial, size_today, try_out
from workbench.gaps.channel_words import assumptions, closing, readable, summary
from workbench.gaps.picture import Picture

if TYPE_CHECKING:
    from workbench.gaps import HasStore
    from workbench.store import Store

MOST = 3
"""Most logs of one kind that are taken from the loaded sessions."""
VALUES = (0, 50, 200, 1000)
"""Milliseconds of gathering that a sweep tries."""
DEFAULT = Assumptions()


class Costs:
    """All options tried on all logs under one set of assumptions.

    Attributes:
        assumed: the assumptions.
        trials: one for each log and option.
    """

    def __init__(self, trials: Iterable[Trial], assumed: Assumptions) -> None:
        self.assumed = assumed
        self.trials = tuple(trials)

    def rows(self, by: By = "kind") -> list[dict[str, Any]]:
        """Return the sums as plain values, one row for each source, option and grade, or for each log of them."""
        return rows(self.trials, by)

    def row(self, kind: str, option: str, grade: str = "all") -> dict[str, Any]:
        """Return one of the rows; empty where nothing of that kind was tried."""
        wanted = (kind, option, grade)
        return next((row for row in self.rows() if (row["kind"], row["option"], row["grade"]) == wanted), {})

    def sources(self) -> list[dict[str, Any]]:
        """Return what was tried: each log, where it comes from, its calls, what they say inside, and for how long."""
        cases: dict[tuple[str, str], Case] = {(trial.case.kind, trial.case.name): trial.case for trial in self.trials}
        return [
            {
                "kind": case.kind,
                "log": case.name,
                "origin": case.origin,
                "calls": len(case.sources),
                "ms": sum(source.ended - source.began for source in case.sources),
                "items": sum(len(source.items) for source in case.sources),
                "item_bytes": sum(item.size for source in case.sources for item in source.items),
                "times": "measured" if all(source.measured for source in case.sources) else "assumed",
            }
            for case in cases.values()
        ]

    def checks(self) -> tuple[Checked, ...]:
        """Write and load the logs of every option and check them; see `Checked`."""
        return checked(self.trials)

    def quadrants(self) -> list[dict[str, Any]]:
        """Return where each option puts milestones and raw streams: kept or not, sent or not."""
        return quadrants(self.trials)

    def shown_again(self) -> Picture:
        """Return the picture of what a replay shows of what was seen."""
        return shown_again(self.rows())

    def growth(self) -> Picture:
        """Return the picture of the bytes that the options add."""
        return growth(self.rows())

    def write(self, folder: Path) -> list[Path]:
        """Write every log of every option below a folder, to look at; return the paths of the logs."""
        return [
            trial.write(folder / trial.option / trial.case.kind / f"{number}")
            for number, trial in enumerate(self.trials)
        ]


def costs(
    source: Store | HasStore | None = None,
    assumed: Assumptions = DEFAULT,
    *,
    options: Sequence[Option] = OPTIONS,
    most: int = MOST,
    at_least_ms: int = 1000,
    bus: Path | None = BUS,
) -> Costs:
    """Try options on logs.

    Args:
        source: a store or a workbench whose commands and children are tried too; None for the recordings alone.
        assumed: of the channel, its writer and its readers.
        options: which to try.
        most: most logs of one kind from the store, those that ran longest first.
        at_least_ms: shorter commands of the store are left alone.
        bus: a folder with a recorded bus (`bus.jsonl`) and the log of its session; None for none.
    """
    cases = all_cases(
        None if source is None else store_of(source), assumed, most=most, at_least_ms=at_least_ms, bus=bus
    )
    sizes = ((case, size_today(case, assumed)) for case in cases)
    return Costs((try_out(case, option, assumed, size) for case, size in sizes for option in options), assumed)


def sweep(
    source: Store | HasStore | None = None,
    name: str = "coalesce_ms",
    values: Sequence[Any] = VALUES,
    *,
    assumed: Assumptions = DEFAULT,
    most: int = MOST,
    **settings: Any,
) -> list[dict[str, Any]]:
    """Try all options under several values of one assumption.

    Returns:
        The rows of `Costs.rows`, each with the value under the name of the assumption.

    Raises:
        WorkbenchError: there is no such assumption.
    """
    known = Assumptions.__struct_fields__
    if name not in known:
        raise WorkbenchError(
            f"There is no assumption {name!r}.{did_you_mean(name, known)} There are {', '.join(known)}.",
            code="unknown-assumption",
        )
    return [
        {name: value} | row
        for value in values
        for row in costs(source, msgspec.structs.replace(assumed, **{name: value}), most=most, **settings).rows()
    ]


# ---------------------------------------------------------------------------------------------------- inside


__all__ = [
    "Assumptions", "Checked", "Costs", "assumptions", "closing", "costs", "frontier", "precedents", "readable",
    "summary", "sweep",
]  # fmt: skip
