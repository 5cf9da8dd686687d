"""The kernel extension: `wb` in the namespace, the magic `%wb`, completion, and errors as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell

import workbench
from workbench import extension
from workbench.errors import WorkbenchError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RUN_CODE = "session-d8f4c004-b4cd-4345-8103-9fd1e41700a1"


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[InteractiveShell]:
    """A fresh IPython with the extension loaded and an empty workbench."""
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setattr(workbench, "_current", [])
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance(history_load_length=0)
    shell.history_manager.enabled = False
    extension.load(shell)
    yield shell
    extension.unload(shell)
    shell.history_manager.end_session()
    InteractiveShell.clear_instance()


@pytest.fixture
def loaded(shell: InteractiveShell, recorded: Path) -> InteractiveShell:
    """The same with one recording in it."""
    workbench.current().load(recorded / "run-code")
    return shell


def line(shell: InteractiveShell, text: str) -> Any:
    return shell.run_line_magic("wb", text)


def complete(shell: InteractiveShell, text: str) -> list[str]:
    """The last word of the line, as each completion makes it; the way that a kernel takes."""
    with provisionalcompleter():
        offers = list(shell.Completer.completions(text, len(text)))
    return [(text[: offer.start] + offer.text).rpartition(" ")[2] for offer in offers]


# ------------------------------------------------------------------------------------------------- loading


def test_wb_is_the_current_workbench(shell: InteractiveShell) -> None:
    assert shell.user_ns["wb"] is workbench.current()


def test_a_name_that_is_taken_is_left_alone(shell: InteractiveShell, capsys: pytest.CaptureFixture[str]) -> None:
    extension.unload(shell)
    shell.user_ns["wb"] = "mine"
    extension.load(shell)
    assert shell.user_ns["wb"] == "mine"
    assert "workbench.current()" in capsys.readouterr().out
    extension.unload(shell)
    assert shell.user_ns["wb"] == "mine"


def test_load_ext_finds_it_and_unload_ext_takes_everything_away(shell: InteractiveShell) -> None:
    shell.run_line_magic("load_ext", "workbench")
    shell.run_line_magic("unload_ext", "workbench")
    assert "wb" not in shell.user_ns
    assert shell.find_line_magic("wb") is None
    assert shell.find_cell_magic("wb") is None
    assert "load" not in complete(shell, "%wb ")


def test_opening_another_workbench_makes_it_the_current_one(shell: InteractiveShell) -> None:
    other = workbench.open()
    assert workbench.current() is other


# --------------------------------------------------------------------------------------------------- verbs


def test_alone_it_is_help(shell: InteractiveShell, capsys: pytest.CaptureFixture[str]) -> None:
    assert line(shell, "") is None
    out = capsys.readouterr().out
    for verb in ("browse", "load", "sessions", "show", "sql"):
        assert f"%wb {verb}" in out


def test_load_and_sessions(shell: InteractiveShell, recorded: Path) -> None:
    report = line(shell, f"load '{recorded / 'run-code'}'")
    assert len(report.sessions) == 3
    frame = line(shell, "sessions")
    assert len(frame) == 3
    assert RUN_CODE in set(frame["session_id"])


def test_load_takes_several_paths(shell: InteractiveShell, recorded: Path) -> None:
    report = line(shell, f"load {recorded / 'goal'} {recorded / 'image'} --strict")
    assert len(report.sessions) == 2


def test_browse(shell: InteractiveShell, recorded: Path) -> None:
    assert len(line(shell, f"browse {recorded / 'run-code'}").fetchall()) == 3


def test_show_gives_the_replay_of_a_session_or_of_one_card(loaded: InteractiveShell) -> None:
    replay = line(loaded, f"show {RUN_CODE[:14]}")
    assert RUN_CODE in repr(replay)
    card = line(loaded, f"show {RUN_CODE} call_0380_0_run-code")
    assert repr(card).startswith("Replay(")
    assert repr(card) != repr(replay)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("lod x", "Did you mean 'load'"),
        ("load", "%wb load path"),
        ("load 'x", "not closed"),
        ("show", "%wb show session"),
        ("show no-such-session", "no-such-session"),
        ("sql", "%wb sql query"),
        ("sessions x", "%wb sessions"),
        ("sql select $nothing", "nothing"),
        ("sql selec 1", "selec"),
        ("sql select ?", "\\$name"),
    ],
)
def test_a_slip_is_a_sentence(text: str, words: str, loaded: InteractiveShell) -> None:
    with pytest.raises(WorkbenchError, match=words):
        line(loaded, text)


def test_in_a_cell_an_error_of_the_workbench_is_one_line(
    shell: InteractiveShell, capsys: pytest.CaptureFixture[str]
) -> None:
    shell.run_cell("wb.load('/no/such/place')")
    shown = "".join(capsys.readouterr())
    assert "/no/such/place" in shown
    assert "Traceback" not in shown
    assert len(shown.strip().splitlines()) == 1


# ----------------------------------------------------------------------------------------------------- sql


def test_names_are_bound_and_never_pasted(loaded: InteractiveShell) -> None:
    loaded.user_ns["tool"] = "x' or 1 = 1 --"
    assert len(line(loaded, "sql select * from calls where name = $tool")) == 0
    loaded.user_ns["tool"] = "run_code"
    assert len(line(loaded, "sql select * from calls where name = $tool")) == 6


def test_a_line_gives_the_whole_frame(loaded: InteractiveShell) -> None:
    result = loaded.run_cell("frame = %wb sql select range as n from range(5000)")
    assert result.success
    assert len(loaded.user_ns["frame"]) == 5000


def test_a_cell_shows_a_frame_and_keeps_the_relation(
    loaded: InteractiveShell, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = loaded.run_cell_magic("wb", "sql numbers", "select range as n\nfrom range(5000)")
    assert len(frame) == extension.SHOWN_ROWS
    assert "numbers holds all" in capsys.readouterr().out
    assert loaded.user_ns["numbers"].count("n").fetchall() == [(5000,)]


def test_a_dollar_in_a_string_is_text(loaded: InteractiveShell) -> None:
    frame = line(loaded, "sql select '$price' as text -- $nothing")
    assert frame["text"].tolist() == ["$price"]


def test_several_statements_each_get_their_own_names(loaded: InteractiveShell) -> None:
    loaded.user_ns.update(first=1, second=2)
    query = "create or replace temp table t as select $first as n; select n + $second as m from t"
    assert loaded.run_cell_magic("wb", "sql", query)["m"].tolist() == [3]


def test_a_frame_of_the_notebook_can_be_asked_too(loaded: InteractiveShell) -> None:
    result = loaded.run_cell(
        "import pandas\nmine = pandas.DataFrame({'n': [1, 2]})\n%wb sql select sum(n)::int as s from mine"
    )
    assert result.success, result.error_in_exec
    assert result.result["s"].tolist() == [3]


@pytest.mark.parametrize("head", ["load", "", "sql two words", "sql 1name"])
def test_other_cells_say_how_a_cell_begins(head: str, loaded: InteractiveShell) -> None:
    with pytest.raises(WorkbenchError, match="%%wb sql"):
        loaded.run_cell_magic("wb", head, "select 1")


# ---------------------------------------------------------------------------------------------- completion


def test_verbs_are_completed(loaded: InteractiveShell) -> None:
    assert complete(loaded, "%wb ") == ["browse", "load", "sessions", "show", "sql"]
    assert complete(loaded, "%wb se") == ["sessions"]
    assert complete(loaded, "%%wb s") == ["sessions", "show", "sql"]


def test_ids_of_sessions_and_of_their_calls_are_completed(loaded: InteractiveShell) -> None:
    assert complete(loaded, "%wb show sess") == [RUN_CODE]
    assert "call_0380_0_run-code" in complete(loaded, f"%wb show {RUN_CODE} call_")


def test_paths_are_completed(loaded: InteractiveShell, recorded: Path) -> None:
    assert complete(loaded, f"%wb load {recorded}/ima") == [f"{recorded}/image/"]
    assert f"{recorded}/image/" in complete(loaded, f"%wb load {recorded}/")
    assert complete(loaded, f"%wb load '{recorded}/ima") == [f"'{recorded}/image/"]


def test_nothing_of_python_stands_beside_the_words(loaded: InteractiveShell) -> None:
    assert "set" not in complete(loaded, "%wb se")
    assert not {"and", "if"} & set(complete(loaded, "%wb show "))
    assert complete(loaded, "wb.lo") == ["wb.load"]


def test_an_id_that_is_no_word_is_not_offered(loaded: InteractiveShell, case: Any) -> None:
    workbench.current().load(case("01"))
    offered = [name for name in complete(loaded, "%wb show ") if not name.replace("-", "").isalnum()]
    assert offered == []
