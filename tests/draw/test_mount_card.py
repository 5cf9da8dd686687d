"""Mount cards: plugins with their programs, what they bring and wait for, refusals in plain words, inspections."""

from __future__ import annotations

import pytest

from workbench.model import MountDetail, Section

PROGRAM = "return (ctx) => { ctx.provide('clock') }"


@pytest.fixture
def plugin(make):
    def build(blocks="snap-1/pkg-1 is running (run-1).", **members):
        facts = {"action": "define", "name": "Clock", "plugin_id": "snap-1"}
        own = {name: members.pop(name) for name in list(members) if name in MountDetail.__struct_fields__}
        return make("mount", detail=MountDetail(**(facts | own)), blocks=blocks, **members)

    return build


def test_a_plugin_with_its_halves_and_what_it_brings(plugin, lines):
    card = plugin(
        purpose="tell time", package_id="pkg-1", status="running", run_id="run-1",
        sources=(("host", PROGRAM), ("client", "export default 1")),
        provides=(("service", "clock"), ("tool", "now")), needs=("tools",), waiting=("timer",),
    )  # fmt: skip
    assert lines(card) == [
        "kind definition",
        "plugin Clock · snap-1",
        "purpose tell time",
        "version pkg-1",
        "run run-1",
        "state running",
        "waits for timer",
        "brings service clock, tool now",
        "needs tools",
        "read from the program's text",
        "Half that runs in the harness",
        PROGRAM,
        "Half that runs in the browser",
        "export default 1",
        "snap-1/pkg-1 is running (run-1).",
    ]


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("duplicate", "Refused: something of that name is there already."),
        ("syntax", "Refused: the program does not parse."),
        ("timeout", "Refused: the program did not finish in its time."),
        ("not-json", "Refused: it gave something that is no plain JSON."),
        ("no-plugin", "Refused: the program did not return a plugin."),
        ("unknown", "Refused: there is no plugin or version of that name."),
        ("refused", "Refused: it was not approved."),
        ("threw", "The program failed while it was mounted."),
        ("other", "Refused by the harness."),
    ],
)
def test_a_refusal_is_said_in_plain_words_above_the_error(plugin, lines, word, said):
    shown = lines(plugin(blocks="Error: x", is_error=True, refusal=word))
    assert shown[0] == said
    assert shown[-1] == "Error: x"


def test_an_inspection_is_a_fold_for_each_section(plugin, lines, seen):
    sections = (
        Section(heading=None, text="Before."),
        Section(heading="Services", text="- tools"),
        Section(heading="data", text='{"mode": "all"}', is_json=True),
        Section(heading="Empty", text=""),
    )
    card = plugin(action="inspect", sections=sections)
    assert [line for line in lines(card) if line.startswith("▸")] == [
        "▸ Services · 7 characters",
        "▸ data · 15 characters",
        "▸ Empty · 0 characters",
    ]
    assert "Nothing here." in seen(card)
