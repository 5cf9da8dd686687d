"""The logs that a channel is tried on: recorded commands, and whatever the loaded sessions have of each kind.

A case is one log with the calls whose inside is to be told. Commands are put into a made session each; shell calls and
children are those of the loaded sessions; the bus is a recorded one, with the log of the same session.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

from workbench.data import SESSIONS
from workbench.errors import WorkbenchError
from workbench.gaps.asking import ask, query
from workbench.gaps.channel_commands import Command, commands
from workbench.gaps.channel_items import Item, Kind, Source, of_child, of_output, of_run, without_times
from workbench.gaps.channel_log import Line, clocks, inherited, read_lines, result_of
from workbench.gaps.channel_options import ANCHOR, Assumptions
from workbench.gaps.made import Log
from workbench.markers import exit_status
from workbench.model import Value

if TYPE_CHECKING:
    from workbench.store import Store

BUS: Path = SESSIONS.parent / "channel" / "bus-workflow"
"""A recorded bus (`bus.jsonl`) with the log of its session."""
NO_OUTPUT = "(no output)"


class Case(Value, frozen=True, kw_only=True):
    """One log, and the calls in it whose inside is to be told. `origin` is command, store or recording."""

    name: str
    kind: Kind
    origin: str
    lines: tuple[Line, ...]
    sources: tuple[Source, ...]

    @property
    def session_id(self) -> str:
        """The id of the session."""
        return str(self.lines[0]["id"])


def all_cases(
    store: Store | None, assumed: Assumptions, *, most: int = 12, at_least_ms: int = 1000, bus: Path | None = BUS
) -> tuple[Case, ...]:
    """Return the cases: the recorded commands, and those of the loaded sessions.

    Args:
        store: the loaded sessions; None for the recordings of the workbench alone.
        assumed: how often digests are told, and when output came whose times nobody recorded.
        most: most logs of one kind that are taken from the store, those that ran longest first.
        at_least_ms: shorter commands of the store are left alone.
        bus: a folder with a recorded bus and its session; None for none.
    """
    found = [of_command(command, assumed) for command in commands()]
    if store is not None:
        found += _of_store(store, "executor", "channel_commands", assumed, most, at_least=at_least_ms)
        found += _of_store(store, "child", "channel_children", assumed, most)
    if bus is not None:
        found.append(of_bus(bus / "bus.jsonl", bus / "session.jsonl.zstd"))
    return tuple(found)


def of_command(command: Command, assumed: Assumptions) -> Case:
    """Return a made session with one call that ran a recorded command, its result as the harness would write it."""
    log = Log(f"command-{command.name.replace(' ', '-')}")
    log.message("Run it.")
    arguments = {"command": command.command, "description": command.name}
    log.call("bash", arguments, rendered(command, assumed.result_chars), ms=round(command.ms))
    with TemporaryDirectory() as folder:
        lines = read_lines(log.write(Path(folder)))
    (place,) = _calls(lines).values()
    began, ended = clocks(lines)[place[0]], clocks(lines)[place[1]]
    pieces = ((min(began + round(chunk.at), ended), chunk.stream, chunk.text) for chunk in command.chunks)
    items = of_output(pieces, began=began, ended=ended, digest_ms=assumed.digest_ms)
    source = _source(lines, place, items)
    return Case(name=command.name, kind="executor", origin="command", lines=tuple(lines), sources=(source,))


def rendered(command: Command, most: int) -> str:
    """Return the text of a command's result by the harness's rules: of each stream the tail, then how it ended."""

    def kept(stream: int) -> str:
        text = command.text(stream)
        return text if len(text) <= most else f"{text[-most:]}\n[output truncated; full output: (unavailable)]"

    out, err = kept(0), kept(1)
    text = (f"{out}{'' if out.endswith(chr(10)) or not out else chr(10)}[stderr]\n{err}" if err else out) or NO_OUTPUT
    return f"{text}\n[exit code: {command.exit_code}]" if command.exit_code else text


def of_bus(path: Path, log: Path) -> Case:
    """Return the case of a recorded bus: its workflow events, each with the call that was open then.

    Raises:
        WorkbenchError: a file cannot be read or is no such recording.
    """
    lines = read_lines(log)
    clock = clocks(lines)
    runs: dict[str, list[dict[str, Any]]] = {}
    for event in _workflow_events(path):
        runs.setdefault(event["run"], []).append(event)
    sources = []
    for call_id, place in _calls(lines).items():
        began, ended = clock[place[0]], clock[place[1]]
        own = {run: events for run, events in runs.items() if began <= events[0]["t"] <= ended}
        if own and _data(lines, place[0]).get("name") in ("workflow", "ralph"):
            items = of_run(event for events in own.values() for event in events)
            source = _source(lines, place, items, call_id=call_id)
            logged = any(_data(lines, index).get("runId") in own for index in range(*place))
            sources.append(msgspec.structs.replace(source, runs=tuple(own), logged=logged))
    return Case(name=log.parent.name, kind="bus", origin="recording", lines=tuple(lines), sources=tuple(sources))


# ---------------------------------------------------------------------------------------------------- inside


def _of_store(store: Store, kind: Kind, name: str, assumed: Assumptions, most: int, **values: Any) -> Iterator[Case]:
    """The cases of one kind, a log each; a log that cannot be written again is left out."""
    logs: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for row in ask(store.cursor(), query(name, **values)):
        logs.setdefault((row["session_id"], row["path"]), []).append(row)
    for (session_id, path), rows in list(logs.items())[:most]:
        try:
            lines = read_lines(path)
            make = _commands_of if kind == "executor" else _children_of
            sources = tuple(make(lines, rows, assumed))
        except (WorkbenchError, LookupError, TypeError, AttributeError):  # a log of another shape
            continue
        yield Case(name=session_id, kind=kind, origin="store", lines=tuple(lines), sources=sources)


def _commands_of(lines: Sequence[Line], rows: Iterable[Mapping[str, Any]], assumed: Assumptions) -> Iterator[Source]:
    calls, clock = _calls(lines), clocks(lines)
    for row in rows:
        place = calls[row["call_id"]]
        began, ended = clock[place[0]], clock[place[1]]
        output = exit_status(_result(lines, place[1]))[2]
        pieces = without_times("" if output == NO_OUTPUT else output, began=began, ended=ended, arrival=assumed.arrival)
        items = of_output(pieces, began=began, ended=ended, digest_ms=assumed.digest_ms)
        yield msgspec.structs.replace(_source(lines, place, items, row["call_id"], row["tool"]), measured=False)


def _children_of(lines: Sequence[Line], rows: Iterable[Mapping[str, Any]], _: Assumptions) -> Iterator[Source]:
    calls, clock = _calls(lines), clocks(lines)
    known = {line["data"].get("childId") for line in lines[1:] if line["type"] == ANCHOR}
    children: dict[tuple[str, str], list[tuple[str, tuple[Line, ...]]]] = {}
    for row in rows:
        child = tuple(read_lines(row["child_path"]))
        children.setdefault((row["call_id"], row["tool"]), []).append((row["child_session_id"], child))
    for (call_id, tool), own in children.items():
        place = calls[call_id]
        items = [item for child_id, child in own for item in of_child(child_id, child[1 + inherited(child) :])]
        items.sort(key=lambda item: item.at)
        source = _source(lines, place, tuple(items), call_id, tool)
        last = max((item.at for item in items), default=0)
        if last > clock[place[1]]:
            source = msgspec.structs.replace(source, ended=last, before=len(lines) - 1)
        catalogued = tuple(child_id for child_id, _ in own if child_id in known)
        yield msgspec.structs.replace(source, children=tuple(own), catalogued=catalogued)


def _source(
    lines: Sequence[Line], place: tuple[int, int], items: tuple[Item, ...], call_id: str = "", tool: str = ""
) -> Source:
    clock = clocks(lines)
    data = _data(lines, place[0])
    return Source(
        call_id=call_id or data["callId"], tool=tool or data["name"], began=clock[place[0]], ended=clock[place[1]],
        settled=clock[place[1]], after=place[0], before=place[1], items=items, result=_result(lines, place[1]),
    )  # fmt: skip


def _calls(lines: Sequence[Line]) -> dict[str, tuple[int, int]]:
    """The indices of call and result by the call's id; the last one of an id that stands twice."""
    open_: dict[str, int] = {}
    found: dict[str, tuple[int, int]] = {}
    for index in range(len(lines) - 1):
        if lines[index + 1]["type"] == "tool/call":
            open_[_data(lines, index)["callId"]] = index
        elif lines[index + 1]["type"] == "tool/result" and lines[index + 1].get("surfaceOp", "append") == "append":
            call_id = result_of(_data(lines, index))[0]
            if call_id in open_:
                found[call_id] = (open_.pop(call_id), index)
    return found


def _data(lines: Sequence[Line], index: int) -> dict[str, Any]:
    data: dict[str, Any] = lines[index + 1]["data"]
    return data


def _result(lines: Sequence[Line], index: int) -> str:
    return result_of(_data(lines, index))[1]


def _workflow_events(path: Path) -> Iterator[dict[str, Any]]:
    try:
        said = [json.loads(line) for line in path.read_bytes().splitlines()]
    except (OSError, ValueError) as error:
        raise WorkbenchError(f"{path} is no recorded bus: {error}.", code="not-a-bus", path=str(path)) from None
    for event in said:
        kind = event["event"].removeprefix("workflow/")
        if kind != event["event"]:
            run, *more = event["args"]
            body = {"phase": more[0]} if kind == "phase" else {"line": more[0]} if kind == "log" else dict(*more[:1])
            name = run.get("meta", {}).get("name") if kind == "start" else None
            yield {"t": event["t"], "kind": kind, "run": run["id"], "body": body | ({"name": name} if name else {})}
