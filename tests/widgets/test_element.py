"""The element tree and its writers: what goes in as text comes out as text, once, in every form."""

from __future__ import annotations

import html
import itertools
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from workbench.widgets import element
from workbench.widgets.element import (
    MAX_DEPTH,
    STYLES,
    Code,
    Diff,
    Element,
    Fold,
    Hunk,
    Image,
    JsonBlock,
    Lane,
    Lanes,
    More,
    Mount,
    Table,
    Terminal,
    allow_list,
    clean,
    el,
    expand,
    runs_from_tokens,
    to_fragment_html,
    to_json,
    to_page_html,
    to_text,
    utf16_length,
)

PAYLOAD = "</pre><script>alert(1)</script><img src=x onerror='alert(2)'>\"&amp;"
EVERYWHERE = [
    PAYLOAD,
    el("div", PAYLOAD, title=PAYLOAD, cls=PAYLOAD, aria_label=PAYLOAD, action=PAYLOAD, key=PAYLOAD),
    el(PAYLOAD, PAYLOAD),
    el("a", PAYLOAD, href=f"https://example.invalid/{PAYLOAD.replace(' ', '')}"),
    Code(PAYLOAD, lang=PAYLOAD, first=1),
    Terminal(PAYLOAD, (5, 0), ((1, 1, -1),)),
    Diff(PAYLOAD, (Hunk(1, 1, (("+", None, 1, PAYLOAD, (0, 5)), (PAYLOAD, 1, None, PAYLOAD, ()))),), note=PAYLOAD),
    Table((PAYLOAD,), ((PAYLOAD,),), align=(PAYLOAD,)),
    JsonBlock(json.dumps({PAYLOAD: [PAYLOAD, {PAYLOAD: 1}]})),
    JsonBlock(PAYLOAD),
    Lanes((Lane(PAYLOAD, ((0, 1, PAYLOAD, PAYLOAD, PAYLOAD),)),), 0, 1),
    Image(PAYLOAD, PAYLOAD, PAYLOAD, 1, 1, PAYLOAD),
    More(PAYLOAD, PAYLOAD, 1),
    Fold(PAYLOAD, (PAYLOAD,), key=PAYLOAD, cls=PAYLOAD),
    Mount(PAYLOAD),
]


class Reader(HTMLParser):
    """Collects tags, attributes and text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attrs: list[tuple[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attrs += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


def read(written: str) -> Reader:
    reader = Reader()
    reader.feed(written)
    reader.close()
    return reader


# ---- building


def test_el_drops_none_and_writes_attribute_names_with_hyphens() -> None:
    element = el(
        "td", "a", None, el("b", "c"), cls="wb-x", colspan=2, aria_label="l", hidden=True, title=None, lang=False
    )
    assert element == Element(
        "td",
        "wb-x",
        {"colspan": "2", "aria-label": "l", "hidden": ""},
        None,
        None,
        ("a", Element("b", children=("c",))),
    )


def test_json_says_only_what_is_there() -> None:
    node = el("div", "text", el("b", cls="wb-b", key="k", action="go"), More("more", "x", 3), Fold("s", open=True))
    assert json.loads(to_json(node)) == {
        "t": "div",
        "n": [
            "text",
            {"t": "b", "c": "wb-b", "k": "k", "x": "go"},
            {"b": "more", "label": "more", "action": "x", "hidden": 3},
            {"b": "fold", "summary": "s", "open": True},
        ],
    }


def test_a_list_of_nodes_is_written_as_a_list() -> None:
    assert to_json(["a", el("br")]) == b'["a",{"t":"br"}]'
    assert to_json(("a",)) == b'["a"]'
    assert to_page_html(["a", el("br"), "b"]) == "a<br>b"


def test_json_carries_lone_surrogates_as_escapes() -> None:
    assert json.loads(to_json(el("b", "\udcb2", title="\ud83d"))) == {
        "t": "b",
        "a": {"title": "\ud83d"},
        "n": ["\udcb2"],
    }


@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 5_000])
def test_a_tree_of_any_depth_is_written_and_loses_no_text(levels: int) -> None:
    node: Element | str = "deepest"
    for level in range(levels):
        node = el("div", node, Fold("s", (f"[{level}]",)))
    for written in (to_page_html(node), to_fragment_html(node)):
        steps = re.findall(r"<(/?)\w+", written)
        assert max(itertools.accumulate(-1 if step else 1 for step in steps)) == MAX_DEPTH
        assert "deepest" in written
        assert all(f"[{level}]" in written for level in range(levels))
    assert "deepest" in to_text(node)
    assert b"deepest" in to_json(node)
    assert all(f"[{level}]".encode() in to_json(node) for level in (0, 1, levels // 2, levels - 1))


# ---- text stays text


@pytest.mark.parametrize("write", [to_page_html, to_fragment_html])
def test_hostile_text_becomes_no_tag_and_no_attribute(write) -> None:
    reader = read(write(EVERYWHERE))
    assert set(reader.tags).isdisjoint({"script", "img", "iframe", "style"})
    assert not [name for name, _ in reader.attrs if name.startswith("on") or name in ("id", "srcdoc", "formaction")]
    assert reader.text.count(PAYLOAD) >= 20


@pytest.mark.parametrize("write", [to_page_html, to_fragment_html])
def test_text_is_escaped_once(write) -> None:
    assert write("a & b &amp; <c> \"d\" 'e'") == "a &amp; b &amp;amp; &lt;c&gt; \"d\" 'e'"
    assert html.unescape(write(Terminal(PAYLOAD))).count(PAYLOAD) == 1


def test_template_marks_are_left_alone() -> None:
    assert to_page_html("{{7*7}} ${7*7}") == to_text("{{7*7}} ${7*7}") == "{{7*7}} ${7*7}"


def test_control_characters_become_pictures_and_nothing_is_dropped() -> None:
    assert clean("\x1b[31m\x00\x08\r\n\t\x7f") == "␛[31m␀␈␍\n\t␡"
    assert clean("\x85\x9b") == "\ufffd\ufffd"


def test_lone_surrogates_become_the_replacement_character_and_pairs_are_joined() -> None:
    assert clean("\ud83d|\ude00|\ud83d\ude00|😀|\ud83d\ud83d\ude00") == "\ufffd|\ufffd|😀|😀|\ufffd😀"


@pytest.mark.parametrize("text", ["\x1b\x07\x9b\ud83d", "\ud83d\ude00😀\x00", "plain", "\udfff" * 5])
def test_cleaning_keeps_the_length_that_runs_count_in(text: str) -> None:
    assert utf16_length(clean(text)) == utf16_length(text)


@pytest.mark.parametrize("write", [to_page_html, to_fragment_html, to_text])
def test_no_surface_has_a_control_character(write) -> None:
    every = "".join(map(chr, [*range(0x20), *range(0x7F, 0xA0)])) + "\ud800"
    nodes = [
        every, el("div", every, title=every), Code(every), Code(every, runs=(3, 1), first=1), Terminal(every),
        Diff(every, (Hunk(1, 1, (("+", None, 1, every, (3, 5)),)),)), Table((every,), ((every,),)), JsonBlock(every),
        JsonBlock(json.dumps(every)), Lanes((Lane(every, ((0, 1, "done", every, None),)),), 0, 1), More(every),
        Fold(every), Image("image/png", None, every),
    ]  # fmt: skip
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", write(nodes))
    write(nodes).encode()


def test_a_newline_at_the_head_of_a_pre_survives_a_parser() -> None:
    assert to_page_html(el("pre", "\nx")) == "<pre>\n\nx</pre>"


# ---- runs


def test_runs_count_utf16_code_units_and_join_neighbours() -> None:
    text, runs = runs_from_tokens(
        [("def", "keyword"), (" ", "plain"), ("😀", "string"), ("é", "string"), ("", "name"), ("x", "?")]
    )
    assert text == "def 😀éx"
    assert runs == (3, STYLES.index("keyword"), 1, 0, 3, STYLES.index("string"), 1, 0)


def test_text_without_styles_has_no_runs() -> None:
    assert runs_from_tokens([("a", "plain"), ("b", 0)]) == ("ab", ())


def test_runs_become_spans_with_the_name_of_their_style() -> None:
    code = Code("def 😀x", runs=(3, STYLES.index("keyword"), 1, 0, 2, STYLES.index("string")))
    assert '<span class="wb-t-keyword">def</span> <span class="wb-t-string">😀</span>x</code>' in to_page_html(code)


# ---- what the allow-list lets through


def test_only_three_schemes_make_a_link() -> None:
    def link(href: str) -> str:
        return to_page_html(el("a", "x", href=href))

    for href in ("https://a.invalid/?a=1&b=<2>", "HTTP://a.invalid", "mailto:a@b.invalid"):
        rest = 'rel="noopener noreferrer" target="_blank"'
        assert link(href) == f'<a href="{html.escape(href)}" {rest}>x</a>'
    for href in (
        "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:x", " https://a", "https://a b", "data:text/html,x",
        "vbscript:x", "file:///etc/passwd", "//host", "/path", "#x", "ftp://x", "https:x", "",
    ):  # fmt: skip
        assert link(href).startswith("<span"), href
        assert "href" not in link(href)


def test_a_refused_address_can_still_be_read() -> None:
    assert to_page_html(el("a", "x", href="javascript:1")) == '<span title="javascript:1">x</span>'
    assert to_text(el("a", "x", href="javascript:1")) == "x (javascript:1)"


def test_pictures_are_of_four_kinds_and_known_by_their_bytes() -> None:
    def picture(kind: str, data: str | None) -> str:
        return to_page_html(Image(kind, data, "alt"))

    png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    assert f'src="data:image/png;base64,{png}"' in picture("image/png", png)
    assert "<img" in picture("image/jpeg", "/9j/4AAQSkZJRg==")
    assert "<img" in picture("image/gif", "R0lGODlhAQABAAAAACw=")
    assert "<img" in picture("image/webp", "UklGRiIAAABXRUJQVlA4IBYAAAA=")
    for kind, data in (
        ("image/png", "R0lGODlh"), ("image/svg+xml", "PHN2Zz4="), ("text/html", png), ("image/png", None),
        ("image/png", png + '"onerror="x'), ("image/webp", "UklGRiIAAABXQVZF"), ("image/PNG", png),
    ):  # fmt: skip
        assert "<img" not in picture(kind, data)
        assert "alt" in picture(kind, data)


def test_an_element_cannot_fetch_a_picture() -> None:
    assert to_page_html(el("img", src="https://a.invalid/x.png", alt="words")) == "<span>words</span>"


def test_a_style_sets_our_variables_and_nothing_else() -> None:
    assert to_page_html(el("b", style="--wb-at: 12.50%; --wb-fg: rgb(1, 2, 3);")) == (
        '<b style="--wb-at: 12.50%; --wb-fg: rgb(1, 2, 3);"></b>'
    )
    for style in (
        "color: red",
        "--wb-at: url(https://x)",
        "--wb-ink: 1.00%;",
        "--wb-at: 1.00%; background: url(x);",
        "",
    ):
        assert to_page_html(el("b", style=style)) == "<b></b>"


def test_only_our_class_names_are_written() -> None:
    assert to_page_html(el("b", cls="wb-a jp-Cell wb-UP wb-b lm-x wb-")) == '<b class="wb-a wb-b"></b>'


def test_a_tag_out_of_its_place_is_written_as_a_plain_one() -> None:
    assert to_page_html(el("script", "x")) == "<span>x</span>"
    assert to_page_html(el("p", el("div", "x"))) == "<p><span>x</span></p>"
    assert to_page_html(el("li", "x")) == "<div>x</div>"
    assert to_page_html(el("table", el("tr", el("td", "x")))) == "<div><div><div>x</div></div></div>"
    assert to_page_html(el("button", el("button", "x"))) == '<button type="button"><span>x</span></button>'


def test_what_can_be_pressed_says_so() -> None:
    assert to_page_html(el("button", "x", action="go")) == '<button type="button" data-wb-action="go">x</button>'
    assert to_page_html(el("div", "x", action="go")) == '<div role="button" tabindex="0" data-wb-action="go">x</div>'


def test_the_allow_list_is_json() -> None:
    lists = allow_list()
    assert json.loads(json.dumps(lists)) == lists
    assert {"script", "style", "iframe", "svg", "object", "form", "input", "link", "meta", "base"}.isdisjoint(
        {*lists["phrasing"], *lists["flow"]}
    )


# ---- blocks


def test_blocks_do_not_speak_a_language() -> None:
    nodes = [
        Code("", first=1), Terminal(""), Diff("", (Hunk(1, 1, ()), Hunk(9, 9, ()))), Table((), (), total=1_234_567),
        JsonBlock(""), Lanes((), 0, 1), Image("", None), More("", hidden=12_345), Fold(""), Mount("m"),
    ]  # fmt: skip
    assert not re.search(r"[a-zA-Z]", read(to_page_html(nodes)).text)
    assert "0 / 1\u202f234\u202f567" in to_page_html(nodes)


def test_the_gutter_counts_lines_as_an_editor_does() -> None:
    def gutter(text: str) -> str:
        pre = expand(Code(text, first=9))
        return "".join(pre.children[0].children)

    assert gutter("a") == gutter("a\n") == gutter("") == "9"
    assert gutter("a\nb") == "9\n10"
    assert gutter("\n\n") == "9\n10"


def test_a_changed_line_is_told_by_its_sign_and_its_words_by_ins_and_del() -> None:
    lines = (("-", 7, None, "a = 1", (4, 5)), ("+", None, 7, "a = 23", (4, 6)), (" ", 8, 8, "b", ()))
    written = to_page_html(Diff("x.py", (Hunk(7, 7, lines),)))
    assert '<span class="wb-sign">-</span><span class="wb-source">a = <del>1</del></span>' in written
    assert '<span class="wb-sign">+</span><span class="wb-source">a = <ins>23</ins></span>' in written
    assert "+1 −1" in written


def test_colours_of_a_terminal_come_from_numbers() -> None:
    styles = ((0, -1, -1), (1, 2, -1), (0, 208, -1), (16, 0x1FF0000, -1))
    written = to_page_html(Terminal("abcd", (1, 0, 1, 1, 1, 2, 1, 3), styles))
    assert '<span class="wb-bold wb-fg-2">b</span>' in written
    assert '<span class="wb-fg" style="--wb-fg: rgb(255, 135, 0);">c</span>' in written
    assert '<span class="wb-bg wb-fg-swap" style="--wb-bg: rgb(255, 0, 0);">d</span>' in written


def test_a_span_that_is_still_open_reaches_the_end() -> None:
    written = to_page_html(Lanes((Lane("l", ((250, None, "running", "since 0.25 s", None),)),), 0, 1000))
    assert 'class="wb-span wb-state-running wb-open"' in written
    assert 'style="--wb-at: 25.00%; --wb-len: 75.00%;"' in written


# ---- fragments


def test_a_fragment_needs_no_sheet_no_variable_no_role_and_no_script() -> None:
    reader = read(to_fragment_html([el("section", *EVERYWHERE, cls="wb-twin", role="note", tabindex=0)]))
    names = {name for name, _ in reader.attrs}
    assert names <= {"class", "style", "title", "href", "rel", "target", "open", "width", "height", "alt"}
    assert [value for name, value in reader.attrs if name == "class"] == ["wb-twin"]
    styles = "".join(value or "" for name, value in reader.attrs if name == "style")
    assert not re.search(r"var\(|url\(|currentcolor", styles, re.IGNORECASE)
    assert "button" not in reader.tags


def test_a_fragment_colours_text_so_that_it_reads_on_white_and_on_black() -> None:
    styles = tuple((0, 0x1000000 | colour, -1) for colour in (0x000000, 0xFFFFFF, 0xFFFF00, 0x000080, 0x808080))
    written = to_fragment_html(Terminal("abcde", tuple(n for at in range(5) for n in (1, at)), styles))
    colours = re.findall(r"color:rgb\((\d+),(\d+),(\d+)\)", written)
    assert len(colours) == 5
    for colour in colours:
        channels = [int(part) / 255 for part in colour]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
        lightness = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        assert 1.05 / (lightness + 0.05) > 4.4
        assert (lightness + 0.05) / 0.05 > 4.4


def test_no_module_of_the_browser_parses_markup() -> None:
    static = Path(element.__file__).parent / "static"
    parsers = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|setHTML|srcdoc|\beval\("
    )
    modules = sorted(static.glob("*.js"))
    assert modules
    assert [module.name for module in modules if parsers.search(module.read_text("utf-8"))] == []
