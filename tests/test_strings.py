"""Labels and sentences in two languages."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from workbench import strings
from workbench.strings import TABLES, language, set_language, t, templates

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def _english():
    yield
    set_language("en")


def forms(text):
    return (text,) if isinstance(text, str) else text


def places(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_keys():
    assert set(TABLES["en"]) == set(TABLES["zh"])


@pytest.mark.parametrize("key", sorted(TABLES["en"]))
def test_both_languages_have_the_same_places(key):
    both = [places(form) for table in TABLES.values() for form in forms(table[key])]
    assert all(found == both[0] for found in both)
    assert all(name.isidentifier() for name in both[0])


def test_every_key_that_the_sources_name_exists_with_its_places():
    for path in [*ROOT.glob("workbench/**/*.py"), *ROOT.glob("widgets/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "t"):
                continue
            if node.args and isinstance(node.args[0], ast.Constant):
                key = node.args[0].value
                assert key in TABLES["en"], f"{path}:{node.lineno} names {key!r}"
                given = {word.arg for word in node.keywords}
                needed = set().union(*(places(form) for form in forms(TABLES["en"][key])))
                assert None in given or needed <= given, f"{path}:{node.lineno} leaves a place of {key!r} empty"


def test_a_text_is_filled_and_numbers_are_grouped():
    assert t("badge.exit", n=3) == "exit 3"
    assert t("static.more_rows", count=12345) == "12,345 more rows: show() has them all"
    assert t("row.retry", number=1, delay=None, message="busy") == "Retry 1 after ? ms: busy"


def test_one_has_its_own_form():
    assert t("static.more_rows", count=1) == "1 more row: show() has it"
    assert t("static.more_rows", count=0) == "0 more rows: show() has them all"


def test_a_value_with_braces_is_text():
    assert t("row.compaction_failed", message="{0.__class__} {n}") == "Compaction failed: {0.__class__} {n}"


def test_the_language_can_be_changed():
    assert language() == "en"
    set_language("zh-CN")
    assert language() == "zh"
    assert t("state.done") == "完成"
    set_language("de")
    assert language() == "en"


def test_templates_are_given_unfilled():
    assert templates(("badge.exit",), "en") == {"badge.exit": "exit {n}"}
    assert templates(("state.",), "zh")["state.done"] == "完成"


def test_there_is_no_text_for_an_unknown_key():
    assert not strings.has("no.such.key")
    with pytest.raises(KeyError):
        t("no.such.key")
