"""Highlighting puts styles beside a text and never changes it."""

from __future__ import annotations

import pytest
from workbench.widgets import highlight as module
from workbench.widgets.element import STYLES, utf16_length
from workbench.widgets.highlight import LIMIT, highlight


def styled(text: str, lang: str) -> list[tuple[str, str]]:
    """Stretches of an ASCII text with the names of their styles."""
    runs = highlight(text, lang).runs
    found, at = [], 0
    for length, style in zip(runs[::2], runs[1::2], strict=True):
        found.append((text[at : at + length], STYLES[style]))
        at += length
    return found


def test_tokens_become_runs() -> None:
    assert styled("def f(): return 1\n", "python") == [
        ("def", "keyword"), (" ", "plain"), ("f", "function"), ("():", "punctuation"), (" ", "plain"),
        ("return", "keyword"), (" ", "plain"), ("1", "number"), ("\n", "plain"),
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["x = '😀'\r\n", "\n\n a\t=\t1\n\n", "\x00\x0b\x0c\x1b", "\ud83d = 1", "no end", "\r"])
def test_the_text_is_left_as_it_is(text: str) -> None:
    code = highlight(text, "python", first=3)
    assert code.text == text
    assert code.first == 3
    assert sum(code.runs[::2]) in (0, utf16_length(text))


@pytest.mark.parametrize("lang", ["python", "py", ".py", "PY", "src/a.py", "C:\\src\\A.PY"])
def test_a_language_is_known_by_name_extension_or_path(lang: str) -> None:
    assert styled("def f(): pass", lang)[0] == ("def", "keyword")


@pytest.mark.parametrize("lang", ["", None, "nothing", "a/b", "..", ".", "x" * 9_999, "a\x00b", "*", "[", "text"])
def test_an_unknown_language_is_plain(lang: str | None) -> None:
    assert highlight("def f(): pass", lang).runs == ()


def test_a_long_text_is_highlighted_up_to_a_line_below_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "monotonic", lambda: 0.0)
    text = "x = 1\n" * (LIMIT // 4)
    reached = sum(highlight(text, "python").runs[::2])
    assert 0 < reached <= LIMIT < len(text)
    assert reached % len("x = 1\n") == 0


def test_minified_text_is_plain() -> None:
    assert highlight("a=1;" * 2_000, "js").runs == ()


def test_a_lexer_that_takes_too_long_leaves_the_rest_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(1_000_000))
    monkeypatch.setattr(module, "monotonic", lambda: next(ticks))
    monkeypatch.setattr(module, "PATIENCE", 3)
    assert highlight("a = 1  # never met elsewhere", "python").runs == (2, 0, 1, STYLES.index("operator"))


def test_a_lexer_that_fails_leaves_the_text_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> object:
        raise RuntimeError

    monkeypatch.setattr(module, "_tokens", broken)
    assert highlight("a = 2  # never met elsewhere", "python").runs == ()


def test_a_lexer_that_changes_the_text_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_tokens", lambda *_: iter([("b = 3", "keyword")]))
    assert highlight("a = 3  # never met elsewhere", "python").runs == ()
