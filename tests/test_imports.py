"""Imports go one way: plain values at the bottom, rooms above them, the widgets on top, the public face beside them.

A room is the first name below `workbench`: a package (`store`) or a single module (`markers`).
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent

COMMON = {"data", "errors", "markers", "model", "partial", "plugins", "redact", "sgr", "strings", "terminal"}
"""Everybody may use these; they use only one another."""

USES = {
    "logs": set(),
    "store": {"logs"},
    "registry": set(),
    "tools": {"registry"},
    "cards": {"tools"},
    "replay": {"store", "cards"},
    "live": {"replay", "tools"},
    "gaps": {"replay", "live"},
    "widgets": {"gaps"},
}
"""What a room may use, and with it all that those may use."""

LAZY_FACE = {"__init__", "asking", "browse", "cli", "extension", "held", "report", "session", "surfaces"}
"""The public face: it may use every room, and the widgets inside functions."""

FORBIDDEN = {"IPython", "altair", "anywidget", "duckdb", "ipywidgets", "pandas"}
PURE = {*COMMON, "logs", "registry", "tools", "cards"}
"""What happened, as values: no database, no notebook."""


class Import(NamedTuple):
    """One imported module; `lazy` where it happens inside a function or only for type checkers."""

    file: Path
    line: int
    name: str
    lazy: bool

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line} imports {self.name}"


def modules() -> dict[str, Path]:
    """Dotted name to file, as installed."""
    found = {}
    for folder, package in (("workbench", "workbench"), ("widgets", "workbench.widgets"), ("data", "workbench.data")):
        for file in (ROOT / folder).rglob("*.py"):
            parts = file.relative_to(ROOT / folder).with_suffix("").parts
            found[".".join((package, *parts)).removesuffix(".__init__")] = file
    return found


def room(name: str) -> str:
    return [*name.split("."), "__init__"][1]


def imports(name: str, file: Path) -> list[Import]:
    """Every import of a module, relative ones resolved."""
    found: list[Import] = []
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]

    def visit(node: ast.AST, lazy: bool) -> None:
        if isinstance(node, ast.Import):
            found.extend(Import(file, node.lineno, alias.name, lazy) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: len(package.split(".")) - node.level + 1]) if node.level else ""
            module = ".".join(filter(None, (base, node.module)))
            # `from workbench import cards` imports the room, `from workbench.cards import build` too
            found.extend(Import(file, node.lineno, f"{module}.{alias.name}", lazy) for alias in node.names)
        for child in ast.iter_child_nodes(node):
            inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            typing_only = isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
            visit(child, lazy or inside or typing_only)

    visit(ast.parse(file.read_text(encoding="utf-8")), lazy=False)
    return found


def closure(start: str) -> set[str]:
    below = set(USES[start])
    return below.union(*(closure(name) for name in below))


ALL = modules()
EDGES = [(name, edge) for name, file in sorted(ALL.items()) for edge in imports(name, file)]
OURS = [(name, edge) for name, edge in EDGES if edge.name.split(".")[0] == "workbench"]


def rooms_of(edge: Import) -> str:
    """The room that an import reaches; the public face where it takes a name of the package itself."""
    reached = room(edge.name)
    return (
        reached
        if any(known == f"workbench.{reached}" or known.startswith(f"workbench.{reached}.") for known in ALL)
        else "__init__"
    )


def test_plain_values_use_only_one_another() -> None:
    assert [str(edge) for name, edge in OURS if room(name) in COMMON and rooms_of(edge) not in COMMON] == []


@pytest.mark.parametrize("start", sorted(USES))
def test_a_room_uses_only_what_stands_below_it(start: str) -> None:
    allowed = closure(start) | COMMON | {start}
    assert [str(edge) for name, edge in OURS if room(name) == start and rooms_of(edge) not in allowed] == []


def test_only_the_public_face_knows_the_widgets_and_only_inside_functions() -> None:
    eager = [
        str(edge)
        for name, edge in OURS
        if rooms_of(edge) == "widgets" and room(name) != "widgets" and not (edge.lazy and room(name) in LAZY_FACE)
    ]
    assert eager == []


def test_pure_rooms_know_no_database_and_no_notebook() -> None:
    assert [str(e) for name, e in EDGES if room(name) in PURE and e.name.split(".")[0] in FORBIDDEN] == []


def test_every_package_is_a_room_with_a_rule() -> None:
    packages = {room(name) for name, file in ALL.items() if file.name == "__init__.py"}
    assert packages - COMMON - set(USES) == {"__init__"}


def test_importing_the_workbench_is_cheap() -> None:
    heavy = sorted(FORBIDDEN | {"numpy", "pygments", "typer"})
    code = f"import sys, workbench; print(sorted(set({heavy!r}) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
