"""The badges of a card: stable words for what stands beside a state. Drawings give them their labels."""

from __future__ import annotations

from workbench import markers
from workbench.cards.arguments import Arguments
from workbench.cards.texts import only_text
from workbench.model import Call, ResultView, SearchResult, WebResult
from workbench.tools import shell

ABORTS = frozenset({"ABORTED", "ABORTED_BEFORE_DISPATCH", "ASK_ABORTED"})
BACKGROUND = frozenset({"bash", "pwsh", "subagent", "subagent_fork", "terminal_send"})
"""Tools that can be asked to go on in the background."""


_FAILURES = frozenset({"error", "exit", "signal", "timeout"})


def is_failure(call: Call) -> bool:
    """Tell whether a call went wrong, whatever its tool made of it."""
    return call.outcome in _FAILURES


def badges_of(
    call: Call, arguments: Arguments, result_view: ResultView | None, text: shell.ShellText | None
) -> tuple[str, ...]:
    """Return the badges in reading order: how it ended, why it did not run, what is missing from its output."""
    found: list[str] = []
    if call.name in BACKGROUND and arguments.fields.get("run_in_background") is True:
        found.append("background")
    found.extend(_of_end(call))
    if call.wait_ms:
        found.append(f"waited {call.wait_ms}")
    if text is not None:
        found.extend(_of_shell(call, text))
    elif _is_spilled(call):
        found.append("spilled")
    if isinstance(result_view, SearchResult | WebResult) and result_view.truncated:
        found.append("capped")
    if call.result is not None and not call.result.content:
        found.append("empty")
    return tuple(found)


def _of_end(call: Call) -> list[str]:
    found: list[str] = []
    if call.signal is not None:
        found.append(f"signal {call.signal}")
    elif call.exit_code:
        found.append(f"exit {call.exit_code}")
    if call.error_code in ABORTS:
        found.append("aborted")
    if call.error_code == "TOOL_NOT_STARTED" or (call.outcome == "not-started" and call.error_code is None):
        found.append("not started")
    if call.approval in ("rejected", "cancelled", "unavailable"):
        found.append(call.approval)
    return found


def _of_shell(call: Call, text: shell.ShellText) -> list[str]:
    found: list[str] = []
    if text.timed_out_ms is not None:
        found.append(f"timed out {text.timed_out_ms}")
    elif call.timed_out:
        found.append("timed out")
    if text.sandbox_mode is not None:
        found.append("sandbox")
    if text.truncated:
        found.append("truncated")
    if text.spill is not None:
        found.append("spilled")
    return found


def _is_spilled(call: Call) -> bool:
    """Tell whether the harness put the whole of a result into a file; it does so for any tool."""
    text = only_text(call)
    return text is not None and text.endswith(")") and markers.at_end(markers.SPILLED_AT_END, text) is not None
