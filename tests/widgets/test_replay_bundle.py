"""The one script made out of the modules."""

from __future__ import annotations

import re

import pytest
from workbench.widgets.bundle import join, script, style


@pytest.fixture
def folder(tmp_path):
    def _folder(**modules: str):
        for name, text in modules.items():
            (tmp_path / f"{name}.js").write_text(text, "utf-8")
        return tmp_path

    return _folder


def test_a_module_stands_before_those_that_need_it_and_once(folder):
    text = join(
        folder(
            entry='import {b} from "./b.js";\nimport {c} from "./c.js";\nexport default { b, c };\n',
            b='import {c} from "./c.js";\nexport function b() { return c; }\n',
            c="export const c = 1;\n",
        ),
        "entry.js",
    )
    assert text.index("$c = ") < text.index("$b = ") < text.index("export default")
    assert text.count("const c = 1") == 1
    assert "import " not in text


def test_modules_may_use_the_same_names(folder):
    text = join(
        folder(
            entry='import {one} from "./a.js";\nimport {two} from "./b.js";\nexport default one + two;\n',
            a="const hidden = 1;\nexport const one = hidden;\n",
            b="const hidden = 2;\nexport const two = hidden;\n",
        ),
        "entry.js",
    )
    assert text.count("(() => {") == 2


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('import * as a from "./a.js";', "write imports as"),
        ('import {one as two} from "./a.js";', "does not export one as two"),
        ('import {one} from "https://example.org/a.js";', "write imports as"),
        ('import {missing} from "./a.js";', "does not export missing"),
    ],
)
def test_habits_are_checked(folder, source, said):
    with pytest.raises(ValueError, match=said):
        join(folder(entry=source, a="export const one = 1;\n"), "entry.js")


def test_a_circle_is_named(folder):
    with pytest.raises(ValueError, match=r"entry\.js → a\.js → entry\.js"):
        join(
            folder(entry='import {a} from "./a.js";', a='import {b} from "./entry.js";\nexport const a = 1;'),
            "entry.js",
        )


def test_an_export_of_another_form_is_refused(folder):
    with pytest.raises(ValueError, match="put `export` before"):
        join(folder(entry='import {a} from "./a.js";', a="export const a = 1;\nexport { a as b };\n"), "entry.js")


def test_the_packaged_script_has_one_default_export_and_can_stand_inline():
    text = script()
    assert len(re.findall(r"^export default", text, re.MULTILINE)) == 1
    assert not re.search(r"^import ", text, re.MULTILINE)
    assert "</script" not in text.lower()
    assert "<!--" not in text


def test_no_text_is_ever_parsed_as_markup():
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function|srcdoc", script()
    )


def test_nothing_is_fetched():
    addresses = re.findall(r"https?://[^\s\"'`]+", script() + style())
    assert set(addresses) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\bfetch\(|XMLHttpRequest|WebSocket|@import|url\(", script() + style())
