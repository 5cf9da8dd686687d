"""Plugins that the model writes, runs and looks at, and what the harness says to it in plain words."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from workbench.cards.arguments import Arguments
from workbench.cards.context import CardContext
from workbench.cards.texts import only_text, result_text
from workbench.model import Call, MountDetail, Section

_HALVES = ("host", "client")
_RUNNING = re.compile(r"^([^\s/]+)/([^\s]+) is (.+?) \(([^()]+)\)\.$")
_DEFINED = re.compile(r"^Defined ([^\s/]+)/([^\s]+) \((.*)\); it is not running yet")
_MOUNTED = re.compile(r'^Temporary Plugin ([^\s]+) is (.+?)(?: \(plugin "([^"]*)"|[.(]|$)')
_REMOVED = re.compile(r"\b(unmounted|removed|Removed|stopped)\b")
_WAITING = re.compile(r"[Ww]aiting (?:for|on)(?: the)?(?: services?)?:? ([\w ,.'\"`-]+)")
_HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.MULTILINE)

_TOOL = re.compile(r"defineTool\(\s*\{[^{}]{0,400}?\bname\s*:\s*(['\"`])([\w.-]{1,80})\1")
_SERVICE = re.compile(r"\b(?:ctx|context)\.(?:provide|set)\(\s*(['\"`])([\w.:/-]{1,80})\1")
_CLASS = re.compile(r"\bsuper\(\s*ctx\s*,\s*(['\"`])([\w.:/-]{1,80})\1")
_LISTENER = re.compile(r"\b(?:ctx|context)\.on\(\s*(['\"`])([\w.:/-]{1,80})\1")
_COMMAND = re.compile(r"\b(?:ctx|context)\.command\(\s*(['\"`])([\w .:/<>\[\]-]{1,80})\1")
_INJECT = re.compile(r"\binject\b\s*[:=]\s*(\[[^\]]{0,600}\]|\{[^}]{0,600}\})")
_WORD = re.compile(r"['\"`]([\w.:/-]{1,80})['\"`]|(?<![\w.])([A-Za-z_]\w{0,79})\s*:")

_GUARDS = (
    (re.compile(r"already (?:registered|exists|defined)|duplicate", re.IGNORECASE), "duplicate"),
    (re.compile(r"SyntaxError|does not parse|Unexpected (?:token|identifier|end)", re.IGNORECASE), "syntax"),
    (re.compile(r"timed? ?out|exceeded .{0,40}(?:ms|time)", re.IGNORECASE), "timeout"),
    (re.compile(r"not serializ|must be JSON|JSON value|plain object|structured clone", re.IGNORECASE), "not-json"),
    (re.compile(r"must (?:return|be) (?:a )?(?:function|plugin)|no plugin|apply", re.IGNORECASE), "no-plugin"),
    (re.compile(r"unknown (?:dynamic )?(?:plugin|package)|not found|no such", re.IGNORECASE), "unknown"),
    (re.compile(r"approval|rejected|denied|not allowed|forbidden", re.IGNORECASE), "refused"),
    (re.compile(r"is not a function|is not defined|Cannot read propert|TypeError|ReferenceError"), "threw"),
)
"""What a refusal is about, by the words that the harness or the engine uses; the first that fits is taken."""


def mount_of(call: Call, arguments: Arguments, _: CardContext) -> MountDetail:
    """Return a plugin with what is known of it, or the sections of a look at the running harness."""
    fields = arguments.fields
    action = call.name.removeprefix("cordis_")
    text = result_text(call)
    if action.startswith("inspect"):
        return MountDetail(action="inspect", sections=_sections(only_text(call)))
    sources = _sources(fields.get("code"))
    plugin = fields.get("plugin")
    plugin = plugin if isinstance(plugin, dict) else {}
    said = _said(text) if text is not None and not call.is_error else {}
    meta = call.result.meta if call.result is not None and isinstance(call.result.meta, dict) else {}
    programs = "\n".join(program for _, program in sources)
    return MountDetail(
        action=action,
        name=arguments.string("name") or said.get("name"),
        purpose=arguments.string("purpose"),
        plugin_id=_first(meta.get("pluginId"), said.get("plugin"), fields.get("pluginId"), fields.get("id"),
                         plugin.get("pluginId")),
        package_id=_first(meta.get("packageId"), said.get("package"), fields.get("packageId")),
        run_id=_first(meta.get("pluginRunId"), said.get("run")),
        status=said.get("status"),
        sources=sources,
        provides=_provides(programs),
        needs=_needs(programs),
        waiting=_waiting(text) if text is not None else (),
        refusal=refusal(text) if text is not None and call.state in ("failed", "denied") else None,
    )  # fmt: skip


def refusal(text: str) -> str:
    """Return which kind of refusal a text is, as a word; `other` for one nobody knows."""
    return next((word for pattern, word in _GUARDS if pattern.search(text[:4_000])), "other")


def _sources(code: Any) -> tuple[tuple[str | None, str], ...]:
    if isinstance(code, str):
        return ((None, code),)
    if not isinstance(code, dict):
        return ()
    return tuple((half, code[half]) for half in _HALVES if isinstance(code.get(half), str))


def _said(text: str) -> dict[str, str]:
    """Return what the answer of the host says: ids, name and state."""
    if defined := _DEFINED.match(text):
        return {"plugin": defined[1], "package": defined[2], "name": defined[3], "status": "defined"}
    if running := _RUNNING.match(text):
        return {"plugin": running[1], "package": running[2], "status": running[3], "run": running[4]}
    if mounted := _MOUNTED.match(text):
        found = {"plugin": mounted[1], "status": mounted[2]}
        return found | ({"name": mounted[3]} if mounted[3] else {})
    if gone := _REMOVED.search(text[:200]):
        return {"status": gone[1].lower()}
    return {}


def _provides(program: str) -> tuple[tuple[str, str], ...]:
    """Return what a program brings, as far as its text shows: tools, services, commands, and events it listens to."""
    found: dict[tuple[str, str], None] = {}
    for what, pattern in (
        ("tool", _TOOL), ("service", _SERVICE), ("service", _CLASS), ("command", _COMMAND), ("listener", _LISTENER),
    ):  # fmt: skip
        for match in pattern.finditer(program[:200_000]):
            found[(what, match[2])] = None
    return tuple(found)[:60]


def _needs(program: str) -> tuple[str, ...]:
    """Return the services that a program says it cannot do without."""
    found: dict[str, None] = {}
    for match in _INJECT.finditer(program[:200_000]):
        for quoted, named in _WORD.findall(match[1]):
            name = quoted or named
            if name not in ("required", "optional"):
                found[name] = None
    return tuple(found)[:40]


def _waiting(text: str) -> tuple[str, ...]:
    found = _WAITING.search(text[:4_000])
    return tuple(part for word in re.split(r"[ ,]+", found[1]) if (part := word.strip("'\"`. "))) if found else ()


def _sections(text: str | None) -> tuple[Section, ...]:
    """Return a look at the harness as headings with what stands under them: of markdown, or of a JSON object."""
    if not text:
        return ()
    if text.lstrip()[:1] in "{[":
        return _json_sections(text)
    heads = list(_HEADING.finditer(text))
    starts = [*(head.start() for head in heads), len(text)]
    before, ends = text[: starts[0]].strip(), starts[1:]
    found = [Section(heading=None, text=before)] if before else []
    found += [
        Section(heading=head[1], text=text[head.end() : end].strip()) for head, end in zip(heads, ends, strict=True)
    ]
    return tuple(found[:200])


def _json_sections(text: str) -> tuple[Section, ...]:
    try:
        parts = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
        return (Section(heading=None, text=text, is_json=True),)
    return tuple(
        Section(heading=name, text=bytes(part).decode("utf-8", "replace"), is_json=True)
        for name, part in list(parts.items())[:200]
    )


def _first(*values: Any) -> str | None:
    return next((value for value in values if isinstance(value, str) and value), None)
