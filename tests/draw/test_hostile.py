"""Whatever a log says is text: nothing runs, nothing is dropped, nothing stalls."""

from __future__ import annotations

import json
import re

import pytest
from workbench.widgets.draw import draw, draw_row, head
from workbench.widgets.element import to_fragment_html, to_json, to_page_html, to_text

from workbench.model import (
    CARD_TYPES,
    ChipDetail,
    CodeDetail,
    DiffCall,
    FileDiff,
    FileMatches,
    JobDetail,
    LineMatch,
    ListDetail,
    NumberedLine,
    ProgressDetail,
    Question,
    QuestionDetail,
    ReadResult,
    SearchResult,
    SubagentDetail,
    TerminalCall,
    TerminalResult,
    Todo,
    TodoDetail,
    WebResult,
    WebSource,
)

SCRIPT = '"><img src=x onerror=alert({n})><script>alert({n})</script>{{{{7*7}}}}${{7*7}}&amp;'


def payload(n):
    return SCRIPT.format(n=n)


@pytest.fixture
def hostile(make):
    """One card of each type whose fields all carry a payload, and the payloads."""

    def build(kind):
        a, b, c, d = (payload(n) for n in range(1, 5))
        views = {
            "terminal": {
                "call_view": TerminalCall(title=a, description=b, cwd=c),
                "result_view": TerminalResult(output=d, exit_code=0),
            },
            "diff": {
                "call_view": DiffCall(title=a, diffs=[FileDiff(path=b, old_text=c, new_text=d)])
            },
            "search": {
                "result_view": SearchResult(
                    title=a, shape="matches", truncated=False, total=1,
                    files=[FileMatches(path=b, matches=[LineMatch(line_number=1, line=c + d)])],
                )
            },
            "read": {
                "result_view": ReadResult(
                    title=a, path=b, offset=1, lines=[NumberedLine(number=1, text=c)], total_lines=1, lang=d
                )
            },
            "web": {
                "result_view": WebResult(
                    title=a, kind="search", truncated=False, answer=b, sources=[WebSource(url=c, title=d, snippet=d)]
                )
            },
            "code": {"title": a, "detail": CodeDetail(program=b, output=c + d)},
            "subagent": {
                "title": a,
                "detail": SubagentDetail(
                    label=a, prompt=b, mode="unknown", child_session_id=c, link_source="none", child_has_log=False,
                    report=d,
                ),
            },
            "progress": {
                "title": a,
                "detail": ProgressDetail(name=b, run_id=c, run_state=d, phases=(), agents_started=None, script=a),
            },
            "job": {"title": a, "detail": JobDetail(job_id=b, command=c, status=d, text=d)},
            "todo": {"title": a, "detail": TodoDetail(items=(Todo(content=b, status=c, was=d),))},
            "question": {
                "title": a,
                "detail": QuestionDetail(
                    questions=(Question(id="q", question=b, header=c, options=((d, a),), multi_select=False),),
                    answered=False,
                ),
            },
            "list": {"title": a, "detail": ListDetail(columns=(b,), rows=((c + d,),))},
            "chip": {"title": a, "detail": ChipDetail(label=b, text=c + d)},
        }.get(kind, {"title": a, "notes": (b,), "why": (c,)})  # fmt: skip
        arguments = json.dumps({"all": a + b + c + d}) if kind != "media" else a + b + c + d
        return make(kind, name=payload(5), call_id=payload(6), blocks=payload(7), meta={payload(8): 1},
                    badges=(payload(9),), arguments=arguments, **views)  # fmt: skip

    return build


@pytest.mark.parametrize("kind", CARD_TYPES)
def test_payloads_are_text_and_all_of_them_are_there(hostile, seen, kind):
    card = hostile(kind)
    nodes = [head(card), *draw(card, highlight=True)]
    for html in (to_page_html(nodes), to_fragment_html(nodes)):
        assert "<script" not in html
        assert "<img" not in html
        assert "onerror" not in re.sub(r'"[^"]*"', '""', "".join(re.findall(r"<[^<]*?>", html)))
        assert "&lt;script&gt;alert(1)" in html
        assert "{{7*7}}" in html
    shown = seen(card)
    for n in range(1, 10):
        assert f"<script>alert({n})</script>" in shown
        assert "&amp;" in shown  # escaped once


@pytest.mark.parametrize("kind", CARD_TYPES)
def test_control_characters_and_lone_surrogates_do_no_harm(make, kind):
    text = "a\x1b[31m\ud83d\x00\x9b2J\u202e\u2028\r\x07"
    card = make(kind, name=text, title=text, arguments=text, blocks=text, notes=(text,), meta={text: text},
                call_view=TerminalCall(title=text, description=text, cwd=text), cwd=text, why=(text,))  # fmt: skip
    nodes = [head(card), *draw(card)]
    shown = to_text(nodes)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]", shown + to_page_html(nodes))
    to_json(nodes).decode()


@pytest.mark.parametrize("kind", CARD_TYPES)
def test_what_is_sent_for_a_card_is_bounded_whatever_the_log_holds(make, kind):
    huge = "y" * 2_000_000
    members = {
        "terminal": {"call_view": TerminalCall(title=huge), "result_view": TerminalResult(output=huge)},
        "diff": {"call_view": DiffCall(title="d", diffs=[FileDiff(path="p", old_text=None, new_text=huge)])},
        "code": {"detail": CodeDetail(program=huge, output=huge)},
        "job": {"detail": JobDetail(job_id="j", command=huge, status="running", text=huge)},
        "chip": {"detail": ChipDetail(label="c", text=huge)},
        "read": {
            "result_view": ReadResult(
                path="p", offset=1, total_lines=900,
                lines=[NumberedLine(number=n, text="z" * 2000) for n in range(1, 900)],
            )
        },
    }.get(kind, {})  # fmt: skip
    card = make(kind, blocks=huge, arguments=json.dumps({"x": huge}), meta={"m": huge}, **members)
    assert len(to_json([head(card), *draw(card)])) < 250_000


def test_content_of_any_json_is_drawn(make, seen):
    odd = [
        None,
        1,
        "x",
        [],
        {},
        {"type": None},
        {"type": ["text"]},
        {"type": "text"},
        {"type": "image", "attachment": {}},
    ]
    card = make(blocks=odd, meta=[{"deep": [[[1e308, -0.0]]]}])
    assert "block of type" in seen(card)


def test_a_row_is_as_safe_as_a_card(row):
    hostile = row("context", text=payload(1), source=payload(2), title=payload(3), notes=(payload(4),),
                  blocks=({"type": "text", "text": payload(5)}, 7))  # fmt: skip
    html = to_page_html(list(draw_row(hostile)))
    assert "<script" not in html
    for n in (1, 2, 4, 5):
        assert f"alert({n})&lt;/script&gt;" in html
