"""G7: who computes what a card shows. A log cannot say; here it is computed which way gives how many rich cards."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

from workbench import tools
from workbench.cards.arguments import parse
from workbench.cards.coverage import choose, view_tag
from workbench.gaps.asking import ask, query, table
from workbench.gaps.entries import Text
from workbench.gaps.gap import Gap
from workbench.gaps.samples import decided_by_result, view_tags
from workbench.model import Call
from workbench.replay.payload import result_of
from workbench.store import Store

Viewer = Literal["raw", "names", "presenters"]
VIEWERS: dict[Viewer | None, Text] = {
    None: Text(en="nothing but the log", zh="只有日志"),
    "raw": Text(en="raw JSON", zh="原始 JSON"),
    "names": Text(en="by the tool's name", zh="按工具名"),
    "presenters": Text(en="by the tool's presenters", zh="用展示函数"),
}
_COLUMNS = """session_id varchar, seq bigint, key varchar, tool varchar, generation integer, has varchar,
    by_presenters varchar, by_name varchar, in_workbench varchar, stored varchar, outcome varchar"""


def probe(store: Store, *, viewer: Viewer | None = None) -> Gap:
    """Measure how many calls get more than a generic card, by raw JSON, by name, and by presenters.

    An instance is a settled call whose presenters give more than a generic view; what the workbench adds to the
    harness's own views does not count. Without a viewer the question is who computed the views that a reader saw, and
    where no row has one the log cannot say. With a viewer it is recorded where that viewer gives the same card, joined
    where it gives another rich one.

    Args:
        store: the loaded sessions.
        viewer: how cards are computed: from raw JSON, by a fixed card for each tool's name, or by the presenters.
    """
    cursor = store.cursor()
    stored = {row["key"]: row["card"] for row in ask(cursor, query("g07_stored"))}
    deciding = [name for name in tools.catalogue() if decided_by_result(name)]
    rows = [_drawn(row, stored.get(row["key"])) for row in ask(cursor, query("g07_calls", deciding=deciding))]
    instances = [row | {"has": _has(row, viewer)} for row in rows if row["by_presenters"] != "generic"]
    calls = len(rows)

    def share(count: int) -> float | None:
        return count / calls if calls else None

    measures = {
        "calls": calls,
        "stored": len(stored),
        "rich_raw": share(0),
        "rich_by_name": share(sum(row["by_name"] != "generic" for row in rows)),
        "rich_by_presenters": share(len(instances)),
        "rich_in_workbench": share(sum(row["in_workbench"] != "generic" for row in rows)),
        "same_by_name": share(sum(row["by_name"] == row["by_presenters"] for row in rows)),
    }
    columns = "tool varchar, outcome varchar, by_name varchar, by_presenters varchar, calls bigint, key varchar"
    return Gap(
        store,
        "G7",
        table(_COLUMNS, instances),
        measures=measures,
        looks={
            "differ": table(columns, _differing(rows)),
            "cards": table("tool varchar, type varchar, calls bigint", _cards(rows)),
        },
        settings={"viewer": VIEWERS[viewer]},
        observable=viewer is not None or bool(stored),
    )


def by_name(name: str) -> str:
    """Return the view that a client gives each call of a tool if it knows the name alone: the plainest call's."""
    return view_tags(name)[0] if name in tools.catalogue() else "generic"


# ---------------------------------------------------------------------------------------------------- inside


def _drawn(row: dict[str, Any], stored: str | None) -> dict[str, Any]:
    arguments = row["arguments"] or ""
    call = Call(
        key=row["key"], session_id=row["session_id"], turn=None, step=None, call_id="", name=row["tool"],
        arguments=arguments, state="done", error_code=row["error_code"],
        result=None if row["data"] is None else result_of(row["data"]),
    )  # fmt: skip
    choice = choose(call, parse(arguments))
    kept = ("session_id", "seq", "key", "tool", "generation", "outcome")
    return {name: row[name] for name in kept} | {
        "by_presenters": view_tag(choice.call_view, choice.result_view) or "generic",
        "in_workbench": choice.type,
        "by_name": by_name(row["tool"]),
        "stored": stored,
    }


def _has(row: dict[str, Any], viewer: Viewer | None) -> str:
    if viewer is None:
        return "recorded" if row["stored"] is not None else "missing"
    given = {"raw": "generic", "names": row["by_name"], "presenters": row["by_presenters"]}[viewer]
    if given == row["by_presenters"]:
        return "recorded"
    return "missing" if given == "generic" else "joined"


def _cards(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = Counter((row["tool"], row["in_workbench"]) for row in rows)
    return [{"tool": tool, "type": kind, "calls": calls} for (tool, kind), calls in found.most_common()]


def _differing(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = ("tool", "outcome", "by_name", "by_presenters")
    found = Counter(tuple(row[name] for name in names) for row in rows if row["by_name"] != row["by_presenters"])
    first = {tuple(row[name] for name in names): row for row in reversed(rows)}
    return [
        dict(zip(names, group, strict=True)) | {"calls": calls, "key": first[group]["key"]}
        for group, calls in found.most_common()
    ]
