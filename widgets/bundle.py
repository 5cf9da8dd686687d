"""One script text out of the packaged ES modules.

A widget hands the front end one text: JupyterLab loads it from a blob, VS Code from the widget's state, an exported
file has it inline under a strict content policy. None of these can load a sibling file, and a build step would put
generated code beside the sources. So the modules are joined here in the order of their imports: each becomes a
function that returns its exports, and its imports become a destructuring at its head. That is right as long as they
keep three habits, which are checked:

* an import is one line, `import {a, b} from "./other.js";`, without `as`, at the head of the file;
* an export is a word before a declaration that never changes, `export function a`, `export const A`;
* the entry alone may end in `export default …;`, and keeps its exports.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

ENTRY: Final = "workbench.js"
STYLES: Final = ("replay.css", "cards.css")

_IMPORT: Final = re.compile(r'^import \{([\w$, ]+)\} from "\./([\w-]+\.js)";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async function|function|class|const)\b)", re.MULTILINE)
_EXPORTED: Final = re.compile(r"^export (?:async function\*?|function\*?|class|const) ([\w$]+)", re.MULTILINE)


@cache
def script() -> str:
    """Return the widget's script: one ES module whose default export is `{render}`; also exports `embed`."""
    return join(_static(), ENTRY)


@cache
def style() -> str:
    """Return the widget's style sheet."""
    folder = _static()
    return "\n".join((folder / name).read_text("utf-8") for name in STYLES if (folder / name).is_file())


def join(folder: Traversable, entry: str) -> str:
    """Return the modules that an entry needs as one module text.

    Raises:
        ValueError: a module breaks one of the habits above, or the imports go in a circle.
    """
    sources: dict[str, str] = {}
    _visit(folder, entry, (), sources)
    parts = [_wrapped(name, source) for name, source in sources.items() if name != entry]
    return "\n".join((*parts, f"// {entry}\n{_with_local_imports(sources[entry])}"))


def _visit(folder: Traversable, name: str, above: tuple[str, ...], sources: dict[str, str]) -> None:
    """Put a module into `sources`, after all that it needs."""
    if name in above:
        raise ValueError(f"imports go in a circle: {' → '.join((*above, name))}.")
    if name in sources:
        return
    source = (folder / name).read_text("utf-8")
    for line in source.splitlines():
        if not line.startswith("import "):
            continue
        found = _IMPORT.match(line)
        if found is None:
            raise ValueError(f'{name}: write imports as `import {{a, b}} from "./other.js";`, not {line!r}.')
        _visit(folder, found[2], (*above, name), sources)
        missing = {word.strip() for word in found[1].split(",")} - set(_EXPORTED.findall(sources[found[2]]))
        if missing:
            raise ValueError(f"{name}: {found[2]} does not export {', '.join(sorted(missing))}.")
    sources[name] = source


def _wrapped(name: str, source: str) -> str:
    body = _EXPORT.sub("", _with_local_imports(source))
    if re.search(r"^export ", body, re.MULTILINE):
        raise ValueError(f"{name}: put `export` before a function, a class or a const.")
    exported = ", ".join(_EXPORTED.findall(source))
    return f"// {name}\nconst {_variable(name)} = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();\n"


def _with_local_imports(source: str) -> str:
    return _IMPORT.sub(lambda found: f"const {{{found[1]}}} = {_variable(found[2])};", source).strip("\n") + "\n"


def _variable(name: str) -> str:
    return "$" + name.removesuffix(".js").replace("-", "_")


def _static() -> Traversable:
    return resources.files(__package__ or "workbench.widgets") / "static"
