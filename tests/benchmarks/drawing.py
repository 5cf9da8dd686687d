"""What drawing costs: a card's body, a row of the index, highlighting, and the static form of the largest card."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from workbench.widgets.draw import draw
from workbench.widgets.element import to_json

import workbench
from workbench.replay.flatten import flatten, index_of
from workbench.replay.timeline import Timeline

ROOT = Path(__file__).resolve().parents[2]
RECORDED = ROOT / "data" / "sessions"
LONG = ROOT.parent / "shared" / "recorded" / "long"
ROUNDS = 5


def measure() -> list[dict[str, Any]]:
    """Times against the budgets: 1 ms a body, 20 µs a row of the index."""
    wb = _loaded()
    models = [card.model for session in wb.sessions for card in wb.session(session).cards]
    bodies = [_best(lambda model=model: to_json(list(draw(model)))) for model in models]
    highlit = [_once(lambda model=model: to_json(list(draw(model, highlight=True)))) for model in models]
    largest = max(len(to_json(list(draw(model)))) for model in models)
    return [
        _row("a card's body, mean", statistics.fmean(bodies), 1e-3, f"{len(models)} cards, unhighlighted"),
        _row("a card's body, 95 of 100", statistics.quantiles(bodies, n=20)[18], 1e-3),
        _row("a card's body, the slowest", max(bodies), 1e-3, f"the largest has {largest:,} bytes"),
        _row("a card's body, highlighted, mean", statistics.fmean(highlit), None, "asked for after opening, then kept"),
        _row("a row of the first index", _first_index(), 20e-6, "payloads read, calls presented"),
        _row("a row of an index after it", _index(wb), 20e-6, "titles, badges, states, transitions"),
    ]


def _loaded() -> workbench.bench.Workbench:
    wb = workbench.open()
    for folder in (LONG, RECORDED):
        if folder.is_dir():
            wb.load(folder)
    return wb


def _longest(wb: workbench.bench.Workbench) -> Timeline:
    return wb.session(max(wb.sessions, key=lambda name: len(wb.session(name).timeline))).place


def _first_index() -> float:
    """Seconds a row of the longest session, which nothing has been asked of since it was loaded."""
    _longest(_loaded())  # what is imported at the first time is not counted
    timeline = _longest(_loaded())
    begun = time.perf_counter()
    rows = flatten(timeline)
    index_of(rows, 0, [])
    return (time.perf_counter() - begun) / len(rows)


def _index(wb: workbench.bench.Workbench) -> float:
    """Seconds a row of the longest session, its calls and texts being read already."""
    rows = flatten(_longest(wb))
    index_of(rows, 0, [])
    return _best(lambda: index_of(rows, 0, [])) / len(rows)


def _once(work: Callable[[], Any]) -> float:
    """The time of the first round: highlighted text is kept, so a second one costs nothing."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _best(work: Callable[[], Any]) -> float:
    """The fastest of a few rounds: what the work itself costs, without what else the machine did."""
    found = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        work()
        found.append(time.perf_counter() - begun)
    return min(found)


def _row(name: str, seconds: float, budget: float | None, note: str = "") -> dict[str, Any]:
    words = f"{seconds * 1e6:,.0f} µs" if seconds < 1e-3 else f"{seconds * 1e3:,.2f} ms"
    row: dict[str, Any] = {"name": name, "note": f"{words}; {note}".rstrip("; ")}
    return row | ({"ratio": seconds / budget, "budget": 1} if budget is not None else {"seconds": seconds})
