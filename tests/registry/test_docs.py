"""The page about tools is current, and its example does what it says."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
from pathlib import Path


def test_the_page_is_what_the_docstrings_say(root: Path) -> None:
    spec = importlib.util.spec_from_file_location("docs_build", root / "docs" / "build.py")
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    made = (root / "docs" / "tools.md").read_text(encoding="utf-8")
    assert made == build.page(), "run `python docs/build.py`"


def test_the_examples_print_what_the_page_says(root: Path) -> None:
    page = (root / "docs" / "tools.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n((?:(?!```).)*)```\n\nprints\n\n```text\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 2
    for program, printed in examples:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(program, "docs/tools.md", "exec"), {"__name__": "example"})
        assert out.getvalue() == printed
