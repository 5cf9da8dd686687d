"""The texts that tools give to the model, and the metadata they store, where the harness's own vectors leave gaps."""

from __future__ import annotations

import pytest

from workbench.tools import find
from workbench.tools.search import META_BYTES

CUT = "\n[output truncated; full output: (unavailable)]"
DEEP = "[\n  [\n    [\n      [\n        [\n          [[1,2]]\n        ]\n      ]\n    ]\n  ]\n]"


def render(name: str, value: object, **arguments: object) -> str:
    (block,) = find(name).output.render(arguments, value)
    return block["text"]


def meta(name: str, value: object, **arguments: object) -> object:
    return find(name).output.presentation_meta(arguments, value)


def stream(text: str = "", *, truncated: bool = False) -> dict:
    return {"text": text, "truncated": truncated}


def ran(stdout: dict | None = None, stderr: dict | None = None, **facts: object) -> dict:
    return {
        "kind": "foreground", "exitCode": 0, "signal": None, "timedOut": False, "aborted": False, "timeoutMs": 1000,
        "stdout": stdout or stream(), "stderr": stderr or stream(), **facts,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"kind": "background", "jobId": "bash-1"}, "started background job bash-1"),
        (ran(stderr=stream("e")), "[stderr]\ne"),
        (ran(stream("o\n"), exitCode=1), "o\n[exit code: 1]"),
        (ran(stream("o"), timedOut=True), "o\n[timed out after 1000ms]"),
        (ran(stream("a", truncated=True), stream("b", truncated=True)),
         "a" + CUT + "\n[stderr]\nb" + CUT),
        (ran(sandbox={"mode": "read-only", "denied": False}), "(no output)"),
        (ran(sandbox={"mode": "read-only", "denied": True}, exitCode=126),
         "(no output)\n[sandbox: file access denied under read-only mode]\n[exit code: 126]"),
    ],
)  # fmt: skip
def test_shell(value: dict, words: str) -> None:
    assert render("bash", value) == words


def window(*numbers: int, total: int, offset: int = 1) -> dict:
    lines = [{"number": number, "text": "t"} for number in numbers]
    return {"path": "a", "offset": offset, "lines": lines, "totalLines": total}


@pytest.mark.parametrize(
    ("value", "limit", "footer"),
    [
        (window(1, 2, total=9), 2, "(Showing lines 1-2 of 9. Use offset=3 to continue.)"),
        (window(1, 2, total=9), None, "(Output capped. Showing lines 1-2. Use offset=3 to continue.)"),
        (window(8, 9, total=9, offset=8), 2, "(End of file - total 9 lines)"),
        (window(total=9, offset=4), None, "(Output capped. Showing lines 4-3. Use offset=4 to continue.)"),
    ],
)
def test_read_says_how_to_go_on(value: dict, limit: int | None, footer: str) -> None:
    words = render("read", value, file_path="a", **({} if limit is None else {"limit": limit}))
    assert words.split("\n")[-2] == footer


def test_read_image() -> None:
    image = {"attachmentId": "sha256:0", "mediaType": "image/png", "bytes": 9, "width": 50, "height": 40}
    text, block = find("read_image").output.render({}, {"path": "a.png", "image": image})
    assert text["text"].split("\n")[3] == "image/png image, 50x40 px, 9 bytes"
    assert block == {"type": "image", "attachment": image}
    larger = {**image, "originalDimensions": {"width": 100, "height": 80}}
    assert (
        "multiply coordinates by 2.00"
        in find("read_image").output.render({}, {"path": "a", "image": larger})[0]["text"]
    )
    bent = {**image, "originalDimensions": {"width": 100, "height": 120}}
    words = find("read_image").output.render({}, {"path": "a", "image": bent})[0]["text"]
    assert "multiply x coordinates by 2.00 and y coordinates by 3.00" in words


def test_grep_is_capped_at_250_matches() -> None:
    value = {"matches": [{"path": "a", "lineNumber": number, "line": "x"} for number in range(1, 261)]}
    words = render("grep", value, pattern="x")
    assert words.startswith("Found 250 of 260 matches\n\na\nLine 1: x\n")
    assert words.endswith("(The complete result could not be saved; narrow pattern, path, or include to see more.)")
    stored = meta("grep", value, pattern="x")
    assert (stored["truncated"], stored["total"], len(stored["files"][0]["matches"])) == (True, 260, 250)


def test_one_match_is_no_plural() -> None:
    assert render("grep", {"matches": [{"path": "a", "lineNumber": 1, "line": "x"}]}) == "Found 1 match\n\na\nLine 1: x"


def test_a_long_line_is_cut_at_a_character() -> None:
    long = {"matches": [{"path": "a", "lineNumber": 1, "line": "é" * 1001}]}
    assert meta("grep", long)["files"][0]["matches"][0]["line"] == "é" * 1000 + " (line truncated)"


def test_glob_is_capped_at_100_paths() -> None:
    value = {"root": ".", "paths": [f"f{number}" for number in range(120)]}
    words = render("glob", value, pattern="*")
    assert words.split("\n\n")[1].startswith("(Showing 100 of 120 paths. ")
    assert meta("glob", value) == {"shape": "paths", "paths": value["paths"][:100], "truncated": True, "total": 120}


def test_metadata_of_a_search_has_a_limit_in_bytes() -> None:
    value = {"matches": [{"path": f"p{number}", "lineNumber": 1, "line": "x" * 1900} for number in range(60)]}
    stored = meta("grep", value)
    assert (stored["truncated"], stored["total"]) == (True, 60)
    import json

    size = len(json.dumps(stored, separators=(",", ":")))
    assert size <= META_BYTES < size + len(json.dumps(stored["files"][0], separators=(",", ":"))) + 1


def test_a_single_file_stays_however_large_its_metadata() -> None:
    value = {"matches": [{"path": "a", "lineNumber": number, "line": "x" * 1900} for number in range(1, 60)]}
    assert len(meta("grep", value)["files"]) == 1


def test_write_and_edit_store_hunks_under_the_path_of_the_call() -> None:
    value = {"path": "/abs/f", "operation": "create", "before": None, "after": "x"}
    assert meta("write", value, file_path="f", content="x") == {"diffs": []}
    many = "".join(f"{number}\n" for number in range(30))
    edited = {"path": "/abs/f", "before": many, "after": many.replace("\n4\n", "\nfour\n").replace("\n20\n", "\n")}
    assert meta("edit", edited, file_path="f", old_string="", new_string="")["diffs"] == [
        {"path": "f", "oldText": "1\n2\n3\n4\n5\n6\n7", "newText": "1\n2\n3\nfour\n5\n6\n7"},
        {"path": "f", "oldText": "17\n18\n19\n20\n21\n22\n23", "newText": "17\n18\n19\n21\n22\n23"},
    ]


def test_a_search_answer_without_sources() -> None:
    words = render("web_search", {"content": "An answer.", "sources": [], "truncated": False})
    assert words == "An answer.\n\nCite the relevant URLs above as markdown links in your answer."


def test_a_source_that_is_no_address_is_shown_as_it_is() -> None:
    words = render(
        "web_search", {"sources": [{"url": "not an address"}, {"url": "http://[", "title": ""}], "truncated": False}
    )
    assert "- [not an address](not an address)\n- [http://[](http://[)" in words


def test_kill_of_a_finished_job() -> None:
    job = {"id": "j", "kind": "bash", "label": "l", "status": "completed", "detail": "exit code: 0"}
    words = render("job_kill", {"outcome": "already-finished", "job": job})
    assert words == "job j had already finished [status: completed, exit code: 0]"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"logs": []}, "(run_code completed with no output)"),
        ({"logs": ["a", "b"], "result": None}, "a\nb\nnull"),
        ({"logs": [], "result": "raw\ntext"}, "raw\ntext"),
        ({"logs": [], "result": ""}, "(run_code completed with no output)"),
        ({"logs": [], "result": {"a": [1, {}], "b": 1.0}}, '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": 1\n}'),
        ({"logs": [], "result": [[[[[[[1, 2]]]]]]]}, DEEP),
    ],
)  # fmt: skip
def test_run_code(value: dict, words: str) -> None:
    assert render("run_code", value) == words


def test_workflow() -> None:
    arguments = {"meta": {"name": "audit"}}
    value = {"runId": "r", "agentsStarted": 1, "result": {"ok": True}}
    words = render("workflow", value, **arguments)
    assert words == 'workflow "audit" completed (1 agent).\nReturn value:\n{\n  "ok": true\n}'
    long = render("workflow", {**value, "agentsStarted": 2, "result": "😀" * 30_000}, **arguments)
    assert "completed (2 agents)." in long
    assert long.endswith("… [truncated: 10002 more characters]"), "counted in UTF-16 units, the quotes too"


def test_ralph() -> None:
    report = {"status": "continue"}
    value = {
        "runId": "r",
        "agentsStarted": 2,
        "result": {"status": "budget-limited", "roundsStarted": 2, "report": report},
    }
    head = "Ralph reached its 2 rounds limit; the worker reported work remaining.\nFinal report:\n"
    assert render("ralph", value) == head + '{\n  "status": "continue"\n}'


def test_subagents() -> None:
    assert (
        render("subagent", {"kind": "background", "jobId": "subagent-1"})
        == "started background subagent job subagent-1"
    )
    assert render("subagent", {"kind": "continuable", "subagentId": "s"}) == "started subagent s"
    blocks = [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]
    assert render("subagent_fork", {"kind": "foreground", "runId": "r", "output": blocks}) == "ab"
    rows = [
        {"kind": "child", "id": "1", "label": "Worker", "status": "idle", "parent": "0", "depth": 1},
        {"kind": "diagnostic", "id": "2", "reason": "corrupt", "parent": "1", "depth": 2},
    ]
    assert render("list_agents", rows) == "1 [idle] — Worker\n2 [diagnostic: corrupt]"
    below = render("list_agents", rows, scope="descendants")
    assert below == "1 [idle] parent=0 depth=1 — Worker\n2 [diagnostic: corrupt] parent=1 depth=2"
    assert render("list_agents", []) == "(no subagents)"


def test_terminals() -> None:
    running, exited = {"kind": "running"}, {"kind": "exited", "exitCode": None, "signal": "SIGHUP"}
    sent = {
        "kind": "foreground",
        "viewport": "",
        "waitReason": "session_exit",
        "sessionStatus": exited,
        "truncated": True,
    }
    assert render("terminal_send", sent) == (
        "(no new output)\n[wait: session_exit]\n[session: exited code=null signal=SIGHUP]\n[output truncated]"
    )
    assert meta("terminal_send", {"kind": "background", "jobId": "j"}) is None
    assert meta("terminal_send", sent) == {name: sent[name] for name in list(sent)[1:]}
    rows = [{"sessionId": "pty-1", "name": "main", "type": "shell", "pid": 7, "status": running}]
    assert render("terminal_list", rows) == "pty-1 (main) [shell] running pid=7"
    page = {"text": "", "totalLines": 3, "lineBegin": 0, "lineEnd": 0, "truncated": False}
    assert render("terminal_read", page) == "(no retained output)\n[lines: 0-0 of 3]"


def test_a_terminal_keeps_the_end_of_too_much_output() -> None:
    sent = {
        "kind": "foreground", "viewport": "é" * 200_000, "waitReason": "timeout", "sessionStatus": {"kind": "running"},
        "truncated": False,
    }  # fmt: skip
    words = render("terminal_send", sent)
    assert 256 * 1024 - 1 <= len(words.encode()) <= 256 * 1024
    assert words.endswith("é\n[wait: timeout]\n[session: running]\n[output truncated]")


def test_mcp() -> None:
    content = [
        {"type": "text", "text": "a"}, {"type": "audio", "mimeType": "audio/wav"}, {"type": "resource"},
        {"type": "resource_link", "name": "n", "uri": "u"}, {"type": "resource_link"}, {"type": "hologram"}, 1,
        {"type": "image"},
    ]  # fmt: skip
    assert render("mcp__demo__mixed", {"content": content}).split("\n") == [
        "a",
        "[audio result unsupported: audio/wav; raw audio data remains available to programmatic callers]",
        "[embedded resource unsupported; raw resource data remains available to programmatic callers]",
        "Resource link: n (u)",
        "[resource link unavailable: the MCP block is missing its name or URI]",
        "[unsupported MCP content type: hologram]",
        "[unsupported MCP content block: expected an object]",
        (
            "[image unavailable: unknown media type; this result was not admitted to durable model context; "
            "raw image data remains available to programmatic callers]"
        ),
    ]
    assert render("mcp__demo__none", {"content": []}) == "(none returned no model-visible content)"


def test_plugins() -> None:
    run = {"pluginId": "p", "packageId": "k", "pluginRunId": "r"}
    assert render("cordis_run", {**run, "status": "starting"}) == "p/k is starting asynchronously (r)."
    assert render("cordis_run", {**run, "status": "awaiting-approval"}) == "p/k is awaiting user approval (r)."
    assert meta("cordis_run", {**run, "status": "running"}) == run


def test_skills() -> None:
    loaded = render("skill", {"name": "s", "provider": "p", "content": "Do."})
    assert loaded == (
        '<skill_content name="s">\n<skill_resources>\nResources for this skill are managed by provider "p".\n'
        "Load referenced resources only as needed.\n</skill_resources>\n\n"
        "<skill_instructions>\nDo.\n</skill_instructions>\n</skill_content>"
    )


def test_language_server() -> None:
    def at(uri: str, line: int) -> dict:
        return {"uri": uri, "range": {"start": {"line": line, "character": 4}, "end": {"line": line, "character": 9}}}

    found = [at("file:///w/a.ts", 0), at("file:///x/b%20c.ts", 1), at("file:///w/a.ts", 9), at("jdt://x", 0)]
    value = {"kind": "locations", "locations": found, "resolvedWorkspaceUri": "file:///w"}
    assert render("lsp", value) == "a.ts:1:5\na.ts:10:5\n/x/b c.ts:2:5\njdt://x:1:5"
    assert render("lsp", {**value, "locations": []}) == "No results."
    assert render("lsp", {"kind": "hover", "hover": None}) == "No hover information."
    many = render("lsp", {**value, "locations": [at("file:///w/a.ts", line) for line in range(101)]})
    assert many.endswith("\n… 1 more location omitted (limit 100).")
