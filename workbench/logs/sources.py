"""Who put a message into the conversation, in one word for all generations.

Until generation 3 a plugin of the harness has the kind `plugin` and its own name beside it; generation 4 made each of
them a kind of its own, under partly other names, and plugins of others `plugin:<name>`. The words here are those of
generation 4, without that prefix.
"""

from __future__ import annotations

from typing import Final

SYSTEM_PROMPT: Final = "system-prompt"
CONTEXT: Final = "runtime-context"
PREFIX: Final = "plugin:"

_PROMPT_PLUGIN: Final = "@deepseek-ai/dsh-system-prompt"
_RENAMED: Final = {
    "compact": "compact-checkpoint",
    "tools-code-mode": "ptc-mode",
    "tools-ptc": "ptc-mode",
    "dsh-compaction-basic": "compact-basic",
    _PROMPT_PLUGIN: CONTEXT,
}


def source_word(kind: str | None, plugin: str | None, *, is_system: bool = False) -> str | None:
    """Return the word for a message's source.

    Args:
        kind: `source.kind` as written.
        plugin: `source.plugin` as written.
        is_system: the message is the system prompt; until generation 3 one plugin gave that and the runtime context.
    """
    if kind == "plugin" and plugin is not None:
        return SYSTEM_PROMPT if is_system and plugin == _PROMPT_PLUGIN else _RENAMED.get(plugin, plugin)
    return kind.removeprefix(PREFIX) if kind is not None else None


def source_word_sql() -> str:
    """Return the same rule as a macro: `source_word(kind, plugin, is_system)`."""
    renamed = " ".join(f"when '{plugin}' then '{word}'" for plugin, word in _RENAMED.items())
    return f"""create macro source_word(kind, plugin, is_system) as case
    when kind = 'plugin' and is_system and plugin = '{_PROMPT_PLUGIN}' then '{SYSTEM_PROMPT}'
    when kind = 'plugin' and plugin is not null then case plugin {renamed} else plugin end
    when prefix(kind, '{PREFIX}') then substr(kind, {len(PREFIX) + 1})
    else kind
end"""
