"""The page of the gaps: whole, offline, in two languages, and without one text of a call."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

import workbench
from workbench import strings, surfaces
from workbench.bench import Workbench
from workbench.gaps import PROBES
from workbench.gaps.made import Log
from workbench.gaps.scenarios import make
from workbench.gaps.showing import session_name

MARK = "MARKER"
"""Stands in every text of the made store that must not come out: arguments, results, messages, paths, titles."""
HOSTILE = '<img src=x onerror="alert(1)"></script><script>alert(2)</script>'

Page = Callable[[Workbench], str]


class Tags(HTMLParser):
    """Every tag of a page with its attributes, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.text = ""
        self._inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        self._inside = tag

    def handle_data(self, data: str) -> None:
        if self._inside not in ("style", "script"):
            self.text += data


def parsed(page: str) -> Tags:
    tags = Tags()
    tags.feed(page)
    return tags


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    yield
    strings.set_language("en")


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    """The page of a workbench; its pictures are left white, which takes no time."""
    from workbench.widgets import gap_page

    monkeypatch.setattr(gap_page, "png", lambda picture, theme: b"\x89PNG\r\n\x1a\n")
    return lambda wb: surfaces.gaps_page(wb.store, wb.gaps())


def marked(folder: Path) -> Workbench:
    """A store with every kind of instance, whose texts all have the mark, and whose tools have hostile names."""
    for number in PROBES:
        make(folder / f"{MARK}-{number}", number, recorded=0.5, name=f"made-{number.lower()}")
    log = Log("made-marked", cwd=f"/home/{MARK}", title=f"{MARK} title")
    log.message(f"{MARK}: please")
    for _ in range(3):
        arguments = {"command": f"echo {MARK}", "description": MARK}
        log.call("bash", arguments, f"{MARK}\n[exit code: 3]", ms=2000)
        log.call(HOSTILE, {"path": f"/{MARK}"}, MARK, ms=2000)
        log.call(f"mcp__{HOSTILE}__x", {"q": MARK}, [{"type": "text", "text": MARK}], ms=1500)
        log.call("read", {"file_path": f"/{MARK}.py"}, MARK, ms=5, result={"meta": {"path": f"/{MARK}.py"}})
        log.call("subagent", {"description": MARK, "prompt": MARK}, f"started subagent {MARK}", ms=1500)
        script = f"phase('{MARK}'); log('{MARK}'); await agent('{MARK}', {{label: '{MARK}', phase: '{MARK}'}});"
        log.call("workflow", {"script": script, "meta": {"name": MARK, "description": MARK}}, MARK, ms=1500)
        log.call("ask_user_question", {"questions": [{"id": MARK, "question": MARK}]}, MARK, ms=1500)
        log.call("bash", {**arguments, "run_in_background": True}, f"started background job {MARK}", ms=5)
        log.call("todo_write", {"todos": [{"content": MARK, "status": "pending"}]}, MARK, ms=5)
    log.write(folder / MARK)
    wb = workbench.open()
    wb.load(folder)
    return wb


# ------------------------------------------------------------------------------------------------ what is in it


def test_every_gap_has_a_screen_and_the_contents_lead_to_it(recorded: Path, page: Page) -> None:
    wb = workbench.open()
    wb.load(recorded)
    html = page(wb)
    found = parsed(html)
    screens = [attrs for tag, attrs in found.tags if tag == "section" and "wb-screen" in attrs.get("class", "")]
    presented = [attrs for attrs in screens if "wb-read" not in attrs["class"]]
    actions = [attrs["data-wb-action"] for tag, attrs in found.tags if tag == "button"]
    entries = [action for action in actions if re.fullmatch(r"go-[1-9]\d*", action)]
    assert entries[: len(PROBES)] == [f"go-{number}" for number in range(1, len(PROBES) + 1)]
    assert max(int(entry[3:]) for entry in entries) < len(presented)
    for gap in wb.gaps():
        assert gap.rule in found.text
        assert gap.title in found.text
        assert str(gap.entry.closes) in found.text
        assert gap.picture().said in found.text
    assert "bash" in found.text


def test_each_picture_is_there_for_light_and_for_dark_with_its_words(recorded: Path, page: Page) -> None:
    wb = workbench.open()
    wb.load(recorded / "bash-foreground")
    images = [attrs for tag, attrs in parsed(page(wb)).tags if tag == "img"]
    light = [attrs for attrs in images if attrs["class"] == "wb-light"]
    dark = [attrs for attrs in images if attrs["class"] == "wb-dark"]
    assert len(light) == len(dark) > 8
    assert [attrs["alt"] for attrs in light] == [attrs["alt"] for attrs in dark]
    assert all(attrs["src"].startswith("data:image/png;base64,") and attrs["alt"] for attrs in images)


def test_it_is_chinese_where_it_is_asked_for(recorded: Path, page: Page) -> None:
    wb = workbench.open()
    wb.load(recorded / "bash-foreground")
    strings.set_language("zh")
    found = parsed(page(wb))
    assert ("html", {"lang": "zh"}) in found.tags
    assert wb.gap("G1").entry.title.zh in found.text
    assert wb.gap("G1").entry.title.en not in found.text


def test_a_store_without_instances_says_so_on_every_screen(page: Page) -> None:
    found = parsed(page(workbench.open()))
    assert found.text.count("Nothing to draw") >= len(PROBES)


# ------------------------------------------------------------------------------------------------ what is not in it


def test_no_text_of_a_call_a_result_a_message_or_a_path_is_in_it(tmp_path: Path, page: Page) -> None:
    wb = marked(tmp_path)
    (held,) = wb.sql("select count(*) from rows where contains(data, $mark)", mark=MARK).fetchall()
    assert held[0] > 50
    assert MARK not in page(wb)


def test_hostile_names_of_tools_are_text(tmp_path: Path, page: Page) -> None:
    found = parsed(page(marked(tmp_path)))
    assert [tag for tag, _ in found.tags].count("script") == 1
    assert not any(name.startswith("on") for _, attrs in found.tags for name in attrs)
    assert not any(tag == "img" and not attrs["src"].startswith("data:image/png;") for tag, attrs in found.tags)
    assert "onerror" in found.text, "the name is shown"


def test_the_policy_lets_nothing_in_and_names_our_sheet_and_script(recorded: Path, page: Page) -> None:
    wb = workbench.open()
    wb.load(recorded / "goal")
    html = page(wb)
    found = parsed(html)
    (policy,) = [attrs["content"] for tag, attrs in found.tags if tag == "meta" and "http-equiv" in attrs]
    assert policy.startswith("default-src 'none'; img-src data:;")
    assert "unsafe" not in policy
    assert not any({"src", "href"} & set(attrs) for tag, attrs in found.tags if tag != "img")
    assert not re.search(r"https?://", html)
    assert not any("style" in attrs for _, attrs in found.tags)


def test_a_session_that_is_named_after_its_file_shows_no_path() -> None:
    assert session_name("session-f812e1be-0000-4000-8000-000000000000") == "f812e1be-0000"
    shown = session_name("/home/somebody/secret/session.jsonl")
    assert re.fullmatch("log-[0-9a-f]{8}", shown)
    assert session_name("a name with blanks").startswith("log-")


def test_hard_inputs_make_a_page_too(cases: Path, page: Page) -> None:
    wb = workbench.open()
    wb.load(cases)
    found = parsed(page(wb))
    assert [tag for tag, _ in found.tags].count("script") == 1


def test_the_data_is_plain_and_small_enough_to_send(recorded: Path) -> None:
    wb = workbench.open()
    wb.load(recorded / "approval")
    html = surfaces.gaps_page(wb.store, wb.gaps())
    assert len(html) < 6_000_000
