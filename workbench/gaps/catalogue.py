"""The survey's catalogue, read from the data that comes with the workbench and held against what it names.

Nothing in it is taken on trust: an unknown tool, gap, fork, event, reference or recording, a text without its
translation, a number that stands twice, and a day that is no day are errors when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec

from workbench import tools
from workbench.data import SESSIONS
from workbench.errors import WorkbenchError, did_you_mean
from workbench.gaps.entries import (
    Coupling,
    Entry,
    Fork,
    ForkId,
    GapEntry,
    GapId,
    Linked,
    Listed,
    Options,
    ProbeWords,
    Reference,
    Shows,
    Signal,
    Since,
    Step,
    Structure,
    Text,
    Visibility,
    Vocabulary,
)
from workbench.logs.known import ANY, PACKED

FOLDER: Path = SESSIONS.parent / "catalogue"
"""The folder of the files."""
WIDE = frozenset({"*", "mcp__*", "model-made"})
"""Words that stand for many tools."""
_LISTS = ("gaps", "forks", "observations", "wire", "vocabulary", "bridge", "coupling", "structure", "visibility")
T = TypeVar("T")


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """The survey as data. `shows` maps each tool to what its ideal card shows, in both languages."""

    words: Vocabulary
    signals: tuple[Signal, ...]
    gaps: tuple[GapEntry, ...]
    forks: tuple[Fork, ...]
    observations: tuple[Entry, ...]
    wire: tuple[Step, ...]
    vocabulary: tuple[Entry, ...]
    bridge: tuple[Entry, ...]
    options: Options
    coupling: tuple[Coupling, ...]
    structure: tuple[Structure, ...]
    visibility: tuple[Visibility, ...]
    inventory: tuple[Listed, ...]
    references: tuple[Reference, ...]
    probes: tuple[ProbeWords, ...]
    shows: dict[str, Text]

    def gap(self, number: str) -> GapEntry:
        """Return a gap by its number `G1` … `G11`.

        Raises:
            WorkbenchError: there is no such gap.
        """
        return _named(self.gaps, number, "gap")

    def fork(self, number: str) -> Fork:
        """Return a fork by its number `F1` … `F8`.

        Raises:
            WorkbenchError: there is no such fork.
        """
        return _named(self.forks, number, "fork")

    def probe(self, number: str) -> ProbeWords:
        """Return the words of a gap's probe.

        Raises:
            WorkbenchError: there is no such gap.
        """
        return _named(self.probes, number, "gap")

    def about(self, tool: str) -> tuple[GapEntry, ...]:
        """Return the gaps that name a tool, directly or with a word that stands for many."""
        return tuple(gap for gap in self.gaps if names_tool(gap.tools, tool))


@cache
def catalogue() -> Catalogue:
    """Return the catalogue; it is read and checked once."""
    return load(FOLDER)


def load(folder: Path) -> Catalogue:
    """Read a catalogue and check it.

    Args:
        folder: the folder with the JSON files.

    Raises:
        WorkbenchError: a file is missing or malformed, or names what does not exist; the sentence says where.
    """
    shown = _read(folder, "ideals", tuple[Shows, ...])
    found = Catalogue(
        words=_read(folder, "words", Vocabulary),
        signals=_read(folder, "signals", tuple[Signal, ...]),
        gaps=_read(folder, "gaps", tuple[GapEntry, ...]),
        forks=_read(folder, "forks", tuple[Fork, ...]),
        observations=_read(folder, "observations", tuple[Entry, ...]),
        wire=_read(folder, "wire", tuple[Step, ...]),
        vocabulary=_read(folder, "vocabulary", tuple[Entry, ...]),
        bridge=_read(folder, "bridge", tuple[Entry, ...]),
        options=_read(folder, "options", Options),
        coupling=_read(folder, "coupling", tuple[Coupling, ...]),
        structure=_read(folder, "structure", tuple[Structure, ...]),
        visibility=_read(folder, "visibility", tuple[Visibility, ...]),
        inventory=_read(folder, "inventory", tuple[Listed, ...]),
        references=_read(folder, "references", tuple[Reference, ...]),
        probes=_read(folder, "probes", tuple[ProbeWords, ...]),
        shows=dict(_shows(shown)),
    )
    _check(found, shown)
    return found


def names_tool(names: Iterable[str], tool: str) -> bool:
    """Tell whether a list of tools holds a tool, by name or by `*`, `mcp__*` or `model-made`."""
    listed = set(names)
    if tool in listed or "*" in listed:
        return True
    if tool.startswith("mcp__"):
        return "mcp__*" in listed
    return "model-made" in listed and tools.find(tool) is None


# ---------------------------------------------------------------------------------------------------- inside


def _read(folder: Path, name: str, kind: type[T]) -> T:
    path = folder / f"{name}.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise WorkbenchError(f"{path} cannot be read: {error.strerror}.", code="catalogue", path=str(path)) from None
    except msgspec.DecodeError as error:
        raise WorkbenchError(f"{path} is not as it should be: {error}.", code="catalogue", path=str(path)) from None


def _shows(rows: Iterable[Shows]) -> Iterator[tuple[str, Text]]:
    for row in rows:
        for name in row.tools:
            tool = tools.find(name)
            if tool is not None and tool.ideal is not None:
                yield name, Text(en=tool.ideal.shows, zh=row.shows_zh)


def _check(found: Catalogue, shown: Iterable[Shows]) -> None:
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
    _complete("probe", (probe.id for probe in found.probes), get_args(GapId))
    _complete("fork", (fork.id for fork in found.forks), get_args(ForkId))
    named = [name for row in shown for name in row.tools]
    _unique(f"ideals.{name}" for name in named)
    _complete("ideal card", named, (*tools.catalogue(), "mcp__*"))
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


def _named(entries: Iterable[T], number: str, what: str) -> T:
    known = {str(getattr(entry, "id")): entry for entry in entries}  # noqa: B009 - gaps and forks both have one
    if number not in known:
        raise WorkbenchError(
            f"There is no {what} {number!r}.{did_you_mean(number, known)} There are {', '.join(known)}.",
            code=f"unknown-{what}",
        )
    return known[number]


__all__ = ["FOLDER", "WIDE", "Catalogue", "Linked", "catalogue", "load", "names_tool"]
