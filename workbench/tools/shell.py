"""The shell family: `bash` and `pwsh`, in a fresh process each time or (an older shape) in a persistent one."""

from __future__ import annotations

import re
from typing import Any

from workbench import markers
from workbench.model import Json, ToolResult, Value
from workbench.registry.json_text import number_text
from workbench.tools.definition import Arguments, Ideal, Older, Tool, older, output, tool
from workbench.tools.shapes import BOOLEAN, INTEGER, NULL, NUMBER, STRING, Node, choice, closed, either, may, need, word
from workbench.tools.wire import generic, only_text, texts

ESCALATION: dict[str, Node] = {
    "sandbox_permissions": may(
        choice("workspace-write", "danger-full-access"),
        "The narrowest wider sandbox mode that would do; asks the user.",
    ),
    "justification": may(STRING, "Why the wider mode is needed; shown with the question."),
}
"""Parameters that tools get where their backend confines: a request to leave the sandbox for one call."""

_STREAM = closed(text=need(STRING), truncated=need(BOOLEAN), spillPath=may(STRING))
_SANDBOX = closed(mode=need(STRING), denied=need(BOOLEAN), enforcement=may(STRING), runnerFailed=may(BOOLEAN))
OUTPUT = either(
    closed(kind=need(word("background")), jobId=need(STRING)),
    closed(
        kind=need(word("foreground")),
        exitCode=need(either(INTEGER, NULL)),
        signal=need(either(STRING, NULL)),
        timedOut=need(BOOLEAN),
        aborted=need(BOOLEAN),
        timeoutMs=need(NUMBER),
        stdout=need(_STREAM),
        stderr=need(_STREAM),
        sandbox=may(_SANDBOX),
    ),
)


def _parameters(shell: str) -> dict[str, Node]:
    return {
        "command": need(STRING, f"The command line, given to {shell} as it is."),
        "description": need(STRING, "What the command does, in a few words."),
        "timeoutMs": may(NUMBER, "Time limit in milliseconds; the executor has a cap."),
        "workdir": may(STRING, "Working directory, relative to the session's."),
        "run_in_background": may(BOOLEAN, "Start a job and return its id at once."),
        **ESCALATION,
    }


def in_background(arguments: Arguments) -> bool:
    """Tell whether the call starts a job instead of waiting for the command."""
    return arguments.get("run_in_background") is True


def present_call(arguments: Arguments) -> Json:
    """Foreground: a terminal titled by the command; background: a generic card with the description as content."""
    command = arguments["command"]
    if in_background(arguments):
        return generic(command, "execute", rawInput=command, content=texts(arguments["description"]))
    view = {"card": "terminal", "title": command, "description": arguments["description"]}
    if "workdir" in arguments:
        view["cwd"] = arguments["workdir"]
    return view


def present_result(arguments: Arguments, result: ToolResult) -> Json:
    """Foreground: the output with exit code or signal, read off the very end of the text; else a console block."""
    words = only_text(result.content)
    if words is None:
        return None
    if result.is_error or in_background(arguments):
        return {"card": "generic", "content": texts(f"```console\n{words.rstrip(chr(10))}\n```")}
    code, signal, body = markers.exit_status(words)
    status = {"exitCode": code} if signal is None else {"signal": signal}
    return {"card": "terminal", "output": body, **status}


def render(_arguments: Arguments, value: Any) -> list[Json]:
    """Write the canonical value as the text the model reads: streams, then one marker line for each special fact."""
    if value["kind"] == "background":
        return texts(f"started background job {value['jobId']}")
    words = _stream(value["stdout"])
    stderr = _stream(value["stderr"])
    if stderr:
        words += ("" if not words or words.endswith("\n") else "\n") + f"[stderr]\n{stderr}"
    notes = []
    sandbox = value.get("sandbox")
    if sandbox is not None and sandbox["denied"]:
        notes.append(f"[sandbox: file access denied under {sandbox['mode']} mode]")
    if value["timedOut"]:
        notes.append(f"[timed out after {number_text(value['timeoutMs'])}ms]")
    if value["signal"] is not None:
        notes.append(f"[killed by signal: {value['signal']}]")
    elif value["exitCode"] not in (0, None):
        notes.append(f"[exit code: {number_text(value['exitCode'])}]")
    words = words or "(no output)"
    if notes:
        words += ("" if words.endswith("\n") else "\n") + "\n".join(notes)
    return texts(words)


def _stream(stream: dict[str, Any]) -> str:
    words: str = stream["text"]
    if stream["truncated"]:
        words += f"\n[output truncated; full output: {stream.get('spillPath', '(unavailable)')}]"
    return words


# ------------------------------------------------------------------------------------------- back from the text


class Spill(Value, frozen=True, kw_only=True):
    """Where the whole of a cut result lies; `omitted_bytes` None where the statement has no number."""

    omitted_bytes: int | None
    locator: str


class ShellText(Value, frozen=True, kw_only=True):
    """What the text of a foreground shell result says, beyond what its view says.

    Attributes:
        body: the text without exit marker, sandbox and timeout lines and spill paragraph.
        stdout, stderr: its two streams, told apart by the `[stderr]` line; a program can print that line itself. Both
            are the body and None where no such line stands.
        exit_code, signal: as the markers say, looked for in front of a spill paragraph too; 0 where no marker stands,
            None with a signal.
        has_marker: whether an exit or signal marker stands there.
        timed_out_ms: the limit the command ran into.
        truncated: the files that hold cut streams, `(unavailable)` where the harness had none.
        sandbox_mode: the mode under which a file access was denied.
        escalation_offered: whether the harness offered to repeat the command outside the sandbox.
        spill: the spill policy's note, if it cut the middle of the text out.
        no_output: whether the command printed nothing.
    """

    body: str
    stdout: str
    stderr: str | None
    exit_code: int | None
    signal: str | None
    has_marker: bool
    timed_out_ms: int | None = None
    truncated: tuple[str, ...] = ()
    sandbox_mode: str | None = None
    escalation_offered: bool = False
    spill: Spill | None = None
    no_output: bool = False


_TRUNCATED = re.compile(markers.STREAM_TRUNCATED)
_STDERR = re.compile(markers.STDERR)
_DENIED_AT_END = markers.SANDBOX_DENIED
_OFFERED_AT_END = markers.SANDBOX_ESCALATION
_OMITTED = re.compile(markers.OMITTED_BYTES)


def parse_result(words: str) -> ShellText:
    """Read the text of a foreground shell result (an error's text has none of these conventions)."""
    spilled = markers.at_end(markers.SPILLED_AT_END, words)
    spill = None
    if spilled is not None:
        omitted = _OMITTED.search(spilled[1])
        spill = Spill(omitted_bytes=int(omitted[1]) if omitted else None, locator=spilled[2])
        words = words[: spilled.start()]
    code, signal, body = markers.exit_status(words)
    has_marker = len(body) != len(words)
    body, timed_out = _take(markers.TIMED_OUT_AT_END, body)
    body, offered = _take(_OFFERED_AT_END, body)
    body, denied = _take(_DENIED_AT_END, body)
    parts = _STDERR.search(body)
    return ShellText(
        body=body,
        stdout=body if parts is None else body[: parts.start()],
        stderr=None if parts is None else body[parts.end() :],
        exit_code=code,
        signal=signal,
        has_marker=has_marker,
        timed_out_ms=int(timed_out[1]) if timed_out else None,
        truncated=tuple(found[1] for found in _TRUNCATED.finditer(body)),
        sandbox_mode=denied[1] if denied else None,
        escalation_offered=offered is not None,
        spill=spill,
        no_output=body == "(no output)",
    )


def _take(pattern: str, words: str) -> tuple[str, re.Match[str] | None]:
    found = markers.at_end(pattern, words)
    return (words, None) if found is None else (words[: found.start()], found)


# -------------------------------------------------------------------------------------------------- the tools

_IDEAL = Ideal(
    cards=("terminal",),
    need="refreshing",
    shows="command and working directory, scrollback while it runs, exit or signal badge, mark of a sandbox denial; in "
    "the background one job with its state and unbroken output instead of a card for each poll",
    gaps=("G1", "G2", "G5"),
    forks=("F3", "F4"),
    tier="channel",
    first_tier="addition",
)


def _persistent(shell: str) -> Older:
    return older(
        f"The arguments are those of the persistent {shell}, which takes a command and nothing else.",
        {"command": need(STRING)},
        lambda arguments: {"card": "terminal", "title": arguments["command"]},
    )


def _shell(name: str, shell: str) -> Tool:
    return tool(
        name,
        "shell",
        f"Run a command in a new {shell} process and return what it printed and how it ended, or start it as a job.",
        _parameters(shell),
        output(OUTPUT, render),
        present_call=present_call,
        present_result=present_result,
        own_card="job",
        own_card_when=in_background,
        older=[_persistent(shell)],
        ideal=_IDEAL,
    )


TOOLS = (_shell("bash", "bash"), _shell("pwsh", "PowerShell"))
