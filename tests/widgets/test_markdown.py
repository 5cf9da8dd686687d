"""Markdown of a model or a person: read without HTML, pictures and strange links, and never with something missing."""

from __future__ import annotations

import pytest
from workbench.widgets.element import to_page_html, to_text
from workbench.widgets.markdown import NESTING, markdown


def page(text: str) -> str:
    return to_page_html(markdown(text))


def test_the_usual_blocks() -> None:
    assert page("# a\n\nb *c* **d** `e` ~~f~~\ng  \nh") == (
        "<h3>a</h3><p>b <em>c</em> <strong>d</strong> <code>e</code> <s>f</s>\ng<br>h</p>"
    )
    assert page("- a\n- b\n\n3. c\n\n> d\n\n---") == (
        '<ul><li>a</li><li>b</li></ul><ol start="3"><li>c</li></ol><blockquote><p>d</p></blockquote><hr>'
    )


def test_code_keeps_its_language_in_sight() -> None:
    assert page("```ts title=x\nlet a;\n```").startswith('<div class="wb-lang">ts title=x</div><pre class="wb-code"')
    assert "wb-t-keyword" in to_page_html(markdown("```ts\nlet a;\n```", highlight=True))


def test_a_table_is_a_table() -> None:
    written = page("| a | b |\n|--:|---|\n| 1 | 2 |")
    assert '<thead><tr><th class="wb-right">a</th><th>b</th></tr></thead>' in written
    assert '<tbody><tr><td class="wb-right">1</td><td>2</td></tr></tbody>' in written


def test_html_and_entities_are_text() -> None:
    assert page("<b>x</b> &lt; &amp;\n\n<script>1</script>\n\n<!-- c -->") == (
        "<p>&lt;b&gt;x&lt;/b&gt; &amp;lt; &amp;amp;</p><p>&lt;script&gt;1&lt;/script&gt;</p><p>&lt;!-- c --&gt;</p>"
    )


def test_links_of_three_schemes_and_no_others() -> None:
    assert page("[a](mailto:b@c.invalid)").count("<a ") == 1
    for text in (
        "[a](javascript:1)",
        "[a](data:text/html,x)",
        "<ftp://x.invalid>",
        "[a](//x)",
        "[a](/x)",
        "[a](#x)",
    ):
        assert "<a " not in page(text)
        assert to_text(markdown(text)) == text


def test_a_picture_is_not_fetched() -> None:
    written = page("![alt](https://x.invalid/pixel.png)")
    assert "<img" not in written
    assert "https://x.invalid/pixel.png" in written


def test_definitions_that_nobody_uses_are_still_seen() -> None:
    assert "hidden" in page("text\n\n[x]: https://x.invalid 'hidden'")


@pytest.mark.parametrize(
    "text",
    [">" * (NESTING + 50) + " deep", "- " * (NESTING + 50) + "deep", "[" * 5_000 + "deep", "*_" * 5_000 + " deep"],
)
def test_what_cannot_be_read_as_markdown_is_shown_as_written(text: str) -> None:
    assert to_text(markdown(text)).replace("\n", " ") == text
    assert 'class="wb-plain"' in page(text)


def test_control_characters_and_lone_surrogates_are_visible() -> None:
    assert page("a\x1b[31m\x00 \ud83d [x](https://\udcb2.invalid)").startswith("<p>a␛[31m␀ \ufffd ")
