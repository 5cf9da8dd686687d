"""What the tests of the catalogue share: results as a log has them, and views as plain wire values."""

from __future__ import annotations

import json

import msgspec
import pytest

from workbench.model import ToolResult
from workbench.tools import present_call, present_result


class Calls:
    """Presents calls of one tool after another; views come back as plain values, None where there is none."""

    @staticmethod
    def call(name: str, /, **arguments: object) -> dict | None:
        return wire(present_call(name, json.dumps(arguments)).view)

    @staticmethod
    def result(name: str, result: ToolResult, /, **arguments: object) -> dict | None:
        return wire(present_result(name, json.dumps(arguments), result).view)


def wire(view: object) -> dict | None:
    return None if view is None else msgspec.to_builtins(view)


@pytest.fixture
def views() -> type[Calls]:
    return Calls


@pytest.fixture
def said():
    """Makes a result of one text block."""

    def make(words: str, *, is_error: bool = False, **meta: object) -> ToolResult:
        block = {"type": "text", "text": words}
        if "meta" in meta:
            return ToolResult(content=(block,), is_error=is_error, meta=meta["meta"], has_meta=True)
        return ToolResult(content=(block,), is_error=is_error)

    return make
