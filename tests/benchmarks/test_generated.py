"""The logs that benchmarks read are logs: they pass a strict load, in every style, and hold calls and their stream."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import workbench

HERE = Path(__file__).resolve().parent


def beside(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"bench_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[spec.name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


generate = beside("generate")
run = beside("run")


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE", "off")


@pytest.mark.parametrize("style", generate.STYLES)
def test_a_generated_log_passes_a_strict_load(tmp_path: Path, style: str) -> None:
    file = generate.write(tmp_path / generate.name(style), 0.3, style)
    wb = workbench.open()
    report = wb.load(file, strict=True)
    assert report.sessions == ("session-generated",)
    assert not report.damage
    states = dict(wb.sql("select state, count(*) from calls group by 1").fetchall())
    assert states["done"] > 5
    assert set(states) <= {"done", "failed"}
    ((deltas,),) = wb.sql("select count(*) from deltas").fetchall()
    assert deltas > 1000


def test_the_styles_say_the_same(tmp_path: Path) -> None:
    """As far as they reach: a style that takes more bytes ends earlier."""
    calls = []
    for style in generate.STYLES:
        wb = workbench.open()
        wb.load(generate.write(tmp_path / style / generate.name(style), 0.2, style))
        calls.append(wb.sql("select name, arguments, outcome from calls order by call_seq").fetchall()[:4])
    assert calls[0] == calls[1] == calls[2]


def test_a_seed_gives_the_same_bytes() -> None:
    assert list(generate.lines(0.05, "packed")) == list(generate.lines(0.05, "packed"))
    assert list(generate.lines(0.05, "packed")) != list(generate.lines(0.05, "packed", seed=1))


def test_rows_with_the_same_columns_stand_in_one_table() -> None:
    wide = {"name": "1 MB", "cells": {"cold": "5 ×"}}
    narrow = {"name": "load", "ratio": 6.0, "budget": 5}
    first, second = run.tables([("loading", wide), ("loading", narrow), ("loading", wide)])
    assert first == [("log", "cold"), ("1 MB", "5 ×"), ("1 MB", "5 ×")]
    assert second[1][2:5] == ("6.00×", "≤ 5×", "over: 1.20 of it")
    assert run.markdown(first).splitlines()[:2] == ["| log | cold |", "|---|---|"]
