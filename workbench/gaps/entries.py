"""What the survey of tool cards says, as typed entries: gaps, forks, observations, and all that is linked with them.

Every text stands in English and in Chinese. Every entry is dated (`as_of`) and says what changed afterwards (`since`),
with evidence. Unknown members and missing texts are refused when the files are read.
"""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import msgspec

from workbench import strings
from workbench.tools.definition import Tier

Words = Annotated[str, msgspec.Meta(min_length=1)]
GapId = Literal["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10", "G11"]
ForkId = Literal["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"]
Verdict = Literal["closed", "narrowed", "open", "not observable", "not enough data"]
Reach = Literal["none", "pieces", "no-anchor", "some", "text", "all"]


class Closed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all entries: a member nobody knows is a mistake in the file."""


class Text(Closed, frozen=True, kw_only=True):
    """One text in both languages; `str()` gives the one of the current language."""

    en: Words
    zh: Words

    def __str__(self) -> str:
        return self.zh if strings.language() == "zh" else self.en


class Evidence(Closed, frozen=True, kw_only=True):
    """Where a statement comes from.

    `kind` source: a file of the harness's repository at release 0.1.1-rc.2; package: a published package with its
    version; recording: a folder of the recorded sessions that come with the workbench; format: a generation of the log
    format; probe: what a gap's probe computes.
    """

    kind: Literal["source", "package", "recording", "format", "probe"]
    ref: Words


class Since(Closed, frozen=True, kw_only=True):
    """What was found on a later day. `state` says what became of the statement it belongs to."""

    as_of: date
    state: Literal["same", "narrowed", "closed", "open", "decided"]
    text: Text
    evidence: Annotated[tuple[Evidence, ...], msgspec.Meta(min_length=1)]


class Linked(Closed, frozen=True, kw_only=True):
    """The links of an entry. `tools` may also hold `*` (any tool), `mcp__*` and `model-made`."""

    tools: tuple[Words, ...]
    gaps: tuple[GapId, ...]
    forks: tuple[ForkId, ...] = ()
    events: tuple[Words, ...]
    as_of: date
    since: tuple[Since, ...]
    references: tuple[Words, ...] = ()


class Entry(Linked, frozen=True, kw_only=True):
    """A statement with a title."""

    id: Words
    title: Text
    text: Text


class GapEntry(Closed, frozen=True, kw_only=True):
    """One of the eleven gaps: what is missing, what a card needs, what would close it."""

    id: GapId
    title: Text
    text: Text
    needs: Text
    closes: Text
    tools: tuple[Words, ...]
    events: tuple[Words, ...]
    forks: tuple[ForkId, ...]
    related: tuple[GapId, ...]
    as_of: date
    since: Annotated[tuple[Since, ...], msgspec.Meta(min_length=1)]


class Choice(Closed, frozen=True, kw_only=True):
    """One way a fork can go, and what it costs."""

    key: Words
    text: Text
    cost: Text


class Fork(Entry, frozen=True, kw_only=True):
    """An open decision; `state` is where it stands by the latest evidence."""

    id: ForkId
    state: Literal["open", "decided"]
    options: Annotated[tuple[Choice, ...], msgspec.Meta(min_length=2)]


class Step(Entry, frozen=True, kw_only=True):
    """One step in the life of a call on the wire."""

    span: Literal["arguments", "call", "running", "result", "shown", "web"]


class Precedent(Entry, frozen=True, kw_only=True):
    """A class of data that exists: is it kept in the log, is it sent to clients?"""

    kept: bool
    sent: bool


class Option(Precedent, frozen=True, kw_only=True):
    """One of the ways A to D to let progress out, and what it costs."""

    cost: Text


class Quadrant(Closed, frozen=True, kw_only=True):
    """One field of kept × sent."""

    kept: bool
    sent: bool
    text: Text
    precedents: tuple[Words, ...]
    options: tuple[Words, ...]


class Options(Closed, frozen=True, kw_only=True):
    """How progress could be let out, and the rule that it must not break."""

    red_line: Entry
    options: tuple[Option, ...]
    precedents: tuple[Precedent, ...]
    quadrants: tuple[Quadrant, ...]


class Visibility(Linked, frozen=True, kw_only=True):
    """Data that exists while a tool runs, against who can see it. `reaches` says how much of it the log gets."""

    id: Words
    mode: Text
    exists: Text
    seen_by: Text
    reaches: Reach


class TierEntry(Closed, frozen=True, kw_only=True):
    """One tier of cost with the tools the survey names for it."""

    tools: tuple[Words, ...]
    text: Text


class Structure(Entry, frozen=True, kw_only=True):
    """An observation on the table of ideal cards as a whole."""

    tiers: dict[Tier, TierEntry] = {}


class Coupling(Entry, frozen=True, kw_only=True):
    """What each answer to F1 means for G1."""

    choice: Literal["host", "client", "both"]


class Reference(Closed, frozen=True, kw_only=True):
    """A document; `held` False: the workbench does not have it and knows of it only by name."""

    id: Words
    held: bool
    title: Text
    text: Text
    forks: tuple[ForkId, ...]
    gaps: tuple[GapId, ...]


class Listed(Closed, frozen=True, kw_only=True):
    """One tool of the inventory as it was on the day of the survey, and the names it goes by `now`.

    `call_views` and `result_views` are the tags its presenters gave; empty where it declared none.
    """

    name: Words
    package: Words
    now: Annotated[tuple[Words, ...], msgspec.Meta(min_length=1)]
    required: tuple[Words, ...]
    optional: tuple[Words, ...]
    call_views: tuple[Literal["generic", "terminal", "diff"], ...]
    result_views: tuple[Literal["generic", "terminal", "diff"], ...]
    result: Text
    as_of: date
    since: tuple[Since, ...]
