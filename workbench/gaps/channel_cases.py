"""The logs that a channel is tried on: recorded commands, and whatever the loaded sessions have of each kind.

A case is one log with the calls whose inside is to be told. Commands are put into a made session each; shell calls and
children are those of the loaded sessions; the bus is a recorded one, with the log of the same session.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import msgspec

from workbench.data import SESSIONS
from workbench.errors import WorkbenchError
from workbench.gaps.asking import ask, query
from workbench.gaps.channel_commands import Command, commands
from workbench.gaps.channel_items import Kind, Source, of_output, of_run
from workbench.gaps.channel_log import Line, clocks, read_lines
from workbench.gaps.channel_options import Assumptions
from workbench.gaps.channel_sources import MAKERS, NO_OUTPUT, calls_of, data_of, source_of
from workbench.gaps.made import Log
from workbench.model import Value

if TYPE_CHECKING:
    from workbench.store import Store

BUS: Path = SESSIONS.parent / "channel" / "bus-workflow"
"""A recorded bus (`bus.jsonl`) with the log of its session."""


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
        found += _of_store(store, "job", "channel_jobs", assumed, most)
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
    (place,) = calls_of(lines).values()
    began, ended = clocks(lines)[place[0]], clocks(lines)[place[1]]
    pieces = ((min(began + round(chunk.at), ended), chunk.stream, chunk.text) for chunk in command.chunks)
    items = of_output(pieces, began=began, ended=ended, digest_ms=assumed.digest_ms)
    source = source_of(lines, place, items)
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
    for call_id, place in calls_of(lines).items():
        began, ended = clock[place[0]], clock[place[1]]
        own = {run: events for run, events in runs.items() if began <= events[0]["t"] <= ended}
        if own and data_of(lines, place[0]).get("name") in ("workflow", "ralph"):
            items = of_run(event for events in own.values() for event in events)
            source = source_of(lines, place, items, call_id=call_id)
            logged = any(data_of(lines, index).get("runId") in own for index in range(*place))
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
            sources = tuple(MAKERS[kind](lines, rows, assumed))
        except (WorkbenchError, LookupError, TypeError, AttributeError):  # a log of another shape
            continue
        yield Case(name=session_id, kind=kind, origin="store", lines=tuple(lines), sources=sources)


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
