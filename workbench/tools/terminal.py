"""The terminal family: persistent terminals that a session opens, writes to and reads."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from workbench import markers
from workbench.model import Value
from workbench.tools.definition import Arguments, Ideal, PresentCall, Tool, output, tool
from workbench.tools.shapes import (
    BOOLEAN,
    INTEGER,
    NULL,
    NUMBER,
    STRING,
    choice,
    closed,
    either,
    items,
    may,
    need,
    word,
)
from workbench.tools.wire import generic, only_text, pick, texts

if TYPE_CHECKING:
    from workbench.model import ActionKind, Json, ToolResult

RESULT_BYTES = 256 * 1024
"""UTF-8 bytes that the text of a terminal's result may have."""

_CUT = "\n[output truncated]"
_STATUS = either(
    closed(kind=need(word("running"))),
    closed(
        kind=need(word("exited")), exitCode=need(either(INTEGER, NULL)), signal=need(either(STRING, NULL))
    ),
)  # fmt: skip
_SNAPSHOT = {
    "sessionId": need(STRING),
    "name": may(STRING),
    "type": need(STRING),
    "pid": may(INTEGER),
    "status": need(_STATUS),
}


def in_background(arguments: Arguments) -> bool:
    """Tell whether a send starts a job instead of waiting."""
    return arguments.get("run_in_background") is True


def _send_call(arguments: Arguments) -> Json:
    words, session = arguments["text"], arguments["sessionId"]
    if in_background(arguments):
        return generic(f"Send to terminal {session} in background", "execute", rawInput=words)
    return {"card": "terminal", "title": words or "(send input)", "description": f"Terminal {session}"}


def _send_result(arguments: Arguments, result: ToolResult) -> Json:
    words = only_text(result.content)
    if words is None or result.is_error or in_background(arguments):
        return None
    return {"card": "terminal", "output": words}


def _about(verb: str, kind: ActionKind, *, raw: bool = True) -> PresentCall:
    def present(arguments: Arguments) -> Json:
        title = f"{verb} terminal {arguments['sessionId']}"
        return generic(title, kind, rawInput=arguments) if raw else generic(title, kind)

    return present


# ------------------------------------------------------------------------------------------------ projections


def _status(status: dict[str, Any]) -> str:
    if status["kind"] == "running":
        return "running"
    code, signal = ("null" if status[name] is None else status[name] for name in ("exitCode", "signal"))
    return f"exited code={code} signal={signal}"


def _bounded(body: str, suffix: str = "", *, cut: bool = False) -> list[Json]:
    whole = body + suffix + (_CUT if cut else "")
    if len(whole.encode("utf-8", "surrogatepass")) <= RESULT_BYTES:
        return texts(whole)
    suffix += _CUT
    room = RESULT_BYTES - len(suffix.encode("utf-8", "surrogatepass"))
    kept = body.encode("utf-8", "surrogatepass")[-room:] if room > 0 else b""
    return texts(kept.decode("utf-8", "ignore") + suffix)


def _render_open(_arguments: Arguments, value: Any) -> list[Json]:
    name = f" ({value['name']})" if "name" in value else ""
    head = f"started terminal session {value['sessionId']}{name} [type: {value['type']}]\n"
    return texts(head + (value["motd"] or "(no startup output)"))


def _render_send(_arguments: Arguments, value: Any) -> list[Json]:
    if value["kind"] == "background":
        return texts(f"started background job {value['jobId']}")
    suffix = f"\n[wait: {value['waitReason']}]\n[session: {_status(value['sessionStatus'])}]"
    return _bounded(value["viewport"] or "(no new output)", suffix, cut=value["truncated"])


def _send_meta(_arguments: Arguments, value: Any) -> Json:
    if value["kind"] == "background":
        return None
    return pick(value, "viewport", "waitReason", "sessionStatus", "truncated")


def _render_read(_arguments: Arguments, value: Any) -> list[Json]:
    suffix = f"\n[lines: {value['lineBegin']}-{value['lineEnd']} of {value['totalLines']}]"
    return _bounded(value["text"] or "(no retained output)", suffix, cut=value["truncated"])


def _render_signal(arguments: Arguments, value: Any) -> list[Json]:
    return texts(f"delivered {arguments['signal']} to foreground process group {value['targetPgid']}")


def _render_close(_arguments: Arguments, value: Any) -> list[Json]:
    if value["outcome"] == "closed":
        return texts(f"closed terminal session {value['sessionId']}")
    return texts(f"terminal session {value['sessionId']} was already closing")


def _render_list(_arguments: Arguments, value: Any) -> list[Json]:
    lines = []
    for row in value:
        name = f" ({row['name']})" if "name" in row else ""
        pid = f" pid={row['pid']}" if "pid" in row else ""
        lines.append(f"{row['sessionId']}{name} [{row['type']}] {_status(row['status'])}{pid}")
    return _bounded("\n".join(lines)) if lines else texts("(no terminal sessions)")


# -------------------------------------------------------------------------------------------- back from the text


class SendText(Value, frozen=True, kw_only=True):
    """What the text of a `terminal_send` result says; `exit_code` and `signal` None where the session runs on."""

    output: str
    wait: str
    running: bool
    exit_code: int | None
    signal: str | None
    truncated: bool


_CODE = re.compile(r"[0-9]{1,15}")
_WAIT = re.compile(f"(?:{markers.TERMINAL_WAIT})" + r"(\n\[output truncated\])?\Z")


def parse_send(words: str) -> SendText | None:
    """Read output, wait and state of the session off the text of a foreground send, None where it has no such end."""
    found = _WAIT.search(words)
    if found is None:
        return None
    code, signal = found[3], found[4]
    return SendText(
        output=words[: found.start()],
        wait=found[1],
        running=found[2] == "running",
        exit_code=int(code) if code is not None and _CODE.fullmatch(code) else None,
        signal=None if signal in (None, "null") else signal,
        truncated=found[5] is not None,
    )


# --------------------------------------------------------------------------------------------------- the tools

_WAITS = choice("stdin_read", "inferred_idle", "timeout", "session_exit")
_SENT = either(
    closed(kind=need(word("background")), jobId=need(STRING)),
    closed(
        kind=need(word("foreground")), viewport=need(STRING), waitReason=need(_WAITS), sessionStatus=need(_STATUS),
        truncated=need(BOOLEAN),
    ),
)  # fmt: skip
_READ = closed(
    text=need(STRING), totalLines=need(INTEGER), lineBegin=need(INTEGER), lineEnd=need(INTEGER), truncated=need(BOOLEAN)
)
_CLOSED = closed(sessionId=need(STRING), outcome=need(choice("closed", "already-closing")))
_SIGNALLED = closed(delivered=need(BOOLEAN, const=True), targetPgid=need(INTEGER))
_ID = need(STRING, "The terminal.")

_LIVE = Ideal(
    cards=("terminal",), need="refreshing", shows="the screen as it changes, what ended the wait, how the session is",
    gaps=("G1",), forks=("F3",), tier="channel", first_tier="client", basis="ours",
)  # fmt: skip
_PLAIN = Ideal(
    cards=("text",), need="once", shows="one line with the terminal's id", gaps=("G5",), tier="client",
    first_tier="client", basis="ours",
)  # fmt: skip

TOOLS: tuple[Tool, ...] = (
    tool(
        "terminal_open",
        "terminal",
        "Open a terminal that stays open between calls.",
        {
            "type": need(STRING, "The kind of terminal, mostly `shell`."),
            "name": may(STRING, "What to call it."),
            "cwd": may(STRING, "Where it starts."),
        },
        output(closed(**_SNAPSHOT, motd=need(STRING)), _render_open),
        present_call=lambda arguments: generic(
            f"Open terminal {arguments.get('name', arguments['type'])}", "execute"
        ),
        ideal=_PLAIN,
    ),
    tool(
        "terminal_send",
        "terminal",
        "Write to a terminal and wait for a prompt, silence, a time limit or its end, or start that as a job.",
        {
            "sessionId": _ID,
            "text": need(STRING, "What to write."),
            "submit": may(BOOLEAN, "Press Enter afterwards; yes unless false."),
            "run_in_background": may(BOOLEAN, "Return a job's id at once."),
        },
        output(_SENT, _render_send, _send_meta),
        present_call=_send_call,
        present_result=_send_result,
        ideal=_LIVE,
    ),
    tool(
        "terminal_read",
        "terminal",
        "Read a page of what a terminal has kept.",
        {
            "sessionId": _ID,
            "offset": may(NUMBER, "Lines to skip, counted from the newest."),
            "count": may(NUMBER, "How many lines."),
        },
        output(_READ, _render_read),
        present_call=_about("Read", "read"),
        ideal=_PLAIN,
    ),
    tool(
        "terminal_signal",
        "terminal",
        "Send a signal to what runs in a terminal.",
        {"sessionId": _ID, "signal": need(choice("SIGINT", "SIGTERM", "SIGKILL", "SIGTSTP", "SIGHUP"))},
        output(_SIGNALLED, _render_signal),
        present_call=_about("Signal", "execute"),
        ideal=_PLAIN,
    ),
    tool(
        "terminal_close",
        "terminal",
        "Close a terminal and wait until its processes are gone.",
        {"sessionId": _ID},
        output(_CLOSED, _render_close),
        present_call=_about("Close", "delete", raw=False),
        ideal=_PLAIN,
    ),
    tool(
        "terminal_list",
        "terminal",
        "List the terminals of this agent.",
        {},
        output(items(closed(**_SNAPSHOT)), _render_list),
        present_call=lambda _arguments: generic("List terminal sessions", "read"),
        own_card="list",
        ideal=_PLAIN,
    ),
)  # fmt: skip
