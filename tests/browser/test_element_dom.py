"""The DOM that the browser builds from JSON is the one a parser builds from the page writer's HTML, node by node."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from workbench.widgets import element
from workbench.widgets.draw import draw, head
from workbench.widgets.element import (
    Code,
    Diff,
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
    el,
    to_json,
    to_page_html,
)

import workbench

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

HERE = Path(__file__).parent
STATIC = Path(element.__file__).parent / "static"
ORIGIN = "http://workbench.test"
COMPARE = """
([json, html]) => {
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  element.mount(host, JSON.parse(json), { allow: window.allow });
  const parsed = new DOMParser().parseFromString("<!doctype html><body>" + html, "text/html").body;
  const attributes = (node) => [...node.attributes].map((a) => ` ${a.name}=${JSON.stringify(a.value)}`).sort().join("");
  const tell = (node) => (node.nodeType === 3 ? JSON.stringify(node.data) : `<${node.nodeName}${attributes(node)}>`);
  const differ = (a, b, path) => {
    if (tell(a) !== tell(b)) return `${path}: ${tell(a)} built, ${tell(b)} parsed`;
    if (a.childNodes.length !== b.childNodes.length) {
      return `${path}: ${a.childNodes.length} children built, ${b.childNodes.length} parsed`;
    }
    for (let i = 0; i < a.childNodes.length; i += 1) {
      const found = differ(a.childNodes[i], b.childNodes[i], `${path}/${a.childNodes[i].nodeName}[${i}]`);
      if (found !== null) return found;
    }
    return null;
  };
  const body = document.createElement("div");
  body.replaceChildren(...parsed.childNodes);
  return differ(host, body, "");
}
"""
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
WEBP = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(2)>',
    "</pre></code><iframe srcdoc='<script>alert(3)</script>'>",
    "&amp; &lt;b&gt; &#x41; &notit;",
    "{{7*7}} ${7*7} <!-- --> ]]> <![CDATA[",
    "\n\nfirst line empty",
    "\x00\x07\x08\x1b[31m\r\r\n\x7f\x9b31m\x85",
    "lone \ud83d and \udcb2, a pair \ud83d\ude00, real 😀",
    "\u202eesrever\u202c \u2066x\u2069 \u200f \ufeff \u2028 \u2029 \ufffe \uffff",
    "",
    " ",
    "\t\ttabs\t",
    "javascript:alert(4)",
    "e\u0301\u0327 한글 漢字 עברית العربية 👩‍👩‍👧",
]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page with the modules that mount trees; it is served from memory, and reaches nothing else."""

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(f"{ORIGIN}/")
        file = HERE / "element.html" if name == "" else STATIC / name
        route.fulfill(path=file) if file.is_file() else route.abort()

    page = browser.new_page()
    page.route("**/*", serve)
    page.goto(f"{ORIGIN}/")
    page.wait_for_function("window.element !== undefined")
    page.evaluate("(allow) => { window.allow = allow; }", allow_list())
    yield page
    page.close()


def difference(page: Page, nodes: Any) -> str | None:
    return page.evaluate(COMPARE, [to_json(nodes).decode(), to_page_html(nodes).encode("utf-8").decode()])


CORPUS: dict[str, Any] = {
    "text": HOSTILE,
    "adjacent texts": ["a", "b", el("b", "c", "", "d"), "", "e"],
    "code": [
        *(Code(text) for text in HOSTILE),
        *(Code(text, lang="python", first=number) for number, text in enumerate(HOSTILE)),
        Code("😀def x\n", lang="python", runs=(2, 0, 3, 1, 99, 5), first=98),
        Code("split 😀 pair", runs=(7, 1, 3, 2)),
        Code("unknown styles", runs=(2, 77, -3, 1, 0, 1, 3, -1)),
        Code("\n\n", first=1),
        Code("", first=7),
    ],
    "terminal": [
        *(Terminal(text) for text in HOSTILE),
        Terminal(
            "abcdefghijkl",
            runs=(1, 0, 1, 1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1, 9),
            styles=(
                (0, -1, -1), (63, -1, -1), (1, 2, -1), (16, 1, -1), (16, -1, 0x1FF0080), (0, 16, 231), (0, 255, 232),
                (47, 0x1000000, 0x1FFFFFF),
            ),
        ),
    ],
    "diff": [
        Diff("", ()),
        Diff(HOSTILE[1], (Hunk(1, 1, ()),), note=HOSTILE[0]),
        Diff(
            "src/a.py",
            (
                Hunk(1, 1, tuple((sign, 1, None, text, (0, 2, 4, 9)) for sign in " +-?" for text in HOSTILE)),
                Hunk(90, 91, (("+", None, 91, "😀ab", (1, 3)), ("-", 90, None, "abc", (5, 2, 1, 2, 0, 9)))),
            ),
        ),
    ],
    "table": [
        Table((), ()),
        Table(("a", "b"), (("1",), ("1", "2", "3")), total=1_234_567, align=("right",)),
        Table(tuple(HOSTILE), (tuple(HOSTILE), (el("b", "x"), Code("y"), el("tr", "z"))), total=2),
        Table((), (("no head", ""),), align=("center", "right", "left")),
    ],
    "json": [
        *(JsonBlock(text) for text in HOSTILE),
        *(JsonBlock(json.dumps(text)) for text in HOSTILE if text != HOSTILE[7]),
        JsonBlock(r'{"a":"\ud83d","b":"\ud83d\ude00","c":"\u0000\u001b\n\q\/","\u0041":"\"\\"}'),
        JsonBlock('{"a":1e400,"a":0.1000000000000000055,"n":-0,"x":NaN,"y":[-Infinity,1E+2],"l":123456789012345678901}'),
        JsonBlock(json.dumps({"deep": {"deep": {"deep": {"deep": {"text": "long " * 30}}}}}), depth=2),
        JsonBlock(json.dumps([list(range(40)), {str(n): n for n in range(12)}, {}, [], [[]], "", None, True])),
        JsonBlock("[" * 200 + "]" * 200, depth=0),
        JsonBlock('{"a":' * 5000 + "1" + "}" * 5000, depth=99),
        JsonBlock("[" * 5000),
        JsonBlock(json.dumps(list(range(5000)))),
        JsonBlock(json.dumps({f"k{n}": "😀" * 600 for n in range(200)}, ensure_ascii=False)),
        JsonBlock("[" * 60 + '"' + "x" * 70_000 + '"' + "]" * 60),
        JsonBlock("[" * 60 + '"' + "x" * 70_000 + '",[1],2' + "]" * 60),
        *map(JsonBlock, ('{"a":}', "[1,]", "[1 2]", '{"a" 1}', "[}", '{"a":1', '"open', "1 1", "{,}", "[]]")),
    ],
    "lanes": [
        Lanes((), 0, 0),
        Lanes(
            (
                Lane("a", ((0, 10, "done", "first", None), (10, None, "running", HOSTILE[0], "open:1"))),
                Lane(HOSTILE[1], ((-5, 3, "failed", "before", None), (50, 99, "x y <", "after", ""))),
                Lane("ends before it starts", ((7, 3, "", "back", None),)),
                Lane("", ()),
            ),
            0,
            30,
        ),
        Lanes((Lane("big", ((1_700_000_123, 1_700_777_777_777, "done", "", None),)),), 1_700_000_000, 1_790_001_000_00),
    ],
    "image": [
        Image("image/png", PNG, "one <pixel>", 1, 1, "note"),
        Image("image/webp", WEBP, "webp"),
        Image("image/jpeg", "/9j/4AAQ"),
        Image("image/gif", "R0lGODlhAQABAAAAACw=", width=0, height=5),
        *(Image(kind, data) for kind in ("image/png", "image/svg+xml", "text/html") for data in (None, "", "PHN2Zz4=")),
        Image("image/png", PNG + '"><script>', "alt", 10**9, 3),
        Image("image/png", WEBP, HOSTILE[0]),
    ],
    "more, fold, mount": [
        More("more lines", "more:3", 12_345),
        More(HOSTILE[0], HOSTILE[1], 0),
        More("only words"),
        Fold("summary", ("text", Code("x"), Fold((el("b", "two"), " parts"), open=True, key="k")), cls="wb-raw nope"),
        Fold(HOSTILE[1], (el("summary", "misplaced"),)),
        Mount("0123abcd"),
        Mount(HOSTILE[1]),
    ],
    "attributes": [
        el("a", "x", href="https://example.invalid/?a=1&b=<2>", title=HOSTILE[1]),
        *(el("a", "x", href=f"{scheme}:alert(1)") for scheme in ("javascript", "JaVaScRiPt", "data", "ftp", "mailto")),
        *(el("a", "x", href=href) for href in ("//host", "/path", " https://x", "https://a b", "https://a\nb", "HTTP://X")),
        *(el("a", "x", href=href) for href in ("https://\ud83d", "", "https:x")),
        el("a", el("b", "x", el("a", "inner", href="https://y.invalid")), href="https://x.invalid"),
        el("div", "x", style="position: fixed", onclick="alert(1)", id="top"),
        el("div", "x", aria_label=HOSTILE[0], role="note", tabindex="5", lang="zh-CN"),
        el("span", style="--wb-at: 12.50%; --wb-len: 3.00%;"),
        el("span", style="--wb-at: url(https://x);"),
        el("div", cls="wb-a jp-Button wb-b\u00a0c wb-UP lm-x"),
        el("img", src=f"data:image/png;base64,{PNG}", alt="free"),
        el("img", src="https://x.invalid/pixel.png", alt="remote"),
        el("td", "x", colspan="2"),
        el("details", el("summary", "s"), "body", open=True),
        el("div", "press", action="a b", role="link", tabindex="-1"),
        el("summary", "x", action="y"),
        el("button", "x", el("button", "y", action="z"), disabled=True),
        el("progress", value=3, max="7"),
        el("time", "now", datetime="2026-01-01"),
    ],
    "places": [
        el("script", "alert(1)"),
        el("style", "body{}"),
        el("p", "a", el("div", "b", el("p", "c", el("ul", el("li", "d")))), Code("e\n"), Table(("a",), (("b",),))),
        el("h2", el("h3", "x"), Fold("s", ("t",))),
        el("li", "alone"),
        el("ul", el("li", "a", el("ul", el("li", "b"))), "text", el("div", el("li", "c"))),
        el("dl", el("dt", "t"), el("dd", "d", el("dd", "e"))),
        el("table", el("tr", el("td", "no section"))),
        el("table", el("tbody", "text", el("tr", el("td", "x")))),
        el("table", el("tbody", el("tr", el("td", "x", el("table", el("tbody", el("tr", el("th", "y"))))), el("b")))),
        el("table", el("caption", "c", el("p", "d")), el("thead"), el("tbody", el("tr"), el("tr", el("td", el("tr"))))),
        el("tr", el("td", "x")),
        el("caption", el("td", "x")),
        el("pre", "\nfirst", el("br"), "\nlast"),
        el("pre", el("code", "\nx")),
        el("pre", "", "\n", "\n"),
        el("b", el("b", el("b", el("b", el("b", "deep"), el("div", "block"), "after")))),
        el("br", "inside"),
        el("hr", el("b")),
        el("a", el("button", "x", action="b"), el("div", "y"), href="https://x.invalid"),
        el("button", el("a", "x", href="https://x.invalid"), el("p", "p")),
        el("svg", el("g", "x")),
        el("template", "x"),
        el("textarea", "</textarea>"),
        el("select", el("option", "x")),
        el("", "no tag"),
        el("DIV", "upper"),
    ],
}  # fmt: skip


def nest(tag: str, levels: int) -> Any:
    node: Any = Table(("in",), (("the deep", JsonBlock("[[[[]]]]")),))
    for level in range(levels):
        node = el(tag, f"{level}", node, el("br"))
    return node


CORPUS["depth"] = [nest("div", levels) for levels in (190, 196, 198, 199, 200, 900)] + [nest("b", 300), nest("ul", 210)]


@pytest.mark.parametrize("name", CORPUS)
def test_the_built_tree_equals_the_parsed_one(page: Page, name: str) -> None:
    for node in CORPUS[name]:
        assert difference(page, node) is None, repr(node)[:300]
    assert difference(page, list(CORPUS[name])) is None


texts = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=12))
names = st.one_of(
    st.sampled_from(sorted({*allow_list()["phrasing"], *allow_list()["flow"]})),
    st.sampled_from(["script", "svg", "form"]),
)
runs = st.lists(st.integers(-2, 30), max_size=8).map(tuple)
blocks = st.one_of(
    st.builds(Code, text=texts, runs=runs, first=st.none() | st.integers(-5, 5000)),
    st.builds(
        Terminal,
        text=texts,
        runs=runs,
        styles=st.lists(
            st.tuples(st.integers(0, 63), st.integers(-1, 300), st.integers(-1, 0x1FFFFFF)), max_size=9
        ).map(tuple),
    ),
    st.builds(JsonBlock, text=texts | st.text('[]{}",:1\\ ue', max_size=20), depth=st.integers(0, 4)),
    st.builds(Mount, model_id=texts),
    st.builds(More, label=texts, action=st.none() | texts, hidden=st.none() | st.integers(0, 10**7)),
    st.builds(Image, media_type=st.sampled_from(["image/png", "text/html"]), data_base64=st.none() | texts, alt=texts),
)
attributes = st.dictionaries(
    st.sampled_from(
        ["href", "src", "title", "style", "open", "tabindex", "role", "colspan", "data-wb-mount", "onclick"]
    ),
    st.one_of(texts, st.sampled_from(["https://x.invalid/", "", "0", "3", "button", "--wb-at: 1.00%;"])),
    max_size=3,
)


def around(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(children, max_size=4).map(tuple)
    return st.one_of(
        st.builds(
            element.Element,
            tag=names,
            cls=st.sampled_from(["", "wb-a", "wb-a  b wb-c"]),
            attrs=attributes,
            key=st.none(),
            action=st.none() | texts,
            children=several,
        ),
        st.builds(Fold, summary=children | several, children=several, open=st.booleans()),
        st.builds(Table, columns=st.lists(texts, max_size=3).map(tuple), rows=st.lists(several, max_size=3).map(tuple)),
    )


@settings(
    max_examples=250,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(node=st.recursive(texts | blocks, around, max_leaves=25))
def test_any_tree_is_built_as_it_is_parsed(page: Page, node: Any) -> None:
    assert difference(page, node) is None


def test_every_card_of_the_recordings_is_built_as_it_is_parsed(page: Page, recorded: Path, cases: Path) -> None:
    workbook = workbench.open()
    for source in (*recorded.iterdir(), *cases.iterdir()):
        # another agent's transcripts are named, not read
        if source.is_dir() and "claude" not in source.name:
            workbook.load(source)
    sessions = [session for (session,) in workbook.sql("select session_id from sessions order by 1").fetchall()]
    assert len(sessions) > 20
    for session in sessions:
        nodes = [el("section", head(card.model), *draw(card.model)) for card in workbook.session(session).cards]
        assert difference(page, nodes) is None, session


def test_the_comparison_sees_a_difference(page: Page) -> None:
    told = page.evaluate(COMPARE, [to_json(el("b", "a", cls="wb-x")).decode(), to_page_html(el("b", "a", cls="wb-y"))])
    assert told == '/B[0]: <B class="wb-x"> built, <B class="wb-y"> parsed'


def test_hostile_texts_run_nothing_and_fetch_nothing(page: Page) -> None:
    seen: list[str] = []
    page.on("dialog", lambda dialog: (seen.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: seen.append(request.url) if not request.url.startswith("data:") else None)
    for nodes in CORPUS.values():
        page.evaluate(
            "([json, html]) => { mountBody(json); document.body.insertAdjacentHTML('beforeend', html); }",
            [to_json(list(nodes)).decode(), to_page_html(list(nodes))],
        )
    page.wait_for_timeout(100)
    assert seen == []


def mount(page: Page, nodes: Any) -> None:
    page.evaluate("(json) => mountBody(json)", to_json(nodes).decode())


def patch(page: Page, nodes: Any) -> None:
    page.evaluate("(json) => element.patch(host, JSON.parse(json))", to_json(nodes).decode())


def shown(page: Page) -> str:
    """What stands in the host; whether a fold is open is the reader's affair."""
    return page.evaluate("""() => {
      const tell = (node) => node.nodeType === 3 ? JSON.stringify(node.data)
        : [node.nodeName, ...attributes(node), "(", ...[...node.childNodes].map(tell), ")"].join(" ");
      const attributes = (node) =>
        [...node.attributes].filter((a) => a.name !== "open").map((a) => `${a.name}=${a.value}`).sort();
      return tell(host);
    }""")


@pytest.mark.parametrize("name", [name for name in CORPUS if name != "depth"])
def test_a_patch_ends_where_a_fresh_mount_would(page: Page, name: str) -> None:
    nodes = list(CORPUS[name])
    others = [nodes[::-1], nodes[::2], [], nodes[1:], [el("div", *nodes)], nodes]
    mount(page, nodes)
    patched = []
    for other in others:
        patch(page, other)
        patched.append(shown(page))
    for other, result in zip(others, patched, strict=True):
        mount(page, other)
        assert shown(page) == result
