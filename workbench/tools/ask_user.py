"""The question family: `ask_user_question`. It declares no presenter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.registry.json_text import json_text
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import BOOLEAN, STRING, closed, items, may, need, opened
from workbench.tools.wire import texts

if TYPE_CHECKING:
    from workbench.model import Json


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    return texts(json_text(value))


_OPTION = opened(label=need(STRING), description=may(STRING))
_QUESTION = opened(
    id=need(STRING, "Comes back with the answer."),
    question=need(STRING),
    header=may(STRING, "A word or two above the question."),
    options=may(items(_OPTION)),
    multi_select=may(BOOLEAN, "Whether several options may be chosen."),
)
_ANSWER = closed(id=need(STRING), selected=need(items(STRING)), custom=may(STRING))

TOOLS: tuple[Tool, ...] = (
    tool(
        "ask_user_question",
        "ask_user",
        "Ask the user one or more questions and wait for the answers.",
        {"questions": need(items(_QUESTION))},
        output(closed(answers=need(items(_ANSWER))), _render),
        own_card="question",
        ideal=Ideal(
            cards=("interactive",),
            need="interactive",
            shows="that it waits for an answer, the questions with their options, and what was chosen",
            gaps=("G9", "G11"),
            forks=("F6",),
            tier="channel",
            first_tier="client",
        ),
    ),
)
