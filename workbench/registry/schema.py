"""The face of schemas: compile what an author declares, check what others send, validate values against it."""

from __future__ import annotations

from workbench.registry.compile import compile_parameters, compile_value
from workbench.registry.failures import JsonSchemaError, ToolArgsError
from workbench.registry.json_values import is_lossless
from workbench.registry.subset import assert_object_schema, assert_schema, check_schema
from workbench.registry.validation import validate, validate_arguments

__all__ = [
    "JsonSchemaError",
    "ToolArgsError",
    "assert_object_schema",
    "assert_schema",
    "check_schema",
    "compile_parameters",
    "compile_value",
    "is_lossless",
    "validate",
    "validate_arguments",
]
