"""G10: media in results and messages: kept, replaced by a sentence, and whether the bytes lie beside the log."""

from __future__ import annotations

from collections import Counter
from typing import Any

from workbench.gaps.asking import ask, query, table
from workbench.gaps.gap import Gap
from workbench.gaps.media import beside, pieces
from workbench.replay.payload import decode
from workbench.store import Store

_COLUMNS = """session_id varchar, seq bigint, key varchar, tool varchar, generation integer, has varchar, side varchar,
    kind varchar, fate varchar, media_type varchar, bytes bigint, on_disk boolean"""


def probe(store: Store) -> Gap:
    """Measure what became of media, on the way in and on the way out.

    An instance is a piece of media. It is recorded where the block was kept with its data or a reference; the bytes of
    a reference lie outside of the log, so whether they are there is counted apart.
    """
    rows = [piece for row in ask(store.cursor(), query("g10_candidates")) for piece in _instances(row)]
    measures = {
        "images": sum(row["kind"] == "image" and row["fate"] == "kept" for row in rows),
        "others": sum(row["kind"] != "image" and row["fate"] == "kept" for row in rows),
        "replaced": sum(row["fate"] == "replaced" for row in rows),
        "on_disk": sum(row["on_disk"] is True for row in rows),
        "not_on_disk": sum(row["on_disk"] is False for row in rows),
        "input_side": sum(row["side"] == "input" for row in rows),
    }
    counted = Counter((row["tool"], row["side"], row["kind"], row["fate"]) for row in rows)
    grouped = [
        {"tool": tool, "side": side, "kind": kind, "fate": fate, "pieces": number}
        for (tool, side, kind, fate), number in counted.most_common()
    ]
    columns = "tool varchar, side varchar, kind varchar, fate varchar, pieces bigint"
    return Gap(store, "G10", table(_COLUMNS, rows), measures=measures, looks={"by_kind": table(columns, grouped)})


def _instances(row: dict[str, Any]) -> list[dict[str, Any]]:
    held = pieces(decode(row["data"]), by_server=row["tool"].startswith("mcp__"))
    return [
        {name: row[name] for name in ("session_id", "seq", "key", "tool", "generation")}
        | {
            "has": "recorded" if piece.fate == "kept" else "missing",
            "side": "output" if row["key"] is not None else "input",
            "kind": piece.kind,
            "fate": piece.fate,
            "media_type": piece.media_type,
            "bytes": piece.bytes,
            "on_disk": None if piece.digest is None else beside(row["path"], piece.digest),
        }
        for piece in held
    ]
