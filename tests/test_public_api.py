"""The names that a person may use, pinned: a new one is written down here, one that goes is a change to announce."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import workbench
from workbench.bench import Workbench
from workbench.findings import Coverage, Finding
from workbench.held import Card, Cards, TimelineRow, TimelineRows
from workbench.moment import Moment
from workbench.report import Report
from workbench.session import Session

if TYPE_CHECKING:
    from pathlib import Path

SEQUENCE = {"count", "index"}
SESSION = {
    "at", "banner", "card", "cards", "counts", "html", "id", "info", "place", "show", "surface", "text", "timeline",
}  # fmt: skip

NAMES = {
    Workbench: {
        "browse", "coverage", "gap", "gaps", "load", "save", "session", "sessions", "sql", "store", "timeline", "tools",
    },
    Session: SESSION,
    Moment: SESSION | {"position"},
    Card: {
        "badges", "call_id", "call_view", "children", "duration_kind", "duration_ms", "events", "html", "key", "model",
        "notes", "outcome", "place", "provenance", "result_view", "run_ms", "show", "sql", "started_at", "state",
        "text", "title", "tool", "type", "view", "wait_ms", "why",
    },
    Cards: {"df", "where"} | SEQUENCE,
    TimelineRow: {"html", "key", "model", "text", "title", "type"},
    TimelineRows: {"df", "where"} | SEQUENCE,
    Report: {"already", "damage", "events", "rows", "sessions", "skipped"},
    Finding: {
        "by_generation", "by_tool", "card", "chart", "entry", "evidence", "first", "html", "key_number", "look",
        "looks", "measures", "n", "number", "of", "picture", "rows", "rule", "said", "settings", "store", "tally",
        "text", "title", "turns", "verdict", "verdict_words", "words",
    },
    Coverage: {"chart", "html", "levers", "matrix", "table", "text"},
}  # fmt: skip

TABLES = {
    "rows", "events", "deltas", "sources", "sessions", "damage", "calls", "dispatches", "all_calls", "turns", "steps",
    "messages", "usage", "approvals", "workflow_runs", "workflow_agents", "subagents", "transitions", "card_rows",
}  # fmt: skip


def test_the_package_gives_three_names_and_the_two_that_ipython_calls() -> None:
    assert workbench.__all__ == ["WorkbenchError", "current", "open"]
    assert callable(workbench.load_ipython_extension)
    assert callable(workbench.unload_ipython_extension)


@pytest.mark.parametrize("of", NAMES, ids=lambda of: of.__name__)
def test_the_names_of_what_a_person_holds(of: type, recorded: Path) -> None:
    wb = workbench.open()
    session = None
    if of in (Session, Moment, Card, TimelineRow):
        wb.load(recorded / "goal")
        session = wb.session("session-")
    held = {
        Workbench: lambda: wb,
        Session: lambda: session,
        Moment: lambda: session.at(seq=20),
        Card: lambda: session.cards[0],
        Finding: lambda: wb.gap("G1"),
        Coverage: wb.coverage,
        TimelineRow: lambda: next(row for row in session.timeline if isinstance(row, TimelineRow)),
    }.get(of, lambda: of)()
    assert {name for name in dir(held) if not name.startswith("_")} == NAMES[of]


def test_the_tables_that_can_be_asked_are_there() -> None:
    found = workbench.open().sql("select table_name from information_schema.tables").fetchall()
    assert {name for (name,) in found} >= TABLES


def test_every_public_name_says_what_it_is() -> None:
    plain = {
        (Session, "id"),
        (Moment, "id"),
        (Moment, "position"),
        (Card, "key"),
        (TimelineRow, "key"),
        (TimelineRow, "type"),
        (Workbench, "store"),
        (Coverage, "matrix"),
        *((Finding, name) for name in ("by_generation", "by_tool", "entry", "measures", "number", "settings", "store")),
        *((Finding, name) for name in ("tally", "words")),
    }
    silent = [
        f"{of.__name__}.{name}"
        for of, names in NAMES.items()
        for name in names - SEQUENCE
        if of is not Report and (of, name) not in plain and not getattr(of, name).__doc__
    ]
    assert silent == []
