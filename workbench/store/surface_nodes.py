"""Replacements in what the model sees: which events they shadow, and from when on.

The harness refuses a log in which a replacement contradicts the list. Here it is taken as far as it goes, and the node
says what is wrong with it: where the span is not there, the events that it says it was made of are its span, and where
none of them is there either, it stands at the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from workbench.logs.surface import Surface, SurfaceError, ends, expanded
from workbench.store.connect import sql

if TYPE_CHECKING:
    import duckdb


def surface_nodes(connection: duckdb.DuckDBPyConnection) -> None:
    """Fill `surface_nodes` for the sessions in `pending`."""
    connection.execute(sql("surface_nodes"))
    for (session_id,) in connection.execute(sql("replacing_sessions")).fetchall():
        _fold(connection, session_id)


def _fold(connection: duckdb.DuckDBPyConnection, session_id: str) -> None:
    surface = Surface()
    until: dict[int, int] = {}
    nodes: dict[int, tuple[str, int, tuple[int, ...], str | None]] = {}
    for seq, kind, operation, sources in connection.execute(sql("surface_rows"), [session_id]).fetchall():
        if operation is None:
            surface.append(seq)
            continue
        cited = expanded(_list(sources))
        first, last, fault = _span(surface, operation, cited)
        if first is None or last is None:
            surface.append(seq)
            nodes[seq] = (kind, seq, (), fault)
            continue
        shadowed = surface.between(first, last)
        until |= dict.fromkeys(shadowed, seq)
        missing = sorted(set(shadowed).difference(cited))
        if missing and fault is None:
            fault = f"surface replace: sourceEventSeqs must include every shadowed surface node; missing {missing}"
        nodes[seq] = (kind, surface.replace(seq, first, last), shadowed, fault)
    connection.execute(
        "insert into surface_nodes select $session, unnest($seqs), unnest($kinds), unnest($places), null, "
        "unnest($shadowed), unnest($faults)",
        {
            "session": session_id,
            "seqs": list(nodes),
            "kinds": [node[0] for node in nodes.values()],
            "places": [node[1] for node in nodes.values()],
            "shadowed": [list(node[2]) for node in nodes.values()],
            "faults": [node[3] for node in nodes.values()],
        },
    )
    connection.execute(
        "update surface_nodes set until_seq = u.until "
        "from (select unnest($seqs::bigint[]) as seq, unnest($until::bigint[]) as until) as u "
        "where surface_nodes.session_id = $session and surface_nodes.seq = u.seq",
        {"session": session_id, "seqs": list(until), "until": list(until.values())},
    )


def _span(surface: Surface, operation: str, cited: list[int]) -> tuple[int | None, int | None, str | None]:
    """Return the list positions of the span, and what is wrong with it."""
    named = ends(_json(operation))
    if named is None:
        fault = "it carries an invalid surfaceOp"
    else:
        try:
            return *surface.span(*named), None
        except SurfaceError as error:
            fault = str(error)
    places = surface.known(cited)
    return (places[0], places[-1], fault) if places else (None, None, fault)


def _list(text: str | None) -> list[Any]:
    value = _json(text)
    return value if isinstance(value, list) else []


def _json(text: str | None) -> Any:
    try:
        return msgspec.json.decode(text) if text else None
    except (msgspec.DecodeError, RecursionError):
        return None
