"""F1, F2, F5, F8: who computes a card, what it is made of, and whose presenter may run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from workbench.cards.arguments import parse
from workbench.cards.coverage import choose, view_tag
from workbench.gaps.asking import ask, one, query
from workbench.gaps.coverage import SERVED_BY, calls_by_tool, declared, levers
from workbench.gaps.decisions_guard import LIMIT_MS, guarded, without
from workbench.gaps.decisions_value import Fact, Ground, number
from workbench.gaps.g07_who_computes import by_name
from workbench.gaps.hostile import tried
from workbench.gaps.samples import shown_types
from workbench.model import Call
from workbench.replay.payload import result_of

CORE = ("generic", "terminal", "diff", "search", "read", "web")
"""The cards of the harness's own vocabulary."""
GROWN = ("search", "read", "web")
"""Those that it grew after the survey."""
MOST = 12
"""Most rows of a demonstration."""


def f1(ground: Ground) -> Iterator[Fact]:
    """Who computes what a card shows."""
    plain = ground.gap("G7")
    shown = plain.measures
    calls = number(shown["calls"], "calls")
    yield Fact(
        id="unseen", fork="F1", option=None, source="G7",
        numbers={"stored": number(shown["stored"]), "calls": calls}, behind=lambda: plain.evidence,
    )  # fmt: skip
    yield Fact(
        id="presenters", fork="F1", option="host", source="G7",
        numbers={"share": number(shown["rich_by_presenters"], "share"), "calls": calls},
        behind=lambda: ground.gap("G7", viewer="presenters").evidence,
    )  # fmt: skip
    yield Fact(
        id="names", fork="F1", option="client", source="G7",
        numbers={"share": number(shown["rich_by_name"], "share"), "same": number(shown["same_by_name"], "share")},
        behind=lambda: plain.look("differ"),
    )  # fmt: skip
    inside = one(ground.store.cursor(), "decision_dispatches")
    yield Fact(
        id="programs", fork="F1", option="both", source="log",
        numbers={"dispatches": number(inside["dispatches"]), "calls": number(inside["calls"])},
        behind=ground.asked(query("decision_dispatched")),
    )  # fmt: skip


def show_f1(ground: Ground) -> list[dict[str, Any]]:
    """The cards of the same calls, drawn in three ways: from raw JSON, by the tool's name, by its presenters."""
    differing = {row["key"]: row["calls"] for row in ground.gap("G7").rows("differ")}
    found = []
    for row in ask(ground.store.cursor(), query("decision_one_a_tool", keys=list(differing))):
        call = _call(row)
        choice = choose(call, parse(call.arguments))
        found.append({
            "tool": row["tool"], "outcome": row["outcome"], "calls": differing.get(row["key"], row["calls"]),
            "raw": "generic", "name": by_name(row["tool"]),
            "presenters": view_tag(choice.call_view, choice.result_view) or "generic", "here": choice.type,
        })  # fmt: skip
    return sorted(found, key=lambda row: (row["name"] == row["presenters"], -row["calls"]))[:MOST]


def f2(ground: Ground) -> Iterator[Fact]:
    """Where tables and lists belong."""
    calls = calls_by_tool(ground.store.cursor())
    rich = ask(ground.store.cursor(), query("decision_names"))
    grown = [row for row in rich if by_name(row["tool"]) in GROWN]
    own = [row for row in rich if shown_types(row["tool"])[0] not in CORE]
    for name, option, rows in (("grown", "core", grown), ("own", "plugin", own)):
        yield Fact(
            id=name, fork="F2", option=option, source="log",
            numbers={"calls": number(sum(row["calls"] for row in rows)), "tools": number(len(rows))},
            behind=ground.held(rows),
        )  # fmt: skip
    (lever,) = (lever for lever in levers(calls=calls) if (lever.kind, lever.id) == ("card", "table"))
    yield Fact(
        id="list", fork="F2", option=None, source="catalogue",
        numbers={"tools": number(len(lever.tools)), "calls": number(lever.calls)},
        behind=ground.held([{"tool": name, "calls": calls.get(name, 0)} for name in lever.tools]),
    )  # fmt: skip


def show_f2(ground: Ground) -> list[dict[str, Any]]:
    """Tools that want a table: what the core's vocabulary gives them, and the card that is drawn here without it."""
    calls = calls_by_tool(ground.store.cursor())
    wanted = [row for row in declared() if "table" in row.ideal and not row.retired]
    found = [
        {
            "tool": row.tool, "calls": calls.get(row.tool, 0), "core": by_name(row.tool), "here": row.shown[0],
            "serves": any(kind in SERVED_BY["table"] for kind in row.shown),
        }
        for row in wanted
    ]  # fmt: skip
    return sorted(found, key=lambda row: -int(row["calls"]))


def f5(ground: Ground) -> Iterator[Fact]:
    """Whether metadata is the way for every tool to give data to cards."""
    gap = ground.gap("G5")
    weight = one(ground.store.cursor(), "decision_metadata")
    yield Fact(
        id="recorded", fork="F5", option="general", source="G5",
        numbers={
            "recorded": number(gap.tally.recorded), "n": number(gap.n), "meta": number(weight["meta_bytes"], "bytes"),
            "text": number(weight["text_bytes"], "bytes"),
        },
        behind=lambda: gap.evidence,
    )  # fmt: skip
    yield Fact(
        id="parsed", fork="F5", option="private", source="G5",
        numbers={name: number(gap.measures[name]) for name in ("parsed", "parsed_right")}
        | {"missing": number(gap.tally.missing)},
        behind=lambda: gap.look("parsers"),
    )  # fmt: skip


def show_f5(ground: Ground) -> list[dict[str, Any]]:
    """The same results with and without their metadata: how many lose their card."""
    with_meta: Counter[tuple[str, str, str]] = Counter()
    for row in ask(ground.store.cursor(), query("decision_with_metadata", most=500)):
        call = _call(row)
        assert call.result is not None  # noqa: S101 - the query asks for results
        bare = msgspec.structs.replace(call, result=msgspec.structs.replace(call.result, meta=None, has_meta=False))
        with_meta[row["tool"], _result_card(call), _result_card(bare)] += 1
    return [
        {"tool": tool, "calls": n, "with": whole, "without": bare, "same": whole == bare}
        for (tool, whole, bare), n in with_meta.most_common()
    ]


def f8(ground: Ground) -> Iterator[Fact]:
    """Whether a tool that a model made may bring its own presenter."""
    rows = show_f8(ground)
    numbers = {name: number(sum(row[name] for row in rows)) for name in ("today", "guarded")}
    yield Fact(
        id="contained", fork="F8", option="formal", source="registry",
        numbers={"n": number(len(rows)), "limit": number(LIMIT_MS, "ms"), **numbers}, behind=ground.held(rows),
    )  # fmt: skip
    gap = ground.gap("G11")
    yield Fact(
        id="generic", fork="F8", option="strip", source="G11",
        numbers={"n": number(gap.n), "missing": number(gap.tally.missing)}, behind=lambda: gap.evidence,
    )  # fmt: skip
    names = [{"tool": tool, "calls": tally.n, "card": by_name(tool)} for tool, tally in gap.by_tool.items()]
    plain = sum(row["calls"] for row in names if row["card"] == "generic")
    yield Fact(
        id="client", fork="F8", option="client", source="G11",
        numbers={"n": number(gap.n), "plain": number(plain)}, behind=ground.held(names),
    )  # fmt: skip


def show_f8(_: Ground) -> list[dict[str, Any]]:
    """Presenters that misbehave, run as today, behind a guard, and taken off."""
    ways: dict[str, Callable[[Any], Any]] = {"today": lambda present: present, "guarded": guarded, "stripped": without}
    results = {way: {found.name: found for found in tried(guard)} for way, guard in ways.items()}
    return [
        {"presenter": str(found.text), "today": found.contained, "said": found.reason}
        | {way: results[way][name].contained for way in ("guarded", "stripped")}
        for name, found in results["today"].items()
    ]


# ---------------------------------------------------------------------------------------------------- inside


def _call(row: dict[str, Any]) -> Call:
    return Call(
        key=row["key"], session_id=row["session_id"], turn=None, step=None, call_id="", name=row["tool"],
        arguments=row["arguments"] or "", state="done", result=None if row["data"] is None else result_of(row["data"]),
    )  # fmt: skip


def _result_card(call: Call) -> str:
    choice = choose(call, parse(call.arguments))
    return (choice.result_view.card if choice.result_view is not None else None) or "text"
