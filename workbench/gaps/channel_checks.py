"""What must hold of an option, checked on the logs it wrote, and which gaps close in them.

The red line: what the model sees is logged, and the other way round. A channel must change nothing that the model sees,
and none of its rows may be something the model sees. Both are read off the written logs, by the loader and the probes
that every log goes through.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from workbench.gaps import g01_blank_time, g02_shell_output, g03_workflows, g04_children
from workbench.gaps.asking import ask, one, query
from workbench.gaps.catalogue import catalogue
from workbench.gaps.channel_cases import BUS
from workbench.gaps.channel_items import GRADES, Grade, Kind
from workbench.gaps.channel_log import Append
from workbench.gaps.channel_options import OPTIONS, Assumptions, Option
from workbench.gaps.channel_trial import Trial, try_out
from workbench.gaps.gap import Tally
from workbench.logs import discover, read
from workbench.model import Value
from workbench.replay.surface import Message, messages
from workbench.store import Store

PROBED = {
    "G1": g01_blank_time.probe,
    "G2": g02_shell_output.probe,
    "G3": g03_workflows.probe,
    "G4": g04_children.probe,
}
"""The gaps that a channel could close."""


class Checked(Value, frozen=True, kw_only=True):
    """One option.

    Attributes:
        logs: how many logs were loaded.
        rows: rows that no format knows, all of them of the channel.
        faults: sentences of the loader about these logs, of kinds that it does not say of them without a channel.
        on_surface: rows of the channel that the model would see.
        same: whether the model sees, message by message, what it saw before.
        tallies: what the probes of the gaps found in these logs.
    """

    option: Option
    logs: int
    rows: int
    faults: tuple[str, ...]
    on_surface: int
    same: bool
    tallies: dict[str, Tally]

    @property
    def holds(self) -> bool:
        """Whether the red line holds, and the loader has nothing to say."""
        return self.same and not self.on_surface and not self.faults


def checked(trials: Iterable[Trial]) -> tuple[Checked, ...]:
    """Write and load the logs of each option, and check them against the same logs without a channel.

    Every session is loaded once, with its children; of two logs of one session the first is taken. Options that write
    the very same bytes are checked once. What the loader has to say of the logs without a channel is no fault of one.
    """
    held: dict[Option, list[Trial]] = {}
    for trial in trials:
        held.setdefault(trial.option, []).append(trial)
    if not held:
        return ()
    plain = held.get("today") or [try_out(trial.case, "today", Assumptions()) for trial in next(iter(held.values()))]
    loaded = {_bytes(plain): _load(_distinct(plain))}
    before = loaded[_bytes(plain)]
    found = []
    for option in (option for option in OPTIONS if option in held):
        logs = _bytes(held[option])
        if logs not in loaded:
            loaded[logs] = _load(_distinct(held[option]))
        found.append(_compared(option, loaded[logs], before))
    return tuple(found)


def quadrants(trials: Iterable[Trial]) -> list[dict[str, Any]]:
    """Return where each option puts each grade: kept in the log, sent to clients, and who is there already.

    Returns:
        Dicts with `option`, `grade`, `kept`, `sent` and `precedents` (ids of the catalogue); None for an option that
        says nothing of the grade itself.
    """
    held = list(trials)
    found = []
    for option in OPTIONS:
        part = [trial for trial in held if trial.option == option]
        for grade in GRADES:
            kept, sent = _place(part, grade)
            same = [one for one in catalogue().options.quadrants if (one.kept, one.sent) == (kept, sent)]
            precedents = same[0].precedents if same else ()
            found.append({"option": option, "grade": grade, "kept": kept, "sent": sent, "precedents": precedents})
    return found


def precedents(store: Store, bus: Path = BUS) -> list[dict[str, Any]]:
    """Return the three classes of precedent as the sessions have them.

    Args:
        store: the loaded sessions.
        bus: a recorded bus with the log of its session, for what never leaves the process.

    Returns:
        Dicts with `id` of the catalogue, `kept` and `sent` as the catalogue says, `seen` (how many there are), `logged`
        (how many of them a log holds) and `on_surface` (how many of those the model sees).
    """
    from workbench.gaps.bus import by_kind

    around = Store()
    for found in discover(bus).found:
        around.append(read(found))
    around.refresh()
    said = by_kind(around, bus / "bus.jsonl").fetchall()
    events = {entry.id: list(entry.events) for entry in catalogue().options.precedents}
    logged = one(store.cursor(), "channel_precedents", types=events["P1"])
    counts = {
        "P1": (logged["events"], logged["events"], logged["on_surface"]),
        "P2": (sum(row[1] for row in said if not row[2]), 0, 0),
        "P3": (logged["with_meta"], logged["with_meta"], 0),
    }
    return [
        {"id": entry.id, "kept": entry.kept, "sent": entry.sent}
        | dict(zip(("seen", "logged", "on_surface"), counts[entry.id], strict=True))
        for entry in catalogue().options.precedents
    ]


# ---------------------------------------------------------------------------------------------------- inside

_FIRST: tuple[Kind, ...] = ("bus", "child", "job", "executor")


class _Loaded(NamedTuple):
    sessions: int
    unknown: int
    on_surface: int
    faults: list[dict[str, str]]
    messages: dict[str, list[Message]]
    tallies: dict[str, Tally]


def _load(trials: Sequence[Trial]) -> _Loaded:
    """What loader and probes say of the logs of some trials."""
    store = Store()
    with TemporaryDirectory() as folder:
        for number, trial in enumerate(trials):
            trial.write(Path(folder) / f"{number}")
        for found in discover(folder).found:
            store.append(read(found))
        store.refresh()
        cursor = store.cursor()
        told = one(cursor, "channel_rows")
        return _Loaded(
            sessions=told["sessions"],
            unknown=told["unknown"],
            on_surface=told["on_surface"],
            faults=ask(cursor, query("channel_faults")),
            messages={trial.case.session_id: messages(cursor, trial.case.session_id) for trial in trials},
            tallies={number: probe(store).tally for number, probe in PROBED.items()},
        )


def _compared(option: Option, loaded: _Loaded, before: _Loaded) -> Checked:
    known = {fault["code"] for fault in before.faults}
    return Checked(
        option=option,
        logs=loaded.sessions,
        rows=loaded.unknown - before.unknown,
        faults=tuple(fault["said"] for fault in loaded.faults if fault["code"] not in known),
        on_surface=loaded.on_surface - before.on_surface,
        same=loaded.messages == before.messages,
        tallies=loaded.tallies,
    )


def _bytes(trials: Sequence[Trial]) -> tuple[tuple[Append, ...], ...]:
    return tuple(trial.written for trial in _distinct(trials))


def _distinct(trials: Sequence[Trial]) -> list[Trial]:
    """Trials of different sessions, the bus and children first: their calls have most to tell."""
    taken: set[str] = set()
    found = []
    for trial in sorted(trials, key=lambda trial: _FIRST.index(trial.case.kind)):
        own = {trial.case.session_id, *(child for source in trial.case.sources for child, _ in source.children)}
        if not own & taken:
            taken |= own
            found.append(trial)
    return found


def _place(trials: Sequence[Trial], grade: Grade) -> tuple[bool | None, bool | None]:
    if not any(trial.rows[grade] or trial.frames[grade] for trial in trials):
        return None, None
    return any(trial.rows[grade] for trial in trials), any(trial.sent_bytes[grade] for trial in trials)
