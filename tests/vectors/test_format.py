"""The harness's own answers about the log format, one test a vector: packing, the surface, repair, names of folders.

An operation is looked up by its name, so a vector that is not in the file here runs as well; see `test_vectors.py`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from workbench.logs.layout import encode_segment, project_key
from workbench.logs.packing import pack, unpack
from workbench.logs.surface import fold_surface
from workbench.replay.assemble import assemble
from workbench.replay.repair import closers

FILE = Path(os.environ.get("WORKBENCH_VECTORS") or Path(__file__).with_name("vectors.json"))


def _vectors() -> list:
    return [vector for vector in json.loads(FILE.read_text(encoding="utf-8")) if vector["area"] == "format"]


def _generation(given: dict) -> int:
    return given.get("version", given.get("generation", 0))


def _surface(given: dict) -> dict:
    nodes, replacements = fold_surface(given["events"], _generation(given))
    told = [
        {"seq": one.seq, "start": one.start, "end": one.end, "shadowedSeqs": list(one.shadowed)} for one in replacements
    ]
    return {"ok": {"nodes": nodes, "replacements": told}}


def _assembled(given: dict) -> dict:
    found = assemble(given["chunks"])
    told = {"error": _error(found.error)} if found.blocks is None else {"ok": list(found.blocks)}
    return told | {"interrupted": list(found.interrupted), "finish": found.finish, "usage": found.usage}


def _error(message: object) -> dict:
    return {"name": "Error", "message": str(message)}


OPERATIONS = {
    "pack": lambda given: {"rows": pack(given["events"])},
    "unpack": lambda given: {"ok": unpack(given["row"])},
    "foldSurface": _surface,
    "repair": lambda given: {"closers": closers(given["events"], _generation(given))},
    "assemble": _assembled,
    "projectKey": lambda given: {"key": project_key(given["cwd"])},
    "encodeSegment": lambda given: {"segment": encode_segment(given["id"])},
}


@pytest.mark.vector
@pytest.mark.parametrize("vector", _vectors(), ids=lambda vector: vector["id"])
def test_vector(vector: dict) -> None:
    """What the harness answered is what we answer, errors in its own words among them."""
    operation = OPERATIONS.get(vector["given"].get("op"))
    if operation is None:
        pytest.skip(f"operation {vector['given'].get('op')!r} is not built")
    try:
        answer = operation(vector["given"])
    except ValueError as fault:
        answer = {"error": _error(fault)}
    assert answer == vector["expect"]


def test_no_operation_is_missing() -> None:
    carried = json.loads(Path(__file__).with_name("vectors.json").read_text(encoding="utf-8"))
    asked = {vector["given"].get("op") for vector in carried if vector["area"] == "format"}
    assert asked <= OPERATIONS.keys()
