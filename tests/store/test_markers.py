"""One spelling of the harness's text conventions for Python and for SQL."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from workbench import markers
from workbench.store import Store

TEXTS = (
    "", "x", "\n[exit code: 2]", "x\n[exit code: 2]", "x\n[exit code: 2]\n", "[exit code: 2]", "x\n[exit code: -1]",
    "x\n[timed out after 5000ms]\n[killed by signal: SIGTERM]", "[timed out after 5ms]", "x\n[killed by signal: ]",
    "a\n[exit code: 0]\n[exit code: 3]",
    "x\n[exit code: 3]\n\n(Omitted 7 bytes. Full formatted result stored at: /a/b. Use read.)",
    "started background job bash-1", "started background subagent job subagent-1", "started subagent 0000-1",
    "out\n[status: completed, exit code: 0]", "(no new output)\n[status: running]",
    "background job b-1 (bash: for i in 1; do\necho; done) finished [status: completed, exit code: 0]. Read it.",
    "job b-1 had already finished [status: killed, signal: SIGTERM]", "requested cancellation of job b-1",
    'workflow "a "b"" completed (1 agent).\nReturn value:\n2', "Error: workflow run failed: x",
    "b-1 [bash] running — sleep 1\nb-2 [subagent] completed — look", "interrupted-tool-result-c-1",
    "[stderr]\nx\n[sandbox: file access denied under workspace-write mode]\n[exit code: 1]",
)  # fmt: skip


@pytest.fixture(scope="module")
def con():
    return Store().con


@pytest.mark.parametrize("name", markers.PATTERNS)
def test_python_and_the_database_read_a_pattern_alike(con, name):
    pattern = markers.PATTERNS[name]
    groups = re.compile(pattern).groups
    end = "$" if name.endswith("_AT_END") else ""
    for text in TEXTS:
        found = markers.at_end(pattern, text) if end else re.search(pattern, text)
        query = f"select regexp_matches(?, marker_{name.lower()}() || ?)"
        assert con.execute(query, [text, end]).fetchone() == (found is not None,)
        for group in range(1, groups + 1):
            query = f"select nullif(regexp_extract(?, marker_{name.lower()}() || ?, {group}), '')"
            expected = (found[group] or None) if found is not None else None
            assert con.execute(query, [text, end]).fetchone() == (expected,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("boom\n[exit code: 2]", (2, None, "boom")),
        ("boom\n[exit code: 2]\n", (0, None, "boom\n[exit code: 2]\n")),
        ("[exit code: 2]", (0, None, "[exit code: 2]")),
        ("x\n[exit code: -1]", (0, None, "x\n[exit code: -1]")),
        ("\n[exit code: 2]", (2, None, "")),
        ("x\n[timed out after 5ms]\n[killed by signal: SIGTERM]", (None, "SIGTERM", "x\n[timed out after 5ms]")),
        ("[exit code: 0]\n[exit code: 3]", (3, None, "[exit code: 0]")),
    ],
)
def test_exit_status(text, expected):
    assert markers.exit_status(text) == expected


def test_the_exit_status_of_a_spilled_result_stands_before_the_note():
    text = "head\n\ntail\n[exit code: 3]\n\n(Omitted 7 bytes. Full formatted result stored at: /a/b.txt. Use read.)"
    assert markers.exit_status(text)[0] == 0
    assert markers.exit_status(markers.before_spill(text)) == (3, None, "head\n\ntail")


def test_the_harness_itself_reads_these_texts_so():
    vectors = json.loads((Path(__file__).parents[1] / "vectors" / "vectors.json").read_text("utf-8"))
    checked = 0
    for vector in vectors:
        given, view = vector["given"], vector["expect"].get("view")
        if vector["area"] != "presenter" or given.get("stage") != "result" or (view or {}).get("card") != "terminal":
            continue
        if "exitCode" in view or "signal" in view:
            (block,) = given["result"]["content"]
            expected = (view.get("exitCode"), view.get("signal"), view["output"])
            assert markers.exit_status(block["text"]) == expected
            checked += 1
    assert checked >= 8
