"""What follows the gaps on their page: the cost of a progress channel, and the decisions that are open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.gaps import channel, decisions
from workbench.gaps.showing import Chapter, Titled
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.gaps.decisions import Decision
    from workbench.store import Store

SWEPT = (0, 200, 1000)
"""Milliseconds of gathering that the frontier is drawn for."""


def chapters(store: Store) -> list[Chapter]:
    """Return the chapters, with the numbers of the loaded sessions; no text of a log is in them."""
    return [_channel(store), _decisions(store)]


# ---------------------------------------------------------------------------------------------------- inside


def _channel(store: Store) -> Chapter:
    found = channel.costs(store)
    swept = channel.sweep(store, values=SWEPT)
    return Chapter(
        title=t("gaps.chapter.channel"),
        said=t("gaps.chapter.channel_said"),
        pictures=(found.growth(), channel.frontier(swept), found.shown_again()),
    )


def _decisions(store: Store) -> Chapter:
    return Chapter(
        title=t("gaps.chapter.decisions"),
        said=t("gaps.chapter.decisions_said"),
        tables=tuple(_decision(one) for one in decisions.forks(store)),
    )


def _decision(decision: Decision) -> Titled:
    head = (t("gaps.chapter.option"), t("gaps.chapter.cost"), t("gaps.chapter.measured"))
    rows = [
        (" · ".join(filter(None, (row["option"], row["text"]))), row["cost"], " ".join(row["facts"]))
        for row in decision.rows()
    ]
    return Titled(
        title=f"{decision.id} · {decision.title}", said=f"{decision.text} {decision.open}", rows=(head, *rows)
    )
