"""Whether a verdict can turn: the same probe on made stores, or with readers, that differ in one thing alone."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from workbench import tools
from workbench.errors import WorkbenchError, did_you_mean
from workbench.gaps.scenarios import make
from workbench.logs import discover
from workbench.model import Value
from workbench.store import Store
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.gaps.entries import Verdict
    from workbench.gaps.gap import Gap

SHARES: Mapping[str, Mapping[str, Any]] = {
    "none": {"recorded": 0.0}, "half": {"recorded": 0.5}, "all": {"recorded": 1.0},
}  # fmt: skip
"""How many of the instances have what their card needs as a field."""
_TWINS = {name: {"twins": True, **settings} for name, settings in SHARES.items()}
STORES: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    **dict.fromkeys(("G1", "G2", "G3", "G5", "G8", "G10"), SHARES),
    "G4": {"joined": {}, **_TWINS},
    "G9": {"joined": {}, **_TWINS},
    "G6": {"made": {}},
    "G7": {"made": {}, "half": {"recorded": 0.5}, "all": {"recorded": 1.0}},
    "G11": {"made": {}},
}
"""The made stores of each gap by name."""


class Turn(Value, frozen=True, kw_only=True):
    """One made store with one reader, and the verdict on it."""

    what: str
    verdict: Verdict
    n: int
    recorded: int
    joined: int
    rule: str


def turns(number: str) -> list[Turn]:
    """Measure a gap on made stores that differ in one parameter; for G6, G7 and G11 also by readers and registries.

    Raises:
        WorkbenchError: there is no such gap.
    """
    if number not in STORES:
        raise WorkbenchError(f"There is no gap {number!r}.{did_you_mean(number, STORES)}", code="unknown-gap")
    found = []
    for name, settings in STORES[number].items():
        store = _made(number, settings)
        for reader, asked in (_READERS.get(number, {}) if name == "made" else {"": {}}).items():
            found.append(_turn(name, reader, _measured(store, number, asked)))
    return found


# ---------------------------------------------------------------------------------------------------- inside


def _made(number: str, settings: Mapping[str, Any]) -> Store:
    store = Store()
    with tempfile.TemporaryDirectory(prefix="workbench-made-") as folder:
        make(Path(folder), number, **settings)
        for source in discover(folder).found:
            store.load(source)
    store.refresh()
    return store


def _measured(store: Store, number: str, settings: Mapping[str, Any]) -> Gap:
    from workbench.gaps import gap

    return gap(store, number, **settings)


def _turn(name: str, reader: str, gap: Gap) -> Turn:
    tally = gap.tally
    return Turn(
        what=t(f"gaps.turn.{reader or name}"), verdict=gap.verdict, n=tally.n, recorded=tally.recorded,
        joined=tally.joined, rule=gap.rule,
    )  # fmt: skip


def _presenting(*names: str) -> Callable[[str], tools.Tool | None]:
    """A registry in which these tools declare a presenter."""

    def find(name: str) -> tools.Tool | None:
        found = tools.find(name)
        if found is None or name not in names:
            return found
        return msgspec.structs.replace(found, present_call=lambda _: {"card": "generic", "title": name})

    return find


_READERS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "G6": {"strict": {"reader": "strict"}, "tolerant": {"reader": "tolerant"}},
    "G7": {
        "log": {"viewer": None}, "raw": {"viewer": "raw"}, "names": {"viewer": "names"},
        "presenters": {"viewer": "presenters"},
    },
    "G11": {
        "no_presenter": {}, "one_presenter": {"find": _presenting("mcp__made__tool0")},
        "presenter": {"find": _presenting("mcp__made__tool0", "mcp__made__tool1")},
    },
}  # fmt: skip
