"""The harness's own answers about registration, restrictions and concurrency, one test a vector.

Prose is turned into the tool or registry it speaks of; prose that is not known here is skipped and says so.
"""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from workbench.errors import WorkbenchError
from workbench.registry import Agent, JsonSchemaError, Output, Registry, ToolDefinition, define_tool, text

AREAS = ("register", "restrict", "concurrency")
SKIPPED_HERE = 0


@pytest.mark.vector
def test_vector(vector: dict) -> None:
    """What the harness answered is what we answer."""
    run_vector(vector)


def run_vector(vector: dict) -> None:
    RUNNERS[vector["area"]](vector["given"], vector["expect"])


def test_every_vector_carried_is_run(carried: list) -> None:
    """The number of skips does not grow unseen."""
    skipped = 0
    for vector in carried:
        try:
            run_vector(vector)
        except pytest.skip.Exception:
            skipped += 1
    assert skipped == SKIPPED_HERE


def _answer(action) -> dict:
    """What an action comes to, in the vectors' form."""
    try:
        return {"ok": action()}
    except JsonSchemaError as error:
        return {
            "error": {
                "name": error.name,
                "code": error.code,
                "message": error.message,
                "violations": error.violations,
            }
        }
    except WorkbenchError as error:
        return {"error": {"name": "TypeError" if isinstance(error, TypeError) else "Error", "message": str(error)}}


# ---------------------------------------------------------------------------------------------------- registration


def raw_tool(name: str = "echo", **changes) -> ToolDefinition:
    async def execute(args, run):
        return f"ran:{name}"

    parts = {
        "name": name,
        "description": "A tool.",
        "parameters": {"type": "object", "properties": {}},
        "output": Output(schema={"type": "string"}, render=lambda args, value: [text(value)]),
        "execute": execute,
    }
    return ToolDefinition(**{**parts, **changes})


def _render(args, value):
    return []


def _registering(definition: ToolDefinition):
    return lambda: Registry().register(definition) and "accepted"


def run_register(given: dict, expect: dict) -> None:
    prose = given["definition"]
    timeout = re.search(r"timeoutMs (NaN|-?Infinity|-?[\d.]+)", prose)
    if timeout:
        tool = define_with if "defineTool" in prose else raw_tool
        named = re.search(r'tool "(\w+)"|defineTool\((\w+)\)', expect.get("error", {}).get("message", ""))
        name = (named[1] or named[2]) if named else "echo"
        assert _answer(_registering(tool(name, timeout_ms=float(timeout[1])))) == expect
        return
    found = next((action for words, action in REGISTRATIONS.items() if re.search(words, prose)), None)
    if found is None:
        pytest.skip("prose without a set-up")
    answer = _answer(found)
    if isinstance(expect.get("ok"), list):
        answer["ok"].sort()
    assert answer == expect


def define_with(name: str, timeout_ms: float) -> ToolDefinition:
    output = {"schema": {"type": "string"}, "render": _render}
    return define_tool(_render, name=name, description="T.", parameters={}, output=output, timeout_ms=timeout_ms)


def _twice_global() -> str:
    registry = Registry()
    registry.register(raw_tool())
    registry.register(raw_tool())
    return "accepted"


def _twice_in_scope() -> str:
    registry, agent = Registry(), Agent()
    registry.register(raw_tool(), agent=agent)
    registry.register(raw_tool(), agent=agent)
    return "accepted"


def _schema_keys() -> list[str]:
    registry = Registry()
    registry.register(
        raw_tool(
            timeout_ms=5,
            present_call=lambda args: None,
            present_result=lambda args, result: None,
            finalize_content=lambda execution, result: None,
            is_concurrency_safe=lambda args: True,
        )
    )
    return list(registry.schemas()[0])


def _unserializable_parameters() -> list:
    registry = Registry()
    registry.register(raw_tool(parameters={"type": "object", "default": print}))
    return registry.schemas()


REGISTRATIONS = {
    r"no output declared": _registering(raw_tool("x", output=None)),
    r"output\.render missing": _registering(raw_tool("x", output=Output(schema={}, render=None))),
    r"presentationMeta (is )?not a function": _registering(
        raw_tool("x", output=Output(schema={}, render=_render, presentation_meta=5))
    ),
    r'output\.schema uses an unsupported keyword "pattern"': _registering(
        raw_tool(output=Output(schema={"type": "string", "pattern": "x"}, render=_render))
    ),
    r"^parameters use an unsupported keyword": _registering(raw_tool(parameters={"anyOf": [{}, {}]})),
    r"^name run_code": _registering(raw_tool("run_code")),
    r"same name twice in the global layer": _twice_global,
    r"same name twice in (one|the same|a) scope": _twice_in_scope,
    r"^schemas\(\) keys of": _schema_keys,
    r"parameters .*(function|not (plain|lossless) JSON).*schemas\(\)": _unserializable_parameters,
    r"restrict\(\) on an unscoped context": lambda: Registry().restrict(deny=["echo"]),
}


# ---------------------------------------------------------------------------------------------------- restrictions


def said(registry: Registry, name: str, agent: Agent | None) -> str:
    result = asyncio.run(registry.execute(name, {}, agent=agent))
    return result.content[0]["text"]


def _named(entry: str) -> ToolDefinition:
    """A tool from `name` or `name -> "what it says"`."""
    name, _, says = entry.partition(" -> ")
    if not says:
        return raw_tool(name)

    async def execute(args, run):
        return json.loads(says)

    return raw_tool(name, execute=execute)


def run_restrict(given: dict, expect: dict) -> None:
    if not {"global", "scopeLocal", "restrict"} & given.keys():
        pytest.skip("prose without a set-up")
    registry, agent = Registry(), Agent()
    for entry in given.get("scopeLocal", ()):
        registry.register(_named(entry), agent=agent)
    for entry in given.get("global", ()):
        registry.register(_named(entry))
    asked = given.get("restrict", [])
    filters = asked if isinstance(asked, list) else [asked]
    copies = [{key: list(names) for key, names in each.items()} for each in filters]
    if "error" in expect:
        assert _answer(lambda: [registry.restrict(**each, agent=agent) for each in copies]) == expect
        return
    lifts = [registry.restrict(**each, agent=agent) for each in copies]
    if "mutates" in given.get("then", ""):
        copies[0]["deny"].append("b")
    seen = {
        "visibleInScope": lambda: sorted(registry.names(agent)),
        "visible": lambda: sorted(registry.names(agent)),
        "both": lambda: sorted(registry.names(agent)),
        "visibleGlobal": lambda: sorted(registry.names()),
        "listedOnce": lambda: [schema["name"] for schema in registry.schemas(agent)],
        "inScope": lambda: said(registry, "bash", agent),
        "global": lambda: said(registry, "bash", None),
        "callBashInScope": lambda: said(registry, "bash", agent),
        "callCaptureInScope": lambda: said(registry, "capture", agent),
        "callCaptureOutside": lambda: said(registry, "capture", None),
        "afterLiftingAllow": lambda: lifts[0]() or sorted(registry.names(agent)),
    }
    if not expect.keys() <= seen.keys():
        pytest.skip("prose without a set-up")
    in_order = sorted(expect, key=list(seen).index)  # what is looked at after a change comes last
    assert {name: seen[name]() for name in in_order} == expect


# ---------------------------------------------------------------------------------------------------- concurrency


def _raises(args):
    raise RuntimeError("a classifier that fails")


def _classified(classifier) -> ToolDefinition:
    return raw_tool(is_concurrency_safe=classifier)


def _typed(classifier) -> ToolDefinition:
    async def execute(args, run):
        return args["path"]

    return define_tool(
        execute,
        name="echo",
        description="Typed.",
        parameters={"path": {"type": "string", "required": True}},
        output={"schema": {"type": "string"}, "render": lambda args, value: value},
        is_concurrency_safe=classifier,
    )


MODES = {
    "classifier returns true": (_classified(lambda args: True), "echo"),
    "no classifier": (_classified(None), "echo"),
    "classifier returns false": (_classified(lambda args: False), "echo"),
    "classifier returns 1 (truthy, not true)": (_classified(lambda args: 1), "echo"),
    "classifier throws": (_classified(_raises), "echo"),
    "unknown name": (_classified(lambda args: True), "other"),
    "typed tool, classifier true, arguments invalid": (_typed(lambda args: True), "echo"),
}


def run_concurrency(given: dict, expect: dict) -> None:
    if given.get("tool") not in MODES:
        pytest.skip("prose without a set-up")
    definition, name = MODES[given["tool"]]
    registry = Registry()
    registry.register(definition)
    assert ("parallel" if registry.is_parallel(name, {}) else "exclusive") == expect["mode"]


RUNNERS = {"register": run_register, "restrict": run_restrict, "concurrency": run_concurrency}
