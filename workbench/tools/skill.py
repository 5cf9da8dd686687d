"""The skill family: `skill`."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import STRING, closed, either, may, need, word
from workbench.tools.wire import generic, texts

if TYPE_CHECKING:
    from workbench.model import Json


def _call(arguments: Arguments) -> Json:
    return generic(f"Load skill {arguments['name']}", "read", rawInput=arguments["name"])


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    return texts(
        f'<skill_content name="{escape(value["name"])}">\n'
        f"<skill_resources>\n{_resources(value)}Load referenced resources only as needed.\n</skill_resources>\n\n"
        f"<skill_instructions>\n{value['content']}\n</skill_instructions>\n</skill_content>"
    )


def _resources(value: Any) -> str:
    base = value.get("resourceBase")
    if base is None:
        return f'Resources for this skill are managed by provider "{escape(value["provider"], quote=False)}".\n'
    kind = base["kind"]
    if kind == "opaque":
        return f"{escape(base['description'], quote=False)}\n"
    noun, what = ("directory", "paths") if kind == "directory" else ("URL", "URLs")
    where = escape(base["path" if kind == "directory" else "url"], quote=False)
    use = f"Resolve relative {what} mentioned by this skill against the base {noun} before using them. "
    return f"Base {noun} for this skill: {where}\n{use}"


_BASE = either(
    closed(kind=need(word("directory")), path=need(STRING)),
    closed(kind=need(word("url")), url=need(STRING)),
    closed(kind=need(word("opaque")), description=need(STRING)),
)

_SKILL = closed(name=need(STRING), provider=need(STRING), resourceBase=may(_BASE), content=need(STRING))

TOOLS: tuple[Tool, ...] = (
    tool(
        "skill",
        "skill",
        "Load the full instructions of a skill by its name.",
        {"name": need(STRING, "The skill's exact name.")},
        output(_SKILL, _render),
        present_call=_call,
        own_card="chip",
        ideal=Ideal(
            cards=("text", "chip"), need="once", shows="one line with the skill's name", gaps=(), tier="client",
            first_tier="client",
        ),
    ),
)  # fmt: skip
