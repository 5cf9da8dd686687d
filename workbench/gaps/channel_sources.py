"""The calls of a loaded session whose inside is to be told: its commands, its jobs, its children."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from workbench.gaps.channel_items import Item, Kind, Source, of_child, of_output, without_times
from workbench.gaps.channel_log import Line, clocks, inherited, read_lines, result_of
from workbench.gaps.channel_options import ANCHOR, Assumptions
from workbench.markers import JOB_STATUS_AT_END, at_end, exit_status

NO_OUTPUT = "(no output)"
NO_NEWS = "(no new output)"


def source_of(
    lines: Sequence[Line], place: tuple[int, int], items: tuple[Item, ...], call_id: str = "", tool: str = ""
) -> Source:
    """Return a call with its items; `place` holds the indices of its call and of its result."""
    clock = clocks(lines)
    data = data_of(lines, place[0])
    return Source(
        call_id=call_id or data["callId"], tool=tool or data["name"], began=clock[place[0]], ended=clock[place[1]],
        settled=clock[place[1]], after=place[0], before=place[1], items=items, result=_result(lines, place[1]),
    )  # fmt: skip


def calls_of(lines: Sequence[Line]) -> dict[str, tuple[int, int]]:
    """Return the indices of call and result by the call's id; the last one of an id that stands twice."""
    open_: dict[str, int] = {}
    found: dict[str, tuple[int, int]] = {}
    for index in range(len(lines) - 1):
        if lines[index + 1]["type"] == "tool/call":
            open_[data_of(lines, index)["callId"]] = index
        elif lines[index + 1]["type"] == "tool/result" and lines[index + 1].get("surfaceOp", "append") == "append":
            call_id = result_of(data_of(lines, index))[0]
            if call_id in open_:
                found[call_id] = (open_.pop(call_id), index)
    return found


def data_of(lines: Sequence[Line], index: int) -> dict[str, Any]:
    """Return the data of a row by its index."""
    data: dict[str, Any] = lines[index + 1]["data"]
    return data


# ---------------------------------------------------------------------------------------------------- inside


def _commands_of(lines: Sequence[Line], rows: Iterable[Mapping[str, Any]], assumed: Assumptions) -> Iterator[Source]:
    calls, clock = calls_of(lines), clocks(lines)
    for row in rows:
        place = calls[row["call_id"]]
        began, ended = clock[place[0]], clock[place[1]]
        output = exit_status(_result(lines, place[1]))[2]
        pieces = without_times("" if output == NO_OUTPUT else output, began=began, ended=ended, arrival=assumed.arrival)
        items = of_output(pieces, began=began, ended=ended, digest_ms=assumed.digest_ms)
        yield msgspec.structs.replace(source_of(lines, place, items, row["call_id"], row["tool"]), measured=False)


def _jobs_of(lines: Sequence[Line], rows: Iterable[Mapping[str, Any]], assumed: Assumptions) -> Iterator[Source]:
    """Jobs: what each look at the output brought, as if it had come between the look before and that one."""
    calls, clock = calls_of(lines), clocks(lines)
    looks: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        looks.setdefault((row["call_id"], row["tool"]), []).append(row["poll"])
    for (call_id, tool), polls in looks.items():
        place = calls[call_id]
        began = since = clock[place[1]]
        pieces: list[tuple[int, int, str]] = []
        parts: list[tuple[str, int, int]] = []
        length = 0
        for poll in polls:
            seen = clock[calls[poll][1]]
            text = _read(_result(lines, calls[poll][1]))
            pieces += without_times(text, began=since, ended=seen, arrival=assumed.arrival)
            parts.append((poll, length, length + len(text)))
            length, since = length + len(text), seen
        items = of_output(pieces, began=began, ended=since, digest_ms=assumed.digest_ms)
        last = calls[polls[-1]][1]
        source = source_of(lines, place, items, call_id, tool)
        yield msgspec.structs.replace(
            source, began=began, ended=since, after=place[1], before=last, result="", polls=tuple(parts), measured=False
        )


def _read(text: str) -> str:
    """What a look at a job brought, without the line of its status."""
    status = at_end(JOB_STATUS_AT_END, text)
    body = text if status is None else text[: status.start()]
    return "" if body == NO_NEWS else f"{body}\n"


def _children_of(lines: Sequence[Line], rows: Iterable[Mapping[str, Any]], _: Assumptions) -> Iterator[Source]:
    calls, clock = calls_of(lines), clocks(lines)
    known = {line["data"].get("childId") for line in lines[1:] if line["type"] == ANCHOR}
    children: dict[tuple[str, str], list[tuple[str, tuple[Line, ...]]]] = {}
    for row in rows:
        child = tuple(read_lines(row["child_path"]))
        children.setdefault((row["call_id"], row["tool"]), []).append((row["child_session_id"], child))
    for (call_id, tool), own in children.items():
        place = calls[call_id]
        items = [item for child_id, child in own for item in of_child(child_id, child[1 + inherited(child) :])]
        items.sort(key=lambda item: item.at)
        source = source_of(lines, place, tuple(items), call_id, tool)
        last = max((item.at for item in items), default=0)
        if last > clock[place[1]]:
            source = msgspec.structs.replace(source, ended=last, before=len(lines) - 1)
        catalogued = tuple(child_id for child_id, _ in own if child_id in known)
        yield msgspec.structs.replace(source, children=tuple(own), catalogued=catalogued)


def _result(lines: Sequence[Line], index: int) -> str:
    return result_of(data_of(lines, index))[1]


MAKERS: Mapping[Kind, Callable[..., Iterator[Source]]] = {
    "executor": _commands_of, "job": _jobs_of, "child": _children_of,
}  # fmt: skip
"""What makes the calls of a log of each kind, from its lines, rows of the store, and the assumptions."""
