"""What the card types with data of their own hold: each type has its maker, in a module named for what it holds."""

from __future__ import annotations

from collections.abc import Callable

from workbench.cards.arguments import Arguments
from workbench.cards.children import subagent_of
from workbench.cards.context import CardContext
from workbench.cards.facts import facts_of
from workbench.cards.jobs import job_of
from workbench.cards.lists import list_of
from workbench.cards.mounts import mount_of
from workbench.cards.programs import code_of
from workbench.cards.progress import progress_of
from workbench.cards.questions import question_of
from workbench.cards.texts import result_text
from workbench.model import Call, ChipDetail, Detail, Todo, TodoDetail


def detail_of(card: str, call: Call, arguments: Arguments, context: CardContext) -> Detail | None:
    """Return the type's own data, or None for a type that is told by its view alone."""
    make = _MAKERS.get(card)
    return make(call, arguments, context) if make is not None else None


def todos_of(todos: tuple[tuple[str, str], ...], before: tuple[tuple[str, str], ...] | None) -> TodoDetail:
    """Return a list of (content, status) with what each item was in the list before it, where there was one."""
    was = dict(before or ())
    gone = tuple(content for content, _ in before or () if content not in dict(todos))
    items = tuple(
        Todo(content=content, status=status, was=was.get(content) if before is not None else None)  # type: ignore[arg-type]
        for content, status in todos
    )
    return TodoDetail(items=items, gone=gone, has_before=before is not None)


def _todo(_: Call, arguments: Arguments, context: CardContext) -> TodoDetail:
    todos = tuple((todo["content"], todo["status"]) for todo in arguments.fields.get("todos", []))
    return todos_of(todos, context.previous_todos)


def _chip(call: Call, arguments: Arguments, _: CardContext) -> ChipDetail:
    if call.name == "structured_output":
        return ChipDetail(label=call.name, text=None, value=call.arguments if arguments.is_json else None)
    return ChipDetail(label=arguments.string("name") or call.name, text=result_text(call))


_MAKERS: dict[str, Callable[[Call, Arguments, CardContext], Detail | None]] = {
    "chip": _chip,
    "code": code_of,
    "generic": facts_of,
    "job": job_of,
    "list": list_of,
    "mount": mount_of,
    "progress": progress_of,
    "question": question_of,
    "subagent": subagent_of,
    "terminal": facts_of,
    "todo": _todo,
}
