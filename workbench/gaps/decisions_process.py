"""F3, F4, F7: what happens inside a call, and what a replay knows of it. The numbers are those of the written logs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from workbench.gaps.asking import query
from workbench.gaps.bus import read_bus
from workbench.gaps.channel_cases import BUS, of_bus, of_command
from workbench.gaps.channel_commands import commands
from workbench.gaps.channel_items import KINDS
from workbench.gaps.channel_options import OPTIONS, Option
from workbench.gaps.channel_trial import try_out
from workbench.gaps.decisions_value import Fact, Ground, Number, number
from workbench.logs import discover, read
from workbench.model.details import ProgressDetail
from workbench.store import Store

if TYPE_CHECKING:
    from workbench.gaps.channel_trial import Trial

MOMENTS = (0.25, 0.5, 0.75, 1.0)
"""Shares of a run at which a screen is looked at."""
WATCHED = "steady lines"
"""The recorded command that is watched."""


def f3(ground: Ground) -> Iterator[Fact]:
    """Whether what happens inside a call enters the stream of events."""
    blank = ground.gap("G1")
    yield Fact(
        id="blank", fork="F3", option=None, source="G1",
        numbers={
            "n": number(blank.n), "recorded": number(blank.tally.recorded),
            "blank": number(blank.measures["blank_ms"], "ms"), "share": number(blank.measures["blank_share"], "share"),
        },
        behind=lambda: blank.evidence,
    )  # fmt: skip
    rows = ground.costs.rows()
    for option in OPTIONS[1:]:
        numbers: dict[str, Number] = {
            kind: number(_of(ground, kind, option).get("stored_bytes"), "bytes") for kind in KINDS
        }
        raw = _of(ground, "executor", option, "raw")
        numbers |= {
            "delay": number(raw.get("feed_ms"), "ms"),
            "file": number(raw.get("file_ms"), "ms"),
            "rows": number(sum(row["rows"] for row in rows if row["option"] == option and row["grade"] == "all")),
        }
        behind = ground.held([row for row in rows if row["option"] == option])
        yield Fact(id="cost", fork="F3", option=option, source="channel", numbers=numbers, behind=behind)


def show_f3(ground: Ground) -> list[dict[str, Any]]:
    """The gaps as the probes find them in the logs that each option wrote, and the red line in the same logs."""
    return [
        {"option": check.option, "rows": check.rows, "holds": check.holds}
        | {
            gap: f"{check.tallies[gap].recorded} + {check.tallies[gap].joined} / {check.tallies[gap].n}"
            for gap in sorted(check.tallies)
        }
        for check in ground.costs.checks()
    ]


def f4(ground: Ground) -> Iterator[Fact]:
    """Whether a replay may show less than was seen."""
    kept, sent = (_of(ground, "executor", option, "raw") for option in ("A", "B"))
    whole = _of(ground, "executor", "A")
    rows = [row for row in ground.costs.rows() if row["option"] in ("A", "B", "D")]
    yield Fact(
        id="differ", fork="F4", option="differ", source="channel",
        numbers={
            "course": number(sent.get("in_course"), "share"), "again": number(sent.get("again"), "share"),
            "away": number(ground.assumed.away_ms, "ms"), "missed": number(sent.get("missed_bytes"), "bytes"),
            "gone": number(sent.get("gone_bytes"), "bytes"),
        },
        behind=ground.held(rows),
    )  # fmt: skip
    yield Fact(
        id="same", fork="F4", option="same", source="channel",
        numbers={
            "course": number(kept.get("in_course"), "share"), "added": number(whole.get("stored_bytes"), "bytes"),
            "base": number(whole.get("base_bytes"), "bytes"),
        },
        behind=ground.held(rows),
    )  # fmt: skip
    dropped = query("decision_dropped")
    cut = ground.store.cursor().execute(dropped.text).fetchall()
    yield Fact(
        id="dropped", fork="F4", option=None, source="log",
        numbers={"n": number(len(cut))}, behind=ground.asked(dropped),
    )  # fmt: skip


def show_f4(ground: Ground) -> list[dict[str, Any]]:
    """One recorded command at some moments: characters on a live screen, and in a replay of the log at that moment."""
    command = next(one for one in commands() if one.name == WATCHED)
    case = of_command(command, ground.assumed)
    tried: dict[str, Trial] = {option: try_out(case, option, ground.assumed) for option in ("A", "B", "D")}
    (source,) = case.sources
    found = []
    for share in MOMENTS:
        now = source.began + round((source.ended - source.began) * share)
        row: dict[str, Any] = {"moment": number(now - source.began, "ms")}
        row["printed"] = sum(len(item.text or "") for item in source.items if item.at <= now)
        for option, trial in tried.items():
            live, replay = 0, 0
            for item, seen in zip(source.items, trial.seen, strict=True):
                length = len(item.text or "")
                live += length * (seen.feed_ms is not None and item.at + seen.feed_ms <= now)
                replay += length * (seen.in_course and item.at + (seen.off_ms or 0) <= now)
            row |= {f"live_{option}": live, f"replay_{option}": replay}
        found.append(row)
    return found


def f7(ground: Ground) -> Iterator[Fact]:
    """How workflows and children tell what they do."""
    flows, links = ground.gap("G3"), ground.gap("G4")
    copied, owned = _of(ground, "bus", "A"), _of(ground, "bus", "C")
    yield Fact(
        id="log", fork="F7", option="log", source="G3",
        numbers={
            "recorded": number(flows.tally.recorded), "n": number(flows.n), "rows": number(owned.get("rows")),
            "added": number(owned.get("stored_bytes"), "bytes"), "all": number(copied.get("stored_bytes"), "bytes"),
        },
        behind=lambda: flows.evidence,
    )  # fmt: skip
    frames, lines = _of(ground, "bus", "B"), _of(ground, "bus", "B", "raw")
    said = [event for event in read_bus(BUS / "bus.jsonl") if event["kind"] in ("phase", "log")]
    yield Fact(
        id="frames", fork="F7", option="frames", source="channel",
        numbers={
            "again": number(lines.get("again"), "share"), "sent": number(frames.get("sent_bytes"), "bytes"),
            "said": number(len(said)),
        },
        behind=ground.held(said),
    )  # fmt: skip
    anchor, copy = _of(ground, "child", "C"), _of(ground, "child", "A")
    yield Fact(
        id="anchor", fork="F7", option="anchor", source="G4",
        numbers={
            "joined": number(links.tally.joined), "missing": number(links.tally.missing), "n": number(links.n),
            "added": number(anchor.get("stored_bytes"), "bytes"), "copy": number(copy.get("stored_bytes"), "bytes"),
        },
        behind=lambda: links.evidence,
    )  # fmt: skip


def show_f7(ground: Ground) -> list[dict[str, Any]]:
    """The card of a workflow, drawn from the log that each option wrote: what it knows of phases, members and lines."""
    case = of_bus(BUS / "bus.jsonl", BUS / "session.jsonl.zstd")
    found = []
    for option in ("today", "A", "C"):
        with TemporaryDirectory() as folder:
            try_out(case, option, ground.assumed).write(Path(folder))
            found += [{"option": option} | row for row in _flows(Path(folder), case.session_id)]
    return found


# ---------------------------------------------------------------------------------------------------- inside


def _of(ground: Ground, kind: str, option: Option, grade: str = "all") -> dict[str, Any]:
    return ground.costs.row(kind, option, grade)


def _flows(folder: Path, session_id: str) -> Iterator[dict[str, Any]]:
    """The progress cards of a log, as far as something is in them."""
    from workbench.replay.timeline import Library

    store = Store()
    for found in discover(folder).found:
        store.append(read(found))
    store.refresh()
    timeline = Library(store).timeline(session_id)
    for key in timeline.roots:
        card = timeline.opened(key)
        if isinstance(card.detail, ProgressDetail):
            detail = card.detail
            members = sum(len(phase.agents) for phase in detail.phases)
            if detail.run_state is not None or members:
                yield {
                    "card": card.title, "linked": detail.link.kind if detail.link is not None else None,
                    "members": members, "entered": sum(phase.entered for phase in detail.phases),
                    "lines": len(detail.log),
                }  # fmt: skip
