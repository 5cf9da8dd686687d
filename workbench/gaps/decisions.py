"""The open decisions F1 to F8: for each its options, what was measured for them, something that runs, and what is left.

```python
for decision in forks(wb):
    print(decision.id, decision.title)
    for row in decision.rows():                # option, text, cost, facts
        print(row["option"], row["facts"])
fork(wb, "F3").demonstrate().readable()        # something that runs here and now
fork(wb, "F1").evidence[2].behind()            # the rows behind a number, as a relation
```

Nothing here decides: numbers come from the probes and from logs that options wrote, and `open` says what they leave.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from workbench.errors import WorkbenchError, did_you_mean
from workbench.gaps import decisions_actions as actions
from workbench.gaps import decisions_cards as cards
from workbench.gaps import decisions_process as process
from workbench.gaps.asking import store_of
from workbench.gaps.channel import MOST
from workbench.gaps.channel_options import Assumptions
from workbench.gaps.decisions_value import Decision, Demonstration, Fact, Ground, Number, readable

if TYPE_CHECKING:
    from workbench.gaps import HasStore
    from workbench.store import Store

_DEFAULT = Assumptions()
_FORKS: dict[str, tuple[Callable[[Ground], Iterator[Fact]], Callable[[Ground], list[dict[str, Any]]]]] = {
    "F1": (cards.f1, cards.show_f1),
    "F2": (cards.f2, cards.show_f2),
    "F3": (process.f3, process.show_f3),
    "F4": (process.f4, process.show_f4),
    "F5": (cards.f5, cards.show_f5),
    "F6": (actions.f6, actions.show_f6),
    "F7": (process.f7, process.show_f7),
    "F8": (cards.f8, cards.show_f8),
}


def forks(source: Store | HasStore, assumed: Assumptions = _DEFAULT, *, most: int = MOST) -> tuple[Decision, ...]:
    """Return all eight decisions with what was measured on the loaded sessions.

    Args:
        source: a store, or a workbench.
        assumed: of a progress channel, for F3, F4 and F7.
        most: most logs of one kind from the store that a channel is tried on.
    """
    ground = Ground(store_of(source), assumed, most)
    return tuple(_decision(ground, number) for number in _FORKS)


def fork(source: Store | HasStore, number: str, assumed: Assumptions = _DEFAULT, *, most: int = MOST) -> Decision:
    """Return one decision.

    Raises:
        WorkbenchError: there is no such fork.
    """
    if number not in _FORKS:
        raise WorkbenchError(
            f"There is no fork {number!r}.{did_you_mean(number, _FORKS)} There are {', '.join(_FORKS)}.",
            code="unknown-fork",
        )
    return _decision(Ground(store_of(source), assumed, most), number)


def rows(found: tuple[Decision, ...]) -> list[dict[str, Any]]:
    """Return all facts as plain rows: `fork`, `option`, `source`, `says`, and `numbers` by name."""
    return [
        {
            "fork": decision.id, "option": fact.option, "source": fact.source, "says": fact.says,
            "numbers": {name: number.value for name, number in fact.numbers.items()},
        }
        for decision in found
        for fact in decision.evidence
    ]  # fmt: skip


# ---------------------------------------------------------------------------------------------------- inside


def _decision(ground: Ground, number: str) -> Decision:
    measure, show = _FORKS[number]
    return Decision(number, measure(ground), partial(show, ground))


__all__ = ["Decision", "Demonstration", "Fact", "Number", "fork", "forks", "readable", "rows"]
