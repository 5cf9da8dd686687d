"""The terminal card."""

from __future__ import annotations

from workbench.widgets.draw import draw
from workbench.widgets.element import Terminal


def test_description_prompt_output_and_end(shell, lines):
    card = shell("echo one", "one", cwd="/home/dev/ws")
    assert lines(card) == ["Do it", "ws $ echo one", "one", "exit code 0 · status parsed: no marker in the text"]


def test_a_prompt_line_a_command_line_and_the_folder_on_the_first_only(shell, lines):
    card = shell("cd src\nmake\nmake test", "ok", cwd="/home/dev/ws")
    assert lines(card)[1:4] == ["ws $ cd src", "> make", "> make test"]


def test_the_folder_is_resolved_against_the_session(shell, lines, page):
    assert lines(shell("ls", "a", workdir="src/../lib", cwd="/home/dev/ws"))[1] == "/home/dev/ws/lib $ ls"
    assert lines(shell("ls", "a", workdir="/etc", cwd="/home/dev/ws"))[1] == "/etc $ ls"
    assert lines(shell("ls", "a", workdir="src"))[1] == "src $ ls"
    assert lines(shell("ls", "a"))[1] == "$ ls"
    assert 'title="/home/dev/ws"' in page(shell("ls", "a", cwd="/home/dev/ws"))


def test_folders_of_windows_are_resolved_as_windows_does(shell, lines):
    cwd = "C:\\Users\\dev\\ws"
    assert lines(shell("dir", "a", cwd=cwd))[1] == "ws $ dir"
    assert lines(shell("dir", "a", workdir="src\\..\\lib", cwd=cwd))[1] == "C:\\Users\\dev\\ws\\lib $ dir"
    assert lines(shell("dir", "a", workdir="..", cwd=cwd))[1] == "C:\\Users\\dev $ dir"
    assert lines(shell("dir", "a", workdir="D:\\other", cwd=cwd))[1] == "D:\\other $ dir"
    assert lines(shell("dir", "a", workdir="D:/other", cwd="/home/dev/ws"))[1] == "D:\\other $ dir"
    assert lines(shell("dir", "a", workdir="\\\\host\\share", cwd=cwd))[1] == "\\\\host\\share $ dir"
    assert lines(shell("ls", "a", workdir="/etc", cwd=cwd))[1] == "/etc $ ls"


def test_colours_and_controls_are_a_terminals_and_leave_no_residue(shell, page, seen):
    card = shell(
        "cargo build", "\x1b[1m\x1b[32mCompiling\x1b[0m x\n 50%\r100%\nab\bc\n\x1b[2K\x1b[1A\x1b]0;title\x07end \x1b[9"
    )
    terminal = next(node for node in draw(card) if isinstance(node, Terminal))
    assert terminal.text == "Compiling x\n100%\nac\nend "
    assert "wb-bold wb-fg-2" in page(card)
    for residue in ("\x1b", "\b", "[2K", "[1A", "0;title", "␛"):
        assert residue not in seen(card)


def test_how_it_ended_is_said_in_words(shell, lines):
    assert lines(shell("false", "", code=3, badges=("exit 3",)))[-1] == "exit 3 · status parsed from text"
    ended = lines(shell("sleep 9", "tick", signal="SIGTERM", badges=("signal SIGTERM", "timed out 4000")))
    assert ended[-1] == "signal SIGTERM · timed out after 4.0 s · status parsed from text"
    denied = lines(shell("ls /opt", "no", code=2, badges=("exit 2", "sandbox")))
    assert "sandbox the sandbox kept it from a file" in denied[-1]


def test_the_note_on_a_parsed_status_stands_at_the_end_not_on_top(shell, lines):
    from workbench.strings import t

    card = shell("true", "ok", notes=(t("note.parsed_status"), "Another note."))
    assert lines(card)[0] == "Another note."
    assert t("note.parsed_status") not in lines(card)


def test_files_with_the_whole_output_are_named_as_text(shell, lines, page):
    text = (
        "tail\n[output truncated; full output: /var/tmp/x/stdout.log]\n\n"
        "(Omitted 14364 bytes. Full formatted result stored at: /var/tmp/y.txt. Use read.)"
    )
    card = shell("seq 1 9", text, blocks=text, badges=("truncated", "spilled"))
    assert lines(card)[-2:] == [
        "the whole output in /var/tmp/x/stdout.log",
        "14,364 bytes omitted, the whole result in /var/tmp/y.txt",
    ]
    assert "truncated only the end of the output was kept · spilled to file" in lines(card)[-3]
    assert "href" not in page(card)


def test_before_there_is_a_result_it_says_so(shell, lines):
    assert lines(shell("sleep 9"))[-1] == "No output yet: the log has none before the command ends."
    assert lines(shell("sleep 9", state="proposed"))[-1] == "$ sleep 9"


def test_an_error_is_shown_as_the_console_would(shell, lines, generic_result):
    view = generic_result("```console\nError: tool call aborted\n```")
    card = shell("sleep 9", blocks="Error: tool call aborted", is_error=True, state="interrupted",
                 result_view=view, content=tuple(view.content), badges=("aborted",))  # fmt: skip
    assert lines(card)[-2:] == ["Error: tool call aborted", "aborted"]


def test_two_blocks_are_shown_as_they_are(shell, lines):
    card = shell("make", blocks=[{"type": "text", "text": "first"}, {"type": "text", "text": "second"}])
    assert lines(card)[-2:] == ["first", "second"]


def test_a_long_output_is_cut_in_the_middle_and_comes_whole_when_asked_for(shell, lines):
    card = shell("seq 1 2000", "\n".join(map(str, range(1, 2001))))
    shown = lines(card)
    assert shown[2:4] == ["1", "2"]
    assert "show all 2,000 lines" in shown
    assert shown[-2] == "2000"
    assert len(shown) < 100
    assert len(lines(card, shown={"output"})) == 2003


def test_a_line_without_end_is_cut_too(shell, lines):
    card = shell("dump", "y" * 1_500_000)
    assert "1,500,000 characters, show more" in lines(card)
    assert sum(map(len, lines(card))) < 20_000


def test_a_long_command_is_cut_and_comes_whole_when_asked_for(shell, lines):
    card = shell("\n".join(f"echo {n}" for n in range(500)), "ok")
    assert any("on 500 lines; show all" in line for line in lines(card))
    assert len(lines(card, shown={"command"})) == 503
