"""One made store a gap: `n` instances, of which a share has what its card needs as a field of the log."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from workbench.errors import WorkbenchError, did_you_mean
from workbench.gaps.made import Event, Log, first
from workbench.model import Json

Truth = list[tuple[str, str]]
"""Pairs of a call's key and a session that it started."""
DIGEST = "0" * 64


def make(
    folder: Path,
    number: str,
    *,
    recorded: float = 0.0,
    n: int = 4,
    twins: bool = False,
    nested: bool = False,
    background: bool = False,
    name: str = "made",
) -> Truth:
    """Write the made store of a gap.

    Args:
        folder: where the logs go; every session has a folder of its own in it.
        number: `G1` … `G11`; for G6 and G11 the share means nothing, since they turn by settings of the reader.
        recorded: the share of the instances that is recorded.
        n: how many instances there are.
        twins: for G4, whether all calls of a step have the same description and prompt; for G9, whether approvals that
            name no call are asked while two calls of their tool run.
        nested: for G4, whether every child starts one of its own, with the same description and prompt.
        background: for G4, whether the calls are over at once, with the id of the child in their text.
        name: what the ids of the sessions begin with, so that several made stores can be loaded together.

    Returns:
        What is true, for G4: which call started which session. Empty for the others.

    Raises:
        WorkbenchError: there is no made store of that gap, or the share is not between 0 and 1.
    """
    if number == "G4":
        return _children(folder, n, first(n, recorded), name=name, twins=twins, nested=nested, background=background)
    if number == "G9":
        _waits(folder, n, first(n, recorded), name=name, twins=twins)
        return []
    if number not in _SCENARIOS:
        raise WorkbenchError(
            f"There is no made store of {number!r}.{did_you_mean(number, _SCENARIOS)}", code="unknown-gap"
        )
    log = Log(f"{name}-{number.lower()}")
    log.message("Do it.")
    for instance in range(n):
        _SCENARIOS[number](log, instance, instance < first(n, recorded))
    log.write(folder)
    return []


# ---------------------------------------------------------------------------------------------------- inside


def _progress(log: Log, instance: int, told: bool) -> None:
    events: list[Event] = [("tool/progress", {"callId": None, "done": 1, "of": 2})] if told else []
    log.call(("bash", "web_fetch")[instance % 2], _arguments(instance), ms=2000, events=events)


def _arguments(instance: int) -> dict[str, str]:
    return {"url": "https://example.org"} if instance % 2 else {"command": "make", "description": "Build"}


def _output(log: Log, instance: int, told: bool) -> None:
    events: list[Event] = [("tool/output", {"callId": None, "text": f"line {instance}\n"})] if told else []
    log.call("bash", {"command": f"make {instance}", "description": "Build"}, ms=2000, events=events)


def _workflow(log: Log, instance: int, told: bool) -> None:
    run, name = f"run-{log.session_id}-{instance}", f"flow {instance}"
    script = "phase('Scan'); log('begun'); await agent('look', {label: 'a', phase: 'Scan'});"
    member = {"runId": run, "seq": 1, "label": "a", "phase": "Scan", "childId": f"{run}/1"}
    events: list[Event] = []
    if told:
        events = [
            ("tool-workflow/run-start", {"runId": run, "name": name, "callId": None}),
            ("tool-workflow/phase", {"runId": run, "phase": "Scan"}),
            ("tool-workflow/log", {"runId": run, "line": "begun"}),
            ("tool-workflow/agent-start", member),
            ("tool-workflow/agent-end", {"runId": run, "seq": 1, "outcome": "completed"}),
            ("tool-workflow/run-end", {"runId": run, "stopReason": "completed"}),
        ]
    log.call("workflow", {"script": script, "meta": {"name": name, "description": "made"}}, ms=600, events=events)


def _metadata(log: Log, instance: int, told: bool) -> None:
    path = f"/made/{instance}.py"
    meta = {"path": path, "offset": 1, "lines": [{"number": 1, "text": "x = 1"}], "totalLines": 1}
    text = f"<path>{path}</path>\n<type>file</type>\n<content>\n1: x = 1\n\n(End of file - total 1 lines)\n</content>"
    log.call("read", {"file_path": path}, text, ms=5, result={"meta": meta} if told else {})


def _viewed(log: Log, instance: int, told: bool) -> None:
    path = f"/made/{instance}.py"
    stored = {"view": {"card": "diff", "title": path, "diffs": []}} if told else {}
    diffs = [{"path": path, "oldText": "a", "newText": "b"}]
    arguments = {"file_path": path, "old_string": "a", "new_string": "b"}
    log.call("edit", arguments, "updated", ms=5, result={"meta": {"diffs": diffs}} | stored)


def _streamed(log: Log, instance: int, _told: bool) -> None:
    arguments = {"file_path": f"/made/{instance}.txt", "content": "line\n" * 20}
    log.call("write", arguments, "Created file", ms=5, pieces=12)


def _program(log: Log, instance: int, told: bool) -> None:
    inner = {"rootCallId": None, "parentCallId": None, "subCallId": f"{log.session_id}:code:{instance}", "name": "read"}
    begun = inner | {"arguments": {"file_path": "/made/a"}}
    settled = begun | {"isError": False, "content": [{"type": "text", "text": "1: a"}]}
    events: list[Event] = [("tool/code-dispatch-start", begun)]
    if told:
        events.append(("tool/code-dispatch", settled))
    log.call("run_code", {"code": "await read({})", "description": "Read"}, ms=200, events=events)


def _media(log: Log, instance: int, told: bool) -> None:
    attachment = {"attachmentId": f"sha256:{DIGEST}", "mediaType": "image/png", "bytes": 1, "width": 1, "height": 1}
    lost = "[image unavailable: image/png; no store; raw image data remains available to programmatic callers]"
    block = {"type": "image", "attachment": attachment} if told else {"type": "text", "text": lost}
    log.call("mcp__made__picture", {"number": instance}, [block], ms=20)


def _foreign(log: Log, instance: int, _told: bool) -> None:
    log.call(f"mcp__made__tool{instance % 2}", {"query": "x"}, ms=20)


_SCENARIOS: dict[str, Callable[[Log, int, bool], None]] = {
    "G1": _progress, "G2": _output, "G3": _workflow, "G5": _metadata, "G6": _streamed, "G7": _viewed, "G8": _program,
    "G10": _media, "G11": _foreign,
}  # fmt: skip


def _children(folder: Path, n: int, told: int, *, name: str, twins: bool, nested: bool, background: bool) -> Truth:
    """Pairs of subagent calls that run at the same time, each with a child of its own."""
    here: dict[str, Json] = {"run_in_background": True} if background else {}
    log = Log(f"{name}-g4")
    log.message("Do it.")
    truth: Truth = []
    for begin in range(0, n, 2):
        pair = range(begin, min(begin + 2, n))
        tasks = [_task(begin if twins else number) for number in pair]
        started = log.now + 200
        events: list[Event] = [
            ("subagent/catalog", {"childId": f"{name}-child-{number}", "callId": _call_id(log, number - begin)})
            for number in pair
            if number < told
        ]
        said = [f"started subagent {name}-child-{number}" if background else "done" for number in pair]
        ids = log.calls(
            [("subagent", task | here) for task in tasks], said, ms=300 if background else 3000, events=events
        )
        for number, call_id, task in zip(pair, ids, tasks, strict=True):
            child = Log(f"{name}-child-{number}", at=started + number - begin, **_born_of(log))
            truth += [(log.key(call_id), child.session_id), *_work(folder, child, task, nested=nested)]
    log.write(folder)
    return truth


def _call_id(log: Log, number: int) -> str:
    """The id that a call of the next step will have."""
    return f"{log.session_id}-{log.step + 1}-{number}"


def _born_of(parent: Log) -> dict[str, Json]:
    return {"parentSession": parent.session_id, "origin": "subagent", "delegationDepth": 1}


def _work(folder: Path, log: Log, task: dict[str, str], *, nested: bool) -> Truth:
    """Write what a child does: its task, and, nested, one child more with the very same task."""
    truth: Truth = []
    about = {"mode": "one-shot", "version": 2, "provider": "spawn", "label": task["description"]}
    log.row("subagent/descriptor", about)
    log.message(task["prompt"])
    if nested:
        begun = log.now + 200
        call_id = log.call("subagent", task, ms=1000)
        inner = Log(f"{log.session_id}-1", at=begun, **_born_of(log))
        truth = [(log.key(call_id), inner.session_id), *_work(folder, inner, task, nested=False)]
    log.write(folder)
    return truth


def _task(number: int) -> dict[str, str]:
    return {"description": f"Task {number}", "prompt": f"Do part {number}."}


def _waits(folder: Path, n: int, told: int, *, name: str, twins: bool) -> None:
    """Approvals; those that name no call are asked while one call of their tool runs, or two."""
    log = Log(f"{name}-g9")
    log.message("Do it.")
    for wait in range(n):
        asked = {"id": f"approval-{wait}", "toolName": "subagent", "reason": "made"} | (
            {"callId": None} if wait < told else {}
        )
        events: list[Event] = [
            ("approval/asked", asked),
            ("approval/decided", {"id": f"approval-{wait}", "outcome": "allowed-once"}),
        ]
        tasks = [("subagent", _task(number)) for number in range(2 if twins else 1)]
        log.calls(tasks, ["done"] * len(tasks), ms=900, events=events)
    log.write(folder)
