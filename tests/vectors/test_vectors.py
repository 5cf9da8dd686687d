"""The harness's own answers, one test a vector: how calls and results present themselves, are rendered and named.

The vectors come from `vectors.json` beside this file, or from the file that the environment variable WORKBENCH_VECTORS
names. A vector whose tool or area is not built, or that is prose without a set-up here, is skipped and says so.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import msgspec
import pytest

from workbench.model import ToolError, ToolResult
from workbench.tools import catalogue, find, mcp_public_name, present_call, present_result
from workbench.tools.definition import Tool, output, tool
from workbench.tools.present import present_call_of, strict_call, strict_result
from workbench.tools.shapes import STRING, need

ELSEWHERE = {
    "compile", "schema", "validate", "lossless", "register", "restrict", "pipeline", "concurrency", "scheduling",
    "timeout", "spill", "codemode", "format",
}  # fmt: skip
FILE = Path(os.environ.get("WORKBENCH_VECTORS") or Path(__file__).with_name("vectors.json"))


def _vectors() -> list:
    everything = json.loads(FILE.read_text(encoding="utf-8"))
    return [vector for vector in everything if vector["area"] not in ELSEWHERE]


@pytest.mark.vector
@pytest.mark.parametrize("vector", _vectors(), ids=lambda vector: vector["id"])
def test_vector(vector: dict) -> None:
    """What the harness answered is what we answer."""
    prose = next((run for words, run in PROSE.items() if re.search(words, str(vector["given"].get("tool")))), None)
    if prose is not None and vector["area"] == "presenter":
        prose(vector["given"], vector["expect"])
    elif vector["area"] in AREAS:
        AREAS[vector["area"]](vector["given"], vector["expect"])
    else:
        pytest.skip(f"area {vector['area']} is not built yet")


def _known(given: dict) -> Tool:
    name = given.get("tool")
    found = find(name) if isinstance(name, str) else None
    if found is None:
        pytest.skip(f"tool {name!r} is not in the catalogue, or the vector is prose")
    return found


def sample(schema: dict) -> object:
    """The smallest value that fits a compiled schema, for vectors that leave the arguments out."""
    if "oneOf" in schema:
        return sample(schema["oneOf"][0])
    if "const" in schema or "enum" in schema:
        return schema.get("const", schema.get("enum", [None])[0])
    if schema.get("type") == "object":
        return {name: sample(schema["properties"][name]) for name in schema.get("required", ())}
    return {"string": "x", "number": 1, "integer": 1, "boolean": True, "array": []}.get(schema.get("type", ""))


def _result(given: dict | None) -> ToolResult:
    given = given or {"content": [], "isError": False}
    error = given.get("error")
    return ToolResult(
        content=tuple(given["content"]),
        is_error=given["isError"],
        meta=given.get("meta"),
        has_meta="meta" in given,
        error=None if error is None else ToolError(name=error.get("name"), code=error.get("code")),
    )


def run_presenter(given: dict, expect: dict) -> None:
    if "view" not in expect or given.get("stage") not in {"call", "result", "call and result"}:
        pytest.skip("prose without a set-up")
    known = _known(given)
    text = json.dumps(given["args"] if "args" in given else sample(known.parameters))
    stages = {
        "call": lambda: present_call(known.name, text),
        "result": lambda: present_result(known.name, text, _result(given.get("result"))),
    }
    for stage in given["stage"].split(" and "):
        shown = stages[stage]()
        assert (None if shown.view is None else msgspec.to_builtins(shown.view)) == expect["view"], shown.reason


def run_render(given: dict, expect: dict) -> None:
    if "value" not in given or "ok" not in expect:
        pytest.skip("prose without a set-up")
    assert _known(given).output.render(given.get("args", {}), given["value"]) == expect["ok"]


def run_meta(given: dict, expect: dict) -> None:
    if "value" not in given or "ok" not in expect:
        pytest.skip("prose without a set-up")
    project = _known(given).output.presentation_meta
    assert project is not None, "this tool stores no metadata"
    assert project(given.get("args", {}), given["value"]) == expect["ok"]


def run_mcp(given: dict, expect: dict) -> None:
    if "publicName" not in expect or not {"server", "tool"} <= given.keys():
        pytest.skip("prose without a set-up")
    assert mcp_public_name(given["server"], given["tool"]) == expect["publicName"]


AREAS = {"presenter": run_presenter, "render": run_render, "meta": run_meta, "mcp": run_mcp}


def _opener(present) -> Tool:
    return tool(
        "open",
        "test",
        "Open a path.",
        {"path": need(STRING)},
        output(STRING, lambda _arguments, value: [{"type": "text", "text": value}]),
        present_call=present,
        present_result=lambda arguments, _result: {
            "card": "generic", "title": f"Opened {arguments['path']}", "content": [],
        },
    )  # fmt: skip


def _titled(arguments: dict) -> dict:
    return {"card": "generic", "title": f"Open {arguments['path']}"}


def with_presenters(given: dict, expect: dict) -> None:
    """Arguments that fit have both views, others none."""
    for arguments in (given["call"], {}):
        fits = arguments == given["call"] and "path" in arguments
        called = strict_call(_opener(_titled), arguments)
        resulted = strict_result(_opener(_titled), arguments, _result(None))
        assert (called, resulted) == ((expect["call"], expect["result"]) if fits else (None, None))


def raising_presenter(given: dict, expect: dict) -> None:
    said = re.search(r'raises Error\("(.+)"\)', given["tool"])[1]

    def raising(_arguments: dict) -> dict:
        raise RuntimeError(said)

    author = tool("raising", "test", "Raise.", {}, output(STRING, lambda _arguments, _value: []), present_call=raising)
    with pytest.raises(RuntimeError, match=re.escape(expect["error"]["message"])):
        strict_call(author, given["call"])
    contained = present_call_of(author, json.dumps(given["call"]))
    assert contained.view is None
    assert contained.reason == f"presenter failed: RuntimeError: {expect['error']['message']}"


PROSE = {
    r"^typed tool with presentCall|^same$": with_presenters,
    r"^author presentCall raises": raising_presenter,
}


def test_only_these_areas_wait() -> None:
    """The number of skips does not grow unseen."""
    carried = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))
    waiting = {vector["area"] for vector in carried} - ELSEWHERE - AREAS.keys()
    assert waiting == set()


def test_every_sample_fits_its_schema() -> None:
    """The set-up of vectors that leave the arguments out is sound for every tool."""
    from workbench.registry.schema import validate_arguments

    for known in catalogue().values():
        assert validate_arguments(known.parameters, sample(known.parameters)) == [], known.name
