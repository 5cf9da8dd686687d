"""Type hints as schemas: a Python author's own types instead of the schema language, compiled to the same schema.

A parameter type is a `TypedDict`, a `msgspec.Struct` or a dataclass; a value type may also be any hint of JSON values:
`str`, `int`, `float`, `bool`, `None`, `list[T]`, `dict[str, Any]`, `Literal`, `Enum`, unions and `Any`. A field without
a default is required; `Annotated[T, msgspec.Meta(description="…")]` gives a field its description, title or examples.

A union compiles to `oneOf`, which wants exactly one branch to fit, so `int | float` becomes `number`. Types are
followed through 16 containers (lists, objects, unions), recursive types too; deeper parts accept any JSON value. What
the enforced subset cannot enforce – lengths, ranges, patterns, the value type of a `dict` – is refused, not ignored.
"""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from workbench.model import Json
from workbench.registry.failures import JsonSchemaError
from workbench.registry.json_values import is_lossless

LEVELS = 16
_LARGEST = 5_000
_SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null"}


def is_type(spec: object) -> bool:
    """Return whether a declaration is a type hint and not a node of the schema language."""
    return spec is None or not isinstance(spec, Mapping)


def parameters_of(hint: Any) -> dict[str, Json]:
    """Return the property map that a parameter type stands for.

    Raises:
        JsonSchemaError: the type is no TypedDict, Struct or dataclass, or has a part that cannot be enforced.
    """
    if not _is_record(hint):
        raise JsonSchemaError([f"parameters must be a TypedDict, a msgspec.Struct or a dataclass, not {_name(hint)}"])
    node = _Reader().node(hint, "parameters", 0)
    properties: dict[str, Json] = node["properties"]
    return properties


def value_of(hint: Any) -> dict[str, Json]:
    """Return the value node that a type stands for.

    Raises:
        JsonSchemaError: the type has a part that JSON cannot carry or the subset cannot enforce.
    """
    return _Reader().node(hint, "schema", 0)


def needs_conversion(hint: Any) -> bool:
    """Return whether values of this type are objects that are no JSON values, to be converted from and to them."""
    seen: set[int] = set()

    def search(part: Any) -> bool:
        if id(part) in seen:
            return False
        seen.add(id(part))
        if isinstance(part, type) and (issubclass(part, (msgspec.Struct, enum.Enum)) or dataclasses.is_dataclass(part)):
            return True
        origin = get_origin(part)
        if isinstance(origin, type) and issubclass(origin, Sequence) and origin is not list:
            return True
        below = typing.get_type_hints(part).values() if typing.is_typeddict(part) else get_args(part)
        return any(search(inner) for inner in below)

    return search(hint)


class _Reader:
    """Reads one declaration; `size` guards against recursive types that branch."""

    def __init__(self) -> None:
        self.size = 0

    def node(self, hint: Any, path: str, depth: int) -> dict[str, Json]:
        self.size += 1
        if self.size > _LARGEST:
            raise JsonSchemaError([f"{path} makes the schema larger than {_LARGEST} nodes; declare that part as Any"])
        hint, annotations = _unwrap(hint, path)
        if depth >= LEVELS:
            return {"type": "json", **annotations}
        return {**self._bare(hint, path, depth), **annotations}

    def _bare(self, hint: Any, path: str, depth: int) -> dict[str, Json]:
        if hint is Any or hint is object:
            return {"type": "json"}
        if hint is None or hint in _SIMPLE:
            return {"type": _SIMPLE[type(None) if hint is None else hint]}
        origin = get_origin(hint)
        if origin is Literal:
            return _literals(list(get_args(hint)), path)
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            return _literals([member.value for member in hint], path)
        if origin in (Union, types.UnionType):
            return self._union(get_args(hint), path, depth)
        if _is_record(hint):
            if getattr(hint, "__struct_config__", None) is not None and hint.__struct_config__.array_like:
                raise JsonSchemaError([f"{path} cannot enforce {_name(hint)}, whose fields have no names in JSON"])
            return self._record(hint, path, depth)
        return self._container(hint, origin or hint, path, depth)

    def _union(self, branches: Sequence[Any], path: str, depth: int) -> dict[str, Json]:
        kept = [branch for branch in branches if branch is not msgspec.UnsetType]
        if float in kept:
            kept = [branch for branch in kept if branch is not int]
        if len(kept) == 1:
            return self._bare(kept[0], path, depth)
        return {"oneOf": [self.node(branch, f"{path}.oneOf[{i}]", depth + 1) for i, branch in enumerate(kept)]}

    def _record(self, hint: Any, path: str, depth: int) -> dict[str, Json]:
        properties: dict[str, Json] = {}
        config = getattr(hint, "__struct_config__", None)
        if config is not None and config.tag is not None:
            kind = "string" if isinstance(config.tag, str) else "integer"
            properties[config.tag_field] = {"type": kind, "const": config.tag, "required": True}
        for name, field, required, default in _fields(hint):
            node = self.node(field, f"{path}.{name}", depth + 1)
            if required:
                node["required"] = True
            elif is_lossless(default):
                node.setdefault("default", default)
            properties[name] = node
        closed = config is not None and config.forbid_unknown_fields
        return {"type": "object", "additionalProperties": not closed, "properties": properties}

    def _container(self, hint: Any, base: Any, path: str, depth: int) -> dict[str, Json]:
        inner = get_args(hint)
        if isinstance(base, type) and issubclass(base, Mapping):
            if inner and (inner[0] is not str or inner[1] not in (Any, object)):
                raise JsonSchemaError([f"{path} cannot enforce {_name(hint)}; use dict[str, Any] or a TypedDict"])
            return {"type": "object", "additionalProperties": True}
        if isinstance(base, type) and issubclass(base, tuple) and not (len(inner) == 2 and inner[1] is ...):
            raise JsonSchemaError([f"{path} cannot enforce {_name(hint)}; use list[T]"])
        if isinstance(base, type) and issubclass(base, Sequence) and not issubclass(base, (bytes, bytearray)):
            if not inner:
                return {"type": "array"}
            return {"type": "array", "items": self.node(inner[0], f"{path}.items", depth + 1)}
        raise JsonSchemaError([f"{path} has no JSON schema for {_name(hint)}"])


def _unwrap(hint: Any, path: str) -> tuple[Any, dict[str, Json]]:
    """Take `Annotated`, `Required`, `NewType` and aliases off a hint; return it with its annotations."""
    annotations: dict[str, Json] = {}
    while True:
        origin = get_origin(hint)
        if origin is typing.Annotated:
            hint, *extras = get_args(hint)
            for meta in extras:
                if isinstance(meta, msgspec.Meta):
                    annotations = {**_annotations(meta, path), **annotations}
        elif origin in (typing.Required, typing.NotRequired):
            (hint,) = get_args(hint)
        elif isinstance(hint, typing.NewType):
            hint = hint.__supertype__
        elif type(hint).__name__ == "TypeAliasType":
            hint = hint.__value__
        else:
            return hint, annotations


def _annotations(meta: msgspec.Meta, path: str) -> dict[str, Json]:
    found = {"description": meta.description, "title": meta.title, "examples": meta.examples}
    limits = ("gt", "ge", "lt", "le", "multiple_of", "pattern", "min_length", "max_length", "extra_json_schema")
    for limit in limits:
        if getattr(meta, limit) is not None:
            raise JsonSchemaError([f"{path} declares {limit}, which is not enforced; check it in the body"])
    return {word: value for word, value in found.items() if value is not None}


def _literals(values: list[Any], path: str) -> dict[str, Json]:
    by_kind: dict[str, list[Json]] = {}
    for value in values:
        if type(value) not in _SIMPLE:
            raise JsonSchemaError([f"{path} has no JSON literal for {value!r}"])
        by_kind.setdefault(_SIMPLE[type(value)], []).append(value)
    nodes = [
        {"type": kind} if kind == "null" else {"type": kind, "enum": literals} for kind, literals in by_kind.items()
    ]
    return nodes[0] if len(nodes) == 1 else {"oneOf": nodes}


def _is_record(hint: Any) -> bool:
    return isinstance(hint, type) and (
        issubclass(hint, msgspec.Struct) or dataclasses.is_dataclass(hint) or typing.is_typeddict(hint)
    )


def _fields(hint: Any) -> list[tuple[str, Any, bool, Any]]:
    """Return each field's wire name, type, whether it is required, and its default (UNSET where there is none)."""
    if issubclass(hint, msgspec.Struct):
        return [
            (field.encode_name, field.type, field.required, _default(field.default, field.default_factory))
            for field in msgspec.structs.fields(hint)
        ]
    hints = typing.get_type_hints(hint, include_extras=True)
    if typing.is_typeddict(hint):
        return [(name, field, _is_required(hint, name, field), msgspec.UNSET) for name, field in hints.items()]
    found = []
    for field in dataclasses.fields(hint):
        default = _default(field.default, field.default_factory)
        required = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        found.append((field.name, hints[field.name], required, default))
    return found


def _is_required(record: Any, name: str, field: Any) -> bool:
    """Return whether a key is required; with postponed annotations only the resolved hint knows."""
    if get_origin(field) in (typing.Required, typing.NotRequired):
        return get_origin(field) is typing.Required
    return name in record.__required_keys__


def _default(default: Any, factory: Any) -> Any:
    if default in (msgspec.NODEFAULT, dataclasses.MISSING):
        return factory() if factory in (list, dict) else msgspec.UNSET
    return default.value if isinstance(default, enum.Enum) else default


def _name(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) and not get_args(hint) else str(hint)
