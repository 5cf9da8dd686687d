"""Questions to the user with their answers."""

from __future__ import annotations

import msgspec

from workbench.cards.arguments import Arguments
from workbench.cards.context import CardContext
from workbench.cards.texts import result_text
from workbench.model import Call, Question, QuestionDetail


def question_of(call: Call, arguments: Arguments, _: CardContext) -> QuestionDetail:
    """Return the questions of a call; their answers are the JSON of its result."""
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
