"""The project as a thing to install: what is in the wheel, what is pinned, how the environment is made."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = PYPROJECT["project"]
SETUPTOOLS = PYPROJECT["tool"]["setuptools"]


def folder(package: str) -> Path:
    """Where the files of a package lie in the tree."""
    for prefix, place in SETUPTOOLS["package-dir"].items():
        if package == prefix or package.startswith(prefix + "."):
            return ROOT.joinpath(place, *package.removeprefix(prefix).strip(".").split("."))
    return ROOT.joinpath(*package.split("."))


def requirements() -> list[Requirement]:
    texts = [*PROJECT["dependencies"], *(text for extra in PROJECT["optional-dependencies"].values() for text in extra)]
    return [requirement for requirement in map(Requirement, texts) if requirement.name != PROJECT["name"]]


def pins() -> dict[str, list[Requirement]]:
    found: dict[str, list[Requirement]] = {}
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines():
        pin = Requirement(line)
        found.setdefault(normal(pin.name), []).append(pin)
    return found


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


# ------------------------------------------------------------------------------------------------- the wheel


def test_every_folder_with_python_is_a_named_package() -> None:
    tops = {"workbench": "workbench", "widgets": "workbench.widgets", "data": "workbench.data"}
    found = {
        ".".join((package, *file.parent.relative_to(ROOT / top).parts))
        for top, package in tops.items()
        for file in (ROOT / top).rglob("*.py")
    }
    assert sorted(SETUPTOOLS["packages"]) == sorted(found)
    assert all((folder(package) / "__init__.py").is_file() for package in found)


def test_every_other_file_beside_the_code_is_in_the_wheel() -> None:
    carried = {
        file
        for key, globs in SETUPTOOLS["package-data"].items()
        for package in (SETUPTOOLS["packages"] if key == "*" else [key])
        for glob in globs
        for file in folder(package).glob(glob)
    }
    present = {
        file
        for top in ("workbench", "widgets", "data")
        for file in (ROOT / top).rglob("*")
        if file.is_file() and file.suffix != ".py" and "__pycache__" not in file.parts
    }
    assert sorted(present - carried) == []


def test_the_code_says_that_it_is_typed() -> None:
    assert (ROOT / "workbench" / "py.typed").is_file()


def test_the_changelog_begins_with_this_version() -> None:
    versions = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert versions[0] == PROJECT["version"]


# --------------------------------------------------------------------------------------------- the constraints


def test_constraints_are_exact_versions_and_nothing_else() -> None:
    for name, several in pins().items():
        for pin in several:
            assert re.fullmatch(r"==[^*,]+", str(pin.specifier)), name
            assert pin.url is None
            assert not pin.extras


@pytest.mark.parametrize("requirement", requirements(), ids=lambda requirement: requirement.name)
def test_every_requirement_is_pinned_to_a_version_that_it_allows(requirement: Requirement) -> None:
    for pin in pins()[normal(requirement.name)]:
        (version,) = pin.specifier
        assert SpecifierSet(str(requirement.specifier)).contains(version.version, prereleases=True)


# ---------------------------------------------------------------------------------------------- the environment


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """The few files from which the environment is made, elsewhere."""
    (tmp_path / ".ci").mkdir()
    for name in ("pyproject.toml", "constraints.txt", ".ci/env"):
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


def make_env(clone: Path, python: Path) -> subprocess.CompletedProcess[str]:
    """Run the script with one Python, and without uv."""
    (clone / "bin").mkdir(exist_ok=True)
    for tool in ("sh", "cat", "dirname", "rm"):
        (clone / "bin" / tool).symlink_to(str(shutil.which(tool)))
    variables = {"PATH": str(clone / "bin"), "PYTHON": str(python), "HOME": str(clone)}
    return subprocess.run(
        ["sh", ".ci/env", "test"], cwd=clone, env=variables, capture_output=True, text=True, check=False
    )


def test_an_old_python_is_refused_with_a_sentence_that_says_how_to_name_another(clone: Path) -> None:
    old = script(clone / "tools" / "python3", '[ "$1" = --version ] && echo "Python 3.9.2" && exit 0; exit 1')
    done = make_env(clone, old)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer" in done.stderr
    assert "is 3.9.2" in done.stderr
    assert "PYTHON=python3.12" in done.stderr
    assert done.stderr.count("\n") == 1


def test_no_python_at_all_is_one_sentence_too(clone: Path) -> None:
    done = make_env(clone, clone / "nowhere" / "python3")
    assert done.returncode == 1
    assert "is not there" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_python_that_cannot_make_environments_says_what_to_install(clone: Path) -> None:
    bare = script(clone / "tools" / "python3", f'case "$2" in *ensurepip*) exit 1;; esac; exec {sys.executable} "$@"')
    done = make_env(clone, bare)
    assert done.returncode == 1
    assert "apt-get install python3-venv" in done.stderr
    assert "install uv" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (clone / ".venv").exists()


def test_a_second_call_resolves_nothing(clone: Path) -> None:
    digest = hashlib.sha256()
    for name in ("pyproject.toml", "constraints.txt", ".ci/env"):
        digest.update((clone / name).read_bytes())
    script(clone / ".venv" / "python", "")
    (clone / ".venv" / "bin").mkdir()
    (clone / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (clone / ".venv" / "made-test").write_text(digest.hexdigest() + "\n", encoding="utf-8")
    done = make_env(clone, Path(sys.executable))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_scripts_can_be_run_and_the_makefile_knows_the_promised_words() -> None:
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in ("lab", "test", "lint", "bench", "notebooks", "wheel", "clean"):
        assert re.search(rf"^{target}:", makefile, flags=re.MULTILINE), target
