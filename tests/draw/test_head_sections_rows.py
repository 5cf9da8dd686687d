"""The folded row of a card, its folded sections, and timeline rows that are no cards."""

from __future__ import annotations

import pytest
from workbench.widgets.draw import DRAWINGS, draw, draw_row, head, head_row
from workbench.widgets.draw.head import ACTION_ICONS, ICONS
from workbench.widgets.draw.words import badge_text, clipped, duration, utc
from workbench.widgets.element import to_page_html, to_text

from workbench.model import CARD_TYPES, OUTCOMES, STATES, TIMELINE_KINDS, Provenance
from workbench.strings import has, set_language


def told(card):
    return to_text(head(card), width=400)


class TestHead:
    def test_tool_title_badges_state_and_time(self, shell):
        card = shell("make", "x", code=3, badges=("exit 3", "sandbox"), duration_ms=1234, duration_kind="exact")
        assert told(card) == "bash make exit 3 sandbox · ● done · 1.2 s"

    def test_a_title_that_is_the_tools_name_stands_once(self, make):
        assert told(make(name="mcp__a__b", blocks="ok", duration_ms=2)) == "mcp__a__b · ● done · 2 ms"

    @pytest.mark.parametrize(
        ("members", "said"),
        [
            ({"duration_ms": 38, "duration_kind": "exact"}, "38 ms"),
            ({"duration_ms": 38, "duration_kind": "upper-bound"}, "≤ 38 ms"),
            ({"duration_kind": "missing"}, "duration not known"),
            ({"duration_ms": 60_250, "wait_ms": 60_000, "run_ms": 250, "duration_kind": "exact"},
             "waited 1 m 00 s · 250 ms"),
        ],
    )  # fmt: skip
    def test_how_long_it_took(self, make, members, said):
        assert told(make(blocks="ok", **members)).endswith(f"● done · {said}")

    def test_an_open_call_has_no_duration(self, make):
        assert told(make()) == "tool · ◐ running"

    @pytest.mark.parametrize("state", STATES)
    def test_every_state_has_a_word_and_a_sign(self, make, state):
        for language in ("en", "zh"):
            set_language(language)
            assert has(f"state.{state}")
            assert f"wb-state-{state}" in to_page_html(head(make(state=state)))

    @pytest.mark.parametrize("outcome", OUTCOMES)
    def test_red_is_a_property_of_the_outcome(self, make, outcome):
        is_red = "wb-red" in to_page_html(head(make(outcome=outcome)))
        assert is_red == (outcome in ("error", "exit", "signal", "timeout"))

    def test_every_type_kind_and_action_has_an_icon_and_a_drawing(self):
        assert set(DRAWINGS) == set(CARD_TYPES)
        assert set(ICONS) >= (set(CARD_TYPES) | set(TIMELINE_KINDS)) - {"generic"}
        assert len(ACTION_ICONS) == 8

    def test_a_long_title_is_one_line(self, make):
        shown = told(make(title="a\nb " * 500, blocks="ok", duration_ms=1))
        assert "\n" not in shown
        assert len(shown) < 300

    def test_it_speaks_chinese(self, make):
        set_language("zh")
        assert told(make(blocks="ok", badges=("exit 3",))) == "tool 退出码 3 · ● 完成 · 时长未知"


class TestSections:
    def test_every_card_has_its_raw_parts_facts_and_reasons_folded(self, make, seen):
        card = make(
            arguments='{"a": 1}', blocks="ok", meta={"shape": "x"}, why=("own card: none", "view: none", "generic"),
            provenance={
                "exit_code": Provenance(kind="parsed", seq=5, rule="the marker at the end of the text"),
                "duration_ms": Provenance(kind="missing"),
            },
        )  # fmt: skip
        folds = [line for line in to_text(list(draw(card))).split("\n") if line.startswith("▸")]
        assert folds == [
            "▸ Arguments as written · 8 characters",
            "▸ Result as written · 1 block, 2 characters",
            "▸ Metadata of the result",
            "▸ Facts",
            "▸ Why this card · generic",
        ]
        text = seen(card)
        for part in ("own card: none", "view: none", "parsed from text · seq 5 · the marker", "not in the log", "1.1"):
            assert part in text

    def test_rows_of_the_log_are_named(self, make, seen):
        assert "proposed at seq 3, started at seq 4, ended at seq 5" in seen(make(blocks="ok"))

    def test_arguments_that_are_missing_are_said(self, make, seen):
        assert "no arguments" in seen(make(arguments=""))

    def test_raw_text_is_cut_and_comes_whole_when_asked_for(self, make, seen):
        card = make("code", arguments="not json " * 9000, blocks="x" * 200_000)
        assert seen(card).count("x" * 5000) < 5
        assert "x" * 200_000 in seen(card, shown={"raw-content"})
        assert "not json " * 9000 in seen(card, shown={"raw-arguments"})

    def test_notes_stand_on_top(self, make, lines):
        assert lines(make(blocks="ok", notes=("First.", "Second.")))[:2] == ["First.", "Second."]


class TestRows:
    def test_messages_are_text_and_answers_are_markdown(self, row):
        assert "**not bold**" in to_text(list(draw_row(row("user", text="**not bold**"))))
        assert "<strong>bold</strong>" in to_page_html(list(draw_row(row("assistant", text="**bold**"))))

    def test_the_sender_and_other_blocks_are_shown(self, row):
        blocks = ({"type": "image", "attachment": {"mediaType": "image/png", "bytes": 7, "name": "a.png"}},)
        shown = to_text(list(draw_row(row("notice", text="done", source="tool-jobs", blocks=blocks))))
        assert "tool-jobs" in shown
        assert "[a.png · image/png]" in shown

    @pytest.mark.parametrize("kind", [*TIMELINE_KINDS, "approval", "unheard-of"])
    def test_every_kind_has_a_head_and_a_body(self, row, kind):
        shown = to_text([head_row(row(kind, text="words", state="waiting")), *draw_row(row(kind, text="words"))])
        assert shown.count("words") == 2
        assert "◌ waiting" in shown

    def test_notes_of_a_row_stand_on_top(self, row):
        shown = to_text(list(draw_row(row("assistant", text="half", notes=("This message was broken off.",)))))
        assert shown.startswith("This message was broken off.")

    def test_a_long_message_is_cut_and_comes_whole_when_asked_for(self, row):
        long = row("user", text="word " * 40_000)
        assert len(to_text(list(draw_row(long)))) < 30_000
        assert len(to_text(list(draw_row(long, shown={"text"})))) > 190_000


class TestWords:
    @pytest.mark.parametrize(
        ("ms", "said"),
        [
            (0, "0 ms"), (38, "38 ms"), (999, "999 ms"), (1000, "1.0 s"), (1234, "1.2 s"), (59_949, "59.9 s"),
            (59_950, "1 m 00 s"), (124_000, "2 m 04 s"), (3_600_000, "1 h 00 m"), (7_620_000, "2 h 07 m"),
        ],
    )  # fmt: skip
    def test_durations(self, ms, said):
        assert duration(ms) == said

    def test_times_are_utc_and_a_number_that_is_no_time_stays_a_number(self):
        assert utc(1790000000000) == "2026-09-21 14:13:20 UTC"
        assert utc(10**18) == "1000000000000000000 ms"

    @pytest.mark.parametrize(
        ("badge", "said"),
        [
            ("exit 3", "exit 3"), ("signal SIGTERM", "signal SIGTERM"), ("timed out 4000", "timed out after 4.0 s"),
            ("timed out", "timed out"), ("not started", "not started"), ("empty", "empty result"),
            ("anything else", "anything else"), ("signal a b", "signal a b"),
            ("timed out " + "9" * 30, "timed out " + "9" * 30),
        ],
    )  # fmt: skip
    def test_badges(self, badge, said):
        assert badge_text(badge) == said

    def test_a_text_on_one_line(self):
        assert clipped("a\n  b", 10) == "a b"
        assert clipped("abcdef", 4) == "abc…"
