"""The gaps that keep a call from being shown well: the survey as data, probes over loaded sessions, coverage.

```python
for gap in gaps(workbench):
    print(gap.number, gap.verdict, gap.rule)
gap(workbench, "G4").evidence        # every instance, as a relation
gap(workbench, "G6", reader="tolerant").verdict
```
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from workbench.errors import WorkbenchError, did_you_mean
from workbench.gaps import (
    g01_blank_time,
    g02_shell_output,
    g03_workflows,
    g04_children,
    g05_structure,
    g06_arguments,
    g07_who_computes,
    g08_inner_calls,
    g09_waiting,
    g10_media,
    g11_no_presenter,
)
from workbench.gaps.asking import store_of
from workbench.gaps.catalogue import catalogue
from workbench.gaps.gap import Gap, Tally, judge

if TYPE_CHECKING:
    from workbench.store import Store


class HasStore(Protocol):
    """Anything with loaded sessions, such as a workbench."""

    @property
    def store(self) -> Store:
        """The database."""


PROBES: dict[str, Callable[..., Gap]] = {
    "G1": g01_blank_time.probe,
    "G2": g02_shell_output.probe,
    "G3": g03_workflows.probe,
    "G4": g04_children.probe,
    "G5": g05_structure.probe,
    "G6": g06_arguments.probe,
    "G7": g07_who_computes.probe,
    "G8": g08_inner_calls.probe,
    "G9": g09_waiting.probe,
    "G10": g10_media.probe,
    "G11": g11_no_presenter.probe,
}
WORDS: dict[str, tuple[str | None, ...]] = {
    "reader": tuple(g06_arguments.READERS), "viewer": tuple(g07_who_computes.VIEWERS),
}  # fmt: skip
"""The values of the settings that are words."""


def gaps(source: Store | HasStore) -> list[Gap]:
    """Measure all eleven gaps on the loaded sessions.

    Args:
        source: a store, or a workbench.
    """
    return [probe(store_of(source)) for probe in PROBES.values()]


def gap(source: Store | HasStore, number: str, **settings: Any) -> Gap:
    """Measure one gap.

    Args:
        source: a store, or a workbench.
        number: `G1` … `G11`.
        settings: those of its probe: `at_least_ms` (G1, G2), `reader` (G6: strict or tolerant), `viewer` (G7: raw,
            names, presenters or None), `find` (G11: the registry).

    Raises:
        WorkbenchError: there is no such gap, or its probe has no such setting or does not take its value.
    """
    probe = PROBES.get(number) if isinstance(number, str) else None
    if probe is None:
        close = did_you_mean(f"G{number}".upper().replace("GG", "G"), PROBES)
        raise WorkbenchError(f"There is no gap {number!r}.{close} There are {', '.join(PROBES)}.", code="unknown-gap")
    known = list(probe.__kwdefaults__ or {})
    for name, value in settings.items():
        if name not in known:
            raise WorkbenchError(
                f"{number} has no setting {name!r}; it has {', '.join(known) or 'none'}.", code="unknown-setting"
            )
        if not _fits(name, value):
            wanted = ", ".join(map(repr, WORDS.get(name, ()))) or "a number of milliseconds from 0 on"
            raise WorkbenchError(f"{number} does not take {name}={value!r}: give {wanted}.", code="wrong-setting")
    return probe(store_of(source), **settings)


def _fits(name: str, value: object) -> bool:
    """Whether a setting has a value that it can have; the registry of G11 is taken as it is."""
    if name in WORDS:
        return value in WORDS[name]
    if name == "at_least_ms":
        return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0
    return True


__all__ = ["PROBES", "Gap", "Tally", "catalogue", "gap", "gaps", "judge"]
