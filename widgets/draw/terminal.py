"""The terminal card: description, command lines behind a prompt, output with its colours, and how it ended."""

from __future__ import annotations

import ntpath
import posixpath
import re
from typing import TYPE_CHECKING

from msgspec import UNSET
from workbench.widgets.draw.blocks import blocks
from workbench.widgets.draw.files import files
from workbench.widgets.draw.parts import badge, meta, note, some
from workbench.widgets.draw.text import output
from workbench.widgets.element import More, el

from workbench.model import TerminalCall, TerminalResult
from workbench.strings import t

if TYPE_CHECKING:
    from workbench.widgets.draw.look import Look
    from workbench.widgets.element import Node

    from workbench.model import CardModel

_LINES, _CHARS = 20, 4_000
_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\")
"""How a path of Windows begins: with a drive, or with the name of a machine."""


def terminal(card: CardModel, look: Look) -> tuple[Node, ...]:
    """Return what ran and what it printed; before there is a result, that there is none yet."""
    view = card.call_view
    description = view.description if isinstance(view, TerminalCall) and view.description is not UNSET else None
    cwd = view.cwd if isinstance(view, TerminalCall) and view.cwd is not UNSET else None
    # without a view the command has not arrived yet, and the title is the tool's name
    command = view.title if isinstance(view, TerminalCall) else ""
    return (
        *some(el("div", description, cls="wb-description") if description else None),
        *(prompt(command, look, workdir=cwd, session_cwd=card.cwd) if command else ()),
        *_printed(card, look),
        *_ending(card),
    )


def prompt(command: str, look: Look, *, workdir: str | None = None, session_cwd: str | None = None) -> tuple[Node, ...]:
    """Return the lines of a command behind a prompt; the folder stands before the first line only."""
    lines = command.split("\n")
    most = max(map(len, lines)) if "command" in look.shown else _CHARS
    shown = lines if "command" in look.shown else lines[:_LINES]
    label = folder(workdir, session_cwd)
    rows = [
        el(
            "div",
            el("span", label, " ", cls="wb-cwd", title=resolved(workdir, session_cwd)) if label and not at else None,
            el("span", "> " if at else "$ ", cls="wb-sigil"),
            el("code", line if len(line) <= most else line[:most] + "…", cls="wb-command"),
            cls="wb-prompt-line",
        )
        for at, line in enumerate(shown)
    ]
    is_cut = len(shown) < len(lines) or any(len(line) > most for line in shown)
    rest = (More(t("more.command", n=len(lines), chars=len(command)), action="more:command"),) if is_cut else ()
    return (el("div", *rows, cls="wb-prompt"), *rest)


def resolved(workdir: str | None, session_cwd: str | None) -> str | None:
    """Return the whole path of the working directory: the call's own, taken from the session's where it is relative."""
    if workdir is None or workdir == "":
        return session_cwd
    if workdir.startswith("/") or not session_cwd:
        return posixpath.normpath(workdir) if workdir.startswith("/") else workdir
    if _WINDOWS.match(workdir) or _WINDOWS.match(session_cwd):
        return ntpath.normpath(ntpath.join(session_cwd, workdir))
    return posixpath.normpath(posixpath.join(session_cwd, workdir))


def folder(workdir: str | None, session_cwd: str | None) -> str | None:
    """Return the label of the prompt: the whole path where the call names one, else the last part of the session's."""
    whole = resolved(workdir, session_cwd)
    if whole is None:
        return None
    if workdir and whole != session_cwd:
        return whole
    names = ntpath if _WINDOWS.match(whole) else posixpath
    return names.basename(whole.rstrip("/\\" if names is ntpath else "/")) or whole


def _printed(card: CardModel, look: Look) -> tuple[Node, ...]:
    view = card.result_view
    if isinstance(view, TerminalResult):
        text = view.output if view.output is not UNSET else ""
        return output(text, look) or (note(t("terminal.no_output")),)
    if card.call.result is None:
        return (note(t("terminal.not_yet")),) if card.call.state == "running" else ()
    return blocks(card.content, look, "output")


def _ending(card: CardModel) -> tuple[Node, ...]:
    """Return how the command ended, and what is missing from its output and where it is."""
    call = card.call
    parts: list[Node | None] = []
    for word in card.badges:
        words = {"sandbox": t("terminal.sandbox"), "truncated": t("terminal.truncated")}.get(word)
        parts.append(el("span", badge(word), *((f" {words}",) if words else ())))
    if call.exit_source in ("marker", "no-marker"):
        if call.exit_code == 0:
            parts.insert(0, t("terminal.exit", n="0"))
        if call.exit_source == "marker":
            parts.append(el("span", t("terminal.parsed"), cls="wb-origin", title=t("note.parsed_status")))
        else:
            parts.append(el("span", t("terminal.no_marker"), cls="wb-origin", title=t("note.no_marker")))
    found = files(card)
    if not any(parts) and not found:
        return ()
    return (el("div", *some(meta(*parts), *found), cls="wb-ending"),)
