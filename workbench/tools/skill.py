"""The skill family: `skill`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import STRING, closed, either, may, need, word
from workbench.tools.wire import generic, texts

if TYPE_CHECKING:
    from workbench.model import Json


def _call(arguments: Arguments) -> Json:
    return generic(f"Load skill {arguments['name']}", "read", rawInput=arguments["name"])


def _render(_arguments: Arguments, value: Any) -> list[Json]:
    parts = [f'<skill_content name="{_escaped(value["name"])}">']
    base = value.get("resourceBase")
    if base is not None:
        parts.append(f"<skill_resources>\n{_resources(base)}\n</skill_resources>\n")
    parts.append(f"<skill_instructions>\n{value['content'].rstrip(chr(10))}\n</skill_instructions>")
    return texts("\n".join([*parts, "</skill_content>"]))


def _resources(base: dict[str, Any]) -> str:
    if base["kind"] == "directory":
        where = f"Base directory for this skill: {base['path']}"
        how = "Resolve relative paths mentioned by this skill against the base directory before using them."
    elif base["kind"] == "url":
        where, how = f"Base URL for this skill: {base['url']}", "Resolve relative references against this URL."
    else:
        return str(base["description"])
    return f"{where}\n{how} Load referenced resources only as needed."


def _escaped(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


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
