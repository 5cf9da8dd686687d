"""The command `workbench`: what it prints, and how it fails."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from workbench import cli, kernelspec, lab
from workbench.errors import WorkbenchError

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

VERBS = ["browse", "cache", "gaps", "lab", "load", "show"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command in this process; gives exit code, stdout and stderr."""

    def call(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["workbench", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        captured = capsys.readouterr()
        code = ended.value.code
        return (code if isinstance(code, int) else 0 if code is None else 1), captured.out, captured.err

    return call


def test_the_verbs_are_these(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert [line.split()[0] for line in out.partition("Commands:")[2].strip().splitlines()] >= VERBS
    assert sorted(command.callback.__name__ for command in cli.app.registered_commands if command.callback) == VERBS


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_explains_itself(verb: str, run: Run) -> None:
    code, out, err = run(verb, "--help")
    assert (code, err) == (0, "")
    assert f"Usage: workbench {verb}" in out


def test_load_tells_what_was_read_and_what_was_left_out(run: Run, recorded: Path) -> None:
    code, out, err = run("load", recorded / "image")
    assert (code, err) == (0, "")
    assert "1 session" in out
    assert "42 events" in out
    assert "attachments/v1/objects/07/" in out


def test_load_lists_no_more_than_a_person_reads(run: Run, recorded: Path, tmp_path: Path) -> None:
    for number in range(cli.LISTED + 5):
        (tmp_path / f"{number}.txt").write_text("no log", encoding="utf-8")
    log = next(recorded.glob("goal/**/session.jsonl.zstd"))
    (tmp_path / log.name).write_bytes(log.read_bytes())
    code, out, _ = run("load", tmp_path)
    assert code == 0
    assert out.count(".txt") == cli.LISTED
    assert "… and 5 more" in out


def test_browse_lists_a_line_a_session(run: Run, recorded: Path) -> None:
    code, out, err = run("browse", recorded / "run-code")
    assert (code, err) == (0, "")
    assert len(out.splitlines()) == 3
    assert "session-d8f4c004-b4cd-4345-8103-9fd1e41700a1" in out
    assert out.count("/home/dev/ws  ") == 3


def test_show_prints_the_one_session_that_no_other_started(run: Run, recorded: Path) -> None:
    code, out, err = run("show", recorded / "run-code")
    assert (code, err) == (0, "")
    assert "run_code" in out


def test_show_prints_one_card(run: Run, recorded: Path) -> None:
    code, out, err = run("show", recorded / "files", "--card", "call_0251_0_files")
    assert (code, err) == (0, "")
    assert "calc.py" in out
    assert "no_such_tool" not in out


def test_several_sessions_ask_for_the_start_of_an_id(run: Run, recorded: Path) -> None:
    code, out, err = run("show", recorded)
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "session-" in err


def test_nothing_in_a_log_speaks_to_the_terminal(run: Run, case: Callable[[str], Path]) -> None:
    for name in ("01", "04", "06"):
        code, out, _ = run("show", case(name))
        assert code == 0
        assert {letter for letter in out if letter < " " or "\x7f" <= letter <= "\x9f"} <= {"\n", "\t"}


def test_a_file_name_that_speaks_to_the_terminal_is_spelled_out(run: Run, recorded: Path, tmp_path: Path) -> None:
    log = next(recorded.glob("goal/**/session.jsonl.zstd"))
    (tmp_path / log.name).write_bytes(log.read_bytes())
    (tmp_path / "a\x1b]0;title\x07b").write_text("no log", encoding="utf-8")
    _, out, _ = run("load", tmp_path)
    assert r"a\x1b]0;title\x07b" in out
    assert "\x1b" not in out
    _, _, err = run("load", tmp_path / "a\x1b]0;title\x07b")
    assert r"a\x1b]0;title\x07b" in err
    assert "\x1b" not in err


LOOK_ALIKE = '{"type":"session","version":3,"id":"a","timestamp":"2026-01-01T00:00:00Z","cwd":"/"}\n'


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["load", "{tmp}/nowhere"], "nowhere"),
        (["load", "{tmp}/empty"], "empty"),
        (["load", "{tmp}/other.jsonl"], "other.jsonl"),
        (["load", "{tmp}/text.txt"], "text.txt"),
        (["browse", "{tmp}/nowhere"], "nowhere"),
        (["show", "{tmp}/nowhere"], "nowhere"),
        (["show", "{recorded}/goal", "no-such-id"], "no-such-id"),
        (["show", "{recorded}/goal", "--card", "no-such-call"], "no-such-call"),
        (["lab", "{tmp}/nowhere.ipynb"], "nowhere.ipynb"),
    ],
)
def test_bad_input_is_one_sentence_on_stderr_and_exit_code_one(
    arguments: list[str], word: str, run: Run, recorded: Path, tmp_path: Path
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "other.jsonl").write_text(LOOK_ALIKE, encoding="utf-8")
    (tmp_path / "text.txt").write_text("hello", encoding="utf-8")
    code, out, err = run(*(text.format(tmp=tmp_path, recorded=recorded) for text in arguments))
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert word in err


def test_a_reader_that_goes_away_is_no_fault(recorded: Path) -> None:
    line = f"'{sys.executable}' -m workbench.cli show '{recorded}/files' | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0"
    assert done.stderr == ""


# ------------------------------------------------------------------------------------------------------ the lab


def test_lab_shows_the_current_folder_and_opens_a_notebook_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b" / "é.ipynb").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert lab.place(None) == (tmp_path, "/lab")
    assert lab.place(Path("a b/é.ipynb")) == (tmp_path, "/lab/tree/a%20b/%C3%A9.ipynb")
    monkeypatch.chdir(tmp_path / "a b")
    (tmp_path / "up.ipynb").write_text("{}", encoding="utf-8")
    assert lab.place(tmp_path / "up.ipynb") == (tmp_path, "/lab/tree/up.ipynb")


def test_lab_prints_an_address_that_answers_and_ends_when_it_is_told_to(tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text('{"cells":[],"metadata":{},"nbformat":4,"nbformat_minor":5}', encoding="utf-8")
    own = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    with subprocess.Popen(
        [sys.executable, "-m", "workbench.cli", "lab", "--no-browser", "a.ipynb"],
        cwd=tmp_path, env={**os.environ, **own}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/lab/tree/a\.ipynb\?token=\w{20,}", address)
            with urllib.request.urlopen(address, timeout=10) as answered:
                assert answered.status == 200
            closed = address.replace("/lab/tree/a.ipynb", "/api/contents").partition("?")[0]
            with pytest.raises(urllib.error.HTTPError, match="403") as refused:
                urllib.request.urlopen(closed, timeout=10)
            refused.value.close()
        finally:
            server.terminate()
        server.communicate(timeout=20)
    assert server.returncode == 0


def test_a_server_that_wrote_its_file_but_does_not_listen_yet_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    with socket.socket() as chosen:
        chosen.bind(("127.0.0.1", 0))
        port = chosen.getsockname()[1]
    late = f"import socket, time; time.sleep(0.5); s = socket.create_server(('127.0.0.1', {port})); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", late]) as server:
        try:
            (tmp_path / f"jpserver-{server.pid}.json").write_text(json.dumps({"port": port}), encoding="utf-8")
            assert lab.answer(server, time.time()) == {"port": port}
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        finally:
            server.terminate()


def test_lab_listens_on_this_machine_alone_and_keeps_its_token_off_the_command_line(tmp_path: Path) -> None:
    words = lab.command(tmp_path, "/lab", tmp_path, browser=False)
    assert "--ServerApp.ip=127.0.0.1" in words
    assert "--allow-root" in words
    assert "--no-browser" in words
    assert not any("token" in word for word in words)


def test_lab_writes_its_settings_into_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernelspec, "install", lambda: tmp_path)
    lab.prepare(tmp_path / "share")
    text = (tmp_path / "share" / "labconfig" / "default_setting_overrides.json").read_text(encoding="utf-8")
    assert json.loads(text)["@jupyterlab/apputils-extension:notification"]["fetchNews"] == "false"


def test_no_browser_is_looked_for_where_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert lab.has_browser() is False


# --------------------------------------------------------------------------------------------------- the kernel


def test_the_kernel_runs_this_python_and_loads_the_extension(tmp_path: Path) -> None:
    folder = kernelspec.install(tmp_path)
    assert folder == tmp_path / "share" / "jupyter" / "kernels" / "workbench"
    spec = json.loads((folder / "kernel.json").read_text(encoding="utf-8"))
    assert spec["display_name"] == "Workbench"
    assert spec["argv"][0] == sys.executable
    assert spec["argv"][-2:] == ["--ext", "workbench"]


def test_an_environment_that_cannot_be_written_to_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "share").write_text("a file where a folder should be", encoding="utf-8")
    with pytest.raises(WorkbenchError, match="cannot be installed into"):
        kernelspec.install(tmp_path)


def test_the_cache_can_be_looked_at_and_cleared(
    run: Run, recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "kept"))
    assert "Nothing is kept yet" in run("cache")[1]
    run("load", recorded / "image")
    _wait_for(tmp_path / "kept" / "logs")
    code, out, err = run("cache")
    assert (code, err) == (0, "")
    assert re.match(r"1 log that was read is kept: [\d.]+ kB of at most 4.3 GB, in ", out)
    assert str(recorded / "image") in out
    assert "WORKBENCH_CACHE=off" in out
    assert "保留了 1 个已读日志" in run("cache", "--lang", "zh")[1]
    assert "1 log is kept no more" in run("cache", "--clear")[1]
    assert "Nothing is kept yet" in run("cache")[1]
    monkeypatch.setenv("WORKBENCH_CACHE", "off")
    assert "switched off" in run("cache")[1]


def _wait_for(folder: Path) -> None:
    """Wait until something is kept; that is written in a thread of its own."""
    for _ in range(300):
        if folder.is_dir() and any(not entry.name.startswith(".") for entry in folder.iterdir()):
            return
        time.sleep(0.1)
