"""Text conventions of the harness, as data: what is told only inside a result's text, and how it is spelled.

Every constant is a regular expression that both Python's `re` and DuckDB's RE2 read, so that the store's SQL and the
presenters cannot drift apart. The two engines spell "the very end of the text" differently (`$` in Python also stands
before a last newline), so no pattern has an end anchor: patterns named `…_AT_END` go through [`at_end`][] in Python and
get a `$` appended in SQL, all the others are searched. A leading `^` is the start of the text.

What these patterns find is *parsed* from text: the program that ran could have printed the same characters.
"""

from __future__ import annotations

import re
from functools import lru_cache

EXIT_AT_END = r"\n\[exit code: ([0-9]+)\]"
"""Exit status of a foreground shell command, 1: the code. Only at the very end of the text and only after a newline;
a clean exit writes no marker."""

SIGNAL_AT_END = r"\n\[killed by signal: ([^\]\n]+)\]"
"""A foreground shell command was killed, 1: the signal's name. Stands where the exit code would stand."""

TIMED_OUT_AT_END = r"(?:^|\n)\[timed out after ([0-9]+)ms\]"
"""A shell command ran into its own timeout, 1: milliseconds. The last line before the exit or signal marker, or the
last line of all."""

TIMED_OUT = TIMED_OUT_AT_END
"""The same line anywhere in a text."""

SANDBOX_DENIED = r"(?:^|\n)(?:Error: )?\[sandbox: file access denied under ([^\]\n]+) mode\]"
"""The sandbox kept a command from a file, 1: the sandbox mode. A line before the exit marker; after `Error: ` in the
failures of the file tools."""

SANDBOX_ESCALATION = r"(?:^|\n)\[sandbox: escalation available[^\]\n]*\]"
"""The line in which the harness offers to repeat the command with wider rights."""

SANDBOX_RUNNER_FAILED = r"\[sandbox: the sandbox runner itself failed under ([^\]\n]+) mode[^\]\n]*\]"
"""The sandbox could not be set up, 1: its mode."""

STREAM_TRUNCATED = r"\n\[output truncated; full output: ([^\]\n]*)\]"
"""Only the tail of one stream was kept, 1: the file that has all of it, or `(unavailable)`."""

STDERR = r"(?:^|\n)\[stderr\]\n"
"""From here on the text is the command's standard error."""

NO_OUTPUT = r"^\(no output\)"
"""A shell command printed nothing."""

SPILLED_AT_END = r"\n\n\(([^\n]*?) ?Full formatted result stored at: ([^\n]+?)\. ([^\n]*)\)"
"""The spill policy cut the middle out of a long result, 1: what was left out, 2: the file that has all of it, 3: a hint
for the model. What stands before is the real head and tail, so an exit marker is to be looked for in front of it."""

OMITTED_BYTES = r"Omitted ([0-9]+) bytes\."
"""Inside the statement of a spill, 1: how many bytes are not in the text."""

STORED_ELSEWHERE_AT_END = r"\n\n\([^\n]*?Full (grep|sorted) result stored at: ([^\n]+?)\. ([^\n]*)\)"
"""A search found more than it shows, 1: which search, 2: the file that has the rest, 3: a hint for the model."""

JOB_STARTED = r"^started background (?:subagent )?job ([^\s]+)"
"""A command or subagent was started in the background, 1: the job's id. The whole text of the result."""

JOB_STATUS_AT_END = r"(?:^|\n)\[status: ([a-z]+)(?:, ([^\]\n]+))?\]"
"""Last line of a `job_output` result, 1: running, stopping, completed, killed or failed, 2: detail."""

JOB_DROPPED = r"\[some output was dropped from memory; full output: ([^\]\n]*)\]"
"""A job wrote faster than it was read, 1: the file that has all of it."""

JOB_NO_OUTPUT = r"^\(no new output\)"
"""A poll found nothing new."""

JOB_EXIT = r"^exit code: ([0-9]+)$"
"""The detail of a shell job's status, 1: its exit code."""

JOB_SIGNAL = r"^signal: (.+)$"
"""The detail of a shell job's status, 1: the signal that killed it."""

JOB_LISTED = r"(?:^|\n)([^\s]+) \[([^\]\n]+)\] ([a-z]+) — ([^\n]*)"
"""One line of `job_list`, 1: id, 2: kind, 3: status, 4: label."""

JOB_KILL_REQUESTED = r"^requested cancellation of job ([^\s]+)"
"""`job_kill` asked a job to end, 1: its id."""

JOB_KILL_FINISHED = r"^job ([^\s]+) had already finished \[status: ([a-z]+)(?:, ([^\]\n]+))?\]"
"""`job_kill` came too late, 1: id, 2: status, 3: detail."""

JOB_NOTICE = r"(?s)^background job ([^\s]+) \(([^:)]+): (.*)\) finished \[status: ([a-z]+)(?:, ([^\]\n]+))?\]\."
"""The message that tells the model that a job ended, 1: id, 2: kind, 3: label, 4: status, 5: detail."""

SUBAGENT_STARTED = r"^started subagent ([^\s]+)"
"""A subagent was started that can be talked to, 1: the id of its session. The whole text of the result."""

WORKFLOW_DONE = r'(?s)^workflow "(.*?)" completed \(([0-9]+) agents?\)\.'
"""A workflow ran to its end, 1: its name, 2: how many agents it started."""

WORKFLOW_FAILED = r"^(?:Error: )?workflow run (failed|was cancelled)"
"""A workflow did not run to its end, 1: in which way."""

INTERRUPTED_RESULT_ID = r"^(?:interrupted|forked)-tool-result-"
"""Start of the message id of a result that nobody measured: written when a log was picked up again after a crash or
cut by a fork, with the time of the last event before it."""

PATTERNS: dict[str, str] = {
    name: value for name, value in list(globals().items()) if name.isupper() and isinstance(value, str)
}
"""All patterns by name."""


@lru_cache(maxsize=64)
def _ending(pattern: str) -> re.Pattern[str]:
    return re.compile(f"(?:{pattern})" + r"\Z")


def at_end(pattern: str, text: str) -> re.Match[str] | None:
    """Find one of the `…_AT_END` patterns at the very end of a text; no newline may follow it.

    Looks at the last 4 096 characters only: the harness writes no longer markers, and a search over the whole of a
    long output would cost more than showing it.
    """
    return _ending(pattern).search(text, max(0, len(text) - 4096))


def before_spill(text: str) -> str:
    """Return the text in front of the spill policy's last paragraph, or the whole text where there is none."""
    found = at_end(SPILLED_AT_END, text)
    return text if found is None else text[: found.start()]


def exit_status(text: str) -> tuple[int | None, str | None, str]:
    """Read the exit status of a foreground shell command off its text, by the harness's own rule.

    Args:
        text: the one text block of a result that is no error. For a spilled result, the text that
            [`before_spill`][] gives: the harness itself looks only at the very end and reads 0 there.

    Returns:
        `(exit code, signal, output)`: a signal and no code, or a code (0 where no marker stands) and no signal; the
        output is the text without the marker.
    """
    killed = at_end(SIGNAL_AT_END, text)
    if killed is not None:
        return None, killed[1], text[: killed.start()]
    left = at_end(EXIT_AT_END, text)
    if left is not None:
        return int(left[1]), None, text[: left.start()]
    return 0, None, text
