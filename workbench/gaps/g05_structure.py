"""G5: structure that becomes text. Which results bring data, and what a reader wins back from the text."""

from __future__ import annotations

from typing import Any

from workbench import tools
from workbench.gaps.asking import ask, one, query, table
from workbench.gaps.catalogue import catalogue
from workbench.gaps.checking import WIDE
from workbench.gaps.gap import Gap
from workbench.gaps.parsers import READERS, compared
from workbench.gaps.samples import writes_json
from workbench.replay.payload import result_of
from workbench.store import Store

NUMBER = "G5"
TRIED = 500
"""Most results of one tool that its reader is tried on."""


def probe(store: Store) -> Gap:
    """Measure which results carry data, and score the readers of texts where data is there too.

    An instance is a successful result of a model-issued call of a tool whose card needs data: tools that the gap or the
    ideal card names, and tools that write metadata. It is recorded where there is metadata, and joined where the tool
    writes its value as JSON and the text is whole. Text that a reader has to part does not count: a program could have
    printed the very same.
    """
    cursor = store.cursor()
    scored = [_scored(row) for row in ask(cursor, query("g05_parsable", tools=sorted(READERS), most=TRIED))]
    measures = one(cursor, "g05_measures") | {
        "parsed": sum(row["read"] for row in scored),
        "parsed_right": sum(row["same"] for row in scored),
    }
    columns = "session_id varchar, seq bigint, key varchar, tool varchar, read boolean, same boolean, wrong varchar[]"
    return Gap(
        store,
        NUMBER,
        query("g05_instances", tools=concerned(), json_tools=[name for name in tools.catalogue() if writes_json(name)]),
        measures=measures,
        looks={"by_outcome": query("g05_by_outcome"), "parsers": table(columns, scored)},
    )


def concerned() -> list[str]:
    """Return the tools whose cards need data beside the text, by name; tools of MCP servers are not listed."""
    named = set(catalogue().gap(NUMBER).tools) - WIDE
    for name, tool in tools.catalogue().items():
        if tool.output.presentation_meta is not None or (tool.ideal is not None and NUMBER in tool.ideal.gaps):
            named.add(name)
    return sorted(named)


def _scored(row: dict[str, Any]) -> dict[str, Any]:
    """One result that has both: was the text read, and is every member that it gives as the metadata says?"""
    told = compared(row["tool"], result_of(row["data"]))
    return {
        "session_id": row["session_id"],
        "seq": row["seq"],
        "key": row["key"],
        "tool": row["tool"],
        "read": told is not None,
        "same": told is not None and all(told.values()),
        "wrong": [name for name, same in (told or {}).items() if not same],
    }
