"""What stands beside the title in the folded row: what went wrong, what the call is for, or what came of it."""

from __future__ import annotations

from msgspec import UNSET

from workbench.cards.arguments import Arguments
from workbench.cards.coverage import Choice
from workbench.model import Call, SearchResult, TerminalCall, TerminalResult, WebResult
from workbench.strings import t
from workbench.terminal import pack, render

MOST = 160
"""Characters of a hint; it is one line, cut by the width of the row as well."""
_LOOKED_AT = 4 * MOST
_TOLD_BY_TITLE = frozenset({"chip", "diff", "list", "question", "read"})
"""Types whose result says nothing in its first line that the title has not said."""
_NOTHING, _STDERR = "(no output)", "[stderr]\n"
_CONTROLS = frozenset("\x1b\r\b\x07\x0b\x0c\x9b")
_NO_PROSE = ("{", "[", "<", "Here's the content of ")


def hint_of(call: Call, arguments: Arguments, choice: Choice, title: str) -> str:
    """Return one line, empty where there is nothing to add to the title.

    Of a failed call it is the first line of its error; of a command what it is for, as the model said it, and the first
    line that it printed; of a list the counts and what is being done; of a search how much there is; of others the
    first line of what came back.
    """
    hint = _error(call) if call.result is not None and call.is_error else _hint(call, arguments, choice)
    return "" if hint == title else hint


def _hint(call: Call, arguments: Arguments, choice: Choice) -> str:
    view = choice.result_view
    if choice.type in ("terminal", "job", "generic") and (said := _description(arguments, choice)):
        printed = _printed(view) if isinstance(view, TerminalResult) else ""
        return f"{said} → {printed}" if printed else said
    if choice.type == "todo":
        return _todos(arguments)
    if isinstance(view, SearchResult):
        return t("search.paths" if view.shape == "paths" else "search.matches", n=view.total)
    if isinstance(view, WebResult):
        code = view.status_code
        if view.kind == "search":
            return t("web.sources", n=len(view.sources if view.sources is not UNSET else []))
        return f"HTTP {code}" if code is not UNSET else ""
    return "" if choice.type in _TOLD_BY_TITLE else _came(call)


def _printed(view: TerminalResult) -> str:
    """Return the first line that a command printed, as a terminal shows it."""
    text = view.output[:_LOOKED_AT] if view.output is not UNSET else ""
    line = _as_shown(text.lstrip().removeprefix(_STDERR).partition("\n")[0])
    return "" if line == _NOTHING else _one_line(line)


def _as_shown(line: str) -> str:
    """Return a line as a terminal shows it, without its colours and what it wrote over."""
    return line if _CONTROLS.isdisjoint(line) else pack(render(line))[0]


def _description(arguments: Arguments, choice: Choice) -> str:
    view = choice.call_view
    if isinstance(view, TerminalCall):
        return _one_line(view.description) if view.description is not UNSET else ""
    return _one_line(arguments.string("description") or "") if arguments.string("command") is not None else ""


def _todos(arguments: Arguments) -> str:
    """Return how many items are done, and the one in work or else the next."""
    items = [item for item in arguments.fields.get("todos") or () if isinstance(item, dict)]
    if not items:
        return ""
    states = [item.get("status") for item in items]
    first = next((states.index(status) for status in ("in_progress", "pending") if status in states), None)
    now = "" if first is None else f" · {_one_line(str(items[first].get('content') or ''))}"
    return f"{t('todo.done_of', n=states.count('completed'), total=len(items))}{now}"[:MOST]


def _came(call: Call) -> str:
    line = _first_line(call)
    return f"→ {line}" if line and not line.startswith(_NO_PROSE) and '{"' not in line else ""


def _error(call: Call) -> str:
    return _first_line(call)


def _first_line(call: Call) -> str:
    """Return the first line that is not blank of the first text of a result."""
    for block in call.result.content if call.result is not None else ():
        text = block.get("text") if isinstance(block, dict) and block.get("type") == "text" else None
        if isinstance(text, str):
            line = text[:_LOOKED_AT].lstrip().removeprefix("```console").lstrip().partition("\n")[0]
            return _one_line(_as_shown(line))
    return ""


def _one_line(text: str) -> str:
    line = " ".join(text[:_LOOKED_AT].split())
    return line if len(line) <= MOST else line[: MOST - 1] + "…"
