"""Between JSON values and objects of an author's types: Structs, dataclasses, enum members, tuples."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterable
from typing import Any

import msgspec

from workbench.model import Json
from workbench.registry.failures import JsonSchemaError
from workbench.registry.json_values import is_integer, thaw


def check_convertible(hint: Any, path: str) -> None:
    """Find out now, not at the first call, whether objects of a type can be made from JSON values.

    Raises:
        JsonSchemaError: they cannot, as with a union of Structs that have no tags.
    """
    try:
        msgspec.json.Decoder(hint)
    except TypeError as error:
        raise JsonSchemaError([f"{path} cannot be converted: {str(error).splitlines()[0]}"]) from error


def object_of(value: Json, hint: Any) -> Any:
    """Return the object of a type that a JSON value stands for; 2.0 is an integer to a schema, so it is to a type.

    Raises:
        msgspec.ValidationError: the value is none of this type.
    """
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return msgspec.convert(thaw(value, lambda part: int(part) if is_integer(part) else part), hint)


def json_of(value: object) -> Any:
    """Return what an object stands for, as dicts, lists and scalars; what no type declares stays as it is.

    Members that are `UNSET` are left out. Takes any depth; what contains itself still does afterwards, so that the
    check for lossless JSON finds it.
    """
    made: dict[int, Any] = {}
    todo: list[tuple[Any, Any]] = []

    def placed(part: Any) -> Any:
        if isinstance(part, enum.Enum):
            return part.value
        if not _is_container(part):
            return part
        if id(part) not in made:
            made[id(part)] = [] if type(part) in (list, tuple) else {}
            todo.append((part, made[id(part)]))
        return made[id(part)]

    result = placed(value)
    while todo:
        source, target = todo.pop()
        if isinstance(target, list):
            target.extend(placed(part) for part in source)
        else:
            target.update((name, placed(part)) for name, part in _members(source))
    return result


def _is_container(part: Any) -> bool:
    return type(part) in (list, tuple, dict) or (
        not isinstance(part, type) and (isinstance(part, msgspec.Struct) or dataclasses.is_dataclass(part))
    )


def _members(part: Any) -> Iterable[tuple[Any, Any]]:
    if type(part) is dict:
        return part.items()
    if isinstance(part, msgspec.Struct):
        config, fields = part.__struct_config__, zip(part.__struct_fields__, part.__struct_encode_fields__, strict=True)
        tag = [] if config.tag is None else [(config.tag_field, config.tag)]
        named = [(shown, getattr(part, field)) for field, shown in fields]
    else:
        tag, named = [], [(field.name, getattr(part, field.name)) for field in dataclasses.fields(part)]
    return [*tag, *((name, value) for name, value in named if value is not msgspec.UNSET)]
