"""The survey's catalogue, read from the data that comes with the workbench and held against what it names.

Nothing in it is taken on trust: an unknown tool, gap, fork, event, reference or recording, a text without its
translation, a number that stands twice, and a day that is no day are errors when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from workbench import tools
from workbench.data import SESSIONS
from workbench.errors import WorkbenchError, did_you_mean
from workbench.gaps.checking import check
from workbench.gaps.entries import (
    Coupling,
    Entry,
    Fork,
    GapEntry,
    Listed,
    Options,
    Reference,
    Step,
    Structure,
    Text,
    Visibility,
)
from workbench.gaps.wording import ProbeWords, Shows, Signal, Vocabulary
from workbench.tools.definition import Ideal

FOLDER: Path = SESSIONS.parent / "catalogue"
"""The folder of the files."""
MADE = "model-made"
"""Stands for all tools that a model made; a log does not tell them from others that nobody knows."""
MADE_IDEAL = Ideal(
    cards=("generic",),
    need="once",
    shows="arguments and result as folded JSON, which every call must be able to fall back on",
    gaps=("G11",),
    forks=("F8",),
    tier="client",
    first_tier="client",
)
"""What the survey wants for them; they have no entry among the tools, since nobody knows them beforehand."""
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
    check(found, shown)
    return found


def names_tool(names: Iterable[str], tool: str) -> bool:
    """Tell whether a list of tools holds a tool, by name or by `*`, `mcp__*` or `model-made`."""
    listed = set(names)
    if tool in listed or "*" in listed:
        return True
    if tool.startswith("mcp__"):
        return "mcp__*" in listed
    return MADE in listed and tools.find(tool) is None


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
            ideal = MADE_IDEAL if name == MADE else None if tool is None else tool.ideal
            if ideal is not None:
                yield name, Text(en=ideal.shows, zh=row.shows_zh)


def _named(entries: Iterable[T], number: str, what: str) -> T:
    known = {str(getattr(entry, "id")): entry for entry in entries}  # noqa: B009 - gaps and forks both have one
    if number not in known:
        raise WorkbenchError(
            f"There is no {what} {number!r}.{did_you_mean(number, known)} There are {', '.join(known)}.",
            code=f"unknown-{what}",
        )
    return known[number]


__all__ = ["FOLDER", "Catalogue", "catalogue", "load", "names_tool"]
