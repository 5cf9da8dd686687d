"""A recording of the harness's own bus held against the log of the same sessions: what was said there and is lost here.

A recording is a file of JSON lines `{"t": milliseconds, "event": name, "args": […]}`, as a small plugin in the harness
writes it. The first argument of a workflow event has the run's id and name; the second is the phase, the line, or the
member with `seq`, `label`, `phase` and `childId`.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from workbench.errors import WorkbenchError
from workbench.gaps.asking import Query, relation, sql

if TYPE_CHECKING:
    import duckdb

    from workbench.store import Store

_COLUMNS = "t double, kind varchar, run_id varchar, run_name varchar, member bigint, said varchar, child_id varchar"


class _Line(msgspec.Struct):
    t: float
    event: str
    args: list[Any] = []


def read_bus(path: str | PathLike[str]) -> list[dict[str, Any]]:
    """Read the workflow events of a recorded bus.

    Returns:
        One dict an event: `t` in milliseconds since 1970, `kind` (start, phase, log, agent-start, agent-end, end),
        `run_id`, `run_name`, `member` (number), `said` (the phase or the line), `child_id`.

    Raises:
        WorkbenchError: the file cannot be read, or a line is not of that form.
    """
    try:
        lines = Path(path).read_bytes().splitlines()
    except OSError as error:
        raise WorkbenchError(f"{path} cannot be read: {error.strerror}.", code="no-such-path", path=str(path)) from None
    found = []
    for number, line in enumerate(lines, 1):
        try:
            event = msgspec.json.decode(line, type=_Line)
        except msgspec.DecodeError:
            raise WorkbenchError(
                f"Line {number} of {path} is no event of a recorded bus.", code="not-a-bus", path=str(path), line=number
            ) from None
        if event.event.startswith("workflow/"):
            found.append(_event(event))
    return found


def by_kind(store: Store, path: str | PathLike[str]) -> duckdb.DuckDBPyRelation:
    """Return, for each of the six kinds of workflow event, how many the bus had, the log has, and which are lost.

    Args:
        store: the sessions of the same run, loaded.
        path: the recorded bus.
    """
    return _over(store, path, "bus_by_kind")


def phases(store: Store, path: str | PathLike[str]) -> duckdb.DuckDBPyRelation:
    """Return every phase mark of the bus against the same phase rebuilt from its members.

    `late_ms` is how much later the rebuilt phase begins, NULL where no member tells of it.
    """
    return _over(store, path, "bus_phases")


# ---------------------------------------------------------------------------------------------------- inside


def _over(store: Store, path: str | PathLike[str], name: str) -> duckdb.DuckDBPyRelation:
    text = f"with bus as (\nselect unnest($rows::struct({_COLUMNS})[], recursive := true)\n)\n{sql(name)}"
    return relation(store, Query(text, {"rows": read_bus(path)}))


def _event(line: _Line) -> dict[str, Any]:
    run = line.args[0] if line.args and isinstance(line.args[0], dict) else {}
    more = line.args[1] if len(line.args) > 1 else None
    member = more if isinstance(more, dict) else {}
    meta = run.get("meta")
    return {
        "t": line.t,
        "kind": line.event.removeprefix("workflow/"),
        "run_id": _text(run.get("id")),
        "run_name": _text(meta.get("name")) if isinstance(meta, dict) else None,
        "member": member.get("seq") if isinstance(member.get("seq"), int) else None,
        "said": more if isinstance(more, str) else _text(member.get("phase")),
        "child_id": _text(member.get("childId")),
    }


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
