"""The sentences of the gaps: words in the form of their numbers, no place left empty, no share above the whole."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import workbench
from workbench.bench import Workbench
from workbench.gaps import PROBES
from workbench.gaps.decisions import forks
from workbench.gaps.facts import facts
from workbench.gaps.made import Log
from workbench.gaps.scenarios import make
from workbench.strings import filled

MANY = re.compile(
    r"\b1 (?:\w+ )?(?:runs|calls|children|pieces|results|commands|scripts|texts|approvals|questions|waits|jobs|tools|"
    r"characters|sessions|events|others|turns|rows|cases|attempts|are|have|carry|get|follow|show)\b"
)
Loaded = Callable[[Log], Workbench]


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    """A workbench with one made log."""

    def load(log: Log) -> Workbench:
        log.write(tmp_path)
        wb = workbench.open()
        wb.load(tmp_path)
        return wb

    return load


def test_a_place_may_hold_the_word_that_goes_with_its_number() -> None:
    words = "{n} {n:call|calls}, {part} {part:is|are} here"
    assert filled(words, {"n": 1, "part": 0}) == "1 call, 0 are here"
    assert filled(words, {"n": 1200, "part": "1"}) == "1,200 calls, 1 is here"


@pytest.mark.parametrize("number", list(PROBES))
def test_one_instance_is_told_as_one(number: str, tmp_path: Path) -> None:
    for recorded in (0.0, 1.0):
        folder = tmp_path / str(recorded)
        make(folder, number, n=1, recorded=recorded)
        wb = workbench.open()
        wb.load(folder)
        gap = wb.gap(number)
        for said in (gap.rule, gap.key_number, gap.picture().said, facts(wb.store).said()):
            assert not MANY.search(said), said


def test_decisions_tell_one_as_one(tmp_path: Path) -> None:
    make(tmp_path, "G11", n=1)
    wb = workbench.open()
    wb.load(tmp_path)
    for decision in forks(wb.store, most=1):
        for row in decision.rows():
            for said in row["facts"]:
                assert not MANY.search(said), said


@pytest.mark.parametrize("language", ["en", "zh"])
def test_no_place_is_left_empty_where_there_is_nothing_to_draw(language: str) -> None:
    from workbench import strings

    with strings.speaking(language):
        for gap in workbench.open().gaps():
            for said in (gap.picture().said, gap.rule, gap.key_number):
                assert not re.search("[{}|]", said), said


def test_blank_time_is_a_share_of_the_turns_that_are_still_open_too(loaded: Loaded, tmp_path: Path) -> None:
    log = Log("made-open")
    log.message("Do it.")
    log.call("bash", {"command": "make", "description": "Build"}, ms=1200)
    log.row("turn/end", {"turn": 1, "reason": {"kind": "completed"}})
    log.row("turn/start", {"turn": 2})
    for _ in range(3):
        log.call("bash", {"command": "make", "description": "Build"}, ms=5000)
    path = log.write(tmp_path)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    second = next(at for at, line in enumerate(lines) if '"turn": 2' in line)
    rest = [line.replace('"turn": 1', '"turn": 2') for line in lines[second:-1]]
    path.write_text("".join((*lines[:second], *rest)), "utf-8")
    wb = workbench.open()
    wb.load(tmp_path)
    measures = wb.gap("G1").measures
    assert measures["blank_ms"] > 16_000
    assert measures["blank_share"] < 1


def test_a_call_whose_time_is_not_known_is_counted_as_such(tmp_path: Path) -> None:
    log = Log("made-back")
    log.message("Do it.")
    log.call("bash", {"command": "make", "description": "Build"}, ms=5000)
    path = log.write(tmp_path)
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for row in rows:
        if row["type"] == "tool/result":
            row["time"] -= 60_000
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    wb = workbench.open()
    wb.load(tmp_path)
    assert (wb.gap("G1").n, wb.gap("G1").measures["untimed"]) == (0, 1)


def test_only_jobs_of_shells_are_followed_and_a_call_that_lists_many_asks_once(loaded: Loaded) -> None:
    log = Log("made-jobs")
    log.message("Do it.")
    for job in ("bash-1", "bash-2"):
        arguments = {"command": "make", "description": "Build", "run_in_background": True}
        log.call("bash", arguments, f"started background job {job}", ms=5)
    task = {"description": "Look", "prompt": "Look.", "run_in_background": True}
    log.call("subagent", task, "started background subagent job subagent-1", ms=5)
    listed = "\n".join(f"{job} [{job[:-2]}] running — x" for job in ("bash-1", "bash-2", "subagent-1"))
    log.call("job_list", {}, listed, ms=5)
    log.call("job_output", {"job_id": "subagent-1"}, "(no new output)\n[status: running]", ms=5)
    log.call("job_output", {"job_id": "bash-1"}, "x\n[status: completed, exit code: 0]", ms=5)
    gap = loaded(log).gap("G2")
    assert (gap.measures["jobs"], gap.measures["polls"], gap.measures["pieces"]) == (2, 2, 1)
    assert {row["kind"] for row in gap.rows("jobs")} == {"bash"}


def test_names_that_are_cut_to_the_same_are_one_bar(loaded: Loaded) -> None:
    log = Log("made-long")
    log.message("Do it.")
    for end in ("one", "two"):
        for _ in range(2):
            log.call(f"mcp__server__{'x' * 60}_{end}", {"q": "x"}, ms=5)
    wb = loaded(log)
    for number in ("G5", "G11"):
        (panel,) = wb.gap(number).picture().panels
        bars = [(bar.category, bar.part) for bar in panel.bars]
        assert len(bars) == len(set(bars))
        assert sum(bar.value for bar in panel.bars) == 4


def test_a_wait_without_an_end_is_not_drawn_as_none_at_all(loaded: Loaded) -> None:
    log = Log("made-wait")
    log.message("Do it.")
    asked = {"id": "a", "toolName": "bash", "callId": None}
    log.call("bash", {"command": "x", "description": "x"}, ms=900, events=[("approval/asked", asked)])
    (panel,) = loaded(log).gap("G9").picture().panels
    assert {bar.value for bar in panel.bars} == {None}


def test_long_times_and_lines_are_in_the_language_asked_for() -> None:
    from workbench import strings
    from workbench.gaps.numbers import told

    assert (told(73_000, "ms"), told(7_500_000, "ms")) == ("1 m 13 s", "2 h 05 m")
    with strings.speaking("zh"):
        assert (told(73_000, "ms"), told(7_500_000, "ms")) == ("1 分 13 秒", "2 小时 05 分")
        assert strings.t("gaps.line", title="题", number="数") == "题：数"
