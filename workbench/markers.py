"""Text conventions of the harness, as data: what is told only inside a result's text, and how it is spelled.

Every constant is a regular expression that both Python's `re` and DuckDB's RE2 read, so that the store's SQL and the
presenters cannot drift apart. The two engines spell "the very end of the text" differently (`$` in Python also stands
before a last newline), so no pattern has an end anchor: patterns named `…_AT_END` go through [`at_end`][] in Python and
get a `$` appended in SQL; patterns named `…_WHOLE` are held against a whole text or line (`fullmatch`,
`regexp_full_match`); all the others are searched. A leading `^` is the start of the text.

A number has at most 15 digits here: what is longer is none that the harness writes, no column of the store could hold
it, and reading thousands of digits is refused by Python itself. So a longer one stays in the text as it is.

What these patterns find is *parsed* from text: the program that ran could have printed the same characters.
"""

from __future__ import annotations

import re
from functools import lru_cache

EXIT_AT_END = r"\n\[exit code: ([0-9]{1,15})\]"
"""Exit status of a foreground shell command, 1: the code. Only at the very end of the text and only after a newline;
a clean exit writes no marker."""

SIGNAL_AT_END = r"\n\[killed by signal: ([^\]\n]{1,200})\]"
"""A foreground shell command was killed, 1: the signal's name. Stands where the exit code would stand."""

TIMED_OUT_AT_END = r"(?:^|\n)\[timed out after ([0-9]{1,15})ms\]"
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

OMITTED_BYTES = r"Omitted ([0-9]{1,15}) bytes\."
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

JOB_EXIT = r"^exit code: ([0-9]{1,15})$"
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

WORKFLOW_DONE = r'(?s)^workflow "(.*?)" completed \(([0-9]{1,15}) agents?\)\.'
"""A workflow ran to its end, 1: its name, 2: how many agents it started."""

WORKFLOW_FAILED = r"^(?:Error: )?workflow run (failed|was cancelled)"
"""A workflow did not run to its end, 1: in which way."""

READ_ENVELOPE_WHOLE = r"(?s)<path>([^\n]*)</path>\n<type>([a-z]+)</type>\n<content>\n(.*)\n</content>"
"""The text of a `read`, `read_image` or `write` result, 1: path, 2: file or image, 3: content lines."""

READ_END_WHOLE = r"\(End of file - total ([0-9]{1,15}) lines\)"
"""Last content line of a `read` that reached the end of the file, 1: lines of the file."""

READ_SHOWING_WHOLE = (
    r"\(Showing lines ([0-9]{1,15})-([0-9]{1,15}) of ([0-9]{1,15})\. Use offset=([0-9]{1,15}) to continue\.\)"
)
"""Last content line of a `read` that stopped at its line limit, 1 and 2: first and last line, 3: lines of the file, 4:
where to go on."""

READ_CAPPED_WHOLE = (
    r"\(Output capped\. Showing lines ([0-9]{1,15})-([0-9]{1,15})\. Use offset=([0-9]{1,15}) to continue\.\)"
)
"""Last content line of a `read` that stopped at its byte limit, 1 and 2: first and last line, 3: where to go on."""

READ_LINE_WHOLE = r"([0-9]{1,15}): (.*)"
"""One content line of a `read`, 1: number, 2: text."""

GREP_FOUND = r"^Found (?:([0-9]{1,15}) of )?([0-9]{1,15}) match(?:es)?\n\n"
"""Head of a `grep` result, 1: how many are shown, where not all are, 2: how many were found."""

GREP_LINE_WHOLE = r"Line ([0-9]{1,15}): (.*)"
"""One match of a `grep` result, 1: line number, 2: the line."""

GREP_NONE = r"^No matches found"
"""A `grep` found nothing."""

SEARCH_NOTE_AT_END = r"\n\n\(([^\n]*)\)"
"""Last paragraph of a capped `grep` or `glob`, 1: the statement."""

GLOB_SHOWING = r"^Showing ([0-9]{1,15}) of ([0-9]{1,15}) paths"
"""Inside the statement of a capped `glob`, 1: how many are shown, 2: how many were found."""

GLOB_NONE = r"^No files found"
"""A `glob` found nothing."""

WEB_SOURCE_WHOLE = r"- \[(.*?)\]\((.*?)\)(?: — (.*))?"
"""One source of a `web_search` result, 1: label (title or host), 2: address, 3: snippet, then the date in brackets."""

WEB_TRUNCATED = r"(?:^|\n\n)\(Showing the first ([0-9]{1,15}) sources\. Refine the query for more\.\)"
"""A `web_search` found more sources than it shows, 1: how many it shows."""

FETCHED = r"^Fetched ([^\n]*) \(HTTP ([0-9]{1,15})\)\n\n"
"""Head of a `web_fetch` result, 1: address, 2: HTTP status."""

FETCH_TRUNCATED_AT_END = r"\n\n\(Content truncated\. Fetch a more specific URL or section for the full text\.\)"
"""A `web_fetch` result was cut."""

TODO_COUNTS = r"^Updated todo list: ([0-9]{1,15}) pending, ([0-9]{1,15}) in progress, ([0-9]{1,15}) completed\."
"""The text of a `todo_write` result, 1 to 3: how many are pending, in progress and completed."""

WORKFLOW_VALUE = r"\nReturn value:\n"
"""What follows in the text of a finished workflow is its value as JSON."""

WORKFLOW_CUT_AT_END = r"\n… \[truncated: ([0-9]{1,15}) more characters\]"
"""The value of a workflow was cut, 1: how many characters are missing."""

AGENT_LISTED_WHOLE = r"([^\s]+) \[([^\]\n]+)\](?: parent=([^\s]+))?(?: depth=([0-9]{1,15}))?(?: — (.*))?"
"""One line of `list_agents`, 1: id, 2: status or `diagnostic: <reason>`, 3: parent, 4: depth, 5: label."""

MESSAGE_QUEUED = r"^message queued as the next turn for subagent ([^\s]+)"
"""`send_message` reached a subagent, 1: its id."""

INTERRUPT_REQUESTED = r"^interrupt requested for agent ([^\s]+)"
"""`interrupt_agent` asked an agent to stop, 1: its id."""

TERMINAL_WAIT = r"\n\[wait: ([a-z_]+)\]\n\[session: (running|exited code=([^\s\]]+) signal=([^\s\]]+))\]"
"""End of a `terminal_send` result, 1: what ended the wait, 2: state of the session, 3 and 4: how it ended."""

TERMINAL_LINES = r"\n\[lines: ([0-9]{1,15})-([0-9]{1,15}) of ([0-9]{1,15})\]"
"""End of a `terminal_read` result, 1 and 2: first and last line, 3: lines kept."""

PERSISTENT_EXITED = r"\[shell exited: code ([0-9]{1,15})\]"
"""A persistent shell ended, 1: its exit code."""

PERSISTENT_KILLED = r"\[shell killed by signal: ([^\]\n]+)\]"
"""A persistent shell was killed, 1: the signal's name."""

PERSISTENT_TIMED_OUT = (
    r"^Your command timed out after ([0-9]{1,15}) seconds or experienced an OOM error\. Below is partial output:"
)
"""A command in a persistent shell ran into the time limit, 1: seconds."""

INTERRUPTED_RESULT_ID = r"^(?:interrupted|forked)-tool-result-"
"""Start of the message id of a result that nobody measured: written when a log was picked up again after a crash or
cut by a fork, with the time of the last event before it."""

PATTERNS: dict[str, str] = {
    name: value for name, value in list(globals().items()) if name.isupper() and isinstance(value, str)
}
"""All patterns by name."""


@lru_cache(maxsize=64)
def _ending(pattern: str) -> tuple[re.Pattern[str], str]:
    """Return the compiled pattern, and the bracket that it ends with: most texts end otherwise."""
    return re.compile(f"(?:{pattern})" + r"\Z"), pattern[-1] if pattern[-2:] in (r"\]", r"\)") else ""


def at_end(pattern: str, text: str) -> re.Match[str] | None:
    """Find one of the `…_AT_END` patterns at the very end of a text; no newline may follow it.

    Looks at the last 4 096 characters only: the harness writes no longer markers, and a search over the whole of a
    long output would cost more than showing it.
    """
    ending, bracket = _ending(pattern)
    return ending.search(text, max(0, len(text) - 4096)) if text.endswith(bracket) else None


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
