"""English words on why a card is what it is. The same keys and places stand in `zh_why`."""

from __future__ import annotations

from typing import Final

TABLE: Final[dict[str, str | tuple[str, str]]] = {
    # the order of dispatch
    "why.own": "own card: {type}",
    "why.own_misfit": "own card: {type}, but {reason}",
    "why.no_own": "own card: the catalogue names none",
    "why.not_listed": "own card: {tool} is not in the catalogue",
    "why.media": "own card: {type}, since the result holds blocks that are no text",
    "why.view": "view: {type}",
    "why.no_view": "view: none, {reason}",
    "why.older": "older shape: {type}",
    "why.unknown_tool": "unknown tool",
    "why.no_presenter": "no presenter",
    "why.gave_none": "no view",
    "why.not_json": "arguments are not JSON",
    "why.unfit": "arguments do not fit: {problem}",
    "why.failed": "presenter failed: {problem}",
    # how a session of a terminal stands
    "status.exited": "exited",
    # what stands beside a title
    "todo.done_of": "{n}/{total} completed",
    # how much there is
    "block.size": "{blocks}, {size}",
    # above the rows
    "list.jumped": "The row that you asked for; b leads back.",
    "list.nowhere-back": "There is no jump to go back from.",
    "header.children": ("{n} subagent", "{n} subagents"),
    # types of cards, by the words that select them
    "type.approval": "approval",
    "type.chip": "chip",
    "type.code": "code",
    "type.diff": "diff",
    "type.generic": "generic",
    "type.job": "job",
    "type.list": "list",
    "type.media": "media",
    "type.mount": "mount",
    "type.progress": "progress",
    "type.question": "question",
    "type.read": "read",
    "type.search": "search",
    "type.subagent": "subagent",
    "type.terminal": "terminal",
    "type.todo": "todo",
    "type.web": "web",
}
