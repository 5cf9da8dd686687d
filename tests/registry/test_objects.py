"""Objects of an author's types, made from JSON values and made into them."""

from __future__ import annotations

import asyncio
import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from msgspec import UNSET, UnsetType

from workbench.registry import Registry, define_tool
from workbench.registry.objects import json_of, object_of
from workbench.registry.schema import is_lossless


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Spot(msgspec.Struct, tag="spot", rename="camel"):
    line_number: int
    marks: tuple[int, ...] = ()
    note: str | UnsetType = UNSET
    free: Any = None


@dataclass
class Page:
    spots: list[Spot]
    colour: Colour = Colour.RED


def test_an_object_stands_for_its_wire_shape() -> None:
    page = Page(spots=[Spot(line_number=3, marks=(1, 2), free={"k": (Colour.BLUE,)})])
    shape = {
        "spots": [{"type": "spot", "lineNumber": 3, "marks": [1, 2], "free": {"k": ["blue"]}}],
        "colour": "red",
    }
    assert json_of(page) == shape
    assert object_of(shape, Page) == Page(spots=[Spot(line_number=3, marks=(1, 2), free={"k": ["blue"]})])


@pytest.mark.parametrize("value", [b"x", {1, 2}, float("nan"), {1: "a"}, Page, object()])
def test_what_json_cannot_carry_is_not_made_to_look_like_it(value: object) -> None:
    assert not is_lossless(json_of(Spot(line_number=1, free=value)))


def test_an_object_that_contains_itself_is_no_json_value() -> None:
    spot = Spot(line_number=1)
    spot.free = [spot]
    assert not is_lossless(json_of(spot))
    assert is_lossless(json_of([Spot(line_number=1)] * 2))


def test_an_object_may_hold_json_of_any_depth() -> None:
    deep: Any = "leaf"
    for _ in range(5_000):
        deep = [deep]
    made = json_of(Spot(line_number=1, free=deep))["free"]
    while isinstance(made, list):
        (made,) = made
    assert made == "leaf"


@pytest.mark.parametrize(
    ("hint", "returned"), [(tuple[int, ...], (1, 2)), (Sequence[int], (1, 2)), (list[tuple[int, ...]], [(1, 2)])]
)
def test_a_body_may_return_the_tuples_it_declares(hint: Any, returned: Any) -> None:
    seen: list[Any] = []

    def render(args, value):
        seen.append(value)
        return "ok"

    output = {"schema": hint, "render": render}
    registry = Registry()
    registry.register(define_tool(lambda args, run: returned, name="t", description="d", parameters={}, output=output))
    result = asyncio.run(registry.execute("t", {}))
    assert result.value == ([1, 2] if hint != list[tuple[int, ...]] else [[1, 2]])
    assert seen == ([returned] if hint != Sequence[int] else [[1, 2]])
