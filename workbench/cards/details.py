"""What the card types with data of their own hold: programs, children, runs, jobs, lists, questions."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from workbench import markers
from workbench.cards.arguments import Arguments
from workbench.cards.context import CardContext
from workbench.cards.progress import progress_of
from workbench.model import (
    Call,
    ChipDetail,
    CodeDetail,
    Detail,
    JobDetail,
    ListDetail,
    Question,
    QuestionDetail,
    SubagentDetail,
    Todo,
    TodoDetail,
)


def detail_of(card: str, call: Call, arguments: Arguments, context: CardContext) -> Detail | None:
    """Return the type's own data, or None for a type that is told by its view alone."""
    make = _MAKERS.get(card)
    return make(call, arguments, context) if make is not None else None


def result_text(call: Call) -> str | None:
    """Return the text blocks of the result joined by newlines, None while there is no result."""
    if call.result is None:
        return None
    texts = [
        block["text"]
        for block in call.result.content
        if isinstance(block, dict) and block.get("type") == "text" and isinstance(block.get("text"), str)
    ]
    return "\n".join(texts)


def _code(call: Call, arguments: Arguments, _: CardContext) -> CodeDetail:
    return CodeDetail(program=arguments.string("code") or "", output=result_text(call))


def _subagent(call: Call, arguments: Arguments, context: CardContext) -> SubagentDetail:
    text = result_text(call) or ""
    background = re.match(markers.JOB_STARTED, text)
    continuable = re.match(markers.SUBAGENT_STARTED, text)
    child = context.child
    if background:
        mode = "background"
    elif continuable:
        mode = "continuable"
    else:
        mode = "foreground" if call.result is not None and not call.is_error else "unknown"
    return SubagentDetail(
        label=arguments.string("description"),
        prompt=arguments.string("prompt"),
        mode=mode,  # type: ignore[arg-type]
        child_session_id=call.child_session_id,
        link_source=call.link_source,
        child_has_log=child is not None and child.has_log,
        candidates=context.candidates,
        child_state=child.state if child else None,
        child_calls=child.calls if child else None,
        child_turns=child.turns if child else None,
        child_ended_ms=child.ended_ms if child else None,
        tokens=child.tokens if child else None,
        report=text if mode == "foreground" and text else None,
    )


def _job(call: Call, arguments: Arguments, context: CardContext) -> JobDetail:
    text = result_text(call)
    started = re.match(markers.JOB_STARTED, text or "")
    status = markers.at_end(markers.JOB_STATUS_AT_END, text or "")
    killed = re.match(markers.JOB_KILL_FINISHED, text or "")
    known = context.job
    job_id = started[1] if started else arguments.string("job_id") or arguments.string("task_id")
    body = text if status is None or text is None else text[: status.start()]
    return JobDetail(
        job_id=job_id,
        command=arguments.string("command"),
        status=status[1] if status else killed[2] if killed else known.state if known else None,
        text=body,
        polls=known.polls if known else None,
    )


def _todo(_: Call, arguments: Arguments, context: CardContext) -> TodoDetail:
    before = dict(context.previous_todos or ())
    items = []
    for todo in arguments.fields.get("todos", []):
        was = before.get(todo["content"]) if context.previous_todos is not None else None
        items.append(Todo(content=todo["content"], status=todo["status"], was=was))
    return TodoDetail(items=tuple(items))


def _question(call: Call, arguments: Arguments, _: CardContext) -> QuestionDetail:
    answers = _answers(call)
    questions = []
    for asked in arguments.fields.get("questions", []):
        answer = answers.get(asked["id"]) if answers is not None else None
        questions.append(
            Question(
                id=asked["id"],
                question=asked["question"],
                header=asked.get("header"),
                options=tuple(
                    (option["label"], option.get("description") or "") for option in asked.get("options", ())
                ),
                multi_select=bool(asked.get("multi_select")),
                selected=tuple(answer.selected) if answer is not None else None,
                custom=answer.custom if answer is not None else None,
            )
        )
    return QuestionDetail(questions=tuple(questions), answered=answers is not None)


class _Answer(msgspec.Struct):
    id: str
    selected: list[str] = []
    custom: str | None = None


class _Answers(msgspec.Struct):
    answers: list[_Answer]


def _answers(call: Call) -> dict[str, _Answer] | None:
    if call.result is None or call.is_error:
        return None
    try:
        found = msgspec.json.decode(result_text(call) or "", type=_Answers)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
    return {answer.id: answer for answer in found.answers}


_AGENT_LISTED = re.compile(r"^(\S+) \[([^\]]+)\](?: — (.*?))?(?: parent=(\S+))?(?: depth=(\d+))?$")


def _list(call: Call, _: Arguments, __: CardContext) -> ListDetail | None:
    text = result_text(call)
    if text is None or call.is_error:
        return None
    if call.name in ("job_list", "task_list"):
        rows = [tuple(found) for found in re.findall(markers.JOB_LISTED, text)]
        return ListDetail(columns=("job", "kind", "status", "label"), rows=tuple(rows))
    rows = [
        tuple(found) for line in text.split("\n") if (matched := _AGENT_LISTED.match(line)) for found in [_row(matched)]
    ]
    return ListDetail(columns=("agent", "status", "label", "parent", "depth"), rows=tuple(rows))


def _row(matched: re.Match[str]) -> tuple[str, ...]:
    return tuple(part or "" for part in matched.groups())


def _chip(call: Call, arguments: Arguments, _: CardContext) -> ChipDetail:
    return ChipDetail(label=arguments.string("name") or call.name, text=result_text(call))


_MAKERS: dict[str, Callable[[Call, Arguments, CardContext], Detail | None]] = {
    "code": _code,
    "subagent": _subagent,
    "progress": progress_of,
    "job": _job,
    "todo": _todo,
    "question": _question,
    "list": _list,
    "chip": _chip,
}
