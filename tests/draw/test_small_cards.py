"""The generic card, and cards of a few lines: questions, approvals, todos, lists, chips, mounts, media."""

from __future__ import annotations

import json

import pytest
from workbench.widgets.draw import DRAWINGS, draw
from workbench.widgets.element import Code, Element, Fold, Image, to_json

from workbench.model import (
    Approval,
    ChipDetail,
    GenericCall,
    ListDetail,
    Location,
    Question,
    QuestionDetail,
    Todo,
    TodoDetail,
)


class TestGeneric:
    def test_input_places_and_content(self, make, lines):
        view = GenericCall(
            title="Move it",
            kind="move",
            raw_input={"to": "b"},
            locations=[Location(path="/a"), Location(path="/b", line=3)],
        )
        card = make(call_view=view, kind="move", blocks="moved")
        assert lines(card) == ["Input", '{to: "b"}', "Places", "/a", "/b:3", "moved"]

    def test_the_one_place_that_the_title_names_is_not_said_again(self, make, lines):
        view = GenericCall(title="Read /a", kind="read", locations=[Location(path="/a", line=1)])
        assert lines(make(call_view=view, blocks="text")) == ["text"]

    def test_an_unknown_tool_shows_its_raw_arguments(self, make, lines):
        assert lines(make(arguments='{"x": 12345678901234567890}', blocks="ok"))[:2] == [
            "Input",
            "{x: 12345678901234567890}",
        ]
        assert lines(make(blocks="ok")) == ["ok"]

    def test_arguments_that_are_no_json_are_marked(self, make, lines, seen):
        assert lines(make(arguments='{"a": ', blocks="Error"))[:2] == ["Input · not JSON", '{"a":']
        cut = make(arguments='{"a": ', arguments_complete=False)
        assert lines(cut)[0] == "Input · not complete"
        assert "6 characters · not complete" in seen(cut)

    def test_an_empty_result_is_said(self, make, lines):
        assert lines(make(blocks=[])) == ["Empty result."]
        assert lines(make(blocks="")) == ["Empty text."]

    def test_the_inside_of_a_console_fence_is_output(self, make, lines):
        assert lines(make(content=({"type": "text", "text": "```console\nran \x1b[31mred\x1b[0m\n```"},))) == [
            "ran red"
        ]

    def test_deep_json_is_folded_with_a_note(self, make, lines, seen):
        deep = "[" * 200 + "1" + "]" * 200
        card = make(arguments=f'{{"a": {deep}}}', blocks="ok")
        assert "Nested 201 levels deep; below level 48 it stands as it is written." in lines(card)
        assert "[" * 150 in seen(card)

    def test_an_unknown_type_is_drawn_as_generic(self, make, lines):
        assert lines(make("heatmap", blocks="ok")) == ["ok"]

    def test_a_drawing_that_raises_gives_the_generic_card_and_says_so(self, make, lines):
        card = make("todo", detail=TodoDetail(items=(Todo(content="one", status=None),)), blocks="ok")
        said, *rest = lines(card)
        assert said.startswith("The drawing of a todo card failed (AttributeError")
        assert rest == ["ok"]


class TestBlocks:
    def test_a_stored_picture_is_a_placeholder_with_its_facts(self, make, lines):
        block = {"type": "image", "attachment": {"attachmentId": "sha256:1", "mediaType": "image/png", "bytes": 105832,
                                                 "width": 320, "height": 200, "name": "b.png"}}  # fmt: skip
        assert lines(make("media", blocks=[block])) == [
            "[b.png · image/png · 320×200]",
            "105,832 bytes · the data is not in the log",
        ]

    def test_a_picture_in_the_block_is_drawn_unless_it_is_an_svg(self, make, page):
        png = {"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgoAAAAN"}
        svg = {"type": "image", "mimeType": "image/svg+xml", "data": "PHN2ZyBvbmxvYWQ9J2FsZXJ0KDEpJz4="}
        nodes = draw(make("media", blocks=[png, svg]))
        drawn, told = (node for node in nodes if isinstance(node, Image))
        assert (drawn.data_base64, told.data_base64) == ("iVBORw0KGgoAAAAN", None)
        html = page(make("media", blocks=[png, svg]))
        assert html.count("<img") == 2  # once in the body, once in the fold with the raw result
        assert "image/svg+xml, 23 bytes (base64)" in html
        assert "PHN2Zy" not in html

    def test_base64_in_a_text_is_named_and_not_drawn(self, make, lines, page):
        text = '{"url": "data:image/png;base64,' + "iVBORw0KGgo" * 32_000 + '"}'
        card = make(blocks=text)
        assert lines(card) == ['{"url": "⟨image/png, 264,000 bytes (base64)⟩"}', "image/png, 264,000 bytes (base64)"]
        assert "iVBORw0KGgoiVBORw0KGgo" not in page(card)
        assert len(to_json(list(draw(card)))) < 20_000
        assert any(isinstance(node, Image) for node in draw(card, shown={"data-0"}))

    def test_base64_in_arguments_and_metadata_is_named_and_not_drawn(self, make, page, seen):
        data = "iVBORw0KGgoAAAAN" * 200
        card = make(arguments=json.dumps({"data": data}), blocks="ok", meta={"blob": data})
        assert data not in page(card)
        assert seen(card).count("⟨base64, 2,400 bytes⟩") >= 2

    @pytest.mark.parametrize(
        ("block", "said"),
        [
            ({"type": "audio", "mimeType": "audio/wav", "data": "AAAA"}, "Not shown: audio/wav, 3 bytes (base64)"),
            ({"type": "resource_link", "uri": "https://a.invalid/x", "name": "X"}, "Resource X <https://a.invalid/x>"),
            ({"type": "resource", "resource": {"uri": "file:///etc/passwd"}}, "Resource file:///etc/passwd"),
            ({"type": "hologram", "x": 1}, "▸ block of type hologram, 25 characters of JSON"),
            ({"no": "type"}, "▸ block of type without a type, 13 characters of JSON"),
            ("a string", "▸ block of type without a type, 10 characters of JSON"),
            (None, "▸ block of type without a type, 4 characters of JSON"),
            ({"type": "text", "text": 7}, "▸ block of type text, 24 characters of JSON"),
            ({"type": "image"}, "▸ block of type image, 16 characters of JSON"),
            ({"type": "file", "attachment": {"name": "a.pdf", "bytes": 9}}, "Not shown: a.pdf · file · 9 bytes"),
        ],
    )
    def test_every_other_block_is_told_by_type_and_size(self, make, lines, block, said):
        assert said in lines(make(blocks=[block]))

    def test_many_blocks_are_counted(self, make, lines):
        card = make(blocks=[{"type": "text", "text": f"block {n}"} for n in range(60)])
        assert "10 more are not shown." in lines(card)


def asked(outcome=None, wait=None, reason="a rule asks first"):
    return Approval(
        approval_id="ap1",
        tool="bash",
        reason=reason,
        asked_seq=5,
        asked_ms=1790000000000,
        outcome=outcome,
        wait_ms=wait,
    )


class TestApproval:
    @pytest.mark.parametrize(
        ("outcome", "said"),
        [
            ("allowed-once", "● allowed once"),
            ("rejected", "⊘ rejected"),
            ("cancelled", "⊘ cancelled"),
            ("unavailable", "⊘ nobody could be asked"),
            ("postponed", "? postponed"),
        ],
    )
    def test_a_decision_has_its_word_and_the_wait(self, make, lines, outcome, said):
        shown = lines(make(approvals=(asked(outcome, 60_000),), blocks="ok"))
        assert shown[0] == f"Approval for bash {said} · waited 1 m 00 s · asked 2026-09-21 14:13:20 UTC, seq 5"
        assert shown[1] == "a rule asks first"

    def test_an_open_request_has_controls_that_are_off(self, make, lines, page):
        card = make(approvals=(asked(),), state="waiting")
        assert lines(card)[0].startswith("Approval for bash ◌ waiting for approval · asked")
        assert page(card).count("<button") == page(card).count("disabled") == 2


class TestQuestion:
    @pytest.fixture
    def ask(self, make):
        def build(selected=None, custom=None, many=False, **members):
            one = Question(
                id="c", question="Which colour?", header="Colour", options=(("Red", "warm"), ("Blue", "")),
                multi_select=many, selected=selected, custom=custom,
            )  # fmt: skip
            return make("question", detail=QuestionDetail(questions=(one,), answered=selected is not None), **members)

        return build

    def test_the_answer_is_marked_by_a_word(self, ask, lines):
        shown = lines(ask(("Blue",), wait_ms=4500, blocks='{"answers":[]}'))
        assert shown == ["answered after 4.5 s", "Colour", "Which colour?", "• ○ Red — warm", "• ◉ Blue answer"]

    def test_several_answers_and_own_words(self, ask, lines):
        shown = lines(ask(("Red", "Green"), "a dark one", many=True, blocks="{}"))
        assert "• ☑ Red — warm answer" in shown
        assert "• ☑ Green answer" in shown
        assert "own words: a dark one" in shown

    def test_an_open_question_waits_with_its_controls_off(self, ask, lines, page):
        card = ask(state="waiting", call_seq=17, started_ms=1790000000000)
        assert lines(card)[0] == "asked 2026-09-21 14:13:20 UTC, seq 17"
        assert not any("answer" in line for line in lines(card))
        assert page(card).count("<button") == page(card).count("disabled") == 2

    def test_a_question_that_was_broken_off_says_why(self, ask, lines):
        card = ask(blocks="Error: aborted before the user answered", is_error=True, state="interrupted", wait_ms=800)
        assert lines(card)[0] == "waited 800 ms, not answered"
        assert lines(card)[-1] == "Error: aborted before the user answered"


class TestTodo:
    def test_states_counts_and_what_changed(self, make, lines):
        items = (
            Todo(content="one", status="completed", was="in_progress"),
            Todo(content="two", status="in_progress", was="in_progress"),
            Todo(content="three", status="pending"),
        )
        assert lines(make("todo", detail=TodoDetail(items=items), blocks="ok")) == [
            "1 pending · 1 in progress · 1 completed",
            "• ☑ one · completed was in progress",
            "• ◐ two · in progress",
            "• ☐ three · pending new",
        ]

    def test_a_first_list_has_no_news(self, make, lines):
        card = make("todo", detail=TodoDetail(items=(Todo(content="one", status="pending"),)), blocks="ok")
        assert lines(card)[-1] == "• ☐ one · pending"
        assert lines(make("todo", detail=TodoDetail(items=()), blocks="ok")) == ["The list is empty."]


class TestOthers:
    def test_a_list_is_a_table(self, make, lines):
        detail = ListDetail(columns=("job", "status"), rows=(("bash-1", "running"), ("bash-2", "killed")))
        shown = lines(make("list", detail=detail, blocks="bash-1 [bash] running"))
        assert [line.split() for line in (shown[0], *shown[2:])] == [
            ["job", "status"], ["bash-1", "◐", "running"], ["bash-2", "□", "killed"],
        ]  # fmt: skip

    def test_a_list_that_could_not_be_read_stands_as_it_is(self, make, lines):
        card = make("list", detail=ListDetail(columns=("job",), rows=()), blocks="(no background jobs)")
        assert lines(card) == ["(no background jobs)"]

    def test_a_chip_is_a_word_with_its_text_folded(self, make, lines, seen):
        card = make("chip", detail=ChipDetail(label="demo-skill", text="instructions"), blocks="instructions")
        assert lines(card) == ["demo-skill", "▸ Text · 12 characters"]
        assert "instructions" in seen(card)


class TestMalformed:
    @pytest.mark.parametrize(
        "returned",
        [
            "a text", None, 7, (None,), (7,), ({"t": "div"},), (object(),), (Element("div", children=["x"]),),
            (Element("div", attrs={"title": 7}),), (Code(None),), (Fold("x", children=(None,)),),
        ],
    )  # fmt: skip
    def test_a_drawing_that_gives_no_nodes_gives_the_generic_card_and_says_so(self, make, lines, monkeypatch, returned):
        monkeypatch.setitem(DRAWINGS, "todo", lambda card, look: returned)
        said, *rest = lines(make("todo", blocks="ok"))
        assert said.startswith("The drawing of a todo card failed (TypeError")
        assert rest == ["ok"]

    def test_too_many_nodes_are_refused(self, make, lines, monkeypatch):
        monkeypatch.setitem(DRAWINGS, "todo", lambda card, look: ("x",) * 200_001)
        assert "more than 200,000 nodes" in lines(make("todo", blocks="ok"))[0]
