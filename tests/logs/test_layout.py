"""Where the writer puts logs: names of folders that hold any path and any id."""

from __future__ import annotations

from pathlib import PurePath

import pytest

from workbench.logs.layout import encode_segment, project_key, session_folder


@pytest.mark.parametrize(
    ("cwd", "key"),
    [
        ("/home/u/proj", "--home-u-proj--"),
        ("C:\\DEV\\X", "--C-DEV-X--"),
        ("/", "--root--"),
        ("::", "--root--"),
        ("/a b/ü", "--a~0020b-~00FC--"),
        ("/~", "--~007E--"),
        ("/🙂", "--~D83D~DE42--"),
        ("/" + "x" * 300, f"--{'x' * 251}--"),
    ],
)
def test_a_working_folder_names_the_project(cwd, key):
    assert project_key(cwd) == key


@pytest.mark.parametrize(
    ("name", "segment"),
    [("session-1", "session-1"), (".", "~002E"), ("..", "~002E~002E"), ("...", "..."), ("a:b\\c", "a~003Ab~005Cc")],
)
def test_an_id_names_the_folder_of_the_session(name, segment):
    assert encode_segment(name) == segment


def test_nothing_cannot_be_a_name():
    with pytest.raises(ValueError, match="cannot encode an empty path segment"):
        encode_segment("")
    with pytest.raises(ValueError, match="cannot encode an empty project path"):
        project_key("")


def test_a_session_without_a_working_folder_lies_in_a_folder_of_its_own():
    assert session_folder(None, "s") == PurePath("_no-cwd/s")
    assert session_folder("/w", "a/b") == PurePath("--w--/a~002Fb")
