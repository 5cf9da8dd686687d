"""A quick yes for arguments that plainly fit their schema; anything else is left to the validator.

Nearly all logged arguments fit, and saying so is most of the work of presenting a call. A schema is turned once into
nested functions that answer True only where the validator is sure to find nothing wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Accept = Callable[[Any], bool]

_SAFE = 2**63


def _string(value: Any) -> bool:
    return type(value) is str


def _boolean(value: Any) -> bool:
    return type(value) is bool


def _null(value: Any) -> bool:
    return value is None


def _integer(value: Any) -> bool:
    return type(value) is int and -_SAFE < value < _SAFE


def _number(value: Any) -> bool:
    return _integer(value) or (type(value) is float and 0 < abs(value) < _SAFE)


def _anything(_value: Any) -> bool:
    return True


def _never(_value: Any) -> bool:
    return False


_SCALARS: dict[str, Accept] = {
    "string": _string,
    "boolean": _boolean,
    "null": _null,
    "integer": _integer,
    "number": _number,
}


def acceptor(schema: dict[str, Any]) -> Accept:
    """Compile a schema of the enforced subset.

    The function that comes back is meant for values that were just parsed from JSON without a number that JSON cannot
    carry, since members that the schema does not name are not looked into.
    """
    if "oneOf" in schema:
        return _never
    kind = schema.get("type")
    if kind is None:
        return _anything
    if kind == "object":
        return _object(schema)
    if kind == "array":
        return _array(schema)
    accept = _SCALARS.get(kind, _never)
    allowed = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if allowed is None:
        return accept
    return (lambda value: type(value) is str and value in allowed) if kind == "string" else _never


def _array(schema: dict[str, Any]) -> Accept:
    item = acceptor(schema["items"]) if "items" in schema else _anything
    return lambda value: type(value) is list and all(map(item, value))


def _object(schema: dict[str, Any]) -> Accept:
    members = {name: acceptor(node) for name, node in schema.get("properties", {}).items()}
    required = frozenset(schema.get("required", ()))
    unknown = _never if schema.get("additionalProperties") is False else _anything

    def accept(value: Any) -> bool:
        if type(value) is not dict or not required <= value.keys():
            return False
        return all(members.get(name, unknown)(member) for name, member in value.items())

    return accept
