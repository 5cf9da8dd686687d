"""Makes `docs/tools.md` from the docstrings of the registry: run it after changing one; a test holds it current."""

from __future__ import annotations

import importlib
import inspect
import re
import typing
from pathlib import Path
from typing import Any

import msgspec

from workbench import model
from workbench.registry import failures

PAGE = Path(__file__).with_name("tools.md")
SECTIONS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("Defining a tool", "define", ("define_tool",)),
    ("The schema language", "compile", ()),
    ("Types instead of schemas", "hints", ()),
    ("What can be enforced", "subset", ("check_schema",)),
    ("What counts as JSON", "json_values", ()),
    ("A definition", "definition", ("Output", "ToolDefinition")),
    ("The registry", "registry", ("Registry",)),
    ("Who sees what", "scopes", ("Agent",)),
    ("The stages of a call", "pipeline", ()),
    ("Listeners", "hooks", ()),
    ("Decisions", "decisions", ("Allow", "Deny", "Ask", "Accept", "Block")),
    ("What each stage is given", "execution", ("Execution", "Dispatch", "Run", "DispatchLog")),
    ("Asking a person", "approvals", ("ApprovalRequest",)),
    ("Results", "results", ("Success", "Failure", "failure", "text", "user_message", "wire")),
    ("Cancellation", "signals", ("Signal", "Abort")),
    ("Timeouts", "timeouts", ("install_timeouts",)),
    ("Spilling", "spill", ("install_spill", "SpillText", "SpillRef")),
    ("Structured output", "structured", ("require_structured_output", "StructuredOutput")),
    ("Scheduling", "lane", ()),
    ("The calls of a step", "steps", ("run_step", "ModelCall", "StepOutcome")),
    ("Code mode", "codemode", ("CodeRuntime", "CodeResult", "CodeFault")),
)
INTERNAL = {"collapses", "executable", "require_code_runtime"}
INTRODUCTION = """\
A presenter returns one of these as a dict in the shape below, or the struct of the same meaning in `workbench.model`;
what is marked `?` may be left out. Without a view, a card has the tool's name, the raw arguments and the raw content.
A result's view replaces what the call's view showed and keeps its title where it has none itself.

`kind` is one of {kinds}; it picks the icon, `other` where it is left out. `content` is a list of content blocks.

`present_result(args, result)` is given the result as the log keeps it: `result.is_error`, `result.content` (a tuple of
blocks) and `result.meta`, which is what `presentation_meta` made (None where nothing was stored).
"""
PARTS = (
    ("locations", model.Location),
    ("diffs", model.FileDiff),
    ("files", model.FileMatches),
    ("matches", model.LineMatch),
    ("lines", model.NumberedLine),
    ("sources", model.WebSource),
)
_SECTION = re.compile(r"^(Args|Attributes|Raises|Returns):$")
_ENTRY = re.compile(r"^    (\*{0,2}[\w., ]+): (.*)$")


def page() -> str:
    """Return the whole page."""
    parts = ["# Tools\n", "<!-- made by docs/build.py from docstrings; change those -->\n"]
    parts.append(inspect.cleandoc(importlib.import_module("workbench.registry").__doc__ or "") + "\n")
    toolbox = importlib.import_module("workbench.toolbox")
    parts.append(f"## In a workbench\n\n{markdown(toolbox)}")
    parts.append(entry("Toolbox", toolbox.Toolbox))
    for title, name, members in SECTIONS:
        module = importlib.import_module(f"workbench.registry.{name}")
        parts.append(f"## {title}\n\n{markdown(module)}")
        parts.extend(entry(member, getattr(module, member)) for member in members)
    parts.append(views())
    parts.append(errors())
    return "\n".join(parts)


def markdown(thing: Any) -> str:
    """Return a docstring as Markdown: its sections become lists."""
    lines: list[str] = []
    in_section = False
    for line in inspect.cleandoc(thing.__doc__ or "").splitlines():
        section, found = _SECTION.match(line), _ENTRY.match(line)
        if section:
            in_section = True
            lines += [f"**{'Parameters' if section[1] == 'Args' else section[1]}**", ""]
        elif in_section and found:
            lines.append(f"- `{found[1]}` – {found[2]}")
        elif in_section and line.startswith("    "):
            lines.append(f"  {line.strip()}")
        else:
            lines.append(line)
    return "\n".join(lines).rstrip() + "\n"


def entry(name: str, thing: Any) -> str:
    """Return the part of the page about one function or class with its public methods."""
    if not isinstance(thing, type):
        return f"### `{name}`\n\n```python\n{signature(thing, name)}\n```\n\n{markdown(thing)}"
    parts = [f"### `{name}`\n\n{markdown(thing)}{fields(thing)}"]
    for method, function in members(thing):
        about = markdown(function)
        if isinstance(function, property):
            parts.append(f"`.{method}` – {about}")
        else:
            parts.append(f"#### `{name}.{method}`\n\n```python\n{signature(function, method)}\n```\n\n{about}")
    return "\n".join(parts)


def members(cls: type) -> list[tuple[str, Any]]:
    """Return the public methods and properties a class has of ours, inherited ones last."""
    found: dict[str, Any] = {}
    for base in cls.__mro__:
        if not base.__module__.startswith("workbench."):
            continue
        for name, thing in vars(base).items():
            if (
                not name.startswith("_")
                and name not in INTERNAL
                and (inspect.isfunction(thing) or isinstance(thing, property))
            ):
                found.setdefault(name, thing)
    return list(found.items())


def fields(cls: type) -> str:
    """Return the fields of a struct as a block of code, or nothing."""
    if not issubclass(cls, msgspec.Struct):
        return ""
    lines = [f"{name}: {annotation}" for name, annotation in inspect.get_annotations(cls).items()]
    return "\n```python\n" + "\n".join(lines) + "\n```\n" if lines else ""


def signature(function: Any, name: str) -> str:
    """Return a function's head, one parameter a line when it is long."""
    head = inspect.signature(function)
    shown = [_parameter(parameter) for each, parameter in head.parameters.items() if each != "self"]
    for index, parameter in enumerate(head.parameters.values()):
        if parameter.kind is parameter.KEYWORD_ONLY:
            shown.insert(index - ("self" in head.parameters), "*")
            break
    shown = [each.replace(" = UNSET", " = …") for each in shown]
    words = "async def" if inspect.iscoroutinefunction(function) else "def"
    returned = str(head.return_annotation).replace("'", "")
    line = f"{words} {name}({', '.join(shown)}) -> {returned}"
    if len(line) <= 100:
        return line
    return f"{words} {name}(\n    " + ",\n    ".join(shown) + f",\n) -> {returned}"


def _parameter(parameter: inspect.Parameter) -> str:
    """Return a parameter as it is written, its annotation without quotes and its default with them."""
    bare = str(parameter.replace(default=inspect.Parameter.empty)).replace("'", "")
    if parameter.default is inspect.Parameter.empty:
        return bare
    return f"{bare} = {parameter.default!r}"


def views() -> str:
    """Return the shapes a presenter may return."""
    lines = [
        "## Views\n",
        INTRODUCTION.format(kinds=", ".join(f"`{kind}`" for kind in model.ACTIONS)),
        "| of | card | fields | |",
        "|---|---|---|---|",
    ]
    for of, union in (("call", model.CallView), ("result", model.ResultView)):
        for view in typing.get_args(union):
            shown = _wire_fields(view)
            lines.append(
                f"| {of} | `{view.__struct_config__.tag}` | {shown} | {inspect.cleandoc(view.__doc__ or '')} |"
            )
    lines += ["", "Each entry of these lists is an object:", "", "| list | fields | |", "|---|---|---|"]
    for name, part in PARTS:
        lines.append(f"| `{name}` | {_wire_fields(part)} | {inspect.cleandoc(part.__doc__ or '')} |")
    return "\n".join(lines) + "\n"


def _wire_fields(struct: Any) -> str:
    optional = {True: "", False: "?"}
    fields = msgspec.structs.fields(struct)
    return ", ".join(f"`{field.encode_name}`{optional[field.required]}" for field in fields)


def errors() -> str:
    """Return the table of typed errors."""
    lines = ["## Errors\n", inspect.cleandoc(failures.__doc__ or "") + "\n", "| error | |", "|---|---|"]
    for name, thing in vars(failures).items():
        if isinstance(thing, type) and issubclass(thing, Exception) and thing.__module__ == failures.__name__:
            lines.append(f"| `{name}` | {inspect.cleandoc(thing.__doc__ or '').splitlines()[0]} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
