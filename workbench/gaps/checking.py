"""What the catalogue names has to exist: tools, gaps, forks, events, references, recordings, a text for every word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from workbench import tools
from workbench.data import SESSIONS
from workbench.errors import WorkbenchError, did_you_mean
from workbench.gaps.entries import ForkId, GapId, Since
from workbench.gaps.wording import Shows, Vocabulary
from workbench.logs.known import ANY, PACKED

if TYPE_CHECKING:
    from workbench.gaps.catalogue import Catalogue

WIDE = frozenset({"*", "mcp__*", "model-made"})
"""Words that stand for many tools."""
_LISTS = ("gaps", "forks", "observations", "wire", "vocabulary", "bridge", "coupling", "structure", "visibility")


def check(found: Catalogue, shown: Iterable[Shows]) -> None:
    """Hold a catalogue against what it names.

    Args:
        found: the catalogue.
        shown: the rows of its ideal cards, of which the catalogue keeps only those of tools that exist.

    Raises:
        WorkbenchError: it names what does not exist, lacks an entry, or has one twice; the sentence says where.
    """
    places = list(_places(found))
    _unique(place for place, _ in places)
    signals = {signal.name for signal in found.signals}
    references = {reference.id for reference in found.references}
    for place, entry in places:
        _known(place, "event", getattr(entry, "events", ()), signals)
        _known(place, "reference", getattr(entry, "references", ()), references)
        _known(place, "tool", set(getattr(entry, "tools", ())) - WIDE, tools.catalogue())
        for since in getattr(entry, "since", ()):
            _evidence(place, since)
    for signal in found.signals:
        if signal.channel == "log":
            _known(signal.name, "event type of the log", (signal.name,), ANY - PACKED)
    for listed in found.inventory:
        _known(listed.name, "tool", {listed.name, *listed.now} - WIDE, tools.catalogue())
    ways = {option.id for option in found.options.options}, {kind.id for kind in found.options.precedents}
    for field in found.options.quadrants:
        _known("options.quadrants", "option", field.options, ways[0])
        _known("options.quadrants", "precedent", field.precedents, ways[1])
    _complete("gap", (gap.id for gap in found.gaps), get_args(GapId))
    for probe in found.probes:
        _complete(f"measure of {probe.id}", probe.measures, [probe.key])
    _complete("probe", (probe.id for probe in found.probes), get_args(GapId))
    _complete("fork", (fork.id for fork in found.forks), get_args(ForkId))
    named = [name for row in shown for name in row.tools]
    _unique(f"ideals.{name}" for name in named)
    _complete("ideal card", named, (*tools.catalogue(), "mcp__*", "model-made"))
    for words in msgspec.structs.fields(Vocabulary):
        key = get_args(words.type)[0]
        _complete(f"word of {words.name}", getattr(found.words, words.name), get_args(key))


def _places(found: Catalogue) -> Iterator[tuple[str, Any]]:
    """Every entry with links, under a name that says where it stands."""
    for name in (
        "gaps",
        "forks",
        "observations",
        "wire",
        "vocabulary",
        "bridge",
        "coupling",
        "structure",
        "visibility",
    ):
        yield from ((f"{name}.{entry.id}", entry) for entry in getattr(found, name))
    yield "options.red_line", found.options.red_line
    yield from ((f"options.options.{entry.id}", entry) for entry in found.options.options)
    yield from ((f"options.precedents.{entry.id}", entry) for entry in found.options.precedents)
    yield from ((f"inventory.{entry.name}", entry) for entry in found.inventory)
    yield from ((f"signals.{entry.name}", entry) for entry in found.signals)
    yield from ((f"references.{entry.id}", entry) for entry in found.references)
    for entry in found.structure:
        yield from ((f"structure.{entry.id}.{tier}", row) for tier, row in entry.tiers.items())


def _evidence(place: str, since: Since) -> None:
    for evidence in since.evidence:
        if evidence.kind == "recording":
            _known(place, "recording", (evidence.ref,), {path.name for path in SESSIONS.iterdir()})
        elif evidence.kind == "probe":
            _known(place, "gap", (evidence.ref,), get_args(GapId))


def _known(place: str, what: str, names: Iterable[str], known: Iterable[str]) -> None:
    allowed = set(known)
    for name in names:
        if name not in allowed:
            raise WorkbenchError(
                f"{place} in the catalogue names the {what} {name!r}, which there is not."
                f"{did_you_mean(name, sorted(allowed))}",
                code="catalogue",
            )


def _complete(what: str, names: Iterable[str], wanted: Iterable[str]) -> None:
    missing = sorted(set(wanted) - set(names))
    if missing:
        raise WorkbenchError(f"The catalogue lacks the {what} {missing[0]!r}.", code="catalogue")


def _unique(places: Iterable[str]) -> None:
    seen: set[str] = set()
    for place in places:
        if place in seen:
            raise WorkbenchError(f"The catalogue has {place} twice.", code="catalogue")
        seen.add(place)
