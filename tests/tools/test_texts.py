"""Structure read back from the texts of results, where the harness keeps a convention; none where it does not hold."""

from __future__ import annotations

from workbench.tools import files, jobs, mcp, search, shell, subagents, terminal, todo, web, workflow
from workbench.tools.envelope import parse_envelope


def test_shell_facts_are_told_apart() -> None:
    text = shell.parse_result(
        "out\n[output truncated; full output: /tmp/o]\n[stderr]\nerr\n"
        "[sandbox: file access denied under read-only mode]\n"
        "[sandbox: escalation available — retry this exact command once]\n"
        "[timed out after 4000ms]\n[killed by signal: SIGTERM]"
    )
    assert (text.exit_code, text.signal, text.has_marker, text.timed_out_ms) == (None, "SIGTERM", True, 4000)
    assert (text.sandbox_mode, text.escalation_offered) == ("read-only", True)
    assert text.stdout == "out\n[output truncated; full output: /tmp/o]"
    assert text.stderr == "err"
    assert text.truncated == ("/tmp/o",)


def test_a_shell_marker_before_a_spill_counts() -> None:
    spilled = "x\n[exit code: 3]\n\n(Omitted 14297 bytes. Full formatted result stored at: /tmp/s.txt. Use read.)"
    text = shell.parse_result(spilled)
    assert (text.exit_code, text.has_marker, text.body) == (3, True, "x")
    assert text.spill == shell.Spill(omitted_bytes=14297, locator="/tmp/s.txt")
    plain = shell.parse_result("x\n\n(Left out a lot. Full formatted result stored at: /tmp/s.txt. Use read.)")
    assert (plain.exit_code, plain.has_marker, plain.spill.omitted_bytes) == (0, False, None)


def test_a_shell_text_without_anything() -> None:
    text = shell.parse_result("(no output)")
    assert (text.no_output, text.exit_code, text.has_marker, text.stderr) == (True, 0, False, None)


def test_read_windows() -> None:
    text = files.parse_read(
        "<path>/w/a</path>\n<type>file</type>\n<content>\n7: x: y\n8: \n\n"
        "(Showing lines 7-8 of 400. Use offset=9 to continue.)\n</content>"
    )
    assert text.lines == ((7, "x: y"), (8, ""))
    assert (text.first, text.last, text.total, text.capped, text.next_offset) == (7, 8, 400, True, 9)
    capped = files.parse_read(
        "<path>a</path>\n<type>file</type>\n<content>\n1: x\n\n"
        "(Output capped. Showing lines 1-1. Use offset=2 to continue.)\n</content>"
    )
    assert (capped.total, capped.capped, capped.next_offset) == (None, True, 2)
    empty = files.parse_read("<path>a</path>\n<type>file</type>\n<content>\n(End of file - total 0 lines)\n</content>")
    assert (empty.lines, empty.total, empty.capped) == ((), 0, False)


def test_what_is_no_read_window() -> None:
    assert files.parse_read("plain text") is None
    written = "<path>a</path>\n<type>file</type>\n<content>\nCreated file\n</content>"
    assert files.parse_read(written) is None
    assert parse_envelope(written).body == "Created file"


def test_grep_groups() -> None:
    text = search.parse_grep(
        "Found 3 of 9 matches\n\nsrc/a b.py\nLine 3: x\nLine 12: Line 4: y\n\nb\nLine 1: \n\n"
        "(Full grep result stored at: /tmp/g.txt. Use read with offset/limit, or grep this path to search within it.)"
    )
    assert text.files == (("src/a b.py", ((3, "x"), (12, "Line 4: y"))), ("b", ((1, ""),)))
    assert (text.shown, text.total, text.locator) == (3, 9, "/tmp/g.txt")
    assert search.parse_grep("No matches found").total == 0
    assert search.parse_grep("Found 2 matches\n\na\nLine 1: x") is None, "the count must hold"
    assert search.parse_grep("anything") is None


def test_glob_paths() -> None:
    assert search.parse_glob("a\nb c").paths == ("a", "b c")
    assert search.parse_glob("No files found") == search.GlobText(paths=(), total=0)
    capped = search.parse_glob(
        "a\n\n(Showing 1 of 7 paths, sampled across 1 of the 3 top-level entries. "
        "Full sorted result stored at: /tmp/p. Use read.)"
    )
    assert (capped.paths, capped.total, capped.locator) == (("a",), 7, "/tmp/p")


def test_web_answers_and_sources() -> None:
    text = web.parse_search(
        "### one\n\nAnswer\n\nSources:\n- [T](https://e.x/a(b)) — snip (with) brackets (2026-01-01)\n"
        "- [e.y](https://e.y) — (3 days ago)\n- [Z](https://z)\n\n"
        "(Showing the first 3 sources. Refine the query for more.)\n\n" + web.CITE
    )
    assert text.answer == "### one\n\nAnswer"
    assert text.truncated
    assert [(source.label, source.url, source.snippet, source.date) for source in text.sources] == [
        ("T", "https://e.x/a(b)", "snip (with) brackets", "2026-01-01"),
        ("e.y", "https://e.y", None, "3 days ago"),
        ("Z", "https://z", None, None),
    ]
    assert web.parse_search("No results found.\n\n" + web.CITE) == web.SearchText(
        answer=None, sources=(), truncated=False
    )
    assert web.parse_search("Just text") is None


def test_web_pages() -> None:
    text = web.parse_fetch(
        "Fetched https://e.x (HTTP 404)\n\nbody\n\n"
        "(Content truncated. Fetch a more specific URL or section for the full text.)"
    )
    assert (text.url, text.status_code, text.body, text.truncated) == ("https://e.x", 404, "body", True)
    assert web.parse_fetch("body") is None


def test_todo_counts() -> None:
    words = "Updated todo list: 2 pending, 0 in progress, 11 completed."
    assert todo.parse_counts(words) == todo.TodoCounts(pending=2, in_progress=0, completed=11)
    assert todo.parse_counts("Error: no") is None


def test_jobs() -> None:
    polled = jobs.parse_output(
        "a\n[some output was dropped from memory; full output: /tmp/j]\n[status: completed, exit code: 2]"
    )
    assert (polled.status, polled.detail, polled.exit_code, polled.dropped) == (
        "completed",
        "exit code: 2",
        2,
        "/tmp/j",
    )
    killed = jobs.parse_output("(no new output)\n[status: killed, signal: SIGTERM]")
    assert (killed.text, killed.signal, killed.exit_code) == ("", "SIGTERM", None)
    assert jobs.parse_output("no status") is None
    assert jobs.parse_list("b-1 [bash] running — npm i — all\ns-1 [subagent] failed — x") == (
        jobs.JobRow(id="b-1", kind="bash", status="running", label="npm i — all"),
        jobs.JobRow(id="s-1", kind="subagent", status="failed", label="x"),
    )
    assert jobs.parse_list("(no background jobs)") == ()
    assert jobs.parse_list("something else") is None


def test_subagents() -> None:
    assert subagents.parse_start("started background subagent job subagent-1").job_id == "subagent-1"
    assert subagents.parse_start("started subagent 53384e37").subagent_id == "53384e37"
    assert subagents.parse_start("started subagent x and finished") is None, "an answer may begin like this"
    rows = subagents.parse_agents("a [ready] parent=s depth=1 — Worker — two\nb [diagnostic: corrupt]")
    assert [(row.id, row.status, row.parent, row.depth, row.label) for row in rows] == [
        ("a", "ready", "s", 1, "Worker — two"),
        ("b", "diagnostic: corrupt", None, None, None),
    ]


def test_workflows() -> None:
    done = workflow.parse_result('workflow "a "b"" completed (2 agents).\nReturn value:\n{\n  "x": 1\n}')
    assert (done.name, done.agents, done.value, done.missing_chars) == ('a "b"', 2, '{\n  "x": 1\n}', None)
    cut = workflow.parse_result(
        'workflow "a" completed (1 agent).\nReturn value:\n"xx\n… [truncated: 7 more characters]'
    )
    assert (cut.value, cut.missing_chars) == ('"xx', 7)
    failed = workflow.parse_result("Error: workflow run failed: boom")
    assert (failed.end, failed.reason) == ("failed", "boom")
    cancelled = workflow.parse_result("Error: workflow run was cancelled (parent step aborted)")
    assert (cancelled.end, cancelled.reason) == ("cancelled", "parent step aborted")
    assert workflow.parse_result("else") is None


def test_terminals() -> None:
    text = terminal.parse_send("a\n[wait: stdin_read]\n[session: exited code=3 signal=null]\n[output truncated]")
    assert (text.output, text.wait, text.running, text.exit_code, text.signal, text.truncated) == (
        "a", "stdin_read", False, 3, None, True,
    )  # fmt: skip
    assert terminal.parse_send("a\n[wait: timeout]\n[session: running]").running
    assert terminal.parse_send("a") is None


def test_public_names_of_other_servers() -> None:
    assert mcp.public_name("git", "log") == "mcp__git__log"
    assert mcp.public_name("s", "x" * 56) == "mcp__s__" + "x" * 56, "64 characters are not too many"
    assert len(mcp.public_name("s", "x" * 57)) == 64
    assert mcp.public_name("s", "a.b") != mcp.public_name("s", "a b"), "names that only look alike stay apart"
    assert mcp.public_name("s", "😀").startswith("mcp__s_____"), "two underscores for a character of two units"
    assert len(mcp.public_name("s", "\ud800")) == len("mcp__s___") + 13
    assert mcp.parts("mcp__git__list__files") == ("git", "list__files")
    assert mcp.parts("mcp__git") is None
    assert mcp.parts("bash") is None
