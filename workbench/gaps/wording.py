"""The words of the catalogue: its vocabulary, the events it names, and what the probes and ideal cards are told in."""

from __future__ import annotations

from typing import Literal

from workbench.gaps.entries import Closed, GapId, Reach, Text, Verdict, Words
from workbench.tools.definition import DataNeed, IdealCard, Tier

Channel = Literal["log", "stream", "bus", "seam", "frame", "thought"]
During = Literal["none", "tool", "approval", "hook", "retry", "general"]


class Shows(Closed, frozen=True, kw_only=True):
    """What the ideal cards of some tools show, in Chinese; the English stands with the tools. `row` is the survey's."""

    tools: tuple[Words, ...]
    row: Words | None
    shows_zh: Words


class Signal(Closed, frozen=True, kw_only=True):
    """An event, a frame or a point of the pipeline that the entries name.

    `during` says what it tells about a call while that runs; `general` only for progress of any tool.
    """

    name: Words
    channel: Channel
    during: During
    tools: tuple[Words, ...]
    means: Text


class Vocabulary(Closed, frozen=True, kw_only=True):
    """The words of the catalogue, in both languages."""

    verdicts: dict[Verdict, Text]
    rules: dict[Verdict, Text]
    tiers: dict[Tier, Text]
    needs: dict[DataNeed, Text]
    cards: dict[IdealCard, Text]
    channels: dict[Channel, Text]
    during: dict[During, Text]
    reaches: dict[Reach, Text]


class MeasureWords(Closed, frozen=True, kw_only=True):
    """What a measured number is, and its unit; a share lies between 0 and 1."""

    unit: Literal["ms", "share", "count", "calls", "chars"]
    text: Text


class ProbeWords(Closed, frozen=True, kw_only=True):
    """What a probe counts, in words that stand behind a number; `{places}` are filled with its settings.

    `key` names the measure that says most, and `says` puts its `{value}` into words. `unobservable` says why, for a gap
    about which a log cannot say anything.
    """

    id: GapId
    instances: Text
    recorded: Text
    joined: Text
    key: Words
    says: Text
    measures: dict[str, MeasureWords]
    looks: dict[str, Text]
    unobservable: Text | None = None
