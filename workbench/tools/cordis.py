"""The cordis family: plugins that the model writes and runs in its own harness, and the family's names before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.registry.json_text import json_text
from workbench.tools.definition import Arguments, Ideal, Tool, output, tool
from workbench.tools.shapes import BOOLEAN, JSON, STRING, choice, closed, either, may, need, word
from workbench.tools.wire import generic, pick, texts

if TYPE_CHECKING:
    from workbench.model import Json


def _define_call(arguments: Arguments) -> Json:
    plugin = arguments["plugin"]
    where = f"new {plugin['idPrefix']}-*" if plugin["kind"] == "new" else plugin["pluginId"]
    title = f'Register Cordis Plugin "{arguments["name"]}" for {where}: {arguments["purpose"]}'
    return generic(title, "execute", rawInput=arguments["code"])


def _run_call(arguments: Arguments) -> Json:
    verb = "Update" if arguments["mode"] == "update" else "Run"
    return generic(f"{verb} Cordis Plugin {arguments['pluginId']} · {arguments['packageId']}", "execute")


def _self_call(arguments: Arguments) -> Json:
    what = "dynamic Cordis Plugins"
    if "pluginId" in arguments:
        what = "/".join(arguments[name] for name in ("pluginId", "packageId") if name in arguments)
    return generic(f"Inspect {what}", "read")


def _query_call(arguments: Arguments) -> Json:
    return generic(f"Query Cordis {arguments['platform']} {arguments['provider']}.{arguments['method']}", "read")


def _render_json(_arguments: Arguments, value: Any) -> list[Json]:
    return texts(json_text(value, indent=2))


def _render_define(_arguments: Arguments, value: Any) -> list[Json]:
    made = f"{value['pluginId']}/{value['packageId']} ({value['name']})"
    return texts(f"Defined {made}; it is not running yet. Use cordis_run to activate this Package.")


_STATES = {"awaiting-approval": "awaiting user approval", "starting": "starting asynchronously"}


def _render_run(_arguments: Arguments, value: Any) -> list[Json]:
    state = _STATES.get(value.get("status"), "running")
    return texts(f"{value['pluginId']}/{value['packageId']} is {state} ({value['pluginRunId']}).")


def _text(words: str) -> Any:
    return lambda _arguments, value: texts(words.format(value["pluginId"]))


def _inspect_call(arguments: Arguments) -> Json:
    named = [arguments[name] for name in ("what", "name") if name in arguments]
    return generic(": ".join(["Inspect Cordis runtime", *named]), "read")


_PLUGIN = either(
    closed(kind=need(word("new")), idPrefix=need(STRING, "Three to six letters that its id begins with.")),
    closed(kind=need(word("existing")), pluginId=need(STRING, "The plugin that gets a new version.")),
)
_CODE = closed(host=may(STRING, "The half that runs in the harness."), client=may(STRING, "The half in the browser."))
_DEFINED = closed(
    pluginId=need(STRING), packageId=need(STRING), name=need(STRING), purpose=need(STRING), hasHostHalf=need(BOOLEAN),
    hasClientHalf=need(BOOLEAN),
)  # fmt: skip
_ID = {"pluginId": need(STRING, "The plugin.")}

_MOUNT = Ideal(
    cards=("mount",),
    need="once",
    shows="the highlighted program, what it brought (services, tools), its id and state, a refusal in plain words",
    gaps=("G5", "G11"),
    forks=("F8",),
    tier="addition",
    first_tier="client",
)
_INSPECT = Ideal(
    cards=("text", "table"), need="once", shows="the sections as markdown, later a table of services and plugins",
    gaps=("G5",), forks=("F2",), tier="addition", first_tier="client",
)  # fmt: skip
_WAS = "Plugins were mounted by program then; since then they are defined, run and removed in steps ({})."

TOOLS: tuple[Tool, ...] = (
    tool(
        "cordis_define",
        "cordis",
        "Write down a version of a plugin, new or of one that exists, without running it.",
        {
            "plugin": need(_PLUGIN),
            "name": need(STRING, "A short name."),
            "purpose": need(STRING, "One sentence for the user."),
            "code": need(_CODE),
        },
        output(_DEFINED, _render_define, lambda _arguments, value: pick(value, "pluginId", "packageId")),
        present_call=_define_call,
        own_card="mount",
        ideal=_MOUNT,
    ),
    tool(
        "cordis_run",
        "cordis",
        "Run one version of a plugin, or switch to another.",
        {**_ID, "packageId": need(STRING, "The version."), "mode": need(choice("run", "update"))},
        output(JSON, _render_run, lambda _arguments, value: pick(value, "pluginId", "packageId", "pluginRunId")),
        present_call=_run_call,
        own_card="mount",
        ideal=_MOUNT,
    ),
    tool(
        "cordis_stop",
        "cordis",
        "Stop a plugin and keep its versions.",
        _ID,
        output(
            closed(pluginId=need(STRING)), _text("Dynamic Plugin {} is stopped; its definition and versions remain.")
        ),
        present_call=lambda arguments: generic(f"Stop Cordis Plugin {arguments['pluginId']}", "execute"),
        own_card="mount",
        ideal=_MOUNT,
    ),
    tool(
        "cordis_undefine",
        "cordis",
        "Remove a plugin with all its versions.",
        _ID,
        output(
            closed(pluginId=need(STRING), wasRunning=need(BOOLEAN)),
            _text("Removed dynamic Plugin {} and all of its Packages."),
        ),
        present_call=lambda arguments: generic(f"Remove Cordis Plugin {arguments['pluginId']}", "delete"),
        own_card="mount",
        ideal=_MOUNT,
    ),
    tool(
        "cordis_inspect_list",
        "cordis",
        "List what can be asked about the running harness.",
        {},
        output(JSON, _render_json),
        present_call=lambda _arguments: generic("List Cordis Inspect Providers", "read"),
        own_card="mount",
        ideal=_INSPECT,
    ),
    tool(
        "cordis_inspect_query",
        "cordis",
        "Ask one question about the running harness.",
        {
            "platform": need(choice("host", "client")),
            "provider": need(STRING, "Who answers."),
            "method": need(STRING, "The question."),
            "input": may(JSON, "What the question needs."),
        },
        output(JSON, _render_json),
        present_call=_query_call,
        own_card="mount",
        ideal=_INSPECT,
    ),
    tool(
        "cordis_inspect_self",
        "cordis",
        "Look at this session's own plugins, one plugin, or one version of it.",
        {"pluginId": may(STRING, "The plugin."), "packageId": may(STRING, "The version.")},
        output(JSON, _render_json),
        present_call=_self_call,
        own_card="mount",
        ideal=_INSPECT,
    ),
    tool(
        "cordis_inspect",
        "cordis",
        "Describe the running harness in markdown, whole or one section.",
        {"what": may(STRING, "The section."), "name": may(STRING, "One entry of it.")},
        output(STRING, lambda _arguments, value: texts(value)),
        present_call=_inspect_call,
        own_card="mount",
        retired=_WAS.format("cordis_inspect_list, cordis_inspect_query, cordis_inspect_self"),
        ideal=_INSPECT,
    ),
    tool(
        "cordis_mount",
        "cordis",
        "Run a program that returns a plugin, and mount that.",
        {"code": need(STRING, "The body of an async function.")},
        output(STRING, lambda _arguments, value: texts(value)),
        present_call=lambda arguments: generic("Mount Cordis Plugin", "execute", rawInput=arguments["code"]),
        own_card="mount",
        retired=_WAS.format("cordis_define, cordis_run"),
        ideal=_MOUNT,
    ),
    tool(
        "cordis_unmount",
        "cordis",
        "Unmount a plugin by its id.",
        {"id": need(STRING, "The plugin.")},
        output(STRING, lambda _arguments, value: texts(value)),
        present_call=lambda arguments: generic(arguments["id"], "delete"),
        own_card="mount",
        retired=_WAS.format("cordis_stop, cordis_undefine"),
        ideal=_MOUNT,
    ),
)
