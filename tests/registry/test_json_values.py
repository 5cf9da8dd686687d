"""What counts as lossless JSON in Python, and what a frozen copy is."""

from __future__ import annotations

import copy
import datetime as dt
import enum
import json
import math
import pickle

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.registry.json_text import json_text, number_text
from workbench.registry.json_values import FrozenDict, FrozenList, NotLosslessError, is_lossless, snapshot, thaw
from workbench.registry.schema import check_schema, compile_value, validate

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


class Colour(enum.StrEnum):
    RED = "red"


class Lies(dict):
    """A dict whose methods would lie or raise, were they asked."""

    def __iter__(self):
        raise RuntimeError("asked")

    def items(self):
        raise RuntimeError("asked")

    def __eq__(self, other):
        raise RuntimeError("asked")

    __hash__ = None


@pytest.mark.parametrize(
    "value",
    [
        math.nan, math.inf, -math.inf, -0.0, 10**400, (1, 2), {1, 2}, frozenset(), b"x", bytearray(b"x"), 1j,
        dt.datetime(2026, 1, 1, tzinfo=dt.UTC), dt.date(2026, 1, 1), Colour.RED, np.float64(1.5), np.int64(1),
        np.array([1]), msgspec.UNSET, ..., NotImplemented, object(), int, len, Lies(a=1), iter([]), range(3),
        {1: "a"}, {None: 1}, {True: 1}, {("a",): 1}, {Colour.RED: 1}, {b"a": 1},
    ],
    ids=lambda value: repr(value).partition(" at 0x")[0],
)  # fmt: skip
def test_what_json_cannot_carry_is_refused(value: object) -> None:
    for wrapped in (value, [value], {"a": value}, [[{"a": [value]}]]):
        assert not is_lossless(wrapped)
        with pytest.raises(NotLosslessError):
            snapshot(wrapped)
        assert validate({}, wrapped) == ['"value" must be a lossless JSON value']


@pytest.mark.parametrize("value", [None, True, 0, 0.0, 1.5, "", "\ud800", 2**53 + 1, -(2**70), 10**308, [], {}, [[{}]]])
def test_what_json_carries_is_accepted(value: object) -> None:
    assert is_lossless(value)
    assert snapshot(value) == value


def test_an_integer_beyond_2_53_keeps_its_digits() -> None:
    exact = 2**53 + 1
    assert json.loads(json_text(snapshot({"n": exact}))) == {"n": exact}
    assert validate({"type": "integer"}, exact) == []


def test_a_cycle_is_refused_and_sharing_is_not() -> None:
    ring: list = [1]
    ring.append({"back": ring})
    assert not is_lossless(ring)
    shared = {"a": [1, {"b": 2}]}
    both = snapshot([shared, shared, {"c": shared}])
    assert both == [shared, shared, {"c": shared}]


def test_a_cycle_through_a_part_met_before_is_found() -> None:
    first: dict = {}
    second: dict = {"first": first}
    first["second"] = [second]
    assert not is_lossless([first, second])
    assert not is_lossless([second, first])


def test_shared_parts_cost_no_more_than_once() -> None:
    value: list = []
    for _ in range(200):
        value = [value, value, {"n": value}]
    assert is_lossless(value)


def test_five_thousand_levels_are_no_trouble() -> None:
    schema: dict = {"type": "string"}
    value: object = "leaf"
    wrong: object = 7
    for _ in range(5_000):
        schema = {"type": "array", "items": schema}
        value, wrong = [value], [wrong]
    compiled = compile_value(schema)
    assert check_schema(compiled) == []
    assert validate(compiled, value) == []
    (violation,) = validate(compiled, wrong)
    assert violation == f'"value{"[0]" * 5_000}" must be a string'
    assert len(json_text(thaw(snapshot(value)))) == 10_006


@given(JSON)
def test_a_snapshot_is_equal_detached_and_frozen(value: object) -> None:
    if not is_lossless(value):
        assert json.dumps(value).find("-0.0") >= 0
        return
    frozen = snapshot(value)
    assert frozen == value
    assert snapshot(frozen) is frozen or not isinstance(frozen, (dict, list))
    opened = thaw(frozen)
    assert opened == value
    assert type(opened) is type(value)
    assert json.loads(json.dumps(frozen)) == value
    assert msgspec.json.decode(msgspec.json.encode(frozen)) == value if "\\ud" not in json.dumps(value) else True


def test_a_frozen_value_cannot_be_changed() -> None:
    frozen = snapshot({"a": [1, 2], "b": {}})
    changes = [
        lambda: frozen.update(c=1),
        lambda: frozen.pop("a"),
        frozen.clear,
        lambda: frozen.setdefault("c", 1),
        frozen.popitem,
        lambda: frozen["a"].append(3),
        frozen["a"].sort,
        lambda: frozen["a"].extend([1]),
        lambda: frozen["a"].insert(0, 1),
        lambda: frozen["a"].remove(1),
        frozen["a"].reverse,
        lambda: frozen["b"].__ior__({"c": 1}),
        lambda: frozen["a"].__iadd__([1]),
        lambda: frozen.__setitem__("a", 1),
        lambda: frozen.__delitem__("a"),
    ]
    for change in changes:
        with pytest.raises(TypeError, match=r"frozen; copy it with thaw\(\)"):
            change()
    assert frozen == {"a": [1, 2], "b": {}}
    assert (type(frozen), type(frozen["a"])) == (FrozenDict, FrozenList)


def test_copies_of_a_frozen_value_may_be_changed() -> None:
    frozen = snapshot({"a": [1]})
    for copied in (thaw(frozen), copy.deepcopy(frozen), pickle.loads(pickle.dumps(frozen))):
        copied["a"].append(2)
        assert copied == {"a": [1, 2]}


def test_the_source_may_be_changed_afterwards() -> None:
    source = {"a": [1]}
    frozen = snapshot(source)
    source["a"].append(2)
    assert frozen == {"a": [1]}


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1.0, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (1e-7, "1e-7"), (0.00001, "0.00001"), (0.000015, "0.000015"),
        (1.5e-6, "0.0000015"), (1e21, "1e+21"), (1e20, "100000000000000000000"), (1e300, "1e+300"),
        (-2.5e-9, "-2.5e-9"), (123456.789, "123456.789"), (2**70, "1180591620717411303424"),
    ],
)  # fmt: skip
def test_numbers_are_written_as_javascript_writes_them(number: float, text: str) -> None:
    assert number_text(number) == text
    assert float(text) == number


@given(JSON)
def test_json_text_reads_back(value: object) -> None:
    for indent in (0, 2):
        assert json.loads(json_text(value, indent=indent)) == value
    assert json.loads(json_text(value, indent=2, indented_levels=1)) == value


def test_json_text_is_indented_down_to_a_level() -> None:
    value = {"a": [{"b": [1, {}]}, []]}
    assert json_text(value) == '{"a":[{"b":[1,{}]},[]]}'
    assert json_text(value, indent=2, indented_levels=2) == '{\n  "a": [\n    {"b":[1,{}]},\n    []\n  ]\n}'
