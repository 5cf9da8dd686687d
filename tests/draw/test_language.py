"""Everything that a person sees of a card is in the chosen language; what the log says stands as the log has it."""

from __future__ import annotations

import ast
import contextlib
import json
import re
from pathlib import Path

import pytest
from workbench.widgets.draw import draw, draw_row, head, head_row, panel
from workbench.widgets.element import Element, expand
from workbench.widgets.source import TimelineSource

import workbench
from workbench import tools
from workbench.replay.panel import panel_of
from workbench.strings import TABLES, phrase, set_language, speaking, t
from workbench.strings.zh_why import PHRASES

ROOT = Path(__file__).resolve().parents[2]
RECORDED = (
    "approval", "ask-user", "bash-background", "bash-foreground", "cancel-and-continue", "compaction", "files", "goal",
    "hooks", "image", "killed-mid-bash", "mcp", "run-code", "stream-cut", "subagent", "workflow",
)  # fmt: skip
CASES = ("17", "20", "22", "28")

WORDS = re.compile(r"[A-Za-z]+(?:[ '’]+[A-Za-z]+)*")
ALLOWED = {
    # units, and words that are the same in Chinese
    "ms", "s", "m", "h", "UTC", "ID", "seq", "token", "JSON", "base", "HTTP", "true", "false", "null",
    # names of the titles that the harness gives its calls
    "Create goal", "Edit", "Glob", "Grep", "Kill background job", "Kill background job bash", "List background jobs",
    "Load skill demo", "Load skill no", "Read", "Read current goal", "Read image", "Read output from background job",
    "Read output from background job bash", "Read output from background job no", "Update todo list", "Write", "in",
    "view", "insert", "workflow", "ralph", "str",
    # what a terminal makes of escape sequences
    "red bold",
    # places in a row of the log
    "time", "data", "data.content", "content", "isError", "message", "meta", "error", "code", "arguments", "name",
    # types of cards, which select them
    *(key.removeprefix("type.") for key in TABLES["en"] if key.startswith("type.")),
}  # fmt: skip
OPENERS = {
    # what may stand before words of the log: a tool's name, the verb of a title, the point of a hook
    *tools.catalogue(), "bash", "read", "code", "Grep", "Glob", "Read", "Edit", "Write", "UserPromptSubmit",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _english():
    yield
    set_language("en")


def texts(nodes):
    """Every text of a tree, with what is said of pictures and parts."""
    for node in nodes:
        if isinstance(node, str):
            yield node
            continue
        element = node if isinstance(node, Element) else expand(node)
        yield from (str(element.attrs[name]) for name in ("title", "aria-label", "alt") if name in element.attrs)
        yield from texts(element.children)


def strings(value):
    """Every text in a JSON value, also in JSON that stands in a text."""
    if isinstance(value, str):
        yield value
        if value[:1] in ("{", "["):
            with contextlib.suppress(ValueError):
                yield from strings(json.loads(value))
    elif isinstance(value, list):
        for member in value:
            yield from strings(member)
    elif isinstance(value, dict):
        for name, member in value.items():
            yield name
            yield from strings(member)


def in_the_log(wb) -> str:
    """All that the rows of the loaded logs say, as one text."""
    found: dict[str, None] = {}
    for kind, data in wb.sql("select type, data from rows").fetchall():
        found[kind] = None
        try:
            found |= dict.fromkeys(strings(json.loads(data)))
        except ValueError:
            found[data] = None
    infos = (str(value) for session_id in wb.sessions for value in wb.session(session_id).info.values())
    return " ".join("\n".join((*found, *infos)).split())


def every_tree(session):
    """The folded row and the body of every card and row of a session, with its panel and its banner."""
    pending = list(session.cards)
    keys = {card.key for card in pending}
    while pending:
        card = pending.pop(0)
        pending[:0] = [child for child in card.children if child.model.call.session_id == session.id]
        yield card.key, [head(card.model), *draw(card.model)]
    for row in session.timeline:
        if row.key not in keys:
            yield row.key, [head_row(row.model), *draw_row(row.model)]
    yield "panel", [*panel(panel_of(session.place)), session.banner or ""]


def left_over(wb) -> dict[str, str]:
    """English words that are neither of the log nor allowed, with where they stand."""
    log = in_the_log(wb)
    known: set[str] = set(ALLOWED)
    found: dict[str, str] = {}
    for session_id in wb.sessions:
        for key, nodes in every_tree(wb.session(session_id)):
            for text in texts(nodes):
                if text.isascii() and " ".join(text.split()) in log:
                    continue
                for words in WORDS.findall(text):
                    if words in known or words in found:
                        continue
                    opener, _, rest = words.partition(" ")
                    if words in log or (opener in OPENERS and rest in log):
                        known.add(words)
                    else:
                        found[words] = f"{key}: {text[:120]}"
    return found


@pytest.mark.parametrize("folder", RECORDED)
def test_cards_of_the_recordings_are_chinese_throughout(recorded, folder):
    set_language("zh")
    wb = workbench.open()
    wb.load(recorded / folder)
    assert left_over(wb) == {}


@pytest.mark.parametrize("name", CASES)
def test_cards_of_hard_inputs_are_chinese_throughout(case, name):
    set_language("zh")
    wb = workbench.open()
    wb.load(case(name))
    assert left_over(wb) == {}


def test_every_rule_and_every_note_of_the_catalogue_has_its_chinese():
    said = {sentence for tool in tools.catalogue().values() for sentence in (*(old.note for old in tool.older),)}
    said |= {tool.retired for tool in tools.catalogue().values() if tool.retired is not None}
    for path in [*ROOT.glob("workbench/cards/*.py"), *ROOT.glob("workbench/replay/*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "rule" and isinstance(node.value, ast.Constant):
                said.add(node.value.value)
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                names = {target.id for target in node.targets if isinstance(target, ast.Name)}
                if any(name.lower().endswith("rule") for name in names):
                    said.add(node.value.value)
    assert said - {None} == set(PHRASES)


def test_a_card_changes_its_language_with_the_reader(recorded):
    wb = workbench.open()
    wb.load(recorded / "bash-foreground")
    card = wb.session(wb.sessions[0]).cards[1]
    english, why = card.text(), card.why
    set_language("zh")
    assert "exit 3" in english
    assert "退出码 3" in card.text()
    assert all(re.search("[一-鿿]", step) for step in card.why)
    set_language("en")
    assert (card.text(), card.why) == (english, why)


def test_an_open_replay_keeps_the_language_it_was_made_in(recorded):
    wb = workbench.open()
    wb.load(recorded / "bash-foreground")
    session = wb.session(wb.sessions[0])
    source = TimelineSource(session.place, session.info, session.banner)
    rows = len(source.index())
    before = [source.body(row, highlight=False) for row in range(rows)]
    set_language("zh")
    assert source.meta()["language"] == "en"
    assert [source.body(row, highlight=False) for row in range(rows)] == before
    new = TimelineSource(session.place, session.info, session.banner)
    assert new.meta()["language"] == "zh"
    assert [new.body(row, highlight=False) for row in range(rows)] != before


def test_a_block_speaks_its_own_language_and_leaves_the_other_as_it_was():
    with speaking("zh"):
        assert (t("state.done"), phrase("the lines of the text")) == ("完成", "文本的各行")
        with speaking("en"):
            assert t("state.done") == "done"
        assert t("state.done") == "完成"
    assert (t("state.done"), phrase("the lines of the text")) == ("done", "the lines of the text")
    assert phrase("a rule that nobody knows") == "a rule that nobody knows"
