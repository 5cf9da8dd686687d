"""The arguments of a call as text: parsed once, and said to be complete, broken or no object."""

from __future__ import annotations

from typing import Any

from workbench.model import Json, Value
from workbench.tools.present import parse_arguments


class Arguments(Value, frozen=True, kw_only=True):
    """What the text of a call's arguments holds.

    `value` is None where the text is no JSON; `fields` is the object, or empty where the value is no object.
    `is_partial` says that the text had not arrived whole: then `value` is as much as could be told.
    """

    text: str
    is_json: bool
    value: Json = None
    is_partial: bool = False

    @property
    def fields(self) -> dict[str, Any]:
        """The members of the object, or an empty dict."""
        return self.value if isinstance(self.value, dict) else {}

    def string(self, name: str) -> str | None:
        """Return the member when it is a string."""
        value = self.fields.get(name)
        return value if isinstance(value, str) else None


def parse(text: str) -> Arguments:
    """Parse the text; an empty text is an empty object, as the harness takes it."""
    if text == "":
        return Arguments(text=text, is_json=True, value={})
    try:
        return Arguments(text=text, is_json=True, value=parse_arguments(text))
    except ValueError:
        return Arguments(text=text, is_json=False)
