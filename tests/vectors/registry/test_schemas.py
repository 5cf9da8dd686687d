"""The harness's own answers about schemas and lossless JSON, one test a vector.

Prose is turned into the value it speaks of; prose that is not known here is skipped and says so.
"""

from __future__ import annotations

import datetime as dt
import json
import math
from types import SimpleNamespace

import pytest
from msgspec import UNSET

from workbench.registry.schema import (
    JsonSchemaError,
    assert_object_schema,
    assert_schema,
    compile_parameters,
    compile_value,
    is_lossless,
    validate,
)

AREAS = ("compile", "schema", "validate", "lossless")
SKIPPED_HERE = 0
"""How many of the vectors that the project carries cannot exist in Python. Holes and `undefined` can: UNSET is both."""


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


# ---------------------------------------------------------------------------------------------------- encoding


def _function() -> None: ...


SPECIAL = {
    "NaN": math.nan,
    "Infinity": math.inf,
    "-Infinity": -math.inf,
    "-0": -0.0,
    "undefined": UNSET,
    "hole": UNSET,
    "function": _function,
    "Date": dt.datetime(2026, 1, 1, tzinfo=dt.UTC),
    "Map": SimpleNamespace(),
}


def decoded(value: object, *, in_array: bool = False) -> object:
    """Put the Python counterparts of values that JSON has no word for in their places."""
    if isinstance(value, dict) and set(value) == {"$special"}:
        name = value["$special"]
        if name not in SPECIAL:
            pytest.skip(f"no Python counterpart is known for {name}")
        # An item that is undefined is there, unlike a hole: Python's nearest is a value that JSON has no word for.
        return ... if in_array and name == "undefined" else SPECIAL[name]
    if isinstance(value, dict):
        return {key: decoded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [decoded(part, in_array=True) for part in value]
    return value


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


# ---------------------------------------------------------------------------------------------------- schemas


def _cyclic() -> dict:
    node: dict = {"type": "array"}
    node["items"] = node
    return node


def _deep() -> dict:
    node: dict = {"type": "string"}
    for _ in range(5_000):
        node = {"oneOf": [node, {"type": "null"}]}
    return node


def run_compile(given: dict, expect: dict) -> None:
    spec = given["spec"]
    compilers = {"value": compile_value, "parameters": compile_parameters}
    if given.get("kind") not in compilers:
        pytest.skip("prose without a set-up")
    compiler = compilers[given["kind"]]
    if isinstance(spec, str) and spec.startswith("5000 nested oneOf"):
        schema, depth = compiler(_deep()), 0
        while "oneOf" in schema:
            schema, depth = schema["oneOf"][0], depth + 1
        assert {"depth": depth, "leaf": schema} == expect["ok"]
        return
    if isinstance(spec, str) and not spec.startswith("cyclic"):
        pytest.skip("prose without a set-up")
    declared = _cyclic() if isinstance(spec, str) else decoded(spec)
    answer = _answer(lambda: compiler(declared))
    assert json.dumps(answer) == json.dumps(expect)  # the order of keys counts


def run_schema(given: dict, expect: dict) -> None:
    schema = given["schema"]
    if isinstance(schema, str):
        if "shared leaf" not in schema:
            pytest.skip("prose without a set-up")
        leaf = {"type": "string"}
        schema = {"type": "object", "properties": {"a": leaf, "b": leaf}}
    check = assert_object_schema if given.get("objectRoot") else assert_schema
    assert _answer(lambda: check(decoded(schema)) or "accepted") == expect


def run_validate(given: dict, expect: dict) -> None:
    if isinstance(given["schema"], str):
        pytest.skip("prose without a set-up")
    assert validate(given["schema"], decoded(given["value"]), given.get("path", "value")) == expect["violations"]


# ---------------------------------------------------------------------------------------------------- lossless


class Fields(dict):
    """A dict with something beside its keys: what a property that is not enumerable comes to in Python."""

    def __init__(self) -> None:
        super().__init__(a=1)
        self.hidden = True


class Items(list):
    """A list with something beside its items."""

    def __init__(self) -> None:
        super().__init__([1])
        self.extra = True


def _containing_itself() -> dict:
    value: dict = {}
    value["self"] = value
    return value


def _twice() -> list:
    shared = {"a": 1}
    return [shared, shared]


VALUES = {
    "null": None,
    '"text"': "text",
    "1.5": 1.5,
    "-0": -0.0,
    "NaN": math.nan,
    "Infinity": math.inf,
    "-Infinity": -math.inf,
    "undefined": UNSET,
    "[1, undefined]": [1, ...],
    "sparse array": [1, UNSET, 3],
    "array with extra property": Items(),
    "{a: undefined}": {"a": UNSET},
    "cyclic object": _containing_itself(),
    "same object twice (shared, not cyclic)": _twice(),
    "Date": SPECIAL["Date"],
    "Map": {1: "one"},
    "Set": {1},
    "class instance": SimpleNamespace(a=1),
    "object without prototype": {"a": 1},
    "symbol key": {object(): 1},
    "non-enumerable own property": Fields(),
    "function": _function,
    "symbol": object(),
    "bigint": 10**400,
    "lone surrogate string": "\ud800",
    "2**60 (number beyond safe integers)": 2**60,
    '{"__proto__": 1} as own key': {"__proto__": 1},
    "true": True,
    "false": False,
    "{}": {},
    "[]": [],
}


def run_lossless(given: dict, expect: dict) -> None:
    if given["value"] not in VALUES:
        pytest.skip("prose without a set-up")
    assert is_lossless(VALUES[given["value"]]) is expect["lossless"]


RUNNERS = {"compile": run_compile, "schema": run_schema, "validate": run_validate, "lossless": run_lossless}
